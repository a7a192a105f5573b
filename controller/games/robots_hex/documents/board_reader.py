"""The board of a document: size, lakes, shapes, lightning, camps, starts, computers."""

from __future__ import annotations

from boards.base.message import _
from controller.games.game import Json
from controller.games.robots_hex.documents.value_checks import Checks
from controller.games.robots_hex.field import LARGEST, Field, field
from controller.games.robots_hex.position import CAMPS, COLOURS, SHAPES, Board, Shape

SIZE: tuple[int, int] = (15, 11)
"""The size of the default board."""

_KEYS = ("size", "lakes", "shapes", "lightning", "camps", "starts", "computers")
_SHAPE_NAMES = {str(shape): shape for shape in (Shape(colour, kind) for colour in COLOURS for kind in SHAPES)}


def read_board(document: Json, shapes_count: bool, checks: Checks) -> Board:
    """Return the board. Lakes, shapes, lightning and computers share no cell, nor do the two camps."""
    given = checks.keys(document, "board", _KEYS, _("the board is an object with its size and what is on it"))
    size = _size(given.get("size", list(SIZE)), checks)
    claimed: dict[str, str] = {}
    lakes = _cells(given.get("lakes", []), size, claimed, "lake", "board.lakes", checks)
    shapes = _shapes(given.get("shapes", {}), size, claimed, checks)
    lightning = _cells(given.get("lightning", []), size, claimed, "lightning", "board.lightning", checks)
    in_camps: dict[str, str] = {}
    camps = {
        camp: _cells(cells, size, in_camps, f"the {camp} camp", f"board.camps.{camp}", checks)
        for camp, cells in _by_camp(given.get("camps", {}), "board.camps", checks).items()
    }
    starts = _cells(given.get("starts", []), size, {}, "start", "board.starts", checks)
    computers = {
        camp: _claim(cell, size, claimed, "computer", f"board.computers.{camp}", checks)
        for camp, cell in _by_camp(given.get("computers", {}), "board.computers", checks).items()
    }
    return Board(size, lakes, shapes, lightning, camps, starts, computers, shapes_count)


def _size(given: Json, checks: Checks) -> Field:
    if isinstance(given, list) and len(given) == 2:
        columns, rows = given
        if type(columns) is int and type(rows) is int and 1 <= columns <= LARGEST and 1 <= rows <= LARGEST:
            return field(columns, rows)
    checks.wrong("board.size", _("the size is [columns, rows], two whole numbers from 1 to {largest}", largest=LARGEST))
    return field(LARGEST, LARGEST)


def _claim(given: Json, size: Field, claimed: dict[str, str], what: str, at: str, checks: Checks) -> str:
    """Return a cell that nothing else of its kind is in; empty, if there is none."""
    cell = checks.cell(given, size, at)
    if cell in claimed:
        checks.wrong(at, _("{cell} is taken already: {what}", cell=cell, what=claimed[cell]))
        return ""
    if cell:
        claimed[cell] = what
    return cell


def _cells(given: Json, size: Field, claimed: dict[str, str], what: str, at: str, checks: Checks) -> tuple[str, ...]:
    cells = [
        _claim(item, size, claimed, what, f"{at}[{index}]", checks)
        for index, item in enumerate(checks.items(given, at))
    ]
    return tuple(cell for cell in cells if cell)


def _shapes(given: Json, size: Field, claimed: dict[str, str], checks: Checks) -> dict[str, Shape]:
    if not isinstance(given, dict):
        checks.wrong("board.shapes", _("the shapes are an object by cell"))
        return {}
    shapes: dict[str, Shape] = {}
    for name, text in given.items():
        at = f"board.shapes.{name}"
        cell = _claim(name, size, claimed, "shape", at, checks)
        if not isinstance(text, str) or text not in _SHAPE_NAMES:
            kinds = f"{', '.join(COLOURS)}; {', '.join(SHAPES)}"
            checks.wrong(at, _("a shape is a colour and a form, such as red square: {kinds}", kinds=kinds))
        elif cell:
            shapes[cell] = _SHAPE_NAMES[text]
    return shapes


def _by_camp(given: Json, at: str, checks: Checks) -> dict[str, Json]:
    """Return what belongs to the camps."""
    found = checks.keys(given, at, CAMPS, _("this must be an object by camp: {camps}", camps=", ".join(CAMPS)))
    return {camp: item for camp, item in found.items() if camp in CAMPS}
