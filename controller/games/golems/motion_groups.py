"""From events to what pieces show: travels, turns and gestures, in groups that happen at once.

Each step of a phase has up to three waves: what the golems do, what it does to them, who falls. A stream
carries a golem from cell to cell in waves of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from boards.geometry import Cell, Heading
from controller.games.game import Act, Gesture, Motion, MotionGroup, Travel, Turn
from controller.games.golems.rules.events import Event
from controller.games.golems.rules.position import Position
from controller.games.golems.rules.program import BACKWARD
from controller.games.golems.rules.square_grid import BACK_OF

_DOES = {
    "blocked": Act.BUMP,
    "guarded": Act.SHIELD,
    "defended": Act.SHIELD,
    "struck": Act.STRIKE,
    "parried": Act.STRIKE,
    "missed": Act.STRIKE,
    "destroyed": Act.STRIKE,
    "took": Act.TAKE,
    "not-taken": Act.TAKE,
}
_SUFFERS = {"lost-life": Act.HIT, "dropped": Act.DROP, "lost-barrel": Act.DROP}
_FALLS = {"died": Act.DIE}


def motion_groups(position: Position, events: Sequence[Event]) -> tuple[MotionGroup, ...]:
    """Return the motion groups of these events, which began on this position.

    Pieces that move together are in one group.
    """
    facing = {golem.colour: golem.facing for golem in position.golems}
    found: list[MotionGroup] = []
    for _, step in groupby(events, key=lambda event: (event.row, event.phase, event.step)):
        happened = list(step)
        found += _first_wave(position, happened, facing)
        found += _gestures(happened, _SUFFERS)
        found += _gestures(happened, _FALLS)
    return tuple(found)


def _first_wave(position: Position, events: Sequence[Event], facing: dict[str, str]) -> Iterator[MotionGroup]:
    """Return what the golems do: all at once, then the cells through which streams carry some of them on."""
    motions: dict[str, Motion] = {}
    carried: list[list[Motion]] = []
    for event in events:
        golem = event.golem
        if event.name == "moved":
            motions[golem] = Travel(golem, _cell(event, "from"), _cell(event, "to"))
        elif event.name == "turned":
            facing[golem] = str(event.value("facing"))
            motions[golem] = Turn(golem, Heading[facing[golem]])
        elif event.name == "carried":
            first, *rest = _through_stream(position, event, facing[golem])
            motions[golem] = first
            carried.append(rest)
        elif event.name in _DOES:
            motions.setdefault(golem, Gesture(golem, _DOES[event.name]))
    if motions:
        yield MotionGroup(tuple(motions.values()))
    for index in range(max(map(len, carried), default=0)):
        yield MotionGroup(tuple(rest[index] for rest in carried if index < len(rest)))


def _gestures(events: Sequence[Event], acts: dict[str, Act]) -> Iterator[MotionGroup]:
    """One gesture for each golem to which one of these things happens."""
    dead = {event.golem: event for event in events if event.name == "died"}
    shown = {
        event.golem: Gesture(event.golem, acts[event.name])
        for event in events
        # Whose barrel stays behind because the golem fell shows the fall only.
        if event.name in acts and not (event.name == "dropped" and event.golem in dead)
    }
    if shown:
        yield MotionGroup(tuple(shown.values()))


def _through_stream(position: Position, event: Event, facing: str) -> list[Motion]:
    """Into the stream, along it to its mouth and out at the exit; at last the golem looks as it did."""
    golem, origin, target = event.golem, str(event.value("from")), str(event.value("to"))
    direction = BACK_OF[facing] if event.card == BACKWARD else facing
    entry = position.grid.ahead[direction][origin]
    cells = next((s.cells for s in position.streams if entry in s.cells), ())
    route = [*(cells[cells.index(entry) :] if entry in cells else ()), target]
    motions: list[Motion] = []
    here, heading = Cell.parse(origin), Heading[facing]
    for stop in map(Cell.parse, route):
        for there in _straight(here, stop):
            way = _heading(here, there)
            if way not in (heading, heading.back):
                heading = way
                motions.append(Turn(golem, heading))
            motions.append(Travel(golem, here, there))
            here = there
    if heading is not Heading[facing]:
        motions.append(Turn(golem, Heading[facing]))
    return motions


def _straight(start: Cell, stop: Cell) -> list[Cell]:
    """Return the cells from one to the other, column first; a stream's cells need not touch each other."""
    cells: list[Cell] = []
    column, row = start.column, start.row
    while (column, row) != (stop.column, stop.row):
        if column != stop.column:
            column += 1 if stop.column > column else -1
        else:
            row += 1 if stop.row > row else -1
        cells.append(Cell(column, row))
    return cells


def _heading(here: Cell, there: Cell) -> Heading:
    step = (there.column - here.column, there.row - here.row)
    return next(heading for heading in Heading if heading.step == step)


def _cell(event: Event, field: str) -> Cell:
    return Cell.parse(str(event.value(field)))
