"""The documents of a kit: which things are printed, on which sheets, for whom."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from boards.base.catalogue import Language, translate
from boards.colours import HEX, SHAPES
from boards.drawing.artwork import drawing_of
from boards.drawing.pictograms import INK, LIFE, heart, owner_shape
from boards.drawing.primitives import WHITE, Circle, Drawing, Path, Shape, arc, line, placed, sheet
from boards.geometry import Point
from boards.kit.decks import deck
from boards.kit.kit import DIE_MM, Kit
from boards.kit.kit_messages import BACKS, COLOUR, FACES, TITLES
from boards.kit.marker_plan import TOKEN_COUNTS, die_keys
from boards.kit.thing_keys import EnergyKey, GolemKey, MatKey, ReadyKey, ThingKey, TokenKey, TrayKey
from boards.printing.assembly_guide import guide
from boards.printing.sheets import CUT, Document, Page, Placement, cut_line, flow, paper, tiled, two_sided, usable

LIVES = 3
LIFE_MM = 30.0


@dataclass(frozen=True)
class Order:
    """What is to be printed."""

    kit: Kit
    mat_key: MatKey
    colours: tuple[str, ...]
    language: Language
    paper: str
    """A4 or A3."""


ONE_SIDE = ("guide", "mats", "trays", "golems", "dice", "tokens", "energy", "lives")
TWO_SIDES = ("decks",)
TOGETHER: Mapping[str, Sequence[str]] = {"one-side": ONE_SIDE, "two-sides": TWO_SIDES}
"""What a table needs, as one file for each way to print: sheets with one side, and cards on both."""


def joined(made: Sequence[Document], name: str) -> Document:
    """Return documents of one kind of paper as a single one, called `name`."""
    return replace(made[0], name=name, pages=tuple(page for document in made for page in document.pages))


def documents(order: Order, what: Sequence[str]) -> tuple[Document, ...]:
    """Return the documents of an order, in the order of :data:`WHAT`. The guide lists the others."""
    chosen = [name for name in WHAT if name in what]
    made = [document for name in chosen if name != "guide" for document in _MAKERS[name](order)]
    if "guide" in chosen:
        made.insert(0, guide(order.mat_key, order.colours, made, order.language, order.paper))
    return tuple(made)


def _mats(order: Order) -> Iterator[Document]:
    title = translate(TITLES["mat"], order.language).format(size=order.mat_key.name)
    yield Document(f"mat-{order.mat_key.name}", title, _tiled(order, order.mat_key))


def _trays(order: Order) -> Iterator[Document]:
    for colour in order.colours:
        yield Document(f"tray-{colour}", _of(order, "tray", colour), _tiled(order, TrayKey(colour)))


def _decks(order: Order) -> Iterator[Document]:
    for colour in order.colours:
        keys: list[ThingKey] = [*deck(colour, order.kit.rules), ReadyKey(colour)]
        pages = tuple(_deck_pages(order, keys))
        yield Document(f"deck-{colour}", _of(order, "deck", colour), pages, seeded=True)


def _deck_pages(order: Order, keys: Sequence[ThingKey]) -> Iterator[Page]:
    """Faces and backs by turns."""
    kit, language = order.kit, order.language
    sides = [(key, drawing_of(key, kit, language), drawing_of(key, kit, language, False)) for key in keys]
    return two_sided(sides, paper(order.paper), translate(FACES, language), translate(BACKS, language))


def _tokens(order: Order) -> Iterator[Document]:
    keys = [TokenKey(kind, number) for kind, count in TOKEN_COUNTS.items() for number in range(1, count + 1)]
    items = [(key, drawing_of(key, order.kit, order.language)) for key in keys]
    upright, wide = flow(items, paper(order.paper), 4), flow(items, paper(order.paper, landscape=True), 4)
    yield Document("tokens", translate(TITLES["tokens"], order.language), min((upright, wide), key=len))


def _golems(order: Order) -> Iterator[Document]:
    items = [(key, drawing_of(key, order.kit, order.language)) for key in (GolemKey(c) for c in order.colours)]
    yield Document("golems", translate(TITLES["golems"], order.language), flow(items, paper(order.paper), 8))


def _lives(order: Order) -> Iterator[Document]:
    items = [(None, life(colour)) for colour in order.colours for _ in range(LIVES)]
    yield Document("lives", translate(TITLES["lives"], order.language), flow(items, paper(order.paper), 6))


def life(owner: str) -> Drawing:
    """Return a life token: a heart, and whose it is."""
    radius = LIFE_MM / 2
    shapes = (
        Circle(Point(0, 0), radius, HEX[owner]),
        Circle(Point(0, 0), radius - 2.4, WHITE, INK, 0.6),
        *placed([heart(LIFE)], Point(0, 2.6), 0.165),
        *placed([owner_shape(SHAPES[owner], HEX[owner])], Point(0, -8.4), 0.055),
    )
    return Drawing(sheet(LIFE_MM, LIFE_MM), shapes, tuple(arc(Point(0, 0), radius, 0, 354)))


def _energy(order: Order) -> Iterator[Document]:
    size = paper(order.paper, landscape=True)
    area = usable(size)
    track, chip = (drawing_of(EnergyKey(name), order.kit, order.language) for name in ("track", "chip"))
    at = Point(area.centre.x, area.high.y - track.height_mm / 2)
    beside = Point(area.centre.x, at.y - track.height_mm / 2 - chip.height_mm)
    placements = (Placement(EnergyKey("track"), track, at), Placement(EnergyKey("chip"), chip, beside))
    marks = (*cut_line(track, at), *cut_line(chip, beside))
    yield Document("energy", translate(TITLES["energy"], order.language), (Page(size, placements, marks),))


_NET = ((0, 3), (0, 2), (-1, 2), (1, 2), (0, 1), (0, 0))
"""Columns and rows of a die's faces, folded out as a cross."""
_TABS = (
    ((-1, 2), 0), ((-1, 2), 90), ((-1, 2), 180), ((1, 2), 0), ((1, 2), 180), ((1, 2), -90), ((0, 0), 180),
)  # fmt: skip
"""Where tabs hang: the face, and the tab's direction (0 is up), counter-clockwise."""
TAB_MM = 8.0


def _dice(order: Order) -> Iterator[Document]:
    size = paper(order.paper, landscape=True)
    area = usable(size)
    pitch = 3 * DIE_MM + 2 * TAB_MM + 4
    across = max(1, int((area.width + 4) // pitch))
    pages: list[Page] = []
    for first in range(0, len(order.colours), across):
        batch = order.colours[first : first + across]
        placements: list[Placement] = []
        marks: list[Shape] = []
        for number, colour in enumerate(batch):
            middle = area.centre.x + (number - (len(batch) - 1) / 2) * pitch
            sides = [(key, drawing_of(key, order.kit, order.language)) for key in die_keys(colour)]
            placed_here, drawn = die_net(sides, Point(middle, area.high.y - 4 * DIE_MM))
            placements += placed_here
            marks += drawn
        pages.append(Page(size, tuple(placements), tuple(marks)))
    yield Document("dice", translate(TITLES["dice"], order.language), tuple(pages))


def die_net(sides: Sequence[tuple[ThingKey, Drawing]], foot: Point) -> tuple[list[Placement], list[Shape]]:
    """Return the six sides of a die folded out as a cross, above the middle of its lower edge.

    And where to cut and fold.
    """
    placements = [
        Placement(key, drawing, foot + Point(column * DIE_MM, (row + 0.5) * DIE_MM))
        for (column, row), (key, drawing) in zip(_NET, sides, strict=True)
    ]
    return placements, _net_marks(foot)


def _net_marks(foot: Point) -> list[Shape]:
    """Fold lines dashed, cut lines full, tabs to glue."""
    half = DIE_MM / 2
    marks: list[Shape] = []
    for column, row in _NET:
        centre = foot + Point(column * DIE_MM, (row + 0.5) * DIE_MM)
        for way in (0, 90, 180, -90):
            ends = [centre + Point(x, half).rotated(way) for x in (-half, half)]
            step = Point(0, 1).rotated(way)
            joined = (round(column + step.x), round(row + step.y)) in _NET or ((column, row), way) in _TABS
            style = (CUT, 0.2, 1.2) if joined else (CUT, 0.2, 0.0)
            marks.append(line([(point.x, point.y) for point in ends], *style))
    for (column, row), way in _TABS:
        centre = foot + Point(column * DIE_MM, (row + 0.5) * DIE_MM)
        rim = [(-half, half), (-half + 6, half + TAB_MM), (half - 6, half + TAB_MM), (half, half)]
        points = tuple(centre + Point(x, y).rotated(way) for x, y in rim)
        marks.append(Path((points,), None, CUT, 0.2, closed=False))
    return marks


def _of(order: Order, title: str, colour: str) -> str:
    return translate(TITLES[title], order.language).format(colour=translate(COLOUR[colour], order.language))


def _tiled(order: Order, key: ThingKey) -> tuple[Page, ...]:
    return tiled(key, drawing_of(key, order.kit, order.language), order.paper, order.language)


_MAKERS: dict[str, Callable[[Order], Iterator[Document]]] = {
    "mats": _mats,
    "decks": _decks,
    "trays": _trays,
    "golems": _golems,
    "dice": _dice,
    "tokens": _tokens,
    "energy": _energy,
    "lives": _lives,
}

WHAT: tuple[str, ...] = ("guide", *_MAKERS)
"""What can be printed, in the order of the files."""
