"""Programs on screens: the same table, rules, journal and secrecy as with cards before a camera."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from boards.base.catalogue import translate
from controller.app.compose.game_setup import GamePlan, with_puzzle
from controller.app.compose.session import start_again, start_new
from controller.app.lobby.screen_game import screen_game
from controller.journal import read_record
from controller.table.core.actor import Table
from controller.table.view.view import View
from hardware.simulated.virtual_clock import run
from tests.support.waiting import view_that as waited

ROWS = [["forward"], ["stand"], ["turn-right"], ["attack"]]


def laying(number: int) -> Callable[[View], bool]:
    return lambda view: view.phase == "programs" and view.round == number


async def view_that(table: Table, what: Callable[[View], bool]) -> View:
    return await waited(table, what, 3600.0)


async def lay(table: Table, player: str, rows: list[list[str]], *, ready: bool = True) -> bool:
    return (await table.submit("cards", {"player": player, "rows": rows, "ready": ready})).ok


def plan(**values: object) -> GamePlan:
    return GamePlan(players=("red", "blue"), seed=3, screen=True, **values)  # type: ignore[arg-type]


def test_a_round_is_laid_locked_acted_out_and_told(tmp_path: Path) -> None:
    async def scene() -> None:
        path = tmp_path / "game.jsonl"
        async with screen_game(start_new(plan(), path, 0.0)) as game:
            table = game.table
            await view_that(table, laying(1))
            assert await lay(table, "red", ROWS)
            assert table.latest().hands["red"].complete and table.latest().phase == "programs"
            assert await lay(table, "blue", ROWS)
            view = await view_that(table, laying(2))
        assert [(row.round, row.row) for row in view.story] == [(1, row) for row in (1, 2, 3, 4)]
        assert {piece.name: piece.spot for piece in view.play.pieces} == {"red": "a2", "blue": "d3"}
        kinds = [entry.kind for entry in read_record(path).entries]
        assert kinds.index("locked") < kinds.index("programs") < kinds.index("row")

    run(scene())


def test_nothing_of_a_hand_is_in_any_view_before_its_row_is_played(tmp_path: Path) -> None:
    async def scene() -> None:
        async with screen_game(start_new(plan(), tmp_path / "game.jsonl", 0.0)) as game:
            table, seen = game.table, []
            table.subscribe(seen.append)
            await view_that(table, laying(1))
            await lay(table, "red", [["take"], [], [], []], ready=False)
            await lay(table, "red", [["take"], ["take"], [], []], ready=False)
            assert table.latest().hands["red"].cards == 1
            await lay(table, "red", [["defend"], ["defend"], ["backward"], ["take"]])
            waiting = [str(view.to_json()) for view in seen]
            assert not any(card in text for card in ("defend", "backward", "'take'") for text in waiting)
            await lay(table, "blue", ROWS)
            await view_that(table, laying(2))
            first = [view for view in seen if view.row == 1 and view.phase == "row"]
            assert first and first[0].programs["red"] == ("defend", None, None, None)

    run(scene())


@pytest.mark.parametrize(
    ("rows", "why"),
    [
        ([["forward"]] * 4, "not so many"),
        ([["forward"], ["forward"], ["stand"], []], "Some are missing"),
        ([["repeat 2"], ["stand"], ["stand"], ["stand"]], "not so many"),
        ([["dance"], ["stand"], ["stand"], ["stand"]], "not so many"),
        ([["forward", "stand"], ["stand"], ["stand"], ["take"]], "Row 1"),
    ],
)
def test_what_is_no_program_is_refused_with_a_reason(tmp_path: Path, rows: list[list[str]], why: str) -> None:
    async def scene() -> None:
        async with screen_game(start_new(plan(way="beginner"), tmp_path / "game.jsonl", 0.0)) as game:
            await view_that(game.table, laying(1))
            answer = await game.table.submit("cards", {"player": "red", "rows": rows, "ready": True})
            assert not answer.ok
            assert why in translate(answer.text, "en")
            assert not game.table.latest().hands.get("red", None)

    run(scene())


def test_only_those_lay_who_are_asked(tmp_path: Path) -> None:
    async def scene() -> None:
        async with screen_game(start_new(plan(computers={"blue": "easy"}), tmp_path / "game.jsonl", 0.0)) as game:
            await view_that(game.table, laying(1))
            assert not await lay(game.table, "blue", ROWS)
            assert not await lay(game.table, "green", ROWS)
            assert game.table.screen_hand("blue") is None and game.table.screen_hand("green") is None
            assert await lay(game.table, "red", ROWS)
            await view_that(game.table, laying(2))

    run(scene())


def test_a_finished_program_can_be_taken_up_again_until_all_are_there(tmp_path: Path) -> None:
    async def scene() -> None:
        async with screen_game(start_new(plan(), tmp_path / "game.jsonl", 0.0)) as game:
            table = game.table
            await view_that(table, laying(1))
            await lay(table, "red", ROWS)
            await lay(table, "red", [["backward"], ["stand"], ["stand"], ["stand"]], ready=False)
            await lay(table, "blue", ROWS)
            await asyncio.sleep(60)
            assert table.latest().phase == "programs" and not table.latest().hands["red"].complete
            await lay(table, "red", [["stand"], ["stand"], ["stand"], ["take"]])
            view = await view_that(table, laying(2))
            assert {piece.name: piece.spot for piece in view.play.pieces}["red"] == "a1"

    run(scene())


def test_after_a_stop_half_laid_cards_lie_where_they_lay(tmp_path: Path) -> None:
    async def scene() -> None:
        path = tmp_path / "game.jsonl"
        async with screen_game(start_new(plan(), path, 0.0)) as game:
            await view_that(game.table, laying(1))
            await lay(game.table, "red", [["take"], [], ["stand"], []], ready=False)
            await lay(game.table, "blue", ROWS)
        async with screen_game(start_again(path)) as game:
            await view_that(game.table, laying(1))
            hand = game.table.screen_hand("red")
            assert hand is not None and hand.rows == (("take",), (), ("stand",), ())
            assert game.table.latest().hands["blue"].complete
            await lay(game.table, "red", ROWS)
            await view_that(game.table, laying(2))

    run(scene())


def test_a_hint_is_for_the_cards_that_lie_there_and_is_kept_nowhere(tmp_path: Path) -> None:
    async def scene() -> None:
        path = tmp_path / "game.jsonl"
        async with screen_game(start_new(plan(computers={"blue": "easy"}), path, 0.0)) as game:
            table = game.table
            await view_that(table, laying(1))
            await lay(table, "red", [["take", "stand"], [], [], []], ready=False)
            # Who still lays cards is not told that they are no program.
            assert table.latest().hands["red"].problems == () and table.latest().hands["red"].cards == 2
            await lay(table, "red", [["take"], [], [], []], ready=False)
            record, views = path.read_bytes(), list[View]()
            table.subscribe(views.append)
            think = table.screen_hint("red")
            hint = None if think is None else think()
            assert hint is not None and hint.row == 1 and not hint.instead
            assert path.read_bytes() == record and views == []
            assert table.screen_hint("blue") is None and table.screen_hint("green") is None
            # Cards that make no row have no next one.
            await lay(table, "red", [["take", "stand"], [], [], []], ready=False)
            think = table.screen_hint("red")
            assert think is not None and think() is None

    run(scene())


def test_a_row_takes_the_time_that_golems_would_take(tmp_path: Path) -> None:
    async def scene() -> None:
        async with screen_game(start_new(plan(), tmp_path / "game.jsonl", 0.0)) as game:
            loop, moments = asyncio.get_running_loop(), []
            game.table.subscribe(lambda view: moments.append((view.phase, view.row, loop.time())))
            await view_that(game.table, laying(1))
            await lay(game.table, "red", ROWS)
            await lay(game.table, "blue", ROWS)
            await view_that(game.table, laying(2))
            began = min(at for phase, row, at in moments if (phase, row) == ("row", 1))
            ended = min(at for phase, row, at in moments if (phase, row) == ("check", 1))
            assert 0.6 < ended - began < 2.0

    run(scene())


def test_the_same_game_begins_again_after_its_end(tmp_path: Path) -> None:
    async def scene() -> None:
        computers = {"red": "hard", "blue": "easy"}
        async with screen_game(start_new(plan(computers=computers), tmp_path / "game.jsonl", 0.0)) as game:
            over = await view_that(game.table, lambda view: view.phase == "over")
            assert "anew" in over.may
            assert (await game.table.submit("anew")).ok
            again = await view_that(game.table, lambda view: view.phase == "row" and view.round == 1)
            assert len(again.story) == 1

    run(scene())


def test_a_puzzle_is_tried_judged_and_tried_again(tmp_path: Path) -> None:
    async def scene() -> None:
        puzzle = with_puzzle(GamePlan(screen=True), "first-steps")
        async with screen_game(start_new(puzzle, tmp_path / "game.jsonl", 0.0)) as game:
            table = game.table
            await view_that(table, lambda view: view.phase == "programs")
            (player,) = table.latest().task.plays  # type: ignore[union-attr, misc]
            assert await lay(table, player, [["stand"], ["stand"], ["stand"], ["take"]])
            judged = await view_that(table, lambda view: bool(view.task and view.task.verdict))
            assert judged.phase == "over" and "again" in judged.may and "anew" not in judged.may
            assert (await table.submit("again")).ok
            again = await view_that(table, lambda view: view.phase == "programs")
            assert again.task is not None and again.task.tries == 2
            hand = table.screen_hand(player)
            assert hand is not None and hand.rows == ((), (), (), ())

    run(scene())


def test_a_screen_is_told_of_a_golem_when_it_has_done_its_part(tmp_path: Path) -> None:
    """Red drives a cell, blue turns: each one's cell, sentence and lives come with its own end, not before."""

    async def scene() -> None:
        async with screen_game(start_new(plan(), tmp_path / "game.jsonl", 0.0)) as game:
            table, loop, shown = game.table, asyncio.get_running_loop(), []
            table.subscribe(lambda view: shown.append((loop.time(), view.phase, view.to_json())))
            await view_that(table, laying(1))
            await lay(table, "red", [["forward"], ["stand"], ["stand"], ["take"]])
            await lay(table, "blue", [["turn-left"], ["stand"], ["stand"], ["take"]])
            await view_that(table, laying(2))
            row = [(at, told) for at, phase, told in shown if phase == "row" and told["row"] == 1]
            began = row[0][0]

            def since(fact: Callable[[Any], bool]) -> float:
                return next(at for at, told in row if fact(told)) - began

            def golem(told: Any, name: str) -> Any:
                return next(piece for piece in told["play"]["pieces"] if piece["name"] == name)

            first = row[0][1]
            assert first["story"][-1]["golems"] in ([], [None]) and golem(first, "red")["spot"] == "a1"
            assert golem(first, "blue")["facing"] == "S"
            # 100 mm at 150 mm/s; 90 degrees at 220 degrees/s.
            assert since(lambda told: golem(told, "red")["spot"] == "a2") == pytest.approx(100 / 150, abs=0.05)
            assert since(lambda told: "red" in told["story"][-1]["golems"]) == pytest.approx(100 / 150, abs=0.05)
            assert since(lambda told: golem(told, "blue")["facing"] == "E") == pytest.approx(90 / 220, abs=0.05)
            assert since(lambda told: "blue" in told["story"][-1]["golems"]) == pytest.approx(90 / 220, abs=0.05)

    run(scene())


def test_lives_are_lost_on_the_screen_when_the_strike_was_shown(tmp_path: Path) -> None:
    async def scene() -> None:
        setup = {
            "game": "golems",
            "rules": "3.1",
            "way": "beginner",
            "board": {"size": [4, 4]},
            "golems": {"red": {"at": "a1", "facing": "N"}, "blue": {"at": "a2", "facing": "S"}},
        }
        started = start_new(plan(way="beginner", setup=setup), tmp_path / "game.jsonl", 0.0)
        async with screen_game(started) as game:
            table, lives = game.table, []

            def look(view: View) -> None:
                told = view.to_json()
                if view.phase == "row":
                    blue = next(piece for piece in told["play"]["pieces"] if piece["name"] == "blue")
                    lives.append((blue["lives"], "blue" in told["story"][-1]["golems"]))

            table.subscribe(look)
            await view_that(table, laying(1))
            await lay(table, "red", [["attack"], ["stand"], ["stand"], ["take"]])
            await lay(table, "blue", [["stand"], ["stand"], ["stand"], ["take"]])
            await view_that(table, lambda view: view.row == 2)
            assert lives[0] == (3, False) and (2, True) in lives
            assert all(told == (count == 2) for count, told in lives[: lives.index((2, True)) + 1])

    run(scene())
