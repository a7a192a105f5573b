"""`golem calibrate`: folders, videos and cameras that show the board; a lens file, a picture, and refusals."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from boards.kit.charuco import NAME, sheet_document
from calibration.board_views import BoardFinder, BoardSize
from calibration.camera_frames import Frame, FramesEnded, Work
from calibration.lens_file import load_calibration
from calibration.lens_quality import PoorViews
from controller.app.config.measured_lens import camera_name
from controller.app.tools.lens_calibration import LensPlan, measure
from controller.cli import main
from controller.cli.print_command import PICTURES
from tests.support.boards import lens_error
from tests.support.lens_session import SIZE, TRUE, VIEWS, photographs


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    pictures = tmp_path / "pictures"
    pictures.mkdir()
    for number, picture in enumerate(photographs()):
        cv2.imwrite(str(pictures / f"{number:02}.png"), picture, [cv2.IMWRITE_PNG_COMPRESSION, 0])
    return pictures


def test_a_folder_with_other_things_in_it(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "notes.txt").write_text("x")
    (folder / "98.png").write_bytes((folder / "00.png").read_bytes()[:3000])
    cv2.imwrite(str(folder / "99.png"), np.full((SIZE[1], SIZE[0]), 90, np.uint8))
    out, picture = tmp_path / "new" / "lens.yaml", tmp_path / "weak.png"
    words = ["--out", str(out), "--picture", str(picture), "--camera", "HD Pro Webcam", "--language", "pl"]
    assert main(["calibrate", str(folder), *words]) == 0
    said = capsys.readouterr().out
    assert "98.png: jest uszkodzony albo ucięty" in said and "00.png: rogów" in said and "99.png: Pokaż tablicę" in said
    calibration = load_calibration(out)
    assert calibration.name == "HD Pro Webcam" and calibration.made is not None
    assert calibration.camera.size == SIZE and calibration.camera.quality.views >= VIEWS - 2
    assert np.percentile(lens_error(calibration.camera, TRUE), 95) < 0.4
    weak = cv2.imread(str(picture))
    assert weak is not None and weak.shape[1] == 1600


class Player:
    """A camera that shows pictures one after the other, each twice: held still."""

    name, live, exposure_control = "player", True, None

    def __init__(self, pictures: Sequence[NDArray[np.uint8]], after: int | None = None) -> None:
        self._pictures = [picture for picture in pictures for _ in range(2)]
        self._after = after
        self.closed = False

    async def open(self, work: Work) -> None:
        self._work, self._shown = work, 0

    async def next(self) -> Any:
        await asyncio.sleep(0)
        if self._shown == self._after:
            os.kill(os.getpid(), signal.SIGINT)
            await asyncio.Event().wait()
        if self._shown == len(self._pictures):
            raise FramesEnded(self.name)
        self._shown += 1
        image = cv2.cvtColor(self._pictures[self._shown - 1], cv2.COLOR_GRAY2BGR)
        return self._work(Frame(np.asarray(image, np.uint8), self._shown, 0.0, self.name))

    async def close(self) -> None:
        self.closed = True


def plan(tmp_path: Path) -> LensPlan:
    return LensPlan("player", True, tmp_path / "lens.yaml", None, BoardSize(), "en", date(2026, 3, 31))


def test_before_a_camera_hints_are_given_until_all_views_are_there(tmp_path: Path) -> None:
    heard: list[str] = []
    camera = Player(photographs())
    found = asyncio.run(measure(plan(tmp_path), camera, heard.append))
    assert camera.closed and found.fit.camera.quality.views >= 10
    assert any("Hold it still" in line for line in heard) and any(line.startswith("Taken: 3") for line in heard)
    assert load_calibration(tmp_path / "lens.yaml").made == date(2026, 3, 31)


def test_ctrl_c_ends_the_gathering_and_what_is_there_is_judged(tmp_path: Path) -> None:
    camera = Player(photographs(), after=9)
    with pytest.raises(PoorViews, match="Too few views: 4 are usable"):
        asyncio.run(measure(plan(tmp_path), camera, lambda _line: None))
    assert camera.closed and not (tmp_path / "lens.yaml").exists()


def test_a_folder_without_a_board_is_refused_in_the_language_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cv2.imwrite(str(tmp_path / "x.png"), np.full((200, 300), 90, np.uint8))
    assert main(["calibrate", str(tmp_path), "--out", str(tmp_path / "lens.yaml"), "--language", "fr"]) == 1
    assert "golem calibrate: Aucune image ne montre le damier" in capsys.readouterr().err
    assert not (tmp_path / "lens.yaml").exists()


def test_every_mistake_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["calibrate", "--size", "big", "--board-mm", "100x100"]) == 2
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 3 and all(line.startswith("golem calibrate: ") for line in said)
    assert {line.split(": ")[1] for line in said} == {"--size", "--board-mm", "source"}


def test_one_picture_is_no_session(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cv2.imwrite(str(tmp_path / "x.png"), np.zeros((20, 30), np.uint8))
    assert main(["calibrate", str(tmp_path / "x.png")]) == 2
    assert "one picture does not fix a lens" in capsys.readouterr().err


def test_the_board_for_a_screen(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "board.png"
    assert main(["calibrate", "--screen", str(path), "--pixels", "1024x768", "--language", "ru"]) == 0
    shown = cv2.imread(str(path), cv2.IMREAD_GRAYSCALE)
    assert shown is not None and shown.shape == (768, 1024)
    assert BoardFinder().find(np.asarray(shown, np.uint8)) is not None
    assert "таблица шириной 936 px" in capsys.readouterr().out
    assert main(["calibrate", "--screen", str(tmp_path / "x.nonsense")]) == 2
    assert main(["calibrate", "--screen", str(path), "--pixels", "100x80"]) == 2


def test_the_sheet_is_a_document_when_it_is_asked_for() -> None:
    assert NAME in PICTURES
    (page,) = sheet_document("pl", "A3").pages
    (board,) = page.placements
    assert board.drawing.width_mm == 9 * 42 and board.at.x > 6 and page.size == (420.0, 297.0)


def test_a_cameras_name_holds_no_password(tmp_path: Path) -> None:
    assert camera_name("http://me:secret@192.168.0.7:8080/video?key=1") == "http://192.168.0.7/video"
    assert camera_name(str(tmp_path)) == "" == camera_name("nothing of this name")
    assert camera_name("picamera") == "picamera:0"
