"""Simulated players: the computer golem of the rules, playing for one colour, and a child before a puzzle."""

from __future__ import annotations

from typing import Any

from controller.games.golems.opponent import choose
from controller.games.golems.puzzles.puzzle import Try
from controller.games.golems.puzzles.puzzle_game import PuzzleState
from controller.games.golems.puzzles.solver import solve
from controller.games.golems.rules.program import parse_row, program_texts
from controller.games.golems.rules.state import State
from controller.games.seeded_random import Numbers, mix

MEDIUM = "medium"


class SimulatedPlayer:
    """Chooses programs for one golem. The same seed chooses the same in the same state, also after a restart."""

    def __init__(self, name: str, seed: int, strength: str = MEDIUM) -> None:
        self._name = name
        self._seed = seed
        self._strength = strength

    def choose(self, state: Any) -> tuple[str, ...]:
        """A legal program for this state of the game. It looks at what the screen shows, and at its own die."""
        if not isinstance(state, State):
            raise TypeError(f"this player plays Battle of Golems, not a {type(state).__name__}")
        face = dict(state.faces or ()).get(self._name)
        seed = mix(mix(self._seed) ^ (state.round + state.round_is_over))
        return choose(state.position, self._name, self._strength, seed, face=face)


class PuzzleChild:
    """Solves puzzles at the second try: in the first one two rows come in the wrong order."""

    def __init__(self, name: str, seed: int) -> None:
        self._name = name
        self._seed = seed

    def choose(self, state: Any) -> tuple[str, ...]:
        """A program for this round of the try."""
        if not isinstance(state, PuzzleState):
            raise TypeError(f"this child plays puzzles, not a {type(state).__name__}")
        # When a round has ended the golem stands where the next one begins, whatever was laid before.
        program = self._solution(state)
        if state.tries > 1 or state.laid:
            return program
        return self._swapped(program)

    def _solution(self, state: PuzzleState) -> tuple[str, ...]:
        """What solves it from here; from where nothing does, what would have solved it from the start."""
        puzzle = state.puzzle
        laid: Try = tuple({colour: tuple(map(parse_row, rows)) for colour, rows in programs} for programs in state.laid)
        whole = solve(puzzle, (*laid, {})).solution if laid else puzzle.solution or solve(puzzle).solution
        number = len(laid) if whole else 0
        found = whole or puzzle.solution or solve(puzzle).solution or ()
        return tuple(program_texts(found[number][self._name])) if found else ()

    def _swapped(self, program: tuple[str, ...]) -> tuple[str, ...]:
        pairs = [number for number in range(len(program) - 1) if program[number] != program[number + 1]]
        if not pairs:
            return program
        first = Numbers(self._seed).pick(pairs)
        return (*program[:first], program[first + 1], program[first], *program[first + 2 :])
