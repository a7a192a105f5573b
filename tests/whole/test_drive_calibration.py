"""`golem robots calibrate`: a golem drives for a minute below a camera, and what its wheels do is told and kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from boards.geometry import Pose
from boards.kit.kit import kit
from boards.kit.thing_keys import MatKey
from calibration.odometry_file import load_odometry
from controller.app.tools.drive_calibration import calibrate
from controller.app.tools.robot_tools import RobotTools
from controller.cli import main as golem
from controller.vision.fusion.camera_reader import CameraReader
from firmware_bridge.robots.robot_families import open_channel, open_robot
from hardware.simulated.drive_model import DriveParameters
from hardware.simulated.physics.drive_train import DriveErrors
from hardware.simulated.simulated_camera import simulated_camera
from hardware.simulated.simulated_rig import serial_robots
from hardware.simulated.virtual_clock import run
from hardware.simulated.world import Body, TableItem, World


def _calibrate(file: Path, errors: DriveErrors) -> tuple[bool, list[str], float]:
    told: list[str] = []
    world = World({"red": Body(Pose(250.0, 150.0, 0.0))})
    world.lying["mat"] = TableItem(MatKey("4x4"), Pose(0.0, 0.0, 0.0))

    async def main() -> tuple[bool, float]:
        async with serial_robots(world, ("red",), 3, builds={"red": DriveParameters(errors=errors)}) as rig:
            camera = simulated_camera(world, kit(), MatKey("4x4"), ("red",), seed=3, size=(1280, 720))
            tools = RobotTools(
                channel=lambda at: open_channel("robot", at, rig.traffic),
                robot=lambda at: open_robot(at, at, rig.traffic),
                language="en",
                say=told.append,
            )
            well = await calibrate(tools, CameraReader(camera, kit(), None), [*rig.urls.values()], file)
            return well, rig.simulated_robots["red"]._loop.time()

    well, seconds = run(main())
    return well, told, seconds


def test_a_minute_on_the_mat_tells_what_the_wheels_do(tmp_path: Path) -> None:
    file = tmp_path / "odometry.yaml"
    well, told, seconds = _calibrate(file, DriveErrors(left=1.015, right=0.985))
    print("\n".join(told), seconds)
    assert well and seconds < 60
    assert "The red golem drives and turns for a minute. Keep your hands off the mat." in told
    assert "The red golem pulls to the right (3 %): look at its right tyre." in told
    assert told[-1] == f"Kept in {file}; `golem play` reads odometry.yaml beside the table file."
    estimate = load_odometry(file).robots["red"]
    assert 100 * estimate.model.veer * 32 == pytest.approx(-3.0, abs=0.4)
    assert estimate.confidence > 0.5


def test_crossed_motors_are_told_instead_of_learned(tmp_path: Path) -> None:
    well, told, _ = _calibrate(tmp_path / "odometry.yaml", DriveErrors(cabling="crossed"))
    assert not well
    assert "The red golem drives backwards: the cables of its motors are swapped." in told


def test_it_wants_a_camera(capsys: pytest.CaptureFixture[str]) -> None:
    assert golem(["robots", "calibrate", "/dev/ttyUSB9"]) == 2
    assert "--camera: say which camera looks at the mat" in capsys.readouterr().err
