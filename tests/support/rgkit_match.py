"""A whole game by rgkit with our chances: the same spawn cells, rolls and seeds of acts."""

from __future__ import annotations

from collections.abc import Iterator

from rgkit.game import Game, Player
from rgkit.gamestate import GameState

from controller.bots.turn_request import act_seed
from controller.games.robot_game.arena import place_of
from controller.games.robot_game.turn_random import Chance
from tests.support import rgkit_engine  # noqa: F401 - it sets the arena up


class _Rolls:
    """A generator whose numbers are those of our chance, in the order in which rgkit asks."""

    def __init__(self, rolls: Iterator[int]) -> None:
        self._rolls = rolls

    def randint(self, low: int, high: int) -> int:
        roll = next(self._rolls)
        assert low <= roll <= high
        return roll


class _State(GameState):
    """rgkit's state, whose chances are ours."""

    def __init__(self, ours: int, turn: int = 0, next_robot_id: int = 0) -> None:
        super().__init__(turn=turn, next_robot_id=next_robot_id, seed="")
        self.ours = ours
        self._get_spawn_locations = self._our_spawn_cells

    def _our_spawn_cells(self):
        first, second = Chance(self.ours, self.turn).spawn_cells(5, symmetric=True)
        return [place_of(cell) for cell in (*first, *second)]

    def get_delta(self, actions, spawn=True):
        chance = Chance(self.ours, self.turn)
        attackers = [robot.robot_id for loc, robot in self.robots.items() if actions[loc][0] == "attack"]
        self._attack_random = _Rolls(map(chance.roll, attackers))
        return super().get_delta(actions, spawn)

    def apply_delta(self, delta):
        after = super().apply_delta(delta)
        state = _State(self.ours, after.turn, after._next_robot_id)
        state.robots = after.robots
        return state


class _Game(Game):
    """rgkit's game with our seeds of acts."""

    def __init__(self, players, seed: int) -> None:
        super().__init__(players, seed=seed, record_history=True)
        self._state = _State(seed)
        seeds = (act_seed(seed, turn, player) for turn in range(100) for player in (0, 1))
        self._random = type("Seeds", (), {"randint": lambda *_: next(seeds)})()


def play(codes: tuple[str, str], seed: int):
    """By turn: the robots as (id, player, x, y, hp), and whether each one's act was an error."""
    game = _Game([Player(code=code) for code in codes], seed)
    game.run_all_turns()
    return [sorted((r["robot_id"], r["player_id"], *r["location"], r["hp"]) for r in turn) for turn in game.history], [
        sorted(r["robot_id"] for r in turn if r.get("output", (False,))[0]) for turn in game.history[:-1]
    ]
