"""Games of pieces in print: every marker is read back at its place, boards are those of the page, ids clash nowhere."""

from __future__ import annotations

import io
import json
import math
from pathlib import Path
from typing import Any

import pytest

import controller.games
from boards.base.catalogue import languages, translate
from boards.drawing.pdf import write_pdf
from boards.drawing.piece_art import board_drawing, lid_net, lid_top, sign_shapes
from boards.hexagons.hex_question_cards import word_ids
from boards.hexagons.hex_step_cards import step_ids
from boards.hexboards import hexboard
from boards.kit.marker_plan import BOARD_IDS, MAT_IDS, MODULES, QUIET_MODULES
from boards.kit.piece_kit import piece_kit
from boards.kit.piece_set import LID_MM, PieceSet, TooManyPieces
from boards.kit.thing_keys import DieKey, MatKey, PieceKey
from boards.mats import BUILT_IN, mat
from boards.printing.documents import WHAT
from boards.printing.manifest import corners_of
from boards.printing.piece_documents import piece_documents
from boards.printing.sheets import usable
from controller.cli import main
from controller.games import game_registry as registry
from controller.games.printed_pieces import piece_set
from controller.games.tabletop import BoxedPieces
from tests.support.prints import markers_on

SIXTH = Path(__file__).parents[1] / "sixth"
GAMES = {"jetan": 2, "spiral": 6, "robots_hex": 2, "frogs": 2}


@pytest.fixture(autouse=True)
def sixth(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(controller.games, "__path__", [*controller.games.__path__, str(SIXTH)])


def things_of(game: str) -> PieceSet:
    tabletop = registry.tabletop_named(game)
    return piece_set(tabletop, tabletop.setup(GAMES[game]))


@pytest.mark.parametrize(
    ("game", "what", "paper"), [("jetan", "pieces", "A3"), ("frogs", "boards", "A3"), ("spiral", "die", "A4")]
)
def test_every_marker_is_read_back_at_its_place(game: str, what: str, paper: str) -> None:
    pieces = things_of(game)
    (document,) = piece_documents(pieces, [what], "ru", paper)
    out = io.BytesIO()
    write_pdf(document, out, "ru", 1)
    seen: list[int] = []
    for number, page in enumerate(document.pages):
        wanted = {
            marker.id: placement.at + marker.centre
            for placement in page.placements
            for marker in placement.drawing.markers()
            if placement.part is None or all(placement.at + corner in placement.part for corner in corners_of(marker))
        }
        found = {
            marker: [sum(values) / 4 for values in zip(*corners, strict=True)]
            for marker, corners in markers_on(out.getvalue(), number, page.size[1])
        }
        assert wanted.keys() <= found.keys()
        assert all(math.dist(found[marker], (at.x, at.y)) < 0.2 for marker, at in wanted.items())
        seen += wanted
    kinds: Any = {"pieces": PieceKey, "die": DieKey, "boards": MatKey}
    own = [m.id for t in piece_kit(pieces).things.values() if isinstance(t.key, kinds[what]) for m in t.markers]
    assert sorted(set(seen)) == sorted(own)


@pytest.mark.parametrize("game", GAMES)
def test_no_two_things_of_a_game_share_a_marker_and_boards_are_told_apart(game: str) -> None:
    pieces = things_of(game)
    kit = piece_kit(pieces)
    steps = {*step_ids(1).values(), *word_ids(1).values()}
    ids = [marker.id for thing in kit.things.values() for marker in thing.markers]
    assert len([marker for marker in ids if marker not in steps]) == len({*ids} - steps)
    boards = {marker.id for marker in pieces.markers}
    others = {marker.id for key in BUILT_IN for marker in mat(key).markers}
    for other in GAMES:
        if other != game:
            others |= {marker.id for marker in things_of(other).markers}
    assert len(boards) == 4 and not boards & others
    assert boards <= {*MAT_IDS} and (game == "robots_hex" or boards <= {*BOARD_IDS})
    assert all(len(kit.marker_owner(marker)) == 1 for marker in ids)


@pytest.mark.parametrize("game", GAMES)
def test_a_piece_fits_its_place_and_its_marker_its_lid(game: str) -> None:
    pieces = things_of(game)
    kit = piece_kit(pieces)
    apart = min(
        math.hypot(one.at.x - other.at.x, one.at.y - other.at.y)
        for one in pieces.spots
        for other in pieces.spots
        if one is not other
    )
    # Two neighbours that are turned by any angle don't touch by more than their corners.
    assert pieces.piece_mm < apart * 0.81
    for key, kind, _ in pieces.pieces():
        thing = kit.things[key]
        (marker,) = thing.markers
        assert thing.height_mm == LID_MM
        assert marker.side_mm * (1 + 2 * QUIET_MODULES / MODULES) <= pieces.piece_mm - 4 + 1e-9
        for language in languages():
            net, top = lid_net(kind, marker, pieces.piece_mm, language), lid_top(kind, marker, pieces.piece_mm)
            assert net.markers() == top.markers() == (marker,)
            words = " ".join(shape.text for shape in net.shapes if hasattr(shape, "text"))
            assert all(word in words for word in translate(kind.text, language).split())


@pytest.mark.parametrize("game", ["jetan", "spiral", "frogs"])
def test_the_printed_board_is_the_pages_board(game: str) -> None:
    pieces, tabletop = things_of(game), registry.tabletop_named(game)
    spots = tabletop.spots(tabletop.game.start(tabletop.setup(GAMES[game])))
    assert [spot.name for spot in pieces.spots] == [spot.name for spot in spots]
    for printed, shown in zip(pieces.spots, spots, strict=True):
        assert printed.at.x == pytest.approx((shown.x + 0.5) * pieces.cell_mm)
        assert printed.at.y == pytest.approx((shown.y + 0.5) * pieces.cell_mm)
        assert not shown.sign or sign_shapes(shown.sign)
    for language in languages():
        drawing = board_drawing(pieces, language)
        words = [shape.text for shape in drawing.shapes if hasattr(shape, "text")]
        assert {spot.name for spot in spots} <= {*words}
        assert drawing.markers() == pieces.markers


def test_robots_stand_where_the_printed_hexagons_are() -> None:
    board = hexboard()
    for spot in things_of("robots_hex").spots:
        cell = board.grid.cell_at(spot.at)
        assert str(cell) == spot.name and cell is not None
        assert math.dist((spot.at.x, spot.at.y), (board.grid.centre(cell).x, board.grid.centre(cell).y)) < 0.1


def test_more_pieces_than_markers_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    tabletop = registry.tabletop_named("frogs")
    words = dict.fromkeys(languages(), "frog")
    monkeypatch.setattr(tabletop, "box", lambda _state, _players: (BoxedPieces("green", "green", "", words, 89),))
    with pytest.raises(TooManyPieces, match="88"):
        piece_kit(piece_set(tabletop, {}))


def test_the_command_prints_a_games_things_and_lists_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    listed = tmp_path / "list.json"
    words = ["print", "board", "piece", "die", "--game", "spiral", "--players", "6", "--out", str(tmp_path)]
    assert main([*words, "--manifest", str(listed)]) == 0
    told: Any = json.loads(listed.read_text())
    assert [file["file"] for file in told["files"]] == ["spiral-board.pdf", "spiral-pieces.pdf", "spiral-die.pdf"]
    keys = {thing["key"] for thing in told["things"]}
    assert keys == set(map(str, piece_kit(things_of("spiral")).things))
    assert {marker["id"] for thing in told["things"] for marker in thing["markers"]} == {
        marker.id for thing in piece_kit(things_of("spiral")).things.values() for marker in thing.markers
    }
    capsys.readouterr()
    for wrong, said in (
        (["print", "pieces"], "say which, such as --game jetan"),
        (["print", "pieces", "--game", "chess"], "there is no game 'chess'"),
        (["print", "pieces", "--game", "jetan", "--players", "5"], "Jetan is for two, not for 5"),
        (["print", "die", "--game", "jetan"], "jetan is played without one"),
        (["print", "pieces", "--game", "robot_game"], "robot_game is played on the screen"),
    ):
        assert main([*wrong, "--out", str(tmp_path / "none")]) == 2
        assert said in capsys.readouterr().err
    assert "boards" not in WHAT and not (tmp_path / "none").exists()


@pytest.mark.parametrize("paper_name", ["A4", "A3"])
@pytest.mark.parametrize("language", languages())
def test_the_sheet_of_the_start_ends_above_the_footer(language: str, paper_name: str) -> None:
    (document,) = piece_documents(things_of("jetan"), ["setup"], language, paper_name)
    (page,) = document.pages
    (placed,) = page.placements
    area = usable(page.size)
    assert placed.at.y + placed.drawing.bounds.low.y >= area.low.y - 1e-6
    assert placed.drawing.bounds.width <= area.width + 1e-6
