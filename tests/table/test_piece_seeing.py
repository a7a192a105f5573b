"""A board of pieces below the camera: moves made with the hand are seen, wrong ones are told and put back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import controller.games
from boards.base.catalogue import languages, translate, translate_all
from boards.geometry import Pose
from boards.kit.kit import DIE_MM
from boards.kit.piece_kit import piece_kit
from boards.kit.thing_keys import DieKey
from calibration.camera_frames import Frame
from controller.app.simulation.simulated_board import board_renderer
from controller.games.game_registry import tabletop_named
from controller.games.printed_pieces import piece_set
from controller.table.core.phases import Phase
from controller.table.perception.board_reading import read_board
from controller.table.view.view import View
from controller.vision.reader import Reader
from controller.vision.scene import Trouble, Unread, Why
from hardware.simulated.camera_faults import leaning_marker
from hardware.simulated.world import Snapshot, TableItem, World
from tests.support.board_looks import asked, codes, moved, told, with_board
from tests.support.piece_board import Board

SIXTH = Path(__file__).parents[1] / "sixth"
SKIRMISH = "4c5/10/2t7/10/4r5/3n6/3N6/2T7/R9/2C7 b Rr 0"
"""Few pieces, close together."""


def facts(view: View) -> list[dict[str, str]]:
    return [dict(notice.facts) for notice in view.notices]


def ghosts(view: View) -> list[str]:
    return [piece.name for piece in view.play.pieces if piece.ghost]


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


def test_people_of_a_team_play_in_turn_below_the_camera(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    people = {"red": ["Anna", "Ben"], "blue": ["Cem"]}
    turns = (("red", "2", "11", "13"), ("blue", "3", "1", "4"), ("red", "1", "13", "14"), ("blue", "2", "4", "6"))

    async def test(board: Board) -> None:
        beside = Pose(board.seen.pieces.sheet.high.x + 60.0, 200.0, 25.0)
        thrown: dict[str, int] = {"red": 0, "blue": 0}

        def throw(face: str, turn: int) -> None:
            lying = board.seen.world.lying
            for key in [key for key in lying if isinstance(key, DieKey)]:
                del lying[key]
            board.lay(DieKey("any", face, 1), beside.x - 20.0 * (turn % 2), beside.y, 25.0 + 70.0 * turn)

        throw("5", -1)
        for turn, (player, face, origin, target) in enumerate(turns):
            team = people[player]
            said = f"{team[thrown[player] % len(team)]}’s turn."
            view = await board.until(lambda view, who=player: (view.phase, view.play.turn) == (Phase.DICE.value, who))
            assert said in translate(view.play.facts[-1], "en")
            # The die still lies as it did; then it is thrown.
            await board.until(lambda view: told(view, "piece-die-old"))
            throw(face, turn)
            view = await board.until(asked)
            # Whoever threw moves as well.
            assert said in translate(view.play.facts[-1], "en")
            thrown[player] += 1
            board.move(player, origin, target)
        view = await board.until(lambda view: view.phase == Phase.DICE.value and view.play.turn == "red")
        assert translate(view.play.facts[-1], "en") == "Red: Anna’s turn."

    setup = {"chips": {"red": [11], "blue": [1]}, "teams": people}
    with_board(path, test, "spiral", setup=setup, real_dice=True)


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
