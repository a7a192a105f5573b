"""Screen candidate quads before they are decoded: a dark border in a light surrounding, and a pattern inside.

Or, of those that run counter-clockwise, a light border in a dark surrounding.

Texture has thousands of small quads, and decoding samples each module of them several times. Here a few places on the
border and beyond it, and the middles of the modules inside, are sampled once.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy import add
from numpy.typing import NDArray

from calibration.camera_model import Floats
from controller.vision.markers.greyscale import Grey, sample_light
from controller.vision.markers.line_fitting import Singles, counter_clockwise

PLACES = 5
"""Places along each side."""
MOST_ALIKE = 0.35
"""Largest share of places on the wrong side of the middle between dark and light, inside and outside: a closer look
allows a quarter of the modules."""
LEAST_BEYOND = 0.1
"""Of the way from dark to light: a place outside is dark below it. The light side of a hard shadow is that much lighter
than paper in the shadow."""
LEAST_WRITTEN = 0.07
"""Least share of modules inside that is light, and that is dark: half of what a closer look asks for."""
FAINTEST = 0.003
"""Least difference of dark and light, linear light."""


def may_be_markers(
    grey: Grey, quads: Floats, modules: int, most_alike: float | Floats = MOST_ALIKE
) -> NDArray[np.bool_]:
    """Tell which quads (N x 4 x 2, px) may be markers that are ``modules`` modules wide, their border included: N.

    ``most_alike``: the largest share of places on their borders that is not dark, and beyond them that is not light; of
    all, or of each.
    """
    count = len(quads)
    if not count:
        return np.zeros(0, np.bool_)
    weights = _weights(modules)
    x, y = (np.ascontiguousarray(weights @ quads[..., axis].T, np.float32) for axis in (0, 1))
    light = sample_light(grey, x, y)
    # Only differences of light are compared.
    inverted = counter_clockwise(quads)
    if inverted.any():
        light[:, inverted] *= np.float32(-1)
    border, beyond, inside = light[: 4 * PLACES], light[4 * PLACES : 8 * PLACES], light[8 * PLACES :]
    dark, bright = (add.reduce(part) / len(part) for part in (border, beyond))
    middle, low = (dark + bright) / 2, dark + LEAST_BEYOND * (bright - dark)
    most = most_alike * 4 * PLACES
    framed = (add.reduce(border > middle) <= most) & (add.reduce(beyond <= low) <= most)
    written, least = add.reduce(inside > low), LEAST_WRITTEN * len(inside)
    patterned = (written >= least) & (add.reduce(inside < (middle + bright) / 2) >= least)
    return np.asarray(framed & patterned & (bright - dark > FAINTEST))


@lru_cache(maxsize=8)
def _weights(modules: int) -> Singles:
    """Return the weights of a quad's corners in the places: on its border, beyond it and inside. P x 4."""
    along = (np.arange(PLACES) + 0.5) / PLACES
    places = []
    for off in (0.5 / modules, -0.5 / modules):
        low, high = np.full(PLACES, off), np.full(PLACES, 1 - off)
        places.append([np.concatenate([along, high, along, low]), np.concatenate([low, along, high, along])])
    middles = (np.arange(1, modules - 1) + 0.5) / modules
    places.append([each.ravel() for each in np.meshgrid(middles, middles)])
    u, v = np.concatenate(places, axis=1)
    return np.stack([(1 - u) * (1 - v), u * (1 - v), u * v, (1 - u) * v], axis=1).astype(np.float32)
