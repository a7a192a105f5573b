"""A board of pieces below the camera: moves made with the hand are seen, wrong ones are told and put back."""

from __future__ import annotations

import json
from collections.abc import Callable, Coroutine
from pathlib import Path
from random import Random
from typing import Any

import pytest

import controller.games
from boards.base.catalogue import languages, translate, translate_all
from boards.geometry import Point, Pose
from boards.hex_grid import HexHeading
from boards.kit.kit import DIE_MM
from boards.kit.piece_kit import piece_kit
from boards.kit.thing_keys import DieKey, MatKey, StepKey
from calibration.camera_frames import Frame
from controller.app.simulation.simulated_board import board_renderer
from controller.games.game_registry import tabletop_named
from controller.games.printed_pieces import piece_set
from controller.table.core.phases import Phase
from controller.table.perception.board_reading import read_board
from controller.table.perception.step_reading import read_steps
from controller.table.view.view import View
from controller.vision.reader import Reader
from controller.vision.scene import Scene, Seen, Trouble, Unread, Why
from hardware.simulated.camera_faults import leaning_marker
from hardware.simulated.rendering.renderer import Renderer
from hardware.simulated.simulated_camera import view_over, webcam
from hardware.simulated.virtual_clock import run
from hardware.simulated.world import Snapshot, TableItem, World
from tests.support.piece_board import Board, piece_board

SIXTH = Path(__file__).parents[1] / "sixth"
SKIRMISH = "4c5/10/2t7/10/4r5/3n6/3N6/2T7/R9/2C7 b Rr 0"
"""Few pieces, close together."""


def with_board(path: Path, test: Callable[[Board], Coroutine[Any, Any, None]], game: str, **options: Any) -> None:
    async def main() -> None:
        async with piece_board(path, game, **options) as board:
            await test(board)

    run(main())


def asked(view: View) -> bool:
    return view.phase == Phase.MOVE.value


def codes(view: View) -> list[str]:
    return [notice.code for notice in view.notices]


def facts(view: View) -> list[dict[str, str]]:
    return [dict(notice.facts) for notice in view.notices]


def ghosts(view: View) -> list[str]:
    return [piece.name for piece in view.play.pieces if piece.ghost]


def told(view: View, code: str) -> bool:
    return code in codes(view) and all(translate(notice.text, each) for notice in view.notices for each in languages())


def moved(view: View, times: int) -> bool:
    return asked(view) and len(view.story) == times


def test_moves_on_the_board_are_played_and_wrong_ones_are_explained_and_put_back(tmp_path: Path) -> None:
    async def test(board: Board) -> None:
        view = await board.until(asked)
        assert view.play.turn == "black" and not view.notices

        # Lifted: nothing is wrong yet. Then a step that a thoat can't make.
        thoat = board.off("black-thoat", "c3")
        await board.until(lambda view: codes(view) == ["hand-in-air"])
        board.hands.put(thoat, "c7")
        view = await board.until(lambda view: told(view, "hand-illegal"))
        assert "thoat" in translate(view.notices[0].text, "en") and "straight" in translate(view.notices[0].text, "en")
        # The page shows where it is, and its right place.
        assert facts(view)[1] == {"piece": "black-thoat-1", "from": "c7", "to": "c3"}
        assert translate(view.notices[1].text, "en") == "Move the black thoat from c7 to c3."

        # Two at once, one of them put beside the board.
        board.move("black-thoat", "c7", "c3")
        await board.until(lambda view: not view.notices)
        board.move("black-panthan", "d4", "e5")
        board.lay(board.off("black-chief", "c1"), -90.0, 100.0)
        view = await board.until(lambda view: told(view, "hand-several"))
        assert facts(view)[1:] == [
            {"piece": "black-panthan-1", "from": "e5", "to": "d4"},
            {"piece": "black-chief", "from": "", "to": "c1"},
        ]
        board.hands.put(board.first("black-chief"), "c1")
        board.move("black-panthan", "e5", "d4")
        await board.until(lambda view: not view.notices)

        # The other side's piece.
        board.move("orange-thoat", "c8", "d6")
        view = await board.until(lambda view: told(view, "hand-not-yours"))
        assert {"piece": "orange-thoat-1", "from": "d6", "to": "c8"} in facts(view)
        board.move("orange-thoat", "d6", "c8")
        await board.until(lambda view: not view.notices)

        # On a line between two squares: nobody guesses.
        left, right = board.at("d4"), board.at("e4")
        board.lay(board.lies("black-panthan", "d4"), (left.x + right.x) / 2, left.y)
        await board.until(lambda view: told(view, "hand-between"))

        # A capture: what is taken leaves the board.
        board.hands.take_off(board.first("orange-panthan"))
        board.hands.put(board.first("black-panthan"), "d5")
        view = await board.until(lambda view: moved(view, 1))
        assert "d4" in translate(view.story[-1].sentences[0], "en") and view.play.turn == "orange"
        assert "orange-panthan-1" not in [piece.name for piece in view.play.pieces]

        # A whole move of the other player.
        board.move("orange-thoat", "c8", "d6")
        view = await board.until(lambda view: moved(view, 2))
        assert board.table.game_state.position.turn == 0

    with_board(tmp_path / "game.jsonl", test, "jetan", setup={"position": SKIRMISH})


def test_pieces_of_a_kind_are_alike_and_one_that_is_lost_is_a_ghost(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"

    async def first(board: Board) -> None:
        board.hands.take_off(board.first("orange-chief"))
        view = await board.until(lambda view: view.phase == Phase.HANDS.value)
        assert facts(view) == [{"piece": "orange-chief", "from": "", "to": "e10"}]
        # Whoever says that it is done while a piece stands wrong is shown where.
        board.move("black-chief", "c1", "d1")
        await board.until(lambda view: len(view.notices) == 2)
        assert (await board.table.submit("done")).ok
        view = await board.until(lambda view: codes(view) == ["hand-still", "hand-move", "hand-on"])
        board.move("black-chief", "d1", "c1")
        await board.until(lambda view: len(view.notices) == 1)
        assert (await board.table.submit("done")).ok
        view = await board.until(asked)
        view = await board.until(lambda view: codes(view) == ["hand-ghosts"])
        assert ghosts(view) == ["orange-chief"]
        assert "e10" in translate(view.notices[0].text, "pl")
        # It takes part in the game all the same.
        board.move("black-thoat", "c3", "d5")
        board.hands.take_off(board.first("orange-panthan"))
        await board.until(lambda view: moved(view, 1))
        assert (await board.table.submit("move", {"player": "orange", "move": "e10-e4"})).ok is False
        play = board.table.latest().play
        chief = next(c.move for c in play.choices if c.origin == "e10")
        assert (await board.table.submit("move", {"player": "orange", "move": chief})).ok
        await board.until(lambda view: moved(view, 2))

    async def second(board: Board) -> None:
        # After a restart; the piece was found.
        board.hands.set_up(board.table.latest())
        view = await board.until(lambda view: asked(view) and not ghosts(view) and not view.notices)
        assert len(view.story) == 2
        # What is undone is put back by hand.
        assert (await board.table.submit("undo")).ok and (await board.table.submit("resume")).ok
        view = await board.until(lambda view: view.phase == Phase.HANDS.value and told(view, "hand-move"))
        assert facts(view)[0]["to"] == "e10" and facts(view)[0]["piece"] == "orange-chief"
        board.hands.set_up(view)
        await board.until(lambda view: moved(view, 1))

    with_board(path, first, "jetan", setup={"position": SKIRMISH}, rendered=False)
    with_board(path, second, "jetan", laid=False, rendered=False)


@pytest.mark.parametrize(
    ("game", "setup"),
    [
        ("jetan", {"position": "2c7/10/10/10/4r5/10/10/10/R9/2C7 b - 8"}),
        ("frogs", {}),
    ],
)
def test_simulated_people_play_a_whole_game_on_the_board(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, setup: dict[str, Any]
) -> None:
    """A sixth game, too, which knows nothing of boards and cameras."""
    monkeypatch.setattr(controller.games, "__path__", [*controller.games.__path__, str(SIXTH)])

    async def test(board: Board) -> None:
        view = await board.until(lambda view: view.phase == Phase.OVER.value, 100_000.0)
        assert view.winners is not None and view.story
        # The moves were made with the hand: what stands on the board is the game's.
        assert sorted(board.hands.standing().values()) == sorted(piece.spot for piece in view.play.pieces)

    with_board(tmp_path / "game.jsonl", test, game, setup=setup, helpful=True, laid=False, rendered=False)


def test_the_dice_race_with_a_real_die_and_a_figure_that_leads_on(tmp_path: Path) -> None:
    async def test(board: Board) -> None:
        pieces = board.seen.pieces
        beside = Pose(pieces.sheet.high.x + 60.0, 200.0, 25.0)

        # A die that leans shows nothing; it is named.
        await board.until(lambda view: view.phase == Phase.DICE.value)
        board.truth.unread = (Unread(Why.COCKED, (), beside, DieKey("any", "4", 1)),)
        view = await board.until(lambda view: told(view, "piece-die-unread"))
        assert "cocked" in translate(view.notices[0].text, "en") and len(
            {*translate_all(view.notices[0].text).values()}
        ) == len(languages())
        board.truth.unread = ()
        board.lay(DieKey("any", "6", 1), beside.x, beside.y, 25.0)
        view = await board.until(asked)
        assert "6" in translate(view.play.facts[-1], "en")

        # A wrong count is told, with where the six leads.
        board.move("red", "1", "6")
        view = await board.until(lambda view: told(view, "hand-illegal"))
        assert translate(view.notices[0].text, "en").endswith("A 6 leads from there to 7.")

        # The dragon leads on to 13, over blue's chip: hands do what is left.
        board.move("red", "6", "7")
        view = await board.until(lambda view: view.phase == Phase.HANDS.value)
        assert facts(view) == [
            {"piece": "blue", "from": "10", "to": ""},
            {"piece": "red-1", "from": "7", "to": "13"},
        ]
        board.move("red", "7", "13")
        board.off("blue", "10")
        # A six gives another turn: the die must be thrown again, not only lie there.
        view = await board.until(lambda view: told(view, "piece-die-old"))
        board.lay(DieKey("any", "6", 1), beside.x - 20.0, beside.y, 100.0)
        view = await board.until(asked)
        # A new chip comes from the box.
        board.hands.put(board.hands.in_box("red")[0], "1")
        view = await board.until(lambda view: view.phase == Phase.DICE.value and len(view.story) == 4)
        assert {piece.spot for piece in view.play.pieces} == {"1", "13"}

    setup = {"chips": {"red": [1], "blue": [10]}}
    with_board(tmp_path / "game.jsonl", test, "spiral", setup=setup, real_dice=True, rendered=False)


def test_chips_and_a_die_are_read_from_one_picture_and_a_cocked_die_is_named() -> None:
    tabletop = tabletop_named("spiral")
    pieces = piece_set(tabletop, tabletop.setup(3))
    renderer, world = board_renderer(pieces, (800, 600), 3), World()
    world.lying["mat"] = TableItem(pieces.mat_key, Pose(0.0, 0.0, 0.0))
    expected = []
    for number, (key, kind, _) in enumerate(pieces.pieces()):
        spot = pieces.spots[4 * number]
        world.lying[key] = TableItem(key, Pose(spot.at.x - 5.0, spot.at.y + 7.0, 40.0 * number))
        expected.append((kind.name, spot.name))
    beside = Pose(pieces.sheet.high.x + 60.0, 200.0, 25.0)
    world.lying["die"] = TableItem(DieKey("any", "5", 1), beside)
    reader = Reader(renderer.kit, pieces.mat_key, live=False)
    scene = reader.read(Frame(renderer.render(Snapshot.of(world)), 1, 0.0, "test")).scene
    assert read_board(scene, pieces, {}).standing == tuple(sorted(expected))
    assert [seen.thing for seen in scene.things if isinstance(seen.thing, DieKey)] == [DieKey("any", "5", 1)]
    assert not scene.unread

    # The board of another game is named as such.
    other = tabletop_named("jetan")
    assert other is not None
    jetan = piece_set(other, {})
    frame = Frame(renderer.render(Snapshot.of(world)), 1, 0.0, "test")
    assert Reader(piece_kit(jetan), jetan.mat_key, live=False).read(frame).scene.trouble == (Trouble.OTHER_MAT,)

    del world.lying["die"]
    picture = renderer.render(Snapshot.of(world))
    marker = renderer.kit.things[DieKey("any", "4", 1)].markers[0]
    leaning_marker(marker.id, Pose(beside.x, beside.y, 0.0), DIE_MM, marker.side_mm, 35.0)(picture, renderer.view)
    scene = reader.read(Frame(picture, 2, 0.1, "test")).scene
    assert [(item.why, item.thing) for item in scene.unread] == [(Why.COCKED, DieKey("any", "4", 1))]


PROGRAM = ("D+1", "D+1", "R+1", "D+2", "T", "R-1", "D+1", "-> 2")


def lay_program(board: Board, steps: tuple[str, ...], turned: float, *, columns: int = 5) -> None:
    """Step cards in rows, as one reads, not quite straight; some lie face down."""
    chance = Random(8)
    for number, step in enumerate(steps):
        row, column = divmod(number, columns)
        at = Point(column * 70.0 + chance.uniform(-3, 3), -row * 98.0 + chance.uniform(-5, 5)).rotated(turned)
        pose = Pose(at.x + 300.0, at.y + 700.0, turned + chance.uniform(-5, 5))
        board.seen.world.lying[f"card {number}"] = TableItem(StepKey(step), pose, chance.random() < 0.5)


def take_up(board: Board) -> None:
    for name in [name for name in board.seen.world.lying if str(name).startswith("card ")]:
        del board.seen.world.lying[name]


def test_robots_on_hexagons_are_programmed_by_cards_and_their_places_and_turns_are_read(tmp_path: Path) -> None:
    async def test(board: Board) -> None:
        view = await board.until(lambda view: told(view, "steps-lay"))
        assert view.phase == Phase.PROGRAMS.value and "lock" not in view.may
        # A hole in a row is room for a card that can't be read.
        lay_program(board, PROGRAM, 20.0)
        hidden = board.seen.world.lying.pop("card 2")
        view = await board.until(lambda view: told(view, "steps-gap"))
        assert "lock" not in view.may
        board.seen.world.lying["card 2"] = hidden
        view = await board.until(lambda view: told(view, "steps-count"))
        assert "8" in translate(view.notices[0].text, "en") and "lock" in view.may
        # No screen tells what lies there.
        assert "D+2" not in json.dumps(view.to_json())
        assert (await board.table.submit("lock")).ok
        view = await board.until(lambda view: told(view, "steps-left"))
        assert view.hands["green1"].complete and not view.hands["green2"].complete
        take_up(board)
        await board.until(lambda view: told(view, "steps-lay"))
        for robot in ("green2", "violet1", "violet2"):
            assert (await board.table.submit("program", {"player": robot, "rows": ["R+1"]})).ok
        view = await board.until(asked)
        laid = {robot.name: robot.program for robot in board.table.game_state.reserve}
        assert laid["green1"] == PROGRAM and laid["violet2"] == ("R+1",)

        # A robot is placed by hand; which way it looks is read, and a way between two is no way.
        choice = next(c for c in view.play.choices if c.move.startswith("green1"))
        spot = str(choice.target)
        board.hands.put(board.first("green1"), spot, 60.0)
        await board.until(lambda view: bool(view.notices))
        assert len(board.table.latest().story) == 0
        heading = float(HexHeading.of(2).value)
        board.hands.put(board.first("green1"), spot, heading)
        view = await board.until(lambda view: moved(view, 1))
        (piece,) = view.play.pieces
        assert (piece.name, piece.spot, piece.heading) == ("green1", spot, heading)
        # A sixth of a turn later it stands otherwise than the game has it.
        board.hands.put(board.first("green1"), spot, heading - 60.0)
        await board.until(lambda view: told(view, "hand-turn"))

    with_board(tmp_path / "game.jsonl", test, "robots_hex", rendered=False)


QUESTION = ("test 1", "no", "enemy-robots", "within", "2", "in-my-direction")


def test_a_question_laid_as_cards_is_asked_in_the_game(tmp_path: Path) -> None:
    """From the first card to the outcome: one program by hand with a mistake, the others by simulated people."""
    steps = ("? 1", "D+1", "R+1", "? 1", "*", "T", "D+1", "*")
    path = tmp_path / "game.jsonl"

    async def test(board: Board) -> None:
        await board.until(lambda view: told(view, "steps-lay"))
        # A word is missing where a number belongs; every language says where.
        wrong = (*steps, *(card for card in QUESTION if card != "2"))
        lay_program(board, wrong, 0.0, columns=8)
        view = await board.until(lambda view: told(view, "steps-refused"))
        refused = view.notices[1].text
        assert translate(refused, "en") == "test 1, card 4 does not fit here; what fits: a number"
        assert translate(refused, "pl") == "test 1, karta 4 tu nie pasuje; pasuje: liczba" and "lock" not in view.may
        # Without its question a test can't be asked.
        take_up(board)
        lay_program(board, steps, 0.0, columns=8)
        view = await board.until(
            lambda view: told(view, "steps-refused") and "karta" not in translate(view.notices[1].text, "pl")
        )
        assert translate(view.notices[1].text, "en").startswith("step 1: test 1 has no question")
        take_up(board)
        lay_program(board, (*steps, *QUESTION), 0.0, columns=8)
        await board.until(lambda view: told(view, "steps-count") and "14" in translate(view.notices[0].text, "en"))
        assert "lock" in board.table.latest().may
        assert (await board.table.submit("lock")).ok
        await board.until(lambda view: told(view, "steps-left"))
        board.table.subscribe(board.hands.on_view)
        take_up(board)
        await board.until(asked, 1000.0)
        robots = {robot.name: robot for robot in board.table.game_state.reserve}
        assert robots["green1"].program == steps
        asks = "no enemy robots at 2 cells or less in my direction"
        assert robots["green1"].tests == (("1", asks),)
        # The others' programs were laid as cards, too; none was written.
        fire = (("1", "enemy robots in my column of fire"),)
        assert fire in [robot.tests for name, robot in robots.items() if name != "green1"]
        view = await board.until(lambda view: view.phase == Phase.OVER.value, 100_000.0)
        assert view.winners is not None
        story = [words for row in view.story for words in row.sentences]
        why = next(words for words in story if "green1 answers test 1" in translate(words, "en"))
        assert f"“{asks}”: yes, counted 0." in translate(why, "en") and "wrogich robotów brak" in translate(why, "pl")

    with_board(path, test, "robots_hex", rendered=False, laid=False)
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    laid = [row["data"] for row in rows if row.get("kind") == "hand"]
    assert {entry["player"] for entry in laid} == {"green1", "green2", "violet1", "violet2"}


def test_people_write_a_program_whose_cards_cannot_be_read(tmp_path: Path) -> None:
    async def test(board: Board) -> None:
        board.truth.unread = (Unread(Why.COVERED, (), Pose(300.0, 300.0, 0.0), StepKey("T", 9)),)
        await board.until(asked, 1000.0)
        assert all(robot.program for robot in board.table.game_state.reserve)
        assert not [name for name in board.seen.world.lying if str(name).startswith("card ")]

    with_board(tmp_path / "game.jsonl", test, "robots_hex", rendered=False, laid=False, helpful=True)


def test_cards_and_robots_on_the_printed_hexagons_are_read_from_one_picture() -> None:
    """Steps and a question, face up and down, and four robots that look four ways; from a rendered table."""
    tabletop = tabletop_named("robots_hex")
    pieces = piece_set(tabletop, tabletop.setup(2))
    renderer = Renderer(piece_kit(pieces), view_over(webcam((1280, 1080)), pieces.sheet.grown(10.0)), seed=3)
    world, chance = World(), Random(5)
    world.lying["mat"] = TableItem(pieces.mat_key, Pose(0.0, 0.0, 0.0))
    steps = (*PROGRAM, "? 1", "*", "test 1", "at-least", "2", "enemy-robots", "in-my-fire")
    for number, step in enumerate(steps):
        row, column = divmod(number, 5)
        at = Point(column * 70.0, -row * 98.0).rotated(-12.0)
        pose = Pose(at.x + 160.0, at.y + 780.0, -12.0 + chance.uniform(-5, 5))
        world.lying[f"card {number}"] = TableItem(StepKey(step), pose, number % 2 == 0)
    expected = []
    for number, (key, kind, _) in enumerate(pieces.pieces()):
        spot, direction = pieces.spots[100 + 13 * number], 1 + number
        turned = float(HexHeading.of(direction).value) + chance.uniform(-9, 9)
        world.lying[key] = TableItem(key, Pose(spot.at.x + 6.0, spot.at.y - 8.0, turned))
        expected.append((kind.name, f"{spot.name} {direction}"))
    reader = Reader(renderer.kit, pieces.mat_key, live=False)
    scene = reader.read(Frame(renderer.render(Snapshot.of(world)), 1, 0.0, "test")).scene
    assert not scene.trouble and not scene.unread
    found = read_steps(scene)
    assert (found.steps, found.doubt) == (steps, "")
    assert read_board(scene, pieces, tabletop.headings).standing == tuple(sorted(expected))


@pytest.mark.parametrize(
    ("change", "doubt"),
    [
        ({}, ""),
        ({1: None}, "gap"),
        ({3: None}, "gap"),
        ({5: None}, "gap"),
        ({7: None}, ""),
        ({3: None, 4: None, 5: None}, "gap"),
        ({2: (100.0, 0.0, 0.0)}, "overlap"),
        ({2: (140.0, 0.0, 180.0)}, "turned"),
    ],
)
def test_cards_that_lie_otherwise_than_one_reads_are_no_program(
    change: dict[int, tuple[float, float, float] | None], doubt: str
) -> None:
    """Eight cards in rows of three; some are missing, or lie on another, or upside down."""
    things = []
    for number, step in enumerate(PROGRAM):
        place = change.get(number, (70.0 * (number % 3), -98.0 * (number // 3), 0.0))
        if place is not None:
            at = Point(place[0], place[1]).rotated(130.0)
            things.append(Seen(StepKey(step, number), Pose(at.x, at.y, 130.0 + place[2]), (), 2))
    scene = Scene(1, 0.0, (100, 100), MatKey("robots_hex"), tuple(things), (), (), settled=True)
    found = read_steps(scene)
    assert found.doubt == doubt
    if not change:
        assert found.steps == PROGRAM


@pytest.mark.parametrize(
    ("rows", "doubt"),
    [
        ((("D+1", "T", "? 1"), ("*",), ("test 1", "no", "robots", "within"), ("2",), ("test 2", "lakes")), ""),
        ((("D+1", "T", "? 1", "test 1"), ("robots",)), ""),
        ((("D+1",), ("T", "? 1"), ("test 1", "robots")), "gap"),
        ((("D+1", "T"), ("test 1", "no"), ("robots", "within", "2")), "gap"),
    ],
)
def test_a_question_may_begin_a_row_of_its_own(rows: tuple[tuple[str, ...], ...], doubt: str) -> None:
    things = [
        Seen(StepKey(card, 10 * (1 + row) + column), Pose(70.0 * column, -98.0 * row, 0.0), (), 2)
        for row, cards in enumerate(rows)
        for column, card in enumerate(cards)
    ]
    found = read_steps(Scene(1, 0.0, (100, 100), MatKey("robots_hex"), tuple(things), (), (), settled=True))
    assert found.doubt == doubt
    assert found.steps == tuple(card for cards in rows for card in cards)
