"""Tell where the floor of a mat's cells or of a tray's lanes is seen: the pale tiles printed there (decisions 20, 22).

Light changes how bright the tiles and the joints between them are, but by the same factor. So the logarithm of a
picture of the mat holds the floor as a wave of known length along both axes, as high in any light, and is demodulated
at that length. Its phase says by how much the paper is off its place. The height that it has where it is seen, and what
is left of the picture without it, say how wide a window must be in this picture to tell its presence from its absence.
What lies on the floor hides it, whatever its colour.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera_model import Floats
from controller.vision.markers.greyscale import Grey
from controller.vision.unread.local_contrast import local_contrast, quick_contrast
from controller.vision.unread.quantiles import median

MOST_DETAIL = 0.1
"""Detail (log) beyond which a place shows something else: the edge of a shadow, a thing's print."""
HEIGHT = 0.0205
"""Height of each of the floor's two waves as it is printed (log): 0.36 of the tiles' 0.057."""
WINDOWS = (5, 9, 15)
"""Sides of the windows in which the floor is looked for, in squares; the last is narrower than a token."""
TOGETHER = 25
"""Side of the area whose paper is off its place by the same shift, in squares."""
MOST_OFF = 0.3
"""Largest shift of the paper, as a part of the tiles' distance; a half could be either way."""
NULL_PITCH = 2.0 / 3.0
"""Length of a wave that no floor has, as a part of the floor's: what is seen of it is noise. In the windows below it is
orthogonal to the floor's waves."""
LEAST_NOISE = 0.003
"""Of a pixel: its levels are whole."""
SURE, POWERFUL = 4.5, 8.0
"""Standard errors from which the floor is seen; and which its usual height must have in a window that can tell."""
AGAINST = 2.5
"""Standard errors by which a window must fall short of half of the usual height to tell that the floor is not there."""
LEAST_SHARE = 0.3
"""Share of the expected height from which the floor is seen."""
VEIL, LEAST_VEILED = 2.2, 0.2
"""Power of brightness by which a haze of light takes contrast (levels are about the root of light), and what share it
leaves at least where a floor is still told."""
CALM = 2.0
"""Usual errors from which a place is too rough for what is seen around it to hold."""
MOST_SHARE = 0.75
"""Share of the usual height from which all of a window is floor, to its rim."""
FEWEST_SEEN = 0.12
"""Share of a field's free squares that show the floor, from which it has one."""
LEAST_HEIGHT = 0.06
"""Share of its printed height from which a floor is one."""
LEAST_PLAIN = 0.25
"""Share of a window that must be free and without other print."""


Values = NDArray[np.float32]


@dataclass(frozen=True)
class FloorArea:
    """Where a floor is in a picture of its sheet from above, px."""

    left: float
    top: float
    width: float
    height: float
    pitch: tuple[float, float]
    """Distance of its tiles along x and y; a whole number of them fill it."""

    def within(self, mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Return what of a mask (H x W) lies in the area."""
        rows, columns = (
            slice(round(first), round(first) + round(length))
            for first, length in ((self.top, self.height), (self.left, self.width))
        )
        found = np.zeros_like(mask)
        found[rows, columns] = mask[rows, columns]
        return found


@dataclass(frozen=True, eq=False)
class FloorSeen:
    """Where a floor is seen: rows x columns of squares."""

    seen: NDArray[np.bool_]
    hidden: NDArray[np.bool_]
    """Squares where it would be seen, and is not."""
    untold: NDArray[np.bool_]
    """Squares that tell neither: dark, rough, or mostly below something."""
    missed: NDArray[np.bool_]
    """Squares where the narrowest window does not see it, sure or not, though a wider one may: there may be an edge."""
    faint: bool
    """Whether no window tells the floor's presence from its absence in this picture."""
    height: float
    """Usual height of the floor, as a share of the printed one."""
    veil: Floats
    """Share of that which light that is mirrored there leaves."""
    off: Floats
    """How far the floor is off its place, px to the right and down: rows x columns x 2."""


def look_for_floor(
    grey: Grey,
    plain: NDArray[np.bool_],
    brightness: Floats,
    area: FloorArea,
    square: int,
    bands: int,
    doubted: Callable[[FloorSeen], NDArray[np.bool_]],
) -> tuple[FloorSeen | None, Values]:
    """Return where the floor is seen in a sheet from above, as :func:`see_floor` does, and the detail it is seen in.

    Surroundings are measured quickly first, and exactly only in what is ``doubted`` then (squares), in so many
    ``bands`` of rows: at the rims of hard shadows, and where something lies.
    """
    detail = quick_contrast(grey)
    floor = see_floor(detail, plain, brightness, area, square)
    again = np.ones(brightness.shape, np.bool_) if floor is None else doubted(floor)
    if again.any():
        where = plain & (cv2.resize(again.view(np.uint8), grey.shape[::-1], interpolation=cv2.INTER_NEAREST) > 0)
        detail = np.where(where, local_contrast(grey, where, bands), detail)
        floor = see_floor(detail, plain, brightness, area, square)
    return floor, detail


def see_floor(
    detail: NDArray[np.float32], plain: NDArray[np.bool_], brightness: Floats, area: FloorArea, square: int
) -> FloorSeen | None:
    """Return where the floor is seen; None if this sheet has none.

    ``detail``: log of the surroundings over each place (H x W); ``plain``: free pixels without other print;
    ``brightness``: log of the level of each square; ``area``: where the floor is; ``square``: side of a square, px.
    """
    across, along = _waves(detail.shape[0], detail.shape[1], area)
    weight = area.within(plain).astype(np.float32)
    bounded = np.clip(detail, np.float32(-MOST_DETAIL), np.float32(MOST_DETAIL)) * weight
    # Each wave runs along one axis: along the other, what it is multiplied by is summed first.
    by_rows, by_columns = _sums(bounded, 1, square), _sums(bounded, square, 1)
    of_x = [_sums(by_rows * wave, square, 1) for wave in across]
    of_y = [_sums(by_columns * wave[:, None], 1, square) for wave in along]
    parts = np.stack([*of_x[:2], *of_y[:2]])
    phases = _phases(parts)
    count, energy = (_sums(part, square, square) for part in (weight, bounded * bounded))
    sums = (count, _sums(by_rows, square, 1), energy, _in_phase(parts, phases))
    null = of_x[2] + of_y[2]
    middle = _window(sums, null, WINDOWS[1], square)
    telling = middle.sure & (middle.height > LEAST_HEIGHT * HEIGHT)
    if not middle.plain.any() or telling.sum() < FEWEST_SEEN * middle.plain.sum():
        return None
    found = [middle if side == middle.side else _window(sums, null, side, square) for side in WINDOWS]
    usual = median(middle.height[telling])
    off = np.stack(phases, axis=-1) * (np.array(area.pitch) / (2 * np.pi))
    able = [each for each in found if usual > POWERFUL * median(each.error[telling])]
    if not able:
        nowhere, everywhere = np.zeros_like(telling), np.ones(telling.shape)
        return FloorSeen(telling, nowhere, middle.plain & ~telling, nowhere, True, usual / HEIGHT, everywhere, off)
    narrow = able[0]
    # Light that is mirrored there adds to tiles and joints alike, and takes as much of their contrast.
    lit = np.asarray(cv2.blur(brightness, (narrow.side, narrow.side)), np.float64)
    veil = np.clip(np.exp(VEIL * (median(lit[telling]) - lit)), LEAST_VEILED, 1.0)
    expected = usual * veil
    calm = narrow.error < CALM * median(narrow.error[telling])
    wider = able[min(1, len(able) - 1)]
    # The steep edge of a shadow counts against the floor in a narrow window, and hardly in a wider one.
    against = (narrow.height + AGAINST * narrow.error < expected / 2) & (
        calm | (wider.height + wider.error < expected / 4)
    )
    seen = np.zeros_like(telling)
    for each in able:
        here = each.sure & (each.height > LEAST_SHARE * expected)
        seen |= here if each is narrow else here & ~against
        # A wide window sees in all of itself what a narrow one cannot tell; not against it, nor where that is rough.
        whole = (each.sure & (each.height > MOST_SHARE * usual)).astype(np.uint8)
        seen |= (cv2.dilate(whole, np.ones((each.side, each.side), np.uint8)) > 0) & ~against & calm
    hidden = narrow.plain & against & ~seen
    untold = narrow.plain & ~seen & ~hidden
    missed = narrow.plain & (narrow.height < expected / 2)
    return FloorSeen(seen, hidden, untold, missed, False, usual / HEIGHT, veil, off)


@dataclass(frozen=True, eq=False)
class _Window:
    """The floor in windows of one width around each square."""

    side: int
    height: Values
    """Of its waves, in the phase of the area."""
    error: Values
    """Of these, one standard deviation."""
    plain: NDArray[np.bool_]
    """Whether enough of the window is free and without other print."""

    @property
    def sure(self) -> NDArray[np.bool_]:
        return np.asarray(self.plain & (self.height > SURE * self.error))


def _window(sums: tuple[Values, Values, Values, Values], null: Values, side: int, square: int) -> _Window:
    """Return the floor's height from the sums of each square: pixels, detail, its square, and that times the waves."""
    number, sum_, energy, match, other = (
        np.asarray(cv2.blur(part, (side, side), borderType=cv2.BORDER_CONSTANT), np.float32) for part in (*sums, null)
    )
    each = np.maximum(number, np.float32(1.0))
    height = np.asarray(match / each, np.float32)
    noise = np.maximum(energy / each - (sum_ / each) ** 2 - height * height, np.float32(LEAST_NOISE**2))
    error = np.sqrt(noise / (each * np.float32(side**2)))
    plain = number > LEAST_PLAIN * square**2
    # Blur, compression and warping spread noise over several pixels: by what they do to the null wave.
    spread = 1.48 * median(np.abs(other / each)[plain] / error[plain]) if plain.any() else 1.0
    return _Window(side, height, error * np.float32(max(spread, 1.0)), plain)


def _phases(parts: Values) -> tuple[Values, Values]:
    """Return the phases of both waves around each square, radians, from their sums (2 x cosine, 2 x sine)."""
    found: list[Values] = []
    limit = 2 * np.pi * MOST_OFF
    for pair in (parts[:2], parts[2:]):
        cosine, sine = (np.asarray(cv2.blur(part, (TOGETHER, TOGETHER)), np.float32) for part in pair)
        found.append(np.clip(np.arctan2(sine, cosine), np.float32(-limit), np.float32(limit)))
    return found[0], found[1]


def _in_phase(parts: Values, phases: tuple[Values, Values]) -> Values:
    """Return the sums of a picture times both waves (2 x cosine, 2 x sine of squares), in these phases."""
    pairs = zip((parts[:2], parts[2:]), phases, strict=True)
    return np.asarray(sum(np.cos(phase) * cosine + np.sin(phase) * sine for (cosine, sine), phase in pairs), np.float32)


@lru_cache(maxsize=4)
def _waves(height: int, width: int, area: FloorArea) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return cosine and sine of the floor, and the null wave, along x (3 x W) and y (3 x H)."""
    # Tiles are darker than joints: the first one's middle lies half a pitch inside the area.
    across = 2 * np.pi * ((np.arange(width) + 0.5 - area.left) / area.pitch[0] - 0.5)
    along = 2 * np.pi * ((np.arange(height) + 0.5 - area.top) / area.pitch[1] - 0.5)
    of_x, of_y = (
        np.stack([np.cos(phase), np.sin(phase), np.cos(phase / NULL_PITCH)]).astype(np.float32)
        for phase in (across, along)
    )
    return of_x, of_y


def _sums(values: NDArray[np.float32], across: int, down: int) -> NDArray[np.float32]:
    """Return the sum of each rectangle of so many px."""
    size = (values.shape[1] // across, values.shape[0] // down)
    mean = cv2.resize(values, size, interpolation=cv2.INTER_AREA)
    return np.asarray(mean * np.float32(across * down), np.float32)
