"""Exposure by the markers: drivers that obey, that round, that are late, and that only say so."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

import cv2
import numpy as np
import pytest

from boards.kit.cards import CardKind
from boards.kit.thing_keys import CardKey, MatKey, TrayKey
from controller.vision.cameras.exposure import (
    GOOD_WHITE,
    STILL_GOOD_WHITE,
    ExposureState,
    Levels,
    Verdict,
    levels_of,
    next_exposure,
)
from controller.vision.fusion.camera_reader import CameraReader
from hardware.simulated.simulated_camera import SimulatedCamera
from hardware.simulated.virtual_clock import run
from tests.support.tables import KIT, bare_table, lay, renderer

LOW, HIGH = 1.0, 166.0


@dataclass
class Driver:
    """A camera before a table in some light."""

    light: float
    """Of white paper at the value 1, as a share of what the sensor can hold."""
    step: float = 0.0
    """Values are rounded down to powers of this."""
    obeys: bool = True
    late: int = 0
    """Pictures until a setting has an effect."""
    value: float = 30.0
    asked: list[float] = field(default_factory=list)
    _queue: list[float] = field(default_factory=list)

    def set_value(self, value: float) -> None:
        self.asked.append(value)
        if self.obeys:
            self.value = value if self.step == 0.0 else self.step ** np.floor(np.log(value) / np.log(self.step) + 1e-9)

    def picture(self) -> Levels:
        self._queue.append(self.value)
        value = self._queue.pop(0) if len(self._queue) > self.late else self._queue[0]
        paper = min(1.0, self.light * value)
        level = 255 * (1.055 * paper ** (1 / 2.4) - 0.055)
        return Levels(max(0.0, level * 0.2), max(0.0, level))


def play(driver: Driver, state: ExposureState | None = None, frames: int = 200) -> ExposureState:
    state = state or ExposureState()
    for _ in range(frames):
        state, value = next_exposure(state, driver.picture(), driver.value, LOW, HIGH)
        if value is not None:
            assert LOW <= value <= HIGH
            driver.set_value(value)
    return state


@pytest.mark.parametrize("seed", range(40))
def test_a_driver_that_obeys_is_soon_settled_and_left_alone(seed: int) -> None:
    chance = random.Random(seed)
    driver = Driver(1 / chance.uniform(2.0, 150.0), late=chance.randrange(4), value=chance.uniform(0.5, 300.0))
    state = play(driver, frames=80)
    assert state.verdict is Verdict.SETTLED and state.levels is not None
    assert GOOD_WHITE[0] <= state.levels.white <= GOOD_WHITE[1]
    assert len(driver.asked) <= 12, driver.asked
    asked = len(driver.asked)
    play(driver, state)
    assert len(driver.asked) == asked, "it is locked"


@pytest.mark.parametrize("seed", range(40))
def test_a_driver_that_rounds_is_settled_at_one_of_its_values(seed: int) -> None:
    chance = random.Random(seed)
    driver = Driver(1 / chance.uniform(5.0, 60.0), step=chance.choice([1.2, 1.5, 2.0]), late=chance.randrange(4))
    state = play(driver)
    assert state.verdict is Verdict.SETTLED and state.levels is not None
    assert 120.0 < state.levels.white < 254.0 and len(driver.asked) < 25
    asked = len(driver.asked)
    state = play(driver, state, 400)
    # A value that is no good is given another chance now and then, no more.
    assert len(driver.asked) - asked <= 40 and state.verdict in (Verdict.SETTLED, Verdict.ADJUSTING)


@pytest.mark.parametrize("light", [1 / 3.0, 1 / 400.0])
def test_a_driver_that_does_not_obey_is_named_and_left_alone(light: float) -> None:
    driver = Driver(light, obeys=False)
    if light * driver.value < 1.0:
        state = play(driver)
        assert state.verdict is Verdict.IGNORED and len(driver.asked) <= 5
        asked = len(driver.asked)
        assert play(driver, state).verdict is Verdict.IGNORED and len(driver.asked) == asked
    else:
        # All burnt, before and after: whether it obeys can't be seen, that it is too bright can.
        assert play(driver).verdict is Verdict.TOO_BRIGHT


def test_too_little_and_too_much_light_are_told_and_watched() -> None:
    driver = Driver(0.2 / HIGH)
    state = play(driver)
    assert state.verdict is Verdict.TOO_DARK and driver.value == HIGH
    driver.light = 5.0 / LOW
    state = play(driver, state)
    assert state.verdict is Verdict.TOO_BRIGHT and driver.value == LOW
    driver.light = 1 / 40
    assert play(driver, state).verdict is Verdict.SETTLED


def test_a_lamp_is_followed_and_a_passing_shadow_is_not() -> None:
    driver = Driver(1 / 40)
    state = play(driver)
    value = driver.value
    driver.light /= 4
    state = play(driver, state, 8)
    assert state.levels is not None and state.levels.white < STILL_GOOD_WHITE[0]
    driver.light *= 4
    state = play(driver, state, 100)
    assert driver.value == value and state.verdict is Verdict.SETTLED
    driver.light *= 3
    assert play(driver, state).verdict is Verdict.SETTLED and driver.value < value / 2


def test_a_good_automatic_is_kept_but_is_no_longer_automatic() -> None:
    driver = Driver(0.55 / 30.0, value=30.0)
    assert play(driver).verdict is Verdict.SETTLED
    assert driver.asked == [30.0]


def test_levels_are_those_of_border_and_paper_whatever_is_around() -> None:
    picture = np.full((200, 300, 3), 20, np.uint8)
    corners = np.array([[(60.0, 40.0), (130.0, 60.0), (110.0, 130.0), (40.0, 110.0)]])
    middle = corners[0].mean(axis=0)
    for scale, level in ((1.4, 190), (1.0, 45), (0.7, 190)):
        cv2.fillConvexPoly(picture, np.rint(middle + (corners[0] - middle) * scale).astype(np.int32), (level,) * 3)
    levels = levels_of(picture, corners)
    assert levels is not None and (round(levels.black), round(levels.white)) == (45, 190)
    assert levels_of(picture, np.zeros((0, 4, 2))) is None


class LampDial:
    """The exposure of a simulated camera: more of it is as more light."""

    low, high = LOW, HIGH

    def __init__(self, camera: SimulatedCamera, full: float) -> None:
        self._camera, self._full = camera, full
        self._set(120.0)

    @property
    def value(self) -> float:
        return self._now

    def set_value(self, value: float) -> None:
        self._set(value)

    def _set(self, value: float) -> None:
        self._now = value
        self._camera._world.light = value / self._full


def test_a_burnt_picture_is_mended_until_the_table_is_read() -> None:
    world = bare_table()
    lay(world, CardKey("red", CardKind.FORWARD, 1), "red", 0, 0)
    del world.lying[TrayKey("blue")]

    async def main() -> None:
        camera = SimulatedCamera(world, renderer(size=(1280, 720)))
        eye = CameraReader(camera, KIT, MatKey("4x4"), camera.view.camera)
        await eye.open()
        assert eye.exposure is None
        # So bright that nothing is seen at first.
        camera.exposure_control = LampDial(camera, 12.0)
        scene = await eye.settled(0.2)
        assert not scene.settled
        looks = 0
        while eye.exposure is None or eye.exposure.verdict is not Verdict.SETTLED:
            await eye.look()
            looks += 1
            assert looks < 60
        assert eye.exposure.levels is not None and eye.exposure.levels.white - eye.exposure.levels.black > 80
        assert (await eye.settled()).find(CardKey("red", CardKind.FORWARD, 1)) is not None
        await eye.close()

    run(main())
