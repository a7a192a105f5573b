"""A table as it is laid: what lies where, in which order, and to which row it belongs."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from boards.colours import COLOURS
from boards.kit.kit import CARD_MM
from boards.kit.trays import TRAY
from tests.benchmarks.ray_cast import objects
from tests.benchmarks.ray_cast.prints import texture
from tests.benchmarks.ray_cast.surfaces import (
    PAPER,
    Finish,
    Ground,
    Pose,
    Sheet,
    Solid,
    bent,
    folded,
    lifted,
)

ACTIONS = ("forward", "backward", "turn-left", "turn-right", "stand", "attack", "defend", "take")
CONDITIONALS = ("if enemy", "if attacked")
REPEATS = ("repeat 2", "repeat 3")
MARGIN_MM = 260.0
"""Of the ground that is kept around mat and trays."""


def row_text(words: list[str]) -> str | None:
    """Return a row of cards as `golem read` writes it; None if it is no row of the rules."""
    head, rest = (words[0], words[1:]) if words else ("", [])
    if not words:
        return ""
    plain = all(word in ACTIONS for word in rest)
    if head in ACTIONS and not rest:
        return head
    if head in REPEATS and len(rest) == 1 and plain:
        return f"{head} {rest[0]}"
    if head in CONDITIONALS and len(rest) == 2 and plain:
        return f"{head} {rest[0]} else {rest[1]}"
    return None


@dataclass(frozen=True)
class Tray:
    """Where a player's tray lies."""

    colour: str
    pose: Pose

    def on_table(self, u: float, v: float, turn: float = 0.0) -> Pose:
        """Return the pose of something at a place of the tray's own frame."""
        x, y = self.pose.out(u, v)
        return Pose(float(x), float(y), self.pose.turn + turn)


@dataclass(frozen=True)
class Card:
    """A card that is to be laid: ours, or of another deck."""

    key: str
    at: tuple[float, float]
    """Its middle in the tray's frame."""
    turn: float = 0.0
    face: bool = True
    deck: int = 1
    kind: str = "card"
    """``card``; or what is no card of ours: ``deck``, ``blank``, ``grey``, ``scrap``, ``torn``."""
    sag: tuple[float, float] | None = None
    """The axis about which it is bent, degrees, and by how much, mm; else as all cards of the table."""
    lift: tuple[tuple[int, int], float] | None = None


@dataclass(frozen=True, eq=False)
class Item:
    """Something that lies on the table, with its surface."""

    kind: str
    """``mat``, ``tray``, the kinds of :class:`Card`, ``token``, ``hand``, ``phone``, ``thing``."""
    key: str
    surface: Sheet | Solid
    tray: str = ""
    lane: int = -1
    at: float = 0.0
    """How far along its lane."""


@dataclass(frozen=True)
class Style:
    """What the kit of a table is made of, and how flat it lies."""

    card_finish: Finish = PAPER
    tray_finish: Finish = PAPER
    card_sag: float = 0.5
    """Most of what cards are bent by, mm."""
    tray_sag: float = 0.6
    lifts: float = 0.03
    """Share of cards a corner of which stands up."""
    thickness: float = 0.3


@dataclass
class Table:
    """A table that is being laid."""

    mat: str
    size: float
    """The mat's side."""
    trays: list[Tray]
    style: Style
    rng: np.random.Generator
    cards: dict[tuple[str, int], list[Card]] = field(default_factory=dict)
    """By tray and lane, in the order in which they are laid."""
    items: list[Item] = field(default_factory=list)
    ground: Ground = field(init=False)
    spare: dict[str, list[str]] = field(default_factory=dict)
    """Cards of each player that are not laid."""

    def __post_init__(self) -> None:
        corners = self.corners()
        low, high = corners.min(axis=0) - MARGIN_MM, corners.max(axis=0) + MARGIN_MM
        self.ground = Ground.over((float(low[0]), float(low[1])), (float(high[0]), float(high[1])), 1.0)

    def corners(self) -> npt.NDArray[np.float64]:
        """Return the corners of mat and trays, N x 2, mm."""
        half = self.size / 2
        found = [np.array([[-half, -half], [half, -half], [half, half], [-half, half]])]
        width, height = TRAY.size_mm
        for tray in self.trays:
            u, v = np.array([-1, 1, 1, -1]) * width / 2, np.array([-1, -1, 1, 1]) * height / 2
            found.append(np.stack(tray.pose.out(u, v), axis=-1))
        return np.concatenate(found)

    def tray(self, colour: str) -> Tray:
        return next(tray for tray in self.trays if tray.colour == colour)

    def draw(self, colour: str, word: str | None = None) -> str | None:
        """Take one of a player's cards that are not laid yet (with this word), or return None."""
        left = self.spare[colour]
        fitting = [key for key in left if word is None or key.split(":")[2] == word]
        if not fitting:
            return None
        chosen = fitting[int(self.rng.integers(len(fitting)))]
        left.remove(chosen)
        return chosen

    def lay(self, item: Item) -> Item:
        """Put something onto what lies there."""
        if isinstance(item.surface, Sheet):
            item = replace(item, surface=self.ground.lay(item.surface))
        else:
            self.ground.put(item.surface)
        self.items.append(item)
        return item


def _bent_card(table: Table, card: Card, size: tuple[float, float]) -> Sheet:
    rng, style = table.rng, table.style
    axis, sag = card.sag or (rng.uniform(0, 180), rng.uniform(-1, 1) * style.card_sag)
    relief = bent(size, axis, sag, rng, 0.03)
    if card.lift is not None:
        relief = lifted(relief, *card.lift)
    elif rng.random() < style.lifts:
        relief = lifted(relief, (int(rng.choice([-1, 1])), int(rng.choice([-1, 1]))), rng.uniform(1, 4))
    return Sheet(card.key, Pose(0, 0), size, relief=relief, finish=style.card_finish, thickness=style.thickness)


def lay_card(table: Table, tray: str, lane: int, card: Card) -> None:
    """Lay a card, or something that is as large as one."""
    sheet = _bent_card(table, card, CARD_MM)
    pose = table.tray(tray).on_table(*card.at, card.turn)
    sheet = replace(sheet, pose=pose, rounding=0.6)
    if card.kind in ("card", "deck"):
        drawn = texture("decks", card.key, "face" if card.face else "back", deck_seed=card.deck)
        sheet = replace(sheet, texture=drawn)
    elif card.kind == "grey":
        shade = table.rng.uniform(0.18, 0.6)
        sheet = replace(sheet, colour=(shade * 0.97, shade, shade * 1.02))
    else:
        sheet = replace(sheet, colour=tuple(np.array((0.80, 0.83, 0.84)) * table.rng.uniform(0.94, 1.03)))
    table.lay(Item(card.kind, card.key, sheet, tray, lane, card.at[0]))


def lay_all(table: Table) -> None:
    """Lay the mat, the trays, the usual pieces, and all cards."""
    rng, style = table.rng, table.style
    mat = f"mat:{table.mat}"
    relief = bent((table.size,) * 2, rng.uniform(0, 180), rng.uniform(0, 0.8), rng, 0.1)
    printed = texture("mats", mat, mat=table.mat)
    table.lay(
        Item("mat", mat, Sheet(mat, Pose(0, 0), (table.size,) * 2, printed, finish=PAPER, thickness=0.2, relief=relief))
    )
    for tray in table.trays:
        relief = bent(
            TRAY.size_mm, rng.uniform(0, 180), rng.uniform(-1, 1) * style.tray_sag, rng, 0.05 + 0.08 * style.tray_sag
        )
        if style.tray_sag > 1:
            relief = folded(
                relief,
                float(rng.choice([0.0, 90.0])),
                rng.uniform(-60, 60),
                rng.uniform(0.3, 1.0) * style.tray_sag,
                40.0,
            )
        key = f"tray:{tray.colour}"
        sheet = Sheet(
            key, tray.pose, TRAY.size_mm, texture("trays", key), finish=style.tray_finish, thickness=0.2, relief=relief
        )
        table.lay(Item("tray", key, sheet, tray.colour))
    _pieces(table)
    for (colour, lane), cards in table.cards.items():
        for card in cards:
            lay_card(table, colour, lane, card)


def _pieces(table: Table) -> None:
    """Tokens and golems on the mat, dice at its rim."""
    rng = table.rng
    cells = int((table.size - 160) // 100)
    places = [(column, row) for column in range(cells) for row in range(cells)]
    rng.shuffle(places)
    middle = (cells - 1) / 2

    def pose(cell: tuple[int, int], off: float, turn: float) -> Pose:
        x, y = ((cell[axis] - middle) * 100 + rng.normal(0, off) for axis in (0, 1))
        return Pose(float(x), float(y), turn)

    kinds = [("barrel", 10), ("water", 5), ("wall", 6)]
    for _ in range(int(rng.integers(0, 5))):
        kind, most = kinds[rng.integers(3)]
        key = f"token:{kind}:{rng.integers(1, most + 1)}"
        if any(item.key == key for item in table.items):
            continue
        relief = bent((80.0, 80.0), rng.uniform(0, 180), rng.uniform(-0.5, 0.5), rng, 0.03)
        sheet = Sheet(
            key, pose(places.pop(), 2.0, rng.normal(0, 3)), (80.0, 80.0), texture("tokens", key), relief=relief
        )
        table.lay(Item("token", key, sheet))
    for tray in table.trays:
        turn = float(rng.integers(4) * 90 + rng.normal(0, 4))
        table.lay(Item("golem", f"golem:{tray.colour}", objects.golem(tray.colour, pose(places.pop(), 3.0, turn))))
        if rng.random() < 0.5:
            side = table.size / 2 - 38
            x, y = [(rng.uniform(-150, 150), side), (rng.uniform(-150, 150), -side)][rng.integers(2)]
            face = f"die:{tray.colour}:{rng.choice(['if', 'repeat 2', 'repeat 3', 'blank:1'])}"
            near = any(
                item.kind == "die" and abs(item.surface.pose.x - x) < 65 and item.surface.pose.y * y > 0
                for item in table.items
            )
            if not near:
                table.lay(Item("die", face, objects.die(face, Pose(x, y, rng.uniform(0, 360)))))


def deck_of(colour: str) -> list[str]:
    """Return the keys of a player's cards."""
    counts = {"forward": 3, "backward": 3, "turn-left": 2, "turn-right": 2, "stand": 3, "attack": 2, "defend": 2}
    counts |= {"take": 1, "if enemy": 1, "if attacked": 1, "repeat 2": 1, "repeat 3": 1}
    return [f"card:{colour}:{word}:{number}" for word, count in counts.items() for number in range(1, count + 1)]


def new_table(rng: np.random.Generator, style: Style, most_trays: int = 4, bare: float = 0.15) -> Table:
    """Return a table with its programs, nothing of it laid yet. ``bare``: share of rows without cards."""
    mat, size = [("4x4", 560.0), ("6x6", 760.0)][int(rng.random() < 0.35)]
    count = int(min(most_trays, rng.choice([1, 2, 2, 2, 3, 4])))
    colours = [COLOURS[index] for index in rng.permutation(4)[:count]]
    half, gap = size / 2 + TRAY.size_mm[0] / 2, rng.uniform(8, 35)
    tall = TRAY.size_mm[1] / 2 + rng.uniform(3, 12)
    if count == 1:
        spots = [(half + gap, rng.uniform(-80, 80))]
    elif count == 2:
        one_side = [(half + gap, tall), (half + gap, -tall)]
        spots = (
            one_side
            if rng.random() < 0.4
            else [(half + gap, rng.uniform(-60, 60)), (-half - gap, rng.uniform(-60, 60))]
        )
    else:
        spots = [(half + gap, tall), (half + gap, -tall), (-half - gap, tall), (-half - gap, -tall)][:count]
    quarter = int(rng.integers(4)) * 90
    trays = []
    for colour, (x, y) in zip(colours, spots, strict=True):
        facing = quarter if rng.random() < 0.6 else int(rng.integers(4)) * 90
        trays.append(Tray(colour, Pose(x + rng.normal(0, 3), y + rng.normal(0, 2), facing + rng.normal(0, 1.0))))
    table = Table(mat, size, trays, style, rng)
    for tray in trays:
        table.spare[tray.colour] = deck_of(tray.colour)
        face_down = rng.random() < 0.2
        for lane in range(4):
            table.cards[tray.colour, lane] = _program_row(table, tray.colour, lane, face_down, bare)
    return table


def _program_row(table: Table, colour: str, lane: int, face_down: bool, bare: float) -> list[Card]:
    rng = table.rng
    kind = rng.choice(
        ["bare", "action", "repeat", "if"], p=[bare, 0.55 * (1 - bare), 0.2 * (1 - bare), 0.25 * (1 - bare)]
    )
    if kind == "bare":
        return []
    heads: list[str] = {"action": [], "repeat": list(REPEATS), "if": list(CONDITIONALS)}[str(kind)]
    head = (
        next((key for key in (table.draw(colour, word) for word in rng.permutation(heads)) if key), None)
        if heads
        else None
    )
    wanted = {"action": 1, "repeat": 1, "if": 2}[str(kind)] if head or not heads else 1
    actions = []
    while len(actions) < wanted:
        key = table.draw(colour, str(rng.choice(ACTIONS)))
        if key:
            actions.append(key)
    keys = [*([head] if head else []), *actions]
    start = TRAY.slot_centre(lane, 0)
    cards = []
    x = start.x + rng.normal(0, 0.8)
    for key in keys:
        turn = float(np.clip(rng.normal(0, 1.1), -3, 3)) + 180.0 * (rng.random() < 0.06)
        cards.append(Card(key, (x, start.y + rng.normal(0, 1.0)), turn, not face_down and rng.random() > 0.03))
        # Children lay a card close beside the last one, not upon it.
        x += 63.0 + max(0.7, 3.0 + rng.normal(0, 1.2)) + 88.0 * np.radians(abs((turn + 90) % 180 - 90)) * 0.5
    return cards
