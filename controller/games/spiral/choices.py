"""What a player may choose after a roll, as a value, as text and in the form of `golem resolve`."""

from __future__ import annotations

import re
from typing import NamedTuple

from boards.base.errors import InvalidInput
from boards.base.message import _
from controller.games.game import Json

MOVE, NEW, PASS = "move", "new", "pass"

_TEXT = re.compile(r"move ([1-9][0-9]{0,2})(?: knight ([1-9][0-9]{0,2}(?: [1-9][0-9]{0,2})*))?")


class Choice(NamedTuple):
    """Move the chip on a cell, with a cell for each Chess on its way; or set a new chip; or pass."""

    name: str
    cell: int = 0
    knights: tuple[int, ...] = ()


NEW_CHIP = Choice(NEW)
PASSED = Choice(PASS)
_WORDS = {NEW: NEW_CHIP, PASS: PASSED}


def choice_json(choice: Choice) -> Json:
    """Return a choice in the form of `golem resolve`."""
    if choice.name != MOVE:
        return choice.name
    plain: dict[str, Json] = {"move": choice.cell}
    if choice.knights:
        plain["knight"] = list(choice.knights)
    return plain


def read_choice(given: Json) -> Choice:
    """Return the way back from :func:`choice_json`. Raises ValueError in plain words."""
    if type(given) is str and given in _WORDS:
        return _WORDS[given]
    if type(given) is not dict:
        raise InvalidInput(_('a choice is {"move": CELL}, "new" or "pass"'))
    unknown = [key for key in given if key not in ("move", "knight")]
    if unknown:
        raise InvalidInput(_("a choice has the keys move and knight, not {found}", found=repr(str(unknown[0])[:40])))
    cell, knights = given.get("move"), given.get("knight", [])
    if type(cell) is not int:
        raise InvalidInput(_("`move` names the cell of the chip that moves, a whole number"))
    if type(knights) is not list or not all(type(there) is int for there in knights):
        raise InvalidInput(_("`knight` lists a cell for each Chess on the way, whole numbers"))
    return Choice(MOVE, cell, tuple(knights))


def format_choice(choice: Choice) -> str:
    """Return a choice as text: `move 17`, `move 9 knight 32`, `new`, `pass`."""
    if choice.name != MOVE:
        return choice.name
    knights = f" knight {' '.join(map(str, choice.knights))}" if choice.knights else ""
    return f"move {choice.cell}{knights}"


def parse_choice(text: str) -> Choice:
    """Return the way back from :func:`format_choice`. Raises ValueError in plain words."""
    if text in _WORDS:
        return _WORDS[text]
    found = _TEXT.fullmatch(text)
    if found is None:
        raise InvalidInput(
            _("{text} is no choice; say `move 17`, `move 9 knight 32`, `new` or `pass`", text=repr(text[:40]))
        )
    return Choice(MOVE, int(found[1]), tuple(map(int, (found[2] or "").split())))
