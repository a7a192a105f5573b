"""What `golem robots` does with robots, one after the other: ask, show, jog, stop. It says what came of it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from dataclasses import dataclass

from boards.base.catalogue import Language, translate
from boards.base.errors import GolemError
from boards.base.message import Fact, _
from boards.base.reasons import NO_REASON, Reason
from controller.app.tools.channel_messages import error_at_place
from controller.app.tools.robot_identify import pair_by_motion, suggestion
from controller.app.tools.robot_tool_messages import phrase
from controller.table.motion.robot_identification import PairingReason
from controller.table.view.table_messages import COLOUR_WORDS
from controller.vision.fusion.camera_reader import CameraReader
from firmware_bridge.channels.channel import Channel
from firmware_bridge.link.link_reasons import ENDINGS
from firmware_bridge.robots.discovery.robot_queries import LineQuality, QueryClient, asking, emergency_stop
from firmware_bridge.robots.frame_text import frame_line
from firmware_bridge.robots.robot_port import RobotPort
from firmware_bridge.robots.robot_status import MotionResult, NoAnswer

JOG_MM_S = 40.0
JOG_DEG_S = 60.0
MONITOR_ASKS_S = 1.0
"""A robot that nobody speaks to says nothing: it is asked this often."""


@dataclass(frozen=True)
class RobotTools:
    """How addresses become robots, and whom to tell."""

    channel: Callable[[str], Channel]
    robot: Callable[[str], RobotPort]
    """Named by its address."""
    language: Language
    say: Callable[[str], None]

    def report(self, at: str, key: str, **facts: Fact) -> None:
        """Say a sentence about a robot."""
        self.say(f"{at}: {phrase(key, self.language, **facts)}")


Doing = Callable[[str], Awaitable[bool]]
"""Does it with the robot of this address; false if it did not go well, which it has said. Raises GolemError."""


async def each(tools: RobotTools, addresses: list[str], doing: Doing) -> bool:
    """Do it with all robots at once; who fails is named, the others go on."""
    results = await asyncio.gather(*map(doing, addresses), return_exceptions=True)
    well = True
    for address, result in zip(addresses, results, strict=True):
        if isinstance(result, GolemError):
            tools.say(error_at_place(address, result, tools.language))
        elif isinstance(result, BaseException):
            raise result
        well = well and result is True
    return well


async def each_here(tools: RobotTools, addresses: list[str], doing: Doing) -> bool:
    """Return the same on ports of which nobody knows yet what is there: where no golem answers, none is meant."""
    results = await asyncio.gather(*map(doing, addresses), return_exceptions=True)
    golems = [(address, one) for address, one in zip(addresses, results, strict=True) if not isinstance(one, NoAnswer)]
    for address, result in golems:
        if isinstance(result, GolemError):
            tools.say(error_at_place(address, result, tools.language))
        elif isinstance(result, BaseException):
            raise result
    if not golems:
        tools.say(phrase("nobody", tools.language))
    return bool(golems) and all(result is True for _, result in golems)


async def ping(tools: RobotTools, address: str, count: int) -> bool:
    """How well a robot is heard; takes no session from whoever plays with it."""
    async with _asking(tools, address) as asker:
        quality = await asker.quality(count)
        welcome, fault = asker.welcome, asker.fault
    name = welcome.name if welcome is not None and welcome.name else phrase("unnamed", tools.language)
    tools.say(f"{address}: {name}, {_told(quality, tools.language)}")
    wanted = address.rpartition("/")[2]
    if welcome is not None and address.startswith("mqtt") and welcome.name not in ("", wanted):
        other = _("it calls itself {name}, and not {wanted}: is this the robot that you mean?")
        tools.say(f"{address}: {translate(other.bind(name=welcome.name, wanted=wanted), tools.language)}")
    _say_fault(tools, address, fault)
    return quality.lost == 0 and not fault


def _told(quality: LineQuality, language: Language) -> str:
    if quality.median_ms is None:
        line = phrase("all-lost", language, asked=quality.asked)
    else:
        median, worst = f"{quality.median_ms:.1f}", f"{quality.worst_ms:.1f}"
        line = phrase("quality", language, asked=quality.asked, lost=quality.lost, median=median, worst=worst)
    volts = quality.battery_v
    battery = phrase("no-battery", language) if volts is None else phrase("battery", language, volts=f"{volts:.1f}")
    return f"{line}, {battery}"


async def identify(tools: RobotTools, address: str) -> bool:
    """Have the robot blink and wiggle, so that a person finds it."""

    async def show(robot: RobotPort) -> bool:
        tools.report(address, "blinks")
        return _judged(tools, address, robot, await robot.act("identify"))

    return await _connected(tools, address, show)


async def jog(tools: RobotTools, address: str, mm: float | None, degrees: float | None) -> bool:
    """Go a little way, or turn a little. One of the two is None. Raises OutOfRange, GolemError."""

    async def go(robot: RobotPort) -> bool:
        if mm is not None:
            result = await robot.move(mm, JOG_MM_S)
        else:
            result = await robot.turn(degrees or 0.0, JOG_DEG_S)
        if result.done:
            tools.report(address, "jogged", mm=f"{result.mm:.1f}", degrees=f"{result.degrees:.1f}")
        return _judged(tools, address, robot, result)

    return await _connected(tools, address, go)


async def stop(tools: RobotTools, address: str) -> bool:
    """Whatever it does, it ends; returns when the robot stands."""
    async with _asking(tools, address) as asker:
        stands = await asker.halt()
    tools.report(address, "stopped" if stands else "goes-on")
    return stands


async def estop(tools: RobotTools, address: str) -> bool:
    """Stop a robot at once, and latch it: said from the first moment, and told whether it was confirmed."""
    try:
        await emergency_stop(address, tools.channel(address))
    except NoAnswer as error:
        # It was sent all the same, and may have been heard.
        tools.say(error_at_place(address, error, tools.language))
        tools.report(address, "estop-unconfirmed")
        return False
    tools.report(address, "estopped")
    return True


async def estop_here(tools: RobotTools, address: str) -> bool:
    """Stop what is on a port of which nobody knows yet what is there. Raises NoAnswer if nothing is."""
    await emergency_stop(address, tools.channel(address))
    tools.report(address, "estopped")
    return True


async def release(tools: RobotTools, address: str) -> bool:
    """Release the emergency stop."""
    async with _asking(tools, address) as asker:
        released = await asker.release()
    tools.report(address, "released" if released else "kept")
    return released


async def name(tools: RobotTools, address: str, wanted: str, command: str) -> bool:
    """Whether it has this name, or else by which command it gets it."""
    async with _asking(tools, address) as asker:
        now = asker.welcome.name if asker.welcome is not None else ""
    if now == wanted:
        tools.report(address, "has-name", name=wanted)
        return True
    tools.report(address, "how-to-name", name=repr(now))
    tools.say(f"    {command}")
    return False


async def monitor(tools: RobotTools, address: str, seconds: float | None) -> bool:
    """Say every frame of a robot that is asked once a second; without `seconds`, until cancelled."""
    loop = asyncio.get_running_loop()
    began = loop.time()

    def show(data: bytes, from_robot: bool) -> None:
        tools.say(frame_line(loop.time() - began, data, from_robot))

    async with asking(address, tools.channel(address), show) as asker:
        while seconds is None or loop.time() - began < seconds:
            await asker.quality(1)
            await asyncio.sleep(MONITOR_ASKS_S)
    return True


async def identify_by_motion(tools: RobotTools, eye: CameraReader, addresses: list[str]) -> bool:
    """Each robot turns in its turn, the camera sees whose marker turned; says the lines for table.yaml.

    A robot that does not answer is named, the others go on. Raises CameraError.
    """
    async with AsyncExitStack() as stack:
        await eye.open()
        stack.push_async_callback(eye.close)
        robots: dict[str, RobotPort] = {}
        for address in addresses:
            robot = tools.robot(address)
            stack.push_async_callback(robot.close)
            try:
                await robot.connect()
            except GolemError as error:
                tools.say(error_at_place(address, error, tools.language))
            else:
                robots[address] = robot
        if not robots:
            return False
        found = await pair_by_motion(eye, robots, tools.language, tools.say)
    for address, colour in found.colours.items():
        tools.say(phrase("is-golem", tools.language, port=address, golem=COLOUR_WORDS[colour]))
    for problem in found.problems:
        tools.say(problem.translated(tools.language))
    if found.colours:
        tools.say(phrase("for-the-file", tools.language))
        for line in suggestion(found.colours, {address: address for address in addresses}):
            tools.say(f"    {line}")
    return not found.problems and len(robots) == len(addresses)


def _asking(tools: RobotTools, address: str) -> AbstractAsyncContextManager[QueryClient]:
    return asking(address, tools.channel(address))


async def _connected(tools: RobotTools, address: str, doing: Callable[[RobotPort], Awaitable[bool]]) -> bool:
    robot = tools.robot(address)
    try:
        await robot.connect()
        return await doing(robot)
    finally:
        await robot.close()


def _say_fault(tools: RobotTools, address: str, fault: Reason) -> None:
    if fault:
        tools.say(f"{address}: {translate(fault.message, tools.language)}")


def _judged(tools: RobotTools, address: str, robot: RobotPort, result: MotionResult) -> bool:
    if not result.done:
        ended = PairingReason.NOT_DONE(ended=ENDINGS[result.kind], why=result.why.message)
        tools.say(f"{address}: {translate(ended.message, tools.language)}")
        status = robot.status
        _say_fault(tools, address, status.why if status.link == "fault" and status.why != result.why else NO_REASON)
    return result.done
