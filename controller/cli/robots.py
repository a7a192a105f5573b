"""Robots: which are there, and whether one keeps the rules of the wire.

  golem robots list
  golem robots conform /dev/ttyUSB0 --language fr
  golem robots conform mqtt://table.local:1883/table/red

`conform` moves the robot, says on the error output how far it is, and prints a certificate. A broker's user and
password come from the environment: GOLEM_MQTT_USER, GOLEM_MQTT_PASSWORD. Exit status 0 if all is well, 1 if not.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys

from boards.languages import LANGUAGES, Language
from firmware_bridge.conformance import Conformance, certificate, conform
from firmware_bridge.conformance.certificate import finding_line
from firmware_bridge.conformance.words import word
from firmware_bridge.robots.discovery import Seen, look_everywhere, problems
from firmware_bridge.robots.families import open_channel
from firmware_bridge.robots.login import login_of


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add this command's sub-commands."""
    doing = parser.add_subparsers(dest="do", required=True, metavar="WHAT")
    doing.add_parser("list", help="ask on every serial port who is there; nothing is moved")
    one = doing.add_parser("conform", help="test a robot against the rules of the wire; it moves")
    one.add_argument("robot", metavar="PORT|URL", help="/dev/ttyUSB0, COM3, serial:/dev/...?baud=9600, mqtt://...")
    one.add_argument("--language", choices=LANGUAGES, default="en", help="of the certificate (default: %(default)s)")


def run(args: argparse.Namespace) -> int:
    """Raises Problems, ChannelError."""
    if args.do == "list":
        return _list(asyncio.run(look_everywhere()))
    language: Language = args.language
    print(word("will move", language), file=sys.stderr)
    found = asyncio.run(_conform(args.robot, language))
    print(certificate(found, language), end="")
    return 0 if found.sound else 1


def _list(seen: list[Seen]) -> int:
    if not seen:
        print("There is no serial port. Is a robot plugged in and switched on?")
        return 1
    for one in seen:
        if one.robot is not None:
            firmware = f"{one.robot.firmware_major}.{one.robot.firmware_minor}.{one.robot.firmware_patch}"
            battery = f", battery {one.robot.battery_mv / 1000:.1f} V" if one.robot.battery_mv else ""
            print(f"{one.port}: {one.robot.name or 'a golem without a name'}, firmware {firmware}{battery}")
    wrong = problems(seen)
    for problem in wrong:
        print(f"{problem.at}: {problem.message}")
    return 1 if wrong else 0


def address(text: str) -> str:
    """A robot's address of what somebody typed: a port's bare name is a serial port."""
    if ":" in text.replace("\\", "/").partition("/")[0]:
        return text
    return f"serial:{text}" if text.startswith("/") else f"serial:/{text}"


async def _conform(text: str, language: Language) -> Conformance:
    channel = open_channel("PORT|URL", address(text), login=login_of(os.environ))
    return await conform(channel, on_finding=lambda finding: print(finding_line(finding, language), file=sys.stderr))
