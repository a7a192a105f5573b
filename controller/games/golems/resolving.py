"""`golem resolve` for Battle of Golems: a whole round, from a document to one line of JSON.

The text is put together here and not by `json.dumps`, which takes as long as the round itself; it is the same
text, and a test holds the two against each other.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache

from controller.games.game import Json
from controller.games.golems.events import Event, Fact, event_json
from controller.games.golems.position import NAME, Golem, Position, dump_position
from controller.games.golems.reading import read_task
from controller.games.golems.round import play_round


def resolve(document: Json) -> str:
    """Events, the position after the round, and the outcome. Raises :class:`boards.errors.Problems`."""
    position, programs = read_task(document)
    after, facts, outcome = play_round(position, programs)
    told = ", ".join(map(_event_text, facts))
    ended = "null" if outcome is None else json.dumps({"winners": outcome.winners, "reason": outcome.reason})
    return f'{{"events": [{told}], "after": {position_text(after)}, "outcome": {ended}}}'


@lru_cache(maxsize=1 << 16)
def _event_text(fact: Fact) -> str:
    """An event as JSON. In bulk use the same events come again and again."""
    return json.dumps(event_json(Event(*fact)))


def position_text(position: Position) -> str:
    """``json.dumps(dump_position(position))``, faster where there are neither goals nor streams."""
    if position.goals is not None or position.streams:
        return json.dumps(dump_position(position))
    rules, way, grid, walls, waters, barrels, _, golems, energy, _ = position
    board = (
        f'"size": [{grid.columns}, {grid.rows}], "walls": {_cells_text(walls)}, '
        f'"waters": {_cells_text(waters)}, "barrels": {_cells_text(barrels)}, "streams": []'
    )
    standing = ", ".join(map(_golem_text, golems))
    left = "" if energy is None else f', "energy": {energy}'
    return (
        f'{{"game": "{NAME}", "rules": "{rules}", "way": "{way}", '
        f'"board": {{{board}}}, "golems": {{{standing}}}{left}}}'
    )


def _cells_text(cells: Sequence[str]) -> str:
    return '["' + '", "'.join(cells) + '"]' if cells else "[]"


def _golem_text(golem: Golem) -> str:
    colour, at, facing, lives, barrel, side = golem
    return (
        f'"{colour}": {{"at": "{at}", "facing": "{facing}", "lives": {lives}, '
        f'"barrel": {"true" if barrel else "false"}, "side": {json.dumps(side)}}}'
    )
