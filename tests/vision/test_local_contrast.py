"""How much darker places of a sheet are than their surroundings: quickly everywhere, exactly where doubt is left."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from boards.drawing.mat_art import tray_drawing
from boards.drawing.raster import raster
from boards.kit.thing_keys import TrayKey
from boards.kit.trays import TRAY
from controller.vision.markers.greyscale import Grey, to_grey
from controller.vision.unread.floor_print import FloorSeen, look_for_floor
from controller.vision.unread.lanes.lane_floor import AREA
from controller.vision.unread.local_contrast import local_contrast, quick_contrast
from controller.vision.unread.trays.tray_sheet import CELL_MM, COLUMNS, ROWS, TrayEdition, printed_sheet_with_floor
from tests.support.tables import KIT

SEED = 7
KEY = TrayKey("blue")


def floor(level: float) -> Grey:
    """Part of a tray's floor whose paper has this level, with the noise of a usual camera."""
    part = to_grey(raster(tray_drawing(KIT.things[KEY], KEY.colour, "en", True), 1.0))[20:80, 150:300] * (level / 255)
    print("seed", SEED)
    return np.asarray(np.clip(part + np.random.default_rng(SEED).normal(0.0, 2.0, part.shape), 0, 255), np.uint8)


def test_a_quick_look_measures_what_an_exact_one_does() -> None:
    for level in (190.0, 40.0):
        quick, exact = (look(floor(level))[8:-8, 8:-8] for look in (quick_contrast, local_contrast))
        assert np.abs(quick - exact).mean() < 0.3 * exact.std()
        assert float(np.corrcoef(quick.ravel(), exact.ravel())[0, 1]) > 0.97


def test_boxes_of_places_are_measured_as_the_whole_picture_is() -> None:
    grey = floor(190.0)
    where = np.zeros(grey.shape, np.bool_)
    where[5:20, 10:40] = where[33:50, 60:150] = True
    assert np.array_equal(local_contrast(grey, where, 3)[where], local_contrast(grey)[where])


def test_only_what_is_doubted_is_looked_at_closely() -> None:
    grey = to_grey(np.asarray(printed_sheet_with_floor(TrayEdition(KEY)), np.uint8))
    doubted = np.zeros((ROWS, COLUMNS), np.bool_)
    doubted[10:20] = True

    def doubt(_floor: FloorSeen) -> NDArray[np.bool_]:
        return doubted

    everywhere, brightness = np.ones(grey.shape, np.bool_), np.zeros(doubted.shape)
    found, detail = look_for_floor(grey, everywhere, brightness, AREA, CELL_MM, TRAY.lanes, doubt)
    closely = np.repeat(np.repeat(doubted, CELL_MM, axis=0), CELL_MM, axis=1)
    assert found is not None
    assert np.array_equal(detail[closely], local_contrast(grey)[closely])
    assert np.array_equal(detail[~closely], quick_contrast(grey)[~closely])
