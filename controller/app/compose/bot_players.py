"""Bots at the table: Robot Game's programs come from strangers' code, each bot in a confined process of its own.

A bot may remember what it saw. So whoever plays on after a stop or an undo is shown all turns before, in a game of its
own that begins anew: the same bot does the same.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from boards.base.errors import Problem, Problems
from boards.base.message import Message, _
from controller.app.compose.computer_players import ComputerPlayers
from controller.bots.bot_source import BotSource, read_bots
from controller.bots.limits import Limits
from controller.bots.match import Arena, arena
from controller.bots.table_seat import Seat
from controller.games.game_registry import AnyTabletop, tabletop_named
from controller.games.robot_game.state import State
from controller.table.core.record.entries import Bot, Header
from controller.table.core.state import CHILD, TableState

BOTS = 2
"""A match is between two."""


def bots_of(paths: Sequence[Path], taken: Sequence[str]) -> tuple[BotSource, ...]:
    """Return the bots of these files, loaded once to see that they can be.

    Their names differ from each other and from those `taken`. Raises :class:`boards.base.errors.Problems`.
    """
    if len(paths) != BOTS:
        raise Problems([Problem("BOT", _("a match is between two bots, and {count} are given", count=len(paths)))])
    sources = read_bots(paths)
    names = [source.name for source in sources]
    unclear = {CHILD, *taken, *(name for name in names if names.count(name) > 1)}
    named = tuple(
        replace(source, name=f"{source.name} {number}") if source.name in unclear else source
        for number, source in enumerate(sources, start=1)
    )
    check_bots(named)
    return named


def check_bots(bots: Sequence[BotSource]) -> None:
    """Load bots once to see that they can be. Raises :class:`boards.base.errors.Problems`, all at once."""
    with arena(bots) as place:
        place.check()


def bots_in(header: Header) -> tuple[BotSource, ...]:
    """Return the bots of a journal's first entry, which holds them whole: the record plays on without their files."""
    return tuple(BotSource(bot.name, bot.file, bot.text) for bot in header.bots)


def bots_out(bots: Sequence[BotSource]) -> tuple[Bot, ...]:
    """Return what a journal's first entry says of them."""
    return tuple(Bot(bot.name, bot.file, bot.text) for bot in bots)


def bot_players(game: str, state: TableState) -> BotComputerPlayers | None:
    """Return the mind for a table at which bots may sit; None: no bots were brought."""
    bots = bots_in(state.header)
    if not bots:
        return None
    return BotComputerPlayers(bots, tabletop_named(game), state.header.seed, [before.game for before in state.past])


class BotComputerPlayers:
    """The mind of Robot Game where bots may sit: by its name each of them, beside the game's own computer player."""

    def __init__(self, bots: Sequence[BotSource], tabletop: AnyTabletop, seed: int, past: Sequence[State]) -> None:
        """`past` are the states before the turns that were played before, if a game is gone on with."""
        self._own = ComputerPlayers(tabletop, seed)
        self._bots = {bot.name: bot for bot in bots}
        self._seats: dict[tuple[str, str], Seat] = {}
        self._past = tuple(past)
        # A question that the table has given up may still be under way in another thread.
        self._one_at_a_time = threading.Lock()
        self.strengths: tuple[str, ...] = (*self._bots, *self._own.strengths)

    def program(self, game: Any, player: str, strength: str) -> tuple[str, ...]:
        """Return the program that a bot, or the computer golem, chooses for a player."""
        if strength not in self._bots:
            return self._own.program(game, player, strength)
        with self._one_at_a_time:
            found = self._seats.get((player, strength))
            if found is None:
                arena = Arena([self._bots[strength]], Limits())
                found = self._seats[player, strength] = Seat(arena, int(player), self._past)
            return found.program(game)

    def move(self, game: Any, player: str, strength: str, number: int) -> str:
        """Return the computer player's move."""
        return self._own.move(game, player, strength, number)

    def verdict(self, game: Any) -> tuple[Message, ...]:
        """Return the judge's verdict on a try at a puzzle."""
        return self._own.verdict(game)

    def close(self) -> None:
        """End the bots' processes."""
        with self._one_at_a_time:
            for seat in self._seats.values():
                seat.close()
            self._seats.clear()
