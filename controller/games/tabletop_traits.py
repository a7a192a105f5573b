"""What a game is like on a table, as data: every attribute is a capability, which any game may have.

:class:`controller.games.tabletop.Tabletop` has them all; a game replaces those that differ.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Literal

from boards.base.message import Message
from controller.games.board_values import SetupChoice, Shape, Window


class TabletopTraits:
    """The capabilities of a game on a table, with the usual value of each."""

    shape: Shape = "square"
    kit_mat: bool = False
    """Whether it is played on a mat of the kit, which is chosen as a game is set up; else it has a board of its own."""
    pieces_drive: bool = False
    """Whether each piece, named as its player, is a robot or a person in its stead: it acts out what happens to it, the
    camera puts it right, and it stays in sight when it has fallen. Else hands or a stage's fleet move pieces."""
    programs_together: bool = False
    """Whether all lay their programs in secret, as cards in rows, and lock them at the same time, to be revealed row by
    row; else each program counts as it comes."""
    seats: tuple[str, ...] = ()
    """All who may play, where players have the same names in every game; empty: the setup names them."""
    dice: Literal["turn", "round"] = "turn"
    """Whose throw it is: ``turn``: a player's, told and acted out as a step; ``round``: everybody's before they
    program, no step of the game."""
    strengths: tuple[str, ...] = ("easy",)
    """How well the computer can play, the weakest first."""

    shown: str | None = None
    """How well the people of a demo play; None: as the weakest."""
    faces: tuple[str, ...] = ()
    """Of a player's die, if there is one."""
    boards: bool = False
    """Whether it is played on other boards too (:meth:`controller.games.tabletop.Tabletop.on_board`)."""
    bots: bool = False
    """Whether strangers' programs may play it (`controller.bots`)."""
    automatic: bool = False
    """Whether it is a game of programs that nobody lays by hand: the computer plays for all, with bots of their own if
    there are some, and the pieces are on the screen."""
    stage: Window | None = None
    """What robots act out, in games that have such a part."""
    stage_ids: tuple[int, int, int, int] = (132, 133, 134, 135)
    """The markers at the corners of the stage's mat."""
    roles: Mapping[str, str] = MappingProxyType({})
    """Golem's colour -> the piece that it plays throughout a game; empty: whichever of its side is nearest."""
    sounds: Mapping[str, Callable[[], bytes]] = MappingProxyType({})
    """What a throw on the screen sounds like: WAV files by name, in their order."""
    short: Mapping[str, Any] = {}
    """What a setup is told besides, to be shown a whole game in a short time."""

    setup_choices: Mapping[str, SetupChoice] = MappingProxyType({})
    """What else players may choose for a game, by the name that table files and commands use."""

    setup_parts: tuple[str, ...] = ()
    """What a table file may say besides in lists and objects of its own; the rules read it and say what is wrong."""

    scenarios: Mapping[str, Mapping[str, Any]] = MappingProxyType({})
    """Other aims, by name: what a setup is told besides."""

    title: Message | None = None
    """Of the printed board; None: the game's name."""
    cell_mm: float = 60.0
    """Of the printed board."""
    board_ids: tuple[int, int, int, int] = (136, 137, 138, 139)
    """The markers at the printed board's corners (`BOARD_IDS`). A game with a range of its own is
    told from others on the table."""
    paint: Mapping[str, str] = MappingProxyType({"light": "#ffffff", "dark": "#e7e0d0", "home": "#fff0bd"})
    """The colours of the printed board's places, by how they look."""
    headings: Mapping[str, float] = MappingProxyType({})
    """Degrees counter-clockwise from east by what people call them, in games whose pieces look somewhere."""
