"""Is a card that is not surely read told for the right reason? `make eye-causes`, seeded, some minutes.

Of each reason so many tables are laid on which it is the matter (`tests/support/unread_cases.py`). A card that is read
all the same needs no reason and does not count.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence

import cv2

from tests.support.ground_score import wilson
from tests.support.unread_cases import KINDS, READ, told

LEAST_RIGHT = 0.95


def count(kind: str, wanted: int, first_seed: int = 0) -> tuple[Counter[str], list[int]]:
    """What was said of this many cards that were not read, and the seeds where it was not the reason.

    Ends after three times as many tables.
    """
    said: Counter[str] = Counter()
    others: list[int] = []
    for seed in range(first_seed, first_seed + 3 * wanted):
        if said.total() - said[READ] == wanted:
            break
        what = told(kind, seed)
        said[what] += 1
        if what not in (kind, READ):
            others.append(seed)
    return said, others


def line(kind: str, said: Counter[str], others: Sequence[int]) -> str:
    """A row of the table of docs/eye-measurements.md."""
    cases = said.total() - said[READ]
    low, high = wilson(said[kind], cases)
    rest = ", ".join(f"{what} {number}" for what, number in said.most_common() if what not in (kind, READ))
    seeds = f" (seeds {', '.join(map(str, others[:8]))})" if others else ""
    share = f"{100 * said[kind] / max(1, cases):.0f} % ({100 * low:.0f} to {100 * high:.0f})"
    return f"| {kind} | {said[kind]} of {cases} | {share} | {said[READ]} | {rest}{seeds} |"


def main() -> int:
    parser = argparse.ArgumentParser(prog="make eye-causes", description=__doc__)
    parser.add_argument("kinds", nargs="*", metavar="KIND", help=f"some of {', '.join(KINDS)}; default: all")
    parser.add_argument("--cases", type=int, default=100, help="unread cards of each reason (default 100)")
    parser.add_argument("--first-seed", type=int, default=0)
    args = parser.parse_args()
    if unknown := [kind for kind in args.kinds if kind not in KINDS]:
        parser.error(f"there is no {', '.join(unknown)}; there are {', '.join(KINDS)}")
    cv2.setNumThreads(1)
    print("| reason | told | share (95 %) | read all the same | said instead |\n|---|---|---|---|---|")
    worst = 1.0
    for kind in args.kinds or KINDS:
        said, others = count(kind, args.cases, args.first_seed)
        print(line(kind, said, others), flush=True)
        worst = min(worst, said[kind] / max(1, said.total() - said[READ]))
    return 0 if worst >= LEAST_RIGHT else 1


if __name__ == "__main__":
    raise SystemExit(main())
