"""Boards of hexagons: what is printed where, as data.

A board is a YAML file in this folder; :func:`load` reads one and says every mistake with file, line and key.
The board's own frame is the mat frame: origin in the lower left corner of the field's bounding box.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from boards.base.errors import GolemError, InvalidInput
from boards.base.message import Message, _, listed
from boards.base.yaml_reader import Section, read_document
from boards.board_mistakes import BoardMistake
from boards.geometry import Cell, Point, Rect
from boards.hex_grid import HexGrid
from boards.kit.printed_items import Marker
from boards.kit.thing_keys import HexBoardKey
from boards.mats import read_markers

USUAL = HexBoardKey("15x11")
"""The board of a game that names none."""
BUILT_IN: tuple[HexBoardKey, ...] = tuple(
    HexBoardKey(path.stem) for path in sorted(Path(__file__).parent.glob("*.yaml"))
)
"""The boards of this folder, by key. Their files are named after the keys."""
STAGED = HexBoardKey("9x7")
"""The one that golems play on: its mat is a stage (:mod:`boards.stage`), with wings round it."""

CAMPS: tuple[str, ...] = ("green", "violet")
COLOURS: tuple[str, ...] = ("red", "blue", "green", "yellow", "violet", "orange", "black", "white")
SHAPES: tuple[str, ...] = ("square", "triangle", "circle")


@dataclass(frozen=True)
class HexBoard:
    """A printed board of hexagons."""

    key: HexBoardKey
    title: Message
    grid: HexGrid
    lakes: tuple[Cell, ...]
    lightning: tuple[Cell, ...]
    shapes: Mapping[Cell, str]
    """Cell -> colour and form, such as ``red square``."""
    camps: Mapping[str, tuple[Cell, ...]]
    computers: Mapping[str, Cell]
    starts: tuple[Cell, ...]
    """The black points."""
    border_mm: float = 0.0
    markers: tuple[Marker, ...] = ()
    """At the corners of the field's bounding box: lower left, lower right, upper right, upper left."""

    @property
    def sheet(self) -> Rect:
        """The printed sheet, in the mat frame."""
        return Rect(Point(0.0, 0.0), Point(self.grid.width_mm, self.grid.height_mm)).grown(self.border_mm)

    def document(self) -> dict[str, Any]:
        """Return the `board` of a document of `golem resolve`."""
        return {
            "size": [self.grid.columns, self.grid.rows],
            "lakes": list(map(str, self.lakes)),
            "shapes": {str(cell): shape for cell, shape in self.shapes.items()},
            "lightning": list(map(str, self.lightning)),
            "camps": {camp: list(map(str, cells)) for camp, cells in self.camps.items()},
            "starts": list(map(str, self.starts)),
            "computers": {camp: str(cell) for camp, cell in self.computers.items()},
        }


class UnknownBoard(GolemError):
    """No board of this key is shipped."""

    exit_status = 2

    def __init__(self, key: HexBoardKey) -> None:
        known = listed(map(str, hexboards()))
        super().__init__(_("there is no board {key}; known are {known}", key=repr(str(key)), known=known))
        self.key = key


_IN_USE: dict[HexBoardKey, HexBoard] = {}
"""Boards of files outside this folder; see :func:`use`."""


def hexboards() -> tuple[HexBoardKey, ...]:
    """Return the keys of all boards that :func:`hexboard` knows."""
    return (*BUILT_IN, *_IN_USE)


def hexboard(key: HexBoardKey = USUAL) -> HexBoard:
    """Return a board by its key. Raises UnknownBoard."""
    if key in _IN_USE:
        return _IN_USE[key]
    if key not in BUILT_IN:
        raise UnknownBoard(key)
    return _built_in(key)


@cache
def _built_in(key: HexBoardKey) -> HexBoard:
    return load(Path(__file__).with_name(f"{key.name}.yaml"))


def chosen(name: str) -> HexBoard:
    """Return the board that somebody names: ``9x7``, or a YAML file anywhere, which is put to use.

    Raises UnknownBoard, and Problems for a wrong file.
    """
    return use(Path(name)) if name.endswith((".yaml", ".yml")) else hexboard(HexBoardKey(name))


def load(path: Path) -> HexBoard:
    """Read the board of a YAML file. Raises Problems with file, line and key."""
    return read_document(path, build)


def use(path: Path) -> HexBoard:
    """Make the board of a file anywhere known by its key, for the rest of this process.

    Raises Problems for a wrong file and for the key of another board.
    """
    found = read_document(path, _build_own)
    if found.key not in BUILT_IN:
        _IN_USE[found.key] = found
    return found


def _build_own(top: Section) -> HexBoard:
    found = build(top)
    if found.key in hexboards() and hexboard(found.key) != found:
        top.problem("key", BoardMistake.HEX_TWICE(key=repr(str(found.key))))
    return found


def _key(top: Section) -> HexBoardKey:
    text = top.text("key")
    prefix, _, name = text.partition(":")
    if prefix != HexBoardKey.PREFIX:
        top.problem("key", BoardMistake.HEX_PREFIX())
    elif not name or ":" in name:
        top.problem("key", BoardMistake.HEX_KEY())
    return HexBoardKey(name)


def build(top: Section) -> HexBoard:
    """Return the board that a YAML document says.

    Lakes, shapes, lightning and computers share no cell, nor do camps.
    """
    key = _key(top)
    title = top.message("title")
    grid = HexGrid(top.integer("columns", 1, 26), top.integer("rows", 1, 26), top.number("cell_mm", 20, 500))
    printed: dict[Cell, str] = {}
    lakes = _cells(top, "lakes", grid, printed)
    lightning = _cells(top, "lightning", grid, printed)
    shapes = _shapes(top.section("shapes"), grid, printed)
    in_camps: dict[Cell, str] = {}
    camps_at, computers_at = top.section("camps"), top.section("computers")
    camps = {camp: _cells(camps_at, camp, grid, in_camps) for camp in CAMPS} if camps_at else {}
    computers = {camp: _cells(computers_at, camp, grid, printed) for camp in CAMPS} if computers_at else {}
    for camp, cells in computers.items():
        if computers_at and len(cells) != 1:
            computers_at.problem(camp, BoardMistake.ONE_COMPUTER())
    starts = _cells(top, "starts", grid, {})
    # A board that is only played on the screen has neither.
    border = top.number("border_mm", 20, 200) if top.has("border_mm") or top.has("markers") else 0.0
    markers = read_markers(top, grid.width_mm, grid.height_mm, border) if top.has("markers") else ()
    return HexBoard(
        key,
        title,
        grid,
        lakes,
        lightning,
        MappingProxyType(shapes),
        MappingProxyType(camps),
        MappingProxyType({camp: cells[0] for camp, cells in computers.items() if cells}),
        starts,
        border,
        markers,
    )


def _cells(section: Section, key: str, grid: HexGrid, taken: dict[Cell, str]) -> tuple[Cell, ...]:
    """Cells in one text, `a1 b2`, each of them free until now."""
    names = section.text(key).split() if section.has(key) else []
    cells = [_claim(section, key, name, key, grid, taken) for name in names]
    return tuple(cell for cell in cells if cell is not None)


def _claim(section: Section, key: str, name: str, what: str, grid: HexGrid, taken: dict[Cell, str]) -> Cell | None:
    try:
        cell = Cell.parse(name)
    except InvalidInput as error:
        section.problem(key, error.message)
        return None
    if cell not in grid:
        section.problem(key, BoardMistake.OFF_BOARD(cell=name, columns=grid.columns, rows=grid.rows))
        return None
    if cell in taken:
        section.problem(key, BoardMistake.CELL_TAKEN(cell=name, by=taken[cell]))
        return None
    taken[cell] = what
    return cell


def _shapes(section: Section | None, grid: HexGrid, taken: dict[Cell, str]) -> dict[Cell, str]:
    shapes: dict[Cell, str] = {}
    if section is None:
        return shapes
    for name in section.keys():  # noqa: SIM118 - a section is no mapping
        shape = section.text(name, [f"{colour} {form}" for colour in COLOURS for form in SHAPES])
        cell = _claim(section, name, name, shape, grid, taken)
        if cell is not None:
            shapes[cell] = shape
    return shapes
