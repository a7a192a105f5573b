"""The options of `golem demo`."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Literal

from boards.base.message import _
from controller.cli.options.command_parser import CommandParser
from controller.cli.options.game_options import (
    CHOICES_OF_GOLEMS,
    CHOICES_OF_PIECES,
    add_computer_option,
    add_game_options,
    add_journal_option,
    add_set_option,
)
from controller.cli.options.page_options import add_port_option
from controller.cli.options.robots_option import ROBOTS, robots_kind

USUAL_LINK: Literal["serial", "mqtt"] = "serial" if os.name == "posix" else "mqtt"
"""Windows has no pseudo-terminals."""


def add_demo_options(parser: CommandParser) -> None:
    """Add all options of the command."""
    _add_game_options(parser)
    _add_hardware_options(parser)
    _add_choice_options(parser)
    _add_table_options(parser)
    _add_act_options(parser)


def _add_game_options(parser: CommandParser) -> None:
    """Add what is played, by whom, on which board."""
    in_language = parser.in_language
    add_game_options(parser, "golems", "golems")
    parser.add_argument(
        "--seed", type=int, default=7, help=in_language(_("chance of the game, 0 or more (default: 7)"))
    )
    parser.add_argument(
        "--players",
        type=int,
        metavar="N",
        help=in_language(_("2 to 4; in spiral and robots_hex 2 to 6 (default: 2)")),
    )
    parser.add_argument(
        "--board",
        metavar="MAT",
        help=in_language(
            _("4x4, 6x6 or a mat's YAML file (default: 4x4); in spiral and robots_hex a board's YAML file")
        ),
    )


def _add_hardware_options(parser: CommandParser) -> None:
    """Add the robots, the speed and the page."""
    in_language = parser.in_language
    parser.add_argument(
        "--link",
        choices=("serial", "mqtt"),
        help=in_language(_("how the robots are reached (default: {default})", default=USUAL_LINK)),
    )
    parser.add_argument(
        "--robots",
        type=robots_kind,
        choices=ROBOTS,
        default="simulated",
        help=in_language(
            _(
                "simulated: robots simulated in Python; emulated: the golem's own program on an emulated processor, "
                "over serial ports, or behind a gateway with --link mqtt; micropython: the program of the golem "
                "with its own Wi-Fi, run by this Python, over MQTT (default: {default})",
                default="%(default)s",
            )
        ),
    )
    parser.add_argument(
        "--speed",
        choices=("real", "max"),
        help=in_language(
            _(
                "real: as a table plays, with the page; max: as fast as the processor can, without it (default: "
                "real, and max with --no-web)"
            )
        ),
    )
    parser.add_argument("--no-web", action="store_true", help=in_language(_("without the spectators' page")))
    add_port_option(parser)
    parser.add_language_option()


def _add_choice_options(parser: CommandParser) -> None:
    """Add what is chosen for a game: scenario, rules, puzzle, computer players."""
    in_language = parser.in_language
    parser.add_argument(
        "--scenario",
        help=in_language(
            _(
                "a scenario instead of the standard game, such as castle-under-siege; robots_hex: duel, invasion "
                "or computer"
            )
        ),
    )
    add_set_option(parser, parser, f"{CHOICES_OF_GOLEMS}, {CHOICES_OF_PIECES}")
    parser.add_argument(
        "--way",
        metavar="{beginner,standard,autonomous}",
        help=in_language(_("Battle of Golems: how it is played (default: standard)")),
    )
    parser.add_argument(
        "--rules",
        metavar="{3.1,2.0}",
        help=in_language(_("Battle of Golems: by which rulebook (default: 3.1)")),
    )
    parser.add_argument(
        "--resume",
        action="store_true",
        help=in_language(_("go on with the newest demo of this game, or with that of --journal, after a stop")),
    )
    parser.add_argument("--puzzle", help=in_language(_("a puzzle for one player: its name, its number, or a file")))
    add_computer_option(parser, parser)


def _add_table_options(parser: CommandParser) -> None:
    """Add the camera, the fleet, the journal and robots that are not simulated."""
    in_language = parser.in_language
    parser.add_argument(
        "--camera",
        action="store_true",
        help=in_language(
            _("games of pieces: people make their moves on a printed board, and a simulated camera sees them")
        ),
    )
    parser.add_argument(
        "--fleet",
        type=int,
        choices=range(1, 5),
        default=0,
        metavar="1-4",
        help=in_language(
            _(
                "robot_game, robots_hex: so many golems act out the game on a mat (of the arena its middle), the "
                "rest are ghosts"
            )
        ),
    )
    add_journal_option(parser, "games/demo-SEED.jsonl")
    parser.add_argument(
        "--robot",
        action="append",
        default=[],
        metavar="COLOUR=ADDRESS",
        help=in_language(
            _(
                "a robot of yours plays this golem beside simulated ones (red=serial:/dev/ttyUSB0); the simulated "
                "camera sees it where its odometry says it is; can be given again"
            )
        ),
    )


def _add_act_options(parser: CommandParser) -> None:
    """Add what acts out one position, and scripted faults."""
    in_language = parser.in_language
    parser.add_argument(
        "--act",
        type=Path,
        metavar="FILE",
        help=in_language(_("act out the programs of a position in the form of `golem resolve`, instead of a game")),
    )
    parser.add_argument(
        "--repeat", type=int, metavar="N", help=in_language(_("--act: so many times, each with a seed of its own"))
    )
    parser.add_argument(
        "--faults",
        type=Path,
        metavar="FILE",
        help=in_language(_("errors and faults of robots and camera, and hands (docs/faults.md)")),
    )
    parser.add_argument(
        "--truth",
        type=Path,
        metavar="FILE",
        help=in_language(
            _("write where every golem truly is every 5 ms, and what happens to it, as JSON lines (docs/faults.md)")
        ),
    )
