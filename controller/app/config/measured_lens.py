"""Measured lenses where they are used: the file belongs to the camera, and the camera still is as it was."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import date
from pathlib import Path
from urllib.parse import urlsplit

from boards.base.catalogue import Language
from boards.kit.kit import Kit
from calibration.camera_frames import CameraError
from calibration.camera_model import CameraModel
from calibration.lens_file import Calibration, load_calibration
from calibration.lens_match import LensUnfit, age_warnings, camera_mismatches
from controller.vision.cameras.device_names import named_cameras
from controller.vision.fusion.camera_reader import CameraReader
from controller.vision.lens_check import lens_mismatches


def camera_name(at: str) -> str:
    """Return the system's name of a camera, or its address without the password.

    The camera is given as a person gives it: ``0``, ``/dev/video0``, a stable path, a part of its name. Empty for
    pictures and videos, and where the system has no names.
    """
    if "://" in at:
        parts = urlsplit(at)
        return f"{parts.scheme}://{parts.hostname or ''}{parts.path}"
    path = f"/dev/video{at}" if at.isdigit() else at
    known = {camera.path: camera.name for camera in named_cameras()}
    if path.startswith("/dev/"):
        return known.get(str(Path(path).resolve()), known.get(path, ""))
    if at.startswith("picamera"):
        return f"picamera:{at.partition(':')[2] or 0}"
    if Path(at).exists():
        return ""
    wanted = at.casefold().strip()
    return next((name for name in known.values() if wanted and wanted in name.casefold()), "")


def today() -> date:
    """By the computer's clock: when a lens was measured is a day of people's calendars, no time of a game."""
    return date.today()


def measured_lens(
    path: Path, at: str, language: Language = "en", on: date | None = None, say: Callable[[str], None] | None = None
) -> Calibration:
    """Return the lens of a file, for the camera that a person means by ``at``.

    ``say`` hears of a lens that was measured long before the day ``on``. Raises Problems, and LensUnfit for the lens
    of another camera. The picture shows whether it is of its size (:func:`lens_named`).
    """
    with lens_named(path):
        calibration = load_calibration(path)
        size = calibration.camera.size
        reasons = camera_mismatches(path.name, calibration.camera, calibration.name, camera_name(at), size)
        if reasons:
            raise LensUnfit(reasons)
    for warning in age_warnings(path.name, calibration.made, on) if on is not None else ():
        if say is not None:
            say(warning.translated(language))
    return calibration


async def check_lens(eye: CameraReader, kit: Kit, lens: CameraModel, path: Path, language: Language) -> None:
    """Look once, and check that the picture fits the measured lens.

    Raises LensUnfit if the picture has another size than the lens was measured at, or shows the table through another
    zoom. A camera that gives no picture says nothing about a lens.
    """
    with lens_named(path), suppress(CameraError):
        await eye.look()
        reasons = () if eye.newest is None else lens_mismatches(eye.newest, kit, lens, path.name)
        if reasons:
            raise LensUnfit(reasons)


@contextmanager
def lens_named(path: Path | None) -> Iterator[None]:
    """Return a context in which errors of a lens name its file, which a reader of pictures does not know."""
    try:
        yield
    except LensUnfit as error:
        raise error.named("" if path is None else path.name) from None
