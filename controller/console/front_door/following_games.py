"""The games that follow each other at one address of the front door, as that game's pages see them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from controller.console.console_ports import Games
from controller.console.front_door.messages import Catalogue, NewGame, TaskChoice, TaskFile
from controller.console.front_door.ports import Lobby, OpenGame
from controller.table.core.mailbox import CommandAnswer


class FollowingGames:
    """The commands of one game, and the games that can follow it at its address."""

    def __init__(self, lobby: Lobby, game: OpenGame, seated: Callable[[OpenGame], None]) -> None:
        """``seated`` hears of a game that has begun, before its screens begin anew."""
        self._lobby = lobby
        self._game = game
        self._seated = seated

    @property
    def games(self) -> Games:
        """What may follow."""
        return self

    def catalogue(self) -> Catalogue:
        """Return what can be played without a table."""
        return self._lobby.catalogue()

    def task(self, file: TaskFile) -> TaskChoice:
        """Return what a scenario's or a puzzle's file offers. Raises Problems."""
        return self._lobby.task(file)

    async def begin(self, wanted: NewGame) -> None:
        """Have another game follow. Raises Problems."""
        self._seated(await self._lobby.begin_next(self._game.id, wanted))

    async def submit(self, name: str, args: Mapping[str, Any]) -> CommandAnswer:
        """Hand a command to the game that is played."""
        return await self._game.commands.submit(name, args)
