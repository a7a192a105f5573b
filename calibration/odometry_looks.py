"""Odometry learned from the looks that agree with each other, when a wrong one was learned from first. Pure.

A tyre that slips while little is known is taken for a wrong wheel; then every sound look is refused as an outlier, and
the estimate stays wrong. So the newest looks are kept. Whenever one is refused, the odometry is estimated anew from
each refused look on; an estimate that explains more of the kept looks takes the place of the old one (Fischler, Bolles
1981, "Random sample consensus", with every look as a sample).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from boards.geometry import Pose
from calibration.odometry import Estimate, Motion, WheelDirections, observed

KEPT = 12
"""Looks."""
LEAD = 2
"""So many more of them must another estimate explain."""


@dataclass(frozen=True)
class Look:
    """What a robot counted between two looks, and the step that it was seen to make, in its own frame."""

    motions: tuple[Motion, ...]
    step: Pose
    directions: WheelDirections
    """How its wheels had turned last."""


def learned(before: Estimate, looks: Sequence[Look]) -> Estimate:
    """Return the estimate after the last of the looks; the others were learned from or refused before."""
    after = _with(before, looks[-1])
    if after.odd <= before.odd:
        return after
    refused = [look for look in looks[-KEPT:] if _with(after, look).odd > after.odd]
    anew = max((_from(first, looks[-KEPT:]) for first in refused), key=lambda estimate: estimate.count)
    if anew.count < len(looks[-KEPT:]) - len(refused) + LEAD:
        return after
    return replace(anew, count=max(anew.count, before.count), odd=0)


def _with(estimate: Estimate, look: Look) -> Estimate:
    return observed(estimate, look.motions, look.step, look.directions)


def _from(first: Look, looks: Sequence[Look]) -> Estimate:
    """Learn from one look before the others."""
    estimate = _with(Estimate(), first)
    for look in looks:
        if look is not first:
            estimate = _with(estimate, look)
    return estimate
