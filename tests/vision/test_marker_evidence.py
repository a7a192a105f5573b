"""How much evidence there is for a marker in an unknown picture, and which of several readings stay."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from controller.vision.markers.decoding import CloserLook, DecodedQuads, decode
from controller.vision.markers.detector import ANY_SIZE, detect_families
from controller.vision.markers.greyscale import Grey
from controller.vision.markers.marker_dictionary import MarkerDictionary, marker_dictionary
from controller.vision.markers.quad_search.quad_screening import may_be_markers
from controller.vision.markers.verification.alignment import aligned
from controller.vision.markers.verification.marker_evidence import evidence_bits
from controller.vision.markers.verification.marker_selection import weigh_readings
from tests.benchmarks.photographed.markerless_pictures import markerless_picture
from tests.benchmarks.stranger_photographs import examine
from tests.benchmarks.strangers import OURS

WHITE = 200


def page(dictionary: MarkerDictionary, number: int, module_px: int, blur: float = 0.7) -> Grey:
    """A marker in the middle of white, two modules wide all around."""
    drawn = np.pad(np.pad(dictionary.words[number], 1), 2, constant_values=True)
    large = np.kron(drawn * np.uint8(WHITE - 20) + np.uint8(20), np.ones((module_px, module_px), np.uint8))
    return np.asarray(cv2.GaussianBlur(large, (0, 0), blur), np.uint8)


def square(dictionary: MarkerDictionary, module_px: int) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    low, high = 2 * module_px - 0.5, (2 + dictionary.modules) * module_px - 0.5
    return np.array([[(low, low), (high, low), (high, high), (low, high)]])


def bits(dictionary: MarkerDictionary, number: int, grey: Grey, module_px: int, asked: int = 1000) -> float:
    corners, blur = square(dictionary, module_px), np.array([0.7])
    return float(evidence_bits(grey, corners, blur, np.array([number]), dictionary, asked)[0])


def noisy(grey: Grey, seed: int = 3, levels: float = 12.0) -> Grey:
    noise = np.random.default_rng(seed).normal(0, levels, grey.shape)
    return np.asarray(np.clip(grey + noise, 0, 255), np.uint8)


def test_the_more_words_are_asked_for_the_less_a_likeness_says() -> None:
    table = marker_dictionary("4X4_50")
    grey = noisy(page(table, 5, 4))
    assert bits(table, 5, grey, 4, 50) - bits(table, 5, grey, 4, 800) == pytest.approx(4.0)


def test_few_corners_few_modules_and_narrow_modules_say_less() -> None:
    small, large = marker_dictionary("4X4_50"), marker_dictionary("6X6_250")
    plain, rich = int(small.corners.argmin()), int(small.corners.argmax())

    def of(table: MarkerDictionary, number: int, px: int) -> float:
        return float(np.median([bits(table, number, noisy(page(table, number, px), seed), px) for seed in range(9)]))

    assert of(small, plain, 3) < of(small, rich, 3) - 8
    assert of(small, rich, 3) < of(large, 5, 3)
    assert of(small, rich, 2) < of(small, rich, 3)


def test_corners_are_counted_on_the_outlines_of_white() -> None:
    table = marker_dictionary("4X4_50")
    words = np.zeros((3, 4, 4), np.bool_)
    words[0, 1:3, 1:3] = True  # a square
    words[1, 0, 0] = words[1, 1, 1] = True  # two that touch
    words[2] = [[1, 1, 1, 1], [1, 0, 0, 0], [1, 0, 0, 0], [1, 0, 0, 0]]
    drawn = MarkerDictionary("drawn", 4, words, table.patterns, table.meanings, table.mended)
    assert drawn.corners.tolist() == [4, 8, 6]


@pytest.mark.parametrize(("name", "most"), [("4X4_1000", 0), ("6X6_250", 1)])
def test_wrong_modules_are_forgiven_as_the_dictionary_corrects_them(name: str, most: int) -> None:
    table, px = marker_dictionary(name), 8
    for wrong in range(3):
        grey = page(table, 7, px, 0.01)
        for row, column in ((0, 1), (2, 3), (3, 0))[:wrong]:
            part = np.s_[(3 + row) * px : (4 + row) * px, (3 + column) * px : (4 + column) * px]
            grey[part] = WHITE + 20 - grey[part]
        assert (bits(table, 7, grey, px) > 0) == (wrong <= most)


def readings(table: MarkerDictionary, numbers: list[int]) -> tuple[Grey, int]:
    """Return faint, small markers in a row, and how many of those that were read there stay."""
    px = 2
    parts = [noisy(page(table, number, px), seed, 16.0) for seed, number in enumerate(numbers)]
    wide = parts[0].shape[1]
    quads = np.concatenate([square(table, px) + np.array([at * wide, 0.0]) for at in range(len(numbers))])
    read = DecodedQuads(np.array(numbers), np.zeros(len(numbers), np.int64), np.ones(len(numbers), np.bool_))
    grey = np.asarray(np.hstack(parts), np.uint8)
    return grey, len(weigh_readings(grey, quads, [read], [table], 16.0)[0][0])


def test_readings_of_different_ids_bear_each_other_out_and_those_of_one_do_not() -> None:
    table = marker_dictionary("4X4_50")
    numbers = [3, 5, 9, 12, 14, 19, 21, 27]
    assert readings(table, numbers)[1] >= 6
    assert [readings(table, [number])[1] for number in numbers].count(1) <= 2
    assert readings(table, [5] * 8)[1] <= 2


def test_a_closer_look_is_for_dark_borders_with_contrast_also_beside_dark_things() -> None:
    table, px = marker_dictionary("4X4_50"), 6
    grey = page(table, 7, px)
    grey[: 2 * px - 1] = 20  # a square of a chessboard hides the quiet zone above
    grey[3 * px : 5 * px, 3 * px : 5 * px] = 110  # no word

    def looked_at(shown: Grey, closer: CloserLook | None) -> bool:
        read = decode(shown, square(table, px), table, closer=closer)
        assert read.ids.tolist() == [-1]
        return bool(read.likely[0])

    assert ANY_SIZE.closer is not None
    assert looked_at(grey, ANY_SIZE.closer)
    assert not looked_at(grey, None)
    faint = np.asarray(np.rint(100.0 + grey * 0.05), np.uint8)
    assert not looked_at(faint, ANY_SIZE.closer)
    assert not looked_at(np.asarray(200 + grey // 4, np.uint8), ANY_SIZE.closer)


@pytest.mark.parametrize(("seed", "name"), [(253_240, "5X5_1000"), (202_858, "ARUCO_MIP_36H12")])
def test_modules_that_are_not_compared_are_no_evidence(seed: int, name: str) -> None:
    # Black and white tiles, in which a border between black and white was taken for a shadow's edge.
    kind, grey = markerless_picture(seed)
    assert kind == "tiles"
    (found,) = detect_families(grey, ANY_SIZE, (marker_dictionary(name),))
    assert len(found) == 0


def test_a_word_of_few_corners_is_read_among_others_and_not_alone() -> None:
    table, px = marker_dictionary("4X4_50"), 3
    plain = int(table.corners.argmin())
    company = [number for number in range(0, 24, 2) if number != plain]

    def found(numbers: list[int]) -> list[int]:
        drawn = [noisy(page(table, number, px), number, 3.0) for number in numbers]
        wide = drawn[0].shape[1]
        quads = np.concatenate([square(table, px) + np.array([at * wide, 0.0]) for at in range(len(drawn))])
        read = DecodedQuads(np.array(numbers), np.zeros(len(numbers), np.int64), np.ones(len(numbers), np.bool_))
        (told,) = weigh_readings(np.asarray(np.hstack(drawn), np.uint8), quads, [read], [table], 20.0)
        return sorted(told[0].tolist())

    assert found([plain]) == []
    assert found([*company, plain]) == sorted([*company, plain])


def test_a_weak_reading_stays_where_it_is_turned_as_its_neighbour_is() -> None:
    table, px = marker_dictionary("4X4_50"), 3
    plain = int(table.corners.argmin())
    company = [number for number in range(0, 24, 2) if number != plain]
    drawn = [noisy(page(table, number, px), number, 3.0) for number in company]
    wide = drawn[0].shape[1]

    def found(weak: Grey, quarters: int) -> bool:
        parts = [*drawn, np.rot90(weak, quarters)]
        quads = np.concatenate([square(table, px) + np.array([at * wide, 0.0]) for at in range(len(parts))])
        turns = np.zeros(len(parts), np.int64)
        turns[-1] = -quarters % 4
        read = DecodedQuads(np.array([*company, plain]), turns, np.ones(len(parts), np.bool_))
        (told,) = weigh_readings(np.asarray(np.hstack(parts), np.uint8), quads, [read], [table], 20.0)
        assert set(company) <= set(told[0].tolist())
        return plain in told[0].tolist()

    levels = np.arange(10.0, 40.0, 2.0)
    shown = [noisy(page(table, plain, px), 5, level) for level in levels]
    alike, askew = [found(weak, 0) for weak in shown], [found(weak, 1) for weak in shown]
    assert sum(alike) >= sum(askew) + 2
    assert sum(askew) > 0
    assert not all(alike)


def test_quads_are_turned_and_as_large_as_the_nearest_sure_one() -> None:
    upright = np.array([(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)])
    steps = np.array([0.0, 15.0, 30.0, 90.0])[:, None, None] * np.array([1.0, 0.0])
    quads = upright + steps
    quads[1] = np.roll(quads[1], 1, axis=0)
    # The first is sure; the second is turned by a quarter, the third is not, the fourth lies too far away.
    assert aligned(quads, np.array([True, False, False, False])).tolist() == [False, False, True, False]
    # Of two sure ones the nearer counts: the quarter turned one.
    assert aligned(quads, np.array([True, True, False, False])).tolist() == [False, False, False, False]
    first = np.array([True, False, False, False])
    inverted, larger = quads.copy(), quads.copy()
    inverted[2] = inverted[2, [0, 3, 2, 1]]
    larger[2] = 1.3 * upright + steps[2]
    assert not aligned(inverted, first).any()
    assert not aligned(larger, first).any()


def nearest_strangers(asked: MarkerDictionary, others: MarkerDictionary) -> list[tuple[int, int]]:
    """Return words of others that differ by two modules from one that is asked for, and which one that is."""
    first = len(asked.words)
    apart = (others.words[first:, None] != asked.words[None]).sum(axis=(2, 3))
    return [(first + int(other), int(word)) for other, word in np.argwhere(apart == 2)]


@pytest.mark.parametrize(("px", "blur"), [(2, 0.5), (4, 1.6)])
def test_a_marker_of_another_dictionary_is_none_of_ours_in_company(px: int, blur: float) -> None:
    table, others = marker_dictionary("4X4_100"), marker_dictionary("4X4_1000")
    twins = nearest_strangers(table, others)
    assert len(twins) == 99
    company = [number for number in range(100) if number not in {word for _other, word in twins}][:12]
    drawn = [page(others, number, px, blur) for number in [*company, *(other for other, _word in twins)]]
    wide = drawn[0].shape[1]
    quads = np.concatenate([square(table, px) + np.array([at * wide, 0.0]) for at in range(len(drawn))])
    numbers = np.array([*company, *(word for _other, word in twins)])
    read = DecodedQuads(numbers, np.zeros(len(numbers), np.int64), np.ones(len(numbers), np.bool_))
    (found,) = weigh_readings(np.asarray(np.hstack(drawn), np.uint8), quads, [read], [table], 20.0)
    assert found[0].tolist() == company


def test_of_two_figures_at_one_place_the_one_with_clearly_more_evidence_stays() -> None:
    right, other = marker_dictionary("6X6_250"), marker_dictionary("APRILTAG_36H11")
    grey = page(right, 11, 6)
    quads = square(right, 6)
    told = [DecodedQuads(np.array([number]), np.zeros(1, np.int64), np.ones(1, np.bool_)) for number in (11, 4)]
    found = weigh_readings(grey, quads, told, [right, other], 10.0)
    assert [ids.tolist() for ids, _corners, _blur in found] == [[11], []]
    # Neither where each is as likely as the other: the same word, told as two ids.
    twin = MarkerDictionary("twin", 6, right.words[::-1], right.patterns, right.meanings, right.mended)
    both = [told[0], DecodedQuads(np.array([238]), np.zeros(1, np.int64), np.ones(1, np.bool_))]
    same = weigh_readings(grey, quads, both, [right, twin], 10.0)
    assert [ids.tolist() for ids, _corners, _blur in same] == [[11], [238]]


def test_small_and_low_markers_of_a_board_are_read() -> None:
    table = marker_dictionary("4X4_50")
    rows = [np.hstack([page(table, 6 * row + column, 2, 0.5) for column in range(6)]) for row in range(5)]
    grey = np.asarray(np.vstack(rows), np.uint8)
    (found,) = detect_families(grey, ANY_SIZE, (table,))
    assert len(found) >= 28 and (found.ids < 30).all() and len(set(found.ids.tolist())) == len(found)


def test_photographs_of_a_collection_are_compared(tmp_path: Path) -> None:
    table = marker_dictionary("APRILTAG_36H11")
    cv2.imwrite(str(tmp_path / "one.png"), np.hstack([page(table, 3, 8), page(table, 8, 8)]))
    (tmp_path / "family").write_text("APRILTAG_36h11\n")
    result = examine(tmp_path, tmp_path / "look")
    assert result.union >= 2 and result.missed == 0
    assert result.counts[OURS].found >= 2 and result.counts[OURS].wrong == result.counts[OURS].unsettled == 0
    assert not (tmp_path / "look").exists()


def test_quads_without_a_dark_border_or_a_pattern_are_screened_out() -> None:
    table = marker_dictionary("4X4_50")
    grey = page(table, 7, 4)
    quads = np.concatenate([square(table, 4), square(table, 4) + 3.0, square(table, 4) * 0.4])
    assert may_be_markers(grey, quads, table.modules).tolist()[0]
    assert not may_be_markers(np.asarray(255 - grey, np.uint8), quads, table.modules).any()
    dots = np.asarray(np.where(page(table, 7, 4, 0.01) > 100, WHITE, 20), np.uint8)
    dots[12:28, 12:28] = 20  # the inside all black
    assert not may_be_markers(dots, square(table, 4), table.modules).any()
    assert may_be_markers(grey, np.zeros((0, 4, 2)), table.modules).tolist() == []


@pytest.mark.parametrize("name", ["4X4_50", "ARUCO_ORIGINAL", "6X6_250", "APRILTAG_36H11"])
def test_no_word_is_screened_out_in_a_hard_shadow_or_from_a_flat_angle(name: str) -> None:
    table, px = marker_dictionary(name), 5
    for number in range(0, len(table.words), 7):
        grey = page(table, number, px)
        light = np.where(np.arange(grey.shape[1]) < grey.shape[1] // 2, 1.0, 0.5)
        shadowed = np.asarray(grey * light, np.uint8)
        assert may_be_markers(shadowed, square(table, px), table.modules).all(), number
        whole = float(grey.shape[0])
        target = np.array([(0, 0), (whole, 0), (0.75 * whole, 0.4 * whole), (0.25 * whole, 0.4 * whole)], np.float32)
        source = np.array([(0, 0), (whole, 0), (whole, whole), (0, whole)], np.float32)
        carry = cv2.getPerspectiveTransform(source, target)
        flat = cv2.warpPerspective(grey, carry, grey.shape, borderValue=(WHITE,))
        quad = cv2.perspectiveTransform(square(table, px), carry)
        assert may_be_markers(np.asarray(flat, np.uint8), quad, table.modules).all(), number
