"""Pictures that show a table wrongly: no row is told that does not lie there, and a cause is."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import cv2
import numpy as np
import pytest

from boards.kit.cards import CardKind
from boards.kit.thing_keys import CardKey
from calibration.camera_frames import Frame, Image
from controller.table.perception.program_reading import read_table
from controller.vision.frame_reading import FrameReading
from controller.vision.reader import Reader
from controller.vision.scene import Trouble
from tests.support.tables import KIT, bare_table, lay, picture

ROWS = {"red": ("if enemy attack else stand", "forward", "", "repeat 2 take"), "blue": ("", "defend", "turn-left", "")}


@lru_cache(maxsize=1)
def table() -> Image:
    world = bare_table()
    for colour, rows in ROWS.items():
        for lane, row in enumerate(rows):
            words = row.replace("else ", "").replace("if ", "if_").replace("repeat ", "repeat_").split()
            for slot, word in enumerate(words):
                kind = CardKind(word.replace("_", " "))
                lay(world, CardKey(colour, kind, 1), colour, lane, slot)
    return picture(world)


def read(image: Image) -> FrameReading:
    return Reader(KIT, live=False).read(Frame(np.ascontiguousarray(image), 1, 0.0, "test"))


def told(reading: FrameReading) -> dict[tuple[str, int], str]:
    programs = read_table(reading.scene, KIT).programs if reading.scene.mat is not None else {}
    return {(c, lane): text for c, rows in programs.items() for lane, text in enumerate(rows) if text is not None}


def test_all_rows_are_told_as_they_lie() -> None:
    assert told(read(table())) == {(c, lane): text for c, rows in ROWS.items() for lane, text in enumerate(rows)}


@pytest.mark.parametrize("turns", [1, 2, 3])
def test_a_picture_on_its_side_shows_the_same_rows(turns: int) -> None:
    assert told(read(np.rot90(table(), turns))) == told(read(table()))


def half(image: Image) -> Image:
    cut = image.copy()
    cut[:, image.shape[1] // 2 :] = 90
    return cut


STRANGE: dict[str, Callable[[Image], Image]] = {
    "mirrored": lambda image: image[:, ::-1],
    "upside down in a mirror": lambda image: image[::-1],
    "negative": lambda image: np.uint8(255) - image,
    "half of the mat": lambda image: image[:, : image.shape[1] // 2],
    "half of the mat covered": half,
    "a narrow strip": lambda image: image[:, image.shape[1] // 2 - 60 : image.shape[1] // 2 + 60],
    "two mats side by side": lambda image: np.hstack([image, image]),
    "two mats, one half as large": lambda image: np.vstack([image, cv2.resize(image, None, fx=1.0, fy=0.5)]),
    "colours exchanged": lambda image: image[..., ::-1],
    "twice as wide as it is": lambda image: cv2.resize(image, None, fx=2.0, fy=1.0),
    "one bit a colour": lambda image: np.where(image > 127, np.uint8(255), np.uint8(0)),
}


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("mirrored", Trouble.MIRRORED),
        ("upside down in a mirror", Trouble.MIRRORED),
        ("negative", Trouble.NEGATIVE),
        ("two mats side by side", Trouble.TWO_MATS),
    ],
)
def test_what_is_the_matter_with_the_whole_picture_is_named(name: str, wanted: Trouble) -> None:
    assert read(STRANGE[name](table())).scene.trouble == (wanted,)


def test_a_table_without_a_mat_is_neither_mirrored_nor_a_negative() -> None:
    plain = np.full_like(table(), 140)
    assert read(plain).scene.trouble == (Trouble.NO_MAT,)


@pytest.mark.parametrize("name", STRANGE)
def test_no_row_is_told_that_does_not_lie_there(name: str) -> None:
    reading = read(STRANGE[name](table()))
    truth = {(c, lane): text for c, rows in ROWS.items() for lane, text in enumerate(rows)}
    found = told(reading)
    assert {at: text for at, text in found.items() if truth[at] != text} == {}
    # A tray that is not in the picture is not told at all; what is not told of another one has a cause.
    seen = {colour for colour, _lane in found}
    assert found or reading.scene.trouble or reading.scene.unread
    assert reading.scene.unread or all(at in found for at in truth if at[0] in seen)
