"""What lies in each row, and whether it is clear: from the numbers of the things that were rendered."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from boards.kit.trays import TRAY
from tests.benchmarks.ray_cast.painting import View
from tests.benchmarks.ray_cast.scenes import Item, Table, row_text
from tests.benchmarks.ray_cast.surfaces import Array
from tests.support.row_truth import RowTruth

CARD_SHARE = 0.9
HIDDEN_MM2 = 400.0
TRACE_MM2 = 40.0
TRACE_MM = 1.0
"""Less of a thing than this, in all or in width, nobody sees."""
CONTRAST = 30.0
"""Grey levels between black and white print that a person reads."""
NOISES = 6.0
"""The same in spreads of the noise."""
FOREIGN = frozenset({"deck", "blank", "grey", "scrap", "torn", "phone", "stranger"})
"""What makes a row none if more than ``HIDDEN_MM2`` of it is seen in the lane."""
COVERS = frozenset({"hand", "thing", "clutter", "golem", "die"})
GUEST_SHARE = 0.15
"""So much of a foreign thing may reach over from another lane; it makes no row of this one then."""
WORDS = {"grey": "blank", "stranger": "scrap"}


@dataclass(frozen=True, eq=False)
class Seen:
    """What a picture shows of a table; arrays are as large as the view."""

    view: View
    legible: npt.NDArray[np.bool_]
    faint: npt.NDArray[np.bool_]
    """Where a lane's pale print can't be told from bare paper."""
    burnt: npt.NDArray[np.bool_]
    """Where that is so because it is too bright."""
    area: Array
    """Of the table that each ray stands for, mm2."""


def areas(view: View) -> Array:
    """Return the area of table that each ray stands for, mm2."""
    down_x, across_x = np.gradient(view.ray_x)
    down_y, across_y = np.gradient(view.ray_y)
    result: Array = (np.abs(across_x * down_y - across_y * down_x) * view.camera.eye[2] ** 2).astype(np.float32)
    return result


def rows_of(table: Table, seen: Seen) -> list[RowTruth]:
    """Return the truth about all rows."""
    return [_row(table, seen, tray.colour, lane) for tray in table.trays for lane in range(TRAY.lanes)]


def _lane_of(seen: Seen, number: int, lane: int) -> tuple[tuple[slice, slice], npt.NDArray[np.bool_]]:
    window, u, v = seen.view.local[number]
    rect = TRAY.lane(lane)
    inside = (u >= rect.low.x) & (u <= rect.high.x) & (v >= rect.low.y) & (v <= rect.high.y)
    return window, inside


def _share(seen: Seen, number: int) -> tuple[float, float, float]:
    """Return which share of a thing is seen and legible, how much of it is seen (mm2) and how wide that is (mm)."""
    mask = seen.view.thing == number
    total = max(1, seen.view.footprint[number])
    rows = np.flatnonzero(mask.any(axis=1))
    if not rows.size:
        return 0.0, 0.0, 0.0
    columns = np.flatnonzero(mask.any(axis=0))
    part = (slice(rows[0], rows[-1] + 1), slice(columns[0], columns[-1] + 1))
    shown = mask[part]
    padded = cv2.copyMakeBorder(shown.astype(np.uint8), 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=0)
    area = seen.area[part][shown]
    across = (2 * float(cv2.distanceTransform(padded, cv2.DIST_L2, 5).max()) - 1) * float(np.sqrt(area.mean()))
    return float((shown & seen.legible[part]).sum()) / total, float(area.sum()), across


@dataclass(frozen=True, eq=False)
class Lane:
    """What a picture shows of one lane."""

    tray: int
    """The number of its tray's sheet."""
    window: tuple[slice, slice]
    inside: npt.NDArray[np.bool_]
    """Which rays of the window end over the lane."""
    present: dict[int, float]
    """How much of each thing is seen over it, mm2."""
    own: list[tuple[int, Item]]
    """Cards that were laid in it."""
    shares: dict[int, tuple[float, float, float]]
    """What is seen of each of these (:func:`_share`)."""
    foreign: dict[int, float]
    """Of ``present``: what is no card of ours and was laid in it, or reaches far into it."""
    guests: tuple[int, ...]
    """Cards of other lanes that reach into it."""

    @property
    def traces(self) -> list[int]:
        """Own cards of which nobody sees anything."""
        return [number for number, (_, mm2, mm) in self.shares.items() if mm2 < TRACE_MM2 or mm < TRACE_MM]

    def covered(self, table: Table) -> bool:
        """Whether something lies upon it that is no paper."""
        return any(mm2 > TRACE_MM2 and table.items[n - 1].kind in COVERS for n, mm2 in self.present.items())


def _lane(table: Table, seen: Seen, colour: str, lane: int) -> Lane:
    tray = 1 + next(index for index, item in enumerate(table.items) if item.key == f"tray:{colour}")
    window, inside = _lane_of(seen, tray, lane)
    thing, area = seen.view.thing[window], seen.area[window]
    numbers = [int(number) for number in np.unique(thing[inside]) if number > 0]
    present = {number: float(area[inside & (thing == number)].sum()) for number in numbers}
    items = list(enumerate(table.items, 1))
    here = (colour, lane)
    own = [(number, item) for number, item in items if item.kind == "card" and (item.tray, item.lane) == here]
    foreign = {}
    for number, mm2 in present.items():
        item = table.items[number - 1]
        whole = seen.view.footprint[number] * float(area[inside].mean())
        if item.kind in FOREIGN and ((item.tray, item.lane) == here or mm2 > GUEST_SHARE * whole):
            foreign[number] = mm2
    guests = tuple(
        number
        for number, mm2 in present.items()
        if table.items[number - 1].kind == "card"
        and (table.items[number - 1].tray, table.items[number - 1].lane) != here
        and mm2 > TRACE_MM2
    )
    shares = {number: _share(seen, number) for number, _ in own}
    return Lane(tray, window, inside, present, own, shares, foreign, guests)


def _row(table: Table, seen: Seen, colour: str, number: int) -> RowTruth:
    lane = _lane(table, seen, colour, number)
    hidden = _hidden(seen, lane) + _beyond_picture(seen, lane.tray, number)
    covered = lane.covered(table)
    undecidable = bool(lane.traces) and not covered
    clear = hidden <= HIDDEN_MM2 and not undecidable and not lane.foreign
    clear = clear and all(share >= CARD_SHARE for share, _, _ in lane.shares.values())
    none = any(mm2 > HIDDEN_MM2 for mm2 in lane.foreign.values())
    ordered = sorted(lane.own, key=lambda pair: pair[1].at)
    return RowTruth(
        player=colour,
        row=number,
        allowed=() if none else _texts(ordered, [] if covered else lane.traces),
        clear=clear,
        bare=not lane.own and not lane.foreign,
        hidden=hidden > HIDDEN_MM2,
        defects=_defects(table, seen, lane),
        lies=(*(item.key for _, item in ordered), *(table.items[other - 1].kind for other in lane.foreign)),
        outline=_outline(table, seen, colour, number),
        undecidable=undecidable,
        contested=clear and bool(lane.guests),
    )


def _hidden(seen: Seen, lane: Lane) -> float:
    """Return how much of a lane is neither seen nor below a card, mm2."""
    thing, area = seen.view.thing[lane.window], seen.area[lane.window]
    legible, faint = seen.legible[lane.window], seen.faint[lane.window]
    plain = np.where(thing == lane.tray, legible & ~faint, legible)
    explained = lane.inside & np.isin(thing, [lane.tray, *lane.shares, *lane.guests]) & plain
    return float(area[lane.inside].sum() - area[explained].sum())


def _texts(ordered: list[tuple[int, Item]], traces: list[int]) -> tuple[str, ...]:
    """Return what may be told: all that lies there, and the same without what nobody sees."""
    every = row_text([item.key.split(":")[2] for _, item in ordered])
    seen = row_text([item.key.split(":")[2] for number, item in ordered if number not in traces])
    return tuple(dict.fromkeys(text for text in (every, seen) if text is not None))


def _beyond_picture(seen: Seen, number: int, lane: int) -> float:
    """Return how much of a lane the picture cuts off, mm2."""
    window, inside = _lane_of(seen, number, lane)
    whole = (TRAY.lane(lane).high.x - TRAY.lane(lane).low.x) * TRAY.lane_mm
    shown = float(seen.area[window][inside].sum())
    return whole - shown if shown < 0.96 * whole else 0.0


def _defects(table: Table, seen: Seen, lane: Lane) -> tuple[str, ...]:
    """Return what is the matter with a row, in the words of the judge."""
    kinds = {table.items[number - 1].kind for number, mm2 in lane.present.items() if mm2 > TRACE_MM2}
    result = [WORDS.get(kind, kind) for kind in sorted(kinds & FOREIGN)]
    if lane.covered(table):
        result.append("hand")
    area, burnt = seen.area[lane.window], seen.burnt[lane.window]
    unseen = (seen.faint | ~seen.legible)[lane.window]
    if float(area[lane.inside & burnt].sum()) > HIDDEN_MM2 / 2:
        result.append("glare")
    if float(area[lane.inside & unseen & ~burnt].sum()) > HIDDEN_MM2 / 2:
        result.append("dark")
    if any(share < CARD_SHARE for share, _, _ in lane.shares.values()) and not lane.covered(table):
        result.append("hidden card")
    return tuple(dict.fromkeys(result))


def _outline(table: Table, seen: Seen, colour: str, lane: int) -> tuple[tuple[float, float], ...]:
    rect = TRAY.lane(lane)
    u = np.array([rect.low.x, rect.high.x, rect.high.x, rect.low.x])
    v = np.array([rect.low.y, rect.low.y, rect.high.y, rect.high.y])
    x, y = table.tray(colour).pose.out(u, v)
    seen_at = seen.view.camera.project(np.stack([x, y, np.full(4, 0.5)], axis=-1))
    return tuple((float(a), float(b)) for a, b in seen_at)
