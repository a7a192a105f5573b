"""Load and store what was learned of the robots' wheels and the cameras' latency."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from pathlib import Path

from calibration.odometry_file import StoredOdometry, load_odometry, save_odometry
from controller.table.motion.learning.learned_drives import LearnedDrives

log = logging.getLogger(__name__)


def load_stored_odometry(path: Path | None) -> StoredOdometry:
    """Return what is kept in a file; nothing, if there is none. Raises :class:`boards.base.errors.Problems`."""
    return load_odometry(path) if path is not None and path.exists() else StoredOdometry()


def drives_from_stored(kept: StoredOdometry, cameras: Sequence[str]) -> LearnedDrives:
    """Return the drives as they were kept, seen through these cameras, the latest of which counts."""
    drives = LearnedDrives(kept.robots)
    late = [kept.cameras[camera] for camera in cameras if camera in kept.cameras]
    drives.latency.known_s = max(late, default=None)
    return drives


def store_odometry(drives: LearnedDrives, path: Path | None, cameras: Sequence[str] = ()) -> None:
    """Write what was learned. A disk that refuses it is only logged: the robots will learn it again."""
    late = dict.fromkeys(cameras, drives.latency.seconds) if drives.latency.known else {}
    if path is None or not (drives.estimates or late):
        return
    try:
        save_odometry(StoredOdometry(drives.estimates, late), path)
    except OSError as error:
        log.warning("%s: what was learned of the robots' wheels is not kept: %s", path, error)
