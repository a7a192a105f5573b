"""From events to what pieces show: the moves at once, then bumps and blows, then what they did."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from boards.geometry import Cell, Heading
from controller.games.game import Act, Gesture, Motion, MotionGroup, Stand, Travel
from controller.games.robot_game.arena import CELLS, table_cell
from controller.games.robot_game.events import Event
from controller.games.robot_game.turn import Robots

_DOES = {
    "blocked": Act.BUMP,
    "hit": Act.STRIKE,
    "missed": Act.STRIKE,
    "exploded": Act.STRIKE,
    "guarded": Act.SHIELD,
}
_LOOKS = Heading.N
"""Robots of this game have no facing; pieces keep looking this way."""


def piece_name(robot: int) -> str:
    """Return the name of a robot as a piece on the table."""
    return str(robot)


def stands(robots: Robots) -> Mapping[str, Stand]:
    """Where the robots stand, by name, sorted by name."""
    named = {piece_name(robot.id): Stand(table_cell(cell), _LOOKS) for cell, robot in robots.items()}
    return dict(sorted(named.items()))


def motion_groups(events: Sequence[Event]) -> tuple[MotionGroup, ...]:
    """Return the motion groups of a turn. Robots that appear are put down by hand, so they show nothing."""
    moves: list[Motion] = [
        Travel(piece_name(event.robot), _cell(event, "from"), _cell(event, "to"))
        for event in events
        if event.name == "moved"
    ]
    does: dict[int, Motion] = {}
    suffers: dict[int, Motion] = {}
    falls: dict[int, Motion] = {}
    for event in events:
        if event.name in _DOES:
            does.setdefault(event.robot, Gesture(piece_name(event.robot), _DOES[event.name]))
        if event.name in ("hit", "burned"):
            target = event.value("target")
            if isinstance(target, int):
                suffers[target] = Gesture(piece_name(target), Act.HIT)
        elif event.name == "died":
            falls[event.robot] = Gesture(piece_name(event.robot), Act.DIE)
    waves = (moves, list(does.values()), list(suffers.values()), list(falls.values()))
    return tuple(MotionGroup(tuple(wave)) for wave in waves if wave)


def _cell(event: Event, field: str) -> Cell:
    place = event.value(field)
    if not isinstance(place, tuple):
        raise TypeError(f"{event.name}.{field} is no place")
    return table_cell(CELLS[place])
