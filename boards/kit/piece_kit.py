"""The kit of a game of pieces: its printed things with their markers, for the eye and the simulator."""

from __future__ import annotations

from collections.abc import Iterator
from types import MappingProxyType

from boards.base.catalogue import Language
from boards.drawing.piece_art import board_drawing, die_drawing, die_marker, lid_top
from boards.drawing.primitives import Drawing
from boards.geometry import Point
from boards.hexagons.hex_board_art import hexboard_drawing
from boards.hexagons.hex_question_art import word_face
from boards.hexagons.hex_question_cards import group_of, word_ids
from boards.hexagons.hex_step_card_art import step_back, step_face
from boards.hexagons.hex_step_cards import step_ids
from boards.kit.kit import CARD_MM, DIE_MM, Kit, card_markers
from boards.kit.piece_set import LID_MM, PieceKind, PieceSet
from boards.kit.printed_items import Marker, PrintedItem
from boards.kit.thing_keys import StepKey, ThingKey


def piece_kit(pieces: PieceSet, deck_seed: int = 1) -> Kit:
    """All printed things of the game. Raises TooManyPieces."""
    things = {thing.key: thing for thing in _things(pieces, deck_seed)}
    owners: dict[int, tuple[ThingKey, ...]] = {
        marker.id: (thing.key,) for thing in things.values() for marker in thing.markers
    }
    faces: dict[ThingKey, str] = {key: face for key, face, _ in pieces.sides()}
    kinds: dict[ThingKey, PieceKind] = {key: kind for key, kind, _ in pieces.pieces()}

    def draw(key: ThingKey, language: Language, face_up: bool) -> Drawing:
        thing = things[key]
        if key == pieces.mat_key:
            return hexboard_drawing(pieces.printed, language) if pieces.printed else board_drawing(pieces, language)
        if key in kinds:
            return lid_top(kinds[key], thing.markers[0], thing.size_mm[0])
        if key in faces:
            return die_drawing(faces[key], thing.markers[0])
        return step_drawing(thing, language, face_up)

    return Kit(deck_seed, "3.1", MappingProxyType(things), MappingProxyType(owners), draw)


def step_things(deck_seed: int) -> Iterator[PrintedItem]:
    """Return the cards of steps and of questions' words."""
    for text, marker in {**step_ids(deck_seed), **word_ids(deck_seed)}.items():
        yield PrintedItem(StepKey(text), CARD_MM, 0.0, card_markers(marker), _square(*CARD_MM))


def step_drawing(card: PrintedItem, language: Language, face_up: bool) -> Drawing:
    """Return the side of such a card that lies up."""
    assert isinstance(card.key, StepKey)
    text, marker = card.key.text, card.markers[0].id
    if not face_up:
        return step_back(marker)
    return step_face(text, marker, language) if group_of(text) is None else word_face(text, marker, language)


def _things(pieces: PieceSet, deck_seed: int) -> Iterator[PrintedItem]:
    sheet = pieces.sheet
    corners = (sheet.low, Point(sheet.high.x, sheet.low.y), sheet.high, Point(sheet.low.x, sheet.high.y))
    yield PrintedItem(pieces.mat_key, (sheet.width, sheet.height), 0.0, pieces.markers, corners)
    side = pieces.piece_mm
    for key, _kind, marker in pieces.pieces():
        yield PrintedItem(
            key, (side, side), LID_MM, (Marker(marker, Point(0.0, 0.0), pieces.marker_mm),), _square(side, side)
        )
    for side_key, _face, marker in pieces.sides():
        yield PrintedItem(side_key, (DIE_MM, DIE_MM), DIE_MM, (die_marker(marker),), _square(DIE_MM, DIE_MM))
    if pieces.shape == "hexagon":
        yield from step_things(deck_seed)


def _square(width: float, height: float) -> tuple[Point, ...]:
    x, y = width / 2, height / 2
    return (Point(-x, -y), Point(x, -y), Point(x, y), Point(-x, y))
