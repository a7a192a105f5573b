"""Why: one sentence for each event, that names the rule and the fact on the board."""

from __future__ import annotations

from collections.abc import Mapping

from boards.base.catalogue import translate
from boards.base.message import Fact, Message, _, pgettext
from controller.games.robot_game.events import FIELDS, Event
from controller.games.spoken_languages import spoken

WHO: Message = _("Robot {robot} (player {player})")

PHRASES: Mapping[str, Message] = {
    "moved": _("{who} goes from {from} to {to}."),
    "blocked contested": _("{who} doesn’t get to {to}: another robot wants the same cell."),
    "blocked swap": _("{who} doesn’t get to {to}: two robots can’t swap places."),
    "blocked occupied": _("{who} doesn’t get to {to}: the robot there stays."),
    "blocked jammed": _("{who} doesn’t get to {to}: the robot there wanted to leave and could not."),
    "collided": _("{who} collides with enemy robot {with} and loses {damage} HP."),
    "collided guarded": _("{who} is bumped by enemy robot {with} and loses nothing: it guards."),
    "hit": _("{who} attacks {at} and hits robot {target}: {damage} HP."),
    "missed": _("{who} attacks {at}, but no enemy stands there after the moves."),
    "exploded": _("{who} blows itself up at {at}."),
    "burned": _("{who} takes {damage} HP of robot {target} at {at} with it."),
    "guarded": _("{who} guards: hits count half, collisions nothing."),
    "died damage": _("{who} is destroyed at {at}: it has no HP left."),
    "died suicide": _("{who} is gone from {at}: it has blown itself up."),
    "died spawn": _("{who} dies at {at}: it stands on a spawn cell when new robots appear."),
    "slipped exception": _("{who} guards: its bot raised an error ({text})."),
    "slipped nonsense": _("{who} guards: what its bot said is no action ({text})."),
    "slipped slow": _("{who} guards: its bot took too long ({text})."),
    "slipped gone": _("{who} guards: its bot’s process is gone ({text})."),
    "spawned": _("{who} appears at {at} with 50 HP."),
}

ACCUSATIVE: Message = pgettext("player, accusative", "robot {robot} (player {player})")


def explain(event: Event, language: str) -> str:
    """Return the sentence of an event.

    Raises :class:`boards.base.errors.Problems` for a language that is not spoken here.
    """
    facts: dict[str, Fact] = {field: _fact(event.value(field)) for field in FIELDS[event.name]}
    owner = {"robot": str(event.robot), "player": str(event.player + 1)}
    facts["who"] = WHO.bind(**owner)
    facts["who_accusative"] = ACCUSATIVE.bind(**owner)
    return translate(PHRASES[phrase_of(event)].bind(**facts), spoken(language))


def phrase_of(event: Event) -> str:
    """Which phrase of :data:`PHRASES` tells this event."""
    if event.name == "blocked":
        return f"blocked {event.value('reason')}"
    if event.name == "died":
        return f"died {event.value('cause')}"
    if event.name == "slipped":
        return f"slipped {event.value('kind')}"
    if event.name == "collided" and event.value("damage") == 0:
        return "collided guarded"
    return event.name


def _fact(value: object) -> Fact:
    if isinstance(value, Message):
        return value
    return f"({value[0]}, {value[1]})" if isinstance(value, tuple) else str(value)
