"""Exactly once on a bad line, judged by what the motors did and not by what the link believes."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.simulated.faults import CLEAN, LineFaults
from tests.support.wire_torture import Bench, Plan, Verdicts

BAD = LineFaults(loss=0.2, duplicate=0.2, late=0.1, late_s=0.2, bit_error=2e-4, cut=0.02, garbage=0.02)
WORSE = LineFaults(loss=0.2, duplicate=0.3, late=0.3, late_s=0.5, bit_error=2e-3, cut=0.05, garbage=0.1)


def _sound(found: Verdicts, commands: int) -> None:
    print(dict(found.ends), f"{found.resets} resets, {found.crashes} crashes")
    assert found.faults == []
    # A command that a dying controller had in memory only was never begun; there are few.
    assert commands - found.crashes <= found.ends.total() <= commands


@pytest.mark.parametrize("seed", range(4))
def test_nothing_is_done_wrong_twice_or_lost_silently(seed: int) -> None:
    plan = Plan(1000, BAD, resets=0.02, crashes=0.03, stops=0.02, estops=0.01)
    found = Bench(plan, seed).run()
    _sound(found, plan.commands)
    assert found.resets >= 8 and found.crashes >= 15
    assert found.ends["done"] >= 800


@pytest.mark.parametrize("seed", [11, 12])
def test_what_is_uncertain_is_no_more_than_the_resets(seed: int) -> None:
    plan = Plan(600, LineFaults(loss=0.1, duplicate=0.1, late=0.05, bit_error=1e-4), resets=0.05)
    found = Bench(plan, seed).run()
    _sound(found, plan.commands)
    assert found.ends["uncertain"] <= found.resets
    assert found.ends["done"] + found.ends["uncertain"] == plan.commands


def test_controllers_that_die_all_the_time_lose_nothing() -> None:
    plan = Plan(500, BAD, crashes=0.5)
    found = Bench(plan, 21).run()
    _sound(found, plan.commands)
    assert found.ends["done"] == found.ends.total()


def test_a_clean_line_does_everything() -> None:
    found = Bench(Plan(500, CLEAN), 1).run()
    assert found.faults == []
    assert found.ends == {"done": 500}


@settings(max_examples=15, deadline=None)
@given(
    st.integers(0, 10**6),
    st.builds(
        LineFaults,
        loss=st.floats(0, 0.4),
        duplicate=st.floats(0, 0.5),
        late=st.floats(0, 0.5),
        late_s=st.floats(0, 1.0),
        bit_error=st.floats(0, 2e-3),
        cut=st.floats(0, 0.1),
        garbage=st.floats(0, 0.2),
    ),
    st.floats(0, 0.2),
    st.floats(0, 0.2),
)
def test_however_bad_the_line_is_nothing_is_done_wrong(
    seed: int, line: LineFaults, resets: float, crashes: float
) -> None:
    found = Bench(Plan(60, line, resets=resets, crashes=crashes, stops=0.05, estops=0.05), seed).run()
    assert [fault for fault in found.faults if "nothing happened" not in fault] == []


def test_a_terrible_line_is_slow_but_right() -> None:
    found = Bench(Plan(300, WORSE, resets=0.02, crashes=0.02), 5).run()
    assert found.faults == []


class _Forgetful(Bench):
    """A robot that obeys copies: what the judge is there to see."""

    def _robot_hears(self, data: bytes) -> None:
        self.side._answers.clear()
        self.side.last_seq = (self.side.last_seq - 1) & 0xFFFF if self.chance.random() < 0.1 else self.side.last_seq
        super()._robot_hears(data)


def test_the_judge_is_not_blind() -> None:
    found = _Forgetful(Plan(200, BAD), 3).run()
    assert any("executed" in fault for fault in found.faults)
