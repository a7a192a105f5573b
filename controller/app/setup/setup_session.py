"""A table that is being set up: the session behind the set-up page.

It looks through the camera, finds robots and lets them move, and writes the table file. One step at a time: what takes
long is guarded by a lock, and what was chosen is kept in a file, so that the set-up can be left and gone on with.
"""

from __future__ import annotations

import asyncio
import io
import logging
import socket
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import msgspec

from boards.base.catalogue import Language
from boards.base.errors import GolemError, Problem, Problems
from boards.base.message import Message, _
from boards.base.struct_problems import struct_problems
from boards.base.system_errors import system_reason
from boards.colours import COLOURS
from boards.drawing.pdf import write_pdf
from boards.printing.documents import TOGETHER, Order, documents, joined
from calibration.lens_file import load_calibration
from calibration.odometry_file import save_odometry
from controller.app.config.table_file import ODOMETRY, read_table_file
from controller.app.devices.stored_odometry import load_stored_odometry
from controller.app.setup.camera_findings import Finding, findings, print_findings, tops
from controller.app.setup.devices import Devices
from controller.app.setup.found_robots import FoundRobot, first_step, learn_drive
from controller.app.setup.lens_step import NOT_MEASURED, LensMeasurement, LensProgress
from controller.app.setup.table_checks import TableChecks, check_table
from controller.app.setup.table_draft import Draft, checked, free_table_file, keep_draft, load_draft, table_text
from controller.table.motion.learning.learned_drives import LearnedDrives
from controller.table.motion.robot_identification import pair
from controller.vision.fusion.camera_reader import CameraReader, encode_jpeg
from controller.vision.overlay import draw_overlay
from controller.vision.scene import Scene
from firmware_bridge.robots.robot_port import RobotPort

log = logging.getLogger(__name__)

FIRST_PORT = 8081
"""Of a table's own page; the front door has 8080."""

LOOK_S = 4.0
"""How long a look may take until the picture is at rest."""
PRINTS = {**TOGETHER, "lens-board": ("calibration",)}


@dataclass(frozen=True)
class SetupState:
    """What is known now."""

    draft: Draft
    camera_open: bool = False
    findings: tuple[Finding, ...] = ()
    """Of the last look."""
    tops: tuple[Finding, ...] = ()
    sure_mm: float | None = None
    """How sure places on the table are; None before a look."""
    lens: LensProgress = NOT_MEASURED
    robots: tuple[FoundRobot, ...] = ()
    problem: Message | None = None
    """Why the last deed failed."""
    written: str | None = None
    """The table file, once it is written."""

    @property
    def camera_good(self) -> bool:
        """Whether the camera sees all that a game needs."""
        return bool(self.findings) and all(finding.good for finding in self.findings)

    @property
    def print_findings(self) -> tuple[Finding, ...]:
        """What a bank card tells of the print."""
        return tuple(print_findings(self.draft.card_mm))


class SetupSession:
    """One table that is being set up."""

    def __init__(self, folder: Path, here: Path, devices: Devices) -> None:
        """`folder`: of the records, where the draft is kept; `here`: where the table file is written."""
        self._folder, self._here, self._devices = folder, here, devices
        self._reader: CameraReader | None = None
        self._measuring: tuple[LensMeasurement, asyncio.Task[None]] | None = None
        self._busy = asyncio.Lock()
        self.state = SetupState(load_draft(folder))

    async def close(self) -> None:
        """Release the camera."""
        await self.stop_lens()
        await self._close_camera()

    # -- what is chosen --------------------------------------------------------------------------------

    async def choose(self, changes: dict[str, Any]) -> None:
        """Change the draft. Raises Problems, at its fields."""
        told = {**msgspec.to_builtins(self.state.draft), **changes}
        try:
            draft = checked(msgspec.convert(told, Draft))
        except msgspec.ValidationError as error:
            raise Problems(struct_problems(told, Draft, error)) from None
        keep_draft(self._folder, draft)
        before, self.state = self.state.draft, replace(self.state, draft=draft, problem=None, written=None)
        if draft.camera != before.camera:
            await self.stop_lens()
        if (draft.camera, draft.board, draft.lens) != (before.camera, before.board, before.lens):
            await self._close_camera()
            self.state = replace(self.state, findings=(), tops=(), camera_open=False)

    async def cameras(self) -> list[tuple[str, str]]:
        """Return address and name of the cameras that are plugged in."""
        return [(camera.address, camera.name) for camera in await asyncio.to_thread(self._devices.cameras)]

    # -- the camera ------------------------------------------------------------------------------------

    async def look(self) -> None:
        """Look once and tell what is seen; opens the camera that was chosen."""
        async with self._doing():
            reader = await self._opened()
            scene = await reader.settled(LOOK_S)
            await self._tell(reader, scene)

    async def _tell(self, reader: CameraReader, scene: Scene) -> None:
        look, draft = reader.newest, self.state.draft
        checks = TableChecks()
        if look is not None:
            checks = await asyncio.to_thread(check_table, look, self._devices.kit(), draft.mat)
        if checks.card is not None:
            draft = msgspec.structs.replace(self.state.draft, card_mm=round(checks.card.long_mm, 1))
            keep_draft(self._folder, draft)
        told = findings(scene, draft.mat, draft.colours, checks, draft.card_mm)
        self.state = replace(
            self.state,
            draft=draft,
            findings=tuple(told),
            sure_mm=max((seen.within_mm for seen in scene.things if seen.within_mm is not None), default=None),
            tops=tuple(tops(scene, draft.colours)),
            camera_open=True,
            problem=None,
        )

    def picture(self, language: Language) -> bytes:
        """Return the newest picture as a JPEG, with what was read drawn over it; empty without one."""
        if self._measuring is not None:
            shown = self._measuring[0].picture()
            return b"" if shown is None else encode_jpeg(shown, 1280)
        look = None if self._reader is None else self._reader.newest
        return b"" if look is None else encode_jpeg(draw_overlay(look, language), 1280)

    # -- its lens --------------------------------------------------------------------------------------

    async def measure_lens(self) -> None:
        """Begin to measure the lens by a board that is held before the camera; :attr:`state` tells how far it is."""
        if self.state.draft.camera is None:
            raise Problems([Problem("camera", _("choose a camera first"))])
        await self.stop_lens()
        async with self._busy:
            await self._close_camera()
            camera = self._devices.camera(self.state.draft.camera)
            measurement = LensMeasurement(camera, camera.name, self._here)
            task = asyncio.create_task(measurement.run(), name="lens")
            self._measuring = (measurement, task)
            self.state = replace(self.state, camera_open=True, findings=(), tops=(), sure_mm=None, problem=None)

    async def stop_lens(self) -> None:
        """Stop measuring. Without effect if nothing is measured."""
        if self._measuring is not None:
            _measurement, task = self._measuring
            self._measuring = None
            task.cancel()
            await asyncio.wait({task})
            self.state = replace(self.state, camera_open=False, lens=NOT_MEASURED)

    async def lens_measured(self) -> None:
        """Wait until the measurement that is under way has ended."""
        if self._measuring is not None:
            await asyncio.wait({self._measuring[1]})
            await self.refresh()

    async def refresh(self) -> None:
        """Take over how far the measurement of the lens is."""
        if self._measuring is None:
            return
        measurement, task = self._measuring
        self.state = replace(self.state, lens=measurement.progress)
        if task.done():
            self._measuring = None
            self.state = replace(self.state, camera_open=False)
            task.result()
            if measurement.file is not None:
                await self.choose({"lens": measurement.file, "lens_good_enough": False})

    async def _opened(self) -> CameraReader:
        draft = self.state.draft
        if draft.camera is None:
            raise Problems([Problem("camera", _("choose a camera first"))])
        if self._reader is None:
            await self.stop_lens()
            lens = None if draft.lens is None else load_calibration(self._here / draft.lens).camera
            reader = self._devices.reader(draft.camera, draft.mat, lens)
            await reader.open()
            self._reader = reader
        return self._reader

    async def _close_camera(self) -> None:
        reader, self._reader = self._reader, None
        if reader is not None:
            await reader.close()

    # -- robots ----------------------------------------------------------------------------------------

    async def find_robots(self) -> None:
        """Ask on every port who is there. Nothing moves."""
        async with self._doing():
            found = [
                FoundRobot(f"serial:{one.port}", one.robot.name)
                if one.robot is not None
                else FoundRobot(f"serial:{one.port}", "", problem=None if one.error is None else one.error.message)
                for one in await self._devices.ports()
            ]
            known = {robot.address: robot for robot in self.state.robots}
            kept = [
                replace(robot, colour=known[robot.address].colour) if robot.address in known else robot
                for robot in found
            ]
            self.state = replace(self.state, robots=tuple(kept), problem=None)

    async def pair_robots(self) -> None:
        """Let each robot turn a little, so that the camera sees which golem it is, and then drive a little."""
        async with self._doing(), AsyncExitStack() as stack:
            reader = await self._opened()
            told: dict[str, FoundRobot] = {robot.address: robot for robot in self.state.robots}
            robots = await self._connected(stack, told, [found for found in told.values() if found.problem is None])
            pairing = await pair(reader, robots, lambda _name: None)
            for address, why in pairing.unpaired.items():
                told[address] = replace(told[address], problem=why.message)
            for address, colour in pairing.colours.items():
                wrong = await first_step(reader, robots[address], colour)
                told[address] = replace(told[address], colour=colour, problem=wrong)
            await self._tell(reader, await reader.settled(LOOK_S))
            chosen = {
                colour: address for address, colour in pairing.colours.items() if colour in self.state.draft.colours
            }
            self.state = replace(self.state, robots=tuple(told.values()), problem=None)
            await self.choose({"robots": {**self.state.draft.robots, **chosen}})

    async def learn_drives(self) -> None:
        """Let each robot whose golem is known drive for a minute; what its wheels do is kept beside the table file."""
        async with self._doing(), AsyncExitStack() as stack:
            reader = await self._opened()
            told: dict[str, FoundRobot] = {robot.address: robot for robot in self.state.robots}
            ready = [found for found in told.values() if found.colour is not None]
            robots = await self._connected(stack, told, ready)
            file = self._here / ODOMETRY
            kept = load_stored_odometry(file)
            drives = LearnedDrives(kept.robots)
            for address, robot in robots.items():
                told[address] = await learn_drive(reader, robot, told[address], drives)
                self.state = replace(self.state, robots=tuple(told.values()), problem=None)
            try:
                save_odometry(replace(kept, robots=drives.estimates), file)
            except OSError as error:
                message = _("{file} cannot be written: {reason}", file=str(file), reason=system_reason(error).message)
                raise Problems([Problem(str(file), message)]) from None
            await self._tell(reader, await reader.settled(LOOK_S))

    async def _connected(
        self, stack: AsyncExitStack, told: dict[str, FoundRobot], wanted: Sequence[FoundRobot]
    ) -> dict[str, RobotPort]:
        """Connect robots until the stack is closed; what goes wrong is noted."""
        robots: dict[str, RobotPort] = {}
        for found in wanted:
            robot = self._devices.robot(found.address)
            stack.push_async_callback(robot.close)
            try:
                await robot.connect()
                robots[found.address] = robot
            except GolemError as error:
                told[found.address] = replace(found, problem=error.message)
        return robots

    # -- paper and file --------------------------------------------------------------------------------

    def print_pdf(self, which: str) -> bytes:
        """Return all sheets that are printed on one side, or those on both. Takes seconds; called in a thread."""
        draft = self.state.draft
        order = Order(self._devices.kit(), draft.mat, COLOURS[: draft.players], draft.spoken, "A4")
        out = io.BytesIO()
        write_pdf(joined(documents(order, PRINTS[which]), which), out, order.language, order.kit.deck_seed)
        return out.getvalue()

    async def write(self) -> None:
        """Write the table file and release the camera, which the table needs now.

        Raises Problems for what is missing, or cannot be written.
        """
        draft = self.state.draft
        if draft.camera is None:
            raise Problems([Problem("camera", _("choose a camera first"))])
        path = free_table_file(self._here)
        try:
            path.write_text(table_text(draft, free_port(FIRST_PORT)), encoding="utf-8")
        except OSError as error:
            message = _("the table file cannot be written: {reason}", reason=system_reason(error).message)
            raise Problems([Problem(str(path), message)]) from None
        try:
            read_table_file(path)
        except Problems:
            # No table could be started with it.
            path.unlink(missing_ok=True)
            raise
        await self._close_camera()
        self.state = replace(self.state, written=path.name, problem=None)

    @asynccontextmanager
    async def _doing(self) -> AsyncIterator[None]:
        """One thing at a time; why it failed is told with the state."""
        async with self._busy:
            try:
                yield
            except Problems:
                raise
            except GolemError as error:
                log.info("set-up: %s", error)
                await self._close_camera()
                self.state = replace(self.state, problem=error.message, camera_open=False, findings=(), tops=())


def free_port(first: int) -> int:
    """Return the first port from here on at which nobody listens."""
    for port in range(first, first + 100):
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    return 0
