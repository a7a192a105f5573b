"""Robots on hexagons for the registry's conformance suite: an invasion of the default board."""

from __future__ import annotations

import random
from typing import Any

from boards.hexboards import hexboard
from controller.games.game import Decision, DiceRolled, GoOn, PieceMoved, ProgramsLaid, Request, Requirement
from tests.support.robots_hex_positions import random_question

SETUP: dict[str, Any] = {"game": "robots_hex", "board": hexboard().document(), "scenario": 2}

STEPS = ("D+1", "D+2", "D-1", "R+1", "R-1", "R+2", "T", "T", "? 1", "RAZ", "-> 1")


def decide(request: Request, state: Any, rng: random.Random) -> Decision:
    """Random programs that end in self-destruction, so that every game ends; now and then a signal."""
    if request.requirement is Requirement.GO_ON:
        return GoOn()
    if request.requirement is Requirement.PROGRAMS:
        return ProgramsLaid({name: program(rng) for name in request.players})
    if request.requirement is Requirement.DICE:
        return DiceRolled({side: str(rng.randint(1, 6)) for side in request.players})
    (player,) = request.players
    if state.reserve:
        board, position = state.position.board, state.position
        free = [
            cell
            for cell in board.starts
            if not board.in_opposing_camp(player, cell) and position.robot_at(cell) is None
        ]
        name = next(robot.name for robot in state.reserve if robot.side == player)
        return PieceMoved(player, f"{name} {rng.choice(free)} {rng.randint(1, 6)}")
    return PieceMoved(player, f"{rng.choice(state.position.robots_of(player))} {rng.randint(1, 15)}")


def program(rng: random.Random) -> tuple[str, ...]:
    """Fifteen steps and a test."""
    return (*(rng.choice(STEPS) for _ in range(14)), "*", f"test 1: {random_question(rng)}")
