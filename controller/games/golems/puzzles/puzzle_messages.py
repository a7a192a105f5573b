"""What goals and conditions say. Numbers follow a colon, so that no word depends on them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from boards.base.catalogue import Language, translate
from boards.base.message import Message, _
from boards.kit.cards import CardKind, word
from controller.games.golems.rules.goals import BRING_BARREL, DESTROY_BARRELS, LAST_STANDING, REACH, SURVIVE, Goal
from controller.games.golems.rules.program import If, Row

if TYPE_CHECKING:
    from controller.games.golems.puzzles.puzzle import Conditions, Limit

WHO_WHAT: Message = _("{who}: {what}")
"""A golem, and what it must do or does."""
IDEAS: Mapping[str, Message] = {
    "sequence": _("Sequence"),
    "turning": _("Turning"),
    "obstacle": _("Obstacles"),
    "barrel": _("Barrels"),
    "repeat": _("Repeat"),
    "condition": _("Condition"),
    "repeat-condition": _("Repeat and condition"),
    "two-programs": _("Two programs"),
}

GOALS: Mapping[str, Message] = {
    REACH: _("stand on {cell}"),
    BRING_BARREL: _("bring a barrel to {cell}"),
    DESTROY_BARRELS: _("leave no barrel on the board"),
    SURVIVE: _("still stand when the energy is out"),
    LAST_STANDING: _("be the last one standing"),
}

CONDITIONS: Mapping[str, Message] = {
    "rounds at most": _("Rounds: at most {n}."),
    "rounds exactly": _("Rounds: exactly {n}."),
    "cards at most": _("Cards: at most {n}."),
    "cards exactly": _("Cards: exactly {n}."),
    "all actions": _("Use each of the eight action cards."),
    "repeat": _("Use a Repeat card."),
    "if": _("Use a condition card."),
    "forbidden": _("Cards not allowed: {cards}."),
    "autonomous": _("The program is laid once and repeats round after round."),
}


def goal_words(goal: Goal, language: Language) -> str:
    """Return what a goal asks for, as the end of a sentence: ``stand on d4``."""
    return translate(goal_message(goal), language)


def goal_message(goal: Goal) -> Message:
    """Return what a goal asks for, as the end of a sentence."""
    return GOALS[goal.name].bind(cell=goal.cell)


def card_word(card: str, language: Language) -> str:
    """Return the word on a card, by its name in the text form of programs."""
    return word(CardKind(card), language)


def row_words(row: Row, language: Language) -> str:
    """Return a row as its cards say it: ``Repeat 2: Forward``, ``Enemy ahead? Attack / Turn right``."""
    if isinstance(row, If):
        test = card_word(f"if {row.test}", language)
        return f"{test} {row_words(row.yes, language)} / {row_words(row.no, language)}"
    action = card_word(row.action, language)
    return action if row.times == 1 else f"{card_word(f'repeat {row.times}', language)}: {action}"


def condition_words(conditions: Conditions, autonomous: bool, language: Language) -> tuple[str, ...]:
    """Return the conditions of a puzzle, a sentence each."""
    return tuple(
        translate(CONDITIONS[name].bind(**facts), language) for name, facts in _told(conditions, autonomous, language)
    )


def _told(conditions: Conditions, autonomous: bool, language: Language) -> Iterator[tuple[str, dict[str, str]]]:
    if autonomous:
        yield "autonomous", {}
    yield _limit("rounds", conditions.rounds)
    if conditions.cards is not None:
        yield _limit("cards", conditions.cards)
    for name, there in (
        ("all actions", conditions.all_actions_used),
        ("repeat", conditions.repeat_used),
        ("if", conditions.if_used),
    ):
        if there:
            yield name, {}
    if conditions.forbidden:
        yield "forbidden", {"cards": ", ".join(card_word(card, language) for card in conditions.forbidden)}


def _limit(what: str, limit: Limit) -> tuple[str, dict[str, str]]:
    return f"{what} {'exactly' if limit.exactly else 'at most'}", {"n": str(limit.number)}
