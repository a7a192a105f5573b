"""Is anything told to lie where nothing lies? `make eye-bare`: bare tables in twelve conditions, some minutes."""

from __future__ import annotations

import argparse
from collections import Counter

import cv2

from hardware.simulated.imaging_conditions import CONDITIONS
from tests.benchmarks.eye_ground import TABLES
from tests.support.bare_ground import bare, told_of_nothing
from tests.support.ground_score import wilson

MOST_WRONG = 0.02
"""Of the pictures."""


def main() -> int:
    parser = argparse.ArgumentParser(prog="make eye-bare", description=__doc__)
    parser.add_argument("--seeds", type=int, default=20, help="tables in each condition (default 20)")
    parser.add_argument("--first-seed", type=int, default=0)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    wrong: Counter[str] = Counter()
    print("| condition | pictures in which something is told | of | share (95 %) |\n|---|---|---|---|")
    for name in CONDITIONS:
        for seed in range(args.first_seed, args.first_seed + args.seeds):
            told = told_of_nothing(name, seed, bare(TABLES[seed % len(TABLES)]))
            wrong[name] += bool(told)
            for item in told:
                print(f"{name}, seed {seed}: {item.why.value} at {item.outline[0].u:.0f}, {item.outline[0].v:.0f}")
        print(_row(name, wrong[name], args.seeds), flush=True)
    print(_row("all", wrong.total(), args.seeds * len(CONDITIONS)))
    return 0 if wrong.total() <= MOST_WRONG * args.seeds * len(CONDITIONS) else 1


def _row(name: str, wrong: int, of: int) -> str:
    low, high = wilson(wrong, of)
    return f"| {name} | {wrong} | {of} | {100 * wrong / of:.1f} % ({100 * low:.1f} to {100 * high:.1f}) |"


if __name__ == "__main__":
    raise SystemExit(main())
