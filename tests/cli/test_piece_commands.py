"""`golem demo --game` and `golem play --game`: games of pieces, a sixth one too, from the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

import controller.games
from controller.cli import main
from controller.journal import read_record

SIXTH = Path(__file__).parents[1] / "sixth"


@pytest.fixture(autouse=True)
def sixth(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(controller.games, "__path__", [*controller.games.__path__, str(SIXTH)])
    monkeypatch.chdir(tmp_path)


def test_a_demo_of_the_sixth_game_is_told_recorded_and_told_again(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["demo", "--game", "frogs", "--no-web", "--seed", "4", "--computer", "brown:easy"]) == 0
    told = capsys.readouterr().out
    assert "Green throws" in told and "Put the green on" in told and "won." in told
    (record,) = Path("games").glob("frogs-4*.jsonl")
    assert main(["replay", str(record)]) == 0
    again = capsys.readouterr().out
    assert "the rules agree with every row; the game is over" in again
    assert [line for line in told.splitlines() if "●" in line] == [line for line in again.splitlines() if "●" in line]


def test_people_play_with_the_computer_and_go_on_with_the_record(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["demo", "--game", "frogs", "--no-web", "--journal", "whole.jsonl"]) == 0
    lines = Path("whole.jsonl").read_bytes().splitlines(keepends=True)
    Path("cut.jsonl").write_bytes(b"".join(lines[: len(lines) // 2]))
    before = read_record(Path("cut.jsonl")).entries
    assert before[0].data["seats"] == {}
    # Nobody moves here: the record is taken up, and left in good order.
    words = ["play", "--game", "frogs", "--resume", "--journal", "cut.jsonl", "--players", "2"]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("controller.app.compose.play.TableSession._until_next", _a_moment)
        assert main([*words, "--no-browser", "--port", "0"]) == 0
    assert "The game is not over. Go on with it:" in capsys.readouterr().out
    after = read_record(Path("cut.jsonl")).entries
    assert after[: len(before)] == before and after[len(before)].data["signal"] == "restarted"


async def _a_moment(*_: object) -> None:
    """Whoever plays looks in, and leaves."""


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["demo", "--game", "chess"], "there is no game 'chess'"),
        (["demo", "--game", "golem_puzzles"], "--puzzle: say which puzzle is played"),
        (["demo", "--game", "robot_game", "--players", "3"], "Robot Game is for two"),
        (["demo", "--game", "robot_game", "one.py"], "a match is between two bots"),
        (["demo", "--game", "robot_game", "one.py", "two.py"], "two.py"),
        (["demo", "--game", "jetan", "one.py", "two.py"], "bots play robot_game"),
        (["demo", "one.py", "two.py"], "bots play robot_game"),
        (["play", "--game", "robot_game", "one.py"], "a match is between two bots"),
        (["demo", "--game", "jetan", "--players", "3"], "Jetan is for two"),
        (["demo", "--game", "jetan", "--puzzle", "1"], "has no puzzles"),
        (["demo", "--game", "jetan", "--scenario", "duel"], "no scenario of jetan, which has none"),
        (["demo", "--game", "robots_hex", "--scenario", "conquest"], "has duel, invasion, computer"),
        (["play", "--game", "robots_hex", "--scenario", "conquest"], "has duel, invasion, computer"),
        (["demo", "--game", "jetan", "--fleet", "2"], "jetan has no stage"),
        (["play", "--game", "robots_hex", "--robot", "green=serial:/dev/a"], "need a camera"),
        (["demo", "--game", "jetan", "--computer", "pink:easy"], "pink does not play here"),
        (["demo", "--game", "jetan", "--computer", "black:genius"], "black:genius"),
        (["demo", "--players", "6"], "for 2 to 4"),
        (["play", "--game", "chess"], "there is no game 'chess'"),
        (["play", "--game", "spiral", "--players", "9"], "2 to 6"),
        (["play", "--game", "jetan", "--resume", "--journal", "none.jsonl"], "none.jsonl"),
        (["play", "--game", "jetan", "--resume"], "there is no record"),
    ],
)
def test_what_cannot_be_played_is_said_before_anything_is_recorded(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*words, "--no-browser"] if words[0] == "play" else [*words, "--no-web"]) == 2
    assert said in capsys.readouterr().err
    assert list(Path().rglob("*.jsonl")) == []


@pytest.mark.parametrize(("game", "said"), [("chess", "there is no game 'chess'"), ("jetan", "jetan has no stage")])
def test_a_stage_that_cannot_be_printed_is_told_at_its_option(
    game: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["print", "stages", "--game", game]) == 2
    assert capsys.readouterr().err.startswith(f"golem print: --game: {said}")


def test_a_camera_that_is_not_there_is_told_before_anything_is_recorded(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["play", "--game", "jetan", "--camera", "nothing.mp4", "--no-browser", "--port", "0"]
    assert main(words) == 1
    assert "nothing.mp4" in capsys.readouterr().err
    assert list(Path().rglob("*.jsonl")) == []
