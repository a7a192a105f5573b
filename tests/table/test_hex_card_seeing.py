"""Robots on hexagons below a camera: programs and questions that are laid as cards."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from boards.base.catalogue import translate
from boards.geometry import Point, Pose
from boards.hex_grid import HexHeading
from boards.kit.piece_kit import piece_kit
from boards.kit.thing_keys import MatKey, StepKey
from calibration.camera_frames import Frame
from controller.games.game_registry import tabletop_named
from controller.games.printed_pieces import piece_set
from controller.table.core.phases import Phase
from controller.table.perception.board_reading import read_board
from controller.table.perception.step_reading import read_steps
from controller.vision.reader import Reader
from controller.vision.scene import Scene, Seen, Unread, Why
from hardware.simulated.rendering.renderer import Renderer
from hardware.simulated.simulated_camera import view_over, webcam
from hardware.simulated.world import Snapshot, TableItem, World
from tests.support.board_looks import asked, moved, told, with_board
from tests.support.piece_board import Board

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
        why = next(words for words in story if "Green robot 1 answers test 1" in translate(words, "en"))
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
