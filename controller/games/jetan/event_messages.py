"""The sentences of Jetan: data for :mod:`controller.games.jetan.event_text`."""

from __future__ import annotations

from collections.abc import Mapping

from boards.base.message import Message, _, pgettext

SIDES: tuple[Message, ...] = (
    _("Black"),
    _("Orange"),
)
"""A side before a colon, by number."""

PIECES: tuple[Message, ...] = (
    _("warrior"),
    _("padwar"),
    _("dwar"),
    _("flier"),
    _("chief"),
    _("princess"),
    _("thoat"),
    _("panthan"),
)
"""A piece as the subject of a sentence, by kind."""

LETTERS: tuple[Message, ...] = (
    pgettext("letter of the warrior", "W"),
    pgettext("letter of the padwar", "P"),
    pgettext("letter of the dwar", "D"),
    pgettext("letter of the flier", "F"),
    pgettext("letter of the chief", "C"),
    pgettext("letter of the princess", "R"),
    pgettext("letter of the thoat", "T"),
    pgettext("letter of the panthan", "N"),
)
"""The letter of a kind where a board is told in text, by kind; the notation keeps the English ones."""

STEPS: tuple[Message, ...] = (
    _("exactly two straight steps"),
    _("exactly two diagonal steps"),
    _("exactly three straight steps"),
    _("exactly three diagonal steps, with jumps"),
    _("exactly three steps in any direction"),
    _("exactly three steps in any direction, with jumps"),
    _("one straight step and one diagonal step"),
    _("one step, but not backward"),
)
"""How a kind goes."""

EVENTS: Mapping[str, Message] = {
    "begun": _("A new game begins: {side} to move."),
    "moved": _("{side}: {piece} from {from} to {to}."),
    "escaped": _("{side}: the princess escapes from {from} to {to}. She can do so once in a game."),
    "taken": _("{side} loses a piece on {at}: {piece}."),
    "counting": _("Both sides have three pieces or fewer: move {count} of 10; after the tenth the game is drawn."),
    "offered": _("{side} offers a draw."),
    "resigned": _("{side} resigns."),
    "paid": _("{side} wins the stakes: {amount}."),
    "ended princess": _("{side} wins: the opponent's princess is taken."),
    "ended chief": _("{side} wins: chief takes chief."),
    "ended resigned": _("{side} wins: the opponent resigned."),
    "drawn chief": _("A draw: a chief was taken by a piece that is not a chief."),
    "drawn ten-moves": _("A draw: ten moves with three pieces a side or fewer, and nobody has won."),
    "drawn no-move": _("A draw: {side} has no legal move."),
    "drawn agreed": _("A draw: both sides agreed."),
}
"""An event's name, for ends with the reason, -> its sentence."""

REASONS: Mapping[str, Message] = {
    "over": _("the game is over, there is nothing to move"),
    "empty": _("no piece stands on {start}"),
    "foreign": _("the piece on {start} is the opponent's"),
    "sign": _("this move is written {start}{where}{end}"),
    "same": _("a move never ends where it began"),
    "own": _("a piece of the same side stands on {end}"),
    "only-princess": _("only a princess escapes; this is: {piece}"),
    "escaped": _("this princess may not escape any more"),
    "far": _("{piece}: {steps}; none of its ways leads from {start} to {end}"),
    "blocked": _("{piece}: other pieces stand in every way from {start} to {end}, and it does not jump"),
    "takes-nothing": _("a princess takes no piece, and {end} is the opponent's"),
    "attacked": _("a princess may not go where she can be taken: {end} is attacked from {where} ({other})"),
}
"""A broken rule -> its sentence."""
