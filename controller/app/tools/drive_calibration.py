"""`golem robots calibrate`: what a robot's wheels truly do, learned in a minute on the mat below a camera."""

from __future__ import annotations

from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path

from boards.base.catalogue import translate
from boards.base.errors import GolemError, Problem, Problems
from boards.base.message import _
from boards.base.system_errors import system_reason
from calibration.odometry import TRACK_MM, Estimate
from calibration.odometry_file import StoredOdometry, load_odometry, save_odometry
from controller.app.tools.channel_messages import error_at_place
from controller.app.tools.robot_identify import pair_by_motion
from controller.app.tools.robot_tool_messages import TEXTS, phrase
from controller.app.tools.robot_tools import RobotTools
from controller.table.motion.learning.drive_routine import RoutineReason, drive_routine
from controller.table.motion.learning.learned_drives import LearnedDrives
from controller.table.view.notices import drive_faults
from controller.table.view.table_messages import COLOUR_WORDS
from controller.vision.fusion.camera_reader import CameraReader
from firmware_bridge.robots.robot_port import RobotPort


async def calibrate(tools: RobotTools, eye: CameraReader, addresses: list[str], file: Path) -> bool:
    """One robot after the other drives its routine; what was learned is said and kept. Raises CameraError, Problems."""
    kept = load_odometry(file) if file.exists() else StoredOdometry()
    drives = LearnedDrives(kept.robots)
    well = True
    async with AsyncExitStack() as stack:
        await eye.open()
        stack.push_async_callback(eye.close)
        for address in addresses:
            well &= await _one(tools, eye, address, drives)
    if drives.estimates:
        _keep(replace(kept, robots=drives.estimates), file)
        tools.say(phrase("drive-kept", tools.language, file=str(file)))
    return well


async def _one(tools: RobotTools, eye: CameraReader, address: str, drives: LearnedDrives) -> bool:
    robot = tools.robot(address)
    try:
        await robot.connect()
        if robot.by_hand:
            tools.say(translate(TEXTS["by-people"], tools.language))
            return False
        found = await pair_by_motion(eye, {address: robot}, tools.language, tools.say)
        for problem in found.problems:
            tools.say(problem.translated(tools.language))
        if address not in found.colours:
            return False
        return await _drive(tools, eye, robot, found.colours[address], drives)
    except GolemError as error:
        tools.say(error_at_place(address, error, tools.language))
        return False
    finally:
        await robot.close()


async def _drive(tools: RobotTools, eye: CameraReader, robot: RobotPort, colour: str, drives: LearnedDrives) -> bool:
    tools.say(phrase("drive-begins", tools.language, golem=COLOUR_WORDS[colour]))
    drive = drives.of(robot)
    ended = await drive_routine(eye, robot, colour, drives)
    if ended is not None:
        lost = ended.code == RoutineReason.LOST.value
        told = translate(ended.message, tools.language)
        tools.say(phrase("none-in-view", tools.language) if lost else f"{robot.name}: {told}")
        return False
    _say(tools, robot.own_name or robot.port, drive.estimate)
    wrong = drive_faults({colour: drive.faults} if drive.faults else {})
    for notice in wrong:
        tools.say(translate(notice.text, tools.language))
    return drive.estimate.known and not drive.odd


def _say(tools: RobotTools, name: str, estimate: Estimate) -> None:
    model = estimate.model
    tools.say(
        phrase(
            "drive-learned",
            tools.language,
            robot=name,
            scale=f"{100 * (model.scale - 1):+.1f}",
            veer=f"{100 * model.veer * TRACK_MM:+.1f}",
            turn=f"{100 * (model.turn - 1):+.1f}",
            play=f"{model.backlash:.1f}",
            trust=f"{100 * estimate.confidence:.0f}",
        )
    )


def _keep(kept: StoredOdometry, file: Path) -> None:
    try:
        save_odometry(kept, file)
    except OSError as error:
        message = _("{file} can't be written: {reason}", file=str(file), reason=system_reason(error).message)
        raise Problems([Problem("--file", message)]) from error
