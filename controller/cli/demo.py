"""`golem demo`: play a whole game on the simulated table: standard, a scenario, or a puzzle."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import Literal

from boards.base.message import Message, _
from controller.cli.options.command_parser import CommandParser, Description
from controller.cli.options.log_options import add_log_options
from controller.cli.options.robots_option import ROBOTS, robots_kind

# Windows has no pseudo-terminals.
WAYS = ("beginner", "standard", "autonomous")

_LINK: Literal["serial", "mqtt"] = "serial" if os.name == "posix" else "mqtt"

MOST_RUNS = 1_000_000


DESCRIPTION: Description = (
    _("Play a whole game on the simulated table: standard, a scenario, or a puzzle."),
    _(
        "What happens is the real thing: simulated players lay printed cards, a simulated camera sees the "
        "rendered table, the rules resolve every row, and simulated robots act it out over real "
        "pseudo-terminals (--link serial) or a real MQTT broker (--link mqtt). The same seed plays the "
        "same game."
    ),
)


def arguments(parser: CommandParser) -> None:
    """Add the command's arguments to its parser."""
    parser.describe(DESCRIPTION)
    add_log_options(parser)
    _add_game_options(parser)
    _add_hardware_options(parser)
    _add_choice_options(parser)
    _add_table_options(parser)
    _add_act_options(parser)


def _add_game_options(parser: CommandParser) -> None:
    """Add what is played, by whom, on which board."""
    in_language = parser.in_language
    parser.add_argument(
        "--game",
        default="golems",
        help=in_language(
            _(
                "golems: robots and cards; jetan, spiral or robots_hex: pieces that simulated people move; "
                "robot_game: bots against each other (default: {default})",
                default="%(default)s",
            )
        ),
    )
    parser.add_argument(
        "bots", metavar="BOT", nargs="*", type=Path, help=in_language(_("robot_game: two bots' Python files"))
    )
    parser.add_argument(
        "--seed", type=int, default=7, help=in_language(_("chance of the game, 0 or more (default: 7)"))
    )
    parser.add_argument(
        "--players", type=int, choices=range(2, 7), default=2, help=in_language(_("2 to 4; in spiral 2 to 6"))
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
        help=in_language(_("how the robots are reached (default: {default})", default=_LINK)),
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
    parser.add_argument(
        "--port", type=int, default=8080, help=in_language(_("the page's port, 0 for a free one (default: 8080)"))
    )
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
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        dest="chosen",
        metavar="KEY=VALUE",
        help=in_language(
            _(
                "a choice of the game: lives=2, energy=5, barrels=b2,c3, walls=b3, waters=c4 or "
                "sides=red+yellow,blue+green (golems), shapes=ignored, steps=20 or robots_each=3 (robots_hex), "
                "sum=1000, dice=2 (spiral), games=3 (jetan); can be given again"
            )
        ),
    )
    parser.add_argument(
        "--way", choices=WAYS, help=in_language(_("Battle of Golems: how it is played (default: standard)"))
    )
    parser.add_argument(
        "--rules", choices=("3.1", "2.0"), help=in_language(_("Battle of Golems: by which rulebook (default: 3.1)"))
    )
    parser.add_argument(
        "--resume",
        action="store_true",
        help=in_language(_("go on with the newest demo of this game, or with that of --journal, after a stop")),
    )
    parser.add_argument("--puzzle", help=in_language(_("a puzzle for one player: its name, its number, or a file")))
    parser.add_argument(
        "--computer",
        action="append",
        default=[],
        metavar="COLOUR:STRENGTH",
        help=in_language(
            _(
                "the computer plays this golem or side, without cards: easy, medium or hard (blue:hard); can be "
                "given again"
            )
        ),
    )


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
    parser.add_argument(
        "--journal", type=Path, help=in_language(_("where the game is recorded (default: games/demo-SEED.jsonl)"))
    )
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


def run(args: argparse.Namespace) -> int:
    """Run the command and return its exit status."""
    from controller.app.simulation.demo import DemoPlan, play_demo
    from controller.cli.options.computer_option import computers
    from controller.games.game_registry import tabletop_named

    on_mat = tabletop_named(args.game).mat
    if args.seed < 0:
        raise_usage("--seed", _("{seed} is below 0", seed=args.seed))
    if (args.faults is not None) and args.robots != "simulated":
        raise_usage("--faults", _("errors and faults are those of robots simulated in Python; leave out --robots"))
    if args.act is not None:
        return _act(args)
    if args.repeat is not None:
        raise_usage("--repeat", _("is for a position; add --act"))
    _check_ways(args, on_mat)
    if args.puzzle is not None and (args.scenario is not None or args.computer):
        raise_usage("--puzzle", _("a puzzle is for one player who lays cards; leave out --scenario and --computer"))
    if on_mat and args.players > 4:
        raise_usage("--players", _("Battle of Golems is for 2 to 4"))
    if not on_mat and (args.puzzle is not None or args.robots != "simulated"):
        raise_usage("--game", _("{game} has no puzzles and robots; leave out --puzzle and --robots", game=args.game))
    if on_mat and args.chosen and (args.scenario is not None or args.puzzle is not None):
        raise_usage("--set", _("a scenario or puzzle says this itself; leave it out"))
    if args.robots == "micropython" and args.link == "serial":
        raise_usage("--robots", _("MicroPython golems speak MQTT; leave out --link serial"))
    if args.robots == "emulated" and os.name != "posix":
        raise_usage("--robots", _("robots are emulated on Linux only"))
    outside = _outside(args)
    speed = args.speed or ("max" if args.no_web and not outside else "real")
    return play_demo(
        DemoPlan(
            seed=args.seed,
            players=args.players,
            board=args.board,
            link="mqtt" if args.robots == "micropython" else args.link or _LINK,
            robots=args.robots,
            real_time=speed == "real",
            web=not args.no_web and speed == "real",
            port=args.port,
            language=args.language,
            scenario=args.scenario,
            puzzle=args.puzzle,
            computers=computers(args.computer, args.game),
            journal=args.journal,
            game=args.game,
            camera=args.camera,
            bots=tuple(args.bots),
            fleet=args.fleet,
            chosen=tuple(args.chosen),
            faults=args.faults,
            truth=args.truth,
            outside=outside,
            way=args.way,
            rules=args.rules,
            resume=args.resume,
        )
    )


def _check_ways(args: argparse.Namespace, on_mat: bool) -> None:
    """Refuse ways and rulebooks where there are none, and what a record says itself. Raises Problems."""
    if args.resume:
        _check_resumed(args)
    if not on_mat and (args.way is not None or args.rules is not None):
        raise_usage("--game", _("{game} has one way and one rulebook; leave out --way and --rules", game=args.game))
    for option in ("way", "rules"):
        if getattr(args, option) is not None and (args.scenario is not None or args.puzzle is not None):
            raise_usage(f"--{option}", _("a scenario or puzzle says this itself; leave it out"))


def _check_resumed(args: argparse.Namespace) -> None:
    """Refuse what the record says itself. Raises Problems, all at once."""
    from boards.base.errors import Problem, Problems

    said = ("scenario", "puzzle", "board", "way", "rules", "computer", "bots", "chosen", "act")
    given = [name for name in said if getattr(args, name)]
    names = {"bots": "BOT", "chosen": "--set"}
    message = _("the record says this itself; leave it out with --resume")
    if given:
        raise Problems([Problem(names.get(name, f"--{name}"), message) for name in given])


def _outside(args: argparse.Namespace) -> dict[str, str]:
    """Return the addresses of robots that are not simulated, by colour. Raises Problems."""
    from boards.base.errors import Problem, Problems
    from boards.base.message import _
    from boards.colours import COLOURS
    from controller.games.game_registry import tabletop_named
    from firmware_bridge.robots.robot_families import open_channel

    found: dict[str, str] = {}
    problems: list[Problem] = []
    if args.robot and (args.fleet or not tabletop_named(args.game).mat):
        problems.append(Problem("--robot", _("robots of yours play Battle of Golems here, on its mat")))
    if args.robot and args.speed == "max":
        problems.append(Problem("--speed", _("a robot of yours cannot be sped up; leave out --speed max")))
    for text in args.robot:
        name, equals, address = text.partition("=")
        if not equals or name not in COLOURS[: args.players]:
            known = ", ".join(COLOURS[: args.players])
            said = _("write COLOUR=ADDRESS, such as red=serial:/dev/ttyUSB0; the golems are {known}", known=known)
            problems.append(Problem(f"--robot {text}", said))
        elif name in found:
            problems.append(Problem(f"--robot {text}", _("this golem has a robot already")))
        else:
            found[name] = address
            try:
                open_channel(f"--robot {name}", address)
            except Problems as wrong:
                problems += wrong.problems
    if problems:
        raise Problems(problems)
    return found


_NOT_WITH_ACT = (
    "players",
    "board",
    "scenario",
    "puzzle",
    "fleet",
    "camera",
    "computer",
    "bots",
    "journal",
    "robots",
    "robot",
)
"""Options that say which game is played: the position says it."""


def _act(args: argparse.Namespace) -> int:
    """Act out a position."""
    from boards.base.errors import Problem, Problems
    from controller.app.simulation.act import ActPlan, play_act
    from controller.cli.document_files import read_document

    parser = CommandParser()
    arguments(parser)
    given = [name for name in _NOT_WITH_ACT if getattr(args, name) != parser.get_default(name) and getattr(args, name)]
    problems = [Problem(f"--{name}", _("--act has all of it from its file; leave this out")) for name in given]
    if args.game != "golems":
        problems.append(Problem("--game", _("--act is for positions of golems")))
    if args.repeat is not None and not 1 <= args.repeat <= MOST_RUNS:
        problems.append(
            Problem(
                "--repeat", _("{found} is outside the range {low} to {high}", found=args.repeat, low=1, high=MOST_RUNS)
            )
        )
    if problems:
        raise Problems(problems)
    return play_act(
        ActPlan(
            read_document(args.act),
            args.seed,
            args.repeat or 1,
            args.link or _LINK,
            args.speed == "real",
            args.faults,
            args.truth,
            args.language,
        ),
        print,
    )


def raise_usage(at: str, message: Message) -> None:
    """Raise the error of an option that is wrong."""
    from boards.base.errors import Problem, Problems

    raise Problems([Problem(at, message)])
