"""Free set-up of Battle of Golems from the command line: ``--set lives=2 --set barrels=b2,c3``."""

from __future__ import annotations

from collections.abc import Sequence

from boards.base.errors import Problem, Problems
from boards.base.message import _
from controller.games.golems.free_setup import TOKEN_KEYS, FreeSetup, free_setup
from controller.games.golems.rules.position import LIVES

NUMBERS: tuple[str, ...] = ("lives", "energy")
KEYS: tuple[str, ...] = (*NUMBERS, "sides", *TOKEN_KEYS)


def free_choices(given: Sequence[str], players: int, size: tuple[int, int], rules: str, way: str) -> FreeSetup:
    """Return what was chosen for an ordinary game. Raises Problems at ``--set KEY``, all at once.

    Cells have commas between them; sides are pairs of colours, ``red+yellow,blue+green``.
    """
    problems: list[Problem] = []
    found: dict[str, str] = {}
    for text in given:
        key, equals, value = text.partition("=")
        if key not in KEYS or not equals:
            shown, known = repr(text[:60]), ", ".join(KEYS)
            message = _("{found} is no choice of {game}, which has {known}", found=shown, game="golems", known=known)
            problems.append(Problem("--set", message))
        elif key in found:
            problems.append(Problem(f"--set {key}", _("this comes twice")))
        else:
            found[key] = value
    numbers = {key: _number(found[key]) for key in NUMBERS if key in found}
    sides = tuple(tuple(pair.split("+")) for pair in found["sides"].split(",")) if "sides" in found else ()
    tokens = {key: tuple(found[key].split(",")) for key in TOKEN_KEYS if key in found}
    chosen = FreeSetup(tokens, numbers.get("lives", LIVES), numbers.get("energy"), sides)
    try:
        free_setup(players, size, rules, way, chosen)
    except Problems as refused:
        problems += [_placed(problem) for problem in refused.problems]
    if problems:
        raise Problems(problems)
    return chosen


def _number(text: str) -> int:
    """Return a whole number; one that is never allowed for a text that is none."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 4 else -1


def _placed(problem: Problem) -> Problem:
    """Return a problem at the option that says it: `tokens.walls[0]` is in ``--set walls``."""
    key = problem.at.removeprefix("tokens.").partition("[")[0]
    return Problem(f"--set {key}", problem.message) if key in KEYS else problem
