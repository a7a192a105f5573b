"""What is printed besides the cards' own words, in four languages."""

from __future__ import annotations

from boards.base.message import Message, _, pgettext
from boards.kit.cards import CardKind

Words = Message

COLOUR: dict[str, Words] = {
    "red": pgettext("golem", "Red"),
    "blue": pgettext("golem", "Blue"),
    "yellow": pgettext("golem", "Yellow"),
    "green": pgettext("golem", "Green"),
}
TOKEN: dict[str, Words] = {
    "barrel": _("Barrel"),
    "water": _("Water"),
    "wall": _("Wall"),
}
READY: Words = _("Ready!")
THINKING: Words = _("Thinking…")
ENERGY: Words = _("Energy")
IF: Words = _("If?")

_BRANCHES: Words = _("yes: 1st card · no: 2nd card")
HINTS: dict[CardKind, Words] = {
    CardKind.IF_ENEMY: _BRANCHES,
    CardKind.IF_ATTACKED: _BRANCHES,
    CardKind.REPEAT_2: _("the next card, 2 times"),
    CardKind.REPEAT_3: _("the next card, 3 times"),
}
"""A bonus card says what the cards to its right are for."""

PHASES: tuple[Words, ...] = (
    _("Move and turn"),
    _("Check the Ifs"),
    _("Moves they chose"),
    _("Strike, shield, take"),
)
"""The phases of a row, in order (Battle of Golems 3.1)."""
BOARD: Words = _("Board, {columns} by {rows}")
"""For those who hear the screen."""

CHECK_LINE: Words = _("This line must measure 100 mm")
PAGE: Words = _("page {page} of {pages}")
DECK_SEED: Words = _("deck seed {seed}")
FACES: Words = _("faces")
BACKS: Words = _("backs")
TILE: Words = _("Tile")
TILE_HINT: Words = _(
    "Cut off the left and the lower edge. Glue the neighbour onto the strip between the hatched marks."
)

TITLES: dict[str, Words] = {
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
PIECE_TITLES: dict[str, Words] = {
    "boards": _("{game}: board"),
    "pieces": _("{game}: pieces"),
    "die": _("{game}: die"),
}
"""Titles of the printed files of games of pieces."""
PIECE_HINT: Words = _("Cut out, fold the sides down, glue the flaps inside. A piece must be {mm} mm high.")
