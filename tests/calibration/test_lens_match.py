"""A lens file of another camera, another size, another zoom or another year: found out, and said in plain words."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import numpy as np
import pytest

from boards.base.catalogue import languages
from boards.kit.thing_keys import MatKey, ThingKey, TrayKey
from boards.table_layout import standard_layout
from calibration.camera_model import CameraModel
from calibration.initial_intrinsics import RigidPrint
from calibration.lens_match import LensMismatch, LensUnfit, age_warnings, camera_mismatches, zoom_mismatches
from controller.vision.pose.placement import local_corners, to_mat_frame
from hardware.simulated.simulated_camera import overhead_view, webcam
from tests.support.tables import KIT, TWO

TRUE = webcam()


def test_another_camera_and_another_size() -> None:
    assert camera_mismatches("lens.yaml", TRUE, "C920", "C920", (1920, 1080)) == ()
    assert camera_mismatches("lens.yaml", TRUE, "C920", "", (1920, 1080)) == (), "a picture's camera is not known"
    reasons = camera_mismatches("lens.yaml", TRUE, "C920", "Brio 100", (1280, 720))
    assert [reason.why for reason in reasons] == [LensMismatch.OTHER_CAMERA, LensMismatch.OTHER_SIZE]
    for language in languages():
        said = LensUnfit(reasons).translated(language)
        assert all(word in said for word in ("lens.yaml", "C920", "Brio 100", "1920 x 1080", "1280 x 720"))
    unnamed = LensUnfit(camera_mismatches("", TRUE, "", "", (640, 480)))
    assert str(unnamed).startswith("this lens") and unnamed.named("x.yaml").translated("fr").startswith(
        "x.yaml : objectif"
    )


def test_an_old_lens_is_warned_of() -> None:
    today = date(2026, 6, 1)
    assert age_warnings("lens.yaml", date(2025, 7, 1), today) == () == age_warnings("lens.yaml", None, today)
    (warning,) = age_warnings("lens.yaml", date(2024, 6, 1), today)
    assert warning.why is LensMismatch.AGED and "730 days" in warning.translated("en")


def prints(tilt_degrees: float, lens: CameraModel, seed: int) -> tuple[RigidPrint, list[RigidPrint]]:
    """Mat and trays as this lens shows them."""
    noise, view = np.random.default_rng(seed), overhead_view(lens, MatKey("4x4"), TWO, tilt_degrees)
    layout = standard_layout(MatKey("4x4"), TWO)

    def shown(key: ThingKey) -> RigidPrint:
        local = np.concatenate([local_corners(marker) for marker in KIT.things[key].markers])
        pixels = view.project_plane(to_mat_frame(layout[key], local) if key in layout else local)
        return RigidPrint(local, pixels + noise.normal(0, 0.15, pixels.shape))

    return shown(MatKey("4x4")), [shown(key) for key in sorted(layout, key=str) if isinstance(key, TrayKey)]


@pytest.mark.parametrize(
    ("tilt", "zoom", "named"), [(9.0, 1.0, False), (9.0, 1.12, True), (25.0, 0.95, True), (25.0, 1.01, False)]
)
def test_another_zoom(tilt: float, zoom: float, named: bool) -> None:
    lens = replace(TRUE, focal=(TRUE.focal[0] / zoom, TRUE.focal[1] / zoom))
    reasons = zoom_mismatches("lens.yaml", lens, *prints(tilt, TRUE, 1))
    assert bool(reasons) is named
    if named:
        (reason,) = reasons
        assert reason.why is LensMismatch.OTHER_ZOOM and f"{100 * (zoom - 1):+.0f} %"[:2] in reason.translated("en")


def test_from_straight_above_a_zoom_looks_like_a_height_and_nothing_is_said() -> None:
    lens = replace(TRUE, focal=(TRUE.focal[0] / 1.1, TRUE.focal[1] / 1.1))
    assert zoom_mismatches("lens.yaml", lens, *prints(0.3, TRUE, 2)) == ()
