"""The modules `rg` and `rgkit` that bots import, made from the arena's data.

Names and behaviour follow the rules of Robot Game, "Bots"; the code is ours.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from types import ModuleType

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


class Settings(AttrDict):
    """The settings, with the method of rgkit's that takes another arena."""

    def init_map(self, map_data: dict[str, Any]) -> None:
        """Take an arena's spawn cells, obstacles, number of players and start."""
        self.spawn_coords = map_data["spawn"]
        self.obstacles = map_data["obstacle"]
        self.player_count = map_data.get("player_count", 2)
        self.start = map_data.get("start")


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
    vars(settings_module).update(settings=settings, Settings=Settings, AttrDict=AttrDict)
    vars(package).update(rg=rg, settings=settings_module)
    sys.modules.update({"rg": rg, "rgkit": package, "rgkit.rg": rg, "rgkit.settings": settings_module})


def settings_of(rules: dict[str, Any]) -> Settings:
    """Return the settings as bots see them."""
    fields = {name: tuple(value) if isinstance(value, list) else value for name, value in rules.items()}
    settings = Settings(fields)
    settings["spawn_coords"] = [tuple(place) for place in rules["spawn"]]
    settings["obstacles"] = [tuple(place) for place in rules["obstacle"]]
    del settings["spawn"], settings["obstacle"]
    return settings


def functions(settings: AttrDict) -> dict[str, Any]:
    """Everything in module `rg`, the names with an underscore that published bots use included."""
    size = settings.board_size
    kinds: dict[Loc, set[str]] = {}
    known: dict[object, list[Loc]] = {}
    places = {name: _Places(settings, name) for name in ("spawn_coords", "obstacles")}
    spawns, obstacles = places["spawn_coords"], places["obstacles"]

    def loc_types(loc: Loc) -> set[str]:
        """Return what kind of place this is: `normal` and perhaps `spawn` or `obstacle`; off the arena `invalid`.

        A place between cells is normal, as in rgkit.
        """
        found = kinds.get(loc)
        if found is None:
            found = {"normal"}
            for index in range(2):
                if not 0 <= loc[index] < settings.board_size:
                    found = {"invalid"}
                    break
            else:
                if loc in spawns.now():
                    found.add("spawn")
                if loc in obstacles.now():
                    found.add("obstacle")
            kinds[loc] = found
        return found

    def locs_around(loc: Loc, filter_out: Iterable[str] | None = None) -> list[Loc]:
        """Return the neighbours below, right, above, left, without those of the kinds named."""
        # Bots ask this all the time, always with the same few kinds; they get a list of their own.
        unwanted = tuple(filter_out) if filter_out else ()
        key = (loc, unwanted) if unwanted else loc
        found = known.get(key)
        if found is None:
            found = known[key] = [place for place in neighbours(loc) if loc_types(place).isdisjoint(unwanted)]
        return found[:]

    def toward(curr: Loc, dest: Loc) -> Loc:
        """One step along the larger axis (ties: x); where an obstacle is, along the other one."""
        if curr == dest:
            return curr
        right, down = dest[0] - curr[0], dest[1] - curr[1]
        sideways, upright = (curr[0] + sign(right), curr[1]), (curr[0], curr[1] + sign(down))
        first, second = (upright, sideways) if abs(down) > abs(right) else (sideways, upright)
        return second if first in obstacles.now() else first

    return {
        "CENTER_POINT": (size // 2, size // 2),
        "dist": dist,
        "wdist": wdist,
        "memoize": memoize,
        "memodict": memoize,
        "_sign": sign,
        "_locs_around": memoize(neighbours),
        "loc_types": loc_types,
        "locs_around": locs_around,
        "toward": toward,
        "settings": settings,
    }


class _Places:
    """Places of the settings as a set, whatever a bot puts there instead."""

    def __init__(self, settings: AttrDict, name: str) -> None:
        self._settings = settings
        self._name = name
        self._list: Any = None
        self._set: frozenset[Loc] = frozenset()

    def now(self) -> frozenset[Loc]:
        """Return the places that are in the settings now."""
        listed = self._settings[self._name]
        if listed is not self._list:
            self._list, self._set = listed, frozenset(place for place in listed if type(place) is tuple)
        return self._set


def neighbours(loc: Loc) -> list[Loc]:
    """Return the places below, right, above, left."""
    x, y = loc
    return [(x, y + 1), (x + 1, y), (x, y - 1), (x - 1, y)]


def sign(number: float) -> int:
    """Return 1 for a positive number, else -1, as rgkit does for 0, too."""
    return 1 if number > 0 else -1


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
