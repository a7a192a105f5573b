"""Tokens, lives, energy and sides of an ordinary game, in the `game:` of a `table.yaml`."""

from __future__ import annotations

from boards.base.errors import Problems
from boards.base.message import _
from boards.base.yaml_reader import Section
from boards.mats import mat
from controller.app.compose.game_setup import GamePlan, more_tokens_of, with_more_tokens
from controller.games.golems.free_setup import ENERGY_CHOSEN, LIVES_CHOSEN, FreeSetup, Tokens, free_setup
from controller.games.golems.rules.position import LIVES

FREE_KEYS: tuple[str, ...] = ("tokens", "lives", "energy", "sides")
"""What an ordinary game may say, and a scenario says itself."""


def read_free_setup(section: Section, plan: GamePlan) -> FreeSetup:
    """Return what was chosen for an ordinary game; its problems go to the section, each at its line."""
    chosen = FreeSetup(
        tokens=_tokens(section) if section.has("tokens") else {},
        lives=section.integer("lives", LIVES_CHOSEN[0], LIVES_CHOSEN[-1]) if section.has("lives") else LIVES,
        energy=section.integer("energy", ENERGY_CHOSEN[0], ENERGY_CHOSEN[-1]) if section.has("energy") else None,
        sides=_sides(section) if section.has("sides") else (),
    )
    grid = mat(plan.mat).grid
    try:
        free_setup(len(plan.players), (grid.columns, grid.rows), plan.rules, plan.way, chosen)
    except Problems as problems:
        for problem in problems.problems:
            # What is wrong with players, board and the numbers themselves is said at their own keys.
            if problem.at.startswith(("tokens", "sides")) or (problem.at == "energy" and plan.rules == "2.0"):
                section.problem(problem.at, problem.message)
        return FreeSetup()
    return chosen


def read_more_tokens(section: Section, plan: GamePlan) -> GamePlan:
    """Return the plan of a scenario with the tokens that are laid beside its own; problems go to the section."""
    if not section.has("tokens"):
        return plan
    if plan.setup and not more_tokens_of(plan):
        section.problem("tokens", _("the scenario says this; leave it out"))
        return plan
    tokens = _tokens(section)
    try:
        return with_more_tokens(plan, tokens) if plan.setup else plan
    except Problems as problems:
        for problem in problems.problems:
            section.problem(problem.at, problem.message)
    return plan


def _tokens(section: Section) -> Tokens:
    given = section.plain("tokens")
    if isinstance(given, dict) and all(_is_list_of_texts(cells) for cells in given.values()):
        return {str(kind): tuple(cells) for kind, cells in given.items()}
    section.problem("tokens", _("tokens are lists of cells, such as {walls: [b2], waters: [c3], barrels: [d1, a4]}"))
    return {}


def _sides(section: Section) -> tuple[tuple[str, ...], ...]:
    given = section.plain("sides")
    if isinstance(given, list) and given and all(_is_list_of_texts(pair) for pair in given):
        return tuple(tuple(pair) for pair in given)
    section.problem("sides", _("sides are two pairs of four players, such as [[red, yellow], [blue, green]]"))
    return ()


def _is_list_of_texts(given: object) -> bool:
    return isinstance(given, list) and all(isinstance(item, str) for item in given)
