"""The long proof of the eye: no wrong id in a million markers, no card in a hundred thousand frames without cards.

`make eye-proof ARGS="--markers 1000000 --frames 100000"`. Seeded; counts are kept in a file after every frame, so that
it may be stopped at any time and goes on where it was. What another detector did is not counted: its files are
compared. Every mistake is kept with its seed.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from time import process_time
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from controller.vision.markers.detector import FAST, Detector, Markers
from tests.benchmarks.counts import write_whole
from tests.support.cardless_frames import KINDS, SIZE, camera, cardless, turned
from tests.support.marker_frames import Condition, MarkerFrame, MarkerScene

TELL_EVERY = 200
"""Frames."""

SEEN_TIMES = 6
"""A table of markers is laid once and seen so often: in other light, with other blur and noise."""

SHEET_TIMES = 16
"""What takes long to draw is drawn once on a larger sheet, and parts of it are seen so often: turned, from a slant."""
SHEET_SIZE = (960, 540)
SHEETS = ("text", "our drawings")

FIRST_SEED = 1_000_000

SOURCES = ("boards/kit/marker_plan.py", "controller/vision/markers/*.py")
"""What decides what a marker is."""

Count = dict[str, Any]


def condition_of(seed: int) -> Condition:
    """How the markers of a table are seen: anything from good to hopeless."""
    chance = np.random.default_rng((seed, 77))
    side = float(chance.uniform(14.0, 40.0))
    pitch = side * 10 / 7 * 1.45 + 4
    return Condition(
        side_px=side,
        blur=float(chance.uniform(0.3, 2.0)),
        noise=float(chance.uniform(0.0, 10.0)),
        tilt=float(chance.uniform(0.0, 50.0)),
        contrast=float(chance.choice([0.9, 0.9, 0.5, 0.25, 0.12])),
        shadow=float(chance.choice([0.0, 0.0, 0.5, 0.8])),
        count=int(1920 // pitch) * int(1080 // pitch),
    )


@lru_cache(maxsize=1)
def _scene(seed: int) -> MarkerScene:
    return MarkerScene(seed, condition_of(seed))


def marker_picture(seed: int) -> MarkerFrame:
    """Frame number ``seed``: every sixth has a table of its own, the others see it in another way."""
    first = seed - seed % SEEN_TIMES
    other = condition_of(seed)
    seen = replace(condition_of(first), blur=other.blur, noise=other.noise, shadow=other.shadow)
    return _scene(first).seen(seed, seen)


def cardless_picture(seed: int) -> tuple[str, NDArray[np.uint8]]:
    """Frame number ``seed`` and its kind; the kinds take turns."""
    kind = list(KINDS)[seed % len(KINDS)]
    if kind not in SHEETS:
        return cardless(seed)
    chance = np.random.default_rng((seed, 78))
    sheet = _sheet(kind, seed // (len(KINDS) * SHEET_TIMES))
    zoom = float(chance.uniform(0.75, 1.5))
    width, height = (round(length / zoom) for length in SIZE)
    left, top = (
        int(chance.integers(0, more - less + 1)) for more, less in zip(SHEET_SIZE, (width, height), strict=True)
    )
    part = cv2.resize(sheet[top : top + height, left : left + width], SIZE, interpolation=cv2.INTER_LINEAR)
    return kind, camera(turned(np.asarray(part, np.float32), chance, SIZE), chance)


@lru_cache(maxsize=len(SHEETS))
def _sheet(kind: str, number: int) -> NDArray[np.float32]:
    return KINDS[kind](np.random.default_rng((number, 79)), SHEET_SIZE)


def wrong_ids(frame: MarkerFrame, markers: Markers) -> NDArray[np.int64]:
    """The ids that are not those of the markers there.

    In hopeless frames corners may be off; what counts here is that the id is that of the nearest marker.
    """
    if not len(markers):
        return markers.ids
    apart = np.linalg.norm(frame.corners.mean(axis=1)[:, None] - markers.corners.mean(axis=1)[None], axis=2)
    return markers.ids[frame.ids[apart.argmin(axis=0)] != markers.ids]


def prove_markers(count: Count, detector: Detector) -> None:
    """One more frame of markers."""
    seed = count["next_seed"]
    frame = marker_picture(seed)
    markers = detector.detect(frame.grey)
    wrong = wrong_ids(frame, markers).tolist()
    count["seen"] += len(frame.ids)
    count["read"] += len(markers) - len(wrong)
    count["wrong"] += len(wrong)
    if wrong:
        count["mistakes"].append({"seed": seed, "ids": wrong})
        print(f"seed {seed}: wrong {wrong}", flush=True)
    count["next_seed"] = seed + 1


def prove_nothing(count: Count, detector: Detector) -> None:
    """One more frame without cards."""
    seed = count["next_seed"]
    kind, grey = cardless_picture(seed)
    ids = detector.detect(grey).ids.tolist()
    count["seen"] += 1
    count["wrong"] += len(ids)
    count["kinds"][kind] = count["kinds"].get(kind, 0) + 1
    if ids:
        count["mistakes"].append({"seed": seed, "kind": kind, "ids": ids})
        print(f"seed {seed}: {kind}: seen {ids}", flush=True)
    count["next_seed"] = seed + 1


def at_most(wrong: int, seen: int) -> float:
    """The upper 95 % bound of a share: of none wrong, the rule of three."""
    low, high = 0.0, wrong + 10.0 * math.sqrt(wrong + 1.0)
    for _ in range(60):
        middle = (low + high) / 2
        as_few = sum(math.exp(-middle + k * math.log(middle) - math.lgamma(k + 1)) for k in range(wrong + 1))
        low, high = (middle, high) if as_few > 0.05 else (low, middle)
    return high / seen


def told(state: dict[str, Any]) -> str:
    """What has been counted, in two lines."""
    lines = []
    for what in ("markers", "frames"):
        count = state[what]
        if count["seen"]:
            bound = at_most(count["wrong"], count["seen"])
            read = f"{count['read']:,} read, " if what == "markers" else ""
            wrong = "wrong ids" if what == "markers" else f"cards seen ({count['kinds']})"
            name = "markers" if what == "markers" else "frames without cards"
            bounded = f"at most {bound:.2g} with 95 % confidence"
            lines.append(f"{count['seen']:,} {name}: {read}{count['wrong']} {wrong}; {bounded}")
    return "\n".join(lines)


def _detector_digest() -> str:
    root = Path(__file__).parents[2]
    texts = [path.read_bytes() for pattern in SOURCES for path in sorted(root.glob(pattern))]
    return hashlib.sha256(b"".join([cv2.__version__.encode(), *texts])).hexdigest()[:16]


def _state(path: Path) -> dict[str, Any]:
    digest = _detector_digest()
    if path.exists():
        state: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        if state["detector"] == digest:
            return state
        kept = path.with_suffix(f".{state['detector']}.json")
        path.rename(kept)
        print(f"The detector is another one since: its counts are kept as {kept}, this begins anew.")
    new = {"next_seed": FIRST_SEED, "seen": 0, "wrong": 0, "mistakes": []}
    return {"detector": digest, "markers": {**new, "read": 0}, "frames": {**new, "mistakes": [], "kinds": {}}}


def main() -> int:
    parser = argparse.ArgumentParser(prog="make eye-proof", description=__doc__)
    parser.add_argument("--markers", type=int, default=20_000, help="rendered markers in all (default 20000)")
    parser.add_argument("--frames", type=int, default=2_000, help="frames without cards in all (default 2000)")
    parser.add_argument("--counts", type=Path, default=Path("build/eye-proof.json"), help="file of the counts")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    state, detector, done, start = _state(args.counts), Detector(FAST), 0, process_time()
    wanted = {"markers": args.markers, "frames": args.frames}
    steps = {"markers": prove_markers, "frames": prove_nothing}
    while left := [name for name, number in wanted.items() if state[name]["seen"] < number]:
        # Both in step, so that whenever it is stopped both have got equally far.
        name = min(left, key=lambda name: state[name]["seen"] / wanted[name])
        steps[name](state[name], detector)
        write_whole(args.counts, json.dumps(state, indent=1))
        done += 1
        if done % TELL_EVERY == 0:
            print(f"{told(state)}\n({process_time() - start:.0f} s of processor time)", flush=True)
    print(told(state))
    return 1 if state["markers"]["wrong"] or state["frames"]["wrong"] else 0


if __name__ == "__main__":
    raise SystemExit(main())
