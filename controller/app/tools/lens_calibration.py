"""`golem calibrate`: a camera, a video or a folder of pictures shows the board; a measured lens comes out."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import cv2

from boards.base.catalogue import Language, translate
from boards.base.errors import InvalidInput, Problem, Problems
from boards.base.message import _
from boards.base.system_errors import system_reason
from boards.drawing.raster import raster
from boards.kit.charuco import screen_drawing
from calibration.board_views import BoardFinder, BoardSize, BoardView
from calibration.calibration_messages import REPORT_TEXTS
from calibration.camera_frames import BadPicture, Frame, FramesEnded
from calibration.coverage_map import coverage_drawing
from calibration.lens_file import Calibration, save_calibration
from calibration.lens_quality import CalibrationResult, calibrate
from calibration.wizard import State, Wizard, WizardPrompt
from controller.app.terminal.shutdown import cancel_on_signals
from controller.vision.cameras.camera import Camera
from controller.vision.markers.greyscale import to_grey

Say = Callable[[str], None]


@dataclass(frozen=True)
class LensPlan:
    """What `golem calibrate` was asked for."""

    camera_name: str
    """As the system calls it; empty if it is not known."""
    following: bool
    """Whether pictures follow each other: a camera or a video."""
    out: Path
    picture: Path | None
    """Where the picture of weak places goes."""
    board: BoardSize
    language: Language
    today: date


async def measure(plan: LensPlan, camera: Camera, say: Say) -> CalibrationResult:
    """Show the camera's pictures to the wizard, then solve, judge and save the lens.

    It ends when all views are there, the pictures end, or somebody presses Ctrl-C. Raises CameraError, PoorViews,
    Problems.
    """
    wizard = Wizard(following=plan.following)
    gathering = asyncio.get_running_loop().create_task(_gather(plan, camera, wizard, say))
    cancel_on_signals(gathering)
    await asyncio.wait({gathering})
    if not gathering.cancelled():
        gathering.result()
    found = calibrate(wizard.seen, plan.board)
    calibration = Calibration(found.fit.camera, plan.camera_name, plan.today)
    _save(plan, found, calibration)
    for line in report(plan, found):
        say(line)
    return found


def report(plan: LensPlan, found: CalibrationResult) -> list[str]:
    """Return what came out, for the person who held the board."""
    quality, language = found.fit.camera.quality, plan.language
    lines = [
        translate(REPORT_TEXTS["saved"], language).format(
            file=plan.out, views=quality.views, rms=quality.rms_px, error=quality.error_px, terms=found.fit.terms
        )
    ]
    if found.fit.rejected:
        names = ", ".join(view.source for view in found.fit.rejected)
        lines.append(translate(REPORT_TEXTS["rejected"], language).format(count=len(found.fit.rejected), names=names))
    if plan.picture is not None:
        lines.append(translate(REPORT_TEXTS["picture"], language).format(file=plan.picture))
    if not plan.camera_name:
        lines.append(translate(REPORT_TEXTS["unnamed"], language))
    return lines


def write_screen(path: Path, size: tuple[int, int], language: Language) -> int:
    """Return the board as a picture for a screen of this many pixels; returns the board's width in px.

    Raises Problems.
    """
    try:
        drawing, square = screen_drawing(size, language)
    except InvalidInput as error:
        raise Problems([Problem("--pixels", error.message)]) from None
    _write_picture(path, "--screen", lambda: cv2.imwrite(str(path), raster(drawing, 1.0)))
    return square * 9


async def _gather(plan: LensPlan, camera: Camera, wizard: Wizard, say: Say) -> None:
    finder = BoardFinder()

    def work(frame: Frame) -> tuple[str, BoardView | None]:
        return frame.source, finder.find(to_grey(frame.image), Path(frame.source).name)

    newest_line = ""
    await camera.open(work)
    try:
        while wizard.state is not State.COMPLETE:
            try:
                source, view = await camera.next()
            except FramesEnded:
                return
            except BadPicture as error:
                say(error.translated(plan.language))
                continue
            said = wizard.look(view)
            line = said.translated(plan.language) if plan.following else _about(source, view, said, plan.language)
            # A camera says the same many times a second.
            if line != newest_line:
                say(line)
            newest_line = line
    finally:
        await camera.close()


def _about(source: str, view: BoardView | None, said: WizardPrompt, language: Language) -> str:
    """Return what a picture of a folder shows."""
    if view is None or said.say.value == "sharper":
        return f"{source}: {said.translated(language)}"
    return translate(REPORT_TEXTS["corners"], language).format(file=source, count=len(view.ids), blur=view.blur_px)


def _save(plan: LensPlan, found: CalibrationResult, calibration: Calibration) -> None:
    try:
        plan.out.parent.mkdir(parents=True, exist_ok=True)
        save_calibration(calibration, plan.out)
    except OSError as error:
        raise Problems(
            [
                Problem(
                    "--out",
                    _("{file} cannot be written: {reason}", file=str(plan.out), reason=system_reason(error).message),
                )
            ]
        ) from None
    if plan.picture is not None:
        drawing = coverage_drawing(found, calibration, plan.language)
        path = plan.picture
        _write_picture(path, "--picture", lambda: cv2.imwrite(str(path), raster(drawing, 1.0)))


def _write_picture(path: Path, option: str, write: Callable[[], bool]) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        done = write()
    except OSError as error:
        raise Problems(
            [
                Problem(
                    option, _("{file} cannot be written: {reason}", file=str(path), reason=system_reason(error).message)
                )
            ]
        ) from None
    except cv2.error:
        raise Problems(
            [Problem(option, _("{file} is no picture file's name; end it in .png", file=str(path)))]
        ) from None
    if not done:
        raise Problems([Problem(option, _("{file} cannot be written; is there such a folder?", file=str(path)))])
