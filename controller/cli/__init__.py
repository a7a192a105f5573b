"""`golem` on the command line: one module a command, loaded only when it is asked for.

A command's module has ``arguments(parser)`` and ``run(args) -> int``; it is found by its
name in :data:`COMMANDS`. Loading one command never loads the packages of another, so that
``golem resolve`` starts without OpenCV, MQTT or the web.
"""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Sequence
from types import ModuleType

from boards.base.catalogue import Language
from boards.base.errors import GolemError, Problems
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

FRONT_DOOR = "controller.cli.front_door"
"""What `golem` without a command does."""

SUMMARIES: dict[str, str] = {
    "demo": "play a whole game on the simulated table",
    "play": "play on the real table (--table table.yaml), or go on after a stop (--resume)",
    "replay": "tell a recorded game again, and check that the record is whole",
    "doctor": "say what is there, what is missing and how to mend it",
    "print": "make the kit as PDF at true scale: mats, decks, trays, tokens",
    "read": "say what lies on the table in a picture, video or camera",
    "calibrate": "measure a camera's lens by a printed board, or one on a screen",
    "markers": "ids and corners of ArUco and AprilTag markers in pictures",
    "resolve": "a position and programs in, events and the next position out",
    "notation": "a round of Battle of Golems as short text, and back",
    "puzzle": "puzzles for one player: list, show, solve, judge a try",
    "jetan": "Martian chess: play, find a move, count move sequences",
    "match": "Robot Game: a match between two bots, as text or as a page",
    "league": "Robot Game: all bots of a folder against each other, with ratings",
    "robots": "find robots, try them, flash them, test one against the rules of the wire",
    "gateway": "make robots on serial ports reachable over MQTT",
    "broker": "run a broker for robots on MQTT, each of which can only speak for itself",
}

INTERRUPTED = 130
"""The exit status after Ctrl-C, as shells have it."""

INTERMIXED = frozenset({"print", "markers", "match", "league"})
"""Commands with a list of words, which may stand before and after the options. (Sub-commands rule this out.)"""


def _usage() -> str:
    lines = [
        "usage: golem [--no-browser] [--port PORT]",
        "       golem COMMAND [options]",
        "",
        "Board games of programmed robots on a real table. Without a command: play, set up and watch in the browser.",
        "",
    ]
    lines += [f"  {name:<9} {SUMMARIES[name]}" for name in COMMANDS]
    lines += ["", "`golem COMMAND --help` says more. First time here? `golem demo`."]
    return "\n".join(lines)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command. Returns the exit status: 0 done, 1 the thing failed, 2 the input is wrong, 130 interrupted."""
    try:
        return _main(list(sys.argv[1:] if argv is None else argv))
    except KeyboardInterrupt:
        # Whatever had to be put in order has been on the way here.
        return INTERRUPTED
    except BrokenPipeError:
        # The reader of our output went away (`golem ... | head`): nobody is left to tell.
        sys.stderr.close()
        return 1


def _main(words: list[str]) -> int:
    if words and words[0] in ("-h", "--help", "help"):
        print(_usage())
        return 0
    front_door = not words or words[0].startswith("-")
    name, rest = ("", words) if front_door else (words[0], words[1:])
    if not front_door and name not in COMMANDS:
        print(f"golem: there is no command {name!r}\n\n{_usage()}", file=sys.stderr)
        return 2
    return _run(name, rest)


def _run(name: str, words: list[str]) -> int:
    module: ModuleType = importlib.import_module(COMMANDS[name] if name else FRONT_DOOR)
    program = f"golem {name}".strip()
    parser = argparse.ArgumentParser(prog=program, description=module.__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    module.arguments(parser)
    args = parser.parse_intermixed_args(words) if name in INTERMIXED else parser.parse_args(words)
    try:
        with logged(name, args):
            status: int = module.run(args)
        return status
    except Problems as problems:
        # What is wrong is said in the language that was asked for, or is the input's, as far as there are words in it.
        language: Language = getattr(args, "language", None) or problems.language or "en"
        for problem in problems.problems:
            print(f"{program}: {problem.told(language)}", file=sys.stderr)
        return 2
    except GolemError as error:
        print(f"{program}: {error.told(getattr(args, 'language', None) or error.language or 'en')}", file=sys.stderr)
        return error.exit_status
