"""Where golems stand when nothing else is said.

Source: `Battle of Golems` 3.1, "Preparation": opposite corners, facing each other; the third and fourth
player are this project's.
"""

from __future__ import annotations

from boards.base.errors import Problem, Problems
from boards.base.message import Message, _, listed
from boards.colours import COLOURS
from controller.games.game import Json
from controller.games.golems.rules.position import NAME, RULES, WAYS
from controller.games.golems.rules.square_grid import grid

SIDES = range(4, 9)
"""Cells along a side of a square board. The box has boards of 4 and of 6; other mats are this project's."""
SMALLEST = (SIDES[0], SIDES[0])
"""The board of the beginner and the autonomous game."""


def standard_setup(players: int, size: tuple[int, int], rules: str = "3.1", way: str = "standard") -> dict[str, Json]:
    """Return the start of a game without tokens, in the form of `golem resolve`.

    Red stands in the lower left corner facing N, blue in the upper right S, yellow upper left S, green lower
    right N. Raises :class:`boards.base.errors.Problems` where the rules don't have such a game.
    """
    found = setup_problems(players, size, rules, way)
    if found:
        raise Problems(found)
    return {
        "game": NAME,
        "rules": rules,
        "way": way,
        "board": {"size": list(size)},
        "golems": {colour: {"at": cell, "facing": facing} for colour, cell, facing in corners(players, size)},
    }


def is_standard(size: tuple[int, int]) -> bool:
    """Whether an ordinary game is played on a board of so many columns and rows."""
    return size[0] == size[1] and size[0] in SIDES


def other_board(size: tuple[int, int]) -> Message:
    """Return that an ordinary game is played on other boards."""
    return _(
        "a standard game is played on a square board of {low} to {high} cells a side, "
        "not on {columns}x{rows}; other boards are for scenarios",
        low=SIDES[0],
        high=SIDES[-1],
        columns=size[0],
        rows=size[1],
    )


def corners(players: int, size: tuple[int, int]) -> list[tuple[str, str, str]]:
    """Return colour, cell and facing of each golem at the start of a game without tokens."""
    cells = grid(*size).cells
    lower_left, upper_left, lower_right, upper_right = cells[0], cells[size[1] - 1], cells[-size[1]], cells[-1]
    places = ((lower_left, "N"), (upper_right, "S"), (upper_left, "S"), (lower_right, "N"))
    return [(colour, *place) for colour, place in zip(COLOURS[: max(0, players)], places, strict=False)]


def setup_problems(players: int, size: tuple[int, int], rules: str, way: str) -> list[Problem]:
    """Return why the rules have no such game; empty if they have."""
    fewest = 1 if way == "scenario" else 2
    most = 2 if rules == "2.0" or way == "beginner" else len(COLOURS)
    return [
        Problem(at, message)
        for wrong, at, message in (
            (
                rules not in RULES,
                "rules",
                _("the rulebooks are {known}, not {found}", known=listed(RULES), found=rules),
            ),
            (way not in WAYS, "way", _("a way to play is one of {ways}, not {way}", ways=", ".join(WAYS), way=way)),
            (not is_standard(size), "board.size", other_board(size)),
            (
                size != SMALLEST and way in ("beginner", "autonomous"),
                "board.size",
                _("the {way} game is played on 4x4", way=way),
            ),
            (
                fewest == most != players,
                "players",
                _(
                    "this game ({rules}, {way}) is for {most} players, not for {players}",
                    rules=rules,
                    way=way,
                    most=most,
                    players=players,
                ),
            ),
            (
                fewest < most and not fewest <= players <= most,
                "players",
                _(
                    "this game ({rules}, {way}) has {fewest} to {most} players; {players} is not possible",
                    rules=rules,
                    way=way,
                    fewest=fewest,
                    most=most,
                    players=players,
                ),
            ),
        )
        if wrong
    ]
