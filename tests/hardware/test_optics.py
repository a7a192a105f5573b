"""Each effect between a lamp and a file does what its law says, and nothing to the light that it is given."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
import pytest

from boards.geometry import Point, Pose, Rect
from boards.kit.cards import CardKind
from boards.kit.thing_keys import CardKey, GolemKey, MatKey
from calibration.camera_frames import Image
from calibration.camera_model import CameraModel, View, look_at
from controller.vision.markers.detector import RECALL, Detector
from controller.vision.markers.greyscale import to_grey
from hardware.simulated.imaging_conditions import CONDITIONS, ImagingSetting
from hardware.simulated.optics.glare import Glare
from hardware.simulated.optics.hand_shadows import Hand
from hardware.simulated.optics.lens_effects import Defocus, Softness, Vignetting, disc
from hardware.simulated.optics.light import Effect, Light, Sheet, Shot, to_light
from hardware.simulated.optics.paper_curl import Bend
from hardware.simulated.optics.sensor import Exposure, Jpeg, Sensor
from hardware.simulated.optics.shadows import Shadow
from hardware.simulated.optics.shutter import Shake, Shutter, shifted
from hardware.simulated.optics.table_tops import TOPS
from hardware.simulated.optics.uneven_light import Lamp
from hardware.simulated.rendering.photograph import CameraEffects, Photographer
from hardware.simulated.simulated_camera import overhead_view, webcam
from hardware.simulated.world import Snapshot, TableItem, World
from tests.support.tables import KIT, TWO

SIZE = (320, 240)
VIEW = look_at(CameraModel(SIZE, (300.0, 300.0), (159.5, 119.5)), (0.0, -1.0, 1000.0), (0.0, 0.0))
"""3.3 mm a px, straight from above."""
TABLE = Sheet(MatKey("4x4"), np.array([(-900.0, -900.0), (900.0, -900.0), (900.0, 900.0), (-900.0, 900.0)]))
CARD = CardKey("red", CardKind.FORWARD, 1)


def grey(level: float = 0.5) -> Light:
    return np.full((SIZE[1], SIZE[0], 3), level, np.float32)


def seen(effect: Effect, light: Light | None = None, view: View = VIEW, sheets: tuple[Sheet, ...] = (TABLE,)) -> Light:
    return effect(grey() if light is None else light, Shot(view, sheets, np.random.default_rng(3)))


def at(view: View, x: float, y: float, z: float = 0.0) -> tuple[int, int]:
    """Row and column of the pixel that sees a place."""
    u, v = view.project(np.array([(x, y, z)]))[0]
    return round(float(v)), round(float(u))


EFFECTS: dict[str, Effect] = {
    "vignetting": Vignetting(),
    "lamp": Lamp(Point(100.0, 0.0), 500.0, 0.8),
    "hard shadow": Shadow((Point(-100, -100), Point(100, -100), Point(0, 150)), 0.6, 1.0),
    "soft shadow": Shadow((Point(-100, -100), Point(100, -100), Point(0, 150)), 0.6, 60.0),
    "glare": Glare(Point(0.0, 0.0), 1500.0, 30.0, 30.0),
    "hand": Hand(Pose(0.0, 0.0, 90.0)),
    "softness": Softness(),
    "defocus": Defocus(2.0, 1.0),
    "exposure": Exposure(0.8, (0.7, 1.0, 1.3)),
}


@pytest.mark.parametrize("name", EFFECTS)
def test_an_effect_is_a_pure_function_of_light_and_seed(name: str) -> None:
    light = np.random.default_rng(1).random((SIZE[1], SIZE[0], 3)).astype(np.float32)
    before = light.copy()
    first, second = (seen(EFFECTS[name], light) for _ in range(2))
    assert np.array_equal(light, before) and np.array_equal(first, second)
    assert first.dtype == np.float32 and first.shape == light.shape and np.isfinite(first).all()
    assert not np.array_equal(first, light)


def test_a_picture_comes_through_a_sensor_without_noise_as_it_was() -> None:
    levels = np.random.default_rng(2).integers(0, 256, (40, 50, 3), dtype=np.uint8)
    through = Sensor(0.0, 0.0)(to_light(levels), np.random.default_rng(0))
    assert np.array_equal(through, levels)


def test_noise_is_as_strong_as_asked_at_every_level_and_the_same_for_the_same_seed() -> None:
    sensor = Sensor(5.0, 0.0)
    for level in (0.1, 0.5):
        one, same, other = (sensor(grey(level), np.random.default_rng(seed)).astype(float) for seed in (1, 1, 2))
        assert np.array_equal(one, same) and not np.array_equal(one, other)
        assert one.std() == pytest.approx(5.0, rel=0.1) and one.mean() == pytest.approx(255 * level**0.5, abs=0.5)


def test_corners_darken_by_the_fourth_power_of_the_cosine() -> None:
    shown = seen(Vignetting())[..., 0] / 0.5
    tangent = np.hypot(159.5 - 20.0, 119.5 - 20.0) / 300.0
    assert shown[120, 160] == pytest.approx(1.0, abs=0.005)
    assert shown[20, 20] == pytest.approx(np.cos(np.arctan(tangent)) ** 4, abs=0.01)


def test_a_lamp_lights_by_distance_and_slant() -> None:
    shown = seen(Lamp(Point(100.0, 0.0), 400.0, 1.0))[..., 0] / 0.5
    assert shown[at(VIEW, 100.0, 0.0)] == pytest.approx(1.0, abs=0.01)
    # 300 mm off at 400 mm of height: 500 mm away, so (400 / 500) squared, times a cosine of 400 / 500.
    assert shown[at(VIEW, -200.0, 0.0)] == pytest.approx(0.8**3, abs=0.01)


def test_shadows_are_dark_inside_untouched_outside_and_soft_as_asked() -> None:
    corners = (Point(-300, -300), Point(0, -300), Point(0, 300), Point(-300, 300))
    hard, soft = (seen(Shadow(corners, 0.6, penumbra))[120, :, 0] / 0.5 for penumbra in (0.5, 40.0))
    inside, edge, outside = (at(VIEW, x, 0.0)[1] for x in (-150.0, 0.0, 150.0))
    for row in (hard, soft):
        assert row[inside] == pytest.approx(0.4, abs=0.01) and row[outside] == pytest.approx(1.0, abs=0.01)
        assert row[edge - 1 : edge + 2].mean() == pytest.approx(0.7, abs=0.06)
    # One deviation beyond the edge a soft shadow has lost 84 % of its depth.
    assert soft[at(VIEW, 40.0, 0.0)[1]] == pytest.approx(1.0 - 0.6 * 0.16, abs=0.02)
    assert hard[at(VIEW, 40.0, 0.0)[1]] == pytest.approx(1.0, abs=0.001)


def test_a_lamp_is_mirrored_where_it_leaves_as_slanted_as_it_comes() -> None:
    eye = VIEW.position
    glare = Glare(Point(300.0, 200.0), 1400.0, 5.0, 20.0, lean=0.0)
    row, column = np.unravel_index(int(seen(glare, grey(0.1))[..., 0].argmax()), (SIZE[1], SIZE[0]))
    x, y = VIEW.on_plane([[float(column), float(row)]])[0]
    comes = np.array([300.0 - x, 200.0 - y]) / 1400.0
    leaves = np.array([x - eye[0], y - eye[1]]) / eye[2]
    assert comes == pytest.approx(leaves, abs=0.02)


def test_paper_shines_and_the_bare_table_does_not_and_a_robot_hides_what_is_behind() -> None:
    glare, dark = Glare(Point(2.4 * 200.0, 0.0), 1400.0, 60.0, 20.0, lean=0.0), grey(0.1)
    assert np.array_equal(seen(glare, dark, sheets=()), dark)
    assert seen(glare, dark)[at(VIEW, 200.0, 0.0)].min() > 1.0
    robot = Sheet(GolemKey("red"), np.array([(210.0, -20.0), (240.0, -20.0), (240.0, 20.0), (210.0, 20.0)]), 60.0)
    side, top = at(VIEW, 210.0, 0.0, 20.0), at(VIEW, 230.0, 0.0, 60.0)
    assert seen(glare, dark)[side].min() > 1.0
    shown = seen(glare, dark, sheets=(TABLE, robot))
    assert shown[side].max() < 0.2 and shown[top].min() > 0.8


def test_a_hand_covers_its_place_casts_a_shadow_and_leaves_the_rest() -> None:
    hand = Hand(Pose(0.0, 0.0, 90.0), height_mm=30.0)
    shown = seen(hand)
    changed = np.abs(shown - 0.5).max(axis=2)
    assert shown[at(VIEW, 0.0, -20.0, 30.0)] == pytest.approx(np.array(hand.skin), rel=0.35)
    assert changed[at(VIEW, 0.0, 60.0)] < 0.01 and changed[at(VIEW, 300.0, 0.0)] < 0.01
    assert ((changed > 0.02) & (np.ptp(shown, axis=2) < 0.01)).sum() > 100, (
        "where only its shadow falls, grey stays grey"
    )
    assert seen(Hand(Pose(5000.0, 5000.0, 45.0))) is not None


def test_a_disc_is_round_and_loses_no_light() -> None:
    for radius in (0.4, 1.0, 2.3):
        kernel = disc(radius)
        assert kernel.sum() == pytest.approx(1.0, abs=1e-5) and np.array_equal(kernel, kernel.T)
    spot = np.zeros((SIZE[1], SIZE[0], 3), np.float32)
    spot[120, 160] = 1.0
    shown = seen(Defocus(3.0), spot)[..., 0]
    assert shown.sum() == pytest.approx(1.0, abs=1e-3)
    assert (shown > 0).sum() == pytest.approx(np.pi * 3.0**2, rel=0.4)


@pytest.mark.parametrize("shutter", [Shutter(1 / 60, 1 / 60, 6), Shutter(1 / 30, 0.0, 4), Shutter(1 / 100, 1 / 40, 9)])
def test_every_row_gathers_one_exposure_of_light(shutter: Shutter) -> None:
    weights = shutter.weights(50)
    assert weights.sum(axis=0) == pytest.approx(np.ones(50), abs=1e-5)
    middles = (weights * np.array(shutter.times())[:, None]).sum(axis=0)
    said = [shutter.row_time(row, 50) for row in range(50)]
    assert middles == pytest.approx(said, abs=(shutter.exposure_s + shutter.readout_s) / shutter.moments)


def test_what_moves_is_smeared_and_leans_and_what_is_still_stays() -> None:
    shutter = Shutter(1 / 60, 1 / 60, 24)
    still = np.random.default_rng(4).random((60, 80, 3)).astype(np.float32)
    assert shutter.exposed([still] * 24) == pytest.approx(still, abs=1e-5)
    line = np.zeros((60, 80, 3), np.float32)
    line[:, 40] = 1.0
    speed = 600.0  # px a second
    shown = shutter.exposed([shifted(line, (speed * time, 0.0)) for time in shutter.times()])[..., 0]
    columns = np.arange(80)
    places = (shown * columns).sum(axis=1) / shown.sum(axis=1)
    assert places[59] - places[0] == pytest.approx(speed / 60, rel=0.1), "the last row is read 1/60 s later"
    assert (shown[30] > 0.01).sum() == pytest.approx(speed / 60, abs=2.5), "and each is open for 1/60 s"


def test_a_stand_swings_to_and_fro() -> None:
    shake = Shake((4.0, -2.0), 10.0, 0.0)
    assert shake.shift(0.0) == (0.0, 0.0)
    assert shake.shift(0.025) == pytest.approx((4.0, -2.0))
    assert shake.shift(0.075) == pytest.approx((-4.0, 2.0))


def test_white_that_is_taken_for_something_else() -> None:
    shown = seen(Exposure(1.0, (0.5, 1.0, 1.5)))
    assert shown[0, 0] == pytest.approx([0.25, 0.5, 0.75])


def test_a_smaller_file_is_a_worse_picture() -> None:
    picture = np.random.default_rng(5).integers(0, 256, (64, 64, 3), dtype=np.uint8)
    picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), 1.0), np.uint8)
    worse, better = (np.abs(Jpeg(quality)(picture).astype(int) - picture).mean() for quality in (15, 92))
    assert better < worse < 30


def test_a_bent_card_is_seen_where_its_height_says() -> None:
    view = overhead_view(webcam((1280, 720)), MatKey("4x4"), TWO)
    bend = Bend(curl_mm=14.0, across_mm=88.0, direction=80.0)
    pose = Pose(-380.0, -60.0, 25.0)
    take = CameraEffects((), Sensor(0.5, 0.0))
    photographer = Photographer(KIT, view, take, seed=1)
    detector = Detector(RECALL)
    middles = {}
    for shape in (None, bend):
        world = World(lying={"card": TableItem(CARD, pose, True, shape)})
        markers = detector.detect(to_grey(photographer.render(Snapshot.of(world))))
        assert markers.ids.tolist() == [KIT.things[CARD].markers[0].id] * 2
        middles[shape is None] = np.array(sorted(markers.corners.mean(axis=1).tolist()))
    local = np.array([(marker.centre.x, marker.centre.y) for marker in KIT.things[CARD].markers], np.float32)
    places = [pose.place(marker.centre) for marker in KIT.things[CARD].markers]
    true = [
        [(p.x, p.y, z) for p, z in zip(places, heights, strict=True)] for heights in ([0.0, 0.0], bend.height(local))
    ]
    flat, bent = (np.array(sorted(view.project(np.array(points)).tolist())) for points in true)
    assert np.abs(bent - flat).max() > 1.5, "it makes a difference"
    assert np.abs(middles[True] - flat).max() < 0.2 and np.abs(middles[False] - bent).max() < 0.6


@pytest.mark.parametrize("name", [name for name in TOPS if name != "wood"])
def test_a_table_top_is_seeded(name: str) -> None:
    one, same, other = (TOPS[name](np.random.default_rng(seed)) for seed in (1, 1, 2))
    assert np.array_equal(one, same) and not np.array_equal(one, other)


@lru_cache(maxsize=1)
def small_photographer() -> Photographer:
    return Photographer(KIT, overhead_view(webcam((480, 270)), MatKey("4x4"), TWO), seed=1)


@pytest.mark.parametrize("name", CONDITIONS)
def test_the_same_seed_is_the_same_picture_bit_for_bit(name: str) -> None:
    photographer, area = small_photographer(), Rect(Point(0.0, 0.0), Point(300.0, 300.0))
    shown = []
    for seed in (1, 2, 1):
        drawn = CONDITIONS[name].draw(ImagingSetting(np.random.default_rng(seed), area, photographer.view))
        world = World(lying={"card": TableItem(CARD, Pose(60.0, 80.0, 25.0), bend=drawn.bends.get("card"))})
        moments = 1 if drawn.take.shutter is None else drawn.take.shutter.moments
        shown.append(photographer.expose([Snapshot.of(world)] * moments, drawn.take, (seed,)))
    assert np.array_equal(shown[0], shown[2]) and not np.array_equal(shown[0], shown[1])


def test_each_picture_of_a_photographer_is_another_and_a_second_one_takes_the_same() -> None:
    def pictures() -> list[Image]:
        photographer = Photographer(KIT, small_photographer().view, seed=7, top=TOPS["tiles"])
        return [photographer.render(Snapshot.of(World())) for _ in range(2)]

    (first, second), again = pictures(), pictures()
    assert not np.array_equal(first, second)
    assert np.array_equal(first, again[0]) and np.array_equal(second, again[1])
