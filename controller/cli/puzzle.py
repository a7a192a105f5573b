"""`golem puzzle`: puzzles for one player: list, show, solve, judge a try."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from boards import puzzles
from boards.base.catalogue import Language, translate
from boards.base.errors import Problem, Problems
from boards.base.message import _
from boards.base.system_errors import system_reason
from controller.cli.options.command_parser import CommandParser, Description

if TYPE_CHECKING:
    from controller.games.golems.puzzles.puzzle import Puzzle

_LARGEST = 1 << 16
"""Bytes of a program; nine rounds of four golems have about 3,000."""


DESCRIPTION: Description = (
    _("Puzzles for one player: what there is, what they ask, how they are solved, what is wrong with a try."),
    (
        ("golem puzzle list", _("the puzzles that are shipped, from easy to hard")),
        ("golem puzzle show PUZZLE", _("story, board, goal, conditions")),
        ("golem puzzle solve PUZZLE", _("a shortest program, or that there is none")),
        ("golem puzzle check PUZZLE PROGRAM", _("judge a try, and explain the first thing that went wrong")),
    ),
    _(
        "PUZZLE is a file, or the name or number of a shipped puzzle. PROGRAM is a file or text: rows "
        "parted by commas, rounds by semicolons or empty lines; `red:` before a golem's rows, where there "
        "are several."
    ),
)


def arguments(parser: CommandParser) -> None:
    """Add the command's arguments to its parser."""
    in_language = parser.in_language
    parser.describe(DESCRIPTION)
    commands = parser.add_subparsers(dest="what", required=True, metavar="list|show|solve|check")
    for name, summary in (
        ("list", _("the puzzles that are shipped")),
        ("show", _("story, board, goal and conditions")),
        ("solve", _("a shortest program, or that there is none (exit status 1)")),
        ("check", _("judge a try (exit status 1, if it does not solve the puzzle)")),
    ):
        command = commands.add_parser(name, help=in_language(summary), language=parser.language)
        if name != "list":
            command.add_argument(
                "puzzle", metavar="PUZZLE", help=in_language(_("a YAML file, or a shipped puzzle's name or number"))
            )
        if name == "check":
            command.add_argument("program", metavar="PROGRAM", help=in_language(_("text, or a file with text")))
        command.add_language_option()


def run(args: argparse.Namespace) -> int:
    """Run the command and return its exit status."""
    match args.what:
        case "list":
            return _list(args.language)
        case "show":
            return _show(_read(args.puzzle), args.language)
        case "solve":
            return _solve(_read(args.puzzle), args.language)
        case _:
            return _check(_read(args.puzzle), args.program, args.language)


def _read(name: str) -> Puzzle:
    from boards.base.yaml_reader import read_document
    from controller.games.golems.puzzles.puzzle import build

    file = Path(name)
    # A name without a folder and an ending is a shipped puzzle's.
    return read_document(file if file.suffix or len(file.parts) > 1 else puzzles.path(name), build)


def _list(language: Language) -> int:
    from controller.games.golems.puzzles.puzzle_messages import IDEAS

    for number, key in enumerate(puzzles.keys(), start=1):
        puzzle = _read(key)
        size = puzzle.minimal
        least = _("rounds {rounds}, cards {cards}", rounds=size.rounds, cards=size.cards) if size else None
        told = translate(least, language) if least else ""
        name, idea = translate(puzzle.scenario.name, language), translate(IDEAS[puzzle.idea], language)
        print(f"{number:>2}  {key:<26} {told:<20} {name} ({idea})")
    return 0


def _show(puzzle: Puzzle, language: Language) -> int:
    from controller.games.golems.narration.event_messages import GOLEMS
    from controller.games.golems.narration.text_board import text_board
    from controller.games.golems.puzzles.puzzle_messages import condition_words, goal_words, row_words

    scenario = puzzle.scenario
    print(f"{translate(scenario.name, language)}\n\n{translate(scenario.story, language)}\n")
    print(text_board(puzzle.start))
    mine = ", ".join(translate(GOLEMS[colour], language) for colour in puzzle.plays)
    for goal in puzzle.goals:
        print(f"{mine}: {goal_words(goal, language)}.")
    for sentence in condition_words(puzzle.conditions, puzzle.autonomous, language):
        print(f"- {sentence}")
    for colour, rows in puzzle.programs.items():
        print(f"- {translate(GOLEMS[colour], language)}: {' · '.join(row_words(row, language) for row in rows)}")
    return 0


def _solve(puzzle: Puzzle, language: Language) -> int:
    from controller.games.golems.puzzles.attempt import format_try
    from controller.games.golems.puzzles.solver import solve
    from controller.games.golems.rules.program import format_row

    answer = solve(puzzle)
    if answer.solution is None or answer.size is None:
        none = _(
            "{puzzle}: there is no solution in {rounds} rounds or fewer (rows tried: {tried})",
            puzzle=puzzle.scenario.key,
            rounds=puzzle.last_round,
            tried=answer.looked_at,
        )
        print(translate(none, language))
        return 1
    texts = [{colour: [*map(format_row, rows)] for colour, rows in laid.items()} for laid in answer.solution]
    print(format_try(texts))
    shortest = _(
        "rounds: {rounds}, cards: {cards}, rows until the goal: {rows}; nothing is shorter (rows tried: {tried})",
        rounds=answer.size.rounds,
        cards=answer.size.cards,
        rows=answer.rows,
        tried=answer.looked_at,
    )
    print(f"# {translate(shortest, language)}")
    return 0


def _check(puzzle: Puzzle, program: str, language: Language) -> int:
    from controller.games.golems.puzzles.attempt import parse_try
    from controller.games.golems.puzzles.judge import judge

    verdict = judge(puzzle, parse_try(_text(program), puzzle.plays))
    print("\n".join(verdict.words(language)))
    return 0 if verdict.solved else 1


def _text(program: str) -> str:
    """Return the program itself, or what the file of that name says."""
    if program == "-":
        return _decoded(sys.stdin.buffer.read(_LARGEST + 1), "standard input")
    try:
        with Path(program).open("rb") as file:
            return _decoded(file.read(_LARGEST + 1), program)
    except (FileNotFoundError, ValueError):
        return program
    except OSError as error:
        if any(mark in program for mark in ",;:\n "):
            return program  # Text is too long, or not made, to be the name of a file.
        raise Problems(
            [Problem(program, _("the file can't be read: {reason}", reason=system_reason(error).message))]
        ) from error


def _decoded(data: bytes, name: str) -> str:
    if len(data) > _LARGEST:
        raise Problems([Problem(name, _("larger than {most} KiB; no program is that large", most=_LARGEST // 1024))])
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        message = _("not UTF-8 (byte 0x{byte:02x}); save the file as UTF-8", byte=data[error.start])
        raise Problems([Problem(f"{name}:{line}", message)]) from error
