"""What goes wrong on tables: each changes the cards of a table before they are laid, or adds things after."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from boards.kit.kit import CARD_MM
from boards.kit.trays import TRAY
from tests.benchmarks.ray_cast import objects
from tests.benchmarks.ray_cast.lights import triple
from tests.benchmarks.ray_cast.prints import FULL, Texture, marker_ids, texture
from tests.benchmarks.ray_cast.scenes import Card, Item, Table, deck_of
from tests.benchmarks.ray_cast.surfaces import GLASS, Pose, Sheet, bent
from tests.benchmarks.ray_cast.table_tops import torn_shape

OTHER_DECK = 7
"""The seed of the deck that does not belong to the table."""


def some_rows(table: Table, share: float, filled: bool = True) -> list[tuple[str, int]]:
    """Return rows, about this share of all: with cards, or any."""
    return [at for at, cards in table.cards.items() if (cards or not filled) and table.rng.random() < share]


def _below(table: Table, card: Card, colour: str) -> Card | None:
    """Return a card that lies below another one and sticks out on one side."""
    rng = table.rng
    key = table.draw(colour)
    if key is None:
        return None
    kind = rng.random()
    if kind < 0.4:
        off = rng.uniform(6, 30) * rng.choice([-1, 1])
        at, turn = (off, rng.normal(0, 1.5)), rng.normal(0, 1.5)
    elif kind < 0.7:
        # A wedge: turned about a place near the middle.
        at, turn = (rng.normal(0, 1.0), rng.normal(0, 1.0)), rng.uniform(2, 10) * rng.choice([-1, 1])
    else:
        off = rng.uniform(2, 6) * rng.choice([-1, 1])
        at = (off, rng.normal(0, 0.7)) if rng.random() < 0.6 else (rng.normal(0, 0.7), off)
        turn = rng.normal(0, 0.6)
    return Card(key, (card.at[0] + at[0], card.at[1] + at[1]), card.turn + turn, card.face)


def cards_upon_others(table: Table) -> None:
    """Put a card below one of a row's cards, partly in view."""
    for at in some_rows(table, 0.35):
        cards = table.cards[at]
        place = int(table.rng.integers(len(cards)))
        lower = _below(table, cards[place], at[0])
        if lower is not None:
            table.cards[at] = [*cards[:place], lower, *cards[place:]]


def stacks(table: Table) -> None:
    """Put two cards below one of a row's cards."""
    for at in some_rows(table, 0.3):
        cards = table.cards[at]
        place = int(table.rng.integers(len(cards)))
        lower = [card for card in (_below(table, cards[place], at[0]) for _ in range(2)) if card]
        table.cards[at] = [*cards[:place], *lower, *cards[place:]]


def upside_down(table: Table) -> None:
    """Put a card with its back up over one of a row's cards."""
    for at in some_rows(table, 0.35):
        cards = table.cards[at]
        place = int(table.rng.integers(len(cards)))
        lower = _below(table, cards[place], at[0])
        if lower is not None:
            upper = replace(cards[place], face=False)
            table.cards[at] = [*cards[:place], replace(lower, face=True), upper, *cards[place + 1 :]]


def blanks(table: Table) -> None:
    """Lay blank and grey cards into rows, beside or below cards."""
    rng = table.rng
    for at in some_rows(table, 0.3, filled=False):
        cards = table.cards[at]
        kind = str(rng.choice(["blank", "grey"]))
        slot = min(4, len(cards) + int(rng.integers(0, 2)))
        centre = TRAY.slot_centre(at[1], slot)
        x = max(centre.x, max((card.at[0] for card in cards), default=-999) + 66)
        if x > TRAY.field.high.x - 30:
            continue
        extra = Card(kind, (x + rng.normal(0, 1), centre.y + rng.normal(0, 2)), rng.normal(0, 2), kind=kind)
        if cards and rng.random() < 0.3:
            below = _below(table, cards[-1], at[0])
            if below is not None:
                table.spare[at[0]].append(below.key)
                extra = replace(below, key=kind, kind=kind)
                table.cards[at] = [*cards[:-1], extra, cards[-1]]
                continue
        table.cards[at] = [*cards, extra]


def two_decks(table: Table) -> None:
    """Replace some cards by those of another deck; all show their faces."""
    rng = table.rng
    ours, theirs = marker_ids(1), marker_ids(OTHER_DECK)
    owners = {number: key.rsplit(":", 1)[0] for key, number in ours.items()}
    for at, cards in table.cards.items():
        table.cards[at] = [replace(card, face=True) for card in cards]
    for at in some_rows(table, 0.3):
        cards = table.cards[at]
        place = int(rng.integers(len(cards)))
        fitting = [key for key in deck_of(at[0]) if owners.get(theirs[key]) != key.rsplit(":", 1)[0]]
        key = fitting[int(rng.integers(len(fitting)))]
        cards[place] = replace(cards[place], key=key, deck=OTHER_DECK, kind="deck")


def papers(table: Table) -> None:
    """Lay scraps and cut paper into rows after the cards, and tear some cards."""
    rng = table.rng
    for colour, lane in some_rows(table, 0.3, filled=False):
        wide, tall = (float(rng.uniform(24, 75)) for _ in range(2))
        rect = TRAY.lane(lane)
        at = (rng.uniform(rect.low.x + 15, rect.high.x - 15), (rect.low.y + rect.high.y) / 2 + rng.uniform(-22, 22))
        shape = torn_shape((round(wide * 5), round(tall * 5)), float(rng.choice([0.0, 1.0])), rng)
        white = rng.random()
        tone = np.array((0.80, 0.83, 0.84)) * (1.0 if white < 0.6 else 0.85)
        if white > 0.85:
            tone = np.array([(0.35, 0.75, 0.82), (0.75, 0.70, 0.45), (0.55, 0.55, 0.8)][rng.integers(3)])
        relief = bent((wide, tall), rng.uniform(0, 180), rng.uniform(-1.5, 1.5), rng, 0.1)
        pose = table.tray(colour).on_table(*at, rng.uniform(0, 360))
        sheet = Sheet("scrap", pose, (wide, tall), None, tuple(tone), thickness=0.1, relief=relief, shape=shape)
        table.lay(Item("scrap", "scrap", sheet, colour, lane, at[0]))


def tear(table: Table) -> None:
    """Replace some cards by torn ones: a corner or half of each is gone."""
    rng = table.rng
    for at in some_rows(table, 0.12):
        cards = table.cards[at]
        place = int(rng.integers(len(cards)))
        cards[place] = replace(cards[place], kind="torn")


def torn_card(table: Table, tray: str, lane: int, card: Card) -> None:
    """Lay what is left of a card."""
    rng = table.rng
    shape = np.zeros((round(CARD_MM[1] * 5), round(CARD_MM[0] * 5)), np.uint8)
    tall, wide = shape.shape
    along = np.linspace(0, 1, 60)
    cut = rng.uniform(0.3, 0.75)
    rough = np.cumsum(rng.normal(0, 0.007, 60)) + cut + (along - 0.5) * rng.uniform(-0.5, 0.5)
    edge = np.stack([along * wide, np.clip(rough, 0.05, 0.95) * tall], axis=1)
    cv2.fillPoly(shape, [np.rint(np.vstack([edge, [[wide, tall], [0, tall]]])).astype(np.int32)], 255)
    if rng.random() < 0.5:
        shape = np.ascontiguousarray(shape[::-1])
    relief = bent(CARD_MM, rng.uniform(0, 180), rng.uniform(-1, 1), rng, 0.05)
    sheet = Sheet(
        card.key,
        table.tray(tray).on_table(*card.at, card.turn),
        CARD_MM,
        texture("decks", card.key),
        relief=relief,
        shape=shape,
    )
    table.lay(Item("torn", card.key, sheet, tray, lane, card.at[0]))


def hands(table: Table) -> None:
    """Lay one to three hands upon trays."""
    rng = table.rng
    for _ in range(int(rng.integers(1, 3))):
        tray = table.trays[int(rng.integers(len(table.trays)))]
        rect = TRAY.lane(int(rng.integers(4)))
        at = (rng.uniform(rect.low.x, rect.high.x), rng.uniform(rect.low.y, rect.high.y))
        target = tray.on_table(*at)
        away = np.degrees(np.arctan2(target.y, target.x))
        # Arms come from outside of the table.
        pose = Pose(target.x, target.y, float(away + 180 + rng.normal(0, 25)))
        for part in objects.hand(pose, rng, float(rng.choice([0.0, rng.uniform(5, 50)])), bool(rng.random() < 0.5)):
            table.lay(Item("hand", part.name, part))


def phones(table: Table) -> None:
    """Lay phones: dark, with text, or with a picture of a card."""
    rng = table.rng
    for _ in range(int(rng.integers(1, 3))):
        tray = table.trays[int(rng.integers(len(table.trays)))]
        lane = int(rng.integers(4))
        rect = TRAY.lane(lane)
        at = (rng.uniform(rect.low.x + 30, rect.high.x - 30), (rect.low.y + rect.high.y) / 2 + rng.normal(0, 12))
        kind = str(rng.choice(["dark", "text", "card"]))
        keys = table.spare[tray.colour]
        shown = texture("decks", keys[int(rng.integers(len(keys)))]).levels.astype(np.float32) / np.float32(FULL)
        picture = objects.screen(kind, rng, shown)
        glow = 0.0 if kind == "dark" else rng.uniform(0.5, 1.1)
        turn = float(rng.choice([0.0, 90.0]) + rng.normal(0, 6))
        pose = tray.on_table(*at, turn)
        case = objects.box("phone", pose, (74.0, 152.0, 8.0), (0.02, 0.02, 0.02))
        table.lay(Item("phone", "phone", case, tray.colour, lane, at[0]))
        glass = Sheet(
            "phone", pose, (72.0, 150.0), Texture(np.rint(np.clip(picture, 0, 1) * FULL).astype(np.uint16), 4.0),
            finish=GLASS, thickness=0.0, plane=(8.0, 0.0, 0.0), rounding=6.0, glow=glow,
        )  # fmt: skip
        table.items.append(Item("phone", "phone", glass, tray.colour, lane, at[0]))


def clutter(table: Table, near: bool = True) -> None:
    """Put mugs, pencils, books and coins beside the trays, and some small ones upon them."""
    rng = table.rng
    corners = table.corners()
    low, high = corners.min(axis=0) - 150, corners.max(axis=0) + 150
    sheets = [item.surface for item in table.items if item.kind in ("mat", "tray") and isinstance(item.surface, Sheet)]
    for _ in range(int(rng.integers(4, 10))):
        x, y = rng.uniform(low, high)
        turn = float(rng.uniform(0, 360))
        kind = str(rng.choice(["mug", "pencil", "pencil", "book", "eraser", "coin"]))
        free = 170.0 if kind == "book" else 60.0 if kind in ("mug", "pencil") else 15.0
        if any(_within(sheet, x, y, free) for sheet in sheets):
            continue
        table.lay(Item("clutter", kind, _object(kind, Pose(x, y, turn), rng)))
    for _ in range(int(rng.integers(0, 3)) if near else 0):
        tray = table.trays[int(rng.integers(len(table.trays)))]
        field = TRAY.field
        pose = tray.on_table(
            rng.uniform(field.low.x, field.high.x), rng.uniform(field.low.y, field.high.y), rng.uniform(0, 360)
        )
        kind = str(rng.choice(["pencil", "coin", "eraser"]))
        table.lay(Item("thing", kind, _object(kind, pose, rng)))


def tall_things(table: Table) -> None:
    """Stand mugs, pen pots and boxes close beside the trays, where they throw shadows upon lanes."""
    rng = table.rng
    sheets = [item.surface for item in table.items if item.kind in ("mat", "tray") and isinstance(item.surface, Sheet)]
    standing: list[tuple[float, float]] = []
    for tray in table.trays:
        for _ in range(int(rng.integers(3, 9))):
            side, along = int(rng.integers(4)), rng.uniform(-190, 190)
            away = TRAY.size_mm[0] / 2 + rng.uniform(46, 75)
            pose = tray.on_table(
                *[(away, along), (-away, along), (along, away), (along, -away)][side], rng.uniform(0, 360)
            )
            near = any(np.hypot(pose.x - x, pose.y - y) < 120 for x, y in standing)
            if near or any(_within(sheet, pose.x, pose.y, 46.0) for sheet in sheets):
                continue
            standing.append((pose.x, pose.y))
            kind = str(rng.choice(["mug", "mug", "pot", "box"]))
            table.lay(Item("clutter", kind, _object(kind, pose, rng)))


def _object(kind: str, pose: Pose, rng: np.random.Generator) -> objects.Solid:
    if kind == "mug":
        return objects.mug(pose, rng)
    if kind == "pencil":
        return objects.pencil(pose, rng)
    if kind == "coin":
        return objects.coin(pose, rng)
    colour = triple(rng.uniform(0.05, 0.7, 3))
    if kind in ("pot", "box"):
        size = (60.0, 60.0, 90.0) if kind == "pot" else (50.0, 70.0, 140.0)
        return objects.box(kind, pose, size, colour)
    if kind == "eraser":
        return objects.box("eraser", pose, (42.0, 18.0, 12.0), colour)
    return objects.box("book", pose, (150.0, 210.0, float(rng.uniform(8, 30))), colour)


def _within(sheet: Sheet, x: float, y: float, free: float) -> bool:
    u, v = sheet.pose.into(np.array([x], np.float32), np.array([y], np.float32))
    return bool(abs(u[0]) < sheet.size[0] / 2 + free and abs(v[0]) < sheet.size[1] / 2 + free)


def bent_cards(table: Table) -> None:
    """Bend all cards, each about an axis of its own, and lift corners of some."""
    rng = table.rng
    for at, cards in table.cards.items():
        changed = []
        for card in cards:
            sag = (float(rng.uniform(0, 180)), float(rng.uniform(0.3, 3.0) * rng.choice([-1, 1])))
            lift = (
                ((int(rng.choice([-1, 1])), int(rng.choice([-1, 1]))), float(rng.uniform(2, 7)))
                if rng.random() < 0.2
                else None
            )
            changed.append(replace(card, sag=sag, lift=lift))
        table.cards[at] = changed


def empty_rows(table: Table) -> None:
    """Take the cards of most rows away."""
    for at in some_rows(table, 0.65):
        table.cards[at] = []
