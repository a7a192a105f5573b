"""Choose the computer players' programs and moves in a thread, so that the robots' loop never waits."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from controller.table.core.mailbox import Message, MoveChosen, ProgramChosen, VerdictReached
from controller.table.core.phases import Phase
from controller.table.core.ports import ComputerPlayerPort
from controller.table.core.state import TableState
from controller.table.core.worker import Work


def next_thought(
    state: TableState, wanted: Mapping[str, str], computer_players: ComputerPlayerPort, pause_s: float
) -> Work | None:
    """Return the next work for the computer players, if there is any.

    It is a program or a move for a player in `wanted` (by name, with its strength), or the verdict on a game that has
    ended. A move comes `pause_s` seconds after it was found, so that people can follow.

    Programs are chosen from the game alone, which holds nothing of this round but the dice: no card on the table has
    been looked at for it.
    """
    if state.phase.shown is Phase.PROGRAMS:
        for player, strength in wanted.items():
            if player not in state.committed:
                return _choosing(state, player, strength, computer_players)
    if state.phase.shown is Phase.MOVE:
        for player, strength in wanted.items():
            return _moving(state, player, strength, computer_players, pause_s)
    if state.phase.shown is Phase.OVER and not state.verdict and state.header.judged:
        return _judging(state, computer_players)
    return None


def _choosing(state: TableState, player: str, strength: str, computer_players: ComputerPlayerPort) -> Work:
    async def choose() -> Message:
        loop = asyncio.get_running_loop()
        rows = await loop.run_in_executor(None, computer_players.program, state.game, player, strength)
        return ProgramChosen(player, rows, state.game)

    return choose


def _moving(
    state: TableState, player: str, strength: str, computer_players: ComputerPlayerPort, pause_s: float
) -> Work:
    async def choose() -> Message:
        loop = asyncio.get_running_loop()
        number = len(state.story)
        move = await loop.run_in_executor(None, computer_players.move, state.game, player, strength, number)
        await asyncio.sleep(pause_s)
        return MoveChosen(player, move, state.game)

    return choose


def _judging(state: TableState, computer_players: ComputerPlayerPort) -> Work:
    async def judge() -> Message:
        sentences = await asyncio.get_running_loop().run_in_executor(None, computer_players.verdict, state.game)
        return VerdictReached(sentences, state.game)

    return judge
