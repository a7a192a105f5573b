"""The sentences of the judge of puzzles: data for :mod:`controller.games.golems.puzzles.judge`."""

from __future__ import annotations

from collections.abc import Mapping

from boards.base.message import Message, _

PLACE: Message = _("Round {round}, row {row}")

VERDICTS: Mapping[str, Message] = {
    "solved": _("Solved! Rounds: {rounds}, cards: {cards}."),
    "shortest": _("Nobody can do it with less."),
    "shorter": _("It can be done with less: rounds: {rounds}, cards: {cards}."),
    "empty": _("There is no program yet."),
    "no-golem": _("{golem}: you do not program this golem. Yours: {mine}."),
    "no-program": _("Round {round}: {golem} has no program."),
    "once": _("Here the program is laid once and repeats by itself; rounds laid: {rounds}."),
    "rows": _("Round {round}, {golem}: a program has {wanted} rows, this one has {rows}."),
    "unreadable": _(
        "{place}: “{text}” is no row. A row is an action, repeat 2 or 3 with an action, or if enemy "
        "... else ..., if attacked ... else ... . Actions: {actions}."
    ),
    "nested": _("{place}: a Repeat inside a condition is for autonomous golems only."),
    "deck": _("{place}: too many cards “{card}”. Used in this round: {count}; in the deck: {have}."),
    "forbidden": _("{place}: the card “{card}” is not allowed in this puzzle."),
    "too-many-rounds": _("You laid rounds: {rounds}. {limit}"),
    "wrong-round": _("The goal was reached in round {rounds}. {limit}"),
    "cards": _("The goal was reached, but with this number of cards: {cards}. {limit}"),
    "unused": _("The goal was reached, but these cards were not used on the way: {cards}."),
    "row": _("{place}: {why}"),
    "too-late": _("After this the puzzle can no longer be solved. The goal: {goal}."),
    "too-late-there": _(
        "Round {last_round}, row {last_row}: after this the puzzle can no longer be solved. The goal: {goal}."
    ),
    "lost": _("The game is over, and the goal was not reached: {goal}."),
    "not-yet": _("So far nothing went wrong, but the goal is not reached yet: {goal}. Lay another round."),
    "impossible": _("This puzzle has no solution at all: the mistake is not yours."),
}
