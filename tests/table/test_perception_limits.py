"""Where perception draws its lines: between cells, between rows of cards, between a program and none."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import pytest

from boards.base.catalogue import translate
from boards.geometry import Cell, Pose, wrap_degrees
from boards.kit.cards import CardKind
from boards.kit.kit import CARD_MM
from boards.kit.thing_keys import PieceKey, StepKey, TokenKey
from boards.mats import mat
from controller.games.game_registry import AnyTabletop, tabletop_named
from controller.games.printed_pieces import piece_set
from controller.table.core.phases import Phase
from controller.table.perception.board_reading import read_board, still_ghosts
from controller.table.perception.hand_status import hand_of
from controller.table.perception.program_reading import TableReading, read_rows, row_problem
from controller.table.perception.step_reading import StepReading, read_steps
from tests.table.perceived import GOLEMS, MAT, PROGRAM, ROLLED, GolemTable, golems, lies, scene

# -- a board of pieces -----------------------------------------------------------------------------------

HEXAGONS = tabletop_named("robots_hex")
JETAN = tabletop_named("jetan")


def stands(tabletop: Any, right: float, up: float, heading: float = 0.0) -> tuple[Any, Any]:
    """Where a piece is that lies so many cells beside the middle of a place in the middle of the board."""
    pieces = piece_set(tabletop, tabletop.setup(2))
    middle = pieces.field.centre
    spot = min(pieces.spots, key=lambda one: one.at.distance(middle))
    kind = next(kind.name for kind in pieces.kinds)
    at = Pose(spot.at.x + right * pieces.cell_mm, spot.at.y + up * pieces.cell_mm, heading)
    found = read_board(scene(lies(PieceKey(kind, 1), at)), pieces, tabletop.headings)
    return spot.name, found


@pytest.mark.parametrize(("right", "up"), [(0.41, 0.0), (0.0, -0.41), (0.41, 0.41)])
def test_a_piece_stands_on_a_square_up_to_its_edge(right: float, up: float) -> None:
    spot, found = stands(JETAN, right, up)
    assert [place.partition(" ")[0] for _, place in found.standing] == [spot] and not found.doubtful


@pytest.mark.parametrize(("right", "up"), [(0.43, 0.0), (0.0, 0.43), (-0.43, 0.1)])
def test_a_piece_on_a_line_stands_between_two_places(right: float, up: float) -> None:
    spot, found = stands(JETAN, right, up)
    assert found.standing == () and [*found.between.values()] == [spot] and found.doubtful


@pytest.mark.parametrize(
    ("degrees", "looks"), [(0.0, True), (19.9, True), (-19.9, True), (20.1, False), (-29.0, False)]
)
def test_a_piece_looks_one_way_if_it_is_turned_by_no_more_than_20_degrees(degrees: float, looks: bool) -> None:
    name, heading = next(iter(HEXAGONS.headings.items()))
    _, found = stands(HEXAGONS, 0.0, 0.0, heading + degrees)
    [(_, place)] = found.standing
    assert place.partition(" ")[2] == (name if looks else "?")


def test_of_two_ghosts_of_one_kind_and_place_one_piece_is_one_no_more() -> None:
    alike = cast("AnyTabletop", SimpleNamespace(kind=lambda name: name[0], standing=lambda laid: ()))
    wanted = {"k1": "b2", "k2": "b2", "k3": "c2"}
    for seen, left in (((), ("k1", "k2")), ((("k", "b2"),), ("k2",)), ((("k", "b2"), ("k", "b2")), ())):
        assert still_ghosts(alike, seen, wanted, ("k2", "k1", "gone")) == left


# -- cards in reading order ------------------------------------------------------------------------------


def step_cards(*cards: tuple[str, float, float, float], turned: float = 0.0) -> StepReading:
    """What is read of cards at these places (in widths and heights of a card) and headings, the sheet turned."""
    seen = []
    for number, (text, x, y, heading) in enumerate(cards):
        at = Pose(0.0, 0.0, turned).place(Pose(x * CARD_MM[0], y * CARD_MM[1], 0.0).point)
        seen.append(lies(StepKey(text, number), Pose(at.x, at.y, wrap_degrees(heading + turned))))
    return read_steps(scene(*seen))


@pytest.mark.parametrize("turned", [0.0, 90.0, 135.0, 180.0, -179.0])
def test_cards_are_read_in_their_own_order_however_the_row_is_turned(turned: float) -> None:
    cards = (("T", 0.0, 0.0, 8.0), ("D+2", 1.1, 0.1, 0.0), ("R+1", 2.2, -0.1, -3.0), ("D-1", 3.3, 0.0, 14.0))
    assert step_cards(*cards, turned=turned) == StepReading(("T", "D+2", "R+1", "D-1"))


@pytest.mark.parametrize(
    ("askew", "doubt"), [(39.9, ""), (-39.9, ""), (40.1, "turned"), (-40.1, "turned"), (180, "turned")]
)
def test_a_card_that_lies_otherwise_than_the_others_is_no_card_of_the_program(askew: float, doubt: str) -> None:
    cards = (("T", 0.0, 0.0, 0.0), ("D+2", 1.1, 0.0, askew), ("R+1", 2.2, 0.0, 0.0))
    assert step_cards(*cards).doubt == doubt


def test_which_way_is_up_is_how_the_middle_card_lies_and_not_the_mean() -> None:
    """Three lie straight, two askew to one side: one 41 degrees off the three is turned, though 25 off the mean."""
    cards = [(text, 1.1 * number, 0.0, 0.0) for number, text in enumerate(("T", "D+2", "R+1"))]
    assert step_cards(*cards, ("D-1", 3.3, 0.0, 41.0), ("D-2", 4.4, 0.0, 39.0)).doubt == "turned"
    assert step_cards(*cards, ("D-1", 3.3, 0.0, 39.0), ("D-2", 4.4, 0.0, 39.0)).doubt == ""


@pytest.mark.parametrize(("down", "steps"), [(0.49, ("T", "D+2")), (0.51, ("D+2", "T"))])
def test_cards_within_half_a_cards_height_are_in_one_row(down: float, steps: tuple[str, str]) -> None:
    """The left one lies lower: in its row it comes first, in a row of its own last."""
    assert step_cards(("T", 0.0, -down, 0.0), ("D+2", 1.1, 0.0, 0.0)).steps == steps


# -- a hand ----------------------------------------------------------------------------------------------

KINDS = [[CardKind(text)] for text in PROGRAM]


def test_cards_on_a_screen_are_a_program_with_the_same_grammar() -> None:
    whole = read_rows("red", KINDS)
    assert whole == TableReading({"red": PROGRAM}, {"red": 4}, (), {}, {}, {}, (), ())
    found = read_rows("red", [[], KINDS[0], [CardKind.REPEAT_2], [*KINDS[0], *KINDS[1]]])
    assert found.programs == {"red": ("", "forward", None, None)} and found.cards == {"red": 4}
    assert [(one.code, one.colour, one.lane, one.slot) for one in found.problems] == [
        ("incomplete-repeat", "red", 2, 0),
        ("too-many", "red", 3, 1),
        ("row-empty", "red", 0, None),
    ]
    assert read_rows("red", [KINDS[0], [], [], []]).problems == (), "rows that are still to come"


def test_a_card_beside_the_rows_keeps_its_own_player_from_being_done() -> None:
    whole = read_rows("red", KINDS)
    for colour, done in (("red", False), ("blue", True)):
        beside = row_problem("outside-lanes", colour, None, None)
        assert replace(whole, problems=(beside,)).complete("red") is done
    assert not replace(whole, programs={"red": PROGRAM[:3]}).complete("red")


def test_a_program_with_any_problem_is_none() -> None:
    whole = read_rows("red", KINDS)
    hand = hand_of(GOLEMS, ROLLED, whole, "red")
    assert hand.rows == PROGRAM and hand.view.complete and hand.view.problems == ()
    outside = row_problem("outside-lanes", "red", None, None)
    hand = hand_of(GOLEMS, ROLLED, replace(whole, problems=(outside,)), "red")
    assert hand.rows is None and not hand.view.complete and hand.view.problems == (outside.public,)
    assert (hand.view.cards, hand.view.rows_laid) == (4, 4)
    others = row_problem("outside-lanes", "blue", None, None)
    assert hand_of(GOLEMS, ROLLED, replace(whole, problems=(others,)), "red").rows == PROGRAM
    nothing = hand_of(GOLEMS, ROLLED, whole, "blue")
    assert nothing.rows is None and nothing.view.cards == 0 and nothing.view.problems == ()
    unread = replace(whole, programs={"red": ("forward", None, "turn-left", "defend")})
    assert hand_of(GOLEMS, ROLLED, unread, "red").rows is None
    dicey = replace(whole, programs={"red": ("forward", "repeat 2 attack", "turn-left", "defend")})
    refused = hand_of(GOLEMS, ROLLED, dicey, "red")
    assert refused.rows is None
    assert [translate(text, "en")[:6] for text in refused.view.problems] == ["Row 2:"], "the die shows no repeat"
    short = hand_of(GOLEMS, ROLLED, replace(whole, programs={"red": ("forward", "", "", "")}), "red")
    assert short.rows is None and short.view.problems == () and short.view.rows_laid == 1


# -- the camera, and what lies there ---------------------------------------------------------------------


def test_people_are_told_for_eight_seconds_that_the_camera_was_bumped() -> None:
    table = GolemTable(Phase.CHECK)
    table.look(scene(*golems(), camera_moved=True), 50.0)

    def told(now: float, **more: Any) -> bool:
        table.look(scene(*golems(), **more), now)
        return "eye-bumped" in [notice.code for notice in table.heard.standing_notices]

    assert [told(now) for now in (50.1, 57.9, 58.1)] == [True, True, False]
    assert not told(59.0, camera_moved=True, settled=False), "a look that shows no table at rest"


def test_tokens_that_lie_there_are_borne_in_mind_by_kind_and_cell() -> None:
    grid = mat(MAT).grid

    def token(kind: str, number: int, cell: str) -> Any:
        centre = grid.centre(Cell.parse(cell))
        return lies(TokenKey(kind, number), Pose(centre.x, centre.y, 0.0))

    table = GolemTable(Phase.CHECK)
    beside = lies(TokenKey("wall", 3), Pose(-300.0, 50.0, 0.0))
    table.look(scene(*golems(), token("wall", 1, "c2"), token("wall", 2, "b1"), token("barrel", 1, "c3"), beside))
    assert table.memory.lying == {"walls": ("b1", "c2"), "barrels": ("c3",)}
