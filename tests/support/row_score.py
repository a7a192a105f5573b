"""Judge what ``golem read`` tells of rows: JSON beside the truth, counts by kind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np

from tests.support.row_truth import RowTruth

MISPLACED = frozenset(
    {"outside-lanes", "between-lanes", "overlap", "incomplete-if", "incomplete-repeat", "not-an-action", "too-many"}
)
"""Problems of cards that were read and lie where they mean nothing: right for a card that sticks out below another."""

CAUSES: Mapping[str, frozenset[str]] = {
    "glare": frozenset({"glare"}),
    "dark": frozenset({"dark", "covered", "blurred"}),
    "hand": frozenset({"covered"}),
    "hidden card": frozenset({"covered", *MISPLACED}),
    "blank": frozenset({"not-ours"}),
    "scrap": frozenset({"not-ours", "covered"}),
    "torn": frozenset({"disagree", "covered", "not-ours"}),
    "phone": frozenset({"screen", "not-ours"}),
    "deck": frozenset({"other-deck"}),
    "soft": frozenset({"blurred", "shaken", "too-small", "dark"}),
    "cut off": frozenset({"cut-off"}),
    "double": frozenset({"duplicate"}),
}
"""A defect of a row, in the words of the truth, and the reasons that are right for it."""

REACH_PX = 4.0
"""An outline that is told may lie so far out of its lane."""

PICTURE_TROUBLES = frozenset({"blurred", "dark", "overexposed", "black", "too-small"})
"""Of a picture as a whole: then nothing of it is read."""


@dataclass
class RowScore:
    """Counts of rows."""

    rows: int = 0
    told: int = 0
    wrong: int = 0
    """Told, and something else lies there; shorter rows too."""
    unproven: int = 0
    """Told rightly, though a card could lie unseen in what is hidden of the lane."""
    clear: int = 0
    clear_unread: int = 0
    """Not told, though a person would read all of it."""
    contested: int = 0
    """Of the clear rows: those beside a card that may be theirs as well as another row's."""
    contested_unread: int = 0
    undecidable: int = 0
    """Rows that would be clear, but of which the picture does not say whose card lies there."""
    spoilt: int = 0
    """Not told, and something is the matter with it."""
    caused: int = 0
    """Of these: for which a right cause is told at its place."""
    bare: int = 0
    """Clear rows in which nothing lies."""
    bare_doubted: int = 0
    pictures: int = 0
    mistakes: list[str] = field(default_factory=list)
    doubts: list[str] = field(default_factory=list)

    def add(self, other: RowScore) -> None:
        for name, value in vars(other).items():
            setattr(self, name, getattr(self, name) + value)


def score_rows(truth: Sequence[RowTruth], report: Mapping[str, Any]) -> RowScore:
    """Compare a report of ``golem read`` with what lies on the table."""
    score = RowScore(pictures=1)
    for row in truth:
        _judge(row, report, score)
    return score


def _judge(row: RowTruth, report: Mapping[str, Any], score: RowScore) -> None:
    programs = report.get("programs") or {}
    told = programs[row.player][row.row] if row.player in programs else None
    name = f"{row.player} {row.row + 1}"
    score.rows += 1
    score.clear += row.clear
    score.contested += row.contested
    score.undecidable += row.undecidable
    score.bare += row.clear and row.bare
    if told is not None:
        score.told += 1
        if told not in row.allowed:
            score.wrong += 1
            score.mistakes.append(
                f"{name}: told {told!r}, there lies {_there(row)}; {', '.join(row.defects) or 'clear'}"
            )
        elif row.hidden:
            score.unproven += 1
        return
    whys = whys_of(row, report)
    # Cards that make no row are told as that: a doubt is only what is told as unread.
    unread = bool(row.allowed) or any(problem["code"] == "unread" for problem in _problems(row, report))
    if row.clear and unread:
        score.clear_unread += 1
        score.contested_unread += row.contested
        score.bare_doubted += row.bare
        score.doubts.append(f"{name}: unread ({', '.join(sorted(whys)) or 'no cause'}), there lies {_there(row)}")
    elif row.defects and not row.clear:
        score.spoilt += 1
        score.caused += any(why in CAUSES[defect] for defect in row.defects for why in whys)


def _there(row: RowTruth) -> str:
    text = " or ".join(repr(text) for text in row.allowed) or "no row"
    return f"{text} ({', '.join(row.lies)})" if row.lies else text


def _problems(row: RowTruth, report: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    return [
        problem
        for problem in report.get("problems") or ()
        if problem["player"] == row.player and problem["row"] == row.row + 1
    ]


def whys_of(row: RowTruth, report: Mapping[str, Any]) -> set[str]:
    """Return the reasons that are told at a row's place, or of the picture as a whole."""
    found = {str(trouble) for trouble in _troubles(report) if str(trouble) in PICTURE_TROUBLES}
    found |= {problem["code"] for problem in _problems(row, report)} & MISPLACED
    if not row.outline:
        return found
    lane = np.array(row.outline, np.float32)
    for item in report.get("unread") or ():
        outline = np.array(item["outline"], np.float32)
        if len(outline) and any(
            cv2.pointPolygonTest(lane, tuple(map(float, point)), True) > -REACH_PX for point in _points(outline)
        ):
            found.add(str(item["why"]))
    return found


def _points(outline: np.ndarray) -> np.ndarray:
    """Corners, middles of sides and the middle: one of them lies in every lane that a quad covers well."""
    middles = (outline + np.roll(outline, -1, axis=0)) / 2
    return np.concatenate(
        [outline.mean(axis=0)[None], (outline + outline.mean(axis=0)) / 2, middles * 0.9 + outline.mean(axis=0) * 0.1]
    )


def _troubles(report: Mapping[str, Any]) -> list[Any]:
    return [
        item.get("trouble", item.get("code", "")) if isinstance(item, dict) else item
        for item in report.get("trouble") or ()
    ]
