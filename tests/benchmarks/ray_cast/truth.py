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


def _row(table: Table, seen: Seen, colour: str, lane: int) -> RowTruth:
    tray_number = 1 + next(index for index, item in enumerate(table.items) if item.key == f"tray:{colour}")
    window, inside = _lane_of(seen, tray_number, lane)
    thing, area = seen.view.thing[window], seen.area[window]
    present = {int(number): float(area[inside & (thing == number)].sum()) for number in np.unique(thing[inside])}
    own = [
        (index + 1, item)
        for index, item in enumerate(table.items)
        if item.kind == "card" and (item.tray, item.lane) == (colour, lane)
    ]
    shares = {number: _share(seen, number) for number, _ in own}
    traces = [number for number, (_, mm2, mm) in shares.items() if mm2 < TRACE_MM2 or mm < TRACE_MM]
    covered_by_hand = any(
        table.items[n - 1].kind in ("hand", "thing", "clutter") and mm2 > 40 for n, mm2 in present.items() if n > 0
    )
    readable = all(share >= CARD_SHARE for share, _, _ in shares.values())
    strangers = {
        number: mm2 for number, mm2 in present.items() if number > 0 and table.items[number - 1].kind in FOREIGN
    }
    others = [
        table.items[n - 1]
        for n in present
        if n > 0 and _intrudes(table.items[n - 1], colour, lane) and present[n] > TRACE_MM2
    ]
    fine = {tray_number, *shares, *(n for n in present if n > 0 and table.items[n - 1] in others)}
    plain = np.where(thing == tray_number, seen.legible[window] & ~seen.faint[window], seen.legible[window])
    explained = inside & np.isin(thing, list(fine)) & plain
    hidden = float(area[inside].sum() - area[explained].sum())
    outside = _beyond_picture(seen, tray_number, lane)
    clear = readable and hidden + outside <= HIDDEN_MM2 and not any(mm2 > TRACE_MM2 for mm2 in strangers.values())
    texts = _texts(own, traces, covered_by_hand)
    if any(mm2 > HIDDEN_MM2 for mm2 in strangers.values()):
        texts = ()
    foreign_traces = [
        n
        for n, item in enumerate(table.items, 1)
        if item.kind in FOREIGN
        and (item.tray, item.lane) == (colour, lane)
        and n not in traces
        and 0 < present.get(n, 0) <= TRACE_MM2
    ]
    undecidable = bool(traces) and not covered_by_hand
    defects = _defects(table, seen, (window, inside), (present, strangers, shares), hidden)
    lies = [item.key if item.kind == "card" else item.kind for _, item in sorted(own, key=lambda pair: pair[1].at)]
    lies += [table.items[number - 1].kind for number in strangers]
    return RowTruth(
        player=colour,
        row=lane,
        allowed=tuple(dict.fromkeys(texts)),
        clear=clear and not undecidable and not foreign_traces,
        bare=not own and not strangers,
        hidden=hidden + outside > HIDDEN_MM2,
        defects=tuple(defects),
        lies=tuple(lies),
        outline=_outline(table, seen, colour, lane),
        undecidable=undecidable,
        contested=clear and any(item.kind == "card" for item in others),
    )


def _texts(own: list[tuple[int, Item]], traces: list[int], hand: bool) -> tuple[str, ...]:
    """Return what may be told: all that lies there, and the same without what nobody sees."""
    ordered = sorted(own, key=lambda pair: pair[1].at)
    found = [row_text([item.key.split(":")[2] for _, item in ordered])]
    if traces and not hand:
        found.append(row_text([item.key.split(":")[2] for number, item in ordered if number not in traces]))
    return tuple(text for text in found if text is not None)


def _intrudes(item: Item, colour: str, lane: int) -> bool:
    return item.kind == "card" and (item.tray, item.lane) != (colour, lane)


def _beyond_picture(seen: Seen, number: int, lane: int) -> float:
    """Return how much of a lane the picture cuts off, mm2."""
    window, inside = _lane_of(seen, number, lane)
    whole = (TRAY.lane(lane).high.x - TRAY.lane(lane).low.x) * TRAY.lane_mm
    shown = float(seen.area[window][inside].sum())
    return whole - shown if shown < 0.96 * whole else 0.0


def _defects(
    table: Table,
    seen: Seen,
    lane: tuple[tuple[slice, slice], npt.NDArray[np.bool_]],
    found: tuple[dict[int, float], dict[int, float], dict[int, tuple[float, float, float]]],
    hidden: float,
) -> list[str]:
    (window, inside), (present, strangers, shares) = lane, found
    result = []
    kinds = {table.items[number - 1].kind for number, mm2 in present.items() if number > 0 and mm2 > TRACE_MM2}
    result += [
        WORDS.get(kind, kind)
        for kind in sorted({table.items[n - 1].kind for n, mm2 in strangers.items() if mm2 > TRACE_MM2})
    ]
    if kinds & {"hand", "thing", "clutter", "golem", "die"}:
        result.append("hand")
    area = seen.area[window]
    if float(area[inside & seen.burnt[window]].sum()) > HIDDEN_MM2 / 2:
        result.append("glare")
    if float(area[inside & (seen.faint | ~seen.legible)[window] & ~seen.burnt[window]].sum()) > HIDDEN_MM2 / 2:
        result.append("dark")
    if any(share < CARD_SHARE for share, _, _ in shares.values()) and not kinds & {"hand"}:
        result.append("hidden card")
    return list(dict.fromkeys(result))


def _outline(table: Table, seen: Seen, colour: str, lane: int) -> tuple[tuple[float, float], ...]:
    rect = TRAY.lane(lane)
    u = np.array([rect.low.x, rect.high.x, rect.high.x, rect.low.x])
    v = np.array([rect.low.y, rect.low.y, rect.high.y, rect.high.y])
    x, y = table.tray(colour).pose.out(u, v)
    seen_at = seen.view.camera.project(np.stack([x, y, np.full(4, 0.5)], axis=-1))
    return tuple((float(a), float(b)) for a, b in seen_at)
