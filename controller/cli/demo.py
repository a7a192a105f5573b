"""`golem demo`: play a whole game on the simulated table: standard, a scenario, or a puzzle."""

from __future__ import annotations

import argparse
import os
from typing import TYPE_CHECKING

from boards.base.message import Message, _
from controller.cli.options.command_parser import CommandParser, Description
from controller.cli.options.demo_options import USUAL_LINK, add_demo_options
from controller.cli.options.log_options import add_log_options

if TYPE_CHECKING:
    from boards.base.errors import Problem
    from controller.app.compose.game_setup import GamePlan

PUZZLES = "golem_puzzles"
"""A game that no list of games has: `--puzzle` says it."""
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
    from boards.base.errors import Problems
    from controller.app.simulation.demo import DemoPlan, check_faults, play_demo

    problems = _device_problems(args)
    if args.act is not None:
        return _act(args, problems)
    if args.repeat is not None:
        problems.append(_problem("--repeat", _("is for a position; add --act")))
    game, wrong = (None, _resumed_problems(args)) if args.resume else _game(args)
    problems += wrong
    outside = _outside(args, () if game is None else game.players, problems)
    speed = args.speed or ("max" if args.no_web and not outside else "real")
    plan = DemoPlan(
        seed=args.seed,
        link="mqtt" if args.robots == "micropython" else args.link or USUAL_LINK,
        robots=args.robots,
        real_time=speed == "real",
        web=not args.no_web and speed == "real",
        port=args.port,
        language=args.language,
        journal=args.journal,
        kind=args.game,
        game=game,
        camera=args.camera,
        fleet=args.fleet,
        faults=args.faults,
        truth=args.truth,
        outside=outside,
    )
    problems += check_faults(plan) if not wrong else ()
    if problems:
        raise Problems(problems)
    return play_demo(plan)


def _problem(at: str, message: Message) -> Problem:
    from boards.base.errors import Problem

    return Problem(at, message)


def _device_problems(args: argparse.Namespace) -> list[Problem]:
    """Return what is wrong with seed and devices, whatever is played."""
    found: list[Problem] = []
    if args.seed < 0:
        found.append(_problem("--seed", _("{seed} is below 0", seed=args.seed)))
    if args.faults is not None and args.robots != "simulated":
        message = _("errors and faults are those of robots simulated in Python; leave out --robots")
        found.append(_problem("--faults", message))
    if args.robots == "micropython" and args.link == "serial":
        found.append(_problem("--robots", _("MicroPython golems speak MQTT; leave out --link serial")))
    if args.robots == "emulated" and os.name != "posix":
        found.append(_problem("--robots", _("robots are emulated on Linux only")))
    return found


def _game(args: argparse.Namespace) -> tuple[GamePlan, list[Problem]]:
    """Return the game that is played as far as it can be made, and all that is wrong with it."""
    from controller.app.choices.game_choices import GameChoices
    from controller.app.choices.typed_game import typed_plan
    from controller.app.compose.game_setup import GamePlan, short_setup
    from controller.games.game_registry import names, tabletop_named

    known = args.game in (*names(), PUZZLES)
    pieces = known and not tabletop_named(args.game).kit_mat
    choices = GameChoices(
        game=args.game,
        players=args.players,
        board=args.board,
        way=args.way,
        rules=args.rules,
        scenario=args.scenario,
        puzzle=args.puzzle,
        bots=tuple(args.bots),
        staged=args.fleet > 0,
        usual=short_setup(args.game) if pieces else {},
    )
    base = GamePlan(seed=args.seed, language=args.language)
    game, wrong = typed_plan(choices, args.chosen, args.computer, base)
    return game, [*wrong, *(_piece_problems(args) if pieces else _mat_problems(args) if known else ())]


def _mat_problems(args: argparse.Namespace) -> list[Problem]:
    """Return which devices of games of pieces do not go with a game on a mat."""
    told = _("{game} has a camera and robots of its own; leave this out", game=args.game)
    given = {"--camera": args.camera, "--fleet": args.fleet}
    return [_problem(option, told) for option, is_given in given.items() if is_given]


def _piece_problems(args: argparse.Namespace) -> list[Problem]:
    """Return which devices do not go with a game of pieces."""
    from controller.games.game_registry import tabletop_named

    tabletop = tabletop_named(args.game)
    found: list[Problem] = []
    if args.robots != "simulated":
        found.append(_problem("--robots", _("{game} has no such robots; leave this out", game=args.game)))
    if args.fleet and tabletop.stage is None:
        message = _("{game} has no stage: no part of its board is acted out by a small fleet", game=args.game)
        found.append(_problem("--fleet", message))
    if args.camera and args.fleet:
        found.append(_problem("--camera", _("goes with a printed board, not with --fleet; leave one of them out")))
    elif args.camera and tabletop.automatic:
        message = _("without robots there is nothing of {kind} to see", kind=args.game)
        found.append(_problem("--camera", message))
    return found


def _resumed_problems(args: argparse.Namespace) -> list[Problem]:
    """Return what was said although the record says it itself, and that there is no such game."""
    from boards.base.errors import Problems
    from controller.app.choices.typed_game import typed_game

    try:
        typed_game(args.game)
        found: tuple[Problem, ...] = ()
    except Problems as refused:
        found = refused.problems
    said = ("players", "scenario", "puzzle", "board", "way", "rules", "computer", "bots", "chosen", "act")
    names = {"bots": "BOT", "chosen": "--set"}
    message = _("the record says this itself; leave it out with --resume")
    return [*found, *(_problem(names.get(name, f"--{name}"), message) for name in said if getattr(args, name))]


def _outside(args: argparse.Namespace, players: tuple[str, ...], problems: list[Problem]) -> dict[str, str]:
    """Return the addresses of robots that are not simulated, by colour; add what is wrong with them."""
    from boards.base.errors import Problems
    from boards.colours import COLOURS
    from controller.games.game_registry import names, tabletop_named
    from firmware_bridge.robots.robot_families import open_channel

    found: dict[str, str] = {}
    on_mat = args.game in (*names(), PUZZLES) and tabletop_named(args.game).kit_mat
    if args.robot and (args.fleet or not on_mat):
        problems.append(_problem("--robot", _("robots of yours play Battle of Golems here, on its mat")))
        return found
    if args.robot and args.speed == "max":
        problems.append(_problem("--speed", _("a robot of yours cannot be sped up; leave out --speed max")))
    golems = players or COLOURS
    for text in args.robot:
        name, equals, address = text.partition("=")
        if not equals or name not in golems:
            known = ", ".join(golems)
            message = _("write COLOUR=ADDRESS, such as red=serial:/dev/ttyUSB0; the golems are {known}", known=known)
            problems.append(_problem(f"--robot {text}", message))
        elif name in found:
            problems.append(_problem(f"--robot {text}", _("this golem has a robot already")))
        else:
            found[name] = address
            try:
                open_channel(f"--robot {name}", address)
            except Problems as wrong:
                problems += wrong.problems
    return found


_NOT_WITH_ACT = (
    "players",
    "board",
    "way",
    "rules",
    "chosen",
    "resume",
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


def _act(args: argparse.Namespace, problems: list[Problem]) -> int:
    """Act out a position. `problems`: what is wrong already."""
    from boards.base.errors import Problems
    from controller.app.simulation.act import ActPlan, play_act
    from controller.cli.document_files import read_document

    parser = CommandParser()
    arguments(parser)
    names = {"bots": "BOT", "chosen": "--set"}
    message = _("--act has all of it from its file; leave this out")
    problems += [
        _problem(names.get(name, f"--{name}"), message)
        for name in _NOT_WITH_ACT
        if getattr(args, name) != parser.get_default(name) and getattr(args, name)
    ]
    if args.game != "golems":
        problems.append(_problem("--game", _("--act is for positions of golems")))
    if args.repeat is not None and not 1 <= args.repeat <= MOST_RUNS:
        outside = _("{found} is outside the range {low} to {high}", found=args.repeat, low=1, high=MOST_RUNS)
        problems.append(_problem("--repeat", outside))
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
