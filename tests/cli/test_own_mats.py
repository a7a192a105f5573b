"""A mat's YAML file anywhere is a mat in every command: printed, read, simulated, played, gone on with, replayed."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import pytest

import boards.hexboards
import boards.mats
import controller.games.spiral.board
from boards import scenarios
from boards.base.errors import Problems
from boards.geometry import Pose
from boards.kit.kit import kit
from boards.kit.thing_keys import MatKey
from boards.mats import UnknownMat, mat, source_of, use, use_text
from boards.table_layout import standard_layout
from controller.app.compose.game_setup import GamePlan, with_scenario
from controller.app.compose.play import check_resume
from controller.app.compose.session import start_again, start_new
from controller.app.config.table_file import read_table_file
from controller.cli import main as golem
from controller.games.golems.rules.setup import standard_setup
from controller.journal import read_record
from hardware.simulated.rendering.renderer import Renderer
from hardware.simulated.simulated_camera import overhead_view, webcam
from hardware.simulated.world import Body, Snapshot, TableItem, World

SHIPPED = Path(boards.mats.__file__).with_name("4x4.yaml").read_text(encoding="utf-8")
IDS = "120, 121, 122, 123"


def garden(folder: Path, text: str = SHIPPED) -> Path:
    """A mat of 5 x 5 cells: the shipped file with other numbers, as docs/hacker.md says."""
    for old, new in (
        ("mat:4x4", "mat:garden"),
        ("columns: 4", "columns: 5"),
        ("rows: 4", "rows: 5"),
        ("100, 101, 102, 103", IDS),
    ):
        text = text.replace(old, new)
    path = folder / "garden.yaml"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.fixture(autouse=True)
def nothing_in_use(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boards.mats, "_IN_USE", {})
    monkeypatch.setattr(boards.hexboards, "_IN_USE", {})


def test_it_is_printed_with_its_own_markers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    manifest = tmp_path / "manifest.json"
    words = ["print", "mats", "guide", "--mat", str(garden(tmp_path)), "--out", str(tmp_path)]
    assert golem([*words, "--manifest", str(manifest)]) == 0
    assert (tmp_path / "mat-garden.pdf").read_bytes().startswith(b"%PDF")
    told = manifest.read_text(encoding="utf-8")
    assert "mat:garden" in told and all(marker in told for marker in IDS.split(", "))


@pytest.mark.parametrize("which", ["file", "auto"])
def test_a_picture_of_it_is_read(tmp_path: Path, capsys: pytest.CaptureFixture[str], which: str) -> None:
    path = garden(tmp_path)
    key = use(path).key
    world = World(
        bodies={"red": Body(Pose(50, 50, 90)), "blue": Body(Pose(450, 250, -90))},
        lying={"mat": TableItem(key, Pose(0, 0, 0))},
    )
    for tray, pose in standard_layout(key, ("red", "blue")).items():
        world.lying[tray] = TableItem(tray, pose)
    view = overhead_view(webcam(), key, ("red", "blue"))
    picture = tmp_path / "table.png"
    cv2.imwrite(str(picture), Renderer(kit(), view, seed=1).render(Snapshot.of(world)))
    words = ["--mat", str(path), "--overlay", str(tmp_path / "overlay.png")] if which == "file" else []
    assert golem(["read", str(picture), *words]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["mat"] == "mat:garden"
    assert {colour: (at["cell"], at["facing"]) for colour, at in report["golems"].items()} == {
        "red": ("a1", "N"),
        "blue": ("e3", "S"),
    }
    assert report["unread"] == []
    if which == "file":
        table = tmp_path / "table.yaml"
        table.write_text(f"camera: {picture}\ngame: {{board: garden.yaml}}\npage: {{port: 0}}\n", encoding="utf-8")
        golem(["doctor", "--table", str(table)])
        assert "sees the mat garden; golem: 2, mat: 1, tray: 2" in capsys.readouterr().out


def test_its_record_is_replayed_and_gone_on_with_without_the_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A whole game on a mat of one's own is played by tests/strangers, as docs/hacker.md says."""
    path, journal = garden(tmp_path), tmp_path / "game.jsonl"
    start_new(GamePlan(mat=use(path).key, seed=3), journal, 0.0).journal.close()
    path.unlink()
    monkeypatch.setattr(boards.mats, "_IN_USE", {})
    assert golem(["replay", str(journal)]) == 0
    assert "all whole" in capsys.readouterr().out
    told = read_record(journal).entries[0].data
    assert told["mat"] == "mat:garden" and told["setup"]["board"]["size"] == [5, 5]
    started = start_again(journal)
    started.journal.close()
    assert (started.grid.columns, started.grid.rows) == (5, 5)
    assert started.mat in started.kit.things and source_of(started.mat) == told["mat_file"]


def test_a_table_file_names_it_beside_itself(tmp_path: Path) -> None:
    garden(tmp_path)
    path, journal = tmp_path / "table.yaml", tmp_path / "game.jsonl"
    path.write_text("camera: 0\ngame: {board: garden.yaml}\npage: {off: true}\n", encoding="utf-8")
    table = read_table_file(path)
    assert table.game.mat == MatKey("garden")
    start_new(table.game, journal, 0.0).journal.close()
    check_resume(table, journal)
    path.write_text("camera: 0\ngame: {board: 4x4}\npage: {off: true}\n", encoding="utf-8")
    with pytest.raises(Problems, match="mat: the game was played with mat:garden"):
        check_resume(read_table_file(path), journal)


def test_a_scenario_of_its_size_is_played_on_it(tmp_path: Path) -> None:
    text = scenarios.path("castle-under-siege").read_text(encoding="utf-8")
    assert "size: [6, 6]" in text
    scenario = tmp_path / "siege.yaml"
    scenario.write_text(text.replace("size: [6, 6]", "size: [7, 7]"), encoding="utf-8")
    with pytest.raises(Problems, match=r"board\.size: there is no printed mat of 7x7 cells; there are 4x4 and 6x6"):
        with_scenario(GamePlan(), str(scenario))
    text = SHIPPED.replace("columns: 4", "columns: 7").replace("rows: 4", "rows: 7")
    # A key of its own: what is worked out for a mat is kept by its key as long as the process lives.
    use(garden(tmp_path, text.replace("mat:4x4", "mat:meadow")))
    assert with_scenario(GamePlan(), str(scenario)).mat == MatKey("meadow")


WRONG = """\
key: "mat:4x4"
columns: many
rows: 5
cell_mm: 100
border_mm: 80
colour: blue
markers:
  ids: [100, 120, 120, 104]
  side_mm: 56
  out_mm: 70
"""


@pytest.mark.parametrize(
    "words",
    [["print", "mats", "--mat"], ["read", "x.png", "--mat"], ["demo", "--no-web", "--board"]],
    ids=lambda w: w[0],
)
def test_every_mistake_of_its_file_is_named_with_its_line_at_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str]
) -> None:
    path = tmp_path / "garden.yaml"
    path.write_text(WRONG, encoding="utf-8")
    assert golem([*words, str(path)]) == 2
    said = capsys.readouterr().err
    for line, key in ((1, "key"), (2, "columns"), (6, "colour"), (8, "markers.ids"), (10, "markers.out_mm")):
        assert f"garden.yaml:{line}: {key}: " in said
    assert "title" in said and "Traceback" not in said
    assert boards.mats.mats() == boards.mats.BUILT_IN


def test_a_mat_that_a_camera_could_take_for_another_is_refused(tmp_path: Path) -> None:
    first = use(garden(tmp_path))
    assert use(tmp_path / "garden.yaml") is not None and mat(MatKey("garden")) == first, "the same twice is no mistake"
    text = (tmp_path / "garden.yaml").read_text(encoding="utf-8")
    with pytest.raises(Problems, match=r"wild\.yaml:\d+: markers\.ids: mat:garden has 120, 121, 122, 123 at its"):
        use_text(text.replace("mat:garden", "mat:wild"), "wild.yaml")
    with pytest.raises(Problems, match=r"garden\.yaml:\d+: key: there is another mat 'mat:garden' already"):
        use_text(text.replace("columns: 5", "columns: 6"), "garden.yaml")
    with pytest.raises(Problems, match=r"key: there is another mat 'mat:4x4' already"):
        use_text(text.replace("mat:garden", "mat:4x4"), "garden.yaml")


@pytest.mark.parametrize("words", [["demo", "--no-web", "--board"], ["print", "--mat"], ["read", "x.png", "--mat"]])
def test_a_name_that_no_mat_has_is_refused(capsys: pytest.CaptureFixture[str], words: list[str]) -> None:
    assert golem([*words, "9x9"]) == 2
    said = capsys.readouterr().err
    assert "9x9" in said and "4x4" in said and "6x6" in said
    with pytest.raises(UnknownMat):
        mat(MatKey("9x9"))


def test_the_standard_game_takes_square_boards() -> None:
    setup = standard_setup(4, (5, 5))
    assert {colour: golem["at"] for colour, golem in setup["golems"].items()} == {
        "red": "a1",
        "blue": "e5",
        "yellow": "a5",
        "green": "e1",
    }
    for size in ((3, 3), (9, 9), (5, 6)):
        with pytest.raises(Problems, match=r"board\.size"):
            standard_setup(2, size)


def test_boards_of_the_race_and_of_hexagons_are_files_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    hexes = tmp_path / "pond.yaml"
    shipped = Path(boards.hexboards.__file__).with_name("9x7.yaml").read_text(encoding="utf-8")
    hexes.write_text(shipped.replace("hex:9x7", "hex:pond"), encoding="utf-8")
    race = tmp_path / "race.yaml"
    standard = Path(controller.games.spiral.board.__file__).with_name("board.yaml").read_text(encoding="utf-8")
    race.write_text(standard, encoding="utf-8")
    for game, path in (("robots_hex", hexes), ("spiral", race)):
        journal = tmp_path / f"{game}.jsonl"
        words = ["demo", "--game", game, "--board", str(path), "--speed", "max", "--no-web", "--journal", str(journal)]
        assert golem(words) == 0
        assert "board" in read_record(journal).entries[0].data["setup"]
        path.write_text("columns: few\n", encoding="utf-8")
        assert golem(words) == 2
        assert f"{path.name}:1: columns: " in capsys.readouterr().err
    assert golem(["demo", "--game", "jetan", "--board", "9x7", "--no-web"]) == 2
    assert "--board: jetan has one board only" in capsys.readouterr().err
    assert golem(["demo", "--game", "robots_hex", "--board", "3x3", "--no-web"]) == 2
    assert "there is no board '3x3'" in capsys.readouterr().err
