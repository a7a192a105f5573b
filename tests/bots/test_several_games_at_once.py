"""Games beside each other in the same two processes: each ends as it does alone, whatever the others' bots do."""

from __future__ import annotations

import os
import signal

from boards.base.errors import Problems
from controller.bots.match import Match, arena
from controller.bots.multiplexing import Task, run_tasks
from tests.support.nasty_bots import CALM, QUICK, bot

NASTY = """
import os, random, sys
mood = None
"""
ACT = """
global mood
if mood is None:
    mood = random.choice(('calm', 'leave', 'crash', 'flood', 'raise', 'slow'))
if game.turn == 3 and mood == 'leave': os._exit(3)
if game.turn == 4 and mood == 'crash': os.abort()
if game.turn == 5 and mood == 'flood': os.write(4, bytes(10**6))
if game.turn >= 6 and mood == 'raise': raise ValueError(mood)
if game.turn == 7 and mood == 'slow':
    while True: pass
if mood == 'calm' and random.random() < 0.3: return ['suicide']
"""
SEEDS = range(9)


def test_each_game_ends_as_it_does_alone():
    bots = (bot(ACT, NASTY), CALM)
    with arena(bots, QUICK) as place:
        alone = [place.play(seed) for seed in SEEDS]
    found: dict[int, Match] = {}
    waiting = iter(SEEDS)
    with arena(bots, QUICK, lanes=4) as place:

        def lane(number: int) -> Task[None]:
            for seed in waiting:
                found[seed] = yield from place.playing(seed, lane=number)

        process = place.bots[0]
        run_tasks([lane(number) for number in range(4)])
        assert process is place.bots[0] and process.alive
    ways = {(*match.mistakes[0], match.gone[0] and match.gone[0][0]) for match in alone}
    assert len(ways) >= 4, "the seeds show too little"
    assert [found[seed] for seed in SEEDS] == alone


def test_a_lost_process_ends_the_games_in_it_and_no_others():
    """The host is killed from outside, as by a system short of memory; the next games have a new one."""
    with arena((CALM, CALM), QUICK, lanes=2) as place:
        killed: list[int] = []

        def kill(turn):
            # In the game that comes to it first: on a busy machine the other could be over by then.
            if turn.before.turn == 5 and not killed:
                pid = place.bots[0]._process.pid
                killed.append(pid)
                os.kill(pid, signal.SIGKILL)
                # Until it is dead the other game could still come to its end.
                os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)

        first, second = run_tasks([place.playing(1, kill), place.playing(2, kill, lane=1)])
        assert first.gone[0] is not None and second.gone[0] is not None
        assert first.gone[1] is second.gone[1] is None
        assert place.play(3).gone == (None, None)


def test_a_bot_that_can_not_be_loaded_is_told_for_every_game():
    with arena((bot("", "import nothing_of_that_name"), CALM), QUICK, lanes=2) as place:
        first, second = run_tasks([place.playing(1), place.playing(2, lane=1)])
        assert first.gone[0] == second.gone[0] and first.gone[0] is not None
        assert first.mistakes[0]["gone"] > 99
        try:
            place.check()
        except Problems as told:
            assert "nothing_of_that_name" in str(told)
        else:
            raise AssertionError("nobody says that it can't be loaded")
