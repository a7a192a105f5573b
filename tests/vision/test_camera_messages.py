"""Whatever a camera, a picture file or a recording says is wrong is told in every language, with its values."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from string import Formatter

import pytest

import calibration.camera_frames
from boards.base.catalogue import languages
from boards.base.errors import Problems
from calibration.camera_frames import CameraBusy, CameraError, CameraMissing, FramesEnded, NoFrames, WrongSize
from controller.app.config.table_file import read_table_file
from controller.cli import main
from controller.table.view.notices import failure_notices, halted
from controller.vision.cameras import sources
from controller.vision.cameras.camera_messages import SENTENCES, camera_line, camera_words, said_by_camera
from controller.vision.recording.file_messages import FILE_SENTENCES
from controller.vision.recording.recording_store import RecordingStore

ALL = (*SENTENCES, *FILE_SENTENCES)
VISION = Path(sources.__file__).parents[1]
FILES = (
    Path(calibration.camera_frames.__file__),
    VISION.parent / "app" / "compose" / "camera_setup.py",
    VISION / "recording" / "recording_store.py",
    *sorted((VISION / "cameras").glob("*.py")),
)
ERRORS = {"CameraMissing", "CameraBusy", "NoFrames", "NotPictures", "BadPicture", "CameraError", "Problem", "_told"}


def _texts(node: ast.AST) -> list[str]:
    """The sentences in an expression; values are X."""
    match node:
        case ast.Constant(value=str(text)):
            return [text]
        case ast.JoinedStr(values=values):
            return ["".join(str(part.value) if isinstance(part, ast.Constant) else "X" for part in values)]
        case _:
            return []


def _said_in_the_sources() -> list[str]:
    """Every sentence that an error is made with, or that a function of words returns or keeps as a remark."""
    found: list[str] = []
    for file in FILES:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ERRORS:
                found += [text for argument in node.args[1:2] for text in _texts(argument)]
            elif isinstance(node, ast.FunctionDef) and node.name in ("_refused", "_no_answer", "_animated"):
                found += [text for one in ast.walk(node) if isinstance(one, ast.Return) and one.value is not None
                          for text in _texts(one.value)]  # fmt: skip
    return sorted(set(found))


@pytest.mark.parametrize("said", _said_in_the_sources())
def test_every_sentence_of_the_sources_is_there_in_every_language(said: str) -> None:
    told = said_by_camera(said)
    assert told["en"] == said
    assert set(told) == set(languages()) and len(set(told.values())) == len(languages())


@pytest.mark.parametrize("texts", ALL, ids=lambda texts: texts["en"][:40])
def test_a_sentence_has_the_same_values_in_every_language_and_somebody_says_it(texts: dict[str, str]) -> None:
    values = [sorted(name for _, name, _, _ in Formatter().parse(text) if name is not None) for text in texts.values()]
    assert set(texts) == set(languages()) and len(set(texts.values())) == len(languages())
    assert all(names == values[0] for names in values)
    folders = (VISION / "cameras", VISION / "recording", VISION.parent / "app", VISION.parent / "cli")
    files = [*FILES, *(path for folder in folders for path in sorted(folder.glob("*.py")))]
    source = "\n".join(path.read_text(encoding="utf-8") for path in files)
    source = re.sub(r'"\s*f?"', "", source)  # sentences that go over several lines
    parts = [part for part in re.split(r"\{\d\}", texts["en"]) if len(part) > 5]
    assert all(part in source for part in parts), parts


@pytest.mark.parametrize(
    ("error", "russian"),
    [
        (CameraBusy("/dev/video0"), "/dev/video0: на месте, но не открывается; закройте другие программы"),
        (NoFrames("0"), "0: не даёт изображения; отсоедините её"),
        (NoFrames("0", "gave no picture for 10 s; unplug it and plug it in again"), "0: не даёт изображения уже 10 с"),
        (WrongSize("0", (1920, 1080), (640, 480)), "0: даёт 640 x 480 пикселей, а не 1920 x 1080"),
        (FramesEnded("a.mp4"), "a.mp4: изображения кончились"),
        (CameraMissing("http://h/v", "answers with an error (500)"), "http://h/v: отвечает ошибкой (500)"),
        (CameraError("0", "smoke comes out"), "0: smoke comes out"),
    ],
)
def test_an_error_is_told_with_its_camera(error: CameraError, russian: str) -> None:
    assert camera_line(error, "ru").startswith(russian)
    assert camera_line(error, "en") == str(error)
    assert camera_words(error, "en") == str(error).removeprefix(f"{error.camera}: ")


def test_a_place_before_it_is_kept() -> None:
    told = said_by_camera("shots/17.png: is a folder, not a picture")
    assert told["fr"] == "shots/17.png: est un dossier, et non une image"
    told = said_by_camera("shots: nothing is recorded any more: No space left on device")
    assert told["pl"] == "shots: nic już się nie nagrywa: No space left on device"


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
    assert "n’a plus d’images" in halted(FramesEnded("a.mp4")).text["fr"]
    (notice,) = failure_notices({"red": "0: gives no pictures; unplug it and plug it in again"})
    assert "0: nie daje obrazu" in notice.text["pl"]


def test_an_address_of_a_table_file_is_told_in_its_language(tmp_path: Path) -> None:
    path = tmp_path / "table.yaml"
    path.write_text("game: {language: pl, players: 2, board: 4x4}\ncamera: http://anna:sesame@:0/\n", encoding="utf-8")
    with pytest.raises(Problems) as raised:
        read_table_file(path)
    (problem,) = raised.value.problems
    assert "http://:0/: nie podaje komputera; pisz adres tak: http://" in problem.told("pl")
    assert "sesame" not in problem.told("pl")


def test_a_folder_that_cannot_be_recorded_into_is_told_in_the_tables_language(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("dear", encoding="utf-8")
    with pytest.raises(Problems) as raised:
        RecordingStore(tmp_path, 10**9)
    assert raised.value.problems[0].told("fr").startswith(f"{tmp_path}: contient autre chose")
