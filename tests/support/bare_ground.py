"""What the eye says of tables on which nothing lies: seeded, in the conditions of the proving ground."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from boards.kit.thing_keys import ThingKey
from calibration.camera_frames import Frame
from calibration.camera_model import Floats
from controller.vision.pose.placement import outline as outline_of
from controller.vision.pose.placement import to_mat_frame
from controller.vision.reader import Reader
from controller.vision.scene import Unread, Why
from hardware.simulated.optics.hand_shadows import Hand
from hardware.simulated.optics.light import Shot
from tests.support.ground import Ground, Table, ground
from tests.support.tables import KIT

BURNT_LEVEL, BURNT_SHARE = 235, 0.1
"""Where glare is told, so much of the place must be burnt out: it may hide anything."""

LEAST_SHARE = 0.02
"""Of a place that is told to be covered, so much must be under a hand or its shadow."""


def bare(table: Table) -> Table:
    """The same, with nothing on its mat and trays."""
    return replace(table, bare=True)


def told_of_nothing(name: str, seed: int, table: Table) -> tuple[Unread, ...]:
    """What is said to lie on a bare table's sheets, or beside them, though nothing does: hands do, and glare may hide
    anything. A tray that is itself not surely read is a thing that lies there."""
    picture = ground(name, seed, table)
    reader = Reader(KIT, table.mat_key, picture.view.camera, live=False)
    scene = reader.read(Frame(picture.image, 1, 0.0, name)).scene
    seen = {thing.thing for thing in scene.things}
    there = _hands(picture) | _sheets(picture, [key for key in picture.truth if key not in seen])
    return tuple(item for item in scene.unread if item.thing is None and not _explained(item, picture, there))


def _explained(item: Unread, picture: Ground, there: NDArray[np.bool_]) -> bool:
    outline = np.array([(place.u, place.v) for place in item.outline])
    inside = _filled(there.shape, outline)
    if item.why is Why.GLARE:
        return float((picture.image[inside].min(axis=1) >= BURNT_LEVEL).mean()) > BURNT_SHARE
    return float(there[inside].mean()) > LEAST_SHARE


def _filled(shape: tuple[int, ...], outline: Floats) -> NDArray[np.bool_]:
    mask = np.zeros(shape, np.uint8)
    cv2.fillPoly(mask, [np.rint(outline).astype(np.int32)], (1,))
    return mask > 0


def _sheets(picture: Ground, keys: Sequence[ThingKey]) -> NDArray[np.bool_]:
    """Where these lie."""
    found = np.zeros(picture.image.shape[:2], np.bool_)
    for key in keys:
        found |= _filled(found.shape, picture.view.project_plane(to_mat_frame(picture.truth[key], outline_of(key))))
    return found


def _hands(picture: Ground) -> NDArray[np.bool_]:
    """Where the picture shows a hand or its shadow."""
    light = np.ones(picture.image.shape, np.float32)
    for effect in picture.effects:
        if isinstance(effect, Hand):
            light = effect(light, Shot(picture.view, (), np.random.default_rng(0)))
    return np.asarray((light < 1.0).any(axis=2))
