"""`golem jetan`: jetan from the command line."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from boards.base.errors import Problem, Problems
from boards.base.message import _
from controller.cli.document_files import read_document
from controller.cli.options.command_parser import CommandParser, Description
from controller.games.jetan.moves import play
from controller.games.jetan.notation import START, format_move, parse_position
from controller.games.jetan.opponent import STRENGTHS, Thought, think
from controller.games.jetan.perft import perft
from controller.games.jetan.pieces import SIDES
from controller.games.jetan.position import Position
from controller.games.jetan.resolve import read_position

_DEEPEST = 20
_LARGEST_SEED = 2**64


DESCRIPTION: Description = (
    _("Jetan from the command line."),
    (
        ("golem jetan perft POSITION DEPTH", _("the number of move sequences of that length")),
        ("golem jetan best FILE", _("the computer's move: one JSON object")),
        ("golem jetan play", _("a game against the computer, here in the terminal")),
    ),
    _(
        "POSITION is ten rows from row 10 to row 1, the side to move, the escapes left and the count, in "
        "quotes, or the word `start`. FILE is a position in YAML or JSON, as for `golem resolve`, or a "
        "POSITION."
    ),
)


def arguments(parser: CommandParser) -> None:
    """Add the command's arguments to its parser."""
    in_language = parser.in_language
    parser.describe(DESCRIPTION)
    tasks = parser.add_subparsers(dest="task", metavar="TASK", required=True)
    counting = tasks.add_parser(
        "perft", help=in_language(_("count the move sequences of a length")), language=parser.language
    )
    counting.add_argument("position", metavar="POSITION", help=in_language(_("such as {example}", example=repr(START))))
    counting.add_argument("depth", metavar="DEPTH", help=in_language(_("moves in a sequence, both sides counted")))
    best = tasks.add_parser("best", help=in_language(_("the computer's move in a position")), language=parser.language)
    best.add_argument(
        "file", metavar="FILE", help=in_language(_("a YAML or JSON file with a position, or the position itself"))
    )
    game = tasks.add_parser(
        "play", help=in_language(_("a game against the computer in the terminal")), language=parser.language
    )
    game.add_argument(
        "--side",
        choices=SIDES,
        default=SIDES[0],
        help=in_language(_("yours; default: {default}", default="%(default)s")),
    )
    game.add_language_option()
    for command, strength in ((best, "hard"), (game, "medium")):
        command.add_argument(
            "--strength",
            choices=tuple(STRENGTHS),
            default=strength,
            help=in_language(_("default: {default}", default=strength)),
        )
        command.add_argument("--seed", default="0", help=in_language(_("the same seed, the same moves; default: 0")))


def run(args: argparse.Namespace) -> int:
    """Run the command and return its exit status."""
    match args.task:
        case "perft":
            return _perft(args.position, args.depth)
        case "best":
            return _best(args.file, args.strength, _number(args.seed, "--seed", _LARGEST_SEED))
        case _:
            from controller.cli.jetan_terminal import play_in_terminal

            seed = _number(args.seed, "--seed", _LARGEST_SEED)
            return play_in_terminal(sys.stdin, args.side, args.strength, seed, args.language)


def _perft(position: str, depth: str) -> int:
    problems: list[Problem] = []
    found, plies = None, 0
    try:
        found = parse_position(START if position == "start" else position, "POSITION")
    except Problems as wrong:
        problems += wrong.problems
    try:
        plies = _number(depth, "DEPTH", _DEEPEST)
    except Problems as wrong:
        problems += wrong.problems
    if problems or found is None:
        raise Problems(problems)
    print(perft(found, plies))
    return 0


def _number(text: str, at: str, most: int) -> int:
    plain = text.isascii() and text.isdigit() and len(text) <= len(str(most))
    if not plain or int(text) > most:
        raise Problems(
            [
                Problem(
                    at, _("a number from {low} to {high} is wanted, not {text}", low=0, high=most, text=repr(text[:40]))
                )
            ]
        )
    return int(text)


def _best(file: str, strength: str, seed: int) -> int:
    if file == "start" or file.count("/") == 9:
        position = parse_position(START if file == "start" else file, "FILE")
    else:
        position = read_position(read_document(Path(file)))
    thought = think(position, strength, seed)
    answer = {
        "move": format_move(position, thought.move),
        "value": thought.value / 100,
        "depth": thought.depth,
        "nodes": thought.nodes,
        "line": _line(position, thought),
    }
    print(json.dumps(answer))
    return 0


def _line(position: Position, thought: Thought) -> list[str]:
    """Return the expected moves in notation."""
    told = []
    for move in thought.line:
        told.append(format_move(position, move))
        found = position.at(move.origin)
        if found is None:
            break
        position = play(position, found[1], move).position
    return told
