"""Parts of a reading that run at the same time find what they find one after the other."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import cv2
import pytest

from boards.kit.thing_keys import MatKey, TrayKey
from calibration.camera_frames import Frame
from controller.vision.reader import Reader
from controller.vision.scene import Scene
from controller.vision.unread.side_by_side import run_side_by_side
from tests.support.tables import KIT, TWO, bare_table, picture


@pytest.fixture
def threads() -> Iterator[None]:
    """Leave the number of OpenCV's threads as it is found."""
    before = cv2.getNumThreads()
    yield
    cv2.setNumThreads(before)


@pytest.mark.usefixtures("threads")
@pytest.mark.parametrize("count", [1, 4])
def test_results_are_in_the_order_of_the_tasks_and_the_first_error_is_raised(count: int) -> None:
    cv2.setNumThreads(count)
    assert run_side_by_side([partial(pow, nth, 2) for nth in range(9)]) == [nth * nth for nth in range(9)]
    assert run_side_by_side([]) == []
    with pytest.raises(ZeroDivisionError):
        run_side_by_side([partial(pow, 0, exponent) for exponent in (1, -1, 2)])


@pytest.mark.usefixtures("threads")
def test_a_reading_by_several_threads_is_the_same() -> None:
    image = picture(bare_table(MatKey("4x4"), TWO))
    # Grey strips of paper across the whole table hide parts of each tray's lanes, and of cells.
    width = image.shape[1]
    for left in range(width // 8, width, width // 4):
        image[:, left : left + width // 40] = 120
    scenes: list[Scene] = []
    for count in (1, 4):
        cv2.setNumThreads(count)
        scenes.append(Reader(KIT, live=False).read(Frame(image, 1, 0.0, "test")).scene)
    assert scenes[0] == scenes[1]
    trays = [item.pose for item in scenes[0].things if isinstance(item.thing, TrayKey)]
    unread = [item.pose.point for item in scenes[0].unread if item.pose is not None]
    assert len(trays) == len(TWO)
    assert all(any(place.distance(tray.point) < 200.0 for place in unread) for tray in trays)
