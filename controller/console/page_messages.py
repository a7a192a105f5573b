"""The messages that the server sends to the page, beside the table's view: the page's types are made from them."""

from __future__ import annotations

from msgspec import Struct

from controller.console.front_door.messages import (
    Catalogue,
    ClassOverview,
    LobbyView,
    PrintDocument,
    ReplayView,
    SeatView,
    Visitor,
    WatchView,
)
from controller.console.front_door.setup_messages import SetupView
from controller.console.record_routes import RecordsView
from controller.console.rulebook_messages import RulebookIndex, RulebookView
from controller.table.view.undo_steps import UndoStep
from controller.table.view.view import View


class TableSetup(Struct, frozen=True):
    """What a table's page must know before its first view."""

    language: str
    """For browsers that ask for none of the languages."""
    languages: dict[str, str]
    """Code -> the language's own name."""
    key_needed: bool
    alive_s: float
    """How often the line says something, s."""
    buttons: list[list[str]]
    """The names of the page's buttons, group by group."""
    lays_for: list[str]
    """The players whose cards this browser may see and lay."""
    stop_port: int | None
    """Of the emergency stop alone; None: it has no port of its own."""
    stop_address: str
    """Where pages over TLS ask for it; empty: nowhere but at the page's own address."""
    next_game: bool
    """Whether the facilitator may begin another game here."""


class HandMessage(Struct, frozen=True):
    """A player's own cards."""

    player: str
    asked: bool
    """Whether a program is asked of the player now."""
    rows: list[list[str]]
    supply: dict[str, int]
    all_rows: bool
    """Whether all four rows must be laid."""
    ready: bool
    problems: list[dict[str, str]]


class HintMessage(Struct, frozen=True):
    """A useful next card for a player; nothing is missing where there is none."""

    row: int | None
    """From 0."""
    card: str | None
    instead: bool
    """Whether other cards lie in the row, and would be taken back first."""


class UndoView(Struct, frozen=True):
    """What can be undone."""

    steps: list[UndoStep]
    """The newest first."""


class CamerasMessage(Struct, frozen=True):
    """What is known of the cameras beside the view."""

    latency_s: float | None
    """How late their pictures come, s; None: it was not measured."""


SENT: tuple[type, ...] = (
    View,
    TableSetup,
    HandMessage,
    HintMessage,
    UndoView,
    CamerasMessage,
    RecordsView,
    Visitor,
    Catalogue,
    ClassOverview,
    LobbyView,
    SeatView,
    WatchView,
    ReplayView,
    PrintDocument,
    SetupView,
    RulebookView,
    RulebookIndex,
)
"""The structs of which types are made, with all that they hold."""
