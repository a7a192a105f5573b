"""Tell whether a tray's sheet lies flat, by where its print is seen beside cards.

Then its lines are within half a mm of their places, and more of them can be missed.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from calibration.camera_model import Floats
from controller.vision.unread.card_sides.card_rings import OFF, CardRings, distances
from controller.vision.unread.card_sides.side_parts import ALONG_MM, AROUND_MM, means_of_parts

CONTRAST, ALIKE = 0.12, 0.6
"""Least range (log) of the print beside a part of a side, and least correlation with what is seen, that tell where the
print lies."""
FEWEST = 20
"""Parts that must tell it."""
ELSEWHERE = (0.5, 0.15)
"""Largest shares of them that are off by half a mm and more, and by 1 mm and more, on a flat sheet."""
MOST_BLUR_MM = 0.8
"""Blur of a picture with which lines so near to a card are not told from it."""


def lies_flat(rings: tuple[CardRings, ...], blur_mm: float) -> bool:
    """Tell whether the print beside cards is seen where it is printed, and sharply enough.

    ``rings``: all strips of a tray; ``blur_mm``: of the picture.
    """
    if blur_mm > MOST_BLUR_MM:
        return False
    off = np.concatenate([_steps_off(part) for part in rings])
    return len(off) >= FEWEST and all((off >= 1 + nth).mean() <= most for nth, most in enumerate(ELSEWHERE))


def _steps_off(part: CardRings) -> NDArray[np.intp]:
    """Return by how many steps the print is off its place, of those parts of sides that tell it."""
    count = part.seen.shape[2] // ALONG_MM
    printed = np.stack([_profiles(print_) for print_ in part.shifted()])
    seen, free = _profiles(part.seen), _profiles(part.free.astype(np.float32))
    telling = (free == 1.0).all(axis=1) & (np.ptp(printed[OFF], axis=1) > CONTRAST)
    telling &= part.beside[: count * ALONG_MM].reshape(count, ALONG_MM).all(axis=1)
    seen = seen - seen.mean(axis=1, keepdims=True)
    printed = printed - printed.mean(axis=2, keepdims=True)
    norms = np.sqrt((seen**2).sum(axis=1) * (printed**2).sum(axis=2)) + 1e-9
    alike = (seen * printed).sum(axis=2) / norms
    off = np.abs(alike.argmax(axis=0) - OFF)
    return np.asarray(off[telling & (alike.max(axis=0) > ALIKE)], np.intp)


def _profiles(values: NDArray[np.float32]) -> Floats:
    """Return the means of parts of sides: N x distances of AROUND_MM x parts."""
    return means_of_parts(values[:, _AROUND])


_AROUND = distances(*AROUND_MM)
