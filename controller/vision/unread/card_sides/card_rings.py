"""The surroundings of the cards that were read: strips of the picture along their sides, with the print expected there.

A card below another shows along one side of it, often by a few mm only. So the strips are taken from the picture
itself, in the card's own directions; all strips of a tray lie in two arrays, for long and for short sides.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import TypeVar, cast

import cv2
import numpy as np
from numpy.typing import NDArray

from boards.drawing.raster import raster
from boards.geometry import Pose
from boards.kit.kit import CARD_MM
from boards.kit.thing_keys import CardKey, TrayKey
from boards.kit.trays import TRAY
from calibration.camera_model import Floats
from controller.vision.unread.card_sides.line_colour import ink_colour
from controller.vision.unread.trays.tray_sheet import CELL_MM, COLUMNS, COLUMNS_ON_SHEET, CORNER, ROWS, TrayEdition
from controller.vision.unread.trays.tray_view import TrayView

PX_PER_MM = 2
"""Scale of the empty sheet with which they are compared."""
AWAY_MM = np.arange(-2.5, 12.01, 0.5)
"""Distances from a card's side that are looked at, outwards."""
RIM = (AWAY_MM >= -2.5) & (AWAY_MM <= -1.0)
"""Those on the card's own white edge: 4.8 mm are white."""
END_MM = 1.0
"""Part of a side near its corners that is left out."""
_STEP_MM = float(AWAY_MM[1] - AWAY_MM[0])
CONTROL_MM = 24
"""Length beyond the ends of short sides that is looked at: there print shows where the sheet's print is."""
OFF = round(1.0 / _STEP_MM)
"""Steps by which print may lie elsewhere than expected: 1 mm..."""
FAR_OFF = round(3.0 / _STEP_MM)
"""... and by which it is looked for: 3 mm."""
SOFT_MM = (0.5, 0.7, 0.9, 1.2, 1.6, 2.0, 2.6)
"""Blurs with which print is compared."""
RASTER_MM = 0.35
"""Blur that sampling adds."""
BRIGHTNESS = np.array([0.114, 0.587, 0.299], np.float32)
"""Weights of blue, green and red in the brightness (ITU-R BT.601)."""
DARKEST = 4.0
"""Least level: below it a ratio says nothing."""
COLOUR_PX = 0.9
"""Blur of colours, px: pictures keep them in half of their size."""
EDGE_ALONG_MM = 9
"""Length of a card's edge in which its colour is the same."""
WHITE = float(np.log(255.0))
SIDES = 4

Strips = NDArray[np.float32]
Sheet = TypeVar("Sheet", NDArray[np.uint8], NDArray[np.float32])


def distances(low_mm: float, high_mm: float) -> slice:
    """Return which of AWAY_MM lie between two distances, both included."""
    return slice(int(np.searchsorted(AWAY_MM, low_mm)), int(np.searchsorted(AWAY_MM, high_mm, "right")))


@dataclass(frozen=True, eq=False)
class CardRings:
    """Strips along sides of cards that are equally long: N strips x distances (AWAY_MM) x places along, a mm apart."""

    card: NDArray[np.intp]
    """N: indices of the cards."""
    side: NDArray[np.intp]
    """N: 0 to 3, anticlockwise from the right one."""
    across: NDArray[np.bool_]
    """N: whether the side runs along the lane: beyond it are the lane's borders."""
    along: Floats
    """Places along a side, mm from its middle; along short sides CONTROL_MM more at both ends."""
    beside: NDArray[np.bool_]
    """Which of them are beside the card."""
    seen: Strips
    """Log of the brightness, less that of the card's own white edge beside it."""
    rim: Strips
    """N x places along: log of the brightness of that edge."""
    printed: Strips
    """Log of the brightness of the empty sheet over that of white paper, by FAR_OFF more distances at both ends."""
    free: NDArray[np.bool_]
    """Places on the sheet that are neither below nor just beside another thing which was read."""
    inner: NDArray[np.bool_]
    """N: whether another lane is beyond the side."""
    ink: Strips
    """How much of the colour of the sheet's ink is seen (log), beyond that of the card's own white edge; 0 beside sides
    that do not run along the lane."""
    printed_ink: Strips
    """The same of the empty sheet, by FAR_OFF more distances at both ends."""
    over_rim: Strips | None = None
    """How dark (log, below 0) other trays are that lie at the rim, 0 elsewhere: as large as ``seen``. None without."""

    @cached_property
    def alone(self) -> NDArray[np.bool_]:
        """Places that are free, and where no other tray lies at the rim."""
        return self.free if self.over_rim is None else self.free & (self.over_rim == 0.0)

    def shifted(self, off: int = OFF) -> list[Strips]:
        """Return the print where it may lie: of the size of ``seen``, up to so many steps inwards and outwards."""
        return _shifted(self.printed, off)

    def shifted_ink(self, off: int = OFF) -> list[Strips]:
        """Return the ink where it may lie, as :meth:`shifted` returns the print."""
        return _shifted(self.printed_ink, off)

    @cached_property
    def along_lane(self) -> CardRings:
        """The strips of those sides that run along the lane."""
        return self if self.across.all() else self.of_strips(np.flatnonzero(self.across))

    def of_strips(self, own: NDArray[np.intp]) -> CardRings:
        """Return some of the strips, by their indices."""
        of_strips = ("card", "side", "across", "seen", "rim", "printed", "free", "inner", "ink", "printed_ink")
        over_rim = None if self.over_rim is None else self.over_rim[own]
        return replace(self, **{name: getattr(self, name)[own] for name in of_strips}, over_rim=over_rim)

    def outline(self, strip: int, first: int, last: int, reach_mm: float) -> Floats:
        """Return the outline of a part of a strip, in the card's frame (4 x 2 mm)."""
        half = CARD_MM[int(self.side[strip]) % 2] / 2
        low, high = float(self.along[first]), float(self.along[last])
        corners = np.array([(half, low), (half + reach_mm, low), (half + reach_mm, high), (half, high)])
        angle = np.radians(90.0 * float(self.side[strip]))
        turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
        return np.asarray(corners @ turn)


def along_lanes(rings: tuple[CardRings, ...]) -> tuple[CardRings, ...]:
    """Return the strips of those sides that run along the lane, long or short, if there are any."""
    return tuple(part.along_lane for part in rings if part.across.any())


def card_rings(tray: TrayView) -> tuple[CardRings, CardRings]:
    """Return the strips along long sides of the cards that were read in a tray's lanes, and along short sides."""
    things = _labelled(tray)
    return _rings(tray, things, 0), _rings(tray, things, 1)


def _rings(tray: TrayView, things: NDArray[np.uint8], parity: int) -> CardRings:
    half = CARD_MM[1 - parity] / 2 - END_MM
    beyond = CONTROL_MM * parity
    along = np.arange(-half - beyond, half + beyond + 0.5)
    poses = np.array([(pose.x, pose.y, np.radians(pose.heading)) for _key, pose in tray.cards])
    card = np.repeat(np.arange(len(poses)), 2)
    side = np.tile((parity, parity + 2), len(poses))
    turn = poses[card, 2] + np.radians(90.0) * side
    outwards = np.stack([np.cos(turn), np.sin(turn)], axis=-1)
    onwards = np.stack([-outwards[:, 1], outwards[:, 0]], axis=-1)
    start = poses[card, :2] + outwards * (CARD_MM[parity] / 2)

    strips = _Strips(start, outwards, onwards)
    knots = np.stack(strips.places(AWAY_MM[[0, -1]], np.linspace(along[0], along[-1], _KNOTS)), axis=-1).astype(
        np.float64
    )
    picture = _in_picture(tray, knots, len(along))
    size = (len(card), len(AWAY_MM), len(along))
    logs = _looked_up(np.asarray(cv2.transform(picture, BRIGHTNESS[None]), np.uint8).reshape(size), _LOG)
    rim = cv2.blur(logs[:, RIM].mean(axis=1), (3, 1))
    there = np.flatnonzero(np.abs(along) <= half)
    rim = rim[:, np.clip(np.arange(len(along)), there[0], there[-1])]
    own = (card + 1).astype(np.uint8)[:, None, None]
    wider = strips.in_sheet(_WIDER_MM, along)
    near = (wider[0][:, _AWAY_OF_WIDER], wider[1][:, _AWAY_OF_WIDER])
    labels = cv2.split(_sampled(things, near, cv2.INTER_NEAREST))
    first, last = (np.asarray(label, np.uint8).reshape(logs.shape) for label in labels)
    free = ((first == 0) | (first == own)) & ((last == 0) | (last == own))
    floor = tray.floor is not None and tray.quality is None
    printed = _printed(tray.edition, floor, _softness(tray.blur_mm))
    drawn = _sampled(printed, wider, cv2.INTER_LINEAR)
    print_ = _looked_up(drawn.reshape(len(card), -1, len(along)), _SHARE_OF_WHITE)
    beside = np.abs(along) <= half
    print_[:, (_WIDER_MM < 0.0)[:, None] & beside] = 0.0
    across = np.abs(outwards[:, 1]) > np.sqrt(0.5)
    inner = np.abs((start + outwards * TRAY.lane_mm / 4)[:, 1]) < TRAY.field.height / 2
    ink, printed_ink = np.zeros_like(logs), np.zeros_like(print_)
    if across.any():
        soft = _softness(float(np.hypot(tray.blur_mm, COLOUR_PX / tray.px_per_mm)))
        coloured = _sampled(_printed_ink(tray.edition, floor, soft), wider, cv2.INTER_LINEAR)
        printed_ink = coloured.reshape(print_.shape)
        ink = _ink_seen(picture, tray.edition).reshape(size)
        edge = cv2.blur(_medians(ink[:, RIM]), (EDGE_ALONG_MM, 1))
        ink -= edge[:, np.clip(np.arange(len(along)), there[0], there[-1])][:, None]
    over_rim = _over_rim(tray, strips, along)
    seen = logs - rim[:, None]
    return CardRings(card, side, across, along, beside, seen, rim, print_, free, inner, ink, printed_ink, over_rim)


def _over_rim(tray: TrayView, strips: _Strips, along: Floats) -> Strips | None:
    """Return how dark other trays are where they lie at this one's rim: strips x distances x places along."""
    if not tray.over_rim.any():
        return None
    others = [(key, tray.local(pose)) for key, pose in tray.sheets if isinstance(key, TrayKey)]
    ends = np.stack(strips.places(AWAY_MM[[0, -1]], along[[0, -1]]), axis=-1).reshape(-1, 4, 2)
    found: Strips | None = None
    for key, pose in others:
        corners = (ends - (pose.x, pose.y)) @ _turn_into(pose)
        if not ((corners.min(axis=1) < _REACH) & (corners.max(axis=1) > -_REACH)).all(axis=1).any():
            continue
        there = strips.seen_from(pose)
        x, y = there.places(AWAY_MM, along)
        inside = (np.abs(x) < _REACH[0]) & (np.abs(y) < _REACH[1])
        if inside.any():
            # Trays on one table were printed together.
            print_ = _sampled(
                _around_sheet(replace(tray.edition, key=key)), there.in_sheet(AWAY_MM, along), cv2.INTER_LINEAR
            )
            dark = np.minimum(_looked_up(print_.reshape(x.shape), _SHARE_OF_WHITE), -_LEAST_DARK)
            dark = np.where(inside, dark, np.float32(0.0))
            found = dark if found is None else np.minimum(found, dark)
    return found


def _shifted(printed: Strips, off: int) -> list[Strips]:
    return [printed[:, step : step + len(AWAY_MM)] for step in range(FAR_OFF - off, FAR_OFF + off + 1)]


def _ink_seen(picture: NDArray[np.uint8], edition: TrayEdition) -> Strips:
    """Return how much of a tray's ink the colours of a picture (H x W x 3) have: H x W."""
    logs = cv2.LUT(picture, _LOG)
    return np.asarray(cv2.transform(logs, -ink_colour(edition)[None]), np.float32)


@dataclass(frozen=True, eq=False)
class _Strips:
    """Where strips begin, in the middle of their sides, and the directions outwards and along (N x 2 mm each)."""

    start: Floats
    outwards: Floats
    onwards: Floats

    def seen_from(self, pose: Pose) -> _Strips:
        """Return them in the frame of a thing that lies at this pose of the tray's frame."""
        turn = _turn_into(pose)
        return _Strips((self.start - (pose.x, pose.y)) @ turn, self.outwards @ turn, self.onwards @ turn)

    def places(self, away: Floats, along: Floats) -> tuple[Strips, Strips]:
        """Return x and y of places in the tray's frame: strips x distances x places along each, mm."""
        out, on = away.astype(np.float32)[:, None], along.astype(np.float32)
        axes = [part.astype(np.float32)[:, None, None] for part in (*self.start.T, *self.outwards.T, *self.onwards.T)]
        x, y, out_x, out_y, on_x, on_y = axes
        return x + out_x * out + on_x * on, y + out_y * out + on_y * on

    def in_sheet(self, away: Floats, along: Floats) -> tuple[Strips, Strips]:
        """Return column and row of places on a sheet at PX_PER_MM: strips x distances x places along each."""
        in_px = _Strips(
            (self.start - (CORNER.x, CORNER.y)) * _TO_PX - 0.5, self.outwards * _TO_PX, self.onwards * _TO_PX
        )
        return in_px.places(away, along)


def _turn_into(pose: Pose) -> Floats:
    """Return what turns rows of places into the frame of a thing that lies at a pose: 2 x 2."""
    angle = np.radians(pose.heading)
    return np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])


def _sampled(sheet: Sheet, places: tuple[Strips, Strips], how: int) -> Sheet:
    """Return maps of a sheet along strips, one below the other: (strips x distances) x places along.

    ``places``: as :meth:`_Strips.in_sheet` returns them.
    """
    u, v = (part.reshape(-1, part.shape[2]) for part in places)
    return cast(Sheet, cv2.remap(sheet, u, v, how, borderMode=cv2.BORDER_REPLICATE))


def _medians(values: Strips) -> Strips:
    """Return the medians along the second axis: numpy's own takes many times longer for as few numbers."""
    ordered, half = np.sort(values, axis=1), values.shape[1] // 2
    return np.asarray((ordered[:, half] + ordered[:, -half - 1]) / np.float32(2.0), np.float32)


def _looked_up(levels: NDArray[np.uint8], table: NDArray[np.float32]) -> Strips:
    """Return what a table has for levels of strips."""
    return np.asarray(cv2.LUT(levels.reshape(-1, levels.shape[2]), table), np.float32).reshape(levels.shape)


_TO_PX = np.array([PX_PER_MM, -PX_PER_MM], np.float64)
_WIDER_MM = AWAY_MM[0] + _STEP_MM * np.arange(-FAR_OFF, len(AWAY_MM) + FAR_OFF)
_AWAY_OF_WIDER = np.s_[FAR_OFF : FAR_OFF + len(AWAY_MM)]
"""AWAY_MM among these."""
_LOG = np.log(np.maximum(np.arange(256), DARKEST)).astype(np.float32)
_SHARE_OF_WHITE = _LOG - np.float32(WHITE)
_KNOTS = 6
"""Places along a side that are projected through the lens: as dense as those of a sheet."""
BESIDE_MM = 0.7
"""Distance from a thing up to which its edge may reach: nothing is free there."""
_EDGE_MM = 3.0
_WIDTH, _HEIGHT = TRAY.size_mm
_ROOM = np.array([(-1, 1), (1, 1), (1, -1), (-1, -1)]) * (_WIDTH / 2 - _EDGE_MM, _HEIGHT / 2 - _EDGE_MM)
"""The sheet in the tray's frame, without its very edge, which may be elsewhere."""


def _in_picture(tray: TrayView, knots: Floats, columns: int) -> NDArray[np.uint8]:
    """Return the picture along strips whose knots (N x 2 x K x 2 mm) are given: (N x distances) x places along x 3."""
    pixels = tray.pixels(knots.reshape(-1, 2)).reshape(knots.shape)
    outwards = np.linspace(0.0, 1.0, len(AWAY_MM), dtype=np.float32)[:, None]
    onwards = np.linspace(0.0, _KNOTS - 1.0, columns)[:, None]
    weights = np.maximum(1.0 - np.abs(onwards - np.arange(_KNOTS)), 0.0)
    near, far = (np.moveaxis(weights @ pixels[:, end], 2, 0).astype(np.float32)[:, :, None] for end in (0, 1))
    u, v = (one + (other - one) * outwards for one, other in zip(near, far, strict=True))
    found = cv2.remap(
        tray.image,
        u.reshape(-1, columns),
        v.reshape(-1, columns),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return np.asarray(found, np.uint8)


def _labelled(tray: TrayView) -> NDArray[np.uint8]:
    """Return a map of the sheet at PX_PER_MM: 0 where nothing lies that was read, n for the n-th card in its lanes.

    Of two channels: where several things lie, one has the first of them, the other the last.
    """
    in_lanes = {key: nth for nth, (key, _pose) in enumerate(tray.cards)}
    shapes = [
        (shape, in_lanes[key] + 1 if isinstance(key, CardKey) and key in in_lanes else _OTHER)
        for (key, _pose), shape in zip(tray.read, tray.outlines(BESIDE_MM), strict=True)
    ]
    maps = []
    for order in (shapes, shapes[::-1]):
        found = np.full((ROWS * CELL_MM * PX_PER_MM, COLUMNS * CELL_MM * PX_PER_MM), _OTHER, np.uint8)
        for shape, label in [(_ROOM, 0), *order]:
            _draw(found, shape, label)
        maps.append(found)
    return np.asarray(cv2.merge(maps), np.uint8)


_OTHER = 255
_AROUND_MM, _SHADOW = 1.5, 190
"""Width of the shadow of a sheet's edge, and its level on white paper."""
_REACH = np.array([_WIDTH / 2 + _AROUND_MM, _HEIGHT / 2 + _AROUND_MM])
"""How far a sheet and that shadow reach from its middle, along x and y."""
_LEAST_DARK = np.float32(1e-3)
_OFF_RIM_MM = 1.5
"""Distance within which another tray's print may lie: neither sheet's place is sure to all of it."""


def _draw(sheet: NDArray[np.uint8], shape: Floats, label: int) -> None:
    pixels = (shape - (CORNER.x, CORNER.y)) * _TO_PX - 0.5
    cv2.fillConvexPoly(sheet, np.rint(pixels * 16).astype(np.int32), (label,), cv2.LINE_8, 4)


@lru_cache(maxsize=8)
def _around_sheet(edition: TrayEdition) -> NDArray[np.uint8]:
    """Return the darkest of a tray's sheet and the shadow of its edge around each place, grey, at PX_PER_MM."""
    sheet = _drawn(edition, False).copy()
    shape = np.array([(-1, 1), (1, 1), (1, -1), (-1, -1)]) * (_WIDTH / 2, _HEIGHT / 2)
    edge = np.rint((shape - (CORNER.x, CORNER.y)) * _TO_PX - 0.5).astype(np.int32)
    cv2.polylines(sheet, [edge], True, (_SHADOW,), 2)
    side = 2 * round(_OFF_RIM_MM * PX_PER_MM) + 1
    return np.asarray(cv2.erode(sheet, np.ones((side, side), np.uint8)), np.uint8)


def _softness(blur_mm: float) -> float:
    """Return the blur with which the print is compared, mm: one of a few."""
    blur = float(np.hypot(blur_mm, RASTER_MM))
    return min(SOFT_MM, key=lambda soft: abs(soft - blur))


@lru_cache(maxsize=32)
def _printed(edition: TrayEdition, floor: bool, soft_mm: float) -> NDArray[np.uint8]:
    """Return the empty sheet of a tray, grey, at PX_PER_MM, blurred."""
    return np.asarray(cv2.GaussianBlur(_drawn(edition, floor), (0, 0), soft_mm * PX_PER_MM), np.uint8)


@lru_cache(maxsize=32)
def _printed_ink(edition: TrayEdition, floor: bool, soft_mm: float) -> Strips:
    """Return the ink of the empty sheet of a tray, at PX_PER_MM, blurred."""
    ink = _ink_seen(_drawn_sheet(edition, floor), edition)
    return np.asarray(cv2.GaussianBlur(ink, (0, 0), soft_mm * PX_PER_MM), np.float32)


@lru_cache(maxsize=8)
def _drawn(edition: TrayEdition, floor: bool) -> NDArray[np.uint8]:
    return np.asarray(cv2.transform(_drawn_sheet(edition, floor), BRIGHTNESS[None]), np.uint8)


@lru_cache(maxsize=8)
def _drawn_sheet(edition: TrayEdition, floor: bool) -> NDArray[np.uint8]:
    picture = raster(edition.drawing(floor), float(PX_PER_MM))
    left, above = round((CORNER.x + _WIDTH / 2) * PX_PER_MM), round((_HEIGHT / 2 - CORNER.y) * PX_PER_MM)
    high, wide = ROWS * CELL_MM * PX_PER_MM, COLUMNS_ON_SHEET * CELL_MM * PX_PER_MM
    part = picture[above : above + high, left : left + wide]
    beside = COLUMNS * CELL_MM * PX_PER_MM - part.shape[1]
    return np.asarray(cv2.copyMakeBorder(part, 0, high - part.shape[0], 0, beside, cv2.BORDER_REPLICATE), np.uint8)
