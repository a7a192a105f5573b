"""`golem read`: pictures, folders, videos in; JSON and an overlay out; plain words for what cannot be read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import pytest

from boards.kit.thing_keys import DieKey, ReadyKey, ThingKey, TokenKey, parse_key
from calibration.camera_model import CameraModel
from calibration.lens_file import Calibration, save_calibration
from controller.cli import main
from controller.vision.cameras import image_files, sources, threaded
from controller.vision.cameras.image_files import Loaded
from controller.vision.overlay import name_of
from hardware.simulated import camera_faults as disturbances
from hardware.simulated.world import World
from tests.support.tables import bare_table, lay, picture, renderer, stand


def world() -> World:
    table = bare_table()
    lay(table, parse_key("card:red:forward:1"), "red", 0, 0)
    lay(table, parse_key("card:red:repeat 2:1"), "red", 1, 0, face_up=False)
    lay(table, parse_key("card:red:attack:2"), "red", 1, 1)
    lay(table, parse_key("card:blue:stand:3"), "red", 3, 0)
    stand(table, "blue", "d4", -90.0)
    return table


@pytest.fixture(scope="module")
def photograph(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("photographs") / "table.png"
    cv2.imwrite(str(path), picture(world()))
    return path


def read(capsys: pytest.CaptureFixture[str], *words: str, status: int = 0, told: str = "") -> Any:
    assert main(["read", *words]) == status
    printed = capsys.readouterr()
    assert printed.err.endswith(f": {told}\n") if told else printed.err == ""
    return json.loads(printed.out)


def test_a_picture(photograph: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = read(capsys, str(photograph), "--overlay", str(tmp_path / "seen.png"), "--language", "ru")
    assert found["source"] == str(photograph) and found["mat"] == "mat:4x4" and found["trouble"] == []
    assert found["lens"]["source"] == "table"
    assert found["programs"]["red"] == ["forward", "repeat 2 attack", "", None]
    assert found["programs"]["blue"] == ["", "", "", ""]
    assert [(item["code"], item["row"]) for item in found["problems"]] == [("row-empty", 3), ("wrong-owner", 4)]
    assert found["golems"]["blue"]["cell"] == "d4" and found["golems"]["blue"]["facing"] == "S"
    cards = {card["thing"]: card for card in found["cards"]}
    attack = cards["card:red:attack:2"]
    assert (attack["means"], attack["tray"], attack["lane"], attack["slot"]) == ("attack", "red", 2, 2)
    assert "Ряд" in found["problems"][0]["what"]
    overlay = cv2.imread(str(tmp_path / "seen.png"))
    assert overlay is not None and overlay.shape == (1080, 1920, 3)


def test_a_calibrated_lens(photograph: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    save_calibration(Calibration(renderer().view.camera), tmp_path / "lens.yaml")
    assert read(capsys, str(photograph), "--lens", str(tmp_path / "lens.yaml"))["lens"]["source"] == "design"


def test_a_folder_with_other_things_in_it(photograph: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.png").write_bytes(photograph.read_bytes())
    (tmp_path / "b.png").write_bytes(photograph.read_bytes()[:5000])
    (tmp_path / "notes.txt").write_text("x")
    found = read(capsys, str(tmp_path), status=1, told="no pictures by their names, passed over: notes.txt")["pictures"]
    assert found[0]["programs"]["red"][0] == "forward"
    assert "damaged or cut off" in found[1]["error"] and len(found) == 2


def test_each_picture_of_a_folder_is_told_before_the_next_is_opened(
    photograph: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("a.png", "b.png"):
        (tmp_path / name).write_bytes(photograph.read_bytes())
    told: dict[str, str] = {}

    def load(path: Path) -> Loaded:
        told[path.name] = capsys.readouterr().out
        return image_files.load(path)

    monkeypatch.setattr(sources, "load", load)
    assert main(["read", str(tmp_path)]) == 0
    assert told["a.png"] == "" and json.loads(told["b.png"] + "]}")["pictures"][0]["source"].endswith("a.png")


def test_a_slow_picture_of_a_folder_fails_neither_itself_nor_the_others(
    photograph: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a camera's patience of no time at all, everything is slow."""
    monkeypatch.setattr(threaded, "PATIENCE_S", 0.0)
    for name in ("a.png", "b.png", "c.png"):
        (tmp_path / name).write_bytes(photograph.read_bytes())
    found = read(capsys, str(tmp_path))["pictures"]
    assert [item["programs"]["red"][0] for item in found] == ["forward"] * 3


def test_a_video_is_watched_until_its_table_rests(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "film.avi"
    film = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10, (1920, 1080))
    table = world()
    for frame in range(6):
        film.write(
            picture(
                table,
                disturbances=[disturbances.hand(table.lying[parse_key("card:red:forward:1")].pose.point)] * (frame < 2),
            )
        )
    film.release()
    found = read(capsys, str(path))
    assert found["settled"] and found["programs"]["red"][0] == "forward"


def test_a_picture_without_a_mat_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cv2.imwrite(str(tmp_path / "x.png"), picture(World()))
    found = read(capsys, str(tmp_path / "x.png"), status=1)
    assert found["mat"] is None and [item["code"] for item in found["trouble"]] == ["no-mat"]


@pytest.mark.parametrize(
    ("words", "says", "status"),
    [
        ([""], "source: is empty", 2),
        (["nowhere.png"], "nowhere.png: there is no such file", 1),
        (["nowhere"], "no such file, folder or camera", 1),
        (["empty.jpg"], "empty.jpg: is not a picture", 1),
        (["cut.png"], "cut.png: is damaged or cut off", 1),
        (["TABLE", "--lens", "none.yaml"], "none.yaml: cannot be read", 2),
        (["TABLE", "--overlay", "no/such/folder/x.png"], "cannot be written", 2),
        (["TABLE", "--overlay", "x.nonsense"], "no picture file's name", 2),
        (["TABLE", "--size", "big"], "'big' is not a size", 2),
    ],
)
def test_mistakes_get_one_plain_line(
    words: list[str],
    says: str,
    status: int,
    photograph: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty.jpg").touch()
    (tmp_path / "cut.png").write_bytes(photograph.read_bytes()[:5_000])
    assert main(["read", *(str(photograph) if word == "TABLE" else word for word in words)]) == status
    printed = capsys.readouterr()
    assert says in printed.err and printed.err.startswith("golem read: ") and printed.err.count("\n") == 1
    assert printed.out == ""


def test_a_lens_of_another_resolution_is_refused_with_its_reason(
    photograph: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    half: CameraModel = renderer().view.camera.scaled((960, 540))
    save_calibration(Calibration(half), tmp_path / "lens.yaml")
    assert main(["read", str(photograph), "--lens", str(tmp_path / "lens.yaml"), "--language", "pl"]) == 2
    printed = capsys.readouterr()
    assert "lens.yaml: obiektyw zmierzono przy 960 x 540 px, a obraz ma 1920 x 1080 px" in printed.err


@pytest.mark.parametrize(
    ("thing", "name"),
    [
        (TokenKey("barrel", 3), "Бочка"),
        (DieKey("red", "if"), "Если?"),
        (DieKey("red", "repeat 2"), "Повтор 2"),
        (ReadyKey("red"), "Готово!"),
    ],
)
def test_the_overlay_names_things_in_the_readers_language(thing: ThingKey, name: str) -> None:
    assert name_of(thing, "ru") == name
