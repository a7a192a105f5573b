"""`golem resolve` for Battle of Golems: a whole round, from a document to one line of JSON.

The text is put together here and not by `json.dumps`, which takes as long as the round itself; it is the same
text, and a test holds the two against each other.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache
from json.encoder import encode_basestring_ascii

from controller.games.game import Json
from controller.games.golems.documents.document_reader import read_task, task_of
from controller.games.golems.rules.events import FIELDS, Fact, Values
from controller.games.golems.rules.position import NAME, Golem, Position, dump_position
from controller.games.golems.rules.round import Played, play_round


def resolve(document: Json) -> str:
    """Events, the position after the round, and the outcome. Raises :class:`boards.base.errors.Problems`."""
    return _played_text(play_round(*read_task(document)))


def resolve_lines(lines: Sequence[bytes]) -> list[str | None]:
    """Answer lines of JSON whose shape is regular; None for one that must be parsed, and for one that is refused.

    All are read, then all are played, then all are written: so each stage finds the processor's caches as it left them,
    which saves some per cent of the time.
    """
    from controller.games.golems.documents.regular_lines import decode_regular

    shaped = [decode_regular(line) for line in lines]
    tasks = [None if each is None else task_of(each) for each in shaped]
    rounds = [None if task is None else play_round(*task) for task in tasks]
    return [None if played is None else _played_text(played) for played in rounds]


def _played_text(played: Played) -> str:
    after, facts, outcome = played
    told = ", ".join(map(_event_text, facts))
    ended = "null" if outcome is None else _outcome_text(outcome.winners, outcome.reason)
    return f'{{"events": [{told}], "after": {position_text(after)}, "outcome": {ended}}}'


@lru_cache(maxsize=1 << 16)
def _event_text(fact: Fact) -> str:
    """Write an event as JSON. In bulk use the same events come again and again, and so do golems."""
    (row, phase, step), golem, name, values, _, _ = fact
    return (
        f'{{"row": {row}, "phase": {phase}, "step": {step}, '
        f'"golem": "{golem}", "event": "{name}"{_values_text(name, values)}}}'
    )


@lru_cache(maxsize=1 << 12)
def _values_text(name: str, values: Values) -> str:
    """Return what an event tells, to be put behind its name."""
    values_by_field = dict(zip(FIELDS[name], values, strict=True))
    return f", {json.dumps(values_by_field)[1:-1]}" if values_by_field else ""


@lru_cache(maxsize=1 << 12)
def _outcome_text(winners: tuple[str, ...], reason: str) -> str:
    return json.dumps({"winners": winners, "reason": reason})


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


@lru_cache(maxsize=1 << 14)
def _golem_text(golem: Golem) -> str:
    colour, at, facing, lives, barrel, side = golem
    return (
        f'"{colour}": {{"at": "{at}", "facing": "{facing}", "lives": {lives}, '
        f'"barrel": {"true" if barrel else "false"}, "side": {encode_basestring_ascii(side)}}}'
    )
