"""What was learned of the robots' wheels, from one evening to the next: a file beside the table file."""

from __future__ import annotations

import logging
from pathlib import Path

from calibration.odometry import Estimate
from calibration.odometry_file import load_odometry, save_odometry
from controller.table.motion.learned_drives import LearnedDrives

log = logging.getLogger(__name__)


def kept_odometry(path: Path | None) -> dict[str, Estimate]:
    """Return what is kept in a file; nothing, if there is none. Raises :class:`boards.base.errors.Problems`."""
    return load_odometry(path) if path is not None and path.exists() else {}


def keep_odometry(drives: LearnedDrives, path: Path | None) -> None:
    """Write what was learned. A disk that refuses it is only logged: the robots will learn it again."""
    if path is None or not drives.estimates:
        return
    try:
        save_odometry(drives.estimates, path)
    except OSError as error:
        log.warning("%s: what was learned of the robots' wheels is not kept: %s", path, error)
