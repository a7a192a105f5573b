"""The sentences of the dice race: data for :mod:`controller.games.spiral.narration.event_text`.

A player's name stands before a colon, so that any name fits.
"""

from __future__ import annotations

from collections.abc import Mapping

from boards.base.message import Message, _, pgettext

PLAYERS: Mapping[str, Message] = {
    "red": pgettext("player of the dice race, its chips", "Red"),
    "blue": pgettext("player of the dice race, its chips", "Blue"),
    "yellow": pgettext("player of the dice race, its chips", "Yellow"),
    "green": pgettext("player of the dice race, its chips", "Green"),
    "violet": pgettext("player of the dice race, its chips", "Violet"),
    "orange": pgettext("player of the dice race, its chips", "Orange"),
}
"""The chips' colours; players of other names are called by them."""

FIGURES: Mapping[str, Message] = {
    "king": _("King"),
    "dragon": _("Dragon"),
    "heart": _("Heart"),
    "shop": _("Shop"),
    "ace": _("Ace of Spades"),
    "spider": _("Spider"),
    "chess": _("Chess"),
}

EVENTS: Mapping[str, Message] = {
    "begun": _("Round {game} begins. {who}: the first turn."),
    "rolled": _("{who}: the die shows {roll}."),
    "moved": _("{who}: a chip goes from {from} to {to}."),
    "set": _("{who}: a new chip stands on cell {to}."),
    "took": _("{who}: another player's chip on {at} was met and leaves the board ({whose})."),
    "king": _("{who}: the King on {at} sets one more chip."),
    "dragon": _("{who}: the Dragon on {from} carries the chip forward six, to {to}."),
    "shop": _("{who}: the purse was forgotten, the Shop on {from} sends the chip back six, to {to}."),
    "chess": _("{who}: Chess on {from}, a knight's move to {to}."),
    "heart": _("{who}: the Heart on {at} gives an extra turn."),
    "ace": _("{who}: the Ace of Spades on {at} takes the chip off the board."),
    "spider": _("{who}: caught in the Spider's web on {at}, the next turn is missed."),
    "idle": _("{who}: the {figure} on {at} can do nothing."),
    "home": _("{who}: the chip stops exactly on the last free base cell, {at}, and is home."),
    "passed": _("{who}: nothing is legal, the turn passes."),
    "again": _("{who}: one more turn."),
    "misses": _("{who}: a turn is missed, as the Spider would have it."),
    "base-full": _("The base is full. {who}: most of its cells ({cells}), this round is won."),
    "scored": _("{who}: {sum} in this round, {total} in all."),
}
"""An event's name -> its sentence."""

REASONS: Mapping[str, Message] = {
    "compulsory": _("moving is compulsory, and something is legal: {first}"),
    "not-a-six": _("a new chip is set on a six only, and this is a {roll}"),
    "own-on-first": _("an own chip stands on cell {cell}"),
    "all-chips": _("there are {most} chips of this player on the board already"),
    "is-home": _("a chip of {who} on cell {cell} is home, and moves no more"),
    "not-there": _("a chip of {who} on cell {cell} is not there"),
    "own": _("the chip on cell {cell} would land on an own chip"),
    "no-chess": _("no Chess works here for the knight cell {cell}"),
    "not-offered": _("a Chess works here: `knight` must name one of the cells {cells}; {cell} is not one of them"),
    "no-knight": _("a Chess works here: `knight` must name one of the cells {cells}; none is chosen"),
}
"""A broken rule -> its sentence."""
