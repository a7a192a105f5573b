"""Whole states of games as JSON, for golden files: each line of a transcript tells all that a decision changed."""

from __future__ import annotations

from typing import Any

from controller.games.game import Outcome
from controller.games.jetan.notation import format_position
from controller.games.jetan.pieces import KINDS
from controller.games.jetan.squares import NAMES
from controller.games.jetan.stakes import Stakes
from controller.games.jetan.state import State as JetanState
from controller.games.robot_game.state import State as RobotGameState
from controller.games.robot_game.state import dump_position as dump_arena
from controller.games.robots_hex.position import dump_position as dump_field
from controller.games.robots_hex.position import dump_robot
from controller.games.robots_hex.state import State as HexState
from controller.games.spiral.board import dump_board
from controller.games.spiral.state import State as SpiralState


def jetan(state: JetanState) -> dict[str, Any]:
    return {
        "start": format_position(state.terms.start),
        "games": state.terms.games,
        "stakes": dump_stakes(state.terms.stakes),
        "position": format_position(state.position),
        "names": {name: NAMES[square] for name, square in state.names},
        "game": state.game,
        "wins": list(state.wins),
        "balance": state.balance,
        "offered": state.offered,
        "result": _outcome(state.result),
    }


def spiral(state: SpiralState) -> dict[str, Any]:
    position = state.position
    return {
        "board": dump_board(state.board),
        "sum": state.agreed,
        "position": {
            "players": list(position.players),
            "chips": [list(cells) for cells in position.chips],
            "home": [list(cells) for cells in position.home],
            "skips": list(position.skips),
            "turn": position.turn,
        },
        "named": [list(chip) for chip in state.named],
        "totals": list(state.totals),
        "round": state.round,
        "began": state.began,
        "roll": state.roll,
        "over": state.over,
    }


def robots_hex(state: HexState) -> dict[str, Any]:
    return {
        "position": dump_field(state.position),
        "stage": state.stage,
        "reserve": {robot.name: dump_robot(robot) for robot in state.reserve},
        "queue": list(state.queue),
        "orders": [list(order) for order in state.orders],
        "sender": state.sender,
        "seen": list(state.seen),
        "outcome": _outcome(state.result),
    }


def robot_game(state: RobotGameState) -> dict[str, Any]:
    told = {
        **dump_arena(state),
        "next_id": state.next_id,
        "seed": state.seed,
        "symmetric": state.symmetric,
        "spawn": state.spawning,
    }
    if state.attack_damage is not None:
        told["attack_damage"] = state.attack_damage
    if state.programs is not None:
        told["programs"] = {player: list(rows) for player, rows in state.programs.items()}
    if any(state.mistakes):
        told["mistakes"] = list(state.mistakes)
    return told


def _outcome(outcome: Outcome | None) -> dict[str, Any] | None:
    return None if outcome is None else {"winners": list(outcome.winners), "reason": outcome.reason}


def dump_stakes(stakes: Stakes) -> Any:
    """Stakes in the form that `read_stakes` reads."""
    if any(stakes.pieces):
        return {kind.name: value for kind, value in zip(KINDS, stakes.pieces, strict=True)}
    return stakes.game or None
