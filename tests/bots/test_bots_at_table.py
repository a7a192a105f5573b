"""A match at the table: bots in their processes, a turn at a time, with a journal, undo and restarts."""

from __future__ import annotations

import json
from collections.abc import Callable, Coroutine
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from boards.base.catalogue import languages, translate
from boards.base.errors import Problems
from controller.app.compose.bot_players import bots_of
from controller.app.config.default_settings import usual_settings
from controller.bots.bot_source import BotSource
from controller.bots.match import arena
from controller.bots.multiplexing import run_task
from controller.bots.turn_request import asking
from controller.games.robot_game import GAME
from controller.games.robot_game.state import dump_position, play
from controller.journal import read_record
from controller.table.core.phases import Phase
from controller.table.core.record.fold import fold_all
from controller.table.view.view import View
from controller.table.view.view_builder import view_of
from hardware.simulated.virtual_clock import run
from tests.support.nasty_bots import CALM, bot
from tests.support.piece_table import PieceTable, piece_table

HUNTER = BotSource("hunter", "hunter.py", Path(__file__).parents[2].joinpath("docs/bots/hunter.py").read_text())
MOODY = replace(
    bot(
        """
        self.moods.append(game.turn * 7 + self.robot_id)
        way = rg.locs_around(self.location)[sum(self.moods) % 4]
        if "obstacle" not in rg.loc_types(way) and sum(self.moods) % 3:
            return ["move", way]
        """,
        "import rg",
    ),
    name="moody",
)
MOODY = replace(MOODY, text=MOODY.text.replace("class Robot:", "class Robot:\n    moods = []"))
"""What it does follows from all that it was ever asked."""

LAST = {"turn": 93, "robots": [{"id": n, "player": n % 2, "loc": [4 + n, 9], "hp": 50} for n in range(10)]}


def over(view: View) -> bool:
    return view.phase == Phase.OVER.value


def match(
    path: Path,
    bots: tuple[BotSource, BotSource],
    test: Callable[[PieceTable], Coroutine[Any, Any, None]],
    setup: dict[str, Any] | None = None,
) -> list[View]:
    views: list[View] = []

    async def main() -> None:
        seats = {"0": bots[0].name, "1": bots[1].name}
        settings = usual_settings("robot_game")
        async with piece_table(
            path, "robot_game", 5, setup=setup or LAST, computers=seats, settings=settings, bots=bots
        ) as quick:
            await test(quick)
            views.extend(quick.views)

    run(main())
    return views


async def to_the_end(quick: PieceTable) -> None:
    await quick.until(over)


def test_the_table_plays_what_a_match_plays(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    views = match(path, (HUNTER, MOODY), to_the_end)
    state = GAME.start({"seed": 5, **LAST})
    with arena((HUNTER, MOODY)) as place:
        place.check()
        place.begin()
        while GAME.requests(state):
            heard = run_task(asking(dict(enumerate(place.lanes())), state, 60.0))
            assert not heard.mistakes
            state = play(state, heard.actions)
    record = read_record(path)
    folded = fold_all(GAME, record.entries)
    assert folded.game == state and view_of(GAME, folded) == views[-1]
    assert views[-1].winners == GAME.outcome(state).winners
    assert views[-1].seats == {"0": "hunter", "1": "moody"}
    assert views[-1].play.strengths == ("hunter", "moody", "easy")
    # Nobody is asked to lift anything, and nothing is said of a turn before it is played.
    assert all(view.phase != Phase.HANDS.value for view in views)
    for view in views:
        assert len(json.dumps(view.to_json())) < 1_000_000


@pytest.mark.parametrize("kept", [0.3, 0.8])
def test_a_bot_that_remembers_goes_on_after_a_power_cut_as_if_there_were_none(tmp_path: Path, kept: float) -> None:
    path = tmp_path / "match.jsonl"
    whole = match(path, (MOODY, MOODY_TOO), to_the_end)
    lines = path.read_bytes().splitlines(keepends=True)
    count = Random(kept).randrange(int(kept * len(lines)), len(lines))
    cut = tmp_path / "cut.jsonl"
    cut.write_bytes(b"".join(lines[:count]) + lines[count - 1][:9])
    again = match(cut, (MOODY, MOODY_TOO), to_the_end)
    assert again[-1].story == whole[-1].story, f"kept {count} of {len(lines)} entries"
    assert again[-1].play == whole[-1].play


MOODY_TOO = replace(MOODY, name="moody 2")


def test_undone_turns_are_played_again_by_bots_that_saw_only_what_was_before(tmp_path: Path) -> None:
    whole = match(tmp_path / "whole.jsonl", (MOODY, MOODY_TOO), to_the_end)

    async def test(quick: PieceTable) -> None:
        await quick.until(lambda view: len(view.story) == 4 and "undo" in view.may)
        for left in (3, 2, 1):
            assert (await quick.table.submit("undo")).ok
            assert (await quick.table.submit("resume")).ok
            await quick.until(lambda view, left=left: len(view.story) == left and view.phase == Phase.READY.value)
        await quick.until(over)

    undone = match(tmp_path / "undone.jsonl", (MOODY, MOODY_TOO), test)
    assert undone[-1].story == whole[-1].story and undone[-1].play == whole[-1].play


def test_the_next_game_has_other_chances_and_bots_that_remember_nothing(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    seeds: list[int] = []

    async def test(quick: PieceTable) -> None:
        first = await quick.until(over)
        seeds.append(quick.table.game_state.seed)
        assert (await quick.table.submit("anew")).ok
        await quick.until(lambda view: view.phase == Phase.READY.value)
        seeds.append(quick.table.game_state.seed)
        second = await quick.until(over)
        assert len(second.story) == len(first.story)

    match(path, (MOODY, MOODY_TOO), test)
    assert len({*seeds}) == 2
    record = read_record(path)
    again = fold_all(GAME, record.entries)
    assert again.game.seed == seeds[1]
    # The bots did in the second game what they do in one of its own.
    bare = {**dump_position(again.start), "seed": again.start.seed, "symmetric": again.start.symmetric}
    run_task = match(tmp_path / "alone.jsonl", (MOODY, MOODY_TOO), to_the_end, bare)
    assert run_task[-1].story == again.story


def test_what_bots_do_wrong_is_told_counted_and_stalls_nothing(tmp_path: Path) -> None:
    raising = replace(bot("if game.turn % 2: 1 / 0"), name="raising")
    leaving = replace(bot("if game.turn == 96: import os; os._exit(3)"), name="leaving")
    path = tmp_path / "match.jsonl"
    last = match(path, (raising, leaving), to_the_end)[-1]
    told = [words for row in last.story for words in row.sentences]
    errors = [words for words in told if "ZeroDivisionError" in translate(words, "en")]
    gone = [words for words in told if "process is gone" in translate(words, "en")]
    assert (
        errors
        and gone
        and all("(4: ZeroDivisionError: division by zero)" in translate(words, "en") for words in errors)
    )
    assert all(
        len({translate(words, language) for language in languages()}) == len(languages()) for words in (*errors, *gone)
    )
    state = fold_all(GAME, read_record(path).entries).game
    assert state.mistakes == (len(errors), len(gone))
    facts = [translate(fact, "en") for fact in last.play.facts]
    assert f"Player 2, mistakes of the bot: {len(gone)}" in facts
    wrong = "line 4 of the bot: ZeroDivisionError: division by zero"
    assert f"Player 1, last mistake in turn 99, {wrong}" in facts


def test_a_seat_can_be_given_to_the_other_bot_or_to_nobody_s(tmp_path: Path) -> None:
    async def test(quick: PieceTable) -> None:
        await quick.until(lambda view: len(view.story) == 2 and view.phase == Phase.READY.value)
        assert not (await quick.table.submit("seat", {"player": "0", "who": "stranger"})).ok
        for who in ("calm", "easy"):
            assert (await quick.table.submit("seat", {"player": "0", "who": who})).ok
            assert quick.table.latest().seats["0"] == who
            told = len(quick.table.latest().story)
            await quick.until(lambda view, told=told: len(view.story) > told + 1 and view.phase == Phase.READY.value)
        await quick.until(over)

    views = match(tmp_path / "match.jsonl", (HUNTER, CALM), test)
    assert views[-1].winners is not None


def test_bots_of_one_name_are_told_apart_and_broken_ones_are_refused_before_anything_is_recorded(
    tmp_path: Path,
) -> None:
    for name, text in (("one.py", CALM.text), ("easy.py", CALM.text), ("broken.py", "class Robot")):
        (tmp_path / name).write_text(text)
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub/one.py").write_text(CALM.text)
    taken = ("easy",)
    assert [b.name for b in bots_of([tmp_path / "one.py", tmp_path / "sub/one.py"], taken)] == ["one 1", "one 2"]
    assert [b.name for b in bots_of([tmp_path / "easy.py", tmp_path / "one.py"], taken)] == ["easy 1", "one"]
    with pytest.raises(Problems) as refused:
        bots_of([tmp_path / "one.py", tmp_path / "broken.py"], taken)
    assert "broken.py:1" in str(refused.value)
