"""`golem league`: robot Game: a league of all the bots in a folder, everybody against everybody, with ratings."""

from __future__ import annotations

import argparse
import contextlib
import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from boards.base.catalogue import Language, translate
from boards.base.errors import Problem, Problems
from boards.base.message import _
from controller.cli.match import whole_number
from controller.cli.options.command_parser import CommandParser, Description

if TYPE_CHECKING:
    from controller.bots.league import Standing

_LARGEST_SEED = 2**63 - 1
_MOST_GAMES = 10_000
_MOST_WORKERS = 256


DESCRIPTION: Description = (
    _("Robot Game: a league of all the bots in a folder, everybody against everybody, with ratings."),
    (
        ("golem league docs/bots", None),
        ("golem league BOTS/ --workers 4 --games 20", None),
        ("golem league BOTS/ --scheduler tcp://10.0.0.1:8786", None),
    ),
    _(
        "The results are appended to a file; the same command goes on after a stop, and plays only what is new when "
        "bots are added or changed. The table is the same for the same seed, whoever plays. Several workers and "
        "clusters need Dask: {command}. See docs/robot-game.md.",
        command='pip install "golem-table[league]"',
    ),
)


def arguments(parser: CommandParser) -> None:
    """Add the command's arguments to its parser."""
    in_language = parser.in_language
    parser.describe(DESCRIPTION)
    parser.add_argument("bots", metavar="BOTS", type=Path, help=in_language(_("a folder of bots")))
    parser.add_argument("--games", default="10", metavar="N", help=in_language(_("between each two (default: 10)")))
    parser.add_argument("--seed", default="0", metavar="N", help=in_language(_("default: 0")))
    parser.add_argument(
        "--workers", default="1", metavar="N", help=in_language(_("processes on this machine (default: 1)"))
    )
    parser.add_argument(
        "--scheduler", metavar="ADDRESS", help=in_language(_("of a Dask cluster, instead of workers here"))
    )
    parser.add_argument(
        "--results",
        type=Path,
        metavar="FILE",
        default=Path("league.jsonl"),
        help=in_language(_("default: league.jsonl")),
    )
    parser.add_argument("--json", action="store_true", help=in_language(_("print the table as JSON")))
    parser.add_language_option()


def run(args: argparse.Namespace) -> int:
    """Run the command and return its exit status."""
    from controller.bots.bot_messages import protection_words, say, table_words
    from controller.bots.league import BATCH, entrants, read_league, standings
    from controller.bots.league_results import ResultsFile
    from controller.bots.limits import Protection
    from controller.bots.schedule import batches, fixtures
    from controller.bots.workers import check_address, play_here, play_on_dask

    problems: list[Problem] = []
    games = whole_number(args.games, 1, _MOST_GAMES, "--games", problems)
    seed = whole_number(args.seed, 0, _LARGEST_SEED, "--seed", problems)
    workers = whole_number(args.workers, 1, _MOST_WORKERS, "--workers", problems)
    try:
        if args.scheduler is not None:
            check_address(args.scheduler)
    except Problems as found:
        problems += found.problems
    try:
        read, unread = read_league(args.bots)
    except Problems as found:
        problems += found.problems
    if problems:
        raise Problems(problems)
    playing = entrants(read)
    by_name = {bot.name: bot for bot in playing.bots}
    left_out = (*unread, *playing.problems)
    _tell_left_out(left_out, args.language)
    schedule = fixtures(playing.bots, games, seed)
    with ResultsFile(args.results, seed) as results:
        waiting = batches([fixture for fixture in schedule if fixture not in results.found], BATCH)
        done, total = 0, sum(map(len, waiting))
        if args.scheduler is None and workers == 1:
            played = play_here(by_name, waiting)
        else:
            played = play_on_dask(by_name, waiting, min(workers, max(1, len(waiting))), args.scheduler)
        try:
            with contextlib.closing(played):
                for portion in played if waiting else ():
                    for result in portion:
                        results.add(result)
                    done += len(portion)
                    if sys.stderr.isatty():
                        print(f"\r{done} / {total}", end="", file=sys.stderr, flush=True)
        except KeyboardInterrupt:
            print("\n" + say("stopped", args.language, done=done, total=total), file=sys.stderr)
            return 1
        if sys.stderr.isatty() and total:
            print(file=sys.stderr)
        table = standings(schedule, results.found)
    missing = {"left_out": [str(problem) for problem in left_out]} if left_out else {}
    if args.json:
        print(json.dumps({"game": "robot_game", "seed": seed, "table": list(map(_row_json, table)), **missing}))
    else:
        print("\n".join(table_words(table, args.language)))
        print(protection_words(Protection.of(playing.in_force), args.language), file=sys.stderr)
    return 0


def _tell_left_out(problems: Iterable[Problem], language: Language) -> None:
    for problem in problems:
        print(translate(_("left out: {problem}", problem=problem.placed), language), file=sys.stderr)


def _row_json(row: Standing) -> dict[str, object]:
    counts = {"games": row.games, "won": row.won, "drawn": row.drawn, "lost": row.lost, "slips": row.mistakes}
    rating = {"rating": round(row.rating.points, 1), "error": round(row.rating.error, 1)}
    return {"bot": row.name, **rating, **counts}
