"""People who move a golem in a robot's place: requests on every screen, done when the camera sees it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from boards.base.errors import GolemError
from boards.geometry import Point, Pose, wrap_degrees
from boards.kit.thing_keys import GolemKey
from controller.table.core.actor import Table
from controller.table.core.commands.command_registry import HAND_REQUEST
from controller.table.core.ports import VisionPort
from controller.table.view.table_messages import say
from controller.table.view.view import Notice
from controller.vision.scene import Scene
from firmware_bridge.protocol.messages import Move
from firmware_bridge.robots.fleet import Fleet
from firmware_bridge.robots.hands_robot import HandRequest, HandsRobot
from firmware_bridge.robots.robot_port import RobotPort

LOOK_S = 0.5
"""How often the camera looks whether it is done."""
SETTLE_S = 2.0
NEAR_MM, NEAR_DEGREES = 25.0, 15.0
"""A golem that stands so near to where it should be was put there."""


def serve_hands(fleet: Fleet, table: Table, eye: VisionPort | None) -> Callable[[], None]:
    """Join the golems of a fleet that people move to the table. Returns a function that ends it."""
    helpers: list[HandRequestWatcher] = []

    def join(robot: RobotPort) -> None:
        if isinstance(robot, HandsRobot):
            helpers.append(HandRequestWatcher(robot.name, robot, table, eye))

    for robot in fleet.values():
        join(robot)
    fleet.on_replaced.append(join)

    def end() -> None:
        fleet.on_replaced.remove(join)
        for helper in helpers:
            helper.end()

    return end


class HandRequestWatcher:
    """One golem that people move."""

    def __init__(self, golem: str, hands: HandsRobot, table: Table, eye: VisionPort | None) -> None:
        self._golem = golem
        self._hands = hands
        self._table = table
        self._eye = eye
        self._watching: asyncio.Task[None] | None = None
        hands.on_request.append(self._asked)

    def end(self) -> None:
        """Ask nobody any more."""
        self._hands.on_request.remove(self._asked)
        self._stop_watching()

    def _asked(self, request: HandRequest | None) -> None:
        self._stop_watching()
        self._table.hands_asked(self._golem, None if request is None else hand_request_notice(self._golem, request))
        if request is not None and self._eye is not None:
            self._watching = asyncio.get_running_loop().create_task(self._watch(self._eye, request), name="hands")

    def _stop_watching(self) -> None:
        if self._watching is not None:
            self._watching.cancel()
            self._watching = None

    async def _watch(self, eye: VisionPort, request: HandRequest) -> None:
        """Until the golem stands where it was to be moved; without a picture people have to say so."""
        try:
            before = _pose(await eye.settled(SETTLE_S), self._golem)
            while before is None:
                await asyncio.sleep(LOOK_S)
                before = _pose(await eye.settled(SETTLE_S), self._golem)
            wanted = moved(before, request)
            while True:
                await asyncio.sleep(LOOK_S)
                now = _pose(await eye.settled(SETTLE_S), self._golem)
                if now is not None and _near(now, wanted):
                    self._hands.confirm()
                    return
        except GolemError:
            return


def moved(before: Pose, request: HandRequest) -> Pose:
    """Where a golem stands once a request is done."""
    if isinstance(request.command, Move):
        way = Point(request.command.distance_um / 1000, 0.0).rotated(before.heading)
        return Pose(before.x + way.x, before.y + way.y, before.heading)
    return Pose(before.x, before.y, wrap_degrees(before.heading + request.command.angle_cdeg / 100))


def hand_request_notice(golem: str, request: HandRequest) -> Notice:
    """Return what a person is asked to do, in words."""
    command = request.command
    if isinstance(command, Move):
        way = "hand-ahead" if command.distance_um > 0 else "hand-back"
        text = say(way, golem=golem, mm=f"{abs(command.distance_um) / 1000:.0f}")
    else:
        way = "hand-left" if command.angle_cdeg > 0 else "hand-right"
        text = say(way, golem=golem, degrees=f"{abs(command.angle_cdeg) / 100:.0f}")
    return Notice(HAND_REQUEST, "info", text, {"golem": golem, "way": way})


def _pose(scene: Scene, golem: str) -> Pose | None:
    seen = scene.find(GolemKey(golem)) if scene.settled and not scene.trouble else None
    return None if seen is None else seen.pose


def _near(now: Pose, wanted: Pose) -> bool:
    turned = abs(wrap_degrees(now.heading - wanted.heading))
    return now.point.distance(wanted.point) <= NEAR_MM and turned <= NEAR_DEGREES
