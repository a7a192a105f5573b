"""A whole session with the board before a small rendered camera, made once for all tests of a process."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from calibration.camera_model import CameraModel
from hardware.simulated.charuco_photo import BoardCamera, session
from hardware.simulated.simulated_camera import webcam

SIZE = (960, 540)
TRUE: CameraModel = webcam(SIZE)
VIEWS = 16


@lru_cache
def photographs() -> tuple[NDArray[np.uint8], ...]:
    """The board as a careful person holds it before a camera with the lens :data:`TRUE`."""
    camera = BoardCamera(TRUE, seed=7)
    return tuple(camera.photograph(held) for held in session(TRUE, 7, VIEWS))
