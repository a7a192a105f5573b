"""`golem resolve` for Jetan: a move's consequence, or the legal moves."""

from __future__ import annotations

import json

from boards.base.errors import InvalidInput, Problem, Problems
from boards.base.message import _
from controller.games.document_paths import raise_in_input_order
from controller.games.game import Json
from controller.games.jetan.event_text import reason_message
from controller.games.jetan.illegal_moves import why_not
from controller.games.jetan.moves import Played, legal_moves, play
from controller.games.jetan.notation import Written, format_move, format_position, parse_move, parse_position
from controller.games.jetan.position import Position

NAME = "jetan"
_KEYS = ("game", "position", "move")


def resolve(document: Json) -> str:
    """Return a line of JSON: `after` and `outcome`, or `legal`. Raises :class:`boards.base.errors.Problems`."""
    problems = _unknown(document, _KEYS)
    position = _position(document, problems)
    written = _written(document, problems)
    raise_in_input_order(document, problems)
    if written is None:
        legal = sorted(format_move(position, move) for move in legal_moves(position))
        return json.dumps({"legal": legal, "outcome": None})
    played = play_written(position, written, "move")
    won = played.outcome
    outcome = None if won is None else {"winners": list(won.winners), "reason": won.reason}
    after = {"game": NAME, "position": format_position(played.position)}
    return json.dumps({"after": after, "outcome": outcome})


def read_position(document: Json) -> Position:
    """Return the position of a document that asks for a move. Raises :class:`boards.base.errors.Problems`."""
    if type(document) is not dict or document.get("game", NAME) != NAME:
        raise Problems(
            [Problem("game", _('this is not a position of {name}: {{"game": "{name}", "position": "..."}}', name=NAME))]
        )
    problems = _unknown(document, _KEYS[:2])
    position = _position(document, problems)
    raise_in_input_order(document, problems)
    return position


def _unknown(document: dict[str, Json], known: tuple[str, ...]) -> list[Problem]:
    return [
        Problem(str(key), _("this key is not known; known are {known}", known=", ".join(known)))
        for key in document
        if key not in known
    ]


def play_written(position: Position, written: Written, at: str) -> Played:
    """Return what a move leads to.

    Raises :class:`boards.base.errors.Problems` at the place `at`, if it is not legal.
    """
    reason = why_not(position, written)
    found = position.at(written.origin)
    if reason is not None or found is None:
        raise Problems([Problem(at, reason_message(reason) if reason else _("no piece stands there"))])
    return play(position, found[1], written.move)


def _position(document: dict[str, Json], problems: list[Problem]) -> Position:
    text = document.get("position")
    if type(text) is str:
        try:
            return parse_position(text)
        except Problems as found:
            problems += found.problems
    else:
        problems.append(Problem("position", _("a position in text form is wanted here")))
    return _NOWHERE


def _written(document: dict[str, Json], problems: list[Problem]) -> Written | None:
    if "move" not in document:
        return None
    text = document["move"]
    try:
        if type(text) is str:
            return parse_move(text)
        problems.append(Problem("move", _("a move in text form is wanted here, such as e2-e3")))
    except InvalidInput as error:
        problems.append(Problem("move", error.message))
    return None


_NOWHERE = parse_position("10/10/10/10/10/10/10/10/10/10 b - 0")
"""Stands in for a position that can't be read, until all problems are known."""
