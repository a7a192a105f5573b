"""Change a room in small ways, one at a time, and tell which changes no test noticed.

python -m tests.mutants safety --sample 200 --seed 14
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter

import pytest

from tests.mutants.judging import Judge
from tests.mutants.mutations import Mutant, sampled
from tests.mutants.rooms import ROOMS, ROOT

LISTED = ROOT / "docs" / "mutants.md"
KEPT = ROOT / "out" / "mutants"
NOTICED = {"killed", "timed out"}


def main() -> int:
    """Sample one room's mutants, judge them, print what is left as docs/mutants.md lists it."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("room", choices=ROOMS)
    parser.add_argument("--sample", type=int, default=200, help="how many mutants (200)")
    parser.add_argument("--seed", type=int, default=14)
    parser.add_argument("--budget", type=float, default=8.0, help="seconds of tests for a mutant, quickest first (8)")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--left", action="store_true", help="only those that nothing noticed the last time")
    parser.add_argument("--only", default="", help="only modules whose path has this in it")
    parser.add_argument("--tests", nargs="+", metavar="TEST", help="only these tests, in place of the room's")
    chosen = parser.parse_args()
    room = ROOMS[chosen.room]
    mutants = sampled(room, chosen.sample, chosen.seed)
    mutants = [mutant for mutant in mutants if chosen.only in str(mutant.path)]
    kept = KEPT / f"{chosen.room}.json"
    before: dict[str, list[str]] = {}
    for title, verdict in json.loads(kept.read_text("utf-8")) if chosen.left else ():
        before.setdefault(title, []).append(verdict)
    noticed = {title for title, verdicts in before.items() if {*verdicts} <= NOTICED}
    told_before = [(mutant.title, "killed") for mutant in mutants if mutant.title in noticed]
    mutants = [mutant for mutant in mutants if mutant.title not in noticed]
    judge = Judge(room, mutants, chosen.budget, chosen.processes)
    begun = time.monotonic()
    arguments = ["-q", "-s", "-n0", "-p", "no:cacheprovider", "--no-header", *(chosen.tests or room.tests)]
    if pytest.main(arguments, plugins=[judge]) != 0:
        return 2
    verdicts = [(mutant.title, judge.verdicts[index]) for index, mutant in enumerate(mutants)]
    kept.parent.mkdir(parents=True, exist_ok=True)
    kept.write_text(json.dumps([*told_before, *verdicts], indent=1), "utf-8")
    print(f"{len(told_before)} noticed before")
    _tell(mutants, judge, time.monotonic() - begun)
    return 0


def _tell(mutants: list[Mutant], judge: Judge, seconds: float) -> None:
    explained = LISTED.read_text("utf-8")
    print()
    for index, mutant in enumerate(mutants):
        if judge.verdicts[index] not in NOTICED:
            known = "listed" if mutant.title in explained else "NEW"
            print(f"- {mutant.title} ({judge.verdicts[index]}, {judge.tests_of[index]} tests, {known})")
    counts = Counter(judge.verdicts.values())
    print(f"{len(mutants)} mutants in {seconds:.0f} s: {dict(counts)}")


if __name__ == "__main__":
    sys.exit(main())
