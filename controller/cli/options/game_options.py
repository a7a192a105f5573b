"""Options that `golem demo` and `golem play` have in common: which game is played, by whom, where it is recorded."""

from __future__ import annotations

from pathlib import Path

from boards.base.message import Message, _
from controller.cli.options.command_parser import CommandParser, Options

CHOICES_OF_PIECES = (
    "shapes=ignored, steps=20, robots_each=3 (robots_hex), sum=1000, dice=2, teams=red:Anna+Ben,blue:Cem (spiral), "
    "games=3, first=orange, stakes=5, stakes=pieces, stakes=princess:20,thoat:3 (jetan)"
)
"""Examples of ``--set`` in games of pieces."""
CHOICES_OF_GOLEMS = "lives=2, energy=5, barrels=b2,c3, walls=b3, waters=c4, sides=red+yellow,blue+green (golems)"
"""And in Battle of Golems."""


def add_game_options(parser: CommandParser, default: str | None, usual: Message | str) -> None:
    """Add ``--game`` and the bots of Robot Game. `usual`: how the help names the default."""
    games = _(
        "golems: robots and cards; jetan, spiral or robots_hex: pieces; robot_game: bots against each other "
        "(default: {default})",
        default=usual,
    )
    parser.add_argument("--game", default=default, help=parser.in_language(games))
    parser.add_argument(
        "bots", metavar="BOT", nargs="*", type=Path, help=parser.in_language(_("robot_game: two bots' Python files"))
    )


def add_journal_option(parser: CommandParser, usual: Message | str) -> None:
    """Add ``--journal``. `usual`: how the help names the default."""
    message = _("where the game is recorded (default: {default})", default=usual)
    parser.add_argument("--journal", type=Path, help=parser.in_language(message))


def add_computer_option(parser: CommandParser, group: Options) -> None:
    """Add ``--computer``, for those for whom the computer plays."""
    message = _(
        "the computer plays for this player, golem or side: easy, medium or hard (blue:hard); can be given again"
    )
    group.add_argument(
        "--computer", action="append", default=[], metavar="PLAYER:STRENGTH", help=parser.in_language(message)
    )


def add_set_option(parser: CommandParser, group: Options, examples: str) -> None:
    """Add ``--set``, for what else may be chosen in a game."""
    message = _("a choice of the game: {examples}; can be given again", examples=examples)
    group.add_argument(
        "--set", action="append", default=[], dest="chosen", metavar="KEY=VALUE", help=parser.in_language(message)
    )
