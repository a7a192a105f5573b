"""Tell by their colour whether the lines printed beside a card are seen.

A bent card's edge is darker or lighter than the lane beside it, and a line between two cards may be as narrow as a
pixel: brightness does not tell such a line from none. Light changes no colour so much as the lines' ink does, and a
card below another shows its white edge there.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from boards.geometry import Pose
from calibration.camera_model import Floats
from controller.vision.pose.placement import to_mat_frame
from controller.vision.unread.trays.tray_sheet import CELL_MM, COLUMNS_BEFORE, TrayEdition, pixels_inside, printed_sheet
from controller.vision.unread.trays.tray_view import TrayView

REACH_MM = 2.0
"""Distance from a card's side within which colour counts: a card below it sticks out farther."""
EDGE_MM = (1.0, 2.5)
"""Distances inwards between which the card's own white edge is."""
OFF_MM = ((0, 0), (0, 1), (0, -1), (1, 0), (-1, 0))
"""Displacements of the print, right and down, of which the one with the least colour is expected."""
SEEN_SHARE = 0.35
"""Share of the expected colour from which lines are seen: found are 0.4 to 1.2, and up to 0.16 where cards below others
stick out."""
LEAST_COLOUR = 0.02
"""Least log of the colour."""
NOISES = 4.0
"""Standard deviations of the noise that it must be."""
_DARKEST = 4.0


def lines_in_colour(tray: TrayView, card: Pose, part: Floats) -> bool:
    """Tell whether lines beside a part of a card's side are seen by their colour.

    ``card``: its pose in the tray's frame; ``part``: outline of the part in the card's frame, 4 x 2 mm, from the side
    outwards and along it.
    """
    outwards = part[1] - part[0]
    outwards = outwards / np.linalg.norm(outwards)
    beside = _strip(card, part, outwards, 0.0, REACH_MM) & ~tray.below
    edge = _strip(card, part, -outwards, *EDGE_MM)
    if not beside.any() or not edge.any():
        return False
    ink = ink_colour(tray.edition)
    seen = float(_colour(tray.flat[beside], ink).mean() - np.median(_colour(tray.flat[edge], ink)))
    rows, columns = np.nonzero(beside)
    sheet = printed_sheet(tray.edition)
    height, width = sheet.shape[:2]
    expected = min(
        float(_colour(sheet[np.clip(rows + down, 0, height - 1), np.clip(columns + right, 0, width - 1)], ink).mean())
        for right, down in OFF_MM
    )
    level = max(float(tray.flat[beside].mean()), 8.0)
    noise = max(tray.noise, 1.0) / level / np.sqrt(float(len(rows)))
    return bool(seen > max(SEEN_SHARE * expected, LEAST_COLOUR, NOISES * noise))


def _strip(card: Pose, part: Floats, outwards: Floats, first: float, last: float) -> NDArray[np.bool_]:
    """Return the pixels of the sheet between two distances from a part of a card's side."""
    near, far = part[0], part[3]
    corners = [near + first * outwards, near + last * outwards, far + last * outwards, far + first * outwards]
    return pixels_inside([to_mat_frame(card, np.array(corners))])


def _colour(values: NDArray[np.uint8], ink: Floats) -> Floats:
    """Return how much of a tray's ink colours have (N x 3): logs, 0 of grey."""
    return np.asarray(-np.log(np.maximum(values.astype(np.float64), _DARKEST)) @ ink)


@lru_cache(maxsize=8)
def ink_colour(edition: TrayEdition) -> Floats:
    """Return the direction of a tray's ink among colours: blue, green, red; 0 in sum, so that light changes nothing."""
    lanes = printed_sheet(edition)[:, COLUMNS_BEFORE * CELL_MM :]
    logs = np.log(np.maximum(lanes.reshape(-1, 3).astype(np.float64), 8.0))
    darker = np.median(logs, axis=0) - logs
    total = darker.sum(axis=1)
    colour = darker[total > np.percentile(total, 97)].mean(axis=0)
    colour = colour - colour.mean()
    return np.asarray(colour / max(float(np.linalg.norm(colour)), 1e-6))
