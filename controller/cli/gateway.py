"""Makes robots on serial ports reachable over MQTT: run it on the computer that the robots are plugged into.

  golem gateway --broker mqtt://table.local:1883/table --robot red=/dev/ttyUSB0 --robot blue=/dev/rfcomm0

A broker's user and password come from the environment (GOLEM_MQTT_USER, GOLEM_MQTT_PASSWORD) or from the file that
GOLEM_MQTT_FILE names; docs/robots.md says what is in it. With mqtts: GOLEM_MQTT_CA names the authority's file.
"""

from __future__ import annotations

import argparse
import asyncio
import os
from dataclasses import replace
from urllib.parse import urlsplit

from boards.errors import Problem, Problems
from firmware_bridge.channels.mqtt_client import Endpoint
from firmware_bridge.channels.mqtt_topics import is_name
from firmware_bridge.channels.serial_port import BAUD, SerialChannel
from firmware_bridge.gateway import GatewayRobot, look_for_broker, serve
from firmware_bridge.robots.families import elsewhere_of, shown
from firmware_bridge.robots.login import PASSWORD_VARIABLE, USER_VARIABLE, Login, login_of


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add this command's options."""
    parser.add_argument("--broker", required=True, metavar="URL", help="mqtt://HOST[:PORT]/TABLE (or mqtts:)")
    parser.add_argument("--robot", required=True, action="append", metavar="NAME=PORT", help="once for each robot")
    parser.add_argument("--baud", type=int, default=BAUD, help="of the serial ports (%(default)s)")


def _endpoint(url: str, problems: list[Problem]) -> tuple[Endpoint, str]:
    parts = urlsplit(url)
    table = parts.path.strip("/")
    if parts.username is not None or parts.password is not None:
        problems.append(Problem("--broker", f"put the user and password into {USER_VARIABLE} and {PASSWORD_VARIABLE}"))
    if parts.scheme not in ("mqtt", "mqtts") or not parts.hostname or not is_name(table):
        problems.append(Problem("--broker", f"{shown(url)!r} is not like mqtt://HOST:PORT/TABLE"))
        return Endpoint(""), ""
    try:
        port = parts.port or (8883 if parts.scheme == "mqtts" else 1883)
    except ValueError:
        problems.append(Problem("--broker", f"{shown(url)!r} has a port that is no number from 0 to 65535"))
        port = 0
    return Endpoint(parts.hostname, port, tls=parts.scheme == "mqtts"), table


def _ports(wanted: list[str], problems: list[Problem]) -> dict[str, str]:
    ports: dict[str, str] = {}
    for text in wanted:
        name, equals, port = text.partition("=")
        if not equals or not port or not is_name(name):
            problems.append(Problem("--robot", f"{text!r} is not like red=/dev/ttyUSB0"))
        elif name in ports:
            problems.append(Problem("--robot", f"two robots are named {name!r}"))
        elif port in ports.values():
            problems.append(Problem("--robot", f"two robots are on {port}"))
        else:
            ports[name] = port
    return ports


def run(args: argparse.Namespace) -> int:
    """Serve until Ctrl-C."""
    problems: list[Problem] = []
    endpoint, table = _endpoint(args.broker, problems)
    ports = _ports(args.robot, problems)
    login = Login()
    try:
        login = login_of(os.environ) or login
    except Problems as wrong:
        problems += wrong.problems
    if problems:
        raise Problems(problems)
    try:
        asyncio.run(_serve(endpoint, table, login, ports, args.baud))
    except KeyboardInterrupt:
        print("the gateway has ended; its robots are told as lost")
    return 0


def as_robot(endpoint: Endpoint, table: str, login: Login, robot: str) -> Endpoint:
    """How the gateway comes to the broker for this robot: as the robot, if its own secret is known."""
    who = login.of_robot(table, robot)
    return replace(endpoint, user=who.user, password=who.password, ca=who.ca)


async def _serve(endpoint: Endpoint, table: str, login: Login, ports: dict[str, str], baud: int) -> None:
    channels = {name: SerialChannel(port, baud) for name, port in ports.items()}
    robots = [
        GatewayRobot(
            name, channel, as_robot(endpoint, table, login, name), table, print, elsewhere=elsewhere_of(channel)
        )
        for name, channel in channels.items()
    ]
    print(f"gateway to {endpoint}, table {table}: {', '.join(ports)}. Ctrl-C ends it.")
    async with asyncio.TaskGroup() as group:
        group.create_task(look_for_broker(endpoint, print))
        group.create_task(serve(robots))
