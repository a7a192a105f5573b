"""From a document to a position, a roll and a choice. Every mistake is found, each with its place, all at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from boards.base.errors import InvalidInput, Problem
from boards.base.message import Message, _
from controller.games.document_paths import raise_in_input_order
from controller.games.game import Json
from controller.games.spiral.board import Board
from controller.games.spiral.choices import Choice, read_choice
from controller.games.spiral.legal import SIX
from controller.games.spiral.path import BASE
from controller.games.spiral.position import MOST_CHIPS, Cells, Position

POSITION_KEYS = ("game", "players", "chips", "home", "skips", "turn")


class Task(NamedTuple):
    """What `golem resolve` is asked."""

    position: Position
    roll: int
    choice: Choice | None
    """None: what is legal is asked for."""


def read_task(board: Board, document: dict[str, Json]) -> Task:
    """Return a position with a roll, and a choice or none.

    Raises :class:`boards.base.errors.Problems`, in input order.
    """
    reader = Reader(board)
    reader.known_keys(document, (*POSITION_KEYS, "roll", "choice"))
    position = reader.position(document)
    roll = reader.roll(document.get("roll"))
    choice = reader.choice(document["choice"]) if "choice" in document else None
    raise_in_input_order(document, reader.problems)
    return Task(position, roll, choice)


class Reader:
    """Reads on after a mistake, with something harmless in its place; whoever calls raises the problems."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.problems: list[Problem] = []

    def wrong(self, at: str, message: Message) -> None:
        """Add a problem."""
        self.problems.append(Problem(at, message))

    def known_keys(self, document: Mapping[str, Json], keys: tuple[str, ...]) -> None:
        """Check that there are no other keys."""
        for key in document:
            if key not in keys:
                self.wrong(str(key), _("this key is not known; known are {known}", known=", ".join(keys)))

    def position(self, document: Mapping[str, Json]) -> Position:
        """Read a position."""
        players = self.players(document.get("players"))
        taken: dict[int, str] = {}
        """Cell -> what stands there: two chips can't share one."""
        chips = self.cells(document.get("chips", {}), "chips", players, range(1, self.board.cells + 1), taken)
        home = self.cells(document.get("home", {}), "home", players, self.board.base, taken)
        self.base(home)
        for player, moving, held in zip(players, chips, home, strict=True):
            if len(moving) + len(held) > MOST_CHIPS:
                self.wrong(
                    f"chips.{player}",
                    _("{count} chips; a player has at most {most}", count=len(moving) + len(held), most=MOST_CHIPS),
                )
        skips = self.skips(document.get("skips", {}), players)
        return Position(players, chips, home, skips, self.turn(document.get("turn"), players))

    def players(self, given: Json) -> tuple[str, ...]:
        """Read the players."""
        if type(given) is not list or not given:
            self.wrong("players", _("the players are a list of names, in the order of their turns"))
            return ()
        found: dict[str, bool] = {}
        for index, name in enumerate(given):
            if type(name) is not str or not name:
                self.wrong(f"players[{index}]", _("a player's name is a text"))
            elif name in found:
                self.wrong(f"players[{index}]", _("{name} is named twice", name=repr(name[:40])))
            else:
                found[name] = True
        return tuple(found)

    def by_player(self, given: Json, key: str, players: tuple[str, ...], what: Message) -> dict[str, Json]:
        """Return what is given for each player; others are refused."""
        if type(given) is not dict:
            self.wrong(key, _("this must name {what} by player", what=what))
            return {}
        if not players:
            return {}  # The players are what must be mended first.
        known = dict.fromkeys(players)
        for name in given:
            if name not in known:
                self.wrong(f"{key}.{name}", _("there is no such player"))
        return {name: given[name] for name in players if name in given}

    def cells(
        self, given: Json, key: str, players: tuple[str, ...], allowed: range, taken: dict[int, str]
    ) -> tuple[Cells, ...]:
        """Return the cells of each player, sorted."""
        found = self.by_player(given, key, players, _("cells"))
        return tuple(self.cells_of(found.get(name, []), f"{key}.{name}", allowed, taken) for name in players)

    def cells_of(self, given: Json, at: str, allowed: range, taken: dict[int, str]) -> Cells:
        """Read the cells of the chips."""
        if type(given) is not list:
            self.wrong(at, _("this must be a list of cells"))
            return ()
        cells: list[int] = []
        for index, cell in enumerate(given):
            place = f"{at}[{index}]"
            if type(cell) is not int or cell not in allowed:
                self.wrong(place, _("this is no cell from {low} to {high}", low=allowed[0], high=allowed[-1]))
            elif cell in taken:
                self.wrong(
                    place, _("cell {cell} is taken by a chip already, see {place}", cell=cell, place=taken[cell])
                )
            else:
                taken[cell] = place
                cells.append(cell)
        return tuple(sorted(cells))

    def base(self, home: tuple[Cells, ...]) -> None:
        """Read the chips in the base."""
        held = sorted(cell for cells in home for cell in cells)
        if len(held) >= BASE:
            self.wrong("home", _("the base is full: this game is over"))
        elif held != list(self.board.base[BASE - len(held) :]):
            told = ", ".join(map(str, held))
            self.wrong(
                "home",
                _(
                    "the base is filled from its last cell, {last}, without a hole; not {told}",
                    last=self.board.cells,
                    told=told,
                ),
            )

    def skips(self, given: Json, players: tuple[str, ...]) -> tuple[int, ...]:
        """Read who misses turns."""
        found = self.by_player(given, "skips", players, _("turns to miss"))
        for name, missed in found.items():
            if type(missed) is not int or missed < 0:
                self.wrong(f"skips.{name}", _("this must be the number of turns to miss, a whole number"))
                found[name] = 0
        return tuple(found.get(name, 0) for name in players)

    def turn(self, given: Json, players: tuple[str, ...]) -> int:
        """Read whose turn it is."""
        if type(given) is str and given in players:
            return players.index(given)
        if not players:
            return 0
        self.wrong("turn", _("this must name the player whose turn it is"))
        return 0

    def roll(self, given: Json) -> int:
        """Read the roll."""
        if type(given) is int and 1 <= given <= SIX:
            return given
        self.wrong("roll", _("this must be the face of the die, 1 to {most}", most=SIX))
        return 1

    def choice(self, given: Json) -> Choice | None:
        """Read the choice."""
        try:
            return read_choice(given)
        except InvalidInput as error:
            self.wrong("choice", error.message)
            return None
