"""The second renderer, and the counting of rows: a small part of `make eye` in every run."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.benchmarks.eye_row_sources import Picture
from tests.benchmarks.eye_rows import read_pictures
from tests.benchmarks.photographed.camera import Lens, look_at
from tests.benchmarks.photographed.lights import Glint, glint_at
from tests.benchmarks.photographed.photograph import take
from tests.benchmarks.photographed.prints import Edition, common_backs, common_faces
from tests.benchmarks.photographed.sensor import jpeg
from tests.benchmarks.photographed.shots import BODIES, Shot, usual_shot
from tests.benchmarks.photographed.tables import Laid, row_text
from tests.benchmarks.photographed.truth import without_undecidable
from tests.support.row_score import score_rows
from tests.support.row_truth import RowTruth

SEED = 20


def shot_of(seed: int) -> tuple[Shot, np.random.Generator]:
    rng = np.random.default_rng(seed)
    return usual_shot(rng, Edition(), 0.85, BODIES[:1]), rng


def read(shot: Shot, rng: np.random.Generator) -> tuple[list[RowTruth], Any]:
    image, rows = take(shot, rng)
    return rows, read_pictures([Picture("", 0, jpeg(shot.sensor, image), tuple(rows))])[0]


def test_rays_and_projection_agree() -> None:
    lens = Lens((640, 480), 70.0, (-0.2, 0.05, 0.001), (0.001, -0.002), (3.0, -2.0))
    corners = np.array([[-300.0, -200, 0], [700, -200, 0], [700, 500, 0], [-300, 500, 0]])
    camera = look_at(lens, corners, 20.0, 70.0, 5.0)
    x, y = camera.on_table(25.0)
    rows, columns = np.mgrid[5:480:45, 5:640:45]
    points = np.stack([x[rows, columns], y[rows, columns], np.full(rows.shape, 25.0)], axis=-1).reshape(-1, 3)
    seen = camera.project(points.astype(np.float64))
    assert np.abs(seen - np.stack([columns, rows], axis=-1).reshape(-1, 2)).max() < 0.05
    inside = camera.project(corners)
    assert (inside > 0).all() and (inside < [640, 480]).all()


def test_clear_rows_are_told() -> None:
    shot, rng = shot_of(SEED)
    rows, report = read(shot, rng)
    score = score_rows(rows, report)
    assert score.mistakes == [] and score.doubts == []
    assert score.clear == score.rows == 4 * len(shot.table.trays)
    assert score.told == sum(bool(row.allowed) for row in rows) >= 12


def test_a_picture_is_the_same_for_the_same_seed() -> None:
    first, second = (take(*shot_of(SEED + 1))[0] for _ in range(2))
    assert np.array_equal(first, second)


def test_a_card_in_burnt_out_light_is_not_clear() -> None:
    shot, rng = shot_of(SEED)
    card = next(item for item in shot.table.laid)
    target = shot.table.tray(card.tray).point(*card.at)
    size = (60.0 * (1 + 1500 / shot.camera.place[2]),) * 2
    shot.glints.append(Glint(glint_at(shot.camera, target, 1500.0), 1500.0, size, 0.0, 200.0, 5.0))
    rows, report = read(shot, rng)
    struck = next(row for row in rows if (row.player, row.row) == (card.tray, card.lane))
    assert not struck.clear and struck.hidden and "glare" in struck.defects
    assert score_rows(rows, report).clear < len(rows)


def test_a_row_is_contested_if_nothing_says_that_a_lower_card_is_the_next_rows() -> None:
    shot, rng = shot_of(SEED)
    shot.table.laid.clear()
    first, second = shot.table.trays[:2]
    for tray, aside in ((first, 0.0), (second, 12.0)):
        (x, y), below = tray.place(0, 2), tray.place(1, 2)
        shot.table.laid += [
            Laid(tray.colour, 0, f"card:{tray.colour}:stand:1", (x + aside, y - 20.0)),
            Laid(tray.colour, 0, f"card:{tray.colour}:forward:1", (x, y)),
            Laid(tray.colour, 1, f"card:{tray.colour}:forward:2", below),
        ]
    rows = take(shot, rng)[1]
    assert {(row.player, row.row) for row in rows if row.contested} == {(first.colour, 1)}
    assert {(row.player, row.row) for row in rows if not row.clear} == {(first.colour, 0), (second.colour, 0)}


def test_what_is_no_card_makes_a_row_that_may_not_be_told() -> None:
    shot, rng = shot_of(SEED)
    tray = shot.table.trays[0]
    shot.table.laid.append(Laid(tray.colour, 2, "blank", tray.place(2, 2)))
    rows = take(shot, rng)[1]
    spoilt = next(row for row in rows if (row.player, row.row) == (tray.colour, 2))
    assert spoilt.allowed == () and not spoilt.clear and "blank" in spoilt.defects


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ([], ""),
        (["forward"], "forward"),
        (["repeat 2", "stand"], "repeat 2 stand"),
        (["if enemy", "attack", "defend"], "if enemy attack else defend"),
        (["if enemy", "attack"], None),
        (["forward", "forward"], None),
        (["repeat 2"], None),
    ],
)
def test_text_of_a_row(words: list[str], text: str | None) -> None:
    assert row_text(words) == text


LANE = ((0.0, 0.0), (100.0, 0.0), (100.0, 30.0), (0.0, 30.0))


def report_of(row: str | None, *unread: tuple[str, float]) -> dict[str, Any]:
    items = [
        {"why": why, "outline": [[x, 5.0], [x + 20, 5.0], [x + 20, 25.0], [x, 25.0]], "thing": None}
        for why, x in unread
    ]
    return {"programs": {"red": [row, "", "", ""]}, "problems": [], "unread": items, "trouble": []}


def truth(*allowed: str, clear: bool = True, **more: Any) -> RowTruth:
    return RowTruth("red", 0, allowed, clear, outline=LANE, **more)


def test_a_shorter_row_is_wrong() -> None:
    score = score_rows([truth("if enemy stand else take", clear=False)], report_of("take"))
    assert (score.wrong, score.told, score.clear) == (1, 1, 0) and "told 'take'" in score.mistakes[0]


def test_a_row_is_wrong_where_none_may_be_told() -> None:
    assert score_rows([truth(clear=False, defects=("blank",))], report_of("")).wrong == 1


def test_a_clear_row_that_is_not_told_is_counted() -> None:
    score = score_rows([truth("", bare=True)], report_of(None, ("covered", 40)))
    assert (score.clear_unread, score.bare, score.bare_doubted, score.wrong) == (1, 1, 1, 0)
    assert "covered" in score.doubts[0]


def test_a_row_that_is_told_though_half_hidden_is_unproven() -> None:
    score = score_rows([truth("take", clear=False, hidden=True, defects=("glare",))], report_of("take"))
    assert (score.unproven, score.wrong) == (1, 0)


@pytest.mark.parametrize(("unread", "caused"), [(("glare", 40.0), 1), (("covered", 40.0), 0), (("glare", 400.0), 0)])
def test_the_cause_must_be_right_and_at_its_place(unread: tuple[str, float], caused: int) -> None:
    score = score_rows([truth("take", clear=False, defects=("glare",))], report_of(None, unread))
    assert (score.spoilt, score.caused) == (1, caused)


def test_a_row_that_is_none_counts_as_told_if_it_is_named() -> None:
    score = score_rows([truth()], report_of(None))
    assert (score.clear, score.clear_unread, score.wrong) == (1, 0, 0)


def test_a_tray_that_is_not_seen_is_not_told() -> None:
    score = score_rows([truth("take")], {**report_of(None), "programs": {}})
    assert score.clear_unread == 1


def test_a_back_that_another_deck_on_the_table_has_as_well_is_not_decidable() -> None:
    laid = [
        Laid("red", 0, "card:red:forward:1", (0, 0), face=False),
        Laid("red", 1, "card:red:forward:1", (0, 0)),
        Laid("red", 2, "card:red:stand:1", (0, 0), face=False),
    ]
    rows = [RowTruth("red", number, ("forward",), clear=number != 3) for number in range(4)]
    judged = without_undecidable(rows, laid, frozenset({"card:red:forward:1"}))
    assert [(row.clear, row.undecidable) for row in judged] == [
        (False, True),
        (True, False),
        (True, False),
        (False, False),
    ]


def test_backs_are_the_same_by_owner_and_marker() -> None:
    ours, other = (
        [
            {"key": f"card:{key}", "side": side, "markers": [{"id": marker}]}
            for key, marker in cards.items()
            for side in ("face", "back")
        ]
        for cards in ({"red:stand:1": 5, "red:take:1": 6, "blue:take:1": 7}, {"red:forward:1": 5, "red:attack:1": 7})
    )
    assert common_backs(ours, other) == {"card:red:stand:1"}


def test_faces_are_the_same_by_owner_word_and_marker() -> None:
    ours, other = (
        [
            {"key": f"card:{key}", "side": side, "markers": [{"id": marker}]}
            for key, marker in cards.items()
            for side in ("face", "back")
        ]
        for cards in (
            {"red:stand:1": 5, "red:take:1": 6, "blue:take:1": 7},
            {"red:stand:3": 5, "red:attack:1": 6, "green:take:1": 7},
        )
    )
    assert common_faces(ours, other) == {"card:red:stand:1"}
