"""Judge what ``golem read`` tells of cells, ready cards, dice and golems: JSON beside the truth, counts by kind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np

from tests.support.place_truth import PlaceKind, PlaceTruth
from tests.support.row_score import PICTURE_TROUBLES, REACH_PX

CAUSES: Mapping[str, frozenset[str]] = {
    "glare": frozenset({"glare"}),
    "dark": frozenset({"dark", "covered", "blurred"}),
    "hand": frozenset({"covered"}),
    "paper": frozenset({"covered", "not-ours"}),
    "phone": frozenset({"screen", "not-ours", "covered"}),
    "photograph": frozenset({"not-ours", "covered", "disagree", "unknown"}),
    "upside down": frozenset({"covered", "not-ours"}),
    "cocked": frozenset({"cocked"}),
    "between cells": frozenset({"between-cells"}),
    "golem on its side": frozenset({"covered", "disagree"}),
    "card": frozenset({"covered"}),
    "rubber": frozenset({"covered"}),
    "coin": frozenset({"covered"}),
    "wrapper": frozenset({"covered", "glare"}),
    "sleeve": frozenset({"covered"}),
    "torn": frozenset({"covered", "dark"}),
    "stained": frozenset({"covered", "dark"}),
    "two tokens": frozenset({"duplicate", "covered"}),
    "soft": frozenset({"blurred", "shaken", "too-small", "dark"}),
}
"""What is the matter with a place, in the words of the truth, and the reasons that are right for it."""

UNREAD = None


@dataclass
class PlaceScore:
    """Counts of places of one kind."""

    places: int = 0
    told: int = 0
    wrong: int = 0
    """Told, and something else lies there: empty with a token, too; ready or a face where no such thing shows it."""
    unproven: int = 0
    """Told rightly as empty, though something could lie unseen in what is hidden of it."""
    clear: int = 0
    clear_unread: int = 0
    bare: int = 0
    """Clear places in which nothing lies."""
    bare_doubted: int = 0
    spoilt: int = 0
    """Not told, and something is the matter with it."""
    caused: int = 0
    """Of these: for which a right cause is told at its place."""
    mistakes: list[str] = field(default_factory=list)
    doubts: list[str] = field(default_factory=list)

    def add(self, other: PlaceScore) -> None:
        for name, value in vars(other).items():
            setattr(self, name, getattr(self, name) + value)


def score_places(truth: Sequence[PlaceTruth], report: Mapping[str, Any]) -> dict[PlaceKind, PlaceScore]:
    """Compare a report of ``golem read`` with what lies in the places of a table."""
    scores = {kind: PlaceScore() for kind in PlaceKind}
    for place in truth:
        _judge(place, told_of(place, report), report, scores[place.kind])
    return scores


def told_of(place: PlaceTruth, report: Mapping[str, Any]) -> str | None:
    """Return what a report tells of a place; None if it is unread, or the mat was not found."""
    if report.get("mat") is None or any(trouble in PICTURE_TROUBLES for trouble in _troubles(report)):
        return UNREAD
    match place.kind:
        case PlaceKind.CELL:
            return report["cells"].get(place.name)
        case PlaceKind.READY:
            return "ready" if place.name in report["ready"] else UNREAD
        case PlaceKind.DIE:
            return report["dice"].get(place.name)
        case PlaceKind.GOLEM:
            return report["golems"].get(place.name, {}).get("cell")


def _judge(place: PlaceTruth, told: str | None, report: Mapping[str, Any], score: PlaceScore) -> None:
    name = f"{place.kind.value} {place.name}"
    score.places += 1
    score.clear += place.clear
    score.bare += place.clear and place.bare
    there = " or ".join(map(repr, place.allowed)) or "nothing that may be told"
    if told is not UNREAD:
        score.told += 1
        if told not in place.allowed:
            score.wrong += 1
            score.mistakes.append(f"{name}: told {told!r}, there lies {there}; {', '.join(place.defects) or 'clear'}")
        elif place.hidden and told == "":
            score.unproven += 1
        return
    whys = whys_of(place, report)
    if place.clear:
        score.clear_unread += 1
        score.bare_doubted += place.bare
        score.doubts.append(f"{name}: unread ({', '.join(sorted(whys)) or 'no cause'}), there lies {there}")
    elif place.defects:
        score.spoilt += 1
        right = any(why in CAUSES[defect] for defect in place.defects for why in whys)
        score.caused += right
        if not right:
            said = ", ".join(sorted(whys)) or "no cause"
            score.doubts.append(f"{name}: cause {said}; {', '.join(place.defects)}")


def whys_of(place: PlaceTruth, report: Mapping[str, Any]) -> set[str]:
    """Return the reasons that are told at a place, or of the picture as a whole: all of one without a mat."""
    unseen = report.get("mat") is None
    found = {trouble for trouble in _troubles(report) if unseen or trouble in PICTURE_TROUBLES}
    outline = np.array(place.outline, np.float32)
    for item in report.get("unread") or ():
        shape = np.array(item["outline"], np.float32)
        if not len(shape) or not len(outline):
            continue
        points = (*shape, shape.mean(axis=0))
        reaches = any(cv2.pointPolygonTest(outline, (float(u), float(v)), True) > -REACH_PX for u, v in points)
        # A burnt-out border is one outline, and may be larger than a card; cells are told one by one.
        u, v = map(float, outline.mean(axis=0))
        within = place.kind is not PlaceKind.CELL and cv2.pointPolygonTest(shape, (u, v), False) >= 0
        if reaches or within:
            found.add(str(item["why"]))
    return found


def _troubles(report: Mapping[str, Any]) -> list[str]:
    return [str(item["code"]) for item in report.get("trouble") or ()]
