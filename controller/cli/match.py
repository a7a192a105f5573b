"""`golem match`: robot Game: a match between two bots."""

from __future__ import annotations

import argparse
import json
import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from boards.base.catalogue import translate
from boards.base.errors import Problem, Problems
from boards.base.message import _
from controller.cli.options.command_parser import CommandParser, Description

if TYPE_CHECKING:
    from controller.bots.bot_source import BotSource
    from controller.bots.match import Match, TurnPlayed

_LARGEST_SEED = 2**63 - 1
_MOST_GAMES = 100_000


DESCRIPTION: Description = (
    _("Robot Game: a match between two bots."),
    (
        ("golem match docs/bots/centre.py docs/bots/hunter.py", None),
        ("golem match A.py B.py --seed 7 --games 20", _("seeds 7 to 26")),
        ("golem match A.py B.py --html match.html", _("a page that plays the match, without a network")),
        ("golem match --replay match.jsonl --html match.html", _("the page of a recorded match")),
    ),
    _(
        "A bot is a Python file with a class Robot, as for rgkit. It runs in a process of its own, without "
        "network and files; what it does wrong becomes a guard, and is told. See docs/robot-game.md."
    ),
)


def arguments(parser: CommandParser) -> None:
    """Add the command's arguments to its parser."""
    in_language = parser.in_language
    parser.describe(DESCRIPTION)
    parser.add_argument("bots", metavar="BOT", nargs="*", type=Path, help=in_language(_("two Python files")))
    parser.add_argument(
        "--seed",
        default="0",
        metavar="N",
        help=in_language(_("of the first game; the next ones count on (default: 0)")),
    )
    parser.add_argument("--games", default="1", metavar="N", help=in_language(_("how many games (default: 1)")))
    parser.add_argument(
        "--html", type=Path, metavar="FILE", help=in_language(_("write a page that plays the first game"))
    )
    parser.add_argument("--journal", type=Path, metavar="FILE", help=in_language(_("record the first game")))
    parser.add_argument("--replay", type=Path, metavar="FILE", help=in_language(_("a recorded game instead of bots")))
    parser.add_argument("--json", action="store_true", help=in_language(_("print one JSON object")))
    parser.add_language_option()


def run(args: argparse.Namespace) -> int:
    """Run the command and return its exit status."""
    if args.replay is not None:
        return _replay(args)
    return _play(args)


def _play(args: argparse.Namespace) -> int:
    from controller.bots.match_page import write_page
    from controller.bots.match_record import MatchRecorder
    from controller.bots.series import play_series

    bots, seeds = _planned(args)
    turns: list[TurnPlayed] = []
    recorder: list[MatchRecorder] = []

    def watch(played: TurnPlayed) -> None:
        # The record is begun when the bots are known to be loaded.
        if args.journal is not None:
            if not recorder:
                recorder.append(MatchRecorder(args.journal, bots, seeds.start))
            recorder[0](played)
        if args.html is not None:
            turns.append(played)

    watched = watch if args.journal is not None or args.html is not None else None
    try:
        matches, in_force = play_series(bots, seeds, os.cpu_count() or 1, watched)
    except KeyboardInterrupt:
        print(f"golem match: {translate(_('stopped'), args.language)}", file=sys.stderr)
        return 1
    if recorder:
        recorder[0].end(matches[0])
    if args.html is not None:
        write_page(args.html, matches[0].names, turns, args.language)
    _report(args, matches, in_force)
    return 0


def _planned(args: argparse.Namespace) -> tuple[tuple[BotSource, ...], range]:
    """Return the two bots, with names that differ, and the seeds of their matches. Raises Problems."""
    from controller.bots.bot_source import read_bots

    problems: list[Problem] = []
    bots: tuple[BotSource, ...] = ()
    games = whole_number(args.games, 1, _MOST_GAMES, "--games", problems)
    seed = whole_number(args.seed, 0, _LARGEST_SEED - _MOST_GAMES, "--seed", problems)
    if len(args.bots) != 2:
        problems.append(Problem("BOT", _("a match is between two bots, and {count} are given", count=len(args.bots))))
    writable(args.html, "--html", problems)
    try:
        bots = read_bots(args.bots)
    except Problems as found:
        problems += found.problems
    if problems:
        raise Problems(problems)
    if bots[0].name == bots[1].name:
        bots = tuple(replace(bot, name=f"{bot.name} {number}") for number, bot in enumerate(bots, start=1))
    return bots, range(seed, seed + games)


def _report(args: argparse.Namespace, matches: list[Match], in_force: tuple[str, ...]) -> None:
    """Print the results, as JSON if that was asked for."""
    from controller.bots.bot_messages import match_words, protection_words, total_words
    from controller.bots.limits import Protection
    from controller.bots.match_frames import match_json

    protection = Protection.of(in_force)
    if args.json:
        held = {"network": protection.network, "files": protection.files, "processes": protection.processes}
        wins = [sum(match.winner == player for match in matches) for player in (0, 1)]
        report: dict[str, object] = {
            "game": "robot_game",
            "held_back_from": held,
            "layers": list(in_force),
            "wins": wins,
        }
        report |= {"draws": len(matches) - sum(wins), "matches": [match_json(match) for match in matches]}
        print(json.dumps(report, ensure_ascii=False))
        return
    for match in matches:
        print("\n".join(match_words(match, args.language)))
    if len(matches) > 1:
        print(total_words(matches, args.language))
    print(protection_words(protection, args.language), file=sys.stderr)


def _replay(args: argparse.Namespace) -> int:
    from controller.bots.match_page import write_page
    from controller.bots.match_record import read_match
    from controller.games.robot_game.state import scores
    from controller.journal import read_record

    problems: list[Problem] = []
    if args.bots:
        problems.append(Problem("BOT", _("a recorded game is replayed without bots")))
    writable(args.html, "--html", problems)
    if problems:
        raise Problems(problems)
    found = read_match(read_record(args.replay))
    if args.html is not None:
        write_page(args.html, found.names, found.turns, args.language)
    first, second = scores(found.turns[-1].after.robots) if found.turns else (0, 0)
    ended = _(
        "{record}: {a} {x}, {b} {y} after {turns} turns",
        record=str(args.replay),
        a=found.names[0],
        x=first,
        b=found.names[1],
        y=second,
        turns=len(found.turns),
    )
    print(translate(ended, args.language))
    return 0


def whole_number(text: str, low: int, high: int, at: str, problems: list[Problem]) -> int:
    """Return the number that an option says; a mistake is added to `problems`."""
    if text.isascii() and text.isdigit() and len(text) < 20 and low <= int(text) <= high:
        return int(text)
    problems.append(
        Problem(at, _("a number from {low} to {high} is wanted, not {text}", low=low, high=high, text=repr(text[:40])))
    )
    return low


def writable(path: Path | None, at: str, problems: list[Problem]) -> None:
    """Whether a file can be made there, found out before anything is played."""
    if path is None:
        return
    if path.is_dir():
        problems.append(Problem(at, _("{file} is a folder; a file is wanted", file=str(path))))
    elif not path.absolute().parent.is_dir():
        problems.append(Problem(at, _("there is no folder {folder}", folder=str(path.absolute().parent))))
    elif not os.access(path if path.exists() else path.absolute().parent, os.W_OK):
        problems.append(Problem(at, _("{file} can't be written", file=str(path))))
