"""What lies where it should not: cards upon cards, blank, torn and foreign ones, hands, phones, clutter."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np

from tests.benchmarks.photographed.canvas import laid
from tests.benchmarks.photographed.shots import Obstacle, Shot
from tests.benchmarks.photographed.surfaces import NEWSPAPER_MM, newspaper
from tests.benchmarks.photographed.tables import CARD_MM, DECK, Laid, Tray
from tests.benchmarks.photographed.textures import HAND_MM, hand, paper, shrunk, stranger_marker, torn

Random = np.random.Generator


def _spare(rng: Random, shot: Shot, colour: str) -> str | None:
    """A card of a player's deck that lies nowhere yet."""
    used = Counter(item.key for item in shot.table.laid)
    keys = [f"card:{colour}:{word}:{copy}" for word, count in DECK.items() for copy in range(1, count + 1)]
    there = [key for key in keys if not used[key]]
    return there[int(rng.integers(len(there)))] if there else None


def _cards(shot: Shot) -> list[Laid]:
    return [item for item in shot.table.laid if item.card]


def _some(rng: Random, shot: Shot, low: int, high: int) -> list[Laid]:
    cards = _cards(shot)
    count = min(len(cards), int(rng.integers(low, high + 1)))
    return [cards[int(number)] for number in rng.permutation(len(cards))[:count]]


def _under(rng: Random, shot: Shot, upper: Laid, showing: float, heading: float) -> Laid | None:
    """Lay a card below another one that shows by so many mm in a direction of the tray."""
    key = _spare(rng, shot, upper.tray)
    if key is None:
        return None
    at = (upper.at[0] + showing * np.cos(heading), upper.at[1] + showing * np.sin(heading))
    lower = replace(upper, key=key, at=at, turn=upper.turn + float(rng.normal(0, 1.5)), face=bool(rng.random() < 0.6))
    shot.table.laid.insert(shot.table.laid.index(upper), lower)
    return lower


def half_upon(rng: Random, shot: Shot) -> None:
    """Two to five cards lie half upon another: 6 to 30 mm of the lower one show."""
    for upper in _some(rng, shot, 2, 5):
        heading = float(rng.choice([0.0, np.pi, np.pi / 2, -np.pi / 2])) + rng.normal(0, 0.15)
        _under(rng, shot, upper, rng.uniform(6, 30), heading)


def stack(rng: Random, shot: Shot) -> None:
    """Three cards in a stack, neat or fanned."""
    for upper in _some(rng, shot, 1, 3):
        far = float(rng.choice([1.0, rng.uniform(4, 12), rng.uniform(8, 20)]))
        heading = rng.uniform(0, 2 * np.pi)
        middle = _under(rng, shot, upper, far, heading)
        if middle is not None:
            _under(rng, shot, middle, far, heading + rng.normal(0, 0.3))


def back_over(rng: Random, shot: Shot) -> None:
    """Cards with their backs up lie over others."""
    for upper in _some(rng, shot, 2, 4):
        number = shot.table.laid.index(upper)
        shot.table.laid[number] = replace(upper, face=False, turn=upper.turn + float(rng.choice([0, 180])))
        _under(rng, shot, shot.table.laid[number], rng.uniform(2, 45), rng.uniform(0, 2 * np.pi))


BLANKS = (
    (0.80, 0.80, 0.79),
    (0.70, 0.75, 0.77),
    (0.35, 0.35, 0.35),
    (0.15, 0.15, 0.15),
    (0.12, 0.16, 0.55),
    (0.5, 0.25, 0.1),
    (0.55, 0.6, 0.62),
)


def _place(rng: Random, shot: Shot) -> tuple[Tray, int, tuple[float, float]]:
    tray = shot.table.trays[int(rng.integers(len(shot.table.trays)))]
    lane = int(rng.integers(4))
    x, y = tray.place(lane, float(rng.integers(5)))
    return tray, lane, (x + rng.normal(0, 2), y + rng.normal(0, 1.0))


def blank(rng: Random, shot: Shot) -> None:
    """White, pale, grey and coloured cards without print lie in lanes, some of them over cards."""
    for _ in range(int(rng.integers(2, 6))):
        tray, lane, at = _place(rng, shot)
        size = CARD_MM if rng.random() < 0.6 else (rng.uniform(54, 66), rng.uniform(84, 92))
        colour = BLANKS[int(rng.integers(len(BLANKS)))]
        shot.table.laid.append(
            Laid(tray.colour, lane, "blank", at, float(rng.normal(0, 2)), size_mm=size, colour=colour)
        )


def cut_and_torn(rng: Random, shot: Shot) -> None:
    """Cards that are cut or torn, and pieces of paper."""
    for item in _some(rng, shot, 1, 4):
        number = shot.table.laid.index(item)
        shot.table.laid[number] = replace(item, keep=float(rng.uniform(0.3, 0.92)), straight=bool(rng.random() < 0.5))
    for _ in range(int(rng.integers(1, 4))):
        tray, lane, at = _place(rng, shot)
        size = (rng.uniform(25, 70), rng.uniform(25, 80))
        colour = BLANKS[int(rng.integers(3))]
        keep = float(rng.uniform(0.5, 0.95))
        shot.table.laid.append(
            Laid(
                tray.colour,
                lane,
                "scrap",
                at,
                rng.uniform(0, 360),
                size_mm=size,
                colour=colour,
                keep=keep,
                straight=bool(rng.random() < 0.3),
            )
        )


def two_decks(rng: Random, shot: Shot) -> None:
    """Cards of a deck of another number are among those of the right one."""
    for item in _some(rng, shot, 1, 6):
        number = shot.table.laid.index(item)
        shot.table.laid[number] = replace(item, deck_seed=2, face=bool(item.face or rng.random() < 0.5))


def hands(rng: Random, shot: Shot) -> None:
    """One to three hands with sleeves reach in from the rims."""
    for _ in range(int(rng.integers(1, 4))):
        x, y = shot.lane_point(rng)
        out = np.degrees(np.arctan2(y - shot.table.middle[1], x - shot.table.middle[0])) + rng.normal(0, 35)
        angle = np.radians(out)
        reach = HAND_MM[1] / 2 - rng.uniform(20, 120)
        centre = (x + reach * np.cos(angle), y + reach * np.sin(angle))
        texture = hand(int(rng.integers(8)))
        high = float(rng.uniform(8, 70))
        shot.over.append(Obstacle("hand", laid(texture, HAND_MM, centre, out + 90, high, gloss=0.15)))


def hands_sometimes(rng: Random, shot: Shot) -> None:
    if rng.random() < 0.4:
        hands(rng, shot)


def phone(rng: Random, shot: Shot) -> None:
    """A phone that shows a card lies in a lane, once or twice."""
    for _ in range(int(rng.integers(1, 3))):
        tray, lane, at = _place(rng, shot)
        size = (float(rng.uniform(66, 76)), float(rng.uniform(88, 155)))
        shot.table.laid.append(Laid(tray.colour, lane, "phone", at, float(rng.normal(0, 4)), size_mm=size))


def clutter(rng: Random, shot: Shot) -> None:
    """Newspapers, sheets of other markers, scraps, a chequered cloth; nothing of it in a lane."""
    if rng.random() < 0.5:
        shot.surface = "chequered"
    low, high = shot.table.bounds().min(axis=0) - 120, shot.table.bounds().max(axis=0) + 120
    for _ in range(int(rng.integers(2, 9))):
        at = (float(rng.uniform(low[0], high[0])), float(rng.uniform(low[1], high[1])))
        kind = rng.random()
        if kind < 0.45:
            texture = shrunk(
                np.dstack([newspaper(int(rng.integers(6))), np.ones((1200, 870), np.float32)]), shot.scale * 1.2, 3.0
            )
            shot.clutter.append(
                Obstacle("newspaper", laid(texture, NEWSPAPER_MM, at, rng.uniform(0, 360), contact_mm=1.0), False)
            )
        elif kind < 0.85:
            dictionary, count, modules = STRANGERS[int(rng.integers(len(STRANGERS)))]
            side = float(rng.uniform(20, 90))
            texture = stranger_marker(dictionary, int(rng.integers(count)), modules)
            shot.clutter.append(
                Obstacle("marker", laid(texture, (side, side), at, rng.uniform(0, 360), contact_mm=0.7), False)
            )
        else:
            size = (float(rng.uniform(40, 150)), float(rng.uniform(40, 150)))
            texture = torn(paper(size, BLANKS[int(rng.integers(len(BLANKS)))]), rng, 0.8, False)
            shot.clutter.append(Obstacle("scrap", laid(texture, size, at, rng.uniform(0, 360)), False))


STRANGERS = (
    (0, 50, 6),
    (3, 1000, 6),
    (11, 1000, 8),
    (15, 1000, 9),
    (16, 1024, 7),
    (17, 30, 6),
    (20, 587, 8),
    (7, 250, 7),
    (21, 250, 8),
)
"""Dictionaries of OpenCV (our own, too), how many ids they have, modules a side with the border."""
