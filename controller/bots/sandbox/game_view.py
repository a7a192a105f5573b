"""What a bot is shown in a turn: `game`, and in it all robots by location, made when the bot first looks at them.

Many acts need no look at all. A robot that was shown before and that the bot has not kept is shown again with other
values: making it anew takes longer than most bots look at it. Robots come as numbers of 16 bits: cell, whose, HP.
"""

from __future__ import annotations

import sys
from array import array

from controller.bots.sandbox.rg import AttrDict

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    Place = tuple[int, int]
    _Robots = dict[Place, AttrDict]
else:
    _Robots = dict

HP_BITS = 6
OWNER_BIT = 1 << HP_BITS
HP_MASK = OWNER_BIT - 1
CELL_SHIFT = HP_BITS + 1


class Robots(_Robots):
    """Robots by location."""


class Unseen(Robots):
    """Robots at which nobody has looked. Whatever is asked of it makes it a :class:`Robots` first."""

    def __init__(self, shelf: LazyRobots, numbers: Sequence[int], ids: Sequence[int]) -> None:
        """`numbers` of all robots, by id; the `ids` of the player's own."""
        self.unseen = shelf, numbers, ids


class LazyRobots:
    """One player's robots as they were shown, to be shown again.

    What the bot keeps, or has changed the attributes of, stays as it is; another object takes its place.
    """

    def __init__(self, places: Sequence[Place], player: int) -> None:
        self._places = places
        self._player = player
        self._own: list[AttrDict] = []
        self._others: list[AttrDict] = []
        new = [AttrDict()]
        self._free = sys.getrefcount(new[0])
        """How many hold on to a robot that nobody but a list holds on to."""

    def fill(self, robots: Robots, numbers: Sequence[int], ids: Sequence[int]) -> None:
        """Make all robots of a turn."""
        places, player, free, count = self._places, self._player, self._free, sys.getrefcount
        own, others = self._own, self._others
        mine = theirs = 0
        for number in numbers:
            place = places[number >> CELL_SHIFT]
            owner = 1 if number & OWNER_BIT else 0
            if owner == player:
                shelf, index, names = own, mine, _OWN
                mine += 1
            else:
                shelf, index, names = others, theirs, _OTHER
                theirs += 1
            if index == len(shelf):
                shelf.append(AttrDict())
            elif len(shelf[index]) != names or count(shelf[index]) != free:
                shelf[index] = AttrDict()
            robot = shelf[index]
            robot["location"] = place
            robot["hp"] = number & HP_MASK
            robot["player_id"] = owner
            if names == _OWN:
                robot["robot_id"] = ids[index]
            if len(robot) != names:
                # The bot has put another name in a place of ours.
                robot = shelf[index] = AttrDict({name: robot[name] for name in _NAMES[:names]})
            robots[place] = robot


_NAMES = ("location", "hp", "player_id", "robot_id")
_OTHER, _OWN = 3, 4
"""How many of them there are to know of a robot."""


def look(robots: Unseen) -> None:
    """Make what is there."""
    shelf, numbers, ids = vars(robots).pop("unseen")
    robots.__class__ = Robots  # type: ignore[assignment]
    shelf.fill(robots, numbers, ids)


def put_away(game: AttrDict) -> None:
    """End the turn: a game that the bot has not kept releases its robots and itself."""
    if sys.getrefcount(game) <= _GAME_HELD:
        game.clear()


def _held(game: AttrDict) -> int:
    return sys.getrefcount(game)


def _alone() -> int:
    game = AttrDict()
    return _held(game)


_GAME_HELD = _alone()


def _looking(name: str) -> Callable[..., Any]:
    plain = getattr(dict, name)

    def asked(self: Unseen, *args: Any, **named: Any) -> Any:
        # Two names may stand for one thing: whoever comes second finds it made.
        if type(self) is Unseen:
            look(self)
        return plain(self, *args, **named)

    return asked


for _name in (
    *("__getitem__", "__setitem__", "__delitem__", "__contains__", "__iter__", "__reversed__", "__len__", "__eq__"),
    *("__ne__", "__repr__", "__or__", "__ror__", "__ior__", "__reduce_ex__", "get", "keys", "values", "items", "pop"),
    *("popitem", "setdefault", "update", "copy", "clear"),
):
    setattr(Unseen, _name, _looking(_name))


def numbers_in(data: bytes) -> array[int]:
    """Return the robots of a turn."""
    return array("H", data)
