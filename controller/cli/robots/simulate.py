"""`golem robots simulate`: the options of simulated robots by themselves."""

from __future__ import annotations

import argparse
import os
from contextlib import suppress
from pathlib import Path

from boards.base.errors import Problem, Problems
from boards.base.message import _
from controller.app.config.broker_address import table_at
from controller.app.terminal.shutdown import run_until_ended
from controller.app.tools.standalone_robots import Broker, StandalonePlan, simulate
from controller.cli.gateway import as_robot
from controller.cli.options.command_parser import CommandParser
from controller.cli.options.robots_option import ROBOTS, robots_kind
from firmware_bridge.channels.mqtt_topics import is_name
from firmware_bridge.robots.credentials import Login, login_of


def add_options(parser: CommandParser) -> None:
    """Add what this sub-command has of its own."""
    in_language = parser.in_language
    parser.add_argument("names", nargs="*", metavar="NAME", help=in_language(_("one robot each (default: red)")))
    parser.add_argument(
        "--robots",
        choices=ROBOTS,
        type=robots_kind,
        default="simulated",
        help=in_language(_("what runs (default: {default})", default="%(default)s")),
    )
    parser.add_argument(
        "--mqtt", metavar="URL", help=in_language(_("mqtt://HOST[:PORT]/TABLE: on this broker, and not on ports"))
    )
    parser.add_argument("--faults", type=Path, metavar="FILE", help=in_language(_("what goes wrong (docs/faults.md)")))
    parser.add_argument(
        "--seed",
        type=int,
        default=0,
        help=in_language(_("of their errors by chance (default: {default})", default="%(default)s")),
    )


def run(args: argparse.Namespace) -> int:
    """Run them until Ctrl-C. Raises Problems, GolemError."""
    names = tuple(dict.fromkeys(args.names)) or ("red",)
    problems = [
        Problem("NAME", _("{name} is no name for a robot: letters, digits, - and _, at most 8 bytes", name=repr(name)))
        for name in names
        if not is_name(name) or len(name.encode()) > 8
    ]
    broker = _broker(args.mqtt, problems) if args.mqtt is not None else None
    if problems:
        raise Problems(problems)
    plan = StandalonePlan(names, args.robots, broker, args.faults, args.seed, args.language)
    with suppress(KeyboardInterrupt):
        run_until_ended(simulate(plan, lambda text: print(text, flush=True)))
    return 0


def _broker(url: str, problems: list[Problem]) -> Broker:
    login: Login | None = None
    try:
        login = login_of(os.environ)
    except Problems as wrong:
        problems += wrong.problems
    endpoint, table = table_at("--mqtt", url, login, problems)
    return Broker(table, lambda name: endpoint if login is None else as_robot(endpoint, table, login, name))
