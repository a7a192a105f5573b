"""What is printed besides the cards' own words."""

from __future__ import annotations

from boards.base.message import Message, _, pgettext
from boards.kit.cards import CardKind

COLOUR: dict[str, Message] = {
    "red": pgettext("golem", "Red"),
    "blue": pgettext("golem", "Blue"),
    "yellow": pgettext("golem", "Yellow"),
    "green": pgettext("golem", "Green"),
}
TOKEN: dict[str, Message] = {
    "barrel": _("Barrel"),
    "water": _("Water"),
    "wall": _("Wall"),
}
READY: Message = _("Ready!")
THINKING: Message = _("Thinking…")
ENERGY: Message = _("Energy")
IF: Message = _("If?")

_BRANCHES: Message = _("yes: 1st card · no: 2nd card")
HINTS: dict[CardKind, Message] = {
    CardKind.IF_ENEMY: _BRANCHES,
    CardKind.IF_ATTACKED: _BRANCHES,
    CardKind.REPEAT_2: _("the next card, 2 times"),
    CardKind.REPEAT_3: _("the next card, 3 times"),
}
"""A bonus card says what the cards to its right are for."""

PHASES: tuple[Message, ...] = (
    _("Move and turn"),
    _("Check the Ifs"),
    _("Moves they chose"),
    _("Strike, shield, take"),
)
"""The phases of a row, in order (Battle of Golems 3.1)."""
BOARD: Message = _("Board, {columns} by {rows}")
"""For those who hear the screen."""

CHECK_LINE: Message = _("This line must measure 100 mm")
PAGE: Message = _("page {page} of {pages}")
DECK_SEED: Message = _("deck seed {seed}")
FACES: Message = _("faces")
BACKS: Message = _("backs")
TILE: Message = _("Tile")
TILE_HINT: Message = _(
    "Cut off the left and the lower edge. Glue the neighbour onto the strip between the hatched marks."
)

TITLES: dict[str, Message] = {
    "guide": _("How to put it together"),
    "mat": _("Mat {size}"),
    "deck": _("Deck: {colour}"),
    "tray": _("Tray: {colour}"),
    "tokens": _("Tokens"),
    "golems": _("Golem tops"),
    "dice": _("Bonus dice"),
    "energy": _("Energy"),
    "lives": _("Lives"),
}
"""Titles of the printed files."""
PIECE_TITLES: dict[str, Message] = {
    "boards": _("{game}: board"),
    "pieces": _("{game}: pieces"),
    "die": _("{game}: die"),
    "setup": _("{game}: how the pieces stand"),
}
"""Titles of the printed files of games of pieces."""
PIECE_HINT: Message = _("Cut out, fold the sides down, glue the flaps inside. A piece must be {mm} mm high.")
