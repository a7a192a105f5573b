"""The documents of a game of pieces: its board as a mat, its pieces as lids to fold, its die."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from boards.base.catalogue import Language, translate
from boards.drawing.piece_art import board_drawing, die_drawing, lid_net, setup_drawing
from boards.geometry import Point
from boards.hexagons.hex_board_art import hexboard_drawing
from boards.kit.kit import DIE_MM
from boards.kit.kit_messages import PIECE_HINT, PIECE_TITLES
from boards.kit.piece_kit import piece_kit
from boards.kit.piece_set import LID_MM, PieceSet
from boards.printing.documents import die_net
from boards.printing.sheets import Document, Page, Placement, flow, paper, tiled, usable

GAP_MM = 2.0


def piece_documents(pieces: PieceSet, what: Sequence[str], language: Language, paper_name: str) -> tuple[Document, ...]:
    """Return the documents of those asked for that belong to the game. Raises TooManyPieces."""
    chosen = (name for name in _MAKERS if name in what)
    return tuple(document for name in chosen for document in _MAKERS[name](pieces, language, paper_name))


def _boards(pieces: PieceSet, language: Language, paper_name: str) -> Iterator[Document]:
    hexagons = pieces.printed
    drawing = board_drawing(pieces, language) if hexagons is None else hexboard_drawing(hexagons, language)
    pages = tiled(pieces.mat_key, drawing, paper_name, language)
    yield Document(f"{pieces.game}-board", _title("boards", pieces, language), pages)


def _pieces(pieces: PieceSet, language: Language, paper_name: str) -> Iterator[Document]:
    things = piece_kit(pieces).things
    items = [
        (key, lid_net(kind, things[key].markers[0], pieces.piece_mm, language)) for key, kind, _ in pieces.pieces()
    ]
    if not items:
        return
    hint = translate(PIECE_HINT, language).format(mm=f"{LID_MM:g}")
    pages = tuple(replace(page, hint=hint) for page in flow(items, paper(paper_name), GAP_MM))
    yield Document(f"{pieces.game}-pieces", _title("pieces", pieces, language), pages)


def _die(pieces: PieceSet, language: Language, paper_name: str) -> Iterator[Document]:
    things = piece_kit(pieces).things
    sides = [(key, die_drawing(face, things[key].markers[0])) for key, face, _ in pieces.sides()]
    if not sides:
        return
    size = paper(paper_name)
    area = usable(size)
    placements, marks = die_net(sides, Point(area.centre.x, area.high.y - 4 * DIE_MM))
    yield Document(
        f"{pieces.game}-die", _title("die", pieces, language), (Page(size, tuple(placements), tuple(marks)),)
    )


def _setup(pieces: PieceSet, language: Language, paper_name: str) -> Iterator[Document]:
    if not pieces.start or pieces.printed is not None:
        return
    size = paper(paper_name)
    area = usable(size)
    drawing = setup_drawing(pieces, language, area.width, area.height)
    at = Point(area.low.x, area.high.y - drawing.bounds.high.y)
    page = Page(size, (Placement(None, drawing, at),))
    yield Document(f"{pieces.game}-setup", _title("setup", pieces, language), (page,))


def _title(what: str, pieces: PieceSet, language: Language) -> str:
    return translate(PIECE_TITLES[what], language).format(game=translate(pieces.title, language))


Maker = Callable[[PieceSet, Language, str], Iterator[Document]]

_MAKERS: dict[str, Maker] = {"boards": _boards, "pieces": _pieces, "die": _die, "setup": _setup}

WHAT: tuple[str, ...] = tuple(_MAKERS)
"""What can be printed, in the order of the files."""
