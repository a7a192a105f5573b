"""The wire's figures that virtual time makes exact (docs/protocol.md). `make bench ARGS=wire` measures more."""

from __future__ import annotations

import pytest

from hardware.simulated.faults import CLEAN, LineFaults
from hardware.simulated.simulated_rig import serial_robots
from hardware.simulated.virtual_clock import run
from hardware.simulated.world import World
from tests.benchmarks import wire, wire_line


def test_a_command_is_answered_as_fast_as_the_wire_allows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wire, "COMMANDS", 100)
    times = run(wire._times_ms(serial_robots(World(), ("red",), baud=wire.BAUD)))
    assert times[50] <= 1.05 * wire.FLOOR_MS
    assert times[98] <= 1.15 * wire.FLOOR_MS


def test_a_bad_line_hardly_delays_a_row(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wire_line, "ROWS", 4)
    clean = run(wire_line._rows_s(CLEAN, 1))
    assert run(wire_line._rows_s(LineFaults(loss=0.1, duplicate=0.1), 1)) <= 1.2 * clean


@pytest.mark.parametrize(("line", "count", "most_ms"), [(CLEAN, 20, 2.5), (LineFaults(loss=0.2), 40, 50.0)])
def test_an_emergency_stop_stops_the_motors_at_once(line: LineFaults, count: int, most_ms: float) -> None:
    """At the coil pins of the real firmware."""
    times = run(wire_line.stops_ms(line, count, 5))
    assert len(times) == count and times[-1] <= most_ms
    assert times[-1] > 0, "no pulse ever came after a call: nothing was measured"
