"""Read a document's board: tokens and streams, one thing a cell. Every mistake is noted with its place."""

from __future__ import annotations

from collections.abc import Sequence

from boards.base.message import Message, _
from controller.games.game import Json
from controller.games.golems.documents.value_checks import ValueChecks, kind_name
from controller.games.golems.rules.position import BARREL, WALL, WATER, Stream
from controller.games.golems.rules.square_grid import FACINGS, LARGEST, Grid

_BOARD_KEYS = frozenset({"size", "walls", "waters", "barrels", "streams"})
_STREAM_KEYS = frozenset({"cells", "banks", "exit"})
BOARD_TOKENS: tuple[tuple[str, str], ...] = (("walls", WALL), ("waters", WATER), ("barrels", BARREL))
"""The list of each kind of token in a document, and what it holds."""

_THINGS: dict[str, Message] = {
    WALL: _("a wall"),
    WATER: _("water"),
    BARREL: _("a barrel"),
    "golem": _("a golem"),
}


class BoardReader(ValueChecks):
    """Reads what lies on the board."""

    def board(self, given: Json) -> dict[str, Json]:
        """Check the board's type and keys."""
        if type(given) is not dict:
            self.wrong(
                "board", _("the board is an object with its size and tokens, not {found}", found=kind_name(given))
            )
            return {"size": [LARGEST, LARGEST]}
        self.known_keys(given, _BOARD_KEYS, "board")
        return given

    def tokens(
        self, given: Sequence[Json], key: str, what: str, field: Grid, claimed: dict[str, str]
    ) -> tuple[str, ...]:
        """Return the cells of one kind of token, sorted, each claimed."""
        cells: list[str] = []
        for index, name in enumerate(given):
            if type(name) is str and name in field.order and name not in claimed:
                claimed[name] = what
                cells.append(name)
            else:
                self.no_room(name, field, claimed, f"board.{key}[{index}]")
        if len(cells) > 1:
            cells.sort(key=field.order.__getitem__)
        return tuple(cells)

    def no_room(self, name: Json, field: Grid, claimed: dict[str, str], at: str) -> None:
        """Say why a thing can't be put there: it is no cell, or one that is taken."""
        cell = self.cell(name, field, at)
        if cell:
            thing = _THINGS[claimed[cell]]
            self.wrong(at, _("{cell} already holds {thing}; there is room for one thing", cell=cell, thing=thing))

    # --- streams

    def streams(
        self, items: Sequence[Json], field: Grid, claimed: dict[str, str], rules: str, way: str
    ) -> tuple[Stream, ...]:
        """Return all streams; each ends on dry land and shares no cell with another."""
        if items and (rules, way) != ("3.1", "scenario"):
            self.wrong("board.streams", _("streams are for scenarios of v3.1; set way to scenario"))
        taken: dict[str, str] = {}
        streams = [self.stream(item, field, claimed, taken, f"board.streams[{i}]") for i, item in enumerate(items)]
        for index, stream in enumerate(streams):
            if claimed.get(stream.exit) == WATER:
                self.wrong(
                    f"board.streams[{index}].exit", _("{exit} is water; a stream ends on dry land", exit=stream.exit)
                )
        return tuple(streams)

    def stream(self, given: Json, field: Grid, claimed: dict[str, str], taken: dict[str, str], at: str) -> Stream:
        """One stream. Its cells are water, whether or not they are among the waters."""
        if type(given) is not dict:
            self.wrong(at, _("a stream is an object with cells, banks and exit, not {found}", found=kind_name(given)))
            return Stream((), None, "")
        self.known_keys(given, _STREAM_KEYS, at)
        cells: list[str] = []
        for index, name in enumerate(self.items(given.get("cells"), f"{at}.cells")):
            place = f"{at}.cells[{index}]"
            cell = self.cell(name, field, place)
            if cell in taken:
                self.wrong(place, _("{cell} is already part of {taken}", cell=cell, taken=taken[cell]))
            elif claimed.get(cell, WATER) != WATER:
                self.wrong(
                    place,
                    _("{cell} holds {thing}; a stream is made of water", cell=cell, thing=_THINGS[claimed[cell]]),
                )
            elif cell:
                taken[cell] = at
                claimed[cell] = WATER
                cells.append(cell)
        if given.get("cells") == []:
            self.wrong(f"{at}.cells", _("a stream has at least one cell"))
        banks = self.banks(given["banks"], cells, f"{at}.banks") if "banks" in given and cells else None
        return Stream(tuple(cells), banks, self.cell(given.get("exit"), field, f"{at}.exit"))

    def banks(self, given: Json, cells: list[str], at: str) -> tuple[tuple[str, str], ...]:
        """Return a stream's banks as pairs of a cell of the stream and a side of that cell."""
        banks: list[tuple[str, str]] = []
        for index, text in enumerate(self.items(given, at)):
            cell, _dot, side = text.partition(".") if type(text) is str else ("", "", "")
            if side not in FACINGS:
                self.wrong(f"{at}[{index}]", _("a bank is a side of a stream cell, such as e2.W"))
            elif cell not in cells:
                self.wrong(f"{at}[{index}]", _("{cell} is not a cell of this stream", cell=cell[:40]))
            else:
                banks.append((cell, side))
        return tuple(banks)
