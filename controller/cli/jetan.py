"""Jetan from the command line.

    golem jetan perft POSITION DEPTH       the number of move sequences of that length

POSITION is ten rows from row 10 to row 1, the side to move, the escapes left and the count, in quotes, or
the word `start`.
"""

from __future__ import annotations

import argparse

from boards.errors import Problem, Problems
from controller.games.jetan.notation import START, parse_position
from controller.games.jetan.perft import perft

_DEEPEST = 20


def arguments(parser: argparse.ArgumentParser) -> None:
    tasks = parser.add_subparsers(dest="task", metavar="TASK", required=True)
    counting = tasks.add_parser("perft", help="count the move sequences of a length")
    counting.add_argument("position", metavar="POSITION", help=f"such as {START!r}")
    counting.add_argument("depth", metavar="DEPTH", help="moves in a sequence, both sides counted")


def run(args: argparse.Namespace) -> int:
    problems: list[Problem] = []
    position = None
    try:
        position = parse_position(START if args.position == "start" else args.position, "POSITION")
    except Problems as found:
        problems += found.problems
    depth: str = args.depth
    plain = depth.isascii() and depth.isdigit() and len(depth) <= len(str(_DEEPEST))
    if not plain or int(depth) > _DEEPEST:
        problems.append(Problem("DEPTH", f"a number from 0 to {_DEEPEST} is wanted, not {depth[:40]!r}"))
    if problems or position is None:
        raise Problems(problems)
    print(perft(position, int(depth)))
    return 0
