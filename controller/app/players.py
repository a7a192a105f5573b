"""Simulated players: they choose a program as a child might, by trying some out in their heads. Seeded.

They know what a player may know: the board and the golems as the screen shows them, and their own die.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from boards.errors import Problems
from boards.geometry import Cell
from controller.games.game import GoOn, ProgramsLaid
from controller.games.golems.program import ACTIONS, ATTACK, DEFEND, FORWARD, TURN_LEFT, TURN_RIGHT
from controller.table.state import AnyGame

_TRIES = 60
"""Programs that a player tries out before choosing."""

_LIKED = (FORWARD, FORWARD, TURN_LEFT, TURN_RIGHT, ATTACK, ATTACK, DEFEND)


class SimulatedPlayer:
    """Chooses programs for one golem."""

    def __init__(self, game: AnyGame, name: str, seed: int) -> None:
        self._game = game
        self._name = name
        self._chance = random.Random(f"player/{seed}/{name}")

    def choose(self, state: Any) -> tuple[str, ...]:
        """A legal program for this state of the game: the best of some tries, by its own outlook."""
        picture = self._game.picture(state)
        face = picture["bonus"].get(self._name)
        others = [name for name in picture["golems"] if name != self._name]
        best: tuple[str, ...] = ("stand", "stand", "stand", DEFEND)
        best_score = float("-inf")
        for _ in range(_TRIES):
            program = self._random_program(face)
            try:
                self._game.advance(state, ProgramsLaid({self._name: program}))
            except Problems:
                continue
            # What the others do is not known: some guess is laid for each.
            laid = {self._name: program, **{name: self._guess() for name in others}}
            score = self._score(state, laid)
            if score > best_score:
                best, best_score = program, score
        return best

    def _random_program(self, face: str | None) -> tuple[str, ...]:
        rows = [self._chance.choice((*_LIKED, *ACTIONS)) for _ in range(4)]
        if face and face != "blank" and self._chance.random() < 0.7:
            rows[self._chance.randrange(4)] = self._bonus_row(face)
        return tuple(rows)

    def _bonus_row(self, face: str) -> str:
        if face.startswith("repeat"):
            return f"{face} {self._chance.choice((FORWARD, ATTACK))}"
        test = self._chance.choice(("enemy", "attacked"))
        yes = ATTACK if test == "enemy" else DEFEND
        return f"if {test} {yes} else {self._chance.choice((FORWARD, TURN_LEFT, TURN_RIGHT))}"

    def _guess(self) -> tuple[str, ...]:
        return tuple(self._chance.choice((FORWARD, ATTACK, "stand")) for _ in range(4))

    def _score(self, state: Any, laid: Mapping[str, Sequence[str]]) -> float:
        try:
            now = self._game.advance(state, ProgramsLaid({n: tuple(rows) for n, rows in laid.items()})).state
        except Problems:
            return float("-inf")
        for _ in range(4):
            if self._game.outcome(now) is not None:
                break
            now = self._game.advance(now, GoOn()).state
        golems = self._game.picture(now)["golems"]
        me = golems.get(self._name)
        if me is None:
            return -20.0
        others = [golem for name, golem in golems.items() if name != self._name]
        lives: float = 3.0 * me["lives"] - sum(4.0 * golem["lives"] for golem in others)
        return lives - 0.5 * min((_distance(me["at"], golem["at"]) for golem in others), default=0)


def _distance(one: str, other: str) -> int:
    a, b = Cell.parse(one), Cell.parse(other)
    return abs(a.column - b.column) + abs(a.row - b.row)
