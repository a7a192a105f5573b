"""Why a place could not be read: the surest cause first, each from both sides of its limit."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from boards.kit.cards import CardKind
from boards.kit.thing_keys import CardKey, MatKey
from calibration.camera_frames import Frame
from controller.vision.markers.occlusion import BLURRED_MODULES, SMALLEST_SIDE_PX, occlusion_cause
from controller.vision.reader import Reader
from controller.vision.scene import Why
from hardware.simulated import camera_faults as disturbances
from tests.support.tables import KIT, bare_table, lay, picture

CARD = CardKey("red", CardKind.FORWARD, 1)


def cause(side: float, *, at: float = 40.0, bright: float = 0.0, blur: float = 0.0) -> Why:
    """The cause at a square of this side, px, of which a share is as bright as can be."""
    grey = np.full((100, 100), 128, np.uint8)
    grey[:, : round(at + side * bright)] = 255
    corners = np.array([(at, 40.0), (at + side, 40.0), (at + side, 40.0 + side), (at, 40.0 + side)])
    return occlusion_cause(grey, corners, blur)


def test_a_marker_below_17_px_is_too_small_whatever_else_is_wrong() -> None:
    assert SMALLEST_SIDE_PX == 17.0
    for bright, blur in ((0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)):
        assert cause(16.9, bright=bright, blur=blur) is Why.TOO_SMALL
        assert cause(17.1, bright=bright, blur=blur) is not Why.TOO_SMALL


def test_glare_outweighs_blur_and_blur_a_cover() -> None:
    assert BLURRED_MODULES == 0.36
    assert cause(40.0, bright=0.25) is cause(40.0, bright=0.25, blur=1.0) is Why.GLARE
    assert cause(40.0, bright=0.05, blur=0.37) is Why.BLURRED
    assert cause(40.0, bright=0.05, blur=0.36) is Why.COVERED


def test_what_is_outside_the_picture_is_cut_off_before_all() -> None:
    assert cause(10.0, at=95.0, bright=1.0, blur=1.0) is Why.CUT_OFF
    assert cause(40.0, at=70.0) is Why.CUT_OFF


@pytest.mark.parametrize("what", ["hand", "glare", "paper"])
@pytest.mark.parametrize(("width", "small"), [(1280, False), (1000, True)])
def test_a_card_in_a_picture_that_is_too_coarse_is_too_small_to_be_told(what: str, width: int, small: bool) -> None:
    """19 px a marker, or 15: the advice is to put the camera nearer, not to take the hand away."""
    world = bare_table()
    at = lay(world, CARD, "red", 1, 1.0).point
    over = {
        "hand": disturbances.hand(at, 55.0),
        "glare": disturbances.glare(at, 44.0),
        "paper": disturbances.sheet_of_paper(at, 72.0),
    }[what]
    large = picture(world, disturbances=[over])
    size = (width, round(large.shape[0] * width / large.shape[1]))
    image = np.asarray(cv2.resize(large, size, interpolation=cv2.INTER_AREA), np.uint8)
    scene = Reader(KIT, MatKey("4x4")).read(Frame(image, 1, 0.0, "test")).scene
    [item] = scene.unread
    assert scene.trouble == () and (item.why is Why.TOO_SMALL) is small
