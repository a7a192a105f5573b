"""`golem resolve` for Battle of Golems: a whole round, from a document to one line of JSON."""

from __future__ import annotations

import json
from functools import lru_cache

from controller.games.game import Json
from controller.games.golems.events import Event, event_json
from controller.games.golems.position import dump_position
from controller.games.golems.reading import read_task
from controller.games.golems.round import play_round


def resolve(document: Json) -> str:
    """Events, the position after the round, and the outcome. Raises :class:`boards.errors.Problems`."""
    position, programs = read_task(document)
    after, events, outcome = play_round(position, programs)
    ended = None if outcome is None else {"winners": list(outcome.winners), "reason": outcome.reason}
    told = ", ".join(map(_event_text, events))
    return f'{{"events": [{told}], "after": {json.dumps(dump_position(after))}, "outcome": {json.dumps(ended)}}}'


@lru_cache(maxsize=1 << 16)
def _event_text(event: Event) -> str:
    """An event as JSON. In bulk use the same events come again and again."""
    return json.dumps(event_json(event))
