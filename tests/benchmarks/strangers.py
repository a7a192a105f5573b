"""Markers in pictures of strangers: `golem markers` beside OpenCV and the AprilTag library, by condition.

    make bench ARGS=strangers
    python -m tests.benchmarks.strangers --pictures 40        # of each condition
    python -m tests.benchmarks.strangers --empty 5000 --jobs 2   # pictures without markers; it goes on where it was

The pictures are those of tests/benchmarks/photographed/stranger_pictures.py. OpenCV's detector runs with its
defaults and with two tuned settings; the AprilTag library on its families, with pictures in full size. Processor
time is measured, on one thread, best of two; ratios are of OpenCV's defaults. What the others find together and
`golem markers` does not find is counted.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from time import process_time
from typing import Any

import cv2
import numpy as np
import pyapriltags

from calibration.camera_model import Floats
from controller.vision.markers.detector import ANY_SIZE, detect_families
from controller.vision.markers.greyscale import Grey, to_grey
from controller.vision.markers.marker_dictionary import largest_dictionaries, marker_dictionary
from tests.benchmarks import Row
from tests.benchmarks.counts import write_whole
from tests.benchmarks.eye_detect import TUNED
from tests.benchmarks.eye_proof import at_most
from tests.benchmarks.photographed.markerless_pictures import markerless_picture, picture_files
from tests.benchmarks.photographed.stranger_pictures import CONDITIONS, Marker, stranger_picture

PICTURES = 12
FIRST_SEED = 10_000
"""Not those on which anything was chosen."""
BATCH = 96
"""Pictures without markers that a process looks at in one go."""
FIRST_EMPTY_SEED = 200_000
NEAR = 0.25
"""A marker is found where its middle is nearer than this part of its side."""

SETTINGS: Mapping[str, Mapping[str, float]] = {
    "OpenCV": {},
    "OpenCV tuned 1": TUNED["bits, windows 7 to 31, faint, small"],
    "OpenCV tuned 2": TUNED["bits, corners to subpixels, faint, windows 5 to 45"],
}
SLOW_SETTINGS: Mapping[str, Mapping[str, float]] = {
    "OpenCV by AprilTag": {
        "cornerRefinementMethod": cv2.aruco.CORNER_REFINE_APRILTAG,
        "minMarkerPerimeterRate": 0.01,
        "errorCorrectionRate": 1.0,
    }
}
"""Those that take ten times as long; in photographs only."""
APRILTAGS = {"APRILTAG_16h5": "tag16h5", "APRILTAG_25h9": "tag25h9", "APRILTAG_36h11": "tag36h11"}
OURS = "golem markers"
WHO = (*SETTINGS, "AprilTag", OURS)

Found = list[tuple[int, Floats]]
"""Ids and corners, 4 x 2 px."""
Look = Callable[[Grey], Found]


@dataclass
class Tally:
    """What one detector did."""

    there: int = 0
    found: int = 0
    wrong: int = 0
    seconds: float = 0.0
    reference: float = 0.0
    """Seconds of OpenCV's defaults on the same pictures."""

    def add(self, other: Tally) -> None:
        for name, value in vars(other).items():
            setattr(self, name, getattr(self, name) + value)


@lru_cache(maxsize=64)
def opencv(family: str, settings: str) -> Look:
    parameters = cv2.aruco.DetectorParameters()
    for name, value in {**SETTINGS, **SLOW_SETTINGS}[settings].items():
        setattr(parameters, name, type(getattr(parameters, name))(value))
    table = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, f"DICT_{family}"))
    detector = cv2.aruco.ArucoDetector(table, parameters)

    def look(grey: Grey) -> Found:
        corners, ids, _rejected = detector.detectMarkers(grey)
        numbers = [] if ids is None else ids.ravel().tolist()
        return [(number, np.reshape(four, (4, 2))) for number, four in zip(numbers, corners, strict=True)]

    return look


@lru_cache(maxsize=8)
def apriltag(family: str) -> Look:
    detector = pyapriltags.Detector(families=APRILTAGS[family], nthreads=1, quad_decimate=1.0)
    return lambda grey: [(found.tag_id, np.asarray(found.corners)) for found in detector.detect(grey)]


@lru_cache(maxsize=64)
def ours(family: str) -> Look:
    dictionary = marker_dictionary(family)

    def look(grey: Grey) -> Found:
        markers = detect_families(grey, ANY_SIZE, (dictionary,))[0]
        return list(zip(markers.ids.tolist(), markers.corners, strict=True))

    return look


def looks_for(family: str) -> dict[str, Look]:
    """All detectors that know a family."""
    looks = {name: opencv(family, name) for name in SETTINGS}
    return looks | ({"AprilTag": apriltag(family)} if family in APRILTAGS else {}) | {OURS: ours(family)}


def judge(there: Sequence[Marker], found: Found) -> tuple[set[int], int]:
    """Return which markers were found, and how many ids are wrong."""
    right: set[int] = set()
    wrong = 0
    for number, corners in found:
        hits = {
            index
            for index, marker in enumerate(there)
            if marker.number == number
            and np.linalg.norm(marker.corners.mean(axis=0) - corners.mean(axis=0)) < NEAR * side_px(marker.corners)
        }
        right |= hits
        wrong += not hits
    return right, wrong


def side_px(corners: Floats) -> float:
    return float(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).mean())


def compare(condition: str, seeds: range, times: int = 2) -> tuple[dict[str, Tally], int, int]:
    """Return the tallies of all detectors, what the others found together, and what of that is not ours.

    Each detector looks at a picture ``times`` times, for the sake of the time it takes.
    """
    tallies = {name: Tally() for name in WHO}
    together = missed = 0
    for seed in seeds:
        shown = stranger_picture(condition, seed)
        grey = to_grey(shown.picture)
        for family in sorted({marker.family for marker in shown.markers}):
            there = [marker for marker in shown.markers if marker.family == family]
            hits: dict[str, set[int]] = {}
            reference = 0.0
            for name, look in looks_for(family).items():
                found, seconds = timed(look, grey, times)
                reference = reference or seconds
                hits[name], wrong = judge(there, found)
                tallies[name].add(Tally(len(there), len(hits[name]), wrong, seconds, reference))
            others = set().union(*(hit for name, hit in hits.items() if name != OURS))
            together += len(others)
            missed += len(others - hits[OURS])
    return tallies, together, missed


def timed(look: Look, grey: Grey, times: int = 2) -> tuple[Found, float]:
    """Return what is found, and the processor time of the fastest of some runs, s."""
    seconds = []
    for _ in range(times):
        start = process_time()
        found = look(grey)
        seconds.append(process_time() - start)
    return found, min(seconds)


def measure(pictures: int = PICTURES) -> list[Row]:
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        return list(_rows(pictures))
    finally:
        cv2.setNumThreads(threads)


def _rows(pictures: int) -> list[Row]:
    rows: list[Row] = []
    total = {name: Tally() for name in WHO}
    sums = [0, 0]
    for condition in CONDITIONS:
        tallies, together, missed = compare(condition, range(FIRST_SEED, FIRST_SEED + pictures))
        sums = [sums[0] + together, sums[1] + missed]
        for name, tally in tallies.items():
            total[name].add(tally)
        rows.append(_row(condition, tallies, together, missed))
        print(rows[-1], file=sys.stderr, flush=True)
    return [*rows, _row("all", total, *sums)]


def _row(condition: str, tallies: Mapping[str, Tally], together: int, missed: int) -> Row:
    mine = tallies[OURS]
    against = "; ".join(f"{name} {_share(tallies[name])}" for name in WHO[:-1] if tallies[name].there)
    return Row(condition, _share(mine), against, f"found by others together {together}, of these not by us {missed}")


def _share(tally: Tally) -> str:
    return f"{tally.found} of {tally.there}, {tally.wrong} wrong, {tally.seconds / max(tally.reference, 1e-9):.2f} x"


def count_empty(wanted: int, path: Path, files: Sequence[Path], jobs: int) -> dict[str, Any]:
    """Look for markers of all families in pictures that have none; counts are kept in a file."""
    state: dict[str, Any] = {"seen": 0, "found": 0, "families": {}, "seeds": [], "kinds": {}}
    if path.exists():
        state = json.loads(path.read_text(encoding="utf-8"))
    with ProcessPoolExecutor(jobs, initializer=cv2.setNumThreads, initargs=(1,)) as pool:
        starts = range(state["seen"], wanted, BATCH)
        for first in (starts[at : at + jobs] for at in range(0, len(starts), jobs)):
            batches = [range(start, min(start + BATCH, wanted)) for start in first]
            for kinds, found in pool.map(look_for_none, batches, [files] * len(batches)):
                state["seen"] += sum(kinds.values())
                _count(state["kinds"], kinds)
                for seed, family, count in found:
                    state["found"] += count
                    state["seeds"].append([seed, family])
                    _count(state["families"], {family: count})
            write_whole(path, json.dumps(state))
    return state


def look_for_none(seeds: range, files: Sequence[Path]) -> tuple[dict[str, int], list[tuple[int, str, int]]]:
    """Return how many pictures of each kind were looked at, and the markers found: seed, family and number."""
    dictionaries = [marker_dictionary(name) for name in largest_dictionaries()]
    kinds: dict[str, int] = {}
    found: list[tuple[int, str, int]] = []
    for seed in seeds:
        kind, grey = markerless_picture(FIRST_EMPTY_SEED + seed, files)
        _count(kinds, {kind: 1})
        markers = detect_families(grey, ANY_SIZE, dictionaries)
        found += [(seed, table.name, len(each)) for table, each in zip(dictionaries, markers, strict=True) if len(each)]
    return kinds, found


def _count(counts: dict[str, int], more: Mapping[str, int]) -> None:
    for name, number in more.items():
        counts[name] = counts.get(name, 0) + number


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pictures", type=int, default=PICTURES, help=f"of each condition (default {PICTURES})")
    parser.add_argument("--empty", type=int, help="look at so many pictures without markers instead")
    parser.add_argument("--counts", type=Path, default=Path("build/strangers-empty.json"))
    parser.add_argument("--files", type=Path, help="folder of pictures without markers; parts of them are shown, too")
    parser.add_argument("--jobs", type=int, default=1, help="processes that look at empty pictures (default 1)")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    if args.empty:
        files = picture_files(args.files) if args.files else ()
        state = count_empty(args.empty, args.counts, files, args.jobs)
        bound = at_most(state["found"], state["seen"])
        said = f"{state['found']} found, at most {bound:.2g} of them; {state['families']}"
        print(f"{state['seen']:,} pictures without markers ({state['kinds']}): {said}")
        return 0
    for row in measure(args.pictures):
        print(f"{row.what}: {row.value} | {row.against} | {row.note}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
