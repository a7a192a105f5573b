"""From events to what pieces show, one after the other; what one shot or blast does to several is one group."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from boards.geometry import Cell
from boards.hex_grid import HexHeading
from controller.games.game import Act, Gesture, Motion, MotionGroup, Travel, Turn
from controller.games.robots_hex.events import Event

_ACTS = {
    "blocked": Act.BUMP,
    "shot": Act.STRIKE,
    "exploded": Act.STRIKE,
    "lost-step": Act.HIT,
    "died": Act.DIE,
}
_SUFFERED = ("lost-step", "died")


def motion_groups(events: Sequence[Event]) -> tuple[MotionGroup, ...]:
    """Return the motion groups of these events. Robots that are placed are put down by hand, so they show nothing."""
    found: list[MotionGroup] = []
    for suffered, group in groupby(events, key=lambda event: event.name in _SUFFERED):
        motions = [motion for event in group if (motion := _motion(event)) is not None]
        if suffered:
            found += [MotionGroup(tuple(motions))]
        else:
            found += [MotionGroup((motion,)) for motion in motions]
    return tuple(found)


def _motion(event: Event) -> Motion | None:
    if event.name == "moved":
        return Travel(event.robot, Cell.parse(str(event.value("from"))), Cell.parse(str(event.value("to"))))
    if event.name == "turned":
        return Turn(event.robot, HexHeading.of(int(event.value("facing"))))
    return Gesture(event.robot, _ACTS[event.name]) if event.name in _ACTS else None
