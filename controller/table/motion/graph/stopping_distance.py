"""How far a golem still comes after it should have stopped: question, answer and braking. Pure."""

from __future__ import annotations

from controller.table.motion.motion_plan import Pace

POLL_S = 0.03
"""How often a robot is asked how far it has come, while somebody waits for it."""
LATENCY_S = 0.05
"""How old an answer is when it comes, and how long a stop takes to reach a robot."""
BRAKING_MM_S2 = 130.0
"""How a golem brakes at the least: as firmware before the steeper stop did (docs/firmware.md)."""


def braking_mm(pace: Pace) -> float:
    """How far a golem goes on after it was told to stop."""
    return pace.speed_mm_s**2 / (2 * BRAKING_MM_S2)


def ahead_mm(pace: Pace) -> float:
    """How far before its limit a golem must know that it may go on: one question and its answer, and the braking."""
    return pace.speed_mm_s * (POLL_S + LATENCY_S) + braking_mm(pace)
