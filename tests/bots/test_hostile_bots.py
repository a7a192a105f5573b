"""Strangers' bots that do their worst: what is forbidden fails inside, a guard comes out, the match goes on.

Each bot is nasty only from turn 3 on, or with one robot, so that a test sees both what is refused and that
the game goes on as if the robot had guarded.
"""

from __future__ import annotations

import os
import select
import socket
import subprocess
import sys
import textwrap
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from boards.base.catalogue import languages
from boards.base.errors import Problems
from boards.base.reasons import foreign_words
from controller.bots.bot_messages import protection_words, say
from controller.bots.bot_reasons import BotReason, told_reason
from controller.bots.bot_source import BotSource
from controller.bots.limits import LAYERS, Protection
from controller.bots.match import arena
from controller.bots.multiplexing import run_task
from controller.bots.sandbox.bot_game import GUARD
from controller.bots.sandbox.frames import HEAD, pack, pack_acts, unpack
from controller.bots.turn_request import asking, hear, questions
from controller.games.robot_game.actions import GUARDING
from controller.games.robot_game.state import State
from controller.games.robot_game.turn import Robot
from tests.support.nasty_bots import CALM, QUICK, WITHOUT_LANDLOCK, WITHOUT_SECCOMP, bot, play


def test_what_a_match_without_trouble_looks_like():
    match = play(bot("pass"))
    assert match.mistakes == ({}, {}) and match.gone == (None, None)
    assert match.scores[0] == match.scores[1] == 5


# Each of these is refused inside: an exception in every act, nothing else.
REFUSED = {
    "read a file": "open('/etc/passwd').read()",
    "list a folder": "import os; os.listdir('/')",
    "list the home folder": "import os; os.listdir(os.path.expanduser('~'))",
    "read the parent's memory": "import os; open(f'/proc/{os.getppid()}/mem', 'rb')",
    "read the parent's command line": "import os; open(f'/proc/{os.getppid()}/cmdline').read()",
    "write a file": "open('/tmp/golem-bot-was-here', 'w').write('x')",
    "write here": "open('golem-bot-was-here', 'w').write('x')",
    "make a folder": "import os; os.mkdir('/tmp/golem-bot-was-here')",
    "remove a file": "import os; os.unlink('FILE')",
    "open a socket": "import socket; socket.socket().connect(('127.0.0.1', PORT))",
    "open a local socket": "import socket; socket.socket(socket.AF_UNIX)",
    "make a pair of sockets": "import socket; socket.socketpair()",
    "send by datagram": "import socket; socket.socket(type=socket.SOCK_DGRAM).sendto(b'x', ('127.0.0.1', PORT))",
    "fork": "import os; os.fork()",
    "start a program": "import subprocess; subprocess.run(['/bin/true'])",
    "become a program": "import os; os.execv('/bin/true', ['true'])",
    "system": "import os\nif os.system('true') != 0: raise PermissionError",
    "start a thread": "import threading; threading.Thread(target=print).start()",
    "kill the parent": "import os; os.kill(os.getppid(), 9)",
    "kill the grandparent": "import os; os.kill(GRANDPARENT, 9)",
    "kill everybody": "import os; os.kill(-1, 9)",
    "kill by group": "import os; os.killpg(0, 9)",
    "raise the limits": "import resource; resource.setrlimit(resource.RLIMIT_CPU, (10**6, 10**6))",
    "trace the parent": (
        "import ctypes, os\nif ctypes.CDLL(None).ptrace(16, os.getppid(), 0, 0) != 0: raise PermissionError"
    ),
    "make memory that is a file": "import os; os.memfd_create('x')",
    "leave the session": "import os; os.setsid()",
    "change the root": "import os; os.chroot('/tmp')",
    "own a descriptor's signals": "import fcntl, os; fcntl.fcntl(0, fcntl.F_SETOWN, os.getppid())",
    "take all memory": "x = bytearray(10**9)",
    "take memory bit by bit": "x = []\nwhile True: x.append(bytearray(10**6))",
    "too deep": "def f(): f()\nf()",
    "end politely": "import sys; sys.exit(0)",
    "be interrupted": "raise KeyboardInterrupt",
    "raise everything": "raise BaseException('x')",
    "read the standard input": "input()",
    "an error that can't be told": "class E(Exception):\n    def __str__(self): raise ValueError\nraise E",
    "an error that is told for ever": "class E(Exception):\n    def __str__(self): return 'x' * 10**7\nraise E",
}


@pytest.fixture(scope="module")
def port():
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


@pytest.fixture(scope="module")
def victim(tmp_path_factory):
    path = tmp_path_factory.mktemp("victim") / "precious"
    path.write_text("still here")
    return path


def test_what_is_refused(port, victim):
    """All in one match, one nasty thing a turn, by all five robots of the first player."""
    names = list(REFUSED)
    deeds = [
        REFUSED[name].replace("PORT", str(port)).replace("FILE", str(victim)).replace("GRANDPARENT", str(os.getpid()))
        for name in names
    ]
    source = bot("if 1 <= game.turn <= len(DEEDS): exec(DEEDS[game.turn - 1], {})", f"DEEDS = {deeds!r}")
    turns = []
    with arena((source, CALM), QUICK) as place:
        place.check()
        place.play(1, turns.append)
        assert place.in_force == QUICK.ask
    assert len(turns) == 100
    for turn, name in enumerate(names, start=1):
        kinds = {mistake.kind for mistake in turns[turn].mistakes if mistake.player == 0}
        # How fast memory runs out is the machine's affair.
        allowed = {"exception", "slow"} if name == "take memory bit by bit" else {"exception"}
        own = sum(robot.player == 0 for robot in turns[turn].before.robots.values())
        assert len(turns[turn].mistakes) == own and kinds <= allowed, (name, turns[turn].mistakes)
    assert turns[len(names) + 1].mistakes == (), "the bot goes on when it behaves"
    assert victim.read_text() == "still here"
    assert not Path("/tmp/golem-bot-was-here").exists()


@pytest.mark.parametrize("limits", [QUICK, WITHOUT_LANDLOCK, WITHOUT_SECCOMP], ids=["all", "no landlock", "no seccomp"])
def test_a_file_can_not_be_read_and_modules_can(limits):
    act = """
    import random, math, collections, heapq, itertools, json, copy
    if game.turn == 7: open('/etc/hostname').read()
    """
    match = play(bot(act), limits)
    assert match.mistakes[0] == {"exception": 5} and match.gone[0] is None
    (mistake,) = match.first_mistakes[0]
    assert mistake.text.startswith("PermissionError") and mistake.turn == 7 and mistake.line is not None


# Each of these ends the bot's process at turn 2; its robots guard from then on.
ENDS = {
    "os._exit": ("import os; os._exit(3)", "exit status 3"),
    "crash": ("import ctypes; ctypes.string_at(1)", "crashed (SIGSEGV)"),
    "abort": ("import os; os.abort()", "crashed"),
    "closed pipes": ("import os; os.closerange(0, 100)", "ended its process"),
    "garbage on every pipe": (
        "import os\nfor fd in range(32):\n  try: os.write(fd, b'garbage' * 1000)\n  except OSError: pass",
        "something else than answers",
    ),
    "a huge frame": (
        "import os\nfor fd in range(3, 32):\n  try: os.write(fd, b'\\xff' * 4)\n  except OSError: pass",
        "something else than answers",
    ),
    "a deep frame": (
        "import os\nt = b'[' * 100000\nfor fd in range(3, 32):\n  try: os.write(fd, len(t).to_bytes(4, 'big') + t)\n"
        "  except OSError: pass",
        "something else than answers",
    ),
    "endless loop in C": (
        "import itertools, collections\ncollections.deque(itertools.count(), maxlen=0)",
        "used up its processor time",
    ),
    "stop the clock": (
        "import signal; signal.setitimer(signal.ITIMER_PROF, 0)\nwhile True: pass",
        "used up its processor time",
    ),
    "gigabytes for us": (
        "import os\nwhile True:\n  for fd in range(3, 32):\n    try: os.write(fd, bytes(10**6))\n"
        "    except OSError: pass",
        "something else than answers",
    ),
}


@pytest.mark.parametrize("names", list(zip(list(ENDS)[::2], list(ENDS)[1::2], strict=True)), ids=", ".join)
def test_what_ends_a_bot(names):
    """Two such bots play each other: neither hides what the other one does."""
    bots = [bot(f"if game.turn == 2:\n{textwrap.indent(ENDS[name][0], '    ')}") for name in names]
    with arena(bots, QUICK) as place:
        place.check()
        match = place.play(seed=1)
    for player, name in enumerate(names):
        gone = match.gone[player]
        assert gone is not None and gone[0] == 2 and ENDS[name][1] in str(gone[1]), (name, gone)
        assert set(match.mistakes[player]) == {"gone"} and match.mistakes[player]["gone"] >= 98 * 5 - 5


def test_a_bot_that_sleeps_is_not_waited_for():
    limits = replace(QUICK, turn_s=3.0)
    match = play(bot("if game.turn == 2:\n    import time\n    time.sleep(1000)"), limits)
    assert match.gone[0] == (2, BotReason.LATE(seconds="3"))


def test_the_patience_of_a_game_is_limited_too():
    """Many short naps: each turn is within its limit, all together are not."""
    sleepy = bot("import time\ntime.sleep(0.02)")
    with arena((sleepy, sleepy), replace(QUICK, game_s=2.0)) as place:
        match = place.play(1)
    assert all(gone is not None and gone[1].code == BotReason.LATE.value for gone in match.gone)


@pytest.mark.parametrize(
    ("code", "facts", "told"),
    [
        ("slow", {"seconds": "0.3"}, BotReason.SLOW(seconds="0.3")),
        ("python", {"text": "KeyError: \x1b[2J{who}"}, foreign_words("KeyError: �[2J{who}")),
        ("slow", {"seconds": "9" * 10_000}, BotReason.SLOW(seconds="9" * 200)),
        ("slow", {}, BotReason.NO_ANSWER()),
        ("slow", "0.3", BotReason.NO_ANSWER()),
        ("python", {"text": ""}, BotReason.NO_ANSWER()),
        ("no-such-code", {"seconds": "0.3"}, BotReason.NO_ANSWER()),
        (["slow"], {"seconds": "0.3"}, BotReason.NO_ANSWER()),
    ],
)
def test_what_a_bot_s_process_tells_of_itself_is_checked(code, facts, told):
    assert told_reason(code, facts, BotReason.NO_ANSWER()) == told


def test_a_bot_that_never_finishes_loading_is_named():
    loop = BotSource("loop", "loop.py", "while True: pass")
    why = r"loop\.py: it can't be loaded: it used up its processor time"
    with arena((loop, CALM), QUICK) as place, pytest.raises(Problems, match=why):
        place.check()


def test_answers_ahead_of_the_questions_do_not_count():
    """It writes the answers to all turns at once, and sleeps."""
    head = "import sys, time\nframes = sys.modules['controller.bots.sandbox.frames']"
    act = """
    seed = int(game['seed'].split('-')[0])
    for turn in range(1, 100):
        frames.send(4, ['acts', seed, [0] * 5, []])
    time.sleep(1000)
    """
    match = play(bot(act, head))
    assert match.gone[0] is not None and match.gone[0][0] == 2
    assert match.gone[0][1] in (BotReason.WROTE_MORE(), BotReason.NO_ANSWER())


@pytest.mark.parametrize("packed", [True, False])
def test_an_answer_to_another_question_does_not_count(packed):
    """Such as the next turn's, from who wrote all answers in advance: it may come just after its question was sent."""
    robots = {180: Robot(0, 0, 50)}
    (before,), (now,) = (questions(State(turn, robots), [0]) for turn in (1, 2))

    def answer(seed: int) -> object:
        guard = [GUARD]
        frame = pack_acts(seed, guard) if packed else pack(["acts", seed, guard, []])
        return unpack(frame[HEAD:])

    assert hear(State(2, robots), [now], [answer(now.seed)]).gone == {}
    assert hear(State(2, robots), [now], [answer(before.seed)]).gone == {0: BotReason.NO_ANSWER()}


def test_we_do_not_wait_for_a_bot_that_does_not_listen():
    """Its pipe gets full, which a blocking write would not survive."""
    with arena((bot("import time\ntime.sleep(1000)"), CALM), QUICK) as place:
        assert place.begin() == [None, None]
        deaf, calm = place.lanes()
        state = State(1, {180: Robot(0, 0, 50), 182: Robot(1, 1, 50)})
        deaf.post(questions(state, [0])[0].frame)
        for _ in range(10):
            deaf.post(bytes(100_000))
        heard = run_task(asking({0: deaf, 1: calm}, state, 60.0))
        assert heard.gone == {0: BotReason.DEAF()} and heard.actions == {182: GUARDING}
        place.end()
        assert place.begin() == [None, None], "the next game is a new one"


@pytest.mark.parametrize("language", languages())
def test_what_is_missing_is_said(language):
    held = protection_words(Protection.of(LAYERS), language)
    for layers, missing in [
        (("limits",), ("network", "files", "processes")),
        (("limits", "landlock"), ("network", "processes")),
    ]:
        told = protection_words(Protection.of(layers), language)
        assert told != held and all(say(name, language) in told for name in missing)
    assert protection_words(Protection.of(("limits", "seccomp")), language) == held


def test_a_slow_act_is_a_guard_and_the_bot_goes_on():
    match = play(bot("while game.turn == 4: pass"))
    assert match.mistakes[0] == {"slow": 5} and match.gone[0] is None


def test_a_loop_that_swallows_every_exception_does_not_last():
    match = play(bot("while game.turn == 4:\n  try:\n    while True: pass\n  except: pass"))
    assert match.gone[0] is not None or match.mistakes[0] == {"slow": 5}


def test_gigabytes_of_prints_go_nowhere():
    text = "import sys, os\nprint('x' * 10**6); sys.stderr.write('y' * 10**6); os.write(1, bytes(10**6))"
    match = play(bot(f"if game.turn < 5:\n{textwrap.indent(text, '    ')}"))
    assert match.mistakes[0] == {}


NONSENSE = [
    "None", "[]", "['guard', 1, 2]", "'guard'", "['jump']", "['move']", "['move', None]", "['move', (1,)]",
    "['move', (float('nan'), 1)]", "['move', (10**400, 1)]", "['move', (float('inf'), 0)]", "['move', ('a', 'b')]",
    "['move', self.location]", "['move', (True, True)]", "[['move'], (1, 1)]", "{'move': 1}", "lambda: 1",
    "['attack', (-1, -1)]", "object()", "['move', list(self.location)]", "type('L', (list,), {})(['guard'])",
    "[type('S', (str,), {})('guard')]", "['x' * 10**7]", "[10**5000]", "self", "game", "['move', (self,) * 2]",
]  # fmt: skip


def test_nonsense_is_a_guard_and_is_told():
    source = bot(f"if game.turn <= {len(NONSENSE)}: return [{', '.join(f'lambda self: {n}' for n in NONSENSE)}]"
                 "[game.turn - 1](self)".replace("lambda self: game", "lambda self: {'robots': {}}"))  # fmt: skip
    turns = []
    with arena((source, CALM), QUICK) as place:
        place.check()
        place.play(1, turns.append)
    for turn, text in enumerate(NONSENSE, start=1):
        mistakes = turns[turn].mistakes
        assert mistakes and {mistake.kind for mistake in mistakes} == {"nonsense"}, (text, mistakes)
        assert all(0 < len(mistake.text) < 200 for mistake in mistakes)
    assert turns[len(NONSENSE) + 1].mistakes == ()


def test_a_bot_can_not_forge_the_end_of_its_game():
    """What a child says counts for this game only: it can't live on into the next one."""
    text = """
    if game.turn == 99:
        told = b'["gone",0]'
        for fd in range(3, 32):
            try: os.write(fd, len(told).to_bytes(4, 'big') + told)
            except OSError: pass
    """
    head = "import os"
    with arena((bot(text, head), CALM), QUICK) as place:
        place.check()
        first, second = place.play(1), place.play(2)
    assert first.gone[0] == second.gone[0] == (99, BotReason.NO_ANSWER())


def test_a_bot_that_does_not_go_after_its_game_is_ended():
    """It says more than it was asked, or stays: the child is ended, and the next game is played by a new one."""
    head = "import sys"
    text = "if game.turn == 98: frames.send_frame = late_send"
    head += "\nframes = sys.modules['controller.bots.sandbox.frames']\nsend = frames.send_frame"
    head += "\ndef late_send(fd, frame):\n    send(fd, frame)\n    send(fd, frame)"
    with arena((bot(text, head), CALM), QUICK) as place:
        place.check()
        place.play(1)
        process = place.bots[0]._process
        assert place.play(2).scores == place.play(2).scores
        assert place.bots[0]._process is process, "only the child is ended"


def test_games_do_not_know_of_each_other():
    """What a bot does to its modules is gone in the next game."""
    source = bot("math.seen = True", "import math\nif hasattr(math, 'seen'): raise ValueError('again')")
    with arena((source, CALM), QUICK) as place:
        matches = [place.play(seed) for seed in (1, 2)]
    assert [match.gone[0] for match in matches] == [None, None]


def test_when_we_are_killed_our_bots_end_too():
    script = """
import os, sys
from controller.bots.match import arena
from tests.support.nasty_bots import CALM, QUICK, bot
place = arena((bot("while True: pass"), CALM), QUICK).__enter__()
place.check()
place.begin()
print(*(bot._process.pid for bot in place.bots), flush=True)
os.kill(os.getpid(), 9)
"""
    done = subprocess.run([sys.executable, "-c", script], check=False, capture_output=True, text=True, timeout=60)
    pids = [int(word) for word in done.stdout.split()]
    assert done.returncode == -9 and len(pids) == 2, done.stderr
    for pid in pids:
        with suppress(ProcessLookupError):
            ended = os.pidfd_open(pid)
            assert select.select([ended], [], [], 30)[0], "a bot outlived us"
            os.close(ended)
