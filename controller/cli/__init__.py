"""`golem` on the command line: one module a command, loaded only when it is asked for.

A command's module has ``arguments(parser)``, which describes it and adds its options, and ``run(args) -> int``; it is
found by its name in :data:`COMMANDS`. Loading one command never loads the packages of another, so that
``golem resolve`` starts without OpenCV, MQTT or the web.
"""

from __future__ import annotations

import argparse
import contextlib
import errno
import importlib
import os
import signal
import stat
import sys
from collections.abc import Sequence
from types import ModuleType
from typing import TextIO

from boards.base.catalogue import Language, is_language, translate
from boards.base.errors import GolemError, Problems
from boards.base.message import Message, _
from boards.base.system_errors import system_reason
from controller.cli.options.command_parser import CommandParser, argparse_in_language, language_asked
from controller.cli.options.log_options import logged

COMMANDS: dict[str, str] = {
    "demo": "controller.cli.demo",
    "play": "controller.cli.play",
    "replay": "controller.cli.replay",
    "doctor": "controller.cli.doctor",
    "print": "controller.cli.print_command",
    "read": "controller.cli.read",
    "markers": "controller.cli.markers",
    "calibrate": "controller.cli.calibrate",
    "resolve": "controller.cli.resolve.command",
    "notation": "controller.cli.notation",
    "puzzle": "controller.cli.puzzle",
    "jetan": "controller.cli.jetan",
    "match": "controller.cli.match",
    "league": "controller.cli.league",
    "robots": "controller.cli.robots.command",
    "gateway": "controller.cli.gateway",
    "broker": "controller.cli.broker",
}
"""Command name -> module. Order is the order of the help."""

DISTRIBUTION = "golem-table"
"""The package that pip installs; `golem --version` says its version."""

FRONT_DOOR = "controller.cli.front_door"
"""What `golem` without a command does."""

SUMMARIES: dict[str, Message] = {
    "demo": _("play a whole game on the simulated table"),
    "play": _("play on the real table (--table table.yaml), or go on after a stop (--resume)"),
    "replay": _("tell a recorded game again, and check that the record is whole"),
    "doctor": _("say what is there, what is missing and how to mend it"),
    "print": _("make the kit as PDF at true scale: mats, decks, trays, tokens"),
    "read": _("say what lies on the table in a picture, video or camera"),
    "calibrate": _("measure a camera's lens by a printed board, or one on a screen"),
    "markers": _("ids and corners of ArUco and AprilTag markers in pictures"),
    "resolve": _("a position and programs in, events and the next position out"),
    "notation": _("a round of Battle of Golems as short text, and back"),
    "puzzle": _("puzzles for one player: list, show, solve, judge a try"),
    "jetan": _("Martian chess: play, find a move, count move sequences"),
    "match": _("Robot Game: a match between two bots, as text or as a page"),
    "league": _("Robot Game: all bots of a folder against each other, with ratings"),
    "robots": _("find robots, try them, flash them, test one against the rules of the wire"),
    "gateway": _("make robots on serial ports reachable over MQTT"),
    "broker": _("run a broker for robots on MQTT, each of which can only speak for itself"),
}

FIRST_STEP = _("First time here? Type `golem` and nothing else: the game opens in the browser.")

INTERRUPTED = 130
"""The exit status after Ctrl-C, as shells have it."""

_UNNAMEABLE = (errno.ENAMETOOLONG, errno.ELOOP)

INTERMIXED = frozenset({"print", "markers", "match", "league"})
"""Commands with a list of words, which may stand before and after the options. (Sub-commands rule this out.)"""


def _usage(language: Language) -> str:
    size = max(map(len, COMMANDS))
    lines = [
        translate(_("usage: golem [--no-browser] [--port PORT]"), language),
        "       golem COMMAND [options]",
        "",
        translate(_("Board games of programmed robots on a real table."), language),
        translate(_("Without a command: play, set up and watch in the browser."), language),
        "",
    ]
    lines += [f"  {name:<{size}} {translate(SUMMARIES[name], language)}" for name in COMMANDS]
    lines += ["", translate(_("`golem COMMAND --help` says more, `golem --version` which version this is."), language)]
    lines += [translate(FIRST_STEP, language)]
    return "\n".join(lines)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command. Returns the exit status: 0 done, 1 the thing failed, 2 the input is wrong, 130 interrupted."""
    # Fits of lenses and poses are small: on a busy machine several threads take 17 times as much processor time.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    if argv is not None:
        return _ended(argv)
    status = _ended(sys.argv[1:])
    # Another Ctrl-C during the very last steps of the program ends it at once and without a word.
    signal.signal(signal.SIGINT, lambda _number, _frame: os._exit(INTERRUPTED))
    return status


def _ended(words: Sequence[str]) -> int:
    """Run a command, whatever ends it."""
    try:
        return _main(list(words))
    except BrokenPipeError:
        # The reader of our output went away (`golem ... | head`): nobody is left to tell.
        sys.stderr.close()
        return 1
    except OSError as error:
        if error.errno == errno.EIO and error.filename is None and _hung_up(sys.stdout):
            _say_no_more()
            return 1
        if error.errno not in _UNNAMEABLE or error.filename is None:
            raise
        # A path of an option or argument that no system takes, wherever it was first looked at.
        said = translate(system_reason(error).message, language_asked(words))
        print(f"golem: {str(error.filename)[:60]}...: {said}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        # Whatever had to be put in order has been on the way here.
        return INTERRUPTED


def _hung_up(stream: TextIO) -> bool:
    """Whether a stream was a terminal that is closed by now."""
    try:
        number = stream.fileno()
        return stat.S_ISCHR(os.fstat(number).st_mode) and not os.isatty(number)
    except (OSError, ValueError):
        return False


def _say_no_more() -> None:
    """Let what is still in the buffers of a closed terminal go nowhere."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError):
            os.dup2(nowhere, stream.fileno())
    os.close(nowhere)


def _main(words: list[str]) -> int:
    language = language_asked(words)
    if words and words[0] in ("-h", "--help", "help"):
        print(_usage(language))
        return 0
    if words and words[0] in ("-V", "--version"):
        from importlib.metadata import version  # Takes 20 ms to load.

        print(f"golem {version(DISTRIBUTION)}")
        return 0
    front_door = not words or words[0].startswith("-")
    name, rest = ("", words) if front_door else (words[0], words[1:])
    if not front_door and name not in COMMANDS:
        unknown = translate(_("there is no command {name}", name=repr(name)), language)
        print(f"golem: {unknown}\n\n{_usage(language)}", file=sys.stderr)
        return 2
    return _run(name, rest, language)


def _run(name: str, words: list[str], language: Language) -> int:
    module: ModuleType = importlib.import_module(COMMANDS[name] if name else FRONT_DOOR)
    program = f"golem {name}".strip()
    with argparse_in_language(language):
        parser = CommandParser(prog=program, language=language)
        module.arguments(parser)
        if name in INTERMIXED:
            parser.keep_usage()
        args = parser.parse_intermixed_args(words) if name in INTERMIXED else parser.parse_args(words)
    try:
        with logged(name, args):
            status: int = module.run(args)
        return status
    except Problems as problems:
        # What is wrong is said in the language that was asked for, or is the input's.
        told_in = _language_of(args) or problems.language or language
        for problem in problems.problems:
            print(f"{program}: {problem.translated(told_in)}", file=sys.stderr)
        return 2
    except GolemError as error:
        told_in = _language_of(args) or error.language or language
        print(f"{program}: {error.translated(told_in)}", file=sys.stderr)
        return error.exit_status


def _language_of(args: argparse.Namespace) -> Language | None:
    """Return the language that was asked for; `golem print` checks later whether there is such a one."""
    asked = getattr(args, "language", None)
    return asked if asked is not None and is_language(asked) else None
