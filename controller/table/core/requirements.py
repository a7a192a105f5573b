"""Derive from the table's state who is asked, which of them are computers, and what dice show. Pure."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from controller.games.game import Requirement
from controller.games.game_registry import AnyTabletop
from controller.games.seeded_random import Numbers
from controller.table.core.state import AnyGame, TableState


def asked_of(game: AnyGame, state: TableState, requirement: Requirement) -> tuple[str, ...]:
    """Who is asked for this."""
    return next((request.players for request in game.requests(state.game) if request.requirement is requirement), ())


def programmers(game: AnyGame, state: TableState) -> tuple[str, ...]:
    """Who lays a program now: who is asked for one, and neither skipped nor away."""
    return tuple(name for name in asked_of(game, state, Requirement.PROGRAMS) if name not in state.idle)


def computers(game: AnyGame, tabletop: AnyTabletop, state: TableState, requirement: Requirement) -> Mapping[str, str]:
    """For whom of those who are asked for this the computer plays, and how well."""
    asked = {name: tabletop.owner(state.game, name) for name in asked_of(game, state, requirement)}
    played = {name: _strength(tabletop, state, player) for name, player in asked.items()}
    return {name: strength for name, strength in played.items() if strength}


def _strength(tabletop: AnyTabletop, state: TableState, player: str) -> str:
    """Return how well the computer plays for a player now; empty: it does not.

    Who is away or skips stands still where programs are locked together. In other games nobody can: the computer plays
    instead, as weakly as it can.
    """
    if player in state.idle:
        return "" if tabletop.programs_together else tabletop.strengths[0]
    return state.seats.get(player, "")


def still_asked(game: AnyGame, tabletop: AnyTabletop, state: Any, players: Sequence[str]) -> tuple[str, ...]:
    """Return those of these players of whom the game asks something in this state of it."""
    asked = {tabletop.owner(state, name) for request in game.requests(state) for name in request.players}
    return tuple(player for player in players if player in asked)


def thrower(game: AnyGame, state: TableState) -> str | None:
    """Return who throws a real die now that no camera sees: people say what it shows.

    None where several throw at once or no real dice were agreed on: those dice are on the screen.
    """
    players = asked_of(game, state, Requirement.DICE)
    return players[0] if state.header.dice == "people" and len(players) == 1 else None


def faces_from_seed(game: AnyGame, tabletop: AnyTabletop, state: TableState) -> dict[str, str]:
    """Return what the dice on the screen show: it follows from the game's seed and the number of the throw.

    A record that names the faces of its dice is drawn for by Python's generator: it shows the same once more.
    """
    players = asked_of(game, state, Requirement.DICE)
    if state.header.faces:
        chance = random.Random(f"{state.header.seed}/{state.rolled}")
        return {name: chance.choice(state.header.faces) for name in players}
    numbers = Numbers(state.header.seed, state.rolled)
    return {name: numbers.pick(tabletop.faces_of(state.game)) for name in players}


def numbers_of(tabletop: AnyTabletop, state: TableState, after: Any) -> tuple[int, int]:
    """Round and row of what leads from this state of the table to that of the game."""
    number = tabletop.round(after)
    return number, tabletop.row(after, 1 + sum(told.round == number for told in state.story))
