"""One interface for every camera.

A camera runs the *work* (detection) on its frames beside the handle, in its own thread, and hands back the result of
the newest frame only: whoever asks gets a picture taken after the question.
"""

from __future__ import annotations

from typing import Any, Protocol

from calibration.camera_frames import ExposureControl, Work


class Camera(Protocol):
    """A camera, from the event loop's side. Errors are those of :mod:`calibration.camera_frames`."""

    @property
    def name(self) -> str:
        """As a person would say it: a path, an address, ``simulated``."""
        ...

    @property
    def live(self) -> bool:
        """False for files, whose pictures may repeat and whose time stands still."""
        ...

    @property
    def exposure_control(self) -> ExposureControl | None:
        """Its exposure, while it is open and if that can be set; for the work only."""
        ...

    async def open(self, work: Work) -> None:
        """Get ready to give pictures; ``work`` is what to do with each. Raises CameraError."""
        ...

    async def next(self) -> Any:
        """Return the work's result on a picture taken after this call. Raises CameraError."""
        ...

    async def close(self) -> None:
        """Release the device. May be called twice, and after an error."""
        ...
