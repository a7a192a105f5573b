"""Find what lies in a tray's lanes and was not read: a covered card must not be silently missing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, partial
from itertools import chain

from boards.geometry import Point, Pose
from boards.kit.thing_keys import MatKey, TrayKey
from boards.kit.trays import TRAY
from calibration.camera_frames import Image
from calibration.camera_model import View
from controller.vision.markers.image_patches import inside_picture
from controller.vision.markers.occlusion import BLURRED_MODULES
from controller.vision.pose.placement import points_array
from controller.vision.scene import Unread, Why
from controller.vision.unread.compression import compression_quality
from controller.vision.unread.side_by_side import run_side_by_side
from controller.vision.unread.trays.tray_cache import TrayCache, TraySnapshot
from controller.vision.unread.trays.tray_search import search_tray
from controller.vision.unread.trays.tray_view import Lying, TrayView

_FAR_MM = 350.0


class TrayInspector:
    """Inspects the trays in one camera's pictures."""

    def __init__(self, *, live: bool) -> None:
        """``live``: pictures follow each other; a tray that has not changed is not looked at again."""
        self._cache = TrayCache() if live else None

    def look(
        self,
        image: Image,
        view: View,
        trays: Iterable[tuple[TrayKey, Pose]],
        read: Iterable[Lying],
        blur_modules: float,
        noise: float = 0.0,
    ) -> list[Unread]:
        """Return what lies in the trays' lanes besides the things that were read.

        ``noise``: of the picture, grey levels.
        """
        # Not measured while nothing changes on the trays.
        quality = cache(lambda: compression_quality(image))
        sheets: list[Lying] = []
        on_top: list[Lying] = []
        for thing in read:
            (sheets if isinstance(thing[0], MatKey | TrayKey) else on_top).append(thing)
        found: list[Unread] = []
        changed: list[TrayView] = []
        snapshots: list[TraySnapshot] = []
        for key, pose in trays:
            near = [thing for thing in on_top if thing[1].point.distance(pose.point) < _FAR_MM]
            if self._cache is not None:
                now = self._cache.snapshot(image, view, key, pose, near, blur_modules > BLURRED_MODULES)
                known = self._cache.known(key, now)
                if known is not None:
                    found += known
                    continue
                snapshots.append(now)
            others = [sheet for sheet in sheets if sheet[0] != key]
            changed.append(TrayView(image, view, key, pose, near, others, blur_modules, noise, quality()))
        of_trays = _of_trays(changed, side_by_side=self._cache is None)
        if self._cache is not None:
            for tray, now, items in zip(changed, snapshots, of_trays, strict=True):
                self._cache.keep(tray.key, now, tuple(items))
        return [*found, *chain.from_iterable(of_trays)]


def _of_trays(trays: Sequence[TrayView], *, side_by_side: bool) -> list[list[Unread]]:
    """Return what lies in the lanes of each tray. ``side_by_side``: in several threads."""
    tasks = [partial(_of_tray, tray) for tray in trays]
    return run_side_by_side(tasks) if side_by_side else [task() for task in tasks]


def _of_tray(tray: TrayView) -> list[Unread]:
    found: list[Unread] = []
    whole: list[int] = []
    for lane in range(TRAY.lanes):
        corners = points_array(_corners_of_lane(lane))
        if inside_picture(tray.pixels(corners), tray.image.shape):
            whole.append(lane)
        else:
            found.append(tray.unread(Why.CUT_OFF, corners, TRAY.lane(lane).centre))
    return found + search_tray(tray, whole) if whole else found


def _corners_of_lane(lane: int) -> list[Point]:
    low, high = TRAY.lane(lane).low, TRAY.lane(lane).high
    return [Point(low.x, high.y), high, Point(high.x, low.y), low]
