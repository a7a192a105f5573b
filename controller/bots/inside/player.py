"""The process in which a stranger's bot plays, and that can do nothing but compute.

One game, or several of a bot whose games can't know of each other (:mod:`controller.bots.inside.selfcontained`).
"""

from __future__ import annotations

import gc
import os
import signal
import sys
from types import CodeType, FrameType

from controller.bots.inside import frames
from controller.bots.inside.game import Board, Clock, Game, TooSlow

_TICKS = 4
"""Ticks of the processor's clock in the time of an act. One that swallows the signal gets the next at the next tick."""
_PIECE = 1 << 16


class _Nowhere:
    """Takes what a bot prints."""

    encoding = "utf-8"

    def write(self, text: str) -> int:
        return len(text)

    def flush(self) -> None:
        return None

    def isatty(self) -> bool:
        return False


class Player:
    """A bot that is asked turn by turn."""

    def __init__(
        self, channel: tuple[int, int], act_cpu_s: float, board: Board, game_cpu_s: float | None = None
    ) -> None:
        """`game_cpu_s`: what each of several games may use, as the kernel can't tell them apart."""
        self._in, self._out = channel
        self._board = board
        self._clock = Clock(act_cpu_s)
        self._games: dict[int, Game] = {}
        """By table."""
        self._used: dict[int, int] = {}
        """Ticks that a game has used, by table."""
        self._table = 0
        """Which game is under way."""
        self._most_ticks = float("inf") if game_cpu_s is None else game_cpu_s * _TICKS / act_cpu_s

    def run(self, code: CodeType, chance: bool) -> None:
        """Begin game 0, then do what the frames say, until ``["end"]`` or the end of the pipe.

        ``["game", table]`` begins another game and ``["over", table]`` ends it; a turn is answered. That a game begins
        is answered with ``["ready", table]`` or ``["refused", table, line, text]``.
        """
        signal.signal(signal.SIGPROF, self._on_signal)
        # Every robot that a bot is shown is a cycle (its attributes are its items); a game has a few thousand.
        gc.set_threshold(50_000)
        sys.stdout = sys.stderr = _Nowhere()
        sys.stdin = None
        frames.send_frame(self._out, self._begin(0, code, chance))
        # One timer that ticks all the time is cheaper than one that is set for every act.
        tick_s = self._clock.act_cpu_s / _TICKS
        signal.setitimer(signal.ITIMER_PROF, tick_s, tick_s)
        rest = b""
        while piece := os.read(self._in, _PIECE):
            bodies, rest = frames.split(rest + piece)
            answers = []
            for body in bodies:
                turn = frames.unpack_turn(body)
                if turn is not None:
                    self._table = turn.table
                    answers.append(self._games[turn.table].turn(turn))
                    continue
                what, *table = frames.unpack(body)
                if what == "end":
                    return
                self._games.pop(table[0], None)
                if what == "game":
                    answers.append(self._begin(table[0], code, chance))
            if answers:
                frames.send_frame(self._out, b"".join(answers))

    def _begin(self, table: int, code: CodeType, chance: bool) -> bytes:
        """Begin a game; the answer's frame."""
        self._table = table
        self._used[table] = 0
        game = Game(table, self._board, self._clock, chance)
        refusal = game.load(code)
        if refusal is None:
            self._games[table] = game
        return frames.pack(["ready", table] if refusal is None else ["refused", table, *refusal])

    def _on_signal(self, number: int, frame: FrameType | None) -> None:
        self._used[self._table] += 1
        if self._used[self._table] > self._most_ticks:
            os._exit(1)  # All its games are played again, each in a process of its own.
        clock = self._clock
        if clock.ticks is not None:
            clock.ticks += 1
            if clock.ticks > _TICKS:
                raise TooSlow
