"""A table that is being set up: the session behind the set-up page.

It looks through the camera, finds robots and lets them move, and writes the table file. One step at a time: what takes
long is guarded by a lock, and what was chosen is kept in a file, so that the set-up can be left and gone on with.
"""

from __future__ import annotations

import asyncio
import io
import logging
import socket
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from boards.base.catalogue import Language
from boards.base.errors import GolemError, Problem, Problems
from boards.base.message import Message, _
from boards.base.struct_problems import struct_problems
from boards.colours import COLOURS
from boards.drawing.pdf import write_pdf
from boards.geometry import Point
from boards.kit.thing_keys import GolemKey
from boards.mats import mat
from boards.printing.documents import Order, documents
from calibration.camera_frames import Frame
from controller.app.config.table_file import read_table_file
from controller.app.setup.camera_findings import Finding, findings, tops
from controller.app.setup.devices import Devices
from controller.app.setup.drive_check import STEP_MM, judge_step
from controller.app.setup.table_draft import Draft, checked, free_table_file, keep_draft, load_draft, table_text
from controller.table.motion.robot_identification import SETTLE_S, pair
from controller.table.view.table_messages import COLOUR_WORDS
from controller.vision.fusion.camera_reader import CameraReader, encode_jpeg
from controller.vision.overlay import draw_overlay
from controller.vision.pose.placement import project_points
from controller.vision.reader import Reader
from controller.vision.scene import Scene
from firmware_bridge.robots.robot_port import RobotPort

log = logging.getLogger(__name__)

FIRST_PORT = 8081
"""Of a table's own page; the front door has 8080."""

LOOK_S = 4.0
"""How long a look may take until the picture is at rest."""
STEP_MM_S = 40.0
ONE_SIDE = ("guide", "mats", "trays", "golems", "dice", "tokens", "energy", "lives")
TWO_SIDES = ("decks",)
PRINTS = {"one-side": ONE_SIDE, "two-sides": TWO_SIDES}


@dataclass(frozen=True)
class FoundRobot:
    """A robot on a port of this computer."""

    address: str
    name: str
    """Its own; empty if it has none."""
    colour: str | None = None
    """The golem that it turned out to be."""
    problem: Message | None = None


@dataclass(frozen=True)
class SetupState:
    """What is known now."""

    draft: Draft
    camera_open: bool = False
    findings: tuple[Finding, ...] = ()
    """Of the last look."""
    tops: tuple[Finding, ...] = ()
    robots: tuple[FoundRobot, ...] = ()
    problem: Message | None = None
    """Why the last deed failed."""
    written: str | None = None
    """The table file, once it is written."""

    @property
    def camera_good(self) -> bool:
        """Whether the camera sees all that a game needs."""
        return bool(self.findings) and all(finding.good for finding in self.findings)


class SetupSession:
    """One table that is being set up."""

    def __init__(self, folder: Path, here: Path, devices: Devices) -> None:
        """`folder`: of the records, where the draft is kept; `here`: where the table file is written."""
        self._folder, self._here, self._devices = folder, here, devices
        self._reader: CameraReader | None = None
        self._busy = asyncio.Lock()
        self.state = SetupState(load_draft(folder))

    async def close(self) -> None:
        """Release the camera."""
        await self._close_camera()

    # -- what is chosen --------------------------------------------------------------------------------

    async def choose(self, changes: dict[str, Any]) -> None:
        """Change the draft. Raises Problems, at its fields."""
        told = {**msgspec.to_builtins(self.state.draft), **changes}
        try:
            draft = checked(msgspec.convert(told, Draft))
        except msgspec.ValidationError as error:
            raise Problems(struct_problems(told, Draft, error)) from None
        before, self.state = self.state.draft, replace(self.state, draft=draft, problem=None, written=None)
        keep_draft(self._folder, draft)
        if (draft.camera, draft.board) != (before.camera, before.board):
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
            if reader is None:
                return
            scene = await reader.settled(LOOK_S)
            await self._tell(reader, scene)

    async def _tell(self, reader: CameraReader, scene: Scene) -> None:
        draft, look = self.state.draft, reader.newest
        mirrored = False
        corners = 0
        if look is not None and look.scene.mat is None:
            mirrored = await asyncio.to_thread(self._sees_mirrored, look.frame)
        elif look is not None and look.view is not None and look.scene.mat is not None:
            width, height = mat(look.scene.mat).size_mm
            grid = mat(look.scene.mat).grid
            right, up = (width - grid.width_mm) / 2, (height - grid.height_mm) / 2
            sheet = [Point(x, y) for x in (-right, grid.width_mm + right) for y in (-up, grid.height_mm + up)]
            tall, wide = look.frame.image.shape[:2]
            corners = sum(0 <= one.u < wide and 0 <= one.v < tall for one in project_points(look.view, sheet))
        told = findings(scene, draft.mat, draft.colours, mirrored=mirrored, corners=corners)
        self.state = replace(
            self.state, findings=tuple(told), tops=tuple(tops(scene, draft.colours)), camera_open=True, problem=None
        )

    def _sees_mirrored(self, frame: Frame) -> bool:
        """Whether the mat is in the mirrored picture. Takes a second; called in a thread."""
        flipped = replace(frame, image=np.ascontiguousarray(frame.image[:, ::-1]))
        reader = Reader(self._devices.kit(), self.state.draft.mat, live=False)
        return reader.read(flipped).scene.mat is not None

    def picture(self, language: Language) -> bytes:
        """Return the newest picture as a JPEG, with what was read drawn over it; empty without one."""
        look = None if self._reader is None else self._reader.newest
        return b"" if look is None else encode_jpeg(draw_overlay(look, language), 1280)

    async def _opened(self) -> CameraReader | None:
        draft = self.state.draft
        if draft.camera is None:
            raise Problems([Problem("camera", _("choose a camera first"))])
        if self._reader is None:
            reader = self._devices.reader(draft.camera, draft.mat)
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
            if reader is None:
                return
            robots: dict[str, RobotPort] = {}
            told: dict[str, FoundRobot] = {robot.address: robot for robot in self.state.robots}
            for address, found in told.items():
                if found.problem is not None:
                    continue
                robot = self._devices.robot(address)
                stack.push_async_callback(robot.close)
                try:
                    await robot.connect()
                    robots[address] = robot
                except GolemError as error:
                    told[address] = replace(found, problem=error.message)
            pairing = await pair(reader, robots, lambda _name: None)
            for address, why in pairing.unpaired.items():
                told[address] = replace(told[address], problem=why.message)
            for address, colour in pairing.colours.items():
                wrong = await self._step(reader, robots[address], colour)
                told[address] = replace(told[address], colour=colour, problem=wrong)
            await self._tell(reader, await reader.settled(LOOK_S))
            chosen = {
                colour: address for address, colour in pairing.colours.items() if colour in self.state.draft.colours
            }
            self.state = replace(self.state, robots=tuple(told.values()), problem=None)
            await self.choose({"robots": {**self.state.draft.robots, **chosen}})

    async def _step(self, reader: CameraReader, robot: RobotPort, colour: str) -> Message | None:
        """Let a robot go ahead a little and back again; what is wrong with it."""
        before = _place(await reader.settled(SETTLE_S), colour)
        ahead = await robot.move(STEP_MM, STEP_MM_S)
        after = _place(await reader.settled(SETTLE_S), colour)
        if ahead.mm:
            await robot.move(-ahead.mm, STEP_MM_S)
        if before is None or after is None:
            return _("I lost sight of the {golem} golem while it drove.", golem=COLOUR_WORDS[colour])
        return judge_step(colour, before, after, ahead.mm)

    # -- paper and file --------------------------------------------------------------------------------

    def print_pdf(self, which: str) -> bytes:
        """Return all sheets that are printed on one side, or those on both. Takes seconds; called in a thread."""
        draft = self.state.draft
        order = Order(self._devices.kit(), draft.mat, COLOURS[: draft.players], draft.language, "A4")
        made = documents(order, PRINTS[which])
        pages = tuple(page for document in made for page in document.pages)
        out = io.BytesIO()
        write_pdf(replace(made[0], name=which, pages=pages), out, order.language, order.kit.deck_seed)
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
            said = _("the table file cannot be written: {reason}", reason=str(error.strerror or error))
            raise Problems([Problem(str(path), said)]) from None
        read_table_file(path)
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


def _place(scene: Scene, colour: str) -> Any:
    """Where the camera sees a golem; None if it does not, or sees two."""
    seen = [item.pose for item in scene.things if item.thing == GolemKey(colour)]
    return seen[0] if len(seen) == 1 else None
