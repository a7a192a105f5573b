"""A sample of the proving ground in every run: two pictures of each condition, 2,000 placements.

The whole of it is `make eye`.
"""

from __future__ import annotations

from calibration.frames import Frame
from controller.vision.reader import Reader
from hardware.simulated.conditions import CONDITIONS
from tests.support.ground import Table, ground
from tests.support.ground_score import Score, score
from tests.support.tables import KIT

TABLE = Table(size=(1440, 810), nudged=False, both_sides=False)
"""Markers of cards are 22 px large, 17 px through the wide lens."""

AT_LEAST = {
    "wide lens": 0.85,
    "uneven light": 0.97,
    "shadows": 0.93,
    "glare": 0.88,
    "out of focus": 0.70,
    "motion": 0.45,
    "dim room": 0.94,
    "hard JPEG": 0.97,
    "bent sheets": 0.96,
    "hands": 0.93,
    "table tops": 0.97,
    "white balance": 0.97,
}
"""The share that is read, of two pictures, the second of motion hopeless."""


def test_nothing_is_misread_in_any_condition_and_most_is_read() -> None:
    readers: dict[object, Reader] = {}
    whole, shares = Score(), {}
    for name in CONDITIONS:
        judged = Score()
        for seed in (0, 1):
            picture = ground(name, seed, TABLE)
            camera = picture.view.camera
            reader = readers.setdefault(camera.distortion, Reader(KIT, TABLE.mat_key, camera, live=False))
            judged.add(score(picture, reader.read(Frame(picture.image, 1, 0.0, name)).scene))
        assert judged.wrong == 0, f"{name}: {judged.mistakes}"
        shares[name] = judged.read / judged.placements
        whole.add(judged)
    assert whole.placements >= 2000
    assert {name: share for name, share in shares.items() if share < AT_LEAST[name]} == {}
