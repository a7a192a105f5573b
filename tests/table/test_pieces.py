"""Games of pieces at the table, from the first hand on the board to the outcome, in virtual time."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import pytest

import controller.games
from boards.base.catalogue import languages, translate, translate_all
from controller.games import game_registry as registry
from controller.games.game import Decision, DiceRolled, GoOn, PieceMoved, ProgramsLaid, Requirement
from controller.journal import read_record
from controller.table.core.phases import Phase
from controller.table.core.record.entries import PiecesPlaced
from controller.table.core.record.entry_codec import decode_entries, header_of
from controller.table.core.record.fold import begin, fold, fold_all
from controller.table.core.settings import Settings
from controller.table.motion.hand_tasks import HandTask, tasks
from controller.table.view.view import CameraView, View
from controller.table.view.view_builder import view_of
from tests.support.piece_games import GAMES, asked, with_table
from tests.support.piece_table import PieceTable

SIXTH = Path(__file__).parents[1] / "sixth"

ROBOTS = ("green1", "green2", "violet1", "violet2")


@pytest.fixture(autouse=True)
def sixth(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a hacker does: a folder among the games, a name in the registry."""
    monkeypatch.setattr(controller.games, "__path__", [*controller.games.__path__, str(SIXTH)])


def over(view: View) -> bool:
    return view.phase == Phase.OVER.value


def settled(view: View) -> bool:
    return view.phase in (Phase.MOVE.value, Phase.READY.value)


def play(path: Path, game: str, seed: int = 4, **options: Any) -> list[View]:
    views: list[View] = []

    async def test(quick: PieceTable) -> None:
        await quick.until(over)
        views.extend(quick.views)

    with_table(path, test, game, seed, **{**GAMES[game], **options})
    return views


@lru_cache(maxsize=len(GAMES))
def played(name: str) -> tuple[bytes, tuple[View, ...]]:
    """The record of a whole game and every view of it; for all tests that only look at it."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "game.jsonl"
        views = tuple(play(path, name))
        return path.read_bytes(), views


@pytest.mark.parametrize("name", GAMES)
def test_a_game_goes_from_the_first_hand_to_the_outcome(tmp_path: Path, name: str) -> None:
    path = tmp_path / "game.jsonl"
    written, views = played(name)
    path.write_bytes(written)
    last = views[-1]
    assert last.winners is not None and last.story
    game, record = registry.game_named(name), read_record(path)
    # Every screen comes from the record alone, and what people were asked to do leads to where the game has them.
    assert view_of(game, fold_all(game, record.entries)) == last
    state, lifted = begin(game, header_of(record)), 0
    tabletop = registry.tabletop_named(name)
    for entry in decode_entries(record.entries)[1:]:
        state = fold(game, state, entry)
        if isinstance(entry.content, PiecesPlaced):
            lifted += 1
            assert state.laid == tabletop.laid(state.game)
    assert lifted and state.laid == tabletop.laid(state.game)
    for view in views[:: max(1, len(views) // 50)]:
        json.dumps(view.to_json())
        spots = {spot.name for spot in view.play.spots}
        assert {piece.spot for piece in view.play.pieces} <= spots
        assert {spot for c in view.play.choices for spot in (c.origin, c.target) if spot} <= spots
        sentences = [*(piece.text for piece in view.play.pieces), *view.play.facts, *view.play.players.values()]
        assert all(translate(text, language) for text in sentences for language in languages())


@pytest.mark.parametrize("name", GAMES)
def test_the_same_seed_plays_the_same_game_bit_for_bit(tmp_path: Path, name: str) -> None:
    play(tmp_path / "two.jsonl", name)
    assert (tmp_path / "two.jsonl").read_bytes() == played(name)[0]


@pytest.mark.parametrize("name", GAMES)
def test_killed_at_any_entry_the_game_goes_on_from_where_it_was(tmp_path: Path, name: str) -> None:
    lines = played(name)[0].splitlines(keepends=True)
    chance = Random(5)
    for kept in (chance.randrange(2, len(lines)), 2):
        torn = lines[kept][:7] if kept < len(lines) else b""
        cut = tmp_path / f"{kept}.jsonl"
        cut.write_bytes(b"".join(lines[:kept]) + torn)
        print(f"kept {kept} of {len(lines)} entries")
        views = play(cut, name)
        assert views[-1].winners is not None
        assert fold_all(registry.game_named(name), read_record(cut).entries).phase is Phase.OVER


@pytest.mark.parametrize("name", GAMES)
def test_undo_takes_the_pieces_back_and_the_same_die_is_thrown_again(tmp_path: Path, name: str) -> None:
    async def test(quick: PieceTable) -> None:
        before = await quick.until(lambda view: settled(view) and len(view.story) > 3)
        at_rest = (Phase.HANDS.value, Phase.MOVE.value, Phase.DICE.value, Phase.READY.value)
        for left in (2, 1, 0):
            newest = quick.table.latest().story[-1]
            assert (await quick.table.submit("undo", {"round": newest.round, "row": newest.row})).ok
            assert quick.table.latest().paused
            assert (await quick.table.submit("resume")).ok
            view = await quick.until(lambda view: view.phase in at_rest)
            assert len(view.story) == len(before.story) - 3 + left
        again = await quick.until(lambda view: settled(view) and len(view.story) == len(before.story))
        assert again.story == before.story
        assert again.play == before.play

    with_table(tmp_path / "game.jsonl", test, name, **GAMES[name])


def test_after_the_end_a_new_game_begins_on_the_same_record(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"

    async def test(quick: PieceTable) -> None:
        first = await quick.until(over)
        assert "anew" in first.may
        assert (await quick.table.submit("anew")).ok
        assert quick.table.game_state == quick.started.state.start and quick.table.latest().story == ()
        assert (await quick.until(over)).story != first.story

    with_table(path, test, "frogs")
    game = registry.game_named("frogs")
    state = fold_all(game, read_record(path).entries)
    assert state.phase is Phase.OVER and game.outcome(state.game) is not None


def test_people_are_asked_to_move_what_the_game_moves_and_only_that(tmp_path: Path) -> None:
    async def test(quick: PieceTable) -> None:
        view = await quick.until(lambda view: view.phase == Phase.HANDS.value)
        assert [notice.code for notice in view.notices] == ["hand-set-up"]
        assert not (await quick.table.submit("move", {"player": "black", "move": "e2-e3"})).ok
        assert (await quick.table.submit("done")).ok
        await quick.until(asked)
        assert (await quick.table.submit("move", {"player": "black", "move": "e2-e3"})).ok
        view = await quick.until(lambda view: view.phase == Phase.HANDS.value)
        assert [(n.code, dict(n.facts)) for n in view.notices] == [
            ("hand-move", {"piece": "black-panthan-4", "from": "e2", "to": "e3"})
        ]
        assert translate(view.notices[0].text, "en") == "Move the black panthan from e2 to e3."
        assert translate(view.story[-1].sentences[0], "fr") == "Noirs : le panthan va de e2 à e3."
        assert (await quick.table.submit("done")).ok
        assert (await quick.until(asked)).notices == ()

    with_table(tmp_path / "game.jsonl", test, "jetan", helpful=False)


def test_a_refused_move_changes_nothing_and_says_why_in_every_language(tmp_path: Path) -> None:
    async def test(quick: PieceTable) -> None:
        before = await quick.until(asked)
        for player, move in [
            ("black", "e2-e4"),
            ("black", "e2xe3"),
            ("black", "a1-a1"),
            ("black", "e9-e8"),
            ("black", "nonsense" * 100),
            ("black", ""),
            ("orange", "e9-e8"),
        ]:
            answer = await quick.table.submit("move", {"player": player, "move": move})
            assert not answer.ok and all(translate(answer.text, language) for language in languages()), move
        for args in ({}, {"player": "pink", "move": "e2-e3"}, {"player": "black"}, {"player": "black", "move": 3}):
            assert not (await quick.table.submit("move", args)).ok
        why = (await quick.table.submit("move", {"player": "black", "move": "e2-e4"})).text
        assert len({*translate_all(why).values()}) == len(languages())
        assert quick.table.latest() == before

    with_table(tmp_path / "game.jsonl", test, "jetan", helpful=False, settings=Settings(pieces="ghosts"))


def test_programs_without_cards_are_secret_until_all_are_laid(tmp_path: Path) -> None:
    async def test(quick: PieceTable) -> None:
        view = await quick.until(lambda view: view.phase == Phase.PROGRAMS.value)
        assert {name: hand.complete for name, hand in view.hands.items()} == dict.fromkeys(ROBOTS, False)
        for args in (
            {},
            {"player": "green1"},
            {"player": "green1", "rows": "D+1"},
            {"player": "green1", "rows": [1]},
            {"player": "green1", "rows": ["D+1"] * 1000},
            {"player": "green1", "rows": ["D+9"]},
            {"player": "green1", "rows": ["? 1"]},
            {"player": "green3", "rows": ["D+1"]},
            {"player": "green", "rows": ["D+1"]},
        ):
            assert not (await quick.table.submit("program", args)).ok, args
        assert (await quick.table.submit("program", {"player": "green1", "rows": ["D+2", "RAZ"]})).ok
        shown = quick.table.latest()
        assert shown.hands["green1"].complete and not shown.hands["green2"].complete
        assert "RAZ" not in json.dumps(shown.to_json()) and "D+2" not in json.dumps(shown.to_json())
        # Whoever thinks better of it lays another one, as long as somebody else is not done.
        assert (await quick.table.submit("program", {"player": "green1", "rows": ["D+1", "T"]})).ok
        for robot in ROBOTS[1:]:
            assert quick.table.latest().phase == Phase.PROGRAMS.value
            assert (await quick.table.submit("program", {"player": robot, "rows": ["R+1"]})).ok
        await quick.until(lambda view: view.phase == Phase.MOVE.value)
        laid = {robot.name: robot.program for robot in quick.table.game_state.reserve}
        assert laid == {"green1": ("D+1", "T")} | dict.fromkeys(ROBOTS[1:], ("R+1",))

    setup = {"sides": ["green", "violet"], "robots_each": 2}
    with_table(tmp_path / "game.jsonl", test, "robots_hex", setup=setup, helpful=False)


def test_cameras_are_on_record_and_forgotten_when_the_game_is_gone_on_with_without_them(tmp_path: Path) -> None:
    camera = CameraView("left", "on", "settled", "measured", 0.41, 12)

    async def filmed(quick: PieceTable) -> None:
        quick.table.cameras_changed((camera,))
        view = await quick.until(lambda view: bool(view.cameras))
        assert view.cameras == (camera,) and view.to_json()["cameras"][0]["recording"] == "on"

    async def later(quick: PieceTable) -> None:
        assert quick.table.latest().cameras == (camera,)
        await quick.until(lambda view: view.cameras == ())

    path = tmp_path / "game.jsonl"
    with_table(path, filmed, "frogs", helpful=False)
    with_table(path, later, "frogs", helpful=False)


def test_real_dice_are_thrown_by_people_for_the_computer_too(tmp_path: Path) -> None:
    async def test(quick: PieceTable) -> None:
        view = await quick.until(lambda view: view.phase == Phase.DICE.value)
        assert "thrown" in view.may and "roll" not in view.may
        for args in ({}, {"face": "7"}, {"face": 3}, {"face": "0"}):
            assert not (await quick.table.submit("thrown", args)).ok
        assert not (await quick.table.submit("roll")).ok
        assert (await quick.table.submit("thrown", {"face": "6"})).ok
        assert "6" in translate((await quick.until(lambda view: bool(view.story))).story[0].sentences[0], "en")
        assert (await quick.until(over)).winners is not None

    with_table(tmp_path / "game.jsonl", test, "spiral", **{**GAMES["spiral"], "real_dice": True})


def test_ghosts_are_drawn_and_nobody_is_asked_to_lift_them(tmp_path: Path) -> None:
    views = play(tmp_path / "game.jsonl", "frogs", settings=Settings(pieces="ghosts"))
    assert views[-1].winners is not None
    assert all(view.phase != Phase.HANDS.value and not view.notices for view in views)


@pytest.mark.parametrize("name", [name for name in GAMES if name != "robot_game"])
def test_a_move_that_was_made_on_the_board_is_found_from_where_the_pieces_are(name: str) -> None:
    tabletop = registry.tabletop_named(name)
    game, chance = tabletop.game, Random(2)
    state = game.start({**tabletop.setup(2), **tabletop.short})
    found = 0
    for _ in range(16):
        if not (requests := game.requests(state)):
            break
        asked_of = requests[0].players
        if requests[0].requirement is not Requirement.MOVE:
            decision: Decision = GoOn()
            if requests[0].requirement is Requirement.DICE:
                decision = DiceRolled({player: chance.choice(tabletop.faces) for player in asked_of})
            elif requests[0].requirement is Requirement.PROGRAMS:
                decision = ProgramsLaid({name: tabletop.program(state, name, "easy", 3) for name in asked_of})
            state = game.advance(state, decision).state
            continue
        (player,) = asked_of
        move = chance.choice(tabletop.choices(state)).move
        after = game.advance(state, PieceMoved(player, move)).state
        laid = tabletop.laid(after)
        assert move in tabletop.moves_to(state, tabletop.standing(laid))
        if laid != tabletop.laid(state):
            found += 1
            assert tabletop.moves_to(state, tabletop.standing({**laid, "a piece-that-nobody-has": "1"})) == ()
        state = after
    assert found > 3


def test_hands_can_do_what_they_are_asked_one_after_the_other() -> None:
    chance = Random(6)
    spots = [str(number) for number in range(9)]
    for _ in range(300):
        laid, wanted = (
            {f"p{n}": spot for n, spot in enumerate(chance.sample(spots, 7)) if chance.random() < 0.8} for _ in "ab"
        )
        todo = tasks(laid, wanted)
        board = dict(laid)
        in_hand: list[HandTask] = []
        for task in todo:
            assert task.origin is None or board.pop(task.piece) == task.origin
            if task.target in board.values():
                in_hand.append(task)
            elif task.target is not None:
                board[task.piece] = task.target
        # Only pieces that change places in a ring wait in the hand.
        board |= {task.piece: str(task.target) for task in in_hand}
        assert board == wanted
        assert len(todo) == len([name for name in laid | wanted if laid.get(name) != wanted.get(name)])
