"""The shadow below a lifted edge of a card fades along that edge; print and paper of a card below do not."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from boards.geometry import Pose
from boards.kit.kit import CARD_MM
from boards.kit.trays import TRAY
from calibration.camera_model import Floats
from controller.vision.pose.placement import to_mat_frame
from controller.vision.unread.card_sides.card_rings import AWAY_MM, FAR_OFF, CardRings
from controller.vision.unread.card_sides.fading_shadows import is_contact_shadow, is_fading_shadow
from controller.vision.unread.trays.tray_sheet import CELL_MM, COLUMNS, ROWS, pixels_inside

_AT = TRAY.slot_centre(1, 2)
CARD = Pose(_AT.x, _AT.y, 0.0)
ALONG = np.arange(-43.0, 43.5)


def told(darkness: Floats, colour: tuple[float, float, float] = (1.0, 1.0, 1.0), on_left: Floats | None = None) -> bool:
    """Tell whether what lies beside the right side of a card is told as a shadow.

    ``darkness``: logs, distances (AWAY_MM) x places along; ``colour``: shares of it that are taken of each colour;
    ``on_left``: what is seen beside the left side, which runs downwards.
    """
    both = [darkness, np.zeros_like(darkness) if on_left is None else on_left]
    seen = -np.stack([cv2.GaussianBlur(side.astype(np.float32), (0, 0), 1.0) for side in both])
    printed = np.zeros((2, len(AWAY_MM) + 2 * FAR_OFF, len(ALONG)), np.float32)
    card, side = np.zeros(2, np.intp), np.array([0, 2])
    true = np.ones(2, np.bool_)
    rim = np.full((2, len(ALONG)), 5.3, np.float32)
    beside = np.ones(len(ALONG), np.bool_)
    free = np.ones(seen.shape, np.bool_)
    rings = CardRings(card, side, ~true, ALONG, beside, seen, rim, printed, free, true, 0 * seen, printed)
    flat = np.full((ROWS * CELL_MM, COLUMNS * CELL_MM, 3), 200, np.uint8)
    piece = _piece(20.0, 42.0)
    flat[piece] = np.rint(200.0 * np.exp(-0.4 * np.array(colour)))
    return is_fading_shadow(flat, [CARD], (rings,), piece)


def _piece(low: float, high: float) -> NDArray[np.bool_]:
    half = CARD_MM[0] / 2
    shape = np.array([(half, low), (half + 2.0, low), (half + 2.0, high), (half, high)])
    return pixels_inside([to_mat_frame(CARD, shape)])


def shadow(at_corner: float = 0.6, end_mm: float = -10.0, soft_mm: float = 2.0) -> Floats:
    """Return a shadow that is darkest at the upper corner, ends lower down, and gets faint outwards."""
    along = np.clip((ALONG - end_mm) / (43.0 - end_mm), 0.0, 1.0)
    outwards = np.where(AWAY_MM > 0.0, np.exp(-AWAY_MM / soft_mm), 0.0)
    return np.asarray(at_corner * outwards[:, None] * along)


def strip(wide_mm: tuple[float, float], dark: float, low: float = -43.0, high: float = 43.0) -> Floats:
    """Return a strip as dark all over, from one width at its lower end to another at its upper one."""
    width = np.interp(ALONG, (low, high), wide_mm) * (np.abs(ALONG - (low + high) / 2) <= (high - low) / 2)
    return np.where((AWAY_MM[:, None] > 0.0) & (AWAY_MM[:, None] < width), dark, 0.0)


@pytest.mark.parametrize(("at_corner", "end_mm", "soft_mm"), [(0.6, -10.0, 2.0), (0.8, 5.0, 1.5), (0.4, -43.0, 3.0)])
def test_a_wedge_that_fades_along_the_side_and_outwards_is_a_shadow(
    at_corner: float, end_mm: float, soft_mm: float
) -> None:
    assert told(shadow(at_corner, end_mm, soft_mm))


@pytest.mark.parametrize(
    "print_",
    [
        # A marker of 18 mm, black or seen by a hair.
        strip((2.0, 2.0), 1.2, 20.0, 38.0),
        strip((1.0, 1.0), 0.6, 20.0, 38.0),
        # The whole side of a grey card, and the black frame of a screen.
        strip((2.0, 2.0), 0.4),
        strip((2.0, 2.0), 1.2),
        # A grey card that turns, and ends as sharply as it begins.
        strip((0.0, 4.0), 0.4),
        # One that turns as much as it can, and fades.
        np.fliplr(strip((4.0, -4.0), 0.6)),
        # What is darkest away from the card.
        np.roll(shadow(), 6, axis=0),
    ],
)
def test_print_and_paper_are_no_shadow(print_: Floats) -> None:
    assert not told(print_)


def test_a_wedge_in_colour_is_no_shadow() -> None:
    assert not told(shadow(), (0.3, 1.0, 1.0))
    assert told(shadow(), (0.9, 1.0, 1.1))


def test_wedges_that_turn_alike_on_two_sides_are_a_card_below() -> None:
    upper = shadow()
    assert told(upper, on_left=upper[:, ::-1])
    assert not told(upper, on_left=upper)


@pytest.mark.parametrize(
    ("first", "last", "is_told"), [(0.0, 2.0, True), (0.0, 1.0, True), (0.0, 4.0, False), (3.0, 4.0, False)]
)
def test_a_shadow_in_which_a_card_touches_the_sheet_is_narrow_and_next_to_it(
    first: float, last: float, is_told: bool
) -> None:
    half = CARD_MM[0] / 2
    shape = np.array([(half + first, 20.0), (half + last, 20.0), (half + last, 42.0), (half + first, 42.0)])
    card = np.array([(-half, -44.0), (half, -44.0), (half, 44.0), (-half, 44.0)])
    piece, below = (pixels_inside([to_mat_frame(CARD, each)]) for each in (shape, card))
    assert is_contact_shadow(piece & ~below, below) is is_told
