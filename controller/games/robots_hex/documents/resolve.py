"""`golem resolve` for Robots on hexagons: the turn of one side, from a document to one line of JSON."""

from __future__ import annotations

import json

from controller.games.game import Json
from controller.games.robots_hex.documents.document_reader import read_position
from controller.games.robots_hex.events import event_json
from controller.games.robots_hex.position import dump_position
from controller.games.robots_hex.turn import play_side


def resolve(document: Json) -> str:
    """Events, the position after the turn, and the outcome. Raises :class:`boards.base.errors.Problems`."""
    after, events, outcome = play_side(read_position(document))
    outcome_json = None if outcome is None else {"winners": list(outcome.winners), "reason": outcome.reason}
    return json.dumps({"events": list(map(event_json, events)), "after": dump_position(after), "outcome": outcome_json})
