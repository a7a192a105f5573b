"""The process in which a stranger's bot plays one game, and that can do nothing but compute."""

from __future__ import annotations

import gc
import os
import signal
import sys
from types import CodeType, FrameType

from controller.bots.sandbox import frames
from controller.bots.sandbox.bot_game import Board, Clock, Game, TooSlow
from controller.bots.sandbox.provided_modules import SeededRandom

_PIECE = 1 << 16


class _NullStream:
    """Takes what a bot prints."""

    encoding = "utf-8"

    def write(self, text: str) -> int:
        """Drop the text; return its length."""
        return len(text)

    def flush(self) -> None:
        """Do nothing."""

    def isatty(self) -> bool:
        """Return False."""
        return False


class Player:
    """A bot that is asked turn by turn."""

    def __init__(self, channel: tuple[int, int], clock: Clock, board: Board, chance: SeededRandom) -> None:
        self._in, self._out = channel
        self._board = board
        self._clock = clock
        self._random = chance

    def run(self, code: CodeType) -> None:
        """Begin the game, then do what the frames say, until ``["end"]`` or the end of the pipe.

        That the game begins is answered with ``["ready"]`` or ``["refused", line, code, facts]``; each turn with its
        acts.
        """
        signal.signal(signal.SIGPROF, self._on_signal)
        # Every robot that a bot is shown is a cycle (its attributes are its items); a game has a few thousand.
        gc.set_threshold(50_000)
        sys.stdout = sys.stderr = _NullStream()
        sys.stdin = None
        game = Game(self._board, self._clock, self._random)
        refusal = game.load(code)
        frames.send_frame(self._out, frames.pack(["ready"] if refusal is None else ["refused", *refusal]))
        # One timer that ticks all the time is cheaper than one that is set for every act.
        signal.setitimer(signal.ITIMER_PROF, self._clock.tick_s, self._clock.tick_s)
        rest = b""
        while piece := os.read(self._in, _PIECE):
            bodies, rest = frames.split(rest + piece)
            for body in bodies:
                turn = frames.unpack_turn(body)
                if turn is None:
                    return
                frames.send_frame(self._out, game.turn(turn))

    def _on_signal(self, number: int, frame: FrameType | None) -> None:
        clock = self._clock
        if clock.left is not None:
            clock.left -= 1
            if clock.left < 0:
                raise TooSlow
