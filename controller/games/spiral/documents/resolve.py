"""`golem resolve` for the dice race: a turn after its roll, or what is legal."""

from __future__ import annotations

import json

from controller.games.game import Json
from controller.games.spiral.board import standard_board
from controller.games.spiral.choices import choice_json
from controller.games.spiral.documents.document_reader import read_task
from controller.games.spiral.legal import legal_choices
from controller.games.spiral.position import dump_position, scores
from controller.games.spiral.turns import play


def resolve(document: Json) -> str:
    """Return a line of JSON: `after` and `outcome`, or `legal`. Raises :class:`boards.base.errors.Problems`."""
    board = standard_board()
    position, roll, choice = read_task(board, document)
    if choice is None:
        legal = [choice_json(found) for found in legal_choices(board, position, roll)]
        return json.dumps({"legal": legal, "outcome": None})
    after, _, won = play(board, position, roll, choice)
    outcome: Json = None
    if won is not None:
        outcome = {"winners": list(won.winners), "reason": won.reason, "scores": scores(after)}
    return json.dumps({"after": dump_position(after), "outcome": outcome})
