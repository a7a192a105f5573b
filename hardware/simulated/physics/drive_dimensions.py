"""Figures of the reference golem's drive, as it is built (docs/firmware.md)."""

from __future__ import annotations

import math

WHEEL_MM = 58.0
"""Diameter: the most that stays below a marker at 60 mm (hardware/build/golem_layout.py)."""

TRACK_MM = 32.0
"""From the middle of one wheel's tread to the other's: as wide as they can stand in a circle of 70."""

STEPS_PER_TURN = 2037.89
"""32 steps of the rotor times the usual gear of 63.68395 : 1; as the firmware counts."""

MM_PER_STEP = math.pi * WHEEL_MM / STEPS_PER_TURN

RAMP_STEPS_S2 = 1500.0
"""Steps a second, per second."""

BRAKING = 3.0
"""A stop is so many times as steep as the ramp."""
