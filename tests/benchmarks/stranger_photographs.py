"""Markers in photographs of strangers: `golem markers` beside OpenCV and the AprilTag library, by collection.

    python -m tests.benchmarks.stranger_photographs FOLDER...  [--look FOLDER]

Each FOLDER is a collection: pictures, and a file ``family`` with the name of their dictionary. Every picture is looked
at in its own size (2,048 px at most) and at a half and a quarter of it, where its markers are small and far away.

A marker is there if two of the three programs read the same id at the same place, at any of these sizes. What one
alone reads is written with ``--look`` as a picture for people to look at, and stays *unsettled* until the file
``looked.json`` of the collection says what it is: ``{"picture id x y": true}``, px of the picture at its own size.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from calibration.camera_model import Floats
from controller.vision.markers.greyscale import Grey
from tests.benchmarks.strangers import (
    NEAR,
    OURS,
    SETTINGS,
    SLOW_SETTINGS,
    Found,
    Look,
    looks_for,
    opencv,
    side_px,
    timed,
)

LARGEST_PX = 2048
SCALES = (1, 2, 4)
"""Times that a picture is made smaller."""
LEAST_PX = 120
"""Shorter side of the smallest picture that is looked at."""
PROGRAMS: Mapping[str, str] = {
    **dict.fromkeys((*SETTINGS, *SLOW_SETTINGS), "OpenCV"),
    "AprilTag": "AprilTag",
    OURS: OURS,
}
"""Of each detector: the settings of one program do not confirm each other."""


@dataclass
class Place:
    """Where an id was read in a picture, by some detectors, at some sizes."""

    number: int
    corners: Floats
    """4 x 2 px of the picture at its own size."""
    readers: dict[int, set[str]] = field(default_factory=dict)
    """By scale: who read it."""

    @property
    def agreed(self) -> bool:
        """Whether two programs read it."""
        return len({PROGRAMS[name] for names in self.readers.values() for name in names}) > 1

    def key(self, picture: Path) -> str:
        """Name it in ``looked.json``."""
        x, y = self.corners.mean(axis=0)
        return f"{picture.name} {self.number} {x:.0f} {y:.0f}"


@dataclass
class Count:
    """What a detector did in a collection."""

    found: int = 0
    wrong: int = 0
    unsettled: int = 0
    seconds: float = 0.0


@dataclass
class Result:
    """Of one collection."""

    there: int = 0
    """Markers in all sizes of all pictures that any detector read there."""
    union: int = 0
    """Of these: read by any other program."""
    missed: int = 0
    """Of the union: not by us."""
    counts: dict[str, Count] = field(default_factory=lambda: {name: Count() for name in PROGRAMS})

    def add(self, other: Result) -> None:
        """Sum up."""
        self.there, self.union, self.missed = (
            self.there + other.there,
            self.union + other.union,
            self.missed + other.missed,
        )
        for name, count in other.counts.items():
            for key, value in vars(count).items():
                setattr(self.counts[name], key, getattr(self.counts[name], key) + value)


def pictures(folder: Path) -> Iterator[tuple[Path, Grey]]:
    """Return the pictures of a collection, not larger than :data:`LARGEST_PX`."""
    for path in sorted(folder.iterdir()):
        grey = cv2.imread(str(path), cv2.IMREAD_GRAYSCALE) if path.suffix not in ("", ".json") else None
        if grey is not None:
            times = LARGEST_PX / max(grey.shape)
            if times < 1:
                grey = cv2.resize(grey, None, fx=times, fy=times, interpolation=cv2.INTER_AREA)
            yield path, np.asarray(grey, np.uint8)


def places_in(grey: Grey, looks: Mapping[str, Look], counts: Mapping[str, Count]) -> list[Place]:
    """Return what all detectors read at all sizes; their times are added to ``counts``."""
    places: list[Place] = []
    for scale in SCALES:
        height, width = grey.shape[0] // scale, grey.shape[1] // scale
        if scale > 1 and min(height, width) < LEAST_PX:
            break
        whole = grey[: height * scale, : width * scale]
        small = np.asarray(cv2.resize(whole, (width, height), interpolation=cv2.INTER_AREA), np.uint8)
        for name, look in looks.items():
            found, seconds = timed(look, small, 1)
            counts[name].seconds += seconds
            _enter(places, found, scale, name)
    return places


def _enter(places: list[Place], found: Found, scale: int, name: str) -> None:
    for number, corners in found:
        whole = (np.asarray(corners, np.float64) + 0.5) * scale - 0.5
        middle = whole.mean(axis=0)
        for place in places:
            near = NEAR * side_px(place.corners)
            if place.number == number and np.linalg.norm(place.corners.mean(axis=0) - middle) < near:
                break
        else:
            place = Place(number, whole)
            places.append(place)
        place.readers.setdefault(scale, set()).add(name)


def examine(folder: Path, look_at: Path | None) -> Result:
    """Compare the detectors in a collection."""
    family = (folder / "family").read_text(encoding="utf-8").strip()
    looked = json.loads(path.read_text(encoding="utf-8")) if (path := folder / "looked.json").exists() else {}
    looks = {name: opencv(family, name) for name in SLOW_SETTINGS} | looks_for(family)
    result = Result()
    for path, grey in pictures(folder):
        for place in places_in(grey, looks, result.counts):
            true = place.agreed or looked.get(place.key(path))
            missed = _judge(result, place, true)
            if look_at is not None and (true is None or missed):
                _write(look_at / folder.name, path, grey, place, family, missed)
    return result


def _judge(result: Result, place: Place, true: bool | None) -> list[int]:
    """Count a place; return the scales at which others read it and we do not."""
    missed = []
    for scale, names in place.readers.items():
        for name in names:
            count = result.counts[name]
            count.found += true is True
            count.wrong += true is False
            count.unsettled += true is None
        if true:
            result.there += 1
            others = bool(names - {OURS})
            result.union += others
            if others and OURS not in names:
                missed.append(scale)
    result.missed += len(missed)
    return missed


CROP_PX = 240


def _write(folder: Path, path: Path, grey: Grey, place: Place, family: str, missed: Sequence[int]) -> None:
    """Write the place as it is at each size where it was read, beside the word that was read there."""
    folder.mkdir(parents=True, exist_ok=True)
    table = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, f"DICT_{family}"))
    word = cv2.aruco.generateImageMarker(table, place.number, (table.markerSize + 2) * 16)
    parts = [cv2.resize(word, (CROP_PX, CROP_PX), interpolation=cv2.INTER_NEAREST)]
    # Seen from the front, as it is read.
    upright = np.array([[60, 60], [180, 60], [180, 180], [60, 180]], np.float32)
    for scale in sorted(place.readers):
        small = cv2.resize(grey, None, fx=1 / scale, fy=1 / scale, interpolation=cv2.INTER_AREA)
        corners = ((place.corners + 0.5) / scale - 0.5).astype(np.float32)
        carry = cv2.getPerspectiveTransform(corners, upright)
        parts.append(cv2.warpPerspective(small, carry, (CROP_PX, CROP_PX), flags=cv2.INTER_NEAREST))
    said = " ".join(f"{scale}:{','.join(sorted(names))}" for scale, names in sorted(place.readers.items()))
    kind = f"missed{'-'.join(map(str, missed))}" if missed else "unsettled"
    sheet = cv2.copyMakeBorder(np.hstack(parts), 0, 24, 0, 0, cv2.BORDER_CONSTANT, value=255)
    side = f"{side_px(place.corners):.0f} px"
    cv2.putText(sheet, f"{place.key(path)} {side} {said}", (2, CROP_PX + 16), cv2.FONT_HERSHEY_PLAIN, 0.8, 0)
    name = f"{kind} {place.key(path)}".replace(" ", "_").replace("/", "_")
    cv2.imwrite(str(folder / f"{name}.png"), sheet)


def lines(name: str, result: Result) -> Iterator[str]:
    """Tell a collection's result as a row of a table."""
    reference = max(result.counts["OpenCV"].seconds, 1e-9)
    told = [
        f"{count.found}, {count.wrong}"
        + (f" ({count.unsettled} unsettled)" if count.unsettled else "")
        + f", {count.seconds / reference:.2f} x"
        for count in result.counts.values()
    ]
    yield f"| {name} | {result.there} | {' | '.join(told)} | {result.missed} of {result.union} |"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER", help="collections")
    parser.add_argument("--look", type=Path, help="where pictures of what is missed or unsettled are written")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    total = Result()
    print(f"| collection | there | {' | '.join(PROGRAMS)} | missed of the others' union |")
    for folder in args.folders:
        result = examine(folder, args.look)
        total.add(result)
        print("\n".join(lines(folder.name, result)), flush=True)
    print("\n".join(lines("all", total)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
