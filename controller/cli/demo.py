"""`golem demo`: play a whole game on the simulated table: standard, a scenario, or a puzzle."""

from __future__ import annotations

import argparse
import os

from boards.base.message import Message, _
from controller.cli.options.command_parser import CommandParser, Description
from controller.cli.options.demo_options import USUAL_LINK, add_demo_options
from controller.cli.options.log_options import add_log_options

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
    add_demo_options(parser)


def run(args: argparse.Namespace) -> int:
    """Run the command and return its exit status."""
    from controller.app.simulation.demo import DemoPlan, play_demo
    from controller.cli.options.computer_option import computers
    from controller.games.game_registry import tabletop_named

    on_mat = tabletop_named(args.game).kit_mat
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
    if on_mat and args.chosen and args.puzzle is not None:
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
            link="mqtt" if args.robots == "micropython" else args.link or USUAL_LINK,
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
    if args.robot and (args.fleet or not tabletop_named(args.game).kit_mat):
        problems.append(Problem("--robot", _("robots of yours play Battle of Golems here, on its mat")))
    if args.robot and args.speed == "max":
        problems.append(Problem("--speed", _("a robot of yours cannot be sped up; leave out --speed max")))
    for text in args.robot:
        name, equals, address = text.partition("=")
        if not equals or name not in COLOURS[: args.players]:
            known = ", ".join(COLOURS[: args.players])
            message = _("write COLOUR=ADDRESS, such as red=serial:/dev/ttyUSB0; the golems are {known}", known=known)
            problems.append(Problem(f"--robot {text}", message))
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
            args.link or USUAL_LINK,
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
