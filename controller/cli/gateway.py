"""`golem gateway`: make robots on serial ports reachable over MQTT."""

from __future__ import annotations

import argparse
import asyncio
import os
from contextlib import suppress
from dataclasses import replace

from boards.base.catalogue import Language, translate
from boards.base.errors import Problem, Problems
from boards.base.message import Message, _
from controller.app.config.broker_address import table_at
from controller.app.terminal.shutdown import run_until_ended
from controller.app.tools.gateway_messages import GatewayMistake, phrase
from controller.cli.options.command_parser import CommandParser, Description
from controller.cli.options.log_options import add_log_options
from firmware_bridge.channels.mqtt_client import Endpoint
from firmware_bridge.channels.mqtt_topics import is_name
from firmware_bridge.channels.serial_port import BAUD, SerialChannel
from firmware_bridge.gateway import GatewayRobot, look_for_broker, serve
from firmware_bridge.robots.credentials import Login, login_of
from firmware_bridge.robots.robot_families import (
    BAUDS,
    elsewhere_of,
    family_of,
    open_channel,
    shown,
)

DESCRIPTION: Description = (
    _("Makes robots on serial ports reachable over MQTT: run it on the computer that the robots are plugged into."),
    (
        (
            "golem gateway --broker mqtt://table.local:1883/table --robot red=/dev/ttyUSB0 --robot blue=/dev/rfcomm0",
            None,
        ),
    ),
    _(
        "A port is a path, or an address with a speed of its own (serial:/dev/rfcomm0?baud=9600). A "
        "broker's user and password come from the environment (GOLEM_MQTT_USER, GOLEM_MQTT_PASSWORD) or "
        "from the file that GOLEM_MQTT_FILE names; docs/robots.md says what is in it. With mqtts: "
        "GOLEM_MQTT_CA names the authority's file."
    ),
)


def arguments(parser: CommandParser) -> None:
    """Add this command's options."""
    in_language = parser.in_language
    parser.describe(DESCRIPTION)
    add_log_options(parser)
    parser.add_argument(
        "--broker", required=True, metavar="URL", help=in_language(_("mqtt://HOST[:PORT]/TABLE (or mqtts:)"))
    )
    parser.add_argument(
        "--robot", required=True, action="append", metavar="NAME=PORT", help=in_language(_("once for each robot"))
    )
    parser.add_argument(
        "--baud",
        type=int,
        choices=BAUDS,
        default=BAUD,
        metavar="BAUD",
        help=in_language(_("usually ({default})", default="%(default)s")),
    )
    parser.add_language_option()


def _channels(wanted: list[str], baud: int, problems: list[Problem]) -> dict[str, SerialChannel]:
    channels: dict[str, SerialChannel] = {}
    for text in wanted:
        name, equals, port = text.partition("=")
        at = f"--robot {name}"
        if not equals or not port or not is_name(name):
            problems.append(Problem("--robot", GatewayMistake.NO_ROBOT(found=repr(shown(text)))))
            continue
        try:
            url = port if ":" in port.partition("/")[0] else f"serial:{port}?baud={baud}"
            channel = open_channel(at, url) if family_of(at, url).open is not None else None
        except Problems as wrong:
            problems += wrong.problems
            continue
        if not isinstance(channel, SerialChannel):
            problems.append(Problem(at, GatewayMistake.NO_CABLE(port=repr(port))))
        elif name in channels:
            problems.append(Problem("--robot", GatewayMistake.NAME_TWICE(name=repr(name))))
        elif channel.port in (other.port for other in channels.values()):
            problems.append(Problem("--robot", GatewayMistake.PORT_TWICE(port=channel.port)))
        else:
            channels[name] = channel
    return channels


def run(args: argparse.Namespace) -> int:
    """Serve until Ctrl-C. Raises Problems."""
    problems: list[Problem] = []
    endpoint, table = table_at("--broker", args.broker, None, problems)
    channels = _channels(args.robot, args.baud, problems)
    login = Login()
    try:
        login = login_of(os.environ) or login
    except Problems as wrong:
        problems += wrong.problems
    if problems:
        raise Problems(problems)
    with suppress(KeyboardInterrupt):
        run_until_ended(_serve(endpoint, table, login, channels, args.language))
    print(phrase("ended", args.language))
    return 0


def as_robot(endpoint: Endpoint, table: str, login: Login, robot: str) -> Endpoint:
    """How the gateway comes to the broker for this robot: as the robot, if its own secret is known."""
    who = login.of_robot(table, robot)
    return replace(endpoint, user=who.user, password=who.password, ca=who.ca)


async def _serve(
    endpoint: Endpoint, table: str, login: Login, channels: dict[str, SerialChannel], language: Language
) -> None:
    def told(said: Message) -> None:
        print(translate(said, language), flush=True)

    robots = [
        GatewayRobot(
            name,
            channel,
            as_robot(endpoint, table, login, name),
            table,
            told,
            elsewhere=elsewhere_of(channel),
        )
        for name, channel in channels.items()
    ]
    print(phrase("begins", language, broker=str(endpoint), table=table, robots=", ".join(channels)), flush=True)
    async with asyncio.TaskGroup() as group:
        group.create_task(look_for_broker(endpoint, told))
        group.create_task(serve(robots))
