"""Reads what `notation` writes. Every mistake is found, with its line and column.

The text becomes a document of `golem resolve`, which is then read as any other: what is refused there is refused here,
at the column that says it.

A method reads each part of the grammar, which is why the module is long.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import NamedTuple

from boards.base.errors import Problem, Problems
from boards.base.message import Message, _
from boards.colours import COLOURS
from boards.geometry import Cell
from controller.games.game import Json
from controller.games.golems.documents.document_reader import read_position, read_task
from controller.games.golems.documents.notation import (
    BARREL_SIGN,
    DICE,
    NO_GOALS,
    NOTHING,
    PARTS,
    PLAIN_NAME,
    STREAM_SIGN,
    WALL_SIGN,
    WATER_SIGN,
)
from controller.games.golems.rules.goals import CELL_GOALS, DESTROY_BARRELS, PLAIN_GOALS
from controller.games.golems.rules.position import ENERGY, NAME, OUT_OF_CHARGE, Position
from controller.games.golems.rules.square_grid import LARGEST

LONGEST = 1 << 16
"""Characters of a text; a full board of 26x26 with a round has about 3,000."""

_COLOUR_OF = {colour[0].upper(): colour for colour in COLOURS}
_TOKENS = {WALL_SIGN: "walls", WATER_SIGN: "waters", BARREL_SIGN: "barrels"}
_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')
_PART = re.compile(r'(?:"(?:[^"\\]|\\.)*"|[^ ])+')
_SIGN = re.compile(r"[0-9]+|[A-Z][a-z]|.", re.DOTALL)
_GOLEM = re.compile(r"(?P<letter>[A-Z])(?P<lives>[0-9]{1,4})?(?P<barrel>\*)?(?:@(?P<side>.+))?", re.DOTALL)
_STREAM = re.compile(r"(?P<cells>[^\[\]>]+)(?:\[(?P<banks>[^\[\]>]*)\])?>(?P<exit>[^\[\]>]+)")


class _Piece(NamedTuple):
    """A piece of the text, and its column, counted from 1."""

    text: str
    column: int

    def split(self, sign: str) -> list[_Piece]:
        """Return the pieces between signs that stand outside quotes."""
        pieces: list[_Piece] = []
        begin = 0
        covered = _QUOTED.sub(lambda quoted: "x" * len(quoted[0]), self.text)
        for part in covered.split(sign):
            pieces.append(_Piece(self.text[begin : begin + len(part)], self.column + begin))
            begin += len(part) + len(sign)
        return pieces


def parse_position(text: str) -> Position:
    """Return a position from its line, also one whose energy is out. Raises `Problems` at columns."""
    reader = _Reader()
    document = reader.position(_Piece(text, 1))
    position: Position | None = None
    try:
        position = read_position(document, least_energy=OUT_OF_CHARGE)
    except Problems as refused:
        reader.refused(refused)
    if reader.problems or position is None:
        raise Problems(
            Problem(f"column {column}", message) for column, message in sorted(reader.problems, key=_in_reading_order)
        )
    return position


def parse_document(text: str) -> Json:
    """Return the document of `golem resolve` that a round's lines mean.

    Raises `Problems` at lines and columns.
    """
    if len(text) > LONGEST:
        raise Problems(
            [Problem("line 1", _("this is longer than {longest} characters; no round is that long", longest=LONGEST))]
        )
    lines = [(number, line.rstrip()) for number, line in enumerate(text.split("\n"), start=1)]
    lines = [(number, line) for number, line in lines if line and not line.lstrip().startswith("#")]
    if not lines:
        raise Problems([Problem("line 1", _("there is no position; it begins with the rulebook, such as 3.1"))])
    reader = _Reader()
    (reader.line, first), *rest = lines
    document = reader.position(_Piece(first, 1))
    for number, line in rest:
        reader.line = number
        reader.below(_Piece(line, 1), document)
    try:
        read_task(document)
    except Problems as refused:
        reader.refused(refused)
    if reader.problems:
        found = [(*divmod(place, LONGEST * 2), said) for place, said in sorted(reader.problems, key=_in_reading_order)]
        raise Problems(Problem(f"line {line}, column {column}", message) for line, column, message in found)
    return document


def _in_reading_order(problem: tuple[int, Message]) -> tuple[int, str]:
    return problem[0], str(problem[1])


class _Reader:
    """Reads on after a mistake; what could not be read is left out of the document."""

    def __init__(self) -> None:
        self.problems: list[tuple[int, Message]] = []
        """Place and message."""
        self.line = 0
        """The line that is read; 0 where there is only one, so that a place is a column."""
        self.places: dict[str, int] = {}
        """A place of the document -> where the text says it."""
        self.broken = False
        """Whether the board could not be read."""

    def _at(self, column: int) -> int:
        return self.line * LONGEST * 2 + column

    def wrong(self, column: int, message: Message) -> None:
        """Note a mistake at a column of the line."""
        self.problems.append((self._at(column), message))

    def says(self, place: str, column: int) -> None:
        """Note which column a place of the document comes from."""
        self.places[place] = self._at(column)

    def refused(self, problems: Problems) -> None:
        """Take over what the reader of documents refuses, at the text that says it."""
        for problem in problems.problems:
            at = problem.at
            while at and at not in self.places:
                at = at[:-1]
            place = self.places.get(at, self.places[""])
            # What was wrong as text already is not told of twice.
            if not any(known == place for known, _said in self.problems):
                self.problems.append((place, problem.message))

    # --- the position

    def position(self, line: _Piece) -> dict[str, Json]:
        """Read the line of a position into a document."""
        parts = [_Piece(found[0], line.column + found.start()) for found in _PART.finditer(line.text[:LONGEST])]
        self.says("", line.column)
        for part, name in zip(parts, PARTS, strict=False):
            self.says(name, part.column)
        if len(parts) < len(PARTS):
            missing = ", ".join(PARTS[len(parts) :])
            self.wrong(
                line.column + len(line.text),
                _("a position has {count} parts; missing: {missing}", count=len(PARTS), missing=missing),
            )
        for more in parts[len(PARTS) :]:
            self.wrong(more.column, _("a position has {count} parts, and this is one more", count=len(PARTS)))
        given = dict(zip(PARTS, parts, strict=False))
        document: dict[str, Json] = {"game": NAME}
        document |= {name: given[name].text for name in ("rules", "way") if name in given}
        board, golems = self.board(given["board"]) if "board" in given else (None, {})
        self.broken = board is None
        document |= {"board": board or {"size": [LARGEST, LARGEST]}, "golems": golems}
        if "golems" in given:
            self.golems(given["golems"], golems)
        if "energy" in given:
            self.energy(given["energy"], given["rules"].text, document)
        if "streams" in given and given["streams"].text != NOTHING:
            self.says("board.streams", given["streams"].column)
            streams = self.streams(given["streams"])
            if board is not None:
                board["streams"] = streams
        if board is not None:
            self.flows(board)
        if "goals" in given and given["goals"].text != NOTHING:
            goals = self.goals(given["goals"])
            if not self.broken:
                document["goals"] = goals
        return document

    def board(self, given: _Piece) -> tuple[dict[str, Json] | None, dict[str, Json]]:
        """Return the board with its tokens, and the golems; None, if the board can't be read."""
        rows = given.split("/")
        before = len(self.problems)
        board: dict[str, Json] = {"size": [0, len(rows)], "walls": [], "waters": [], "barrels": []}
        golems: dict[str, Json] = {}
        self.says("board.size", given.column)
        if len(rows) > LARGEST:
            self.wrong(
                given.column,
                _("a board has at most {largest} rows, this one has {count}", largest=LARGEST, count=len(rows)),
            )
            return None, {}
        for number, row in zip(range(len(rows), 0, -1), rows, strict=True):
            width = self.row(row, number, board, golems)
            if number == len(rows):
                board["size"][0] = width
            elif width != board["size"][0]:
                self.wrong(
                    row.column,
                    _(
                        "row {number} has {width} cells, the rows above it {above}",
                        number=number,
                        width=width,
                        above=board["size"][0],
                    ),
                )
        return (board, golems) if len(self.problems) == before else (None, golems)

    def row(self, row: _Piece, number: int, board: dict[str, Json], golems: dict[str, Json]) -> int:
        """Put what stands in a row on the board. How many cells it has."""
        column = 0
        for found in _SIGN.finditer(row.text):
            sign, at = found[0], row.column + found.start()
            if sign[0] in "0123456789":
                plain = len(sign) <= 2 and not sign.startswith("0")
                if not plain:
                    self.wrong(
                        at,
                        _(
                            "{sign} is no run of empty cells; that is a number from 1 to {largest}",
                            sign=sign[:8],
                            largest=LARGEST,
                        ),
                    )
                column += int(sign) if plain else 1
                continue
            if column >= LARGEST:
                self.wrong(at, _("a row has at most {largest} cells", largest=LARGEST))
                return column
            self.sign(sign, at, str(Cell(column, number - 1)), board, golems)
            column += 1
        if column > LARGEST:
            self.wrong(
                row.column,
                _("a row has at most {largest} cells, this one has {column}", largest=LARGEST, column=column),
            )
        return column

    def sign(self, sign: str, at: int, cell: str, board: dict[str, Json], golems: dict[str, Json]) -> None:
        """Put the thing that a sign means on a cell of the board."""
        colour = _COLOUR_OF.get(sign[0])
        if sign in _TOKENS:
            key = _TOKENS[sign]
            self.says(f"board.{key}[{len(board[key])}]", at)
            board[key].append(cell)
        elif sign == STREAM_SIGN:
            self.says(f"stream {cell}", at)
        elif colour is not None and len(sign) == 2 and sign[1] in "nesw":
            if colour in golems:
                self.wrong(at, _("the {colour} golem stands on the board twice", colour=colour))
            golems[colour] = {"at": cell, "facing": sign[1].upper()}
            self.says(f"golems.{colour}", at)
        else:
            self.wrong(
                at,
                _(
                    "{sign} is nothing that stands on a board: there are numbers for empty cells, {signs}, "
                    "and golems, {golems} with n, e, s or w",
                    sign=repr(sign),
                    signs=f"{WALL_SIGN} {WATER_SIGN} {STREAM_SIGN} {BARREL_SIGN}",
                    golems=" ".join(_COLOUR_OF),
                ),
            )

    def golems(self, given: _Piece, golems: dict[str, Json]) -> None:
        """Parse what differs from the start position."""
        named: dict[str, bool] = {}
        for item in given.split(",") if given.text != NOTHING else []:
            found = _GOLEM.fullmatch(item.text)
            colour = found and _COLOUR_OF.get(found["letter"])
            if not found or not colour:
                letters = " ".join(_COLOUR_OF)
                self.wrong(
                    item.column,
                    _("a golem is written R2*@side: one of {letters}, lives, *, @ and its side", letters=letters),
                )
                continue
            if colour in named:
                self.wrong(item.column, _("the {colour} golem comes twice", colour=colour))
            named[colour] = True
            if colour not in golems:
                if not self.broken:
                    self.wrong(item.column, _("the {colour} golem is not on the board", colour=colour))
                continue
            golem = golems[colour]
            if found["lives"]:
                golem["lives"] = int(found["lives"])
                self.says(f"golems.{colour}.lives", item.column + found.start("lives"))
            golem["barrel"] = bool(found["barrel"])
            if found["side"]:
                column = item.column + found.start("side")
                golem["side"] = self.name(_Piece(found["side"], column))
                self.says(f"golems.{colour}.side", column)

    def energy(self, given: _Piece, rules: str, document: dict[str, Json]) -> None:
        """Read the energy of a position into the document."""
        if given.text == NOTHING:
            if rules == "3.1":
                self.wrong(
                    given.column,
                    _("v3.1 has energy, 1 to {energy}; {nothing} is for v2.0", energy=ENERGY, nothing=NOTHING),
                )
        elif given.text.isascii() and given.text.isdigit() and len(given.text) <= 3:
            document["energy"] = int(given.text)
        else:
            self.wrong(given.column, _("energy is a whole number, or {nothing} in v2.0", nothing=NOTHING))

    def streams(self, given: _Piece) -> list[Json]:
        """Read the streams of a position."""
        streams: list[Json] = []
        for item in given.split(","):
            found = _STREAM.fullmatch(item.text)
            if not found:
                self.wrong(item.column, _("a stream is written e2+e3[e2.W+e3.E]>e4: cells, banks, the exit"))
                continue
            at = f"board.streams[{len(streams)}]"
            stream: dict[str, Json] = {}
            for key in ("cells", "banks"):
                if found[key] is not None:
                    pieces = _Piece(found[key], item.column + found.start(key)).split("+") if found[key] else []
                    stream[key] = [piece.text for piece in pieces]
                    for index, piece in enumerate(pieces):
                        self.says(f"{at}.{key}[{index}]", piece.column)
            stream["exit"] = found["exit"]
            self.says(at, item.column)
            self.says(f"{at}.exit", item.column + found.start("exit"))
            streams.append(stream)
        return streams

    def flows(self, board: dict[str, Json]) -> None:
        """Check that streams are given exactly where the board shows them."""
        streams: list[Json] = board.get("streams", [])
        flowing = {
            cell: f"board.streams[{index}].cells[{number}]"
            for index, stream in enumerate(streams)
            for number, cell in enumerate(stream["cells"])
        }
        shown = [place.removeprefix("stream ") for place in self.places if place.startswith("stream ")]
        for cell in shown:
            if cell not in flowing:
                message = _(
                    "{cell} is drawn as a stream's, but no stream flows there; plain water is {water_sign}",
                    cell=cell,
                    water_sign=WATER_SIGN,
                )
                self.problems.append((self.places[f"stream {cell}"], message))
        for cell, place in flowing.items():
            if cell not in shown and cell not in board["waters"]:
                message = _(
                    "a stream flows through {cell}; draw it as {stream_sign} or {water_sign} on the board",
                    cell=cell,
                    stream_sign=STREAM_SIGN,
                    water_sign=WATER_SIGN,
                )
                self.problems.append((self.places[place], message))

    def goals(self, given: _Piece) -> dict[str, Json]:
        """Read the goals of a position, by side."""
        goals: dict[str, Json] = {}
        for item in given.split(",") if given.text != NO_GOALS else []:
            name, *wanted = item.split(":")
            if len(wanted) != 1:
                self.wrong(item.column, _("goals are written red:reach@d4+survive: a side, a colon, goals"))
                continue
            side = self.name(name)
            if side in goals:
                self.wrong(name.column, _("the goals of {side} come twice", side=side))
            goals.setdefault(side, [])
            for piece in wanted[0].split("+") if wanted[0].text else []:
                self.says(f"goals.{side}[{len(goals[side])}]", piece.column)
                goals[side].append(self.goal(piece))
        return goals

    def goal(self, given: _Piece) -> Json:
        """Read one goal."""
        name, at, cell = given.text.partition("@")
        if name in CELL_GOALS and at:
            return {name: cell}
        if name == DESTROY_BARRELS and not at:
            return {name: "all"}
        if name not in PLAIN_GOALS or at:
            choices = (*PLAIN_GOALS, DESTROY_BARRELS, *(f"{goal}@CELL" for goal in CELL_GOALS))
            self.wrong(given.column, _("a goal is one of {choices}", choices=", ".join(choices)))
        return name

    def name(self, given: _Piece) -> str:
        """Return a side's name, as it stands or in quotes."""
        if PLAIN_NAME.fullmatch(given.text) and given.text != NO_GOALS:
            return given.text
        if _QUOTED.fullmatch(given.text):
            try:
                return str(json.loads(given.text))
            except ValueError:
                pass  # What JSON can't read is named below.
        self.wrong(given.column, _('a side is a plain word such as red, or text in quotes: "Red team"'))
        return given.text

    # --- the lines below

    def below(self, line: _Piece, document: dict[str, Json]) -> None:
        """Parse a program or the dice."""
        key, *rest = line.split(":")
        name = key.text.strip()
        known: Mapping[str, Json] = document.get("programs", {})
        if len(rest) != 1 or name not in (*COLOURS, DICE):
            self.wrong(
                1,
                _(
                    "a line below the position is a program, {colours} and a colon, or {dice}:",
                    colours=", ".join(COLOURS),
                    dice=DICE,
                ),
            )
        elif name in known or (name == DICE and "bonus" in document):
            self.wrong(1, _("{name} comes twice", name=name))
        elif name == DICE:
            document["bonus"] = self.dice(rest[0])
            self.says("bonus", 1)
        else:
            rows = rest[0].split(",")
            document["programs"] = {**known, name: [" ".join(row.text.split()) for row in rows]}
            self.says(f"programs.{name}", 1)
            for index, row in enumerate(rows):
                self.says(f"programs.{name}[{index}]", row.column + len(row.text) - len(row.text.lstrip()))

    def dice(self, given: _Piece) -> dict[str, Json]:
        """Read the faces of the dice, by colour."""
        faces: dict[str, Json] = {}
        for item in given.split(",") if given.text.strip() else []:
            column = item.column + len(item.text) - len(item.text.lstrip())
            colour, equals, face = (part.strip() for part in item.text.partition("="))
            if not equals or colour in faces:
                self.wrong(column, _("dice are written red=if, blue=blank; each golem's die once"))
                continue
            faces[colour] = " ".join(face.split())
            self.says(f"bonus.{colour}", column)
        return faces
