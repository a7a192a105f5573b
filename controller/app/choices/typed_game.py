"""A game as it is typed in a terminal: options, ``--set`` and ``--computer``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from boards.base.errors import Problem, Problems
from boards.base.message import _
from controller.app.choices.game_choices import Finding, GameChoices, placed
from controller.app.choices.game_plan import planned
from controller.app.choices.text_choices import TOKENS, in_order, option_of, text_choices
from controller.app.compose.game_setup import GamePlan
from controller.games.game_registry import AnyTabletop, tabletop_named
from controller.games.golems.free_setup import TOKEN_KEYS


def typed_game(game: str) -> AnyTabletop:
    """Return the tabletop of a game that is typed. Raises Problems at ``--game``."""
    try:
        return tabletop_named(game)
    except Problems as refused:
        raise Problems([Problem(option_of("game"), problem.message) for problem in refused.problems]) from None


def typed_plan(
    choices: GameChoices, chosen: Sequence[str], computers: Sequence[str], base: GamePlan
) -> tuple[GamePlan, tuple[Problem, ...]]:
    """Return the plan of a game as far as it can be made, and all that is wrong, at the options that say it.

    `chosen`: ``KEY=VALUE`` of ``--set``; `computers`: ``PLAYER:STRENGTH`` of ``--computer``.
    """
    try:
        typed_game(choices.game)
    except Problems as refused:
        return base, refused.problems
    texts = text_choices(choices.game, chosen)
    seats, wrong = read_computers(computers, choices.game)
    plan, findings = planned(replace(choices, more=texts.more, computers=seats), base)
    told = [typed for finding in findings for typed in _as_typed(finding, texts.order)]
    return plan, in_order((*wrong, *placed(told, option_of), *texts.problems), texts.order)


def _as_typed(finding: Finding, order: Sequence[str]) -> tuple[Finding, ...]:
    """Return what is wrong with tokens as a whole at each kind of them, for each is typed by itself."""
    if finding.key != TOKENS:
        return (finding,)
    kinds = [key for key in dict.fromkeys(order) if key in TOKEN_KEYS]
    return tuple(replace(finding, key=f"{TOKENS}.{kind}") for kind in kinds)


def read_computers(words: Sequence[str], game: str) -> tuple[dict[str, str], tuple[Problem, ...]]:
    """Return who is played by the computer, and how well, from ``blue:hard``; and the words that do not say so."""
    tabletop = tabletop_named(game)
    strengths = ", ".join(tabletop.strengths)
    if tabletop.seats:
        wanted = _(
            "{word} is not a golem ({golems}) and how well it plays ({strengths}), such as blue:hard",
            golems=", ".join(tabletop.seats),
            strengths=strengths,
        )
    else:
        wanted = _(
            "{word} is not a player and how well the computer plays ({strengths}), such as black:hard",
            strengths=strengths,
        )
    option = option_of("computer")
    found: dict[str, str] = {}
    problems: list[Problem] = []
    for word in words:
        player, _colon, strength = word.partition(":")
        if strength not in tabletop.strengths or (tabletop.seats and player not in tabletop.seats):
            problems.append(Problem(option, wanted.bind(word=repr(word[:40]))))
        elif player in found:
            problems.append(Problem(option, _("{colour} comes twice", colour=player)))
        else:
            found[player] = strength
    return found, tuple(problems)
