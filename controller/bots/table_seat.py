"""A bot that sits at the table: asked for one player's program, a turn at a time, also after an undo and a restart."""

from __future__ import annotations

from collections.abc import Sequence

from boards.base.reasons import Reason
from controller.bots.match import Arena
from controller.bots.multiplexing import run_task
from controller.bots.turn_request import asking, mistakes_of_the_gone
from controller.games.robot_game.actions import GUARDING, action_text
from controller.games.robot_game.bot_errors import format_mistake
from controller.games.robot_game.state import State


class Seat:
    """One player's bot, and the turns that it has seen. Not for several threads."""

    def __init__(self, arena: Arena, player: int, past: Sequence[State] = ()) -> None:
        """`arena` holds this bot alone; `past`: the states before the turns that were played before."""
        self._arena = arena
        self._player = player
        self._shown: list[State] = []
        self._past = [_bare(state) for state in past if state.robots]
        self._begun = False
        self._gone: Reason | None = None
        self._rows: tuple[str, ...] = ()

    def program(self, state: State) -> tuple[str, ...]:
        """Return the bot's rows for this state. What it did wrong is told in them; it never fails."""
        now = _bare(state)
        if self._shown and self._shown[-1] == now:
            return self._rows
        before = [seen for seen in self._shown or self._past if seen.turn < now.turn]
        if len(before) < len(self._shown) or not self._begun:
            self._begin(before)
        self._rows = self._ask(now)
        return self._rows

    def close(self) -> None:
        """Let go of the bot's process."""
        self._arena.close()

    def _begin(self, before: Sequence[State]) -> None:
        """Begin a new game for the bot and show it the turns played so far."""
        (failure,) = self._arena.begin()
        self._gone = None if failure is None else failure.located
        self._begun, self._shown = True, []
        for seen in before:
            self._ask(seen)

    def _ask(self, state: State) -> tuple[str, ...]:
        self._shown.append(state)
        if self._gone is None:
            heard = run_task(asking({self._player: self._arena.lanes()[0]}, state, self._arena.limits.turn_s))
            self._gone = heard.gone.get(self._player)
            actions, mistakes = heard.actions, list(heard.mistakes)
        else:
            actions, mistakes = {}, []
        if self._gone is not None:
            mistakes += mistakes_of_the_gone(state, self._player, self._gone)
        failed = {
            mistake.robot: format_mistake(mistake.robot, mistake.kind, mistake.why.message, mistake.line)
            for mistake in mistakes
        }
        mine = sorted((robot.id, cell) for cell, robot in state.robots.items() if robot.player == self._player)
        return tuple(
            failed.get(number) or f"{number} {action_text(actions.get(cell, GUARDING))}" for number, cell in mine
        )


def _bare(state: State) -> State:
    """Return what a bot may see of a state."""
    return state._replace(programs=None, mistakes=(0, 0))
