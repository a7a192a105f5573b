"""Prints of another size are named; prints of the true size never are, however the picture is blurred or turned."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import cv2
import numpy as np
import pytest

from boards.geometry import Point
from boards.kit.cards import CardKind
from boards.kit.thing_keys import CardKey, MatKey, ThingKey, TrayKey
from calibration.camera_frames import Frame, Image
from controller.vision.frame_reading import FrameReading
from controller.vision.reader import Reader
from controller.vision.scene import Trouble
from hardware.simulated.rendering import textures
from hardware.simulated.rendering.renderer import Optics, Renderer
from hardware.simulated.rendering.textures import Texture
from hardware.simulated.world import Snapshot, World
from tests.support.tables import KIT, bare_table, lay_program, renderer

ROWS = [[CardKind.FORWARD, CardKind.BACKWARD], [CardKind.STAND], [CardKind.ATTACK, CardKind.FORWARD], [CardKind.TAKE]]


def table() -> World:
    world = bare_table()
    for seed, colour in enumerate(("red", "blue")):
        lay_program(world, colour, ROWS, np.random.default_rng(seed))
    return world


@lru_cache(maxsize=1)
def sharp() -> Image:
    return Renderer(KIT, renderer().view, Optics(blur_px=0.25, noise=1.0), seed=3).render(Snapshot.of(table()))


def blurred(image: Image, sigma: float, gamma: float) -> Image:
    """Softened where the levels' power ``gamma`` is: 1 is the picture's own levels, 2.2 light."""
    light = (image.astype(np.float32) / 255) ** gamma
    soft = np.clip(cv2.GaussianBlur(light, (0, 0), sigma), 0.0, 1.0)
    return np.asarray(np.rint(soft ** (1 / gamma) * 255), np.uint8)


def read(image: Image, *, lens: bool = True) -> FrameReading:
    return Reader(KIT, MatKey("4x4"), renderer().view.camera if lens else None).read(Frame(image, 1, 0.0, "test"))


def cards_in(found: FrameReading) -> int:
    return sum(isinstance(seen.thing, CardKey) for seen in found.scene.things)


@pytest.mark.parametrize("gamma", [1 / 2.2, 1.0, 2.2])
@pytest.mark.parametrize("sigma", [0.5, 0.8, 1.1])
def test_blur_of_any_kind_makes_no_print_another_size(sigma: float, gamma: float) -> None:
    found = read(blurred(sharp(), sigma, gamma))
    assert found.scene.trouble == () and cards_in(found) >= 10


@pytest.mark.parametrize("turns", [0, 1, 2, 3])
def test_a_turned_picture_through_an_unknown_lens(turns: int) -> None:
    image = np.ascontiguousarray(np.rot90(blurred(sharp(), 0.8, 1.0), turns))
    found = read(image, lens=False)
    assert found.scene.trouble == () and cards_in(found) == 12


TRUE: dict[tuple[ThingKey, bool], Texture] = {}
"""All things at their true scale: drawn once, and then only placed larger or smaller."""


@lru_cache(maxsize=8)
def printed_at(scale: float, kind: type[ThingKey]) -> Image:
    """A table on which things of one kind are printed at another scale."""
    make = textures.Textures._make

    def scaled(made_by: textures.Textures, key: ThingKey, face_up: bool) -> Texture:
        if (key, face_up) not in TRUE:
            TRUE[key, face_up] = make(made_by, key, face_up)
        made = TRUE[key, face_up]
        if not isinstance(key, kind):
            return made
        corner = Point(made.upper_left.x * scale, made.upper_left.y * scale)
        edge = tuple(Point(p.x * scale, p.y * scale) for p in made.edge)
        return replace(made, px_per_mm=made.px_per_mm / scale, upper_left=corner, edge=edge)

    # Cards laid into the slots of a true tray would cover the markers of a smaller one.
    world = bare_table() if kind is TrayKey else table()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(textures.Textures, "_make", scaled)
        patch.setattr(textures, "_made", lambda *_what: {})
        return Renderer(KIT, renderer().view, Optics(), seed=5).render(Snapshot.of(world))


SCALES = [(0.90, True), (0.94, True), (0.98, False), (1.06, True)]


@pytest.mark.parametrize(("scale", "named"), SCALES)
def test_a_deck_printed_at_another_scale_is_named(scale: float, named: bool) -> None:
    for lens in (True, False):
        found = read(printed_at(scale, CardKey), lens=lens)
        assert (Trouble.WRONG_SCALE in found.scene.trouble) is named, f"a lens that is {'' if lens else 'not '}known"


@pytest.mark.parametrize(("scale", "named"), SCALES)
def test_trays_printed_at_another_scale_are_named(scale: float, named: bool) -> None:
    found = read(printed_at(scale, TrayKey))
    assert (Trouble.WRONG_SCALE in found.scene.trouble) is named


@pytest.mark.parametrize(("scale", "named"), [(0.97, True), (0.985, False)])
def test_a_mat_printed_at_another_scale_is_named(scale: float, named: bool) -> None:
    found = read(printed_at(scale, MatKey))
    assert (Trouble.WRONG_SCALE in found.scene.trouble) is named
