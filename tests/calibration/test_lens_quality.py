"""Poor sets of views are refused with everything that is wrong with them; good ones give a lens and its quality."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import numpy as np
import pytest

from boards.base.catalogue import languages, translate_all
from boards.drawing.primitives import Path, Text
from boards.drawing.typography import face
from calibration import calibration_messages as words
from calibration.board_views import BoardView
from calibration.coverage_map import coverage_drawing, residuals_by_region
from calibration.lens_file import Calibration
from calibration.lens_match import LensMismatch
from calibration.lens_quality import CalibrationResult, PoorViews, ViewFault, calibrate
from calibration.uncertainty import ray_difference, region_middles
from calibration.view_coverage import COLUMNS, ROWS, WantedView, corners_seen, missing
from calibration.wizard import Prompt
from hardware.simulated.charuco_photo import hold
from hardware.simulated.simulated_camera import webcam
from tests.support.boards import lens_error, seen, session_views


@lru_cache
def good() -> CalibrationResult:
    return calibrate(session_views(webcam(), 5, 12))


def refused(views: list[BoardView]) -> dict[ViewFault, tuple[WantedView, ...]]:
    with pytest.raises(PoorViews) as caught:
        calibrate(views)
    for language in languages():
        told = caught.value.lines(language)
        assert len(told) == len(caught.value.refusals) and all("{" not in line and len(line) > 20 for line in told)
    return {refusal.why: refusal.wants for refusal in caught.value.refusals}


def frontal(count: int, everywhere: bool) -> list[BoardView]:
    """Boards that face the camera; in all parts of the picture, or in its middle."""
    random = np.random.default_rng(1)
    places = [(float(x), float(y)) for x in (-400, 0, 400) for y in (-230, 0, 230)]
    return [
        seen(webcam(), hold((3, -2), 5, (*(places[n % 9] if everywhere else (5.0 * n, 0.0)), 620.0 + 9 * n)), random)
        for n in range(count)
    ]


def test_a_good_set_gives_a_lens_with_its_quality() -> None:
    quality = good().fit.camera.quality
    assert quality.source == "charuco" and quality.views == 12
    assert quality.rms_px is not None and 0.05 < quality.rms_px < 0.15
    assert quality.coverage == 1.0 and quality.error_px is not None
    assert np.percentile(lens_error(good().fit.camera, webcam()), 95) < 3 * quality.error_px < 2.5


def test_the_expected_error_is_about_the_true_one() -> None:
    fit, expected = good().fit, good().expected
    true = np.linalg.norm(ray_difference(fit.camera, webcam(), region_middles((1920, 1080))), axis=1)
    assert expected.shape == (ROWS, COLUMNS)
    assert np.percentile(true, 95) < 3 * np.percentile(expected, 95) < 30 * max(0.1, np.percentile(true, 95))
    # Farther out it is larger.
    assert expected[[0, 0, -1, -1], [0, -1, 0, -1]].min() > 2 * expected[2, 3:5].min()


def test_nothing_to_see() -> None:
    assert refused([]) == {ViewFault.NO_BOARD: ()}


def test_too_few_views_of_the_middle_that_all_face_the_camera() -> None:
    found = refused(frontal(6, everywhere=False))
    assert {*found} == {ViewFault.TOO_FEW, ViewFault.FRONTAL, ViewFault.CORNERS}
    assert {*found[ViewFault.FRONTAL]} == {
        WantedView.LEAN_LEFT,
        WantedView.LEAN_RIGHT,
        WantedView.LEAN_UP,
        WantedView.LEAN_DOWN,
    }
    assert len(found[ViewFault.CORNERS]) == 4


def test_all_frontal() -> None:
    assert {*refused(frontal(18, everywhere=True))} >= {ViewFault.FRONTAL}


def test_no_corner_of_the_picture() -> None:
    found = refused([within(view, 620, 350) for view in session_views(webcam(), 6, 14)])
    assert {*found[ViewFault.CORNERS]} >= {WantedView.UPPER_LEFT, WantedView.LOWER_RIGHT}


def within(view: BoardView, across: float, down: float) -> BoardView:
    """What of a view lies in the picture's middle."""
    there = (np.abs(view.pixels - (960, 540)) < (across, down)).all(axis=1)
    return replace(view, ids=view.ids[there], pixels=view.pixels[there])


def test_blurred_views_do_not_count() -> None:
    views = session_views(webcam(), 8, 14)
    soft = [replace(view, blur_px=4.0) if n % 2 else view for n, view in enumerate(views)]
    assert ViewFault.BLURRED in refused(soft)


def test_pictures_of_two_sizes() -> None:
    views = session_views(webcam(), 9, 12)
    assert {*refused([*views, replace(views[0], size=(1280, 720))])} == {ViewFault.SIZES}


def test_boards_that_are_bent_differently_are_no_lens() -> None:
    random = np.random.default_rng(3)
    views = session_views(webcam(), 10, 11)
    bent = [
        replace(view, pixels=view.pixels + random.normal(0, 1.5, view.pixels.shape), source=f"{n}.png")
        for n, view in enumerate(views)
    ]
    assert {*refused(bent)} & {ViewFault.DISAGREE, ViewFault.MOVED}


def test_what_is_missing_is_where_no_board_was() -> None:
    views = session_views(webcam(), 11, 20)
    left = [view for view in views if view.pixels[:, 0].max() < 1000]
    assert WantedView.RIGHT in missing(left) and WantedView.UPPER_RIGHT in missing(left)
    assert missing([]) == tuple(WantedView) and missing(views) == ()
    assert corners_seen(left)[:, -2:].sum() == 0


def test_the_picture_shows_where_a_lens_is_weak() -> None:
    found, camera = good(), good().fit.camera
    calibration = Calibration(camera, "Kamera Ѫ №1")
    off = residuals_by_region(found)
    counts = corners_seen(found.fit.views)
    rms = np.sqrt(np.nansum(off**2 * counts) / counts.sum())
    assert camera.quality.rms_px == pytest.approx(rms, rel=1e-3)
    for language in languages():
        written = [
            shape.text for shape in coverage_drawing(found, calibration, language).shapes if isinstance(shape, Text)
        ]
        assert len(written) == ROWS * COLUMNS + 2
    weaker = replace(found, expected=found.expected + 5.0)
    good_field, poor_field = (
        next(shape.fill for shape in coverage_drawing(item, calibration).shapes[1:] if isinstance(shape, Path))
        for item in (found, weaker)
    )
    assert good_field != poor_field


def test_everything_is_said_in_every_language_with_letters_that_can_be_printed() -> None:
    tables = (
        words.WANTED_VIEW_TEXTS,
        words.PROMPT_TEXTS,
        words.VIEW_FAULT_TEXTS,
        words.MISMATCH_TEXTS,
        words.PICTURE_TEXTS,
    )
    for table in tables:
        for said in map(translate_all, table.values()):
            assert len({*said.values()}) == len(languages())
            assert face(False).missing("".join(said.values()).replace("\n", "")) == ()
    assert {*words.WANTED_VIEW_TEXTS} == {want.value for want in WantedView}
    assert {*words.VIEW_FAULT_TEXTS} == {poor.value for poor in ViewFault}
    assert {*words.MISMATCH_TEXTS} == {unfit.value for unfit in LensMismatch}
    assert {*words.PROMPT_TEXTS} >= {say.value for say in Prompt}
