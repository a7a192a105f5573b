"""Cameras and robots stay open from one game to the next where both use them; in virtual time."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import numpy as np
import pytest

from calibration.camera_frames import CameraReason, Frame, NoFrames, Work
from controller.app.devices.open_devices import OpenDevices
from controller.vision.cameras.camera import Camera
from controller.vision.cameras.threaded import ignore_warning
from firmware_bridge.robots.journal_entries import CommandBegun, CommandEnded, no_record
from firmware_bridge.robots.robot_port import RobotPort
from hardware.simulated.virtual_clock import run
from tests.firmware_bridge.honest_robot import Honest

SMALL, LARGE = (640, 480), (1280, 720)
AT = "/dev/video0"
WANTED = {"red": "port:1", "blue": "port:2", "spare": "port:3"}


class Log(list[str]):
    """What was opened and closed, in turn."""


class LoggedCamera:
    live, exposure_control = True, None

    def __init__(self, log: Log, name: str) -> None:
        self.log, self.name, self.broken = log, name, False
        self.work: Work | None = None

    async def open(self, work: Work) -> None:
        self.work = work
        self.log.append(f"open {self.name}")

    async def next(self) -> Any:
        if self.broken:
            self.broken = False
            raise NoFrames(self.name, CameraReason.NOT_OPEN())
        assert self.work is not None
        return self.work(Frame(np.zeros((4, 4, 3), np.uint8), 1, 0.0, self.name))

    async def close(self) -> None:
        if self.work is not None:
            self.log.append(f"close {self.name}")
        self.work = None


class LoggedRobot(Honest):
    """A robot that says when it is opened and let go, and may be lost."""

    def __init__(self, log: Log, name: str, address: str) -> None:
        super().__init__()
        self.name, self.log, self.address = name, log, address

    @property
    def port(self) -> str:
        return self.address

    async def open(self) -> None:
        self.log.append(f"open {self.address}")
        await super().open()

    async def shut(self) -> None:
        self.log.append(f"close {self.address}")
        await super().shut()


def with_devices(scene: Callable[[OpenDevices, Log], Awaitable[None]]) -> Log:
    log = Log()

    async def main() -> None:
        def camera(at: str, size: tuple[int, int], _heard: object) -> Camera:
            return LoggedCamera(log, f"{at} {size[0]}")

        def robot(name: str, address: str) -> RobotPort:
            return LoggedRobot(log, name, address)

        devices = OpenDevices(camera, robot)
        await scene(devices, log)
        await devices.close()

    run(main())
    return log


def work(what: str) -> Work:
    return lambda _frame: what


def test_a_camera_stays_open_for_the_next_reader_and_does_its_work() -> None:
    async def scene(devices: OpenDevices, log: Log) -> None:
        camera = devices.camera(AT, SMALL, ignore_warning)
        await camera.open(work("golems"))
        await devices.keep()
        assert await camera.next() == "golems"
        await camera.close()
        again = devices.camera(AT, SMALL, ignore_warning)
        await again.open(work("jetan"))
        await devices.keep()
        assert await again.next() == "jetan" and log == [f"open {AT} 640"]
        # Its reader asks for it anew after an error.
        again._camera.broken = True  # type: ignore[attr-defined]
        with pytest.raises(NoFrames):
            await again.next()
        await again.open(work("jetan"))
        assert log == [f"open {AT} 640"] * 2

    assert with_devices(scene)[-1] == f"close {AT} 640"


def test_a_camera_that_the_next_game_does_not_use_is_released() -> None:
    async def scene(devices: OpenDevices, log: Log) -> None:
        camera = devices.camera(AT, SMALL, ignore_warning)
        await camera.open(work("golems"))
        await devices.keep()
        await camera.close()
        assert log == [f"open {AT} 640"]
        await devices.keep()
        assert log == [f"open {AT} 640", f"close {AT} 640"], "nobody is watched while a game is on the screen alone"

    with_devices(scene)


def test_a_camera_opens_once_for_pictures_of_another_size() -> None:
    async def scene(devices: OpenDevices, log: Log) -> None:
        camera = devices.camera(AT, SMALL, ignore_warning)
        await camera.open(work("golems"))
        await devices.keep()
        await camera.close()
        await devices.camera(AT, LARGE, ignore_warning).open(work("jetan"))
        assert log == [f"open {AT} 640", f"close {AT} 640", f"open {AT} 1280"]

    with_devices(scene)


def test_a_camera_that_was_only_looked_at_is_closed_at_once() -> None:
    async def scene(devices: OpenDevices, log: Log) -> None:
        camera = devices.camera(AT, SMALL, ignore_warning)
        await camera.open(work("what is seen"))
        await camera.close()
        assert log == [f"open {AT} 640", f"close {AT} 640"]

    with_devices(scene)


def test_robots_are_opened_once_for_two_games_and_the_second_records_their_commands() -> None:
    told: list[tuple[str, str]] = []

    def record(robot: str, entry: CommandBegun | CommandEnded) -> None:
        told.append((robot, type(entry).__name__))

    async def scene(devices: OpenDevices, log: Log) -> None:
        first = await devices.fleet(WANTED, no_record, anew=False)
        await first.connect()
        await devices.keep()
        heard: list[str] = []
        first.on_change.append(lambda robot: heard.append(robot.name))
        first.pause()
        await first.release()
        heard.clear()
        second = await devices.fleet(WANTED, record, anew=False)
        ready: list[str] = []
        second.on_change.append(lambda robot: ready.append(f"{robot.name} {robot.status.link}"))
        await second.connect()
        await devices.keep()
        assert ready == ["red ready", "blue ready", "spare ready"], "the table hears of robots that were ready before"
        # The gate of the game before is shut; that is no business of this one.
        assert (await second["red"].move(100.0, 50.0)).kind == "done"
        assert heard == [] and [robot for robot, _ in told] == ["red", "red"]
        assert log == ["open port:1", "open port:2", "open port:3"]

    assert sorted(with_devices(scene)[3:]) == ["close port:1", "close port:2", "close port:3"]


def test_a_spare_robot_goes_on_as_the_golem_whose_top_it_carries() -> None:
    async def scene(devices: OpenDevices, log: Log) -> None:
        first = await devices.fleet(WANTED, no_record, anew=False)
        await first.connect()
        await first.replace("red", "spare", "spare")
        await first["spare"].turn_away(CameraReason.NOT_OPEN())
        await first.release()
        log.clear()
        second = await devices.fleet(WANTED, no_record, anew=False)
        assert {name: robot.port for name, robot in second.items()} == {
            "red": "port:3",
            "blue": "port:2",
            "spare": "port:1",
        }
        assert (await second.connect()).errors == ()
        # The broken one is tried again, as the spare; the others were open.
        assert log == ["open port:1"]

    with_devices(scene)


def test_robots_of_a_game_on_the_screen_are_released_and_a_record_with_open_commands_asks_anew() -> None:
    async def scene(devices: OpenDevices, log: Log) -> None:
        first = await devices.fleet({"red": "port:1"}, no_record, anew=False)
        await first.connect()
        await devices.keep()
        await first.release()
        log.clear()
        again = await devices.fleet({"red": "port:1"}, no_record, anew=True)
        await again.connect()
        assert log == ["close port:1", "open port:1"]
        await again.release()
        await devices.fleet({}, no_record, anew=False)
        assert log[2:] == [], "the game before may have to go on"
        await devices.keep()
        assert log[2:] == ["close port:1"]

    with_devices(scene)


def test_all_is_released_at_the_end_even_if_no_game_has_begun() -> None:
    async def scene(devices: OpenDevices, _log: Log) -> None:
        fleet = await devices.fleet(WANTED, no_record, anew=False)
        await fleet.connect()
        await devices.camera(AT, SMALL, ignore_warning).open(work("golems"))

    log = with_devices(scene)
    assert sorted(one for one in log if one.startswith("close")) == [
        f"close {AT} 640",
        *(f"close port:{number}" for number in (1, 2, 3)),
    ]
