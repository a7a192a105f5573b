"""Whatever a camera, a picture file or a recording says is wrong is told in every language, with its values."""

from __future__ import annotations

import socket
import ssl
import urllib.error
from collections.abc import Callable
from pathlib import Path
from time import monotonic

import cv2
import numpy as np
import pytest

from boards.base.catalogue import languages, translate
from boards.base.errors import Problems
from boards.base.message import fields_of
from boards.base.reasons import ReasonCode
from calibration.camera_frames import (
    BadPicture,
    CameraBusy,
    CameraError,
    CameraMissing,
    CameraReason,
    FramesEnded,
    NoFrames,
    WrongSize,
)
from controller.app.config.table_file import read_table_file
from controller.cli import main
from controller.table.view.notices import failure_notices, halted
from controller.vision.cameras.address import parse_address
from controller.vision.cameras.camera_messages import SourceReason
from controller.vision.cameras.camera_registry import kind_of
from controller.vision.cameras.http import HttpSource, _no_answer
from controller.vision.cameras.image_files import load_picture
from controller.vision.cameras.latest_frame import RetryPolicy
from controller.vision.cameras.pipe import pi_command
from controller.vision.cameras.sources import FolderSource, VideoSource
from controller.vision.recording.file_messages import FileReason
from controller.vision.recording.recording_store import RecordingStore

CODES: tuple[ReasonCode, ...] = (*CameraReason, *SourceReason, *FileReason)


@pytest.mark.parametrize("code", CODES, ids=str)
def test_every_reason_is_told_in_every_language_with_its_camera_and_its_values(code: ReasonCode) -> None:
    names = sorted(name for name, *_rest in fields_of(code.text.text) or ())
    reason = code(**{name: f"<{name}>" for name in names})
    error = CameraError("/dev/video7", reason)
    assert error.as_reason().code == code.value and error.camera == "/dev/video7"
    told = {language: error.translated(language) for language in languages()}
    assert len(set(told.values())) == len(languages())
    for text in told.values():
        assert text.startswith("/dev/video7: ") and all(f"<{name}>" in text for name in names)


def refused(status: int, url: str = "http://h:1/video") -> CameraError:
    """What a camera is refused with by this status."""
    source = HttpSource(parse_address(url), RetryPolicy(), monotonic)
    return CameraMissing(source.name, source._refused(status))


def no_answer(error: Exception) -> CameraError:
    return CameraMissing("http://h:1/video", _no_answer(error))


NAMED: dict[str, tuple[CameraError, ReasonCode]] = {
    "busy": (CameraBusy("0"), CameraReason.BUSY),
    "no frames": (NoFrames("0"), CameraReason.NO_FRAMES),
    "ended": (FramesEnded("a.mp4"), CameraReason.ENDED),
    "size": (WrongSize("0", (1920, 1080), (640, 480)), CameraReason.WRONG_SIZE),
    "login": (refused(401), SourceReason.WANTS_LOGIN),
    "wrong login": (refused(403, "http://a:b@h:1/video"), SourceReason.LOGIN_REFUSED),
    "not found": (refused(404), SourceReason.NOTHING_THERE),
    "broken": (refused(500), SourceReason.HTTP_ERROR),
    "no name": (no_answer(urllib.error.URLError(socket.gaierror(-2, "?"))), SourceReason.NAME_UNKNOWN),
    "certificate": (no_answer(ssl.SSLError()), SourceReason.UNTRUSTED),
    "nobody": (no_answer(ConnectionRefusedError()), SourceReason.PORT_CLOSED),
    "silent": (no_answer(TimeoutError()), SourceReason.NO_ANSWER),
}


@pytest.mark.parametrize("name", NAMED)
def test_an_error_says_its_code_whatever_its_words(name: str) -> None:
    error, code = NAMED[name]
    assert error.as_reason().code == code.value


@pytest.mark.parametrize(
    ("make", "code"),
    [
        (lambda path: load_picture(path / "none.png"), FileReason.MISSING),
        (lambda path: load_picture(path), FileReason.IS_FOLDER),
        (lambda path: load_picture(written(path / "a.png", b"hello")), FileReason.NO_PICTURE),
        (lambda path: load_picture(written(path / "b.png", PNG[:60])), FileReason.DAMAGED),
        (lambda path: FolderSource(path).open(), FileReason.EMPTY_FOLDER),
        (lambda path: FolderSource(path / "none").open(), FileReason.FOLDER_UNREADABLE),
        (lambda path: VideoSource(str(path / "none.mp4")).open(), FileReason.MISSING),
        (lambda path: VideoSource(str(written(path / "a.mp4", b"hello"))).open(), FileReason.NO_VIDEO),
        (lambda _path: kind_of(" "), SourceReason.EMPTY_NAME),
        (lambda _path: parse_address("http://"), SourceReason.NO_COMPUTER),
        (lambda _path: parse_address("http://[::1/"), SourceReason.NO_ADDRESS),
        (lambda _path: pi_command(0, (640, 480), lambda _name: None), SourceReason.NO_PROGRAM),
    ],
    ids=lambda given: given.value if isinstance(given, ReasonCode) else "",
)
def test_what_a_source_raises_has_its_code(make: Callable[[Path], object], code: ReasonCode, tmp_path: Path) -> None:
    with pytest.raises(CameraError) as raised:
        make(tmp_path)
    assert raised.value.as_reason().code == code.value
    assert len({raised.value.translated(language) for language in languages()}) == len(languages())


PNG = cv2.imencode(".png", np.zeros((40, 40, 3), np.uint8))[1].tobytes()


def written(path: Path, data: bytes) -> Path:
    path.write_bytes(data)
    return path


@pytest.mark.parametrize(
    ("error", "russian"),
    [
        (CameraBusy("/dev/video0"), "/dev/video0: на месте, но не открывается; закройте другие программы"),
        (NoFrames("0"), "0: не даёт изображения; отсоедините её"),
        (NoFrames("0", CameraReason.SILENT(seconds="10")), "0: не даёт изображения уже 10 с"),
        (WrongSize("0", (1920, 1080), (640, 480)), "0: даёт 640 x 480 пикселей, а не 1920 x 1080"),
        (FramesEnded("a.mp4"), "a.mp4: изображения кончились"),
        (CameraMissing("http://h/v", SourceReason.HTTP_ERROR(status=500)), "http://h/v: отвечает ошибкой (500)"),
        (CameraError("0", "smoke comes out"), "0: smoke comes out"),
    ],
)
def test_an_error_is_told_with_its_camera(error: CameraError, russian: str) -> None:
    assert error.translated("ru").startswith(russian)
    assert error.translated("en") == str(error)
    assert str(error.what) == str(error).removeprefix(f"{error.camera}: ")


def test_a_place_before_it_is_kept() -> None:
    assert BadPicture("shots/17.png", FileReason.IS_FOLDER()).translated("fr") == (
        "shots/17.png: est un dossier, et non une image"
    )
    ended = FileReason.RECORDING_ENDED(reason="No space left on device").at("shots")
    assert translate(ended.message, "pl") == "shots: nic już się nie nagrywa: No space left on device"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["read", "no-such-thing", "--language", "pl"], "no-such-thing: nie ma takiego pliku, folderu ani kamery"),
        (["read", "no-such.png", "--language", "fr"], "no-such.png: ce fichier n’existe pas"),
        (["read", "http://", "--language", "ru"], "не называет компьютера"),
        (["calibrate", "no-such-thing", "--language", "ru"], "нет такого файла, папки или камеры"),
        (["robots", "identify", "/dev/a", "--camera", "no-such-thing", "--language", "fr"], "ni caméra de ce nom"),
    ],
)
def test_commands_tell_it_in_the_readers_language(
    words: list[str], told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(words) == 1
    assert told in capsys.readouterr().err


def test_the_table_tells_it_too() -> None:
    assert "n’a plus d’images" in translate(halted(FramesEnded("a.mp4")).text, "fr")
    (notice,) = failure_notices({"red": NoFrames("0").message})
    assert "0: nie daje obrazu" in translate(notice.text, "pl")


def test_an_address_of_a_table_file_is_told_in_its_language(tmp_path: Path) -> None:
    path = tmp_path / "table.yaml"
    path.write_text("game: {language: pl, players: 2, board: 4x4}\ncamera: http://anna:sesame@:0/\n", encoding="utf-8")
    with pytest.raises(Problems) as raised:
        read_table_file(path)
    (problem,) = raised.value.problems
    assert "http://:0/: nie podaje komputera; pisz adres tak: http://" in problem.translated("pl")
    assert "sesame" not in problem.translated("pl")


def test_a_folder_that_cannot_be_recorded_into_is_told_in_the_tables_language(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("dear", encoding="utf-8")
    with pytest.raises(Problems) as raised:
        RecordingStore(tmp_path, 10**9)
    assert raised.value.problems[0].translated("fr").startswith(f"{tmp_path}: contient autre chose")
