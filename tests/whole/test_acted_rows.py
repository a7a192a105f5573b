"""Rows acted out by simulated robots with bodies: nobody touches anybody, and everybody stands where the rules say.

The same at large, with figures: `make bench ARGS=motion`.
"""

from __future__ import annotations

import pytest

from tests.benchmarks.motion import WANTED_MM, all_errors, usual
from tests.support.acted_rows import act_rows
from tests.support.motion_patterns import document_of, patterns, random_rows


@pytest.mark.parametrize("seed", range(4))
def test_random_rows_with_errors_of_drives_and_lines_end_where_they_should(seed: int) -> None:
    seen = act_rows(random_rows(seed), all_errors(seed), seed)
    print(f"least {seen.least_mm:.1f} mm in {seen.seconds:.1f} s")
    assert seen.finished and len(seen.rows) == 4
    assert seen.contacts == 0 and seen.least_mm >= WANTED_MM
    assert all(row.longest_s <= row.seconds + 0.05 for row in seen.rows)


@pytest.mark.parametrize("facing", "NE")
def test_two_that_drive_behind_or_beside_each_other_keep_their_distance(facing: str) -> None:
    seen = act_rows(document_of((((1, 0), facing), ((1, 1), facing))), usual(1), 1, rows=1)
    assert seen.finished and seen.contacts == 0 and 88.0 < seen.least_mm <= 105.0


def test_the_same_seed_is_the_same_run() -> None:
    first, second = (act_rows(random_rows(3), all_errors(3), 3) for _ in range(2))
    assert (first.least_mm, first.seconds, first.rows) == (second.least_mm, second.seconds, second.rows)


def test_the_patterns_are_those_that_the_rules_allow() -> None:
    pairs = patterns(2)
    assert (((0, 0), "N"), ((0, 1), "N")) in pairs, "a chain"
    assert (((0, 0), "N"), ((0, 1), "S")) not in pairs, "no swap"
    assert all(((0, row), "W") not in pair for pair in pairs for row in range(4)), "nobody drives off the board"
    assert (len(pairs), len(patterns(3))) == (97, 824)
