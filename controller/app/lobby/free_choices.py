"""Free set-up of Battle of Golems from the command line: ``--set lives=2 --set barrels=b2,c3``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from boards.base.errors import Problem, Problems
from boards.base.message import _
from controller.app.compose.game_setup import GamePlan, more_tokens_of, with_more_tokens
from controller.games.golems.free_setup import TOKEN_KEYS, FreeSetup, free_setup
from controller.games.golems.rules.position import LIVES

NUMBERS: tuple[str, ...] = ("lives", "energy")
KEYS: tuple[str, ...] = (*NUMBERS, "sides", *TOKEN_KEYS)


def free_choices(given: Sequence[str], players: int, size: tuple[int, int], rules: str, way: str) -> FreeSetup:
    """Return what was chosen for an ordinary game. Raises Problems at ``--set KEY``, all at once.

    Cells have commas between them; sides are pairs of colours, ``red+yellow,blue+green``.
    """
    found, problems = _told(given, "golems", KEYS)
    numbers = {key: _number(found[key]) for key in NUMBERS if key in found}
    sides = tuple(tuple(pair.split("+")) for pair in found["sides"].split(",")) if "sides" in found else ()
    chosen = FreeSetup(_cells(found), numbers.get("lives", LIVES), numbers.get("energy"), sides)
    try:
        free_setup(players, size, rules, way, chosen)
    except Problems as refused:
        problems += [_placed(problem) for problem in refused.problems]
    if problems:
        raise Problems(problems)
    return chosen


def scenario_choices(plan: GamePlan, given: Sequence[str]) -> GamePlan:
    """Return the plan of a scenario with more tokens of the kinds of which it takes more: ``barrels=a3,b6``.

    Raises Problems at ``--set KEY``, all at once.
    """
    kinds = more_tokens_of(plan)
    if given and not kinds:
        raise Problems([Problem("--set", _("a scenario or puzzle says this itself; leave it out"))])
    found, problems = _told(given, str(plan.scenario), kinds)
    try:
        plan = with_more_tokens(plan, _cells(found))
    except Problems as refused:
        problems += [_placed(problem) for problem in refused.problems]
    if problems:
        raise Problems(problems)
    return plan


def _told(given: Sequence[str], game: str, keys: Sequence[str]) -> tuple[dict[str, str], list[Problem]]:
    """Return what is said by key, and what is wrong with how it is said."""
    problems: list[Problem] = []
    found: dict[str, str] = {}
    for text in given:
        key, equals, value = text.partition("=")
        if key not in keys or not equals:
            shown, known = repr(text[:60]), ", ".join(keys)
            message = _("{found} is no choice of {game}, which has {known}", found=shown, game=game, known=known)
            problems.append(Problem("--set", message))
        elif key in found:
            problems.append(Problem(f"--set {key}", _("this comes twice")))
        else:
            found[key] = value
    return found, problems


def _cells(found: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    """Return the cells of tokens, which have commas between them."""
    return {key: tuple(found[key].split(",")) for key in TOKEN_KEYS if key in found}


def _number(text: str) -> int:
    """Return a whole number; one that is never allowed for a text that is none."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 4 else -1


def _placed(problem: Problem) -> Problem:
    """Return a problem at the option that says it: `tokens.walls[0]` is in ``--set walls``."""
    key = problem.at.removeprefix("tokens.").partition("[")[0]
    return Problem(f"--set {key}", problem.message) if key in KEYS else problem
