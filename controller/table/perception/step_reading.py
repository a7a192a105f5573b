"""Read step and question cards of Robots on hexagons in reading order: from left to right, then downwards. Pure.

What is not sure is no program: a gap where a card may lie that cannot be read, cards on top of each other, a card that
lies upside down.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from boards.geometry import Point, Pose, wrap_degrees
from boards.hexagons.hex_question_cards import opens_question
from boards.kit.kit import CARD_MM
from boards.kit.thing_keys import StepKey
from controller.vision.scene import Scene

ASKEW_DEGREES = 40.0
"""A card lies as the others do if it is turned by no more than this."""
ROW_MM = CARD_MM[1] / 2
"""Cards whose middles are no farther apart, up or down, are in one row."""
OVERLAP_MM = 0.6 * CARD_MM[0]
GAP_MM = 1.7 * CARD_MM[0]
"""Neighbours in a row whose middles are farther apart leave room for a card."""


@dataclass(frozen=True)
class StepReading:
    """What lies there as a program."""

    steps: tuple[str, ...]
    """As the cards say, in reading order, as far as they were read."""
    doubt: str = ""
    """Why this is no program: ``unread``, ``turned``, ``overlap``, ``gap``; empty for a sound one."""


@dataclass(frozen=True)
class StepCard:
    """A card with a step or a word of a question, as it lies on the table."""

    text: str
    pose: Pose


def read_steps(scene: Scene) -> StepReading:
    """Return the program of a scene; no steps if no card lies there."""
    cards = [StepCard(seen.thing.text, seen.pose) for seen in scene.things if isinstance(seen.thing, StepKey)]
    unread = any(isinstance(item.thing, StepKey) for item in scene.unread)
    if not cards:
        return StepReading((), "unread" if unread else "")
    up = _mean_heading(cards)
    rows = _rows([(card.pose.point.rotated(-up), card) for card in cards])
    steps = tuple(card.text for row in rows for _, card in row)
    if unread:
        return StepReading(steps, "unread")
    if any(abs(wrap_degrees(card.pose.heading - up)) > ASKEW_DEGREES for card in cards):
        return StepReading(steps, "turned")
    return StepReading(steps, _spacing(rows))


Row = list[tuple[Point, StepCard]]


def _rows(placed: Sequence[tuple[Point, StepCard]]) -> list[Row]:
    """Cards by row, the upmost first, each from left to right."""
    rows: list[Row] = []
    for item in sorted(placed, key=lambda item: -item[0].y):
        if rows and sum(at.y for at, _ in rows[-1]) / len(rows[-1]) - item[0].y <= ROW_MM:
            rows[-1].append(item)
        else:
            rows.append([item])
    return [sorted(row, key=lambda item: item[0].x) for row in rows]


def _spacing(rows: Sequence[Row]) -> str:
    left = min(row[0][0].x for row in rows)
    for row in rows:
        apart = [right.x - before.x for (before, _), (right, _) in pairwise(row)]
        if any(gap < OVERLAP_MM for gap in apart):
            return "overlap"
        if any(gap > GAP_MM for gap in apart) or row[0][0].x - left > OVERLAP_MM:
            return "gap"
    for block in _blocks(rows):
        # Every row begins where the others do, and only the last one of the steps, or of a question, may be short.
        ends = [row[-1][0].x for row in block]
        if any(end < max(ends) - OVERLAP_MM for end in ends[:-1]):
            return "gap"
    down = [above[0][0].y - below[0][0].y for above, below in pairwise(rows)]
    return "gap" if any(gap > GAP_MM * CARD_MM[1] / CARD_MM[0] for gap in down) else ""


def _blocks(rows: Sequence[Row]) -> list[list[Row]]:
    """Rows that belong together: a question that begins a row begins a block."""
    blocks: list[list[Row]] = []
    for row in rows:
        if not blocks or opens_question(row[0][1].text):
            blocks.append([])
        blocks[-1].append(row)
    return blocks


def _mean_heading(cards: Sequence[StepCard]) -> float:
    """Which way most cards lie: the median direction about the sum of all."""
    east = sum(math.cos(math.radians(card.pose.heading)) for card in cards)
    north = sum(math.sin(math.radians(card.pose.heading)) for card in cards)
    about = math.degrees(math.atan2(north, east))
    offsets = sorted(wrap_degrees(card.pose.heading - about) for card in cards)
    return wrap_degrees(about + offsets[len(offsets) // 2])
