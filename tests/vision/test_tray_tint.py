"""Trays on a tint: told from older ones in any light, and white strips beside cards told by it (decision 23)."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from boards.geometry import Point
from boards.kit.cards import CardKind
from boards.kit.thing_keys import CardKey, TrayKey
from calibration.camera_frames import Image
from controller.table.perception.program_reading import read_table
from controller.vision.unread.card_sides.card_rings import AWAY_MM, FAR_OFF, WHITE, CardRings
from controller.vision.unread.card_sides.side_parts import SidePart
from controller.vision.unread.card_sides.tint_beside_cards import see_tint_beside_cards
from controller.vision.unread.trays.tray_sheet import CELL_MM, COLUMNS, ROWS, TrayEdition, printed_sheet
from controller.vision.unread.trays.tray_tint import shows_tint
from tests.support.tables import KIT, bare_table, lay, look, older_renderer

SEED = 11
NOTHING_READ = np.zeros((ROWS * CELL_MM, COLUMNS * CELL_MM), np.bool_)
TINT = -0.13
BLUR_MM = 0.5


def sheet(*, tinted: bool, light: np.ndarray) -> Image:
    """A tray from above in a light (rows x columns x colours, or less), with the blur and noise of a usual camera."""
    drawn = cv2.GaussianBlur(printed_sheet(TrayEdition(TrayKey("green"), tinted)), (0, 0), 0.8) * light
    return np.asarray(np.clip(drawn + np.random.default_rng(SEED).normal(0.0, 3.0, drawn.shape), 0, 255), np.uint8)


def slope(left: float, right: float) -> np.ndarray:
    return np.linspace(left, right, COLUMNS * CELL_MM)[None, :, None]


def shadow() -> np.ndarray:
    """A hard shadow across the upper half."""
    light = np.full((ROWS * CELL_MM, 1, 1), 0.8)
    light[: ROWS * CELL_MM // 2] = 0.35
    return light


LIGHTS = {
    "dim": slope(0.25, 0.3),
    "uneven": slope(0.95, 0.4),
    "a lamp's": slope(0.8, 0.7) * np.array([0.7, 0.9, 1.05]),
    "cold": slope(0.8, 0.7) * np.array([1.1, 1.0, 0.85]),
    "shadow": shadow(),
}


@pytest.mark.parametrize("light", LIGHTS)
@pytest.mark.parametrize("tinted", [True, False])
def test_a_tint_is_told_in_any_light(light: str, tinted: bool) -> None:
    assert shows_tint(sheet(tinted=tinted, light=LIGHTS[light]), NOTHING_READ) is tinted


def test_where_no_quiet_zone_tells_a_tray_is_taken_for_a_new_one() -> None:
    assert shows_tint(sheet(tinted=False, light=slope(1.5, 1.5)), NOTHING_READ)
    assert shows_tint(sheet(tinted=False, light=slope(0.8, 0.8)), ~NOTHING_READ)


def rings(white: tuple[int, int, float] | None = None, off: float = 0.0) -> tuple[CardRings, ...]:
    """Strips along the long sides of ten cards that lie ``off`` mm to the right of where they should.

    ``white``: from and to which place along the right side of the third one it is white, and how far (mm).
    """
    random = np.random.default_rng(SEED)
    along = np.arange(-43.0, 43.5)
    card, side = np.repeat(np.arange(10), 2), np.tile((0, 2), 10)
    wider = AWAY_MM[0] + 0.5 * np.arange(-FAR_OFF, len(AWAY_MM) + FAR_OFF)
    printed = np.repeat(np.where(wider > 0.0, TINT, 0.0)[None, :, None], len(card), axis=0)
    printed = np.repeat(printed, len(along), axis=2).astype(np.float32)
    edge = np.where(side == 0, off, -off)[:, None]
    ends = 1.0 / (1.0 + np.exp(-(AWAY_MM[None, :] - edge) / 0.3))
    seen = np.repeat((TINT * ends)[:, :, None], len(along), axis=2) + random.normal(0.0, 0.01, (20, len(AWAY_MM), 87))
    if white is not None:
        first, last, wide = white
        seen[4, : int(np.searchsorted(AWAY_MM, wide)), first:last] = 0.0
    part = CardRings(
        card,
        side,
        np.zeros(len(card), np.bool_),
        along,
        np.ones(len(along), np.bool_),
        seen.astype(np.float32),
        np.full((len(card), len(along)), WHITE - 0.4, np.float32),
        printed,
        np.ones(seen.shape, np.bool_),
        np.ones(len(card), np.bool_),
        np.zeros(seen.shape, np.float32),
        np.zeros(printed.shape, np.float32),
    )
    return (part,)


@pytest.mark.parametrize(
    ("white", "cards"), [((10, 45, 3.0), [2]), ((10, 24, 3.0), []), ((10, 45, 1.0), []), (None, [])]
)
def test_a_strip_without_tint_is_white_paper(white: tuple[int, int, float] | None, cards: list[int]) -> None:
    assert [strip.card for strip in see_tint_beside_cards(rings(white), BLUR_MM).white_strips()] == cards


def test_a_card_that_is_not_where_it_should_be_says_nothing() -> None:
    tint = see_tint_beside_cards(rings(off=2.0), BLUR_MM)
    assert tint.white_strips() == []
    (part,) = tint.rings
    assert tint.nothing_missed(SidePart(2, part.outline(4, 10, 40, 3.0)))


def test_lines_that_are_missed_where_the_tint_is_seen_say_nothing() -> None:
    tint = see_tint_beside_cards(rings((10, 45, 3.0)), BLUR_MM)
    (part,) = tint.rings
    assert not tint.nothing_missed(SidePart(2, part.outline(4, 10, 40, 3.0)))
    assert tint.nothing_missed(SidePart(2, part.outline(4, 50, 80, 3.0)))
    assert tint.nothing_missed(SidePart(2, part.outline(5, 10, 40, 3.0)))


@pytest.mark.parametrize(("last", "is_seen"), [(87, True), (58, True), (50, False)])
def test_the_tint_is_seen_along_a_side_if_enough_of_it_tells(last: int, is_seen: bool) -> None:
    """``last``: up to which place along the side nothing else lies beside it."""
    (part,) = rings()
    part.free[5, :, last:] = False
    tint = see_tint_beside_cards((part,), BLUR_MM)
    assert tint.is_seen(SidePart(2, part.outline(5, 0, 86, 9.0))) is is_seen
    (part,) = rings((40, 60, 3.0))
    tint = see_tint_beside_cards((part,), BLUR_MM)
    assert tint.is_seen(SidePart(2, part.outline(5, 0, 86, 9.0)))
    assert not tint.is_seen(SidePart(2, part.outline(4, 0, 86, 9.0)))


@pytest.mark.parametrize(("veil", "found"), [(0.6, [2]), (0.3, [])])
def test_where_light_veils_the_tint_nothing_is_white(veil: float, found: list[int]) -> None:
    """``veil``: share of the tint that is left."""
    (part,) = rings((10, 45, 3.0))
    tint = see_tint_beside_cards((replace(part, seen=np.asarray(part.seen * veil, np.float32)),), BLUR_MM)
    assert [strip.card for strip in tint.white_strips()] == found


def test_where_shares_of_the_tint_differ_widely_nothing_is_white() -> None:
    (part,) = rings((10, 45, 3.0))
    grainy = part.seen + np.random.default_rng(SEED).normal(0.0, 0.2, (20, 1, 87)).astype(np.float32)
    assert see_tint_beside_cards((replace(part, seen=grainy),), BLUR_MM).white_strips() == []


@pytest.mark.parametrize("off", [Point(-3.0, 0.0), Point(0.0, -4.0)], ids=["to the left", "below"])
def test_a_card_below_the_first_one_of_a_row_is_noticed(off: Point) -> None:
    world = bare_table()
    lay(world, CardKey("red", CardKind.STAND, 2), "red", 3, 0, off=off)
    lay(world, CardKey("red", CardKind.FORWARD, 1), "red", 3, 0)
    lay(world, CardKey("red", CardKind.ATTACK, 1), "red", 1, 0)
    rows = read_table(look(world).scene, KIT).programs["red"]
    assert rows == ("", "attack", "", None)


def test_a_row_on_an_older_tray_is_read() -> None:
    world = bare_table()
    lay(world, CardKey("red", CardKind.FORWARD, 1), "red", 1, 0)
    assert read_table(look(world, older_renderer()).scene, KIT).programs["red"] == ("", "forward", "", "")
