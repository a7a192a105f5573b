"""`golem resolve` for Robot Game: one turn, from a document to one line of JSON."""

from __future__ import annotations

import json

from controller.games.game import Json
from controller.games.robot_game.document_reader import read_task
from controller.games.robot_game.events import event_json
from controller.games.robot_game.state import dump_position, outcome, play_and_tell


def resolve(document: Json) -> str:
    """Events, the position after the turn, and the outcome. Raises :class:`boards.base.errors.Problems`."""
    state, actions = read_task(document)
    after, events = play_and_tell(state, actions)
    ended = outcome(after)
    # Players are numbers in a position, so they are numbers here.
    outcome_json = None if ended is None else {"winners": [int(name) for name in ended.winners], "reason": ended.reason}
    return json.dumps({"events": list(map(event_json, events)), "after": dump_position(after), "outcome": outcome_json})
