"""Choices in one line of text each, as a terminal has them: ``lives=2``, ``barrels=b2,c3``, ``stakes=princess:20``.

Items have commas between them, people of one side or team a plus (``red+yellow,blue+green``, ``red:Anna+Ben``), and
what is said of a player or a piece stands behind a colon.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from boards.base.errors import Problem
from boards.base.message import _
from controller.app.choices.offered_choices import no_choice, set_keys
from controller.games.game_registry import AnyTabletop, tabletop_named
from controller.games.golems.free_setup import TOKEN_KEYS

OPTION = "--set"
TOKENS = "tokens"


@dataclass(frozen=True)
class TextChoices:
    """What ``--set`` says, and what of it is no choice at all."""

    more: Mapping[str, object]
    problems: tuple[Problem, ...]
    order: tuple[str, ...]
    """The keys as they were typed; in Battle of Golems of tokens their kinds."""


def text_keys(game: str) -> tuple[str, ...]:
    """Return the keys of a game as they are typed: tokens have a key each. Raises Problems for a game there is not."""
    kinds = tuple(TOKEN_KEYS) if tabletop_named(game).kit_mat else ()
    return (*(key for key in set_keys(game) if key != TOKENS), *kinds)


def text_choices(game: str, given: Sequence[str]) -> TextChoices:
    """Read ``KEY=VALUE``, several times. Raises Problems for a game that there is not."""
    keys = text_keys(game)
    problems: list[Problem] = []
    found: dict[str, object] = {}
    tokens: dict[str, list[str]] = {}
    order: list[str] = []
    for text in given:
        key, equals, value = text.partition("=")
        if key not in keys or not equals:
            problems.append(Problem(OPTION, no_choice(game, text, keys)))
        elif key in order:
            problems.append(Problem(f"{OPTION} {key}", _("this comes twice")))
        elif key in TOKEN_KEYS and tabletop_named(game).kit_mat:
            tokens[key] = value.split(",")
        else:
            found[key] = text_value(tabletop_named(game), key, value)
            problems += [Problem(f"{OPTION} {key}.{name}", _("this comes twice")) for name in twice(found[key], value)]
        order.append(key)
    if tokens:
        found[TOKENS] = tokens
    return TextChoices(found, tuple(problems), tuple(order))


def text_value(tabletop: AnyTabletop, key: str, text: str) -> object:
    """Return what a text says of a choice; the text itself where that is all."""
    if tabletop.kit_mat:
        return [pair.split("+") for pair in text.split(",")] if key == "sides" else text
    if key in tabletop.setup_parts and ":" in text:
        return {name: _said(tabletop, key, value) for name, _colon, value in _entries(text)}
    return text


def _entries(text: str) -> list[tuple[str, str, str]]:
    return [entry.partition(":") for entry in text.split(",")]


def twice(value: object, text: str) -> list[str]:
    """Return the names that a text of several entries has more than once."""
    names = [name for name, _colon, _value in _entries(text)] if isinstance(value, dict) else []
    return [name for name in dict.fromkeys(names) if names.count(name) > 1]


def _said(tabletop: AnyTabletop, key: str, value: str) -> object:
    """Return a number where things have one each, else names."""
    if tabletop.part_values(key):
        return int(value) if value.isascii() and value.isdigit() and len(value) < 10 else value
    return value.split("+")


def option_of(key: str) -> str:
    """Return the option at which the terminal says a choice: `--board`, `--set lives`, `--set teams.red[1]`."""
    root = key.partition(".")[0].partition("[")[0]
    if root == TOKENS:
        kind = key.removeprefix(f"{TOKENS}.").partition("[")[0]
        return f"{OPTION} {kind}"
    own = {"game": "--game", "computer": "--computer", "bots": "BOT", "real_dice": "--real-dice"}
    if root in own:
        return own[root]
    if root in ("players", "board", "way", "rules", "scenario", "puzzle"):
        return f"--{root}"
    return f"{OPTION} {root if root == 'sides' else key}"


def in_order(problems: Sequence[Problem], order: Sequence[str]) -> tuple[Problem, ...]:
    """Return problems as they were typed: options first, then ``--set`` in its order."""
    places = {f"{OPTION} {key}": number for number, key in reversed(list(enumerate(order)))}

    def number(problem: Problem) -> int:
        place = problem.at.partition(".")[0].partition("[")[0]
        return places.get(place, len(order) if place.startswith(OPTION) else -1)

    return tuple(sorted(problems, key=number))
