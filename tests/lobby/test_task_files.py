"""Scenarios and puzzles from files that people choose in a browser, and real dice, in the choice of a game."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.async_api import Browser, expect

from boards import puzzles, scenarios
from boards.base.errors import Problems
from controller.app.compose.game_setup import GamePlan, header
from controller.app.compose.next_game import next_table, table_catalogue, table_of_record
from controller.app.config.table_file import read_table_file
from controller.app.lobby.game_choice import catalogue, plan_of, task_choice
from controller.console.front_door.messages import MOST_FILE, NewGame, TaskFile
from tests.support.door_pages import Stage, button, person
from tests.support.front_door import OpenDoor

SCREEN = GamePlan(name="x", screen=True)
SCENARIO = scenarios.path("two-towers").read_text(encoding="utf-8")
LINE = 1 + SCENARIO[: SCENARIO.index("facing: N")].count("\n")
PUZZLE = puzzles.path("first-steps").read_text(encoding="utf-8")
WATCHED = "camera: 0\ngame: {board: 4x4}\n"


def wish(game: str, **more: Any) -> NewGame:
    return msgspec.convert({"game": game, **more}, NewGame)


def refused(wanted: NewGame) -> list[str]:
    with pytest.raises(Problems) as problems:
        plan_of(wanted, SCREEN)
    return [problem.at for problem in problems.value.problems]


def test_a_file_offers_what_the_shipped_ones_do_and_is_played_whole() -> None:
    shipped = {one.key: one for one in (*catalogue().scenarios, *catalogue().puzzles)}
    for kind, text, key in (("scenario", SCENARIO, "two-towers"), ("puzzle", PUZZLE, "first-steps")):
        file = msgspec.convert({"kind": kind, "name": "mine.yaml", "text": text}, TaskFile)
        assert msgspec.structs.replace(task_choice(file), key=key) == shipped[key]
    plan = plan_of(wish("golems", scenario="mine.yaml", text=SCENARIO), SCREEN)
    assert header(plan).task is not None and plan.setup == plan_of(wish("golems", scenario="two-towers"), SCREEN).setup
    # The record has it, whatever becomes of the file.
    assert plan_of(wish("golem_puzzles", puzzle="mine.yaml", text=PUZZLE), SCREEN).setup == {
        "book": [PUZZLE],
        "number": 0,
    }


GUARD = "class Robot:\n    def act(self, game):\n        return ['guard']\n"


def test_bots_of_ones_own_play_robot_game_beside_the_computer() -> None:
    seats = {"0": "mine", "1": "easy"}
    plan = plan_of(wish("robot_game", seats=seats, bots={"mine": GUARD, "nobody sits there": GUARD}), SCREEN)
    first = header(plan)
    # The record has the bot whole, whatever becomes of its file.
    assert [(bot.name, bot.file, bot.text) for bot in first.bots] == [("mine", "mine.py", GUARD)]
    assert first.seats == seats
    two = plan_of(wish("robot_game", seats={"0": "a", "1": "b"}, bots={"a": GUARD, "b": GUARD + "\n"}), SCREEN)
    assert [bot.name for bot in two.bots] == ["a", "b"]


def test_wrong_bots_are_refused_with_their_lines_all_at_once() -> None:
    seats = {"0": "bad", "1": "worse"}
    bots = {"bad": GUARD + "  x\n", "easy": GUARD}
    assert refused(wish("robot_game", seats=seats, bots=bots)) == ["bots.easy", "bad.py:4", "seats.1"]
    assert refused(wish("robot_game", seats={"0": "no", "1": "easy"}, bots={"no": "x = 3\n"})) == ["no.py"]
    assert refused(wish("robot_game", seats={"0": "zero", "1": "easy"}, bots={"zero": "\0"})) == ["zero.py"]
    assert refused(wish("robot_game", seats={"0": "me\n", "1": "easy"}, bots={"me\n": GUARD})) == ["bots.me�"]
    large = {"large": "#" + "é" * (MOST_FILE - 2) + "\n"}
    assert refused(wish("robot_game", seats={"0": "large", "1": "easy"}, bots=large)) == ["large.py"]
    assert refused(wish("jetan", seats={"black": "here", "orange": "mine"}, bots={"mine": GUARD})) == ["bots"]
    with pytest.raises(msgspec.ValidationError):
        wish("robot_game", bots=dict.fromkeys("abc", GUARD))


def test_what_is_wrong_in_a_file_is_told_with_its_line_all_at_once() -> None:
    broken = SCENARIO.replace("\ngolems:", "\nhats: 3\ngolems:").replace("facing: N", "facing: Q")
    assert broken.count("hats") == 1 and "facing: Q" in broken
    for judge in (
        lambda: task_choice(TaskFile("scenario", "mine.yaml", broken)),
        lambda: plan_of(wish("golems", scenario="mine.yaml", text=broken), SCREEN),
    ):
        with pytest.raises(Problems) as problems:
            judge()
        places = [problem.at for problem in problems.value.problems]
        assert len(places) >= 2 and all(re.match(r"mine\.yaml:\d+: ", place) for place in places), places


def test_a_page_reads_no_files_of_this_computer(tmp_path: Path) -> None:
    (tmp_path / "secret.yaml").write_text("password: hunter2\n", encoding="utf-8")
    for path in (str(tmp_path / "secret.yaml"), "/etc/passwd", "../table.yaml"):
        assert refused(wish("golems", scenario=path[:60])) == ["scenario"]
        assert refused(wish("golem_puzzles", puzzle=path[:60])) == ["puzzle"]
    assert refused(wish("golems", text=SCENARIO)) == ["seats", "text"]
    with pytest.raises(msgspec.ValidationError):
        wish("golems", scenario="mine.yaml", text="x" * (MOST_FILE + 1))


def test_real_dice_are_offered_where_somebody_can_throw_them(tmp_path: Path) -> None:
    path = tmp_path / "table.yaml"

    def offered(text: str) -> dict[str, str]:
        path.write_text(text, encoding="utf-8")
        return {kind.name: kind.dice for kind in table_catalogue(read_table_file(path)).games if kind.dice}

    thrown = {"robots_hex": "screen", "spiral": "screen"}
    assert {kind.name: kind.dice for kind in catalogue().games if kind.dice} == thrown
    assert offered(WATCHED) == {**thrown, "golems": "screen"}
    assert offered(WATCHED + "play: {dice: camera}\n") == {**thrown, "golems": "real"}
    assert offered("camera: 0\ngame: {kind: spiral}\nplay: {dice: people}\n")["spiral"] == "real"
    assert plan_of(wish("spiral", seats={"red": "here", "blue": "here"}, dice="real"), SCREEN).real_dice
    assert refused(wish("golems", seats={"red": "here", "blue": "here"}, dice="real")) == ["dice"]
    assert refused(wish("jetan", seats={"black": "here", "orange": "here"}, dice="real")) == ["dice"]


def test_real_dice_of_the_next_game_are_read_by_the_camera_also_after_a_stop(tmp_path: Path) -> None:
    path = tmp_path / "table.yaml"
    path.write_text(WATCHED, encoding="utf-8")
    file = read_table_file(path)
    golems = wish("golems", seats={"red": "here", "blue": "easy"}, dice="real")
    table = next_table(file, golems)
    assert table.settings.dice == "camera"
    told = header(table.game)
    assert told.dice == "camera" and table_of_record(file, told).settings.dice == "camera"
    assert next_table(file, msgspec.structs.replace(golems, dice="")).settings.dice == "seed"
    on_board = wish("spiral", seats={"red": "here", "blue": "here"}, place="board", dice="real")
    assert header(next_table(file, on_board).game).dice == "people"
    with pytest.raises(Problems) as problems:
        next_table(file, msgspec.structs.replace(on_board, chosen={"dice": 2}))
    assert [problem.at for problem in problems.value.problems] == ["dice"]
    # As the file says where nothing is chosen; it can be chosen otherwise.
    path.write_text(WATCHED + "play: {dice: camera}\n", encoding="utf-8")
    file = read_table_file(path)
    puzzle = wish("golem_puzzles", puzzle="first-steps")
    asked = [next_table(file, msgspec.structs.replace(golems, dice=dice)).settings.dice for dice in ("", "screen")]
    assert asked == ["camera", "seed"] and next_table(file, puzzle).settings.dice == "camera"


def test_files_are_chosen_in_the_browser_for_the_first_game_and_for_the_next(stage: Stage, tmp_path: Path) -> None:
    async def scene(door: OpenDoor, browser: Browser) -> None:
        async with person(browser) as host, person(browser) as guest:
            asked = {"kind": "scenario", "name": "mine.yaml", "text": SCENARIO}
            assert (await guest.request.post(f"{door.url}api/tasks", data=asked)).status == 403
            await host.goto(f"{door.url}play")
            await host.get_by_text("More: scenario").click()
            field = host.get_by_label("A scenario from a file")
            broken = SCENARIO.replace("facing: N", "facing: Q")
            await field.set_input_files({"name": "mine.yaml", "mimeType": "", "buffer": broken.encode()})
            await expect(host.locator("#toast")).to_contain_text(f"mine.yaml:{LINE}: a facing is one of")
            await field.set_input_files({"name": "mine.yaml", "mimeType": "", "buffer": SCENARIO.encode()})
            await expect(host.get_by_role("combobox", name="Scenario")).to_have_value("mine.yaml")
            await button(host, "Start").click()
            await host.wait_for_selector('body[data-phase="programs"]')
            game = next(iter(door.lobby.games.values()))
            assert door.record(game.record)[0].data["task"]["key"] == "two-towers"
            await host.goto(f"{door.url}games/{game.id}/next")
            await host.get_by_role("radio", name=re.compile("^Puzzles")).check()
            await host.get_by_label("A puzzle from a file").set_input_files(
                {"name": "steps.yaml", "mimeType": "", "buffer": PUZZLE.encode()}
            )
            await expect(host.get_by_role("combobox", name="Puzzle")).to_have_value("steps.yaml")
            await button(host, "Begin this game").click()
            await host.wait_for_selector('body[data-phase="programs"]')
            assert door.record(game.record)[0].data["setup"]["book"] == [PUZZLE]

    stage.play(tmp_path, scene)
