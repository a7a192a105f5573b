"""Golems are placed through a lens that was measured, not given. `make calibration-proof` does it at full size."""

from __future__ import annotations

import numpy as np

from boards.kit.thing_keys import MatKey
from calibration.board_views import BoardFinder
from calibration.lens_quality import calibrate
from calibration.wizard import Wizard
from hardware.simulated.simulated_camera import webcam
from tests.support.lens_proof import placed, scenes
from tests.support.lens_session import TRUE, photographs


def test_golems_tops_through_a_measured_lens_at_half_the_resolution() -> None:
    wizard, finder = Wizard(following=False), BoardFinder()
    for picture in photographs():
        wizard.look(finder.find(picture))
    lens = calibrate(wizard.views).fit.camera
    off, lost = placed(scenes(TRUE, MatKey("4x4"), "uneven light", 1, 4), lens)
    millimetres, degrees = np.percentile(off, 95, axis=0)
    assert lost == 0 and len(off) == 16
    assert millimetres < 0.3 and degrees < 0.4, "0.2 mm and 0.3 degrees at 1920 x 1080"


def test_golems_under_shadows_are_placed_as_well_as_others() -> None:
    lens = webcam((1920, 1080))
    off, _not_read = placed(scenes(lens, MatKey("4x4"), "shadows", 1, 2), lens)
    # Without the look at shadows: 0.9 mm and 1.7 degrees.
    assert len(off) >= 7
    assert off[:, 0].max() < 0.2 and off[:, 1].max() < 0.3
