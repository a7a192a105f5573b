"""The documents of Robots on hexagons: the board as a mat, the step and question cards, the sheet for programs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from boards.base.catalogue import Language, translate
from boards.drawing.primitives import Drawing
from boards.hexagons.hex_board_art import hexboard_drawing
from boards.hexagons.hex_messages import TITLES
from boards.hexagons.hex_program_sheet import program_sheet
from boards.hexagons.hex_question_art import word_face
from boards.hexagons.hex_question_cards import WORDS, word_ids
from boards.hexagons.hex_step_card_art import step_back, step_face
from boards.hexagons.hex_step_cards import STEPS, step_ids
from boards.hexboards import BUILT_IN, HexBoard, hexboard
from boards.kit.kit_messages import BACKS, FACES
from boards.kit.thing_keys import StepKey
from boards.printing.sheets import Document, Page, Placement, centred, origin_at, paper, tiled, two_sided


@dataclass(frozen=True)
class HexOrder:
    """What is to be printed of this game."""

    language: Language
    paper: str
    """A4 or A3."""
    deck_seed: int = 1
    board: HexBoard | None = None
    """A board of one's own; None: those that are shipped."""


def hex_documents(what: Sequence[str], order: HexOrder) -> tuple[Document, ...]:
    """Return the documents of those asked for that belong to this game."""
    return tuple(document for name in WHAT if name in what for document in _MAKERS[name](order))


def _mats(order: HexOrder) -> Iterator[Document]:
    # One without a border is printed as something else.
    for board in (order.board,) if order.board else [each for each in map(hexboard, BUILT_IN) if each.markers]:
        drawing = hexboard_drawing(board, order.language)
        pages = tiled(board.key, drawing, order.paper, order.language)
        yield Document(f"hex-mat-{board.key.name}", translate(board.title, order.language), pages)


def _decks(order: HexOrder) -> Iterator[Document]:
    ids = step_ids(order.deck_seed)
    yield _cards("hex-deck", "deck", order, STEPS, ids, step_face)


def _questions(order: HexOrder) -> Iterator[Document]:
    ids = word_ids(order.deck_seed)
    yield _cards("hex-questions", "questions", order, WORDS, ids, word_face)


def _cards(
    name: str,
    title: str,
    order: HexOrder,
    counts: Iterable[tuple[str, int]],
    ids: Mapping[str, int],
    face: Callable[[str, int, Language], Drawing],
) -> Document:
    """So many cards of each text, on sheets with two sides."""
    language = order.language
    cards = [
        (StepKey(text, copy), face(text, ids[text], language), step_back(ids[text]))
        for text, count in counts
        for copy in range(1, count + 1)
    ]
    pages = tuple(two_sided(cards, paper(order.paper), translate(FACES, language), translate(BACKS, language)))
    return Document(name, translate(TITLES[title], language), pages, seeded=True)


def _sheets(order: HexOrder) -> Iterator[Document]:
    size, drawing = paper(order.paper), program_sheet(order.language)
    at = origin_at(drawing, centred(size, drawing.width_mm, drawing.height_mm))
    yield Document(
        "hex-sheet", translate(TITLES["sheet"], order.language), (Page(size, (Placement(None, drawing, at),)),)
    )


_MAKERS: dict[str, Callable[[HexOrder], Iterator[Document]]] = {
    "hex-mats": _mats,
    "hex-decks": _decks,
    "hex-questions": _questions,
    "hex-sheets": _sheets,
}

WHAT: tuple[str, ...] = tuple(_MAKERS)
"""What can be printed, in the order of the files."""
