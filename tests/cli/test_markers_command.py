"""`golem markers`: ids and corners from anybody's pictures; what cannot be read is named, the rest is read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from PIL import Image as Pillow

from controller.cli import main

SIDE, ROOM = 80, 30
SQUARE = [[29.5, 29.5], [109.5, 29.5], [109.5, 109.5], [29.5, 109.5]]


def marker(number: int = 42, dictionary: int = cv2.aruco.DICT_6X6_250) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """A picture of 140 x 200 px with one marker in its upper left."""
    table = cv2.aruco.getPredefinedDictionary(dictionary)
    picture = np.full((200, 140), 255, np.uint8)
    picture[ROOM : ROOM + SIDE, ROOM : ROOM + SIDE] = cv2.aruco.generateImageMarker(table, number, SIDE)
    return picture


def asked(capsys: pytest.CaptureFixture[str], *words: str | Path) -> tuple[int, Any, list[str]]:
    status = main(["markers", *map(str, words), "--dictionary", "6x6_250", "--json"])
    caught = capsys.readouterr()
    return status, json.loads(caught.out), caught.err.splitlines()


def near(corners: list[list[float]], wanted: list[list[float]], off: float = 0.6) -> bool:
    return bool(np.abs(np.array(corners) - wanted).max() < off)


def kinds(folder: Path) -> dict[str, Path]:
    """The marker in a picture of every kind."""
    plain = Pillow.fromarray(marker())
    wide = marker().astype(np.uint16)
    pictures: dict[str, Any] = {
        "grey.png": plain,
        "colour.jpg": plain.convert("RGB"),
        "palette.gif": plain.convert("P"),
        "sixteen.png": Pillow.fromarray(wide * 257),
        "twelve.tif": Pillow.fromarray(wide * 16),
        "share.tif": Pillow.fromarray(marker().astype(np.float32) / 255.0),
        "levels.tif": Pillow.fromarray(marker().astype(np.float32)),
        "clear.png": Pillow.merge("LA", (plain, plain.point(lambda level: 255 - level))),
    }
    for name, picture in pictures.items():
        picture.save(folder / name)
    return {name: folder / name for name in pictures}


def test_pictures_of_every_kind(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = kinds(tmp_path)
    status, document, said = asked(capsys, *files.values())
    assert status == 0 and said == []
    assert document["dictionary"] == "6X6_250"
    for name, report in zip(files, document["pictures"], strict=True):
        assert report["source"].endswith(name) and report["size"] == [140, 200]
        assert [found["id"] for found in report["markers"]] == [42], name
        assert near(report["markers"][0]["corners"], SQUARE), name


def test_a_photograph_that_lies_on_its_side_is_measured_upright(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    exif = Pillow.Exif()
    exif[0x0112] = 6
    path = tmp_path / "x.jpg"
    Pillow.fromarray(np.rot90(marker())).convert("RGB").save(path, exif=exif, quality=95)
    _status, document, _said = asked(capsys, path)
    assert document["pictures"][0]["size"] == [140, 200]
    assert near(document["pictures"][0]["markers"][0]["corners"], SQUARE)


def test_a_huge_picture_is_measured_in_its_own_pixels(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture = Pillow.new("L", (5_000, 2_500), 255)
    picture.paste(Pillow.fromarray(marker()).resize((700, 1000), Pillow.Resampling.NEAREST), (3000, 1000))
    picture.save(tmp_path / "x.png")
    status, document, _said = asked(capsys, tmp_path / "x.png")
    report = document["pictures"][0]
    assert status == 0 and report["size"] == [5_000, 2_500]
    wanted = [[3000 + 5 * x + 2, 1000 + 5 * y + 2] for x, y in SQUARE]
    assert near(report["markers"][0]["corners"], wanted, 2.0)


def test_whatever_cannot_be_read_is_named_and_the_rest_is_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good = tmp_path / "a.png"
    Pillow.fromarray(marker()).save(good)
    (tmp_path / "b.png").write_bytes(good.read_bytes()[:100])
    (tmp_path / "c.jpg").write_text("no picture")
    (tmp_path / "notes.txt").write_text("no picture, and none by its name")
    (tmp_path / "more").mkdir()
    moving = Pillow.fromarray(marker())
    moving.save(tmp_path / "d.gif", save_all=True, append_images=[Pillow.new("L", moving.size)])
    status, document, said = asked(capsys, tmp_path, tmp_path / "more", tmp_path / "nowhere.png")
    assert status == 2
    assert [len(report.get("markers", ())) for report in document["pictures"]] == [1, 0, 0, 1, 0, 0]
    assert ["error" in report for report in document["pictures"]] == [False, True, True, False, True, True]
    for name, words in {
        "b.png": "damaged or cut off",
        "c.jpg": "is not a picture",
        "notes.txt": "no picture by its name",
        "d.gif": "the first of its 2 pictures",
        "nowhere.png": "no such file",
        "more": "no pictures in this folder",
    }.items():
        assert any(f"/{name}: " in line and words in line for line in said), name
    assert not any("Traceback" in line for line in said)


def test_as_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "x.png"
    Pillow.fromarray(marker(7, cv2.aruco.DICT_5X5_250)).save(path)
    assert main(["markers", str(path)]) == 0
    title, line = capsys.readouterr().out.splitlines()
    assert title == f"{path}: 140 x 200 px, 1 marker"
    assert line.split()[0] == "7" and line.count("(") == 4


def test_inverted_markers_are_told_as_such(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "x.png"
    Pillow.fromarray(np.hstack([marker(), 255 - marker(7)])).save(path)
    _status, document, _said = asked(capsys, path)
    first, second = sorted(document["pictures"][0]["markers"], key=lambda one: int(one["id"]), reverse=True)
    assert (first["id"], second["id"], second["inverted"]) == (42, 7, True) and "inverted" not in first
    assert near(first["corners"], SQUARE) and near(second["corners"], [[x + 140, y] for x, y in SQUARE])
    assert main(["markers", str(path), "--dictionary", "6x6_250"]) == 0
    assert [line.endswith("  inverted") for line in capsys.readouterr().out.splitlines()] == [False, True, False]


def two_families(tmp_path: Path) -> Path:
    apriltag = marker(11, cv2.aruco.DICT_APRILTAG_36h11)
    cv2.imwrite(str(tmp_path / "both.png"), np.hstack([marker(), apriltag]))
    return tmp_path / "both.png"


def test_several_families_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = two_families(tmp_path)
    assert main(["markers", str(path), "--json", "--dictionary", "6x6_250", "--dictionary", "apriltag_36h11"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["dictionaries"] == ["6X6_250", "APRILTAG_36H11"] and "dictionary" not in document
    found = document["pictures"][0]["markers"]
    assert [(one["dictionary"], one["id"]) for one in found] == [("6X6_250", 42), ("APRILTAG_36H11", 11)]
    assert near(found[0]["corners"], SQUARE)


def test_all_families_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["markers", str(two_families(tmp_path)), "--dictionary", "all"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[:2] for line in lines[1:]] == [["6X6_1000", "42"], ["APRILTAG_36H11", "11"]]


def test_every_unknown_dictionary_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["markers", str(tmp_path), "--dictionary", "9X9", "--dictionary", "all", "--dictionary", "tag"]) == 2
    said = capsys.readouterr().err
    assert "there is no '9X9'" in said and "there is no 'TAG'" in said


def test_a_dictionary_that_there_is_not(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["markers", str(tmp_path), "--dictionary", "9X9"]) == 2
    said = capsys.readouterr().err
    assert "--dictionary: there is no '9X9'" in said and "APRILTAG_36H11" in said
