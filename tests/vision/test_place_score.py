"""Counting cells, ready cards and dice that are told wrongly."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.place_score import score_places
from tests.support.place_truth import PlaceKind, PlaceTruth

OUTLINE = ((0.0, 0.0), (90.0, 0.0), (90.0, 90.0), (0.0, 90.0))
REPORT: dict[str, Any] = {
    "mat": "mat:4x4",
    "trouble": [],
    "cells": {"a1": "", "a2": "wall", "a3": None},
    "ready": ["red"],
    "dice": {"red": "if"},
    "unread": [{"why": "glare", "outline": [[10, 10], [20, 10], [20, 20]]}],
}


def place(kind: PlaceKind, name: str, allowed: tuple[str, ...], clear: bool = True, *defects: str) -> PlaceTruth:
    return PlaceTruth(kind, name, allowed, clear, bare=allowed == ("",), defects=defects, outline=OUTLINE)


@pytest.mark.parametrize(
    ("truth", "counts"),
    [
        (place(PlaceKind.CELL, "a1", ("",)), {"told": 1}),
        (place(PlaceKind.CELL, "a1", ("barrel",)), {"told": 1, "wrong": 1}),
        (place(PlaceKind.CELL, "a1", (), False, "paper"), {"told": 1, "wrong": 1}),
        (place(PlaceKind.CELL, "a3", ("",)), {"clear_unread": 1, "bare_doubted": 1}),
        (place(PlaceKind.CELL, "a3", ("wall",), False, "glare"), {"spoilt": 1, "caused": 1}),
        (place(PlaceKind.CELL, "a3", ("wall",), False, "hand"), {"spoilt": 1}),
        (place(PlaceKind.READY, "red", ()), {"told": 1, "wrong": 1}),
        (place(PlaceKind.READY, "blue", ("ready",)), {"clear_unread": 1}),
        (place(PlaceKind.DIE, "red", ("if",)), {"told": 1}),
        (place(PlaceKind.DIE, "red", ("blank",)), {"told": 1, "wrong": 1}),
    ],
)
def test_what_is_told_is_counted_beside_what_lies_there(truth: PlaceTruth, counts: dict[str, int]) -> None:
    score = score_places([truth], REPORT)[truth.kind]
    names = ("told", "wrong", "clear_unread", "bare_doubted", "spoilt", "caused")
    assert {name: getattr(score, name) for name in names if getattr(score, name)} == counts


@pytest.mark.parametrize(("kind", "caused"), [(PlaceKind.DIE, 1), (PlaceKind.READY, 1), (PlaceKind.CELL, 0)])
def test_an_outline_around_a_card_or_a_die_is_told_at_its_place(kind: PlaceKind, caused: int) -> None:
    wide = [{"why": "glare", "outline": [[-900, -900], [2000, -900], [2000, 2000], [-900, 2000]]}]
    truth = place(kind, "a3", ("",), False, "glare")
    assert score_places([truth], {**REPORT, "unread": wide})[kind].caused == caused


def test_the_trouble_of_a_picture_without_a_mat_is_named() -> None:
    report = {"mat": None, "trouble": [{"code": "no-mat"}]}
    score = score_places([place(PlaceKind.CELL, "a1", ("",))], report)[PlaceKind.CELL]
    assert score.doubts == ["cell a1: unread (no-mat), there lies ''"]
