"""Exactly once on a bad line, judged by the robot's wheels and the journal, not by what the link believes."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from firmware_bridge.protocol.messages import BootCause
from hardware.simulated.faults import CLEAN, LineFaults
from hardware.simulated.serial_line import Arrival, Line
from tests.torture.bench import Bench
from tests.torture.host import Host
from tests.torture.judge import Verdict
from tests.torture.plan import Plan, drawn_plan

BAD = LineFaults(loss=0.2, duplicate=0.2, late=0.1, late_s=0.2, bit_error=2e-4, cut=0.02, garbage=0.02, dribble=0.05)


@pytest.mark.parametrize("seed", [101, 102, 103, 104])
def test_nothing_is_done_wrong_twice_or_lost_silently(seed: int, tmp_path: Path) -> None:
    """Together 20,000 commands; `make torture` runs a million."""
    found = Bench(drawn_plan(seed, 5000), seed, tmp_path).run()
    print(dict(found.ends), dict(found.uncertain), f"{found.resets} resets, {found.crashes} crashes")
    assert found.faults == []
    assert found.ends.total() == 5000 and found.ends["done"] >= 4500
    assert found.resets >= 50 and found.crashes >= 50
    assert found.ends["uncertain"] <= found.resets


def test_only_resets_and_silences_make_a_command_uncertain(tmp_path: Path) -> None:
    found = Bench(Plan(600, BAD, crashes=0.1, stops=0.02, estops=0.02, unplugs=0.02), 21, tmp_path).run()
    assert found.faults == []
    assert found.unplugs >= 5 and found.crashes >= 30
    assert found.ends["uncertain"] == 0, "a port that comes back within 3 s costs no certainty"


def test_a_clean_line_does_everything(tmp_path: Path) -> None:
    found = Bench(Plan(500, CLEAN), 1, tmp_path).run()
    assert found.faults == []
    assert found.ends == {"done": 500}


@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    seed=st.integers(0, 10**6),
    line=st.builds(
        LineFaults,
        loss=st.floats(0, 0.4),
        duplicate=st.floats(0, 0.5),
        late=st.floats(0, 0.5),
        late_s=st.floats(0, 1.0),
        bit_error=st.floats(0, 2e-3),
        cut=st.floats(0, 0.1),
        garbage=st.floats(0, 0.2),
        dribble=st.floats(0, 1.0),
        silence=st.floats(0, 0.01),
        silence_s=st.floats(0, 5.0),
    ),
    chances=st.tuples(st.floats(0, 0.2), st.floats(0, 0.2), st.floats(0, 0.1)),
)
def test_however_bad_the_line_is_nothing_is_done_wrong(
    seed: int, line: LineFaults, chances: tuple[float, float, float], tmp_path: Path
) -> None:
    resets, crashes, unplugs = chances
    plan = Plan(40, line, resets, crashes, stops=0.05, estops=0.05, unplugs=unplugs)
    found = Bench(plan, seed, tmp_path).run()
    assert found.wrong == [] and found.twice == []
    # On a line on which nothing gets through for a minute the run ends early, and says so.
    assert not found.lost or "nothing happened" in found.lost[0]


# -- the judge sees what it is there to see --------------------------------------------------------------


def _judged(bench: type[Bench], tmp_path: Path, *, host: type[Host] = Host, crashes: float = 0.0) -> Verdict:
    plan = Plan(300, BAD, resets=0.03, crashes=crashes)
    made = bench(plan, 3, tmp_path)
    made.host.__class__ = host
    return made.run()


class _Forgetful(Bench):
    """A robot that obeys copies."""

    def _robot_hears(self, arrival: Arrival) -> None:
        if self.chance.random() < 0.2:
            self.side._answers.clear()
            self.side.last_seq = (self.side.last_seq - 1) & 0xFFFF
        super()._robot_hears(arrival)


class _Sloppy(Bench):
    """A robot whose wheels go a hair further than it says."""

    def run(self) -> Verdict:
        end = self.wheels._stand_still

        def further(complete: bool) -> None:
            end(complete)
            if len(self.wheels.motions) % 50 == 0:
                self.wheels.motions[-1].way += 1

        self.wheels._stand_still = further
        return super().run()


class _Liar(Bench):
    """A robot that says done before it begins."""

    def _finished(self, outcome: object, distance_um: int, angle_cdeg: int) -> None:
        if len(self.wheels.motions) % 20 == 0:
            self.wheels.motions.pop()
        super()._finished(outcome, distance_um, angle_cdeg)


class _Careless(Host):
    """A controller that sends before it writes."""

    def _write(self, kind: str, data: dict[str, object]) -> None:
        if kind == "begun":
            self._say(self.link.take_frames())
        super()._write(kind, data)


class _Stubborn(Host):
    """A controller that hands in again what ended as uncertain, under the same number."""

    def _write(self, kind: str, data: dict[str, object]) -> None:
        if kind == "ended" and data["result"] == "uncertain":
            data = {**data, "result": "rejected"}
        super()._write(kind, data)


class _Mute(Host):
    """A controller that does not write how commands end."""

    def _write(self, kind: str, data: dict[str, object]) -> None:
        if kind == "begun" or self.begun % 50:
            super()._write(kind, data)


@pytest.mark.parametrize(
    ("bench", "host", "seen"),
    [
        (_Forgetful, Host, "twice"),
        (_Sloppy, Host, "wrong"),
        (_Liar, Host, "lost"),
        (Bench, _Careless, "wrong"),
        (Bench, _Stubborn, "wrong"),
        (Bench, _Mute, "lost"),
    ],
)
def test_the_judge_is_not_blind(bench: type[Bench], host: type[Host], seen: str, tmp_path: Path) -> None:
    found = _judged(bench, tmp_path, host=host, crashes=0.5 if host is _Careless else 0.0)
    assert getattr(found, seen), found


# -- the line --------------------------------------------------------------------------------------------


def _bytes_through(faults: LineFaults, times: Iterable[float]) -> list[Arrival]:
    line = Line(115200, faults, Random(4))
    return [arrival for now in times for arrival in line.carry(b"0123456789", now)]


def test_a_line_takes_its_time_one_frame_after_the_other() -> None:
    arrivals = _bytes_through(CLEAN, (0.0, 0.0, 1.0))
    byte = 10 / 115200
    assert [arrival.at for arrival in arrivals] == pytest.approx([10 * byte, 20 * byte, 1 + 10 * byte])


def test_a_dribbling_line_loses_nothing() -> None:
    arrivals = _bytes_through(LineFaults(dribble=1.0), (0.0,))
    assert b"".join(arrival.data for arrival in arrivals) == b"0123456789" and len(arrivals) == 10


def test_a_silent_line_comes_back() -> None:
    times = [number * 0.1 for number in range(2000)]
    arrivals = _bytes_through(LineFaults(silence=0.02, silence_s=2.0), times)
    heard = [arrival.at for arrival in arrivals]
    gaps = [later - earlier for earlier, later in itertools.pairwise(heard)]
    assert len(heard) > 1000 and 1.0 < max(gaps) < 2.3


def test_a_reset_cuts_what_was_half_said(tmp_path: Path) -> None:
    bench = Bench(Plan(50, CLEAN, resets=1.0), 6, tmp_path)
    found = bench.run()
    assert found.faults == [] and found.resets >= 20
    assert bench.side.boot(BootCause.RESET)[0].message.boot_id == found.resets + 1
