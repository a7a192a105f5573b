"""What a robot can do in a turn, in the words of bots: `["move", [x, y]]`, `["guard"]`."""

from __future__ import annotations

from typing import NamedTuple

from boards.base.errors import InvalidInput
from boards.base.message import _
from controller.games.game import Json
from controller.games.robot_game.arena import CELLS, NEIGHBOURS, Place, place_of

MOVE = "move"
ATTACK = "attack"
GUARD = "guard"
SUICIDE = "suicide"

AIMED: tuple[str, ...] = (MOVE, ATTACK)
PLAIN: tuple[str, ...] = (GUARD, SUICIDE)

NOWHERE = -1


class Action(NamedTuple):
    """What to do, and at which neighbouring cell (:data:`NOWHERE` for guard and suicide)."""

    kind: str
    target: int = NOWHERE


GUARDING = Action(GUARD)
EXPLODING = Action(SUICIDE)

_PLAIN_ACTIONS = {GUARD: GUARDING, SUICIDE: EXPLODING}
_AIMED_ACTIONS = {
    (cell, kind, place_of(target)): Action(kind, target)
    for cell, beside in NEIGHBOURS.items()
    for kind in AIMED
    for target in beside
}


class NotAnAction(InvalidInput):
    """Something that a robot can't do; says what and why."""


def read_action(given: Json, cell: int) -> Action:
    """Return the action of a robot that stands in a cell. Raises :class:`NotAnAction`."""
    if type(given) not in (list, tuple) or not 1 <= len(given) <= 2:
        raise NotAnAction(_('an action is ["move", [x, y]], ["attack", [x, y]], ["guard"] or ["suicide"]'))
    kind = given[0]
    if type(kind) is not str or kind not in (*AIMED, *PLAIN):
        raise NotAnAction(_("an action is one of {actions}", actions=", ".join((*AIMED, *PLAIN))))
    if kind in PLAIN:
        if len(given) == 2:
            raise NotAnAction(_("{kind} has no target", kind=kind))
        return _PLAIN_ACTIONS[kind]
    if len(given) != 2:
        raise NotAnAction(_("{kind} needs a target: [x, y]", kind=kind))
    place = read_place(given[1])
    if place is None:
        raise NotAnAction(_("a target is [x, y], two whole numbers"))
    found = _AIMED_ACTIONS.get((cell, kind, place))
    if found is None:
        known = place in CELLS
        why = _("{target} is no neighbour of {place}") if known else _("{target} is no free cell beside {place}")
        raise NotAnAction(why.bind(target=str([*place]), place=str([*place_of(cell)])))
    return found


def read_place(given: Json) -> Place | None:
    """Two whole numbers of a bearable size, else None."""
    if type(given) not in (list, tuple) or len(given) != 2:
        return None
    x, y = given
    if type(x) is not int or type(y) is not int or abs(x) > _FAR or abs(y) > _FAR:
        return None
    return x, y


_FAR = 10**9


def format_action(action: Action) -> list[Json]:
    """Return the form of bots and files: ``read_action(format_action(a), cell) == a``."""
    return [action.kind] if action.target == NOWHERE else [action.kind, list(place_of(action.target))]


def action_text(action: Action) -> str:
    """Return a row of text: `move 9,10`, `guard`."""
    if action.target == NOWHERE:
        return action.kind
    x, y = place_of(action.target)
    return f"{action.kind} {x},{y}"


def parse_action(text: str, cell: int) -> Action:
    """Return the action that a row of text means. Raises :class:`NotAnAction`."""
    kind, _space, target = text.strip()[:40].partition(" ")
    if not target:
        return read_action([kind], cell)
    numbers = [number.strip() for number in target.split(",")]
    if not all(number.isascii() and number.isdigit() for number in numbers):
        raise NotAnAction(_("after {kind} comes a target such as 9,10", kind=kind))
    return read_action([kind, [int(number) for number in numbers]], cell)
