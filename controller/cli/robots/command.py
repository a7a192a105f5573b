"""`golem robots`: robots: which are there, how well they are heard, and what one does by hand."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from boards.base.catalogue import Language
from boards.base.errors import Problem, Problems
from boards.base.message import _
from controller.app.terminal.shutdown import ResultT, run_until_ended
from controller.app.tools.channel_messages import error_at_place
from controller.app.tools.robot_tool_messages import TEXTS, phrase
from controller.cli.options.command_parser import CommandParser, Description
from controller.cli.robots.conformance_progress import tested, tested_port
from controller.cli.robots.robots_watch import listed
from controller.cli.robots.simulate import add_options as add_simulate_options
from controller.cli.robots.simulate import run as simulate
from controller.cli.robots.sub_commands import JOG_MOST_DEG, JOG_MOST_MM, CommandAdder, add_actions, add_questions
from firmware_bridge.channels.channel import ChannelError
from firmware_bridge.channels.serial_port import SerialChannel, known_ports
from firmware_bridge.conformance import Conformance, certificate
from firmware_bridge.conformance.certificate_messages import word
from firmware_bridge.robots.credentials import Login, login_of
from firmware_bridge.robots.discovery.serial_discovery import (
    AnotherDevice,
    NobodyThere,
    Seen,
    faults,
    look_everywhere,
    watch,
)
from firmware_bridge.robots.robot_families import family_of, open_channel, open_robot

if TYPE_CHECKING:
    from controller.app.tools.robot_tools import RobotTools
    from controller.vision.fusion.camera_reader import CameraReader


MOVING = frozenset({"jog", "identify", "calibrate"})
STOPPING = frozenset({"stop", "estop"})
OFF_THE_WIRE = frozenset({"jog", "conform"})
"""What is done at the seam of a robot, and so with robots that do not speak the golem's wire, too."""

MONITOR_MOST_S = 604_800.0


DESCRIPTION: Description = (
    _("Robots: which are there, how well they are heard, and what one does by hand."),
    (
        ("golem robots list --watch", None),
        ("golem robots list mqtt://table.local:1883/table", _("who announces themselves at a broker")),
        ("golem robots ping /dev/rfcomm0", None),
        ("golem robots identify", _("all on this computer's ports blink, one after the other")),
        ("golem robots identify --camera /dev/video0", _("which robot is which golem: the camera sees who turns")),
        ("golem robots calibrate PORT --camera /dev/video0", _("what its wheels truly do, in a minute on the mat")),
        ("golem robots jog PORT --degrees 90", None),
        ("golem robots estop mqtt://table.local:1883/table/red", None),
        ("golem robots flash /dev/serial/by-id/usb-... --name rosie", None),
        ("golem robots conform PORT --language fr", None),
        ("golem robots simulate red blue", _("on ports of their own, for tools, hosts and robots of yours")),
    ),
    _(
        "A robot is a port (/dev/..., COM3, serial:/dev/rfcomm0?baud=38400) or "
        "mqtt://broker:1883/table/robot. Where several may be named, none means all golems on this "
        "computer's ports. `conform` moves the robot and prints a certificate. Who we are to a broker "
        "comes from GOLEM_MQTT_USER and GOLEM_MQTT_PASSWORD, or from the file that GOLEM_MQTT_FILE names. "
        "docs/robots.md says more. Exit status 0 if all is well, 1 if not, 2 for what cannot be meant and "
        "for a broker that `list` could not ask, 130 after Ctrl-C."
    ),
)


def arguments(parser: CommandParser) -> None:
    """Add this command's sub-commands."""
    parser.describe(DESCRIPTION)
    add = CommandAdder(parser)
    add_questions(add)
    add_actions(add)
    add_simulate_options(add("simulate", _("run simulated robots on ports of their own, or on a broker"), None))


def run(args: argparse.Namespace) -> int:
    """Raise Problems, GolemError."""
    language: Language = args.language
    if args.do == "simulate":
        return simulate(args)
    if args.do == "list" and args.broker is not None:
        return listed(args.broker, args.watch, language)
    if args.do == "list" and args.watch:
        return _watch(args.baud, language)
    if args.do == "list":
        return _list(run_until_ended(look_everywhere(baud=args.baud)), language)
    if args.do == "conform":
        print(word("will move", language), file=sys.stderr)
        found = _stopped_first(_conform(args.robots, language), language)
        print(certificate(found, language, date.today()), end="")
        return 0 if found.sound else 1
    if args.do == "flash":
        return _flash(args, language)
    _check(args)
    if args.do in MOVING:
        return 0 if _stopped_first(_do(args, language), language) else 1
    try:
        return 0 if run_until_ended(_do(args, language)) else 1
    except KeyboardInterrupt:
        if args.do == "monitor":
            return 0
        raise


def _stopped_first(work: Coroutine[Any, Any, ResultT], language: Language) -> ResultT:
    """Run what moves robots; Ctrl-C stops them, and it is said. Raises KeyboardInterrupt."""
    try:
        return run_until_ended(work)
    except KeyboardInterrupt:
        with suppress(OSError):  # the terminal was closed: nobody is left to tell
            print(f"\n{phrase('interrupted', language)}", file=sys.stderr)
        raise


def _list(seen: list[Seen], language: Language) -> int:
    if not seen:
        print(phrase("no-port", language))
        return 1
    for one in seen:
        if one.robot is not None:
            print(_line(one, language))
    wrong = faults(seen)
    for port, error in wrong:
        print(error_at_place(port, error, language))
    return 1 if wrong else 0


def _line(one: Seen, language: Language) -> str:
    """Return what is on a port."""
    who = one.robot
    if who is None:
        return error_at_place(one.port, one.error or NobodyThere(one.port), language)
    firmware = f"{who.firmware_major}.{who.firmware_minor}.{who.firmware_patch}"
    battery = f", {phrase('battery', language, volts=f'{who.battery_mv / 1000:.1f}')}" if who.battery_mv else ""
    name, version = who.name or phrase("unnamed", language), phrase("firmware", language, version=firmware)
    return f"{one.port}: {name}, {version}{battery}"


def _watch(baud: int, language: Language) -> int:
    here: dict[str, Seen] = {}

    def seen(one: Seen) -> None:
        print(_line(one, language), flush=True)
        here.pop(one.port, None)
        here[one.port] = one  # the last to come is the one that is told of
        for port, error in faults(here.values()):
            if port == one.port and one.robot is not None:
                print(error_at_place(port, error, language), flush=True)

    def gone(port: str) -> None:
        here.pop(port, None)
        print(f"{port}: {phrase('gone', language)}", flush=True)

    with suppress(KeyboardInterrupt):
        run_until_ended(watch(seen, gone, baud=baud))
    return 0


def address(text: str) -> str:
    """Return a robot's address of what somebody typed: a port's bare name is a serial port."""
    if ":" in text.replace("\\", "/").partition("/")[0]:
        return text
    if text and "/" not in text and not text.upper().startswith("COM"):
        text = f"/dev/{text}"
    return f"serial:{text}" if text.startswith("/") else f"serial:/{text}"


def _check(args: argparse.Namespace) -> None:
    """Check what argparse cannot. Raises Problems."""
    from controller.app.tools.firmware_upload import check_name

    if args.do == "jog":
        if (args.mm is None) == (args.degrees is None):
            raise Problems([Problem("jog", TEXTS["one-thing"])])
        for option, value, most in (("--mm", args.mm, JOG_MOST_MM), ("--degrees", args.degrees, JOG_MOST_DEG)):
            if value is not None and not abs(value) <= most:
                outside = TEXTS["outside"].bind(found=f"{value:g}", low=f"-{most:g}", high=f"{most:g}")
                raise Problems([Problem(option, outside)])
    if args.do == "ping" and not 1 <= args.count <= 10_000:
        raise Problems([Problem("--count", TEXTS["outside"].bind(found=args.count, low=1, high=10_000))])
    if args.do == "monitor" and args.seconds is not None and not 0 < args.seconds <= MONITOR_MOST_S:
        outside = TEXTS["outside"].bind(found=f"{args.seconds:g}", low=0, high=f"{MONITOR_MOST_S:g}")
        raise Problems([Problem("--seconds", outside)])
    if args.do == "calibrate" and args.camera is None:
        raise Problems([Problem("--camera", TEXTS["needs-camera"])])
    if args.do == "name":
        check_name(args.name, "NAME")


async def _do(args: argparse.Namespace, language: Language) -> bool:
    from controller.app.tools import robot_tools as fleet_tools

    typed = list(map(address, [args.robots] if isinstance(args.robots, str) else args.robots))
    login = _login(typed)
    tools = fleet_tools.RobotTools(
        channel=lambda robot: open_channel("PORT|URL", robot, login=login, visiting=True),
        robot=lambda robot: open_robot(robot, robot, login=login, visiting=True),
        language=language,
        say=lambda text: print(text, flush=True),
    )
    single: dict[str, Callable[[str], Awaitable[bool]]] = {
        "ping": lambda robot: fleet_tools.ping(tools, robot, args.count),
        "identify": lambda robot: fleet_tools.identify(tools, robot),
        "jog": lambda robot: fleet_tools.jog(tools, robot, args.mm, args.degrees),
        "stop": lambda robot: fleet_tools.stop(tools, robot),
        "estop": lambda robot: fleet_tools.estop(tools, robot),
        "release": lambda robot: fleet_tools.release(tools, robot),
        "name": lambda robot: fleet_tools.name(tools, robot, args.name, _naming(args.robots, args.name)),
        "monitor": lambda robot: fleet_tools.monitor(tools, robot, args.seconds),
    }
    if not typed and args.do in STOPPING:
        # Nobody waits here until every port has been asked who is there.
        here = {"stop": single["stop"], "estop": lambda port: fleet_tools.estop_here(tools, port)}
        return await fleet_tools.each_here(tools, [f"serial:{port}" for port in known_ports()], here[args.do])
    robots = list(dict.fromkeys(typed)) or await _all_here(tools)
    if not robots:
        print(phrase("nobody", language))
        return False
    _check_addresses(robots, tools, args.do)
    if args.do == "identify" and args.camera is not None:
        return await fleet_tools.identify_by_motion(tools, _eye(args.camera), robots)
    if args.do == "calibrate":
        from controller.app.tools.drive_calibration import calibrate

        return await calibrate(tools, _eye(args.camera), robots, args.file)
    if args.do == "identify":
        # One after the other, or nobody could tell which is which.
        return all([await fleet_tools.each(tools, [robot], single["identify"]) for robot in robots])
    return await fleet_tools.each(tools, robots, single[args.do])


def _login(robots: list[str]) -> Login | None:
    """Who we are to a broker. Robots on cables need nobody's secrets, nor a file of them that is in order."""
    return login_of(os.environ) if any(robot.startswith(("mqtt:", "mqtts:")) for robot in robots) else None


def _naming(typed: str, name: str) -> str:
    """Return the command that gives a robot a name. It needs a cable."""
    port = "PORT" if address(typed).startswith("mqtt") else typed
    return f"golem robots flash {port} --name {name}"


def _check_addresses(robots: list[str], tools: RobotTools, do: str) -> None:
    """Check the robots' addresses before anything moves. Raises Problems."""
    found: list[Problem] = []
    for robot in robots:
        try:
            found += _no_robot(robot, robot, do)
        except Problems as problems:
            found += problems.problems
    if found:
        raise Problems(found)


def _no_robot(at: str, url: str, do: str) -> list[Problem]:
    """Return what is wrong where no robot can be: with a person, or in a file. Raises Problems for a wrong address."""
    if family_of("PORT|URL", url).open is None:
        robot = open_robot(url, url, at="PORT|URL")
        if robot.by_hand:
            return [Problem(at, TEXTS["by-people"])]
        if do in OFF_THE_WIRE:
            return []
    channel = open_channel("PORT|URL", url, visiting=True)
    path = Path(channel.port) if isinstance(channel, SerialChannel) and os.name == "posix" else None
    if path is not None and path.exists() and not path.is_char_device():
        return [Problem(at, TEXTS["no-device"])]
    return []


async def _all_here(tools: RobotTools) -> list[str]:
    """All golems on this computer's ports; says which ports could not be asked, and which golems are not ours."""
    seen = await look_everywhere()
    for port, error in faults(seen):
        if not isinstance(error, NobodyThere | AnotherDevice):
            tools.say(error_at_place(port, error, tools.language))
    return [f"serial:{one.port}" for one in seen if one.robot is not None]


def _eye(camera: str) -> CameraReader:
    # Not above: the eye takes a second to load. Markers of golems are the same in every deck.
    from boards.kit.kit import kit
    from controller.vision.cameras.camera_registry import camera_for
    from controller.vision.fusion.camera_reader import CameraReader

    return CameraReader(camera_for(camera), kit(), None)


def _flash(args: argparse.Namespace, language: Language) -> int:
    from controller.app.tools.firmware_upload import FlashPlan, flash

    url = address(args.robots)
    if url.startswith("hands:"):
        raise Problems([Problem("PORT", TEXTS["by-people"])])
    channel = open_channel("PORT", url)
    if not isinstance(channel, SerialChannel):
        raise Problems([Problem("PORT", TEXTS["needs-cable"])])
    plan = FlashPlan(channel.port, args.bootloader, args.name, args.hex)
    try:
        flash(plan, lambda text: print(text, flush=True))
    except ChannelError as error:
        print(f"golem robots: {error_at_place(plan.port, error, language)}", file=sys.stderr)
        return error.exit_status
    print(f"{channel.port}: {phrase('flashed', language, port=channel.port)}")
    return 0


async def _conform(text: str, language: Language) -> Conformance:
    at = address(text)
    found = _no_robot(text, at, "conform")
    if found:
        raise Problems(found)
    if family_of("PORT|URL", at).open is None:
        return await tested_port(open_robot(at, at, at="PORT|URL"), language)
    return await tested(open_channel("PORT|URL", at, login=_login([at]), visiting=True), language)
