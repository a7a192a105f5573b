"""A standard table: where the trays lie around the mat. Everything lies upright, to suit one camera above."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from boards.colours import COLOURS
from boards.geometry import Point, Pose, Rect
from boards.kit.thing_keys import MatKey, TrayKey
from boards.kit.trays import TRAY
from boards.mats import mat

GAP_MM = 10.0
"""Between two sheets."""

_LEFT = ("yellow", "red")
_RIGHT = ("blue", "green")
"""Top to bottom: each player's tray is near the corner where the golem starts (the rules: starting the game)."""


def standard_layout(mat_key: MatKey, colours: Sequence[str]) -> Mapping[TrayKey, Pose]:
    """Return the poses of the players' trays in the mat frame, by key, all of heading 0.

    Two players: one tray left, one right; more: up to two a side. Raises UnknownMat, ValueError for a
    colour that is unknown or comes twice.
    """
    wrong = [colour for colour in colours if colour not in COLOURS]
    if wrong or len({*colours}) < len(colours):
        raise ValueError(f"players' colours must differ and be some of {', '.join(COLOURS)}, not {list(colours)}")
    sheet = mat(mat_key).sheet
    aside = GAP_MM + TRAY.size_mm[0] / 2
    left, right = _sides(colours)
    places = {
        **_stacked(left, sheet.low.x - aside, sheet.centre.y),
        **_stacked(right, sheet.high.x + aside, sheet.centre.y),
    }
    return {TrayKey(colour): places[colour] for colour in colours}


def table_bounds(mat_key: MatKey, colours: Sequence[str]) -> Rect:
    """Return the smallest upright rectangle around the mat and the trays of the standard layout, mm."""
    half = Point(TRAY.size_mm[0] / 2, TRAY.size_mm[1] / 2)
    sheet = mat(mat_key).sheet
    corners = [sheet.low, sheet.high]
    for pose in standard_layout(mat_key, colours).values():
        corners += [pose.point - half, pose.point + half]
    low = Point(min(corner.x for corner in corners), min(corner.y for corner in corners))
    return Rect(low, Point(max(corner.x for corner in corners), max(corner.y for corner in corners)))


def _sides(colours: Sequence[str]) -> tuple[list[str], list[str]]:
    """Who sits left and who right, top to bottom. Two who would share a side face each other."""
    left = [colour for colour in _LEFT if colour in colours]
    right = [colour for colour in _RIGHT if colour in colours]
    if len(colours) == 2 and not (left and right):
        left, right = [colours[0]], [colours[1]]
    return left, right


def _stacked(colours: Sequence[str], x: float, middle: float) -> dict[str, Pose]:
    """Trays below each other, first on top, centred about a height."""
    pitch = TRAY.size_mm[1] + GAP_MM
    top = middle + pitch * (len(colours) - 1) / 2
    return {colour: Pose(x, top - pitch * number, 0.0) for number, colour in enumerate(colours)}
