"""The print of cards that were read: light changes it, what lies on it hides it."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from boards.drawing.card_art import card_face
from boards.drawing.raster import raster
from boards.geometry import Pose
from boards.kit.cards import CardKind
from boards.kit.kit import CARD_MM
from boards.kit.thing_keys import CardKey, TrayKey
from calibration.camera_frames import Image
from controller.vision.unread.lanes.card_band import find_hidden_bands
from controller.vision.unread.lanes.card_print import find_hidden_prints
from controller.vision.unread.trays.tray_sheet import CORNER, TrayEdition, printed_sheet
from tests.support.tables import KIT

POSE = Pose(0.0, 40.0, 0.0)


def sheet_with(card: CardKey, language: str = "en") -> tuple[Image, tuple[slice, slice]]:
    """Return the sheet of the red tray from above with a card on it, and where the card is."""
    sheet = printed_sheet(TrayEdition(TrayKey("red"))).copy()
    drawn = cv2.GaussianBlur(raster(card_face(card, KIT.things[card], language), 4.0), (0, 0), 3.0)
    width, height = (round(side) for side in CARD_MM)
    left, above = round(POSE.x - CORNER.x - width / 2), round(CORNER.y - POSE.y - height / 2)
    at = np.s_[above : above + height, left : left + width]
    sheet[at] = cv2.resize(drawn, (width, height), interpolation=cv2.INTER_AREA)
    return sheet, at


def light(angle: float, pitch: float, dark: float) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    """Return the light that a blind lets through onto a card: half of each stripe is in the shade."""
    width, height = (round(side) for side in CARD_MM)
    x, y = np.meshgrid(np.arange(width), np.arange(height))
    across = x * np.cos(np.radians(angle)) + y * np.sin(np.radians(angle))
    return np.where(across % pitch < pitch / 2, dark, 1.0)[..., None]


@pytest.mark.parametrize("kind", [CardKind.ATTACK, CardKind.TURN_LEFT, CardKind.REPEAT_3])
@pytest.mark.parametrize(("angle", "pitch"), [(20.0, 24.0), (45.0, 30.0), (70.0, 22.0), (110.0, 26.0), (150.0, 34.0)])
@pytest.mark.parametrize("dark", [0.45, 0.7])
def test_shadows_of_a_blind_hide_no_print(kind: CardKind, angle: float, pitch: float, dark: float) -> None:
    card = CardKey("red", kind, 1)
    sheet, at = sheet_with(card)
    sheet[at] = (sheet[at] * light(angle, pitch, dark)).astype(np.uint8)
    assert find_hidden_prints(sheet, [(card, POSE)], []) == []


@pytest.mark.parametrize("kind", [CardKind.ATTACK, CardKind.STAND, CardKind.REPEAT_3])
@pytest.mark.parametrize("tone", [235, 250])
@pytest.mark.parametrize("shaded", [False, True])
def test_paper_on_the_picture_of_a_card_is_found_in_any_light(kind: CardKind, tone: int, shaded: bool) -> None:
    card = CardKey("red", kind, 1)
    sheet, at = sheet_with(card)
    # To the right of the upper marker, across the blocks that are compared.
    middle = round(CARD_MM[0] / 2)
    sheet[at][6:24, middle + 5 : middle + 25] = tone
    if shaded:
        sheet[at] = (sheet[at] * light(45.0, 30.0, 0.5)).astype(np.uint8)
    assert find_hidden_prints(sheet, [(card, POSE)], []) == [0]


def hides_band(sheet: Image, at: tuple[slice, slice], card: CardKey) -> bool:
    below = np.zeros(sheet.shape[:2], np.bool_)
    below[at] = True
    return find_hidden_bands(sheet, TrayEdition(TrayKey("red")), below, [(card, POSE)], []) == [0]


@pytest.mark.parametrize("language", ["en", "ru", "pl", "fr"])
def test_the_words_of_no_band_hide_its_ink(language: str) -> None:
    for kind in CardKind:
        card = CardKey("red", kind, 1)
        assert not hides_band(*sheet_with(card, language), card)


@pytest.mark.parametrize("kind", [CardKind.ATTACK, CardKind.STAND])
@pytest.mark.parametrize("cast", [(0.9, 0.9, 0.9), (0.9, 0.85, 0.6), (0.7, 0.8, 0.9)])
def test_a_scrap_on_a_band_is_found_in_light_of_any_colour(kind: CardKind, cast: tuple[float, ...]) -> None:
    card = CardKey("red", kind, 1)
    sheet, at = sheet_with(card)
    high = sheet[at].shape[0]
    low, left = round(high / 2) - 6, 4
    sheet[at][low : low + 12, left : left + 20] = 252
    assert hides_band((sheet * np.array(cast)).astype(np.uint8), at, card)
