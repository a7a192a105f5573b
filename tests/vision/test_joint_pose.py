"""Two markers of the mat and the trays say where the table is; and how sure that is, is told as it is."""

from __future__ import annotations

import numpy as np
import pytest

from boards.geometry import Pose
from boards.kit.trays import TRAY
from calibration.camera_model import Floats, View, look_at
from calibration.initial_intrinsics import RigidPrint
from controller.vision.pose.joint_pose import JointPose, joint_pose
from controller.vision.pose.placement import to_mat_frame
from controller.vision.pose.table_pose import solve_pose
from hardware.simulated.simulated_camera import webcam
from tests.support.boards import mat_corners

MAT = mat_corners()
VIEW = look_at(webcam(), (230.0, 60.0, 1250.0), (200.0, 200.0), 4.0)
TRAYS = (Pose(-260.0, 330.0, 1.0), Pose(-255.0, 60.0, -1.0), Pose(660.0, 330.0, 0.5))
FAR = np.array([(-400.0, 450.0), (-400.0, -50.0), (800.0, 450.0), (800.0, -50.0), (200.0, 200.0)])
PAIRS = [(100, 101), (102, 103), (100, 103), (100, 102)]


def _tray() -> Floats:
    half = TRAY.marker_mm / 2
    square = np.array([(-half, half), (half, half), (half, -half), (-half, -half)])
    middles = [TRAY.marker_centre(lane) for lane in range(TRAY.lanes)]
    return np.concatenate([square + np.array([middle.x, middle.y]) for middle in middles])


def fitted(two: tuple[int, int], seed: int, noise_px: float = 0.4, trays: tuple[Pose, ...] = TRAYS) -> JointPose:
    """From noisy corners of two markers of the mat, and of trays."""
    random = np.random.default_rng(seed)

    def seen(flat: Floats) -> Floats:
        return VIEW.project_plane(flat) + random.normal(0.0, noise_px / np.sqrt(2), flat.shape)

    corners = {marker: seen(MAT[marker]) for marker in two}
    start = solve_pose(VIEW.camera, corners, MAT).view
    base = RigidPrint(np.concatenate([MAT[marker] for marker in two]), np.concatenate([*corners.values()]))
    others = [RigidPrint(_tray(), seen(to_mat_frame(pose, _tray()))) for pose in trays]
    return joint_pose(start, base, others)


def off(view: View) -> Floats:
    """How far the far places are put elsewhere, mm."""
    return np.asarray(np.linalg.norm(view.on_plane(VIEW.project_plane(FAR)) - FAR, axis=1))


@pytest.mark.parametrize("two", PAIRS)
def test_trays_say_how_the_table_lies_far_from_the_mat(two: tuple[int, int]) -> None:
    alone = np.array([off(fitted(two, seed, trays=()).view).max() for seed in range(5)])
    joint = np.array([off(fitted(two, seed).view).max() for seed in range(5)])
    assert joint.max() < 2.5 and np.median(joint) < 0.4 * np.median(alone)


@pytest.mark.parametrize("trays", [(), TRAYS], ids=["alone", "with trays"])
def test_how_sure_a_place_is_is_told_as_it_is(trays: tuple[Pose, ...]) -> None:
    shares = np.concatenate(
        [
            off(found.view) / found.sigma_mm(FAR)
            for two in PAIRS
            for seed in range(6)
            if (found := fitted(two, seed, trays=trays))
        ]
    )
    # Two dimensions: the root mean square of both together is between one and the square root of two.
    assert 0.5 < np.sqrt(np.mean(shares**2)) < 1.5 and np.percentile(shares, 99) < 3.2


def test_more_noise_is_less_sure_and_the_middle_surer_than_far_away() -> None:
    calm, rough = (fitted((100, 101), 3, noise, ()).sigma_mm(FAR) for noise in (0.4, 2.0))
    assert (rough > 2.0 * calm).all() and calm[-1] < 0.6 * calm[:-1].max()
