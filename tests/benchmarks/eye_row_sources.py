"""The renderers whose pictures rows are counted in, behind one interface."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import cv2
import numpy as np

from boards.kit.thing_keys import CardKey, MatKey, TrayKey
from hardware.simulated.imaging_conditions import CONDITIONS as SIMULATED
from tests.benchmarks.photographed.conditions import CONDITIONS as PHOTOGRAPHED
from tests.benchmarks.photographed.photograph import photograph
from tests.benchmarks.photographed.tables import LANE_STEP, LANE_TOP, TRAY_MM, row_text
from tests.benchmarks.ray_cast.conditions import CONDITIONS as RAY_CAST
from tests.benchmarks.ray_cast.conditions import photograph as ray_cast
from tests.support.ground import Ground, Table, ground
from tests.support.row_truth import RowTruth


@dataclass(frozen=True, eq=False)
class Picture:
    """One picture and the truth about its rows."""

    condition: str
    seed: int
    data: bytes
    """A picture file."""
    rows: tuple[RowTruth, ...]
    kind: str = "jpg"


@dataclass(frozen=True)
class Renderer:
    """Something that makes pictures of tables."""

    conditions: tuple[str, ...]
    picture: Callable[[str, int], Picture]
    sources: tuple[str, ...]
    """Files that decide what its pictures are."""


def _photographed(condition: str, seed: int) -> Picture:
    taken = photograph(condition, seed)
    return Picture(condition, seed, taken.jpeg, taken.rows)


UNSURE = frozenset({"glare", "hands", "motion", "out of focus"})
"""Conditions of the first proving ground in which rows may be hidden; it does not say which: none counts as clear."""

TABLES = (Table(rows=True), Table(MatKey("6x6"), rows=True))


QUALITIES = (8, 44)
"""Of pictures that are packed once more: messengers do it, and the worst of them do."""


def _recompressed(condition: str, seed: int) -> Picture:
    first = _photographed(condition, seed)
    quality = int(np.random.default_rng(seed).integers(QUALITIES[0], QUALITIES[1] + 1))
    image = cv2.imdecode(np.frombuffer(first.data, np.uint8), cv2.IMREAD_COLOR)
    done, packed = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
    assert done
    return replace(first, data=packed.tobytes())


def _ray_cast(condition: str, seed: int) -> Picture:
    data, rows = ray_cast(condition, seed)
    return Picture(condition, seed, data, rows)


def _simulated(condition: str, seed: int) -> Picture:
    shown = ground(condition, seed, TABLES[seed // 16 % 2])
    done, packed = cv2.imencode(".png", shown.image, [cv2.IMWRITE_PNG_COMPRESSION, 1])
    assert done
    rows = [row for key in shown.truth if isinstance(key, TrayKey) for row in _rows_of(shown, key, condition)]
    return Picture(condition, seed, packed.tobytes(), tuple(rows), "png")


def _rows_of(shown: Ground, tray: TrayKey, condition: str) -> list[RowTruth]:
    lanes: list[list[tuple[float, CardKey]]] = [[], [], [], []]
    place = shown.truth[tray]
    angle = np.radians(place.heading)
    for key, pose in shown.truth.items():
        if isinstance(key, CardKey) and key.colour == tray.colour:
            dx, dy = pose.x - place.x, pose.y - place.y
            along = dx * np.cos(angle) + dy * np.sin(angle)
            up = dy * np.cos(angle) - dx * np.sin(angle) + TRAY_MM[1] / 2
            lanes[int((LANE_TOP + 1 - up) // LANE_STEP)].append((float(along), key))
    found = []
    for number, cards in enumerate(lanes):
        lies = tuple(str(key) for _, key in sorted(cards, key=lambda card: card[0]))
        text = row_text([key.split(":")[2] for key in lies])
        allowed = () if text is None else (text,)
        found.append(RowTruth(tray.colour, number, allowed, condition not in UNSURE, not cards, lies=lies))
    return found


RENDERERS = {
    "photographed": Renderer(tuple(PHOTOGRAPHED), _photographed, ("tests/benchmarks/photographed/**/*.py",)),
    "recompressed": Renderer(
        tuple(PHOTOGRAPHED),
        _recompressed,
        ("tests/benchmarks/photographed/*.py", "tests/benchmarks/eye_row_sources.py"),
    ),
    "ray_cast": Renderer(tuple(RAY_CAST), _ray_cast, ("tests/benchmarks/ray_cast/*.py",)),
    "simulated": Renderer(
        tuple(SIMULATED),
        _simulated,
        ("hardware/simulated/**/*.py", "tests/support/ground.py", "tests/support/tables.py"),
    ),
}
"""By name."""
