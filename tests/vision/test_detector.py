"""The marker detector: recall by condition, no wrong ids, nothing where no card is, every dictionary, odd pictures."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from boards.kit.marker_plan import DICTIONARY
from controller.vision.markers.detector import ANY_SIZE, FAST, Detector, detect_families
from controller.vision.markers.greyscale import Grey, to_grey
from controller.vision.markers.marker_dictionary import dictionary_names, largest_dictionaries, marker_dictionary
from controller.vision.markers.verification.template_verification import blurred_template
from tests.benchmarks.eye_detect import TUNED, Tally, best_of, opencv
from tests.benchmarks.eye_proof import marker_picture, wrong_ids
from tests.benchmarks.photographed.markerless_pictures import markerless_picture
from tests.benchmarks.photographed.stranger_pictures import without_markers
from tests.benchmarks.strangers import OURS, SETTINGS, compare
from tests.support.cardless_frames import KINDS, cardless
from tests.support.marker_frames import Condition, marker_frame


@pytest.mark.parametrize(
    ("condition", "missed"),
    [
        (Condition(30.0, 1.2, 6.0), 0),
        (Condition(24.0, 0.8, 3.0), 0),
        (Condition(20.0, 0.8, 3.0), 1),
        (Condition(30.0, 0.8, 2.0, contrast=0.12), 1),
        (Condition(30.0, 0.8, 3.0, shadow=0.75), 1),
    ],
    ids=["blur and noise", "24 px", "20 px", "12 % contrast", "hard shadows"],
)
def test_markers_are_found_and_none_is_wrong(condition: Condition, missed: int) -> None:
    tally = Tally()
    frame = marker_frame(41, condition)
    markers = Detector(FAST).detect(frame.grey)
    tally.add(frame, markers.ids, markers.corners)
    assert tally.wrong == 0
    assert tally.there - tally.found <= missed, f"{tally.found} of {tally.there}"
    assert float(np.median(tally.corner_px)) < 0.35


MISREAD_ONCE = (1_001_558, 1_001_858, 1_008_050, 1_026_008, 1_035_494)
"""Frames in which a card was seen before what was read was compared with its word as blurred as its edges, the last one
before doubtful modules were counted."""


@pytest.mark.parametrize("seed", [*range(2 * len(KINDS)), *MISREAD_ONCE])
def test_where_no_card_lies_none_is_seen(seed: int) -> None:
    kind, grey = cardless(seed)
    assert len(Detector(FAST).detect(grey)) == 0, f"{kind}, seed {seed}"


def test_a_piece_of_a_marker_is_no_other_marker() -> None:
    frame = marker_picture(1_000_971)
    assert wrong_ids(frame, Detector(FAST).detect(frame.grey)).tolist() == []


def printed(dictionary: str, number: int, px: int, turns: int = 0) -> Grey:
    """A marker in the middle of white, turned clockwise by quarters."""
    table = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, dictionary))
    marker = np.rot90(cv2.aruco.generateImageMarker(table, number, px), -turns)
    return np.asarray(np.pad(marker, px // 3, constant_values=255), np.uint8)


@pytest.mark.parametrize("name", dictionary_names())
def test_every_dictionary_is_read_from_its_upper_left_clockwise(name: str) -> None:
    dictionary = next(full for full in dir(cv2.aruco) if full.upper() == f"DICT_{name}")
    side = 8 * marker_dictionary(name).modules
    for turns in range(4):
        markers = Detector(ANY_SIZE, name.lower()).detect(printed(dictionary, 11, side, turns))
        assert markers.ids.tolist() == [11]
        low, high = side // 3 - 0.5, side // 3 + side - 0.5
        square = np.array([(low, low), (high, low), (high, high), (low, high)])
        assert np.abs(markers.corners[0] - np.roll(square, -turns, axis=0)).max() < 0.6


def test_a_dictionary_that_there_is_not() -> None:
    with pytest.raises(KeyError):
        Detector(ANY_SIZE, "5X5_251")


def with_wrong_modules(count: int) -> Grey:
    """Marker 7 with modules of the other colour."""
    grey = printed(DICTIONARY, 7, 70)
    for row, column in ((1, 1), (3, 2), (4, 5))[:count]:
        part = np.s_[23 + 10 * row : 33 + 10 * row, 23 + 10 * column : 33 + 10 * column]
        grey[part] = 255 - grey[part]
    return grey


def test_one_wrong_module_is_mended_and_two_are_not() -> None:
    assert [len(Detector(FAST).detect(with_wrong_modules(count))) for count in range(4)] == [1, 1, 0, 0]


def test_what_a_word_looks_like_is_its_picture_blurred() -> None:
    px, edge_blur = 50, (0.3, 0.15)
    grey = printed(DICTIONARY, 7, 7 * px)
    start = 7 * px // 3
    blurred = cv2.GaussianBlur(grey.astype(np.float64) / 255, (0, 0), edge_blur[0] * px, sigmaY=edge_blur[1] * px)
    expected = blurred_template(marker_dictionary().words[[7]], np.array([edge_blur]))
    for spot, (down, right) in enumerate(((-0.2, -0.2), (-0.2, 0.2), (0.2, -0.2), (0.2, 0.2))):
        rows, columns = (start + np.rint((np.arange(7) + 0.5 + off) * px - 0.5).astype(int) for off in (down, right))
        assert np.abs(blurred[np.ix_(rows, columns)] - expected[spot, :, :, 0]).max() < 0.02


@pytest.mark.parametrize("shape", [(1, 1), (1, 9), (9, 1), (7, 5), (16, 16), (3, 3000)])
def test_pictures_too_small_for_a_marker(shape: tuple[int, int]) -> None:
    noise = np.random.default_rng(5).integers(0, 256, shape, dtype=np.uint8)
    for grey in (np.zeros(shape, np.uint8), np.full(shape, 255, np.uint8), noise):
        assert len(Detector(ANY_SIZE).detect(grey)) == 0


@pytest.mark.parametrize("px", [14, 30, 210, 1400])
def test_markers_of_any_size_in_strangers_pictures(px: int) -> None:
    markers = Detector(ANY_SIZE).detect(printed(DICTIONARY, 99, px))
    assert markers.ids.tolist() == [99]
    low = px // 3 - 0.5
    assert np.abs(markers.corners[0][0] - low).max() < 0.5


def test_the_same_picture_gives_the_same_markers() -> None:
    grey = marker_frame(3, Condition(24.0, 1.0, 6.0, count=20, size=(640, 480))).grey
    one, other = (Detector(FAST).detect(grey) for _ in range(2))
    assert np.array_equal(one.ids, other.ids) and np.array_equal(one.corners, other.corners)


def test_opencv_is_tuned_in_twenty_different_ways_that_it_accepts() -> None:
    assert len(TUNED) == 20 and len({tuple(sorted(each.items())) for each in TUNED.values()}) == 20
    grey = marker_frame(1, Condition(30.0, 0.8, 3.0)).grey
    for name, parameters in TUNED.items():
        plain = cv2.aruco.DetectorParameters()
        assert any(getattr(plain, key) != value for key, value in parameters.items()), name
        assert len(opencv(parameters)(grey)[0]) > 0, name


def test_the_best_tuning_finds_most_and_then_has_the_best_corners() -> None:
    exact, rough = Tally(10, 9, 0, [0.2]), Tally(10, 9, 0, [0.9])
    assert best_of({"rough": rough, "exact": exact, "wrong": Tally(10, 10, 2, [0.1])}) == "exact"
    assert best_of({"exact": exact, "more": Tally(10, 10, 0, [1.5]), "blind": Tally(10)}) == "more"


def test_markers_of_other_families_are_found_as_well_as_by_tuned_opencv() -> None:
    found = dict.fromkeys((*SETTINGS, OURS), 0)
    for condition in ("oblique", "far", "in shade", "several families"):
        tallies, together, missed = compare(condition, range(3, 4), times=1)
        assert tallies[OURS].wrong == 0 and missed <= max(1, 0.1 * together), condition
        found = {name: count + tallies[name].found for name, count in found.items()}
    assert found[OURS] == max(found.values())


def test_no_marker_is_found_where_none_is() -> None:
    dictionaries = [marker_dictionary(name) for name in largest_dictionaries()]
    for seed in (0, 8):
        found = detect_families(to_grey(without_markers(seed)), ANY_SIZE, dictionaries)
        assert [len(markers) for markers in found] == [0] * len(dictionaries), seed


@pytest.mark.parametrize("seed", [202_612, 223_039, 225_370, 245_203, 267_010])
def test_windows_letters_and_frames_are_no_markers(seed: int) -> None:
    """Of 75,456 pictures without markers these showed some before words of few corners were asked for more."""
    dictionaries = [marker_dictionary(name) for name in largest_dictionaries()]
    kind, grey = markerless_picture(seed)
    assert [len(found) for found in detect_families(grey, ANY_SIZE, dictionaries)] == [0] * len(dictionaries), kind


@pytest.mark.parametrize("number", [17, 37])
def test_simple_words_are_read_where_their_modules_are_seen(number: int) -> None:
    table = marker_dictionary("4X4_50")
    assert table.corners[number] <= 8
    drawn = np.pad(table.words[number], 1) * np.uint8(220) + np.uint8(15)
    page = np.full((120, 120), 235, np.uint8)
    page[40:76, 40:76] = np.kron(drawn, np.ones((6, 6), np.uint8))
    (found,) = detect_families(cv2.GaussianBlur(page, (0, 0), 0.8), ANY_SIZE, (table,))
    assert found.ids.tolist() == [number]
