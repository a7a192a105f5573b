"""The long proof of the eye: no wrong id in a million markers, no card in a hundred thousand frames without cards.

`make eye-proof ARGS="--markers 1000000 --frames 100000"`. Seeded, may be stopped at any time and gone on with
(`--first-seed`); every mistake is printed with its seed as soon as it is made.
"""

from __future__ import annotations

import argparse
from collections import Counter

import cv2
import numpy as np

from controller.vision.detector import FAST, Detector
from tests.benchmarks.eye_detect import Tally
from tests.support.cardless_frames import cardless
from tests.support.marker_frames import Condition, marker_frame

TELL_EVERY = 20
"""Frames."""


def condition_of(seed: int) -> Condition:
    """How the markers of a frame are seen: anything from good to hopeless."""
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


def prove_markers(wanted: int, first_seed: int) -> int:
    """Wrong ids in this many rendered markers."""
    detector, total, seed = Detector(FAST), Tally(), first_seed
    while total.there < wanted:
        frame = marker_frame(seed, condition_of(seed))
        markers = detector.detect(frame.grey)
        # In hopeless frames corners may be off; what counts here is that the id is that of the marker there.
        apart = np.linalg.norm(frame.corners.mean(axis=1)[:, None] - markers.corners.mean(axis=1)[None], axis=2)
        right = frame.ids[apart.argmin(axis=0)] == markers.ids if len(markers) else np.zeros(0, np.bool_)
        total.there += len(frame.ids)
        total.found += int(right.sum())
        total.wrong += int((~right).sum())
        if not right.all():
            print(f"seed {seed}: wrong {markers.ids[~right].tolist()}, {condition_of(seed)}", flush=True)
        seed += 1
        if (seed - first_seed) % TELL_EVERY == 0 or total.there >= wanted:
            print(f"{total.there:,} markers: {total.found:,} read, {total.wrong} wrong (next seed {seed})", flush=True)
    return total.wrong


def prove_nothing(wanted: int, first_seed: int) -> int:
    """Cards seen in this many frames without cards."""
    detector, mistakes, frames = Detector(FAST), 0, Counter[str]()
    for seed in range(first_seed, first_seed + wanted):
        kind, grey = cardless(seed)
        markers = detector.detect(grey)
        frames[kind] += 1
        mistakes += len(markers)
        if len(markers):
            print(f"seed {seed}: {kind}: seen {markers.ids.tolist()} at {markers.corners.mean(axis=1).tolist()}")
        if (seed + 1 - first_seed) % (10 * TELL_EVERY) == 0 or seed + 1 == first_seed + wanted:
            print(f"{sum(frames.values()):,} frames without cards: {mistakes} cards seen ({dict(frames)})", flush=True)
    return mistakes


def main() -> int:
    parser = argparse.ArgumentParser(prog="make eye-proof", description=__doc__)
    parser.add_argument("--markers", type=int, default=20_000, help="rendered markers (default 20000)")
    parser.add_argument("--frames", type=int, default=2_000, help="frames without cards (default 2000)")
    parser.add_argument("--first-seed", type=int, default=1_000_000, help="of both (default 1000000)")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    wrong = prove_markers(args.markers, args.first_seed) if args.markers else 0
    seen = prove_nothing(args.frames, args.first_seed) if args.frames else 0
    return 1 if wrong or seen else 0


if __name__ == "__main__":
    raise SystemExit(main())
