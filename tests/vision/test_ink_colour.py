"""Owners whose prints are alike in grey levels are told apart by their ink, in any light."""

from __future__ import annotations

import numpy as np
import pytest

from boards.drawing.artwork import drawing_of
from boards.drawing.raster import raster
from boards.kit.cards import CardKind
from boards.kit.thing_keys import CardKey
from controller.vision.objects.ink_colour import LEAD_DEGREES, degrees_apart, ink_colour
from tests.support.tables import KIT

COLOURS = ("red", "blue", "yellow", "green")
LIGHTS = ((0.8, 0.8, 0.8), (0.5, 0.7, 0.85), (0.9, 0.6, 0.5))


def seen(colour: str, light: tuple[float, float, float], noise: float) -> np.ndarray:
    """The ink of a card's back, in a light (blue, green, red)."""
    picture = raster(drawing_of(CardKey(colour, CardKind.STAND, 1), KIT, "en", False), 2.0)[4:60, 62:124]
    grey = picture.mean(axis=2, dtype=np.float32)
    pattern = (grey - grey.mean()).reshape(1, -1)
    grain = np.random.default_rng(6).normal(0.0, noise, picture.shape)
    found = ink_colour(np.clip(picture * np.array(light) + grain, 0, 255).astype(np.uint8)[None], pattern)
    assert found is not None
    return found


@pytest.mark.parametrize("light", LIGHTS)
@pytest.mark.parametrize("colour", COLOURS)
def test_ink_is_nearest_to_its_owners_in_any_light(colour: str, light: tuple[float, float, float]) -> None:
    apart = {other: degrees_apart(seen(colour, light, 6.0), seen(other, LIGHTS[0], 0.0)) for other in COLOURS}
    own = apart.pop(colour)
    assert own < LEAD_DEGREES and min(apart.values()) > own + LEAD_DEGREES


def test_burnt_out_paper_tells_no_colour() -> None:
    assert ink_colour(np.full((1, 40, 40, 3), 255, np.uint8), np.ones((1, 1600), np.float32)) is None
