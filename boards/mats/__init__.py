"""The mats: fields with a printed border that carries the markers which tell the camera where the table is.

A mat is data: a YAML file in this folder, or a file anywhere that a command names (:func:`use`). :func:`load` reads one
and says every mistake with file, line and key. The mat's own frame is the mat frame: origin in the lower left corner of
the field.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from boards.base.errors import GolemError, Problem, Problems
from boards.base.message import Message, _, listed
from boards.base.yaml_reader import Section, parse_document, read_document
from boards.board_mistakes import BoardMistake
from boards.geometry import Point, Rect, SquareGrid
from boards.kit.marker_plan import MAT_IDS, quiet_mm
from boards.kit.printed_items import Marker
from boards.kit.thing_keys import MatKey

_FOLDER = Path(__file__).parent

BUILT_IN: tuple[MatKey, ...] = tuple(MatKey(path.stem) for path in sorted(_FOLDER.glob("*.yaml")))
"""The mats of this folder, by key. Their files are named after the keys."""

SUFFIXES = (".yaml", ".yml")
"""A mat's name that ends so is a file."""


@dataclass(frozen=True)
class Mat:
    """A printed mat."""

    key: MatKey
    title: Message
    grid: SquareGrid
    border_mm: float
    markers: tuple[Marker, ...]
    """At the field's corners: lower left, lower right, upper right, upper left."""

    @property
    def field(self) -> Rect:
        """All cells, in the mat frame."""
        return Rect(Point(0.0, 0.0), Point(self.grid.width_mm, self.grid.height_mm))

    @property
    def sheet(self) -> Rect:
        """The printed sheet, in the mat frame."""
        return self.field.grown(self.border_mm)

    @property
    def size_mm(self) -> tuple[float, float]:
        """Return the width and height of the sheet, in mm."""
        return self.sheet.width, self.sheet.height


class UnknownMat(GolemError):
    """No mat of this key is shipped."""

    exit_status = 2

    def __init__(self, key: MatKey) -> None:
        known = listed(map(str, mats()))
        super().__init__(_("there is no mat {key}; known are {known}", key=repr(str(key)), known=known))
        self.key = key


_IN_USE: dict[MatKey, tuple[Mat, str]] = {}
"""Mats of files outside this folder, with the text of each file. Filled by :func:`use` before a table is set up, never
changed after; a key always means the same mat in one process."""


def mats() -> tuple[MatKey, ...]:
    """Return the keys of all mats that :func:`mat` knows: those of this folder, then those in use from other files."""
    return (*BUILT_IN, *_IN_USE)


def mat(key: MatKey) -> Mat:
    """Return a mat by its key, such as ``mat:4x4``. Raises UnknownMat."""
    if key in _IN_USE:
        return _IN_USE[key][0]
    if key not in BUILT_IN:
        raise UnknownMat(key)
    return _built_in(key)


@cache
def _built_in(key: MatKey) -> Mat:
    path = _FOLDER / f"{key.name}.yaml"
    found = load(path)
    if found.key != key:
        raise Problems(
            [Problem(f"{path.name}: key", BoardMistake.MAT_NAME(wanted=repr(str(key)), found=repr(str(found.key))))]
        )
    return found


def use(path: Path) -> Mat:
    """Make the mat of a file anywhere known by its key, for the rest of this process.

    Raises Problems for a wrong file, for the key of another mat, and for corner markers that another mat has: the
    camera could not tell the two apart.
    """
    found = read_document(path, _build_own)
    return _keep(found, path.read_text(encoding="utf-8-sig"))


def use_text(text: str, name: str) -> Mat:
    """Do as :func:`use` does with a file's text, such as a record keeps it; `name` is what errors call it."""
    return _keep(parse_document(text.encode(), name, _build_own), text)


def source_of(key: MatKey) -> str:
    """Return the text of the file of a mat that is in use from outside this folder; empty for a mat of this folder."""
    return _IN_USE[key][1] if key in _IN_USE else ""


def _keep(found: Mat, text: str) -> Mat:
    if found.key not in BUILT_IN:
        _IN_USE[found.key] = (found, text)
    return found


def _build_own(top: Section) -> Mat:
    """Build a mat that is to be known beside the others."""
    found = build(top)
    ids = {marker.id for marker in found.markers}
    for other in map(mat, mats()):
        taken = ", ".join(str(marker.id) for marker in other.markers if marker.id in ids)
        if other.key == found.key:
            if other != found:
                top.problem("key", BoardMistake.MAT_TWICE(key=repr(str(found.key))))
        elif taken:
            top.problem("markers.ids", BoardMistake.MARKERS_TAKEN(mat=str(other.key), ids=taken))
    return found


def chosen(name: str) -> MatKey:
    """Return the key of the mat that somebody names: ``4x4``, or a YAML file anywhere, which is put to use.

    Raises UnknownMat, and Problems for a wrong file.
    """
    if name.endswith(SUFFIXES):
        return use(Path(name)).key
    key = MatKey(name)
    if key not in mats():
        raise UnknownMat(key)
    return key


def load(path: Path) -> Mat:
    """Return the mat of a YAML file. Raises Problems with file, line and key."""
    return read_document(path, build)


def _key(top: Section) -> MatKey:
    text = top.text("key")
    prefix, _, name = text.partition(":")
    if prefix != MatKey.PREFIX:
        top.problem("key", BoardMistake.MAT_PREFIX())
    elif not name or ":" in name:
        top.problem("key", BoardMistake.MAT_KEY())
    return MatKey(name)


def build(top: Section) -> Mat:
    """Return the mat that a YAML document says."""
    key = _key(top)
    title = top.message("title")
    columns, rows = top.integer("columns", 1, 26), top.integer("rows", 1, 26)
    cell, border = top.number("cell_mm", 20, 500), top.number("border_mm", 20, 200)
    grid = SquareGrid(columns, rows, cell)
    markers = read_markers(top, grid.width_mm, grid.height_mm, border)
    return Mat(key, title, grid, border, markers)


def read_markers(top: Section, width: float, height: float, border: float) -> tuple[Marker, ...]:
    """Return the markers at the corners of a field of this size (mm), with a border of this width around it."""
    corners = top.section("markers")
    if not corners:
        return ()
    ids = corners.integers("ids", 4, MAT_IDS.start, MAT_IDS.stop - 1)
    if len({*ids}) < len(ids):
        corners.problem("ids", BoardMistake.SAME_IDS())
    side, out = corners.number("side_mm", 15, 150), corners.number("out_mm", 10, 190)
    room = side / 2 + quiet_mm(side)
    if out < room or border - out < room:
        mistake = BoardMistake.NO_ROOM(
            side=f"{side:g}", room=f"{room:g}", inside=f"{out:g}", outside=f"{border - out:g}"
        )
        corners.problem("out_mm", mistake)
    left, right, low, high = -out, width + out, -out, height + out
    centres = (Point(left, low), Point(right, low), Point(right, high), Point(left, high))
    return tuple(Marker(marker, centre, side) for marker, centre in zip(ids, centres, strict=True))
