"""The step of the set-up that measures the camera's lens by a board that is held before it."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from boards.base.errors import GolemError, Problem, Problems
from boards.base.message import Message, _
from boards.base.system_errors import system_reason
from calibration.board_views import BoardFinder, BoardSize, BoardView
from calibration.camera_frames import BadPicture, Frame, FramesEnded, Image
from calibration.camera_model import CameraModel
from calibration.lens_file import Calibration, save_calibration
from calibration.lens_quality import calibrate
from calibration.wizard import ENOUGH_VIEWS, State, Wizard
from controller.app.config.measured_lens import today
from controller.vision.cameras.camera import Camera
from controller.vision.markers.greyscale import to_grey

GOOD_MM = 3.0
"""Places that are less sure through an estimated lens are worth a measured one."""
FILE = "lens.yaml"


@dataclass(frozen=True)
class LensProgress:
    """How far the measurement is."""

    taken: int = 0
    wanted: int = ENOUGH_VIEWS
    say: Message | None = None
    """What the person who holds the board should do."""
    running: bool = False
    problem: Message | None = None
    """Why it failed."""
    error_px: float | None = None
    """How far the measured lens may be off, in all but the worst twentieth of the picture."""


NOT_MEASURED = LensProgress()


class LensMeasurement:
    """One measurement. The camera is its own meanwhile."""

    def __init__(self, camera: Camera, name: str, here: Path) -> None:
        """`name`: of the camera, as the system calls it; `here`: where the lens file is written."""
        self._camera, self._name, self._here = camera, name, here
        self._wizard = Wizard(following=camera.live)
        self._newest: tuple[Image, BoardView | None] | None = None
        self.progress = LensProgress(running=True)
        self.lens: CameraModel | None = None
        self.file: str | None = None
        """The lens file, once it is written."""

    async def run(self) -> None:
        """Take views until all are there, then solve and save. What goes wrong is told by the progress."""
        try:
            await self._gather()
            await self._solve()
        except Problems as error:
            self.progress = LensProgress(self.progress.taken, problem=error.problems[0].message)
        except GolemError as error:
            self.progress = LensProgress(self.progress.taken, problem=error.message)
        finally:
            await self._camera.close()

    def picture(self) -> Image | None:
        """Return the newest picture with the board's corners that were found; None before the first."""
        if self._newest is None:
            return None
        image, view = self._newest
        if view is None:
            return image
        shown = image.copy()
        for x, y in np.rint(view.pixels).astype(int).tolist():
            cv2.circle(shown, (x, y), max(3, image.shape[1] // 300), (60, 200, 60), -1, cv2.LINE_AA)
        return shown

    async def _gather(self) -> None:
        finder = BoardFinder()

        def work(frame: Frame) -> tuple[Image, BoardView | None]:
            return frame.image, finder.find(to_grey(frame.image), Path(frame.source).name)

        await self._camera.open(work)
        while self._wizard.state is not State.COMPLETE:
            try:
                self._newest = await self._camera.next()
            except FramesEnded:
                return
            except BadPicture:
                continue
            said = self._wizard.look(self._newest[1])
            self.progress = LensProgress(said.taken, say=said.message, running=True)

    async def _solve(self) -> None:
        found = await asyncio.to_thread(calibrate, self._wizard.seen, BoardSize())
        lens, names = found.fit.camera, [FILE, *(f"lens-{number}.yaml" for number in range(2, 1000))]
        path = next(self._here / name for name in names if not (self._here / name).exists())
        try:
            save_calibration(Calibration(lens, self._name, today()), path)
        except OSError as error:
            message = _("{file} cannot be written: {reason}", file=str(path), reason=system_reason(error).message)
            raise Problems([Problem(str(path), message)]) from None
        self.lens, self.file = lens, path.name
        self.progress = LensProgress(self.progress.taken, error_px=lens.quality.error_px)
