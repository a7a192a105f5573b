"""The modules `rg` and `rgkit` that bots import, made from the arena's data.

Names and behaviour follow the rules of Robot Game, "Bots"; the code is ours.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from functools import cache
from types import FunctionType, ModuleType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    _Dict = dict[str, Any]
else:
    _Dict = dict

Loc = tuple[int, int]


class AttrDict(_Dict):
    """A dict whose keys are attributes too."""

    def __init__(self, *args: Any, **fields: Any) -> None:
        dict.__init__(self, *args, **fields)
        self.__dict__ = self

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...


def install(rules: dict[str, Any]) -> None:
    """Make `import rg`, `from rgkit import rg` and `from rgkit.settings import settings` work.

    `rules` are the settings, with `spawn` and `obstacle` as lists of places.
    """
    settings = settings_of(rules)
    rg = ModuleType("rg", "What a bot knows of the arena.")
    vars(rg).update(functions(settings))
    package = ModuleType("rgkit", "Stands in for the rgkit package.")
    package.__path__ = []
    settings_module = ModuleType("rgkit.settings")
    vars(settings_module).update(settings=settings, AttrDict=AttrDict)
    vars(package).update(rg=rg, settings=settings_module)
    sys.modules.update({"rg": rg, "rgkit": package, "rgkit.rg": rg, "rgkit.settings": settings_module})


def settings_of(rules: dict[str, Any]) -> AttrDict:
    """Return the settings as bots see them."""
    fields = {name: tuple(value) if isinstance(value, list) else value for name, value in rules.items()}
    settings = AttrDict(fields)
    settings["spawn_coords"] = [tuple(place) for place in rules["spawn"]]
    settings["obstacles"] = [tuple(place) for place in rules["obstacle"]]
    del settings["spawn"], settings["obstacle"]
    return settings


def functions(settings: AttrDict) -> dict[str, Any]:
    """Everything in module `rg`."""
    size = settings.board_size
    blocked, spawns = frozenset(settings.obstacles), frozenset(settings.spawn_coords)
    board = _board(size)
    kinds: dict[Loc, set[str]] = {}
    known: dict[object, list[Loc]] = {}

    def loc_types(loc: Loc) -> set[str]:
        """Return what kind of place this is: `normal` and perhaps `spawn` or `obstacle`; off the arena `invalid`."""
        found = kinds.get(loc)
        if found is None:
            if loc not in board:
                return {"invalid"}
            found = kinds[loc] = {"normal"}
            if loc in spawns:
                found.add("spawn")
            if loc in blocked:
                found.add("obstacle")
        return found

    def locs_around(loc: Loc, filter_out: Iterable[str] | None = None) -> list[Loc]:
        """Return the neighbours below, right, above, left, without those of the kinds named."""
        # Bots ask this all the time, always with the same few kinds; they get a list of their own.
        unwanted = tuple(filter_out) if filter_out else ()
        key = (loc, unwanted) if unwanted else loc
        found = known.get(key)
        if found is None:
            x, y = loc
            around = ((x, y + 1), (x + 1, y), (x, y - 1), (x - 1, y))
            found = known[key] = [place for place in around if loc_types(place).isdisjoint(unwanted)]
        return found[:]

    def toward(curr: Loc, dest: Loc) -> Loc:
        """One step along the larger axis (ties: x); where an obstacle is, along the other one."""
        if curr == dest:
            return curr
        right, down = dest[0] - curr[0], dest[1] - curr[1]
        sideways = (curr[0] + (1 if right > 0 else -1), curr[1])
        upright = (curr[0], curr[1] + (1 if down > 0 else -1))
        first, second = (upright, sideways) if abs(down) > abs(right) else (sideways, upright)
        return second if first in blocked else first

    return {
        "CENTER_POINT": (size // 2, size // 2),
        **{name: _copied(function) for name, function in _PLAIN.items()},
        "loc_types": loc_types,
        "locs_around": locs_around,
        "toward": toward,
        "settings": settings,
    }


@cache
def _board(size: int) -> frozenset[Loc]:
    """All its places."""
    return frozenset((x, y) for x in range(size) for y in range(size))


def _copied(function: FunctionType) -> FunctionType:
    """Return a function of the same code: what a bot writes on it is written on this one."""
    return FunctionType(function.__code__, function.__globals__, function.__name__)


def dist(p1: Loc, p2: Loc) -> float:
    """Return the distance in a straight line, in cells."""
    right, down = p2[0] - p1[0], p2[1] - p1[1]
    distance: float = (right * right + down * down) ** 0.5
    return distance


def wdist(p1: Loc, p2: Loc) -> int:
    """Return the distance in steps."""
    return abs(p2[0] - p1[0]) + abs(p2[1] - p1[1])


def memoize(function: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Return a function of one argument that remembers its answers."""
    known: dict[Any, Any] = {}

    def remembered(argument: Any) -> Any:
        if argument not in known:
            known[argument] = function(argument)
        return known[argument]

    return remembered


_PLAIN: dict[str, Any] = {"dist": dist, "wdist": wdist, "memoize": memoize, "memodict": memoize}
