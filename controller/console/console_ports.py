"""What the page needs from the table: views to show, and a place to hand commands to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from boards.base.catalogue import Language
from controller.console.front_door.messages import Catalogue, NewGame, TaskChoice, TaskFile
from controller.games.tabletop import CardHint
from controller.table.core.commands.command_registry import REGISTRY, Who
from controller.table.core.mailbox import CommandAnswer
from controller.table.core.screen_hands import ScreenHand
from controller.table.view.undo_steps import UndoStep
from controller.table.view.view import View

COMMANDS: tuple[str, ...] = tuple(entry.name for entry in REGISTRY)
"""Every command that the page can give. They are the words of :attr:`controller.table.view.view.View.may`."""

GIVEN_BY: Mapping[str, Who] = {entry.name: entry.who for entry in REGISTRY}
"""Who may give each command."""

FOR_ANYONE: frozenset[str] = frozenset(name for name, who in GIVEN_BY.items() if who is Who.ANYONE)
"""Commands that need no key."""


class Views(Protocol):
    """Where views come from. All of it is called in the event loop's own thread."""

    @property
    def game(self) -> int:
        """Which game is shown, from 0: with another one pages begin anew."""
        ...

    def latest(self) -> View | None:
        """Return the newest view; None before the table has one."""
        ...

    def subscribe(self, callback: Callable[[View], None]) -> Callable[[], None]:
        """Call back with every new view; the callback returns at once and raises nothing. Returns what unsubscribes."""
        ...

    def screen_hand(self, player: str) -> ScreenHand | None:
        """Return a player's cards on a screen; None while none are asked for. It is for nobody else."""
        ...

    def screen_hint(self, player: str) -> Callable[[], CardHint | None] | None:
        """Return what thinks of a useful next card for a player; None while no cards are asked for.

        It takes a moment, and may be called in a thread. What it answers is for nobody else.
        """
        ...

    def task_svg(self, key: str, what: str, language: Language) -> str | None:
        """Return a drawing of the scenario or puzzle of this key.

        Its ``card``, or the ``marks`` that lie on its board (goals, streams; the field begins at 0, 0, y down). None if
        another one is played, or none.
        """
        ...

    def undo_steps(self) -> tuple[UndoStep, ...]:
        """Return what can be undone, the newest first."""
        ...

    def camera_latency_s(self) -> float | None:
        """Return how late the cameras' pictures come, s; None if that was not measured."""
        ...

    def preview_jpeg(self, camera: str = "", *, raw: bool = False) -> bytes | None:
        """Return what the cameras see, or one of them, as JPEG, with what was read drawn over it; `raw`: without.

        None if there is no picture.

        It can show cards: for the facilitator only.
        """
        ...


class Games(Protocol):
    """The games that can be played next at the same table."""

    def catalogue(self) -> Catalogue:
        """Return what can be played. It may take a second, and is called in a thread."""
        ...

    def task(self, file: TaskFile) -> TaskChoice:
        """Return what a scenario's or a puzzle's file offers; called in a thread. Raises Problems, with its lines."""
        ...

    async def begin(self, wanted: NewGame) -> None:
        """End the game that is played, and begin another. Raises GolemError; the game before goes on then."""
        ...


class Commands(Protocol):
    """Where commands go."""

    @property
    def games(self) -> Games | None:
        """What the facilitator may begin instead of the game that is played; None: nothing."""
        ...

    async def submit(self, name: str, args: Mapping[str, Any]) -> CommandAnswer:
        """Do one of :data:`COMMANDS`. A command that makes no sense now is answered, not raised."""
        ...
