"""What hands are asked to do: pieces to be moved, programs laid as cards, golems pushed."""

from __future__ import annotations

from collections.abc import Mapping

from boards.base.message import Message, _, ngettext

HAND_TEXTS: Mapping[str, Message] = {
    "hand-move": _("Move the {piece} from {origin} to {target}."),
    "hand-turn": _("Turn the {piece} on the spot: {target}."),
    "hand-off": _("Take the {piece} off {origin}."),
    "hand-on": _("Put the {piece} on {target}."),
    "hand-in-air": _("The {piece} is off its place. Set it down on its new one."),
    "hand-illegal": _("The {piece} may not go from {origin} to {target}."),
    "hand-illegal-why": _("The {piece} may not go from {origin} to {target}: {reason}."),
    "hand-not-yours": _("It is the turn of: {player}. The other side’s pieces stay where they are."),
    "hand-several": _("{player}: more was moved than one move allows. Put it back, then move again."),
    "hand-which": _("More than one move ends so: {moves}. Say on the page which one it is."),
    "hand-between": _("The {piece} stands between two places near {spot}. Set it in the middle of one."),
    "hand-unread": _("The {piece} can’t be read ({why}). Let it lie flat and alone on its place, its marker free."),
    "hand-ghosts": _("The camera does not see these pieces; they stay on the screen only: {pieces}."),
    "piece-die-unread": _("The die lies there, but it can’t be read ({why}). Throw it again, on a free place."),
    "piece-die-old": _("{player}: throw the die. It still lies as it did before."),
    "steps-lay": _(
        "Lay the program of the {piece} on the field, in rows as one reads, face up or down; or write it here."
    ),
    "steps-count": _("Cards read for the {piece}: {count}. If that is all of them, lock the program."),
    "steps-left": _("Take up the cards that were locked. Then it is the turn of the {piece}."),
    "steps-over": _("All programs are locked. Take up the cards: the field must be free."),
    "steps-unread": _(
        "A card of the {piece} can’t be read. Keep hands and light off it, and lay it flat. Cards read: {count}."
    ),
    "steps-turned": _("Turn all cards of the {piece} the same way up. Cards read: {count}."),
    "steps-overlap": _("Cards of the {piece} lie on each other. Lay them side by side. Cards read: {count}."),
    "steps-gap": _(
        "There is room for a card between those of the {piece}. Close the rows; only the last row of "
        "the steps, or of a question, may be short. Cards read: {count}."
    ),
    "hand-ahead": _("The {golem} golem: push it {mm} mm straight ahead, then press Done."),
    "hand-back": _("The {golem} golem: push it {mm} mm straight back, then press Done."),
    "hand-left": _("The {golem} golem: turn it to its left by {degrees}°, then press Done."),
    "hand-right": _("The {golem} golem: turn it to its right by {degrees}°, then press Done."),
    "hand-still": _("The camera still sees this otherwise:"),
    "hand-set-up": ngettext(
        "Set up the board as it is shown here ({count} piece), then press Done.",
        "Set up the board as it is shown here ({count} pieces), then press Done.",
    ),
}
"""Sentences of :func:`controller.table.view.table_messages.say` by their code."""
