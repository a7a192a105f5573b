"""A lens estimated over many frames: what rests is averaged, tops show how high the camera is."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from boards.geometry import Pose
from calibration.camera_model import CameraModel, Floats, View, look_at
from calibration.initial_intrinsics import RigidPrint, estimate_intrinsics
from calibration.print_observations import ENOUGH, MOST_PLACES, PrintObservations, PrintSeen
from controller.vision.pose.place_uncertainty import place_uncertainties, strongest, view_through
from tests.support.boards import mat_corners

SIZE = (1920, 1080)
TOP_MM, TOP_SIDE_MM = 60.0, 45.0
TOPS = ((60.0, 60.0), (340.0, 90.0), (90.0, 330.0), (310.0, 310.0))
MAT = np.concatenate(list(mat_corners().values()))
TOP = np.array([(-1, 1), (1, 1), (1, -1), (-1, -1)]) * TOP_SIDE_MM / 2


def camera_above(focal: float = 1500.0, lean_mm: float = 0.0) -> View:
    lens = CameraModel(SIZE, (focal, focal), (959.5, 539.5), (-0.08, 0.02, 0.0, 0.0, 0.0))
    height = 1700.0 * focal / 1920
    return look_at(lens, (200.0, 200.0 - lean_mm - 1e-3, height), (200.0, 200.0))


def frame(
    view: View, noise: np.random.Generator, tops: tuple[tuple[float, float], ...] = TOPS
) -> tuple[PrintSeen, dict[str, PrintSeen]]:
    def seen(local: Floats, at: tuple[float, float], height: float) -> PrintSeen:
        pixels = view.project_plane(local + np.array(at), height)
        return PrintSeen(local, pixels + noise.normal(0, 0.15, pixels.shape), height)

    return seen(MAT, (0.0, 0.0), 0.0), {f"top {n}": seen(TOP, at, TOP_MM) for n, at in enumerate(tops)}


def observed(view: View, frames: int, seed: int) -> PrintObservations:
    noise, found = np.random.default_rng(seed), PrintObservations(SIZE[0])
    for _ in range(frames):
        found = found.with_frame(*frame(view, noise))
    return found


@pytest.mark.parametrize("focal", [1100.0, 1500.0, 2400.0])
@pytest.mark.parametrize("lean_mm", [0.0, 300.0])
def test_golems_are_placed_well_and_as_surely_as_is_told(focal: float, lean_mm: float) -> None:
    view, seed = camera_above(focal, lean_mm), 3
    mat, others = observed(view, 40, seed).prints() or pytest.fail("nothing was seen")
    fit = estimate_intrinsics(SIZE, mat, others)
    model = np.c_[MAT, np.zeros(len(MAT))]
    pixels = view.project(model)
    found = view_through(fit.camera, view, model, pixels)
    kept = [view_through(lens, found, model, pixels) for lens in strongest(fit.alternatives, found, model, pixels)]
    places = [Pose(x, y, 30.0) for x in (40.0, 200.0, 360.0) for y in (40.0, 200.0, 360.0)]
    seen = found.on_plane(view.project_plane([(pose.x, pose.y) for pose in places], TOP_MM), TOP_MM)
    sure = place_uncertainties(found, kept, [(pose, TOP_MM) for pose in places])
    for pose, there, uncertainty in zip(places, seen, sure, strict=True):
        off = float(np.hypot(there[0] - pose.x, there[1] - pose.y))
        assert off < 0.6 and off < uncertainty.mm < 2.6, (pose, off, uncertainty, seed)


@pytest.mark.parametrize("focal", [1100.0, 1500.0, 2400.0])
@pytest.mark.parametrize("outwards_px", [-0.06, 0.06])
def test_edges_of_tops_that_are_seen_otherwise_than_the_mats_are_within_what_is_told(
    focal: float, outwards_px: float
) -> None:
    """Their paper is lighter or darker than the mat's: a camera straight above takes them for higher or lower."""
    view = camera_above(focal)
    mat, tops = observed(view, 40, 3).prints() or pytest.fail("nothing was seen")
    bloomed: list[RigidPrint] = []
    for top in tops:
        middle, side = top.pixels.mean(axis=0), float(np.linalg.norm(top.pixels[0] - top.pixels[1]))
        bloomed.append(replace(top, pixels=middle + (top.pixels - middle) * (1 + 2 * outwards_px / side)))
    fit = estimate_intrinsics(SIZE, mat, bloomed)
    model = np.c_[MAT, np.zeros(len(MAT))]
    pixels = view.project(model)
    found = view_through(fit.camera, view, model, pixels)
    kept = [view_through(lens, found, model, pixels) for lens in strongest(fit.alternatives, found, model, pixels)]
    places = [Pose(x, y, 30.0) for x in (40.0, 200.0, 360.0) for y in (40.0, 200.0, 360.0)]
    seen = found.on_plane(view.project_plane([(pose.x, pose.y) for pose in places], TOP_MM), TOP_MM)
    sure = place_uncertainties(found, kept, [(pose, TOP_MM) for pose in places])
    for pose, there, uncertainty in zip(places, seen, sure, strict=True):
        assert float(np.hypot(there[0] - pose.x, there[1] - pose.y)) < uncertainty.mm, (pose, uncertainty)


def test_without_anything_over_the_table_the_height_of_a_camera_above_is_not_known() -> None:
    view = camera_above(1500.0)
    seen = observed(view, 40, 1)
    mat, others = seen.prints() or pytest.fail("nothing was seen")
    alone, with_tops = (estimate_intrinsics(SIZE, mat, prints).camera.quality for prints in ((), others))
    assert alone.focal_sigma is not None and with_tops.focal_sigma is not None
    assert alone.focal_sigma > 0.12 and with_tops.focal_sigma < 0.05


def test_what_rests_is_averaged() -> None:
    view = camera_above(1500.0, 300.0)
    few, many = observed(view, 1, 5), observed(view, 60, 5)
    true = view.project_plane(MAT)
    assert many.frames == 60
    for found, limit in ((few, 0.4), (many, 0.08)):
        assert found.mat is not None
        assert np.abs(found.mat.seen.pixels - true).max() < limit
    (mat, others), (_, before) = many.prints() or pytest.fail(""), few.prints() or pytest.fail("")
    assert mat.sigma_px < 0.12 < before[0].sigma_px and {item.height_mm for item in others} == {TOP_MM}


def test_where_a_golem_rested_before_stays_known() -> None:
    view, noise = camera_above(), np.random.default_rng(2)
    found = PrintObservations(SIZE[0])
    for place in range(MOST_PLACES + 5):
        for _ in range(ENOUGH):
            found = found.with_frame(*frame(view, noise, ((40.0 + 20 * place, 200.0),)))
    assert len(found.left) == MOST_PLACES and found.places == MOST_PLACES + 1
    # One that drives rests nowhere.
    moving = observed(view, 3, 2)
    for step in range(20):
        moving = moving.with_frame(*frame(view, noise, tuple((x + 5.0 * step, y) for x, y in TOPS)))
    assert moving.left == () and len((moving.prints() or pytest.fail(""))[1]) == 0


def test_a_camera_that_was_moved_begins_anew() -> None:
    found = observed(camera_above(), 30, 4)
    moved = found.with_frame(*frame(camera_above(lean_mm=40.0), np.random.default_rng(1)))
    assert moved.frames == 1 and moved.left == ()
