"""Simulated people at a game of pieces: they throw the die, say their moves, and lift pieces when they are asked to."""

from __future__ import annotations

import random

from controller.app.compose.computer_players import ComputerPlayers
from controller.app.simulated_players.simulated_people import SimulatedPeople, is_child
from controller.games.game_registry import AnyTabletop
from controller.table.core.actor import Table
from controller.table.core.phases import Phase
from controller.table.view.view import View

THINK_S = 3.0
"""How long people look at the board before they say a move."""
LIFT_S = 2.0
"""How long hands take for one piece, or for a throw."""


class ScreenPeople(SimulatedPeople):
    """All people at a table with pieces, who tell the page what they do."""

    def __init__(self, table: Table, tabletop: AnyTabletop, seed: int, strength: str | None = None) -> None:
        """Without a strength they play as the weakest computer does."""
        super().__init__(table, random.Random(f"dice/{seed}"))
        self._tabletop = tabletop
        self._computer_players = ComputerPlayers(tabletop, seed)
        self._strength = strength or tabletop.strengths[0]

    def _asked(self, view: View) -> tuple[object, ...]:
        laid = tuple(hand.complete for hand in view.hands.values())
        return view.phase, len(view.story), view.paused, view.notices, laid

    def _respond(self, view: View) -> None:
        turn = view.play.turn
        by_people = turn is not None and is_child(view, turn)
        if view.phase == Phase.HANDS.value and "done" in view.may:
            self._lift(view)
        elif view.phase == Phase.PROGRAMS.value and "program" in view.may:
            self._program(view)
        elif view.phase == Phase.DICE.value and "thrown" in view.may:
            self._throw()
        elif view.phase == Phase.DICE.value and by_people and "roll" in view.may:
            self._soon(LIFT_S, "roll")
        elif view.phase == Phase.READY.value and by_people and {"move", "go"} <= set(view.may):
            # Nothing more to say before the game goes on, such as a signal.
            self._soon(THINK_S, "go")
        elif view.phase == Phase.MOVE.value and by_people and turn is not None and "move" in view.may:
            move = self._computer_players.move(self._table.game_state, turn, self._strength, len(view.story))
            self._make(view, turn, move)

    def _lift(self, view: View) -> None:
        """Put the pieces where the screen shows them."""
        self._soon(LIFT_S * max(1, len(view.notices)), "done")

    def _throw(self) -> None:
        """Throw a real die."""
        self._soon(LIFT_S, "thrown", {"face": self._chance.choice(self._tabletop.faces_of(self._table.game_state))})

    def _make(self, view: View, player: str, move: str) -> None:
        """Make a move."""
        self._soon(THINK_S, "move", {"player": player, "move": move})

    def _program(self, view: View) -> None:
        """Lay the next program that is missing and that people must lay."""
        game = self._table.game_state
        for name, hand in view.hands.items():
            if not hand.complete and is_child(view, self._tabletop.owner(game, name)):
                rows = list(self._computer_players.program(game, name, self._strength))
                self._soon(THINK_S, "program", {"player": name, "rows": rows})
                return
