"""What screens show of a row on a stage while robots act it out: nothing before it is done, nothing out of order."""

from __future__ import annotations

from dataclasses import replace

from boards.geometry import Cell, Pose, SquareGrid
from boards.stage import StagePlace
from controller.games.game import Act, Gesture, MotionGroup, Travel
from controller.games.tabletop import Piece
from controller.table.motion.robot_assignment import StagePart
from controller.table.motion.stage_progress import RowScript, StageProgress
from controller.table.view.row_progress import RowProgress
from tests.table.test_staged_pieces import STAGE

SQUARES = replace(
    STAGE,
    grid=SquareGrid(5, 5, 100.0),
    places=(StagePlace("p1", Cell(1, 1), "light"), StagePlace("p2", Cell(2, 1), "light")),
    board=None,
)
GOES, HIT = Travel("a", Cell(1, 1), Cell(2, 1)), Gesture("b", Act.HIT)
THERE = {"a": StagePart("x", Cell(2, 1), 0.0)}


def script(*coming: str) -> RowScript:
    """`a` goes and `b` is hit; the second and the last event are shown by nobody; `c` does nothing."""
    pieces = {name: Piece(name, "x", spot, name) for name, spot in (("a", "p2"), ("b", "p1"), ("c", "p1"))}
    groups = (MotionGroup((GOES,)), MotionGroup((HIT,)))
    return RowScript(groups, ((GOES,), (), (HIT,), ()), frozenset(pieces), pieces, frozenset(coming))


def begun(*coming: str) -> tuple[StageProgress, list[RowProgress]]:
    told: list[RowProgress] = []
    progress = StageProgress(script(*coming), SQUARES, told.append)
    progress.begin({"red": "a"})
    assert told == [RowProgress({}, frozenset({"a", "b", "c", *coming}), frozenset({"a"}), ())]
    return progress, told


def test_a_piece_is_where_its_robot_is_and_has_moved_when_that_has_arrived() -> None:
    progress, told = begun()
    progress.driving({"red": "a"}, THERE, {"red": Pose(150.0, 150.0, 0.0)})
    assert told[-1].stands == {"a": ("p1", 0.0)} and told[-1].sentences == ()
    progress.moved({"red": Pose(250.0, 150.0, 0.0)}, frozenset({"red"}))
    assert told[-1].stands == {"a": ("p2", 0.0)} and "a" in told[-1].waiting, "it has orders left"
    progress.moved({"red": Pose(250.0, 150.0, 0.0)}, frozenset())
    assert told[-1].waiting == {"b", "c"} and told[-1].sentences == (0, 1)
    count = len(told)
    progress.moved({"red": Pose(250.0, 150.0, 0.0)}, frozenset())
    assert len(told) == count, "nothing new"
    progress.acted((HIT,))
    assert told[-1].waiting == frozenset() and told[-1].sentences == (0, 1, 2, 3)


def test_a_robot_elsewhere_or_askew_has_not_arrived() -> None:
    for pose in (Pose(350.0, 150.0, 0.0), Pose(250.0, 150.0, 90.0)):
        progress, told = begun()
        progress.driving({"red": "a"}, THERE, {"red": pose})
        assert "a" in told[-1].waiting and told[-1].sentences == ()


def test_what_nobody_shows_is_told_with_what_was_before_it() -> None:
    progress, told = begun()
    progress.acted((HIT,))
    assert told[-1].sentences == (2,), "the first event is not done: what follows from it is not either"
    progress.drove()
    assert told[-1].sentences == (0, 1, 2, 3) and told[-1].stands["a"] == ("p2", 0.0), "a ghost has moved"


def test_a_row_is_over_when_all_who_come_are_there() -> None:
    progress, told = begun("d")
    progress.drove()
    progress.acted((HIT,))
    assert told[-1].waiting == {"d"} and told[-1].sentences == (0, 1, 2)
    progress.ended()
    assert told[-1].waiting == frozenset() and told[-1].sentences == (0, 1, 2, 3)
