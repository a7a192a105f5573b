"""What simulated people have in common, whatever a game is played with.

They see views, as people see the screen, and do once what each new one asks for, after a moment: on the page
(:mod:`.screen_people`), with pieces on a board that a camera sees (:mod:`.board_people`), or with cards, golems and
tokens on a mat (:mod:`.mat_people`). The same seed plays the same.
"""

from __future__ import annotations

import asyncio
import random
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from controller.table.core.actor import Table
from controller.table.core.state import CHILD
from controller.table.view.view import View


class SimulatedPeople(ABC):
    """All people at one table. :meth:`on_view` is given every view of the table."""

    def __init__(self, table: Table, chance: random.Random) -> None:
        self._table = table
        self._chance = chance
        self._doing: asyncio.Task[None] | None = None
        self._answered: tuple[object, ...] | None = None

    def on_view(self, view: View) -> None:
        """React to what the screen shows: once to each thing that is asked."""
        asked = self._asked(view)
        if asked == self._answered:
            return
        self._answered = asked
        if self._doing is not None:
            self._doing.cancel()
        self._respond(view)

    @abstractmethod
    def _asked(self, view: View) -> tuple[object, ...]:
        """Return what of a view asks something of people: another value is another question."""

    @abstractmethod
    def _respond(self, view: View) -> None:
        """Do what is asked."""

    def _soon(self, seconds: float, command: str, args: Mapping[str, Any] | None = None) -> None:
        """Give the table a command after a moment."""

        async def ask() -> None:
            await self._table.submit(command, args)

        self._after(seconds, ask)

    def _after(self, seconds: float, act: Callable[[], Awaitable[None]]) -> None:
        """Do one thing after a moment; it is cancelled if something else is asked meanwhile."""

        async def do() -> None:
            await asyncio.sleep(seconds)
            await act()

        self._doing = asyncio.get_running_loop().create_task(do(), name="simulated people")


def is_child(view: View, name: str) -> bool:
    """Return whether a person lays and moves for this player or golem, and not the computer."""
    return view.seats.get(name, CHILD) == CHILD
