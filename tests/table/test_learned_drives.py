"""Golems with bad wheels are learned while they play: they stand right, cost little time, and their fault is told."""

from __future__ import annotations

from statistics import median

import pytest

from hardware.simulated.drive_model import DriveParameters
from hardware.simulated.physics.drive_train import Cabling, DriveErrors
from hardware.simulated.script.fault_plan import FaultPlan, GolemPlan
from tests.benchmarks.motion import CIRCLING, circling, correction_share
from tests.support.acted_rows import Seen, act_rows

BAD = {
    "wheels": DriveErrors(left=1.015, right=0.985),
    "track": DriveErrors(track=1.05),
    "backlash": DriveErrors(backlash_mm=2.0),
    "lost steps": DriveErrors(lost_steps=0.1),
}
ROWS = 26


def _seconds(seen: Seen) -> float:
    """Of the rows after the tenth, with all that lies between them."""
    return seen.rows[-1].began - seen.rows[10].began


@pytest.fixture(scope="module")
def sound() -> float:
    return _seconds(circling(DriveErrors(), 1, ROWS))


@pytest.mark.parametrize("name", BAD)
def test_after_ten_rows_a_bad_golem_costs_at_most_5_per_cent_of_the_time(name: str, sound: float) -> None:
    seen = circling(BAD[name], 1, ROWS)
    print(f"{_seconds(seen):.1f} s against {sound:.1f} s; corrections {100 * (correction_share(seen, 10) or 0):.0f} %")
    assert _seconds(seen) <= 1.05 * sound
    late = [row.off_mm["red"] for row in seen.rows[10:]]
    assert median(late) < 3.5 and max(late) < 6.5, "and stands as exactly as others"


def _told(cabling: Cabling) -> list[str]:
    golems = {"red": GolemPlan(DriveParameters(errors=DriveErrors(cabling=cabling)))}
    return [code for code in act_rows(CIRCLING, FaultPlan(golems), 1, 8).notices if code.startswith("drive-")]


@pytest.mark.parametrize(
    ("cabling", "code"),
    [("crossed", "drive-crossed"), ("both-reversed", "drive-reversed"), ("right", "")],
)
def test_wrong_cables_are_named_instead_of_put_it_on_its_cell_for_ever(cabling: Cabling, code: str) -> None:
    told = _told(cabling)
    assert code in told if code else not told
