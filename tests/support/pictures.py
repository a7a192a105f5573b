"""States of games as dicts, for tests that look at them and for golden files."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from controller.games.game import Outcome
from controller.games.golems.rules.position import LIVES, dump_board, dump_golems
from controller.games.golems.rules.state import State as GolemsState
from controller.games.golems.tabletop import TABLETOP as GOLEMS
from controller.games.jetan.moves import legal_moves, threatened
from controller.games.jetan.notation import format_move, format_position
from controller.games.jetan.pieces import BLACK, SIDES
from controller.games.jetan.squares import NAMES, members
from controller.games.jetan.state import State as JetanState
from controller.games.robot_game.state import State as RobotGameState
from controller.games.robot_game.state import dump_robots, scores
from controller.games.robot_game.turn import LAST_TURN
from controller.games.spiral.board import dump_board as dump_race
from controller.games.spiral.choices import format_choice
from controller.games.spiral.legal import legal_choices
from controller.games.spiral.path import FIRST, arrows
from controller.games.spiral.path import spiral as way_of
from controller.games.spiral.position import dump_position as dump_chips
from controller.games.spiral.position import last_free
from controller.games.spiral.position import scores as chip_scores
from controller.games.spiral.state import State as SpiralState


def jetan(state: JetanState) -> dict[str, Any]:
    position = state.position
    going_on = state.result is None
    return {
        "position": format_position(position),
        "pieces": {name: NAMES[square] for name, square in state.names},
        "turn": SIDES[position.turn],
        "legal": sorted(format_move(position, move) for move in legal_moves(position)) if going_on else [],
        "threatened": {side: [NAMES[n] for n in members(threatened(position, i))] for i, side in enumerate(SIDES)},
        "escapes": [side for side, right in zip(SIDES, position.rights, strict=True) if right],
        "count": position.counted if position.is_small else None,
        "game": state.game,
        "games": state.terms.games,
        "wins": dict(zip(SIDES, state.wins, strict=True)),
        "balance": {side: state.balance if side == SIDES[BLACK] else -state.balance for side in SIDES},
        "offered": None if state.offered is None else SIDES[state.offered],
        "result": _outcome(state.result),
    }


def spiral(state: SpiralState) -> dict[str, Any]:
    board, position = state.board, state.position
    way = way_of(board.columns, board.rows)
    choices = legal_choices(board, position, state.roll) if state.roll is not None else ()
    return {
        "board": dump_race(board),
        "way": [str(cell) for cell in way],
        "arrows": [heading.name for heading in arrows(board.columns, board.rows)],
        "base": list(board.base),
        **{key: value for key, value in dump_chips(position).items() if key != "game"},
        "named": {name: cell for name, _, cell in state.named},
        "last_free": None if state.over else last_free(board, position),
        "roll": state.roll,
        "choices": [format_choice(choice) for choice in choices],
        "scores": chip_scores(position),
        "totals": dict(zip(position.players, state.totals, strict=True)),
        "sum": state.agreed,
        "round": state.round,
        "first": FIRST,
    }


def robot_game(state: RobotGameState) -> dict[str, Any]:
    first, second = scores(state.robots)
    return {
        "turn": state.turn,
        "turns": LAST_TURN + 1,
        "robots": dump_robots(state.robots),
        "scores": {"0": first, "1": second},
        "mistakes": {"0": state.mistakes[0], "1": state.mistakes[1]},
    }


def golems(state: GolemsState) -> dict[str, Any]:
    task = GOLEMS.task(state)
    return {
        "board": dump_board(state.position),
        "golems": dump_golems(state.position),
        "energy": state.position.energy,
        "round": state.round,
        "row": state.row,
        "programs": {name: list(rows) for name, rows in GOLEMS.revealed(state).items()},
        "bonus": dict(state.faces or ()),
        "lives_max": LIVES,
        **({"task": {"kind": task.kind, "goals": [asdict(goal) for goal in task.goals]}} if task else {}),
    }


def _outcome(outcome: Outcome | None) -> dict[str, Any] | None:
    return None if outcome is None else {"winners": list(outcome.winners), "reason": outcome.reason}
