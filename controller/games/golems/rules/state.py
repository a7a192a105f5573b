"""A game of Battle of Golems between two decisions: the position, the round, what has been laid and rolled."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from boards.base.errors import Problem, Problems
from controller.games.game import Json, Outcome
from controller.games.golems.documents.document_reader import read_position
from controller.games.golems.rules.position import OUT_OF_CHARGE, Position, dump_board, dump_golems, dump_position
from controller.games.golems.rules.program import ROWS, Row, format_row, parse_row, program_texts

Laid = tuple[tuple[str, tuple[Row, ...]], ...]
"""Programs by colour."""


class State(NamedTuple):
    """Frozen. A round begins with its dice (standard) or programs, and lasts until the next one begins."""

    position: Position
    round: int = 1
    row: int = 0
    """The row last played in this round."""
    began: int = 0
    """How many sides stood when the round began."""
    faces: tuple[tuple[str, str], ...] | None = None
    """The bonus dice of this round, by colour; None while they are awaited, or where there are none."""
    laid: Laid | None = None
    """The programs of this round; None while they are awaited."""
    result: Outcome | None = None

    @property
    def programs(self) -> Mapping[str, tuple[Row, ...]]:
        return dict(self.laid or ())

    @property
    def round_is_over(self) -> bool:
        return self.row == ROWS


def picture(state: State, most_lives: int) -> dict[str, Json]:
    """What a screen may show. Rows that were not played yet are None."""
    revealed = {
        colour: [format_row(row) if index < state.row else None for index, row in enumerate(rows)]
        for colour, rows in state.laid or ()
    }
    return {
        "board": dump_board(state.position),
        "golems": dump_golems(state.position),
        "energy": state.position.energy,
        "round": state.round,
        "row": state.row,
        "programs": revealed,
        "bonus": dict(state.faces or ()),
        "lives_max": most_lives,
    }


def dump_state(state: State) -> dict[str, Json]:
    """The whole state as JSON: ``load_state(dump_state(s)) == s``."""
    return {
        "position": dump_position(state.position),
        "round": state.round,
        "row": state.row,
        "began": state.began,
        "faces": None if state.faces is None else dict(state.faces),
        "programs": None if state.laid is None else {colour: program_texts(rows) for colour, rows in state.laid},
        "outcome": None
        if state.result is None
        else {"winners": list(state.result.winners), "reason": state.result.reason},
    }


def load_state(data: Json) -> State:
    """A state from its dump. Raises :class:`boards.base.errors.Problems`, if it is none."""
    try:
        faces, programs, outcome = data["faces"], data["programs"], data["outcome"]
        return State(
            read_position(data["position"], least_energy=OUT_OF_CHARGE),
            data["round"],
            data["row"],
            data["began"],
            None if faces is None else tuple(faces.items()),
            None
            if programs is None
            else tuple((colour, tuple(map(parse_row, rows))) for colour, rows in programs.items()),
            None if outcome is None else Outcome(tuple(outcome["winners"]), outcome["reason"]),
        )
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise Problems([Problem("state", f"this is not a state of Battle of Golems: {error!r}")]) from error
