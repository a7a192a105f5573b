"""What lies on a table: mat, trays, cards in lanes, golems, tokens, dice. Places in the table's frame, mm.

The places on a tray are those that its PDF shows: four lanes of 328 x 90 mm, 92 mm apart, with five places each.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

import numpy as np

from tests.benchmarks.photographed.camera import Floats
from tests.benchmarks.photographed.prints import Edition, prints_of

COLOURS = ("red", "blue", "yellow", "green")
TRAY_MM = (375.0, 378.0)
LANE_LEFT, LANE_RIGHT = 41.0, 369.0
LANE_TOP, LANE_HIGH, LANE_STEP = 372.0, 90.0, 92.0
SLOT_FIRST, SLOT_STEP = 73.0, 66.0
CARD_MM = (63.0, 88.0)
CELL = 100.0
BORDER = 80.0
GOLEM_HIGH = 60.0

DECK = Counter(
    {
        "forward": 3, "backward": 3, "turn-left": 2, "turn-right": 2, "stand": 3, "attack": 2, "defend": 2, "take": 1,
        "if enemy": 1, "if attacked": 1, "repeat 2": 1, "repeat 3": 1,
    }
)  # fmt: skip
ACTIONS = tuple(DECK)[:8]
REPEATS = ("repeat 2", "repeat 3")
CONDITIONS = ("if enemy", "if attacked")


@dataclass(frozen=True)
class Tray:
    """A player's tray."""

    colour: str
    centre: tuple[float, float]
    heading: float

    def point(self, x: float, y: float) -> tuple[float, float]:
        """Return the place on the table of a place on the tray (mm from its lower left corner)."""
        angle = np.radians(self.heading)
        dx, dy = x - TRAY_MM[0] / 2, y - TRAY_MM[1] / 2
        cosine, sine = np.cos(angle), np.sin(angle)
        return float(self.centre[0] + dx * cosine - dy * sine), float(self.centre[1] + dx * sine + dy * cosine)

    def lane(self, number: int, inset: float = 1.0) -> Floats:
        """Return a lane's corners (4 x 3 mm); lanes count from 0, the upper one."""
        top = LANE_TOP - LANE_STEP * number - inset
        low = LANE_TOP - LANE_STEP * number - LANE_HIGH + inset
        left, right = LANE_LEFT + inset, LANE_RIGHT - inset
        return np.array([[*self.point(x, y), 0.0] for x, y in ((left, top), (right, top), (right, low), (left, low))])

    def corners(self, item: Laid) -> Floats:
        """Return the corners of a thing on the tray (4 x 3 mm)."""
        angle = np.radians(item.turn)
        width, height = item.size_mm
        quarters = [(x * width / 2, y * height / 2) for x, y in ((-1, 1), (1, 1), (1, -1), (-1, -1))]
        turned = [(x * np.cos(angle) - y * np.sin(angle), x * np.sin(angle) + y * np.cos(angle)) for x, y in quarters]
        return np.array([[*self.point(item.at[0] + x, item.at[1] + y), 0.0] for x, y in turned])

    def place(self, lane: int, slot: float) -> tuple[float, float]:
        """Return the middle of a place in a lane, on the tray, mm; slots count from 0."""
        return SLOT_FIRST + SLOT_STEP * slot, LANE_TOP - LANE_STEP * lane - LANE_HIGH / 2


@dataclass(frozen=True)
class Laid:
    """A card, or what looks like one, on a tray."""

    tray: str
    lane: int
    key: str
    """As in the manifest; or what it is: ``blank``, ``phone``, ``scrap``."""
    at: tuple[float, float]
    """Its middle on the tray, mm."""
    turn: float = 0.0
    """Against the tray, degrees."""
    face: bool = True
    deck_seed: int = 1
    keep: float = 1.0
    """The part of it that is left; the rest was cut or torn away."""
    straight: bool = True
    """Cut, not torn."""
    size_mm: tuple[float, float] = CARD_MM
    colour: tuple[float, float, float] = (0.8, 0.8, 0.8)

    @property
    def card(self) -> bool:
        """Whether it is a card of some deck."""
        return self.key.startswith("card:")


@dataclass
class Table:
    """What lies on a table."""

    edition: Edition
    trays: list[Tray]
    laid: list[Laid] = field(default_factory=list)
    """From the lowest to the highest."""
    golems: list[tuple[str, tuple[float, float], float]] = field(default_factory=list)
    tokens: list[tuple[str, tuple[float, float], float]] = field(default_factory=list)
    dice: list[tuple[str, tuple[float, float], float, int]] = field(default_factory=list)
    """Colour, place, heading, which of the 24 ways it lies."""
    leaning: dict[str, tuple[float, float]] = field(default_factory=dict)
    """Dice that do not lie on the table, by colour: how far they lean (degrees), what they stand on (mm)."""
    fallen: dict[str, float] = field(default_factory=dict)
    """Golems that lie on their sides, by colour: the direction in which their tops point, degrees."""
    ready: list[tuple[str, tuple[float, float], float, bool]] = field(default_factory=list)

    @property
    def cells(self) -> int:
        return int(self.edition.mat[0])

    @property
    def middle(self) -> tuple[float, float]:
        return self.cells * CELL / 2, self.cells * CELL / 2

    def tray(self, colour: str) -> Tray:
        return next(tray for tray in self.trays if tray.colour == colour)

    def in_lane(self, colour: str, lane: int) -> list[Laid]:
        return [laid for laid in self.laid if (laid.tray, laid.lane) == (colour, lane)]

    def bounds(self) -> Floats:
        """Return the corners of all that must be in the picture (N x 3 mm)."""
        low, high = -BORDER, self.cells * CELL + BORDER
        points = [(x, y, 0.0) for x in (low, high) for y in (low, high)]
        for tray in self.trays:
            points += [(*tray.point(x, y), 0.0) for x in (0, TRAY_MM[0]) for y in (0, TRAY_MM[1])]
        return np.array(points)


def set_up(rng: np.random.Generator, edition: Edition, filled: float = 0.75) -> Table:
    """Lay a table for two to four players, with programs on their trays."""
    size = int(edition.mat[0]) * CELL
    players = 4 if rng.random() < 0.8 else int(rng.integers(2, 4))
    colours = [COLOURS[number] for number in rng.permutation(4)[:players]]
    left, right = -BORDER - TRAY_MM[1] / 2 - 8, size + BORDER + TRAY_MM[1] / 2 + 8
    rows = [size / 2 + 190, size / 2 - 190] if players > 2 else [size / 2]
    seats = [(x, y) for y in rows for x in (left, right)][:players]
    trays = []
    for colour, (x, y) in zip(colours, seats, strict=True):
        heading = float(rng.choice([0.0, 0.0, 90.0, -90.0, 180.0])) + rng.uniform(-2, 2)
        out = 1 if x > 0 else -1
        trays.append(Tray(colour, (x + out * rng.uniform(0, 18), y + rng.uniform(-4, 4)), heading))
    table = Table(edition, trays)
    for tray in trays:
        lay_programs(rng, table, tray, filled)
    _stand_pieces(rng, table)
    return table


def lay_programs(rng: np.random.Generator, table: Table, tray: Tray, filled: float) -> None:
    """Lay a program of four rows from one deck; some rows stay empty, a few are no row."""
    for lane, cards in enumerate(programs(rng, filled)):
        slot = int(rng.integers(0, 6 - len(cards)))
        upright = 180.0 if rng.random() < 0.12 else 0.0
        for number, card in enumerate(cards):
            x, y = tray.place(lane, slot + number)
            at = (x + float(rng.uniform(-1.2, 1.2)), y + float(np.clip(rng.normal(0, 1.0), -2.5, 2.5)))
            turn = upright + float(np.clip(rng.normal(0, 1.0), -2.5, 2.5))
            face = bool(rng.random() < 0.7)
            key = f"card:{tray.colour}:{card}"
            table.laid.append(Laid(tray.colour, lane, key, at, turn, face, table.edition.deck_seed))


def programs(rng: np.random.Generator, filled: float) -> list[list[str]]:
    """Return the cards of four rows, each as its word and which copy it is: ``forward:2``."""
    deck = Counter(DECK)
    rows = []
    for _ in range(4):
        words = _row(rng, deck) if rng.random() < filled else []
        cards = []
        for word in words:
            cards.append(f"{word}:{DECK[word] - deck[word] + 1}")
            deck[word] -= 1
        rows.append(cards)
    return rows


def _row(rng: np.random.Generator, deck: Counter[str]) -> list[str]:
    def some(words: tuple[str, ...]) -> list[str]:
        there = [word for word in words if deck[word] - taken[word] > 0]
        if not there:
            return []
        word = there[int(rng.integers(len(there)))]
        taken[word] += 1
        return [word]

    taken: Counter[str] = Counter()
    chance = rng.random()
    if chance < 0.30:
        words = some(CONDITIONS)
        return words + some(ACTIONS) + some(ACTIONS) if words else some(ACTIONS)
    if chance < 0.50:
        words = some(REPEATS)
        return words + some(ACTIONS)
    if chance < 0.55:
        return some(CONDITIONS) + some(ACTIONS)
    if chance < 0.58:
        return some(ACTIONS) + some(ACTIONS)
    return some(ACTIONS)


def _stand_pieces(rng: np.random.Generator, table: Table) -> None:
    count = table.cells
    cells = [(int(number) % count, int(number) // count) for number in rng.permutation(count * count)]
    for tray in table.trays:
        column, row = cells.pop()
        at = (CELL * (column + 0.5) + rng.uniform(-6, 6), CELL * (row + 0.5) + rng.uniform(-6, 6))
        table.golems.append((tray.colour, at, float(rng.integers(4)) * 90 + rng.uniform(-6, 6)))
    tokens = [key for key, side in prints_of(table.edition) if key.startswith("token:") and side == "face"]
    for number in rng.permutation(len(tokens))[: int(rng.integers(0, 4))]:
        column, row = cells.pop()
        at = (CELL * (column + 0.5) + rng.uniform(-5, 5), CELL * (row + 0.5) + rng.uniform(-5, 5))
        table.tokens.append((tokens[int(number)], at, float(rng.uniform(-8, 8))))


def row_text(words: list[str]) -> str | None:
    """Return a row as text, by the grammar of the rules; None if the cards are no row."""
    if not words:
        return ""
    head, rest = words[0], words[1:]
    if head in ACTIONS and not rest:
        return head
    if head in REPEATS and len(rest) == 1 and rest[0] in ACTIONS:
        return f"{head} {rest[0]}"
    if head in CONDITIONS and len(rest) == 2 and all(word in ACTIONS for word in rest):
        return f"{head} {rest[0]} else {rest[1]}"
    return None
