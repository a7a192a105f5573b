"""The parts of a golem's sentence: data for :mod:`controller.games.golems.narration.narration_text`.

A clause has a verb and no subject: the golem at the head of the sentence is the subject of all of them. `{other}` is
another golem as a subject, `{whom}` the same in the accusative (in Russian and Polish also the genitive). Forms that
depend on a number are avoided: numbers follow a colon.
"""

from __future__ import annotations

from collections.abc import Mapping

from boards.base.message import Message, _
from controller.games.golems.narration.action_messages import ACTION_TEXTS
from controller.games.golems.narration.movement_messages import MOVES

HEADS: Mapping[str, str] = {
    "card": "{who} ({card})",
    "if": "{who} ({test} {answer} → {card})",
    "nothing": "{who}",
}
"""How a sentence begins, in every language: the golem and its cards; with what an If found and the card that counts;
without cards."""

JOINT: Message = _("; ")
"""What stands between clauses."""

ANSWERS: Mapping[str, Message] = {
    "enemy golem": _("yes, {other} in {cell}"),
    "enemy barrel": _("yes, a barrel in {cell} counts as one"),
    "enemy ally": _("no, {other} in {cell} is on the same side"),
    "enemy nobody": _("no, {cell} is empty"),
    "enemy wall": _("no, only a wall in {cell}"),
    "enemy water": _("no, only water in {cell}"),
    "enemy edge": _("no, the board ends ahead"),
    "attacked yes": _("yes, {other} in {cell} is about to strike"),
    "attacked no": _("no, nobody is sure to strike"),
}
"""What an If found."""

CLAUSES: Mapping[str, Message] = {**MOVES, **ACTION_TEXTS}
"""What a golem did, and what was done to it."""

REMARKS: Mapping[str, Message] = {
    "die blank": _("{who} rolls a blank: no bonus card in this round."),
    "die card": _("{who} rolls the bonus die: one of these cards may be laid in this round: {cards}."),
    "dice": _("The bonus dice of this round: {dice}."),
    "energy": _("The round costs one unit of energy: {before} → {after}."),
    "energy out": _("The round costs one unit of energy: {before} → {after}, and the golems are out of charge."),
    "recharge": _("The golems are recharged and play on: {before} → {after}."),
}
"""What is about a whole round: dice, energy, a recharge. Whole sentences."""

BLANK_DIE: Message = _("blank")
"""A die that allows no card."""
