"""Where the camera sees golems and tokens against where the game has them: corrected, astray, or for people to mend."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from boards.base.catalogue import translate
from boards.geometry import Cell, Heading, Pose
from boards.kit.thing_keys import MatKey
from boards.mats import mat
from controller.games.game import Stand
from controller.table.perception.differences import Comparison, Tolerance, compare, expected_pose
from controller.table.perception.program_reading import TableReading
from controller.table.view.table_messages import COLOUR_WORDS
from controller.vision.scene import Why

GRID = mat(MatKey("4x4")).grid
B2, C3 = Cell.parse("b2"), Cell.parse("c3")
WEST = Stand(B2, Heading.W)
HOME = expected_pose(WEST, GRID)


def reading(
    golems: Mapping[str, Pose] | None = None, tokens: tuple[tuple[str, Cell | None, Pose], ...] = ()
) -> TableReading:
    return TableReading(
        programs={},
        cards={},
        problems=(),
        dice={},
        dice_unread={},
        golems=golems or {},
        tokens=tokens,
        ready=(),
        laid=(),
    )


def test_a_token_is_not_wanted_where_its_cell_cannot_be_seen() -> None:
    seen = replace(reading(), cells_unread={B2: Why.GLARE})
    (hidden, missing) = compared(seen, tokens={B2: "wall", C3: "water"}).notices
    assert (hidden.code, hidden.facts) == ("cell-unread", {"token": "wall", "cell": "b2"})
    assert "b2" in translate(hidden.text, "en") and "glare" in translate(hidden.text, "en")
    assert (missing.code, missing.facts["cell"]) == ("token-on", "c3")


def test_what_the_camera_does_not_surely_see_is_not_corrected() -> None:
    for off_by, within, wanted in (
        (off(7.0), (0.5, 0.2), True),
        (off(7.0), (1.5, 0.2), False),
        (off(0.0, 4.5), (0.5, 0.2), True),
        (off(0.0, 4.5), (0.5, 0.8), False),
    ):
        seen = replace(reading({"red": off_by}), golems_within={"red": within})
        assert ("red" in compared(seen, {"red": WEST}).corrections) is wanted, (off_by, within)


def compared(seen: TableReading, stands: Mapping[str, Stand] | None = None, **more: object) -> Comparison:
    given: dict[str, object] = {"tokens": {}, "fallen": (), "absent": (), **more}
    tokens, fallen, absent = given["tokens"], given["fallen"], given["absent"]
    return compare(seen, stands or {}, tokens, fallen, GRID, Tolerance(), absent)


def off(mm: float, degrees: float = 0.0) -> Pose:
    heading = (HOME.heading + degrees + 180.0) % 360.0 - 180.0
    return Pose(HOME.x, HOME.y + mm, heading)


def codes(found: Comparison) -> list[tuple[str, dict[str, str]]]:
    return [(notice.code, dict(notice.facts)) for notice in found.notices]


@pytest.mark.parametrize(
    ("seen", "what"),
    [
        (off(6.0), "right"),
        (off(6.1), "corrected"),
        (off(-38.0), "corrected"),
        (off(38.1), "astray"),
        (off(0.0, 4.0), "right"),
        (off(0.0, -4.0), "right"),
        (off(0.0, 4.1), "corrected"),
        (off(0.0, -40.0), "corrected"),
        (off(0.0, 40.1), "astray"),
        (off(0.0, 180.0), "astray"),
    ],
)
def test_a_golem_is_right_corrected_or_astray_by_how_far_it_is_off(seen: Pose, what: str) -> None:
    """Also one that looks west, where the headings go round."""
    found = compared(reading({"red": seen}), {"red": WEST})
    assert found.poses == {"red": seen}
    assert found.corrections == ({"red": HOME} if what == "corrected" else {})
    assert found.astray == ({"red": HOME} if what == "astray" else {})
    told = [("golem-astray", {"golem": "red", "cell": "b2", "facing": "W"})] if what == "astray" else []
    assert codes(found) == told and found.same is (what != "astray")


def test_every_golem_is_looked_for_also_after_one_that_is_missing() -> None:
    found = compared(reading({"red": off(20.0)}), {"blue": Stand(C3, Heading.N), "red": WEST})
    assert codes(found) == [("golem-missing", {"golem": "blue", "cell": "c3", "facing": "N"})]
    assert found.corrections == {"red": HOME} and not found.same


def test_the_middle_of_the_cell_is_where_a_golem_should_stand() -> None:
    assert HOME.point == GRID.centre(B2) and HOME.heading == 180.0
    assert expected_pose(Stand(C3, Heading.N), GRID) == Pose(GRID.centre(C3).x, GRID.centre(C3).y, 90.0)


def test_who_fell_or_does_not_play_must_be_off_the_field() -> None:
    on, beside = Pose(GRID.centre(C3).x, GRID.centre(C3).y, 0.0), Pose(-150.0, 50.0, 0.0)
    for pose, told in ((on, True), (beside, False)):
        found = compared(reading({"red": pose, "blue": pose}), fallen=("red",), absent=("blue",))
        wanted = [("golem-fallen", {"golem": "red"}), ("golem-absent", {"golem": "blue"})] if told else []
        assert codes(found) == wanted
        for name, notice in zip(("red", "blue"), found.notices, strict=False):
            assert translate(COLOUR_WORDS[name], "en") in translate(notice.text, "en")
    assert codes(compared(reading(), fallen=("red",), absent=("blue",))) == []


def test_a_second_top_of_a_colour_and_one_that_does_not_play_are_named() -> None:
    twice = replace(reading({"yellow": off(0.0)}), twice=("red",))
    found = compared(twice, {"red": WEST})
    # It is not asked for, though neither of the two is read.
    assert codes(found) == [("golem-twice", {"golem": "red"}), ("golem-absent", {"golem": "yellow"})]
    assert [notice.severity for notice in found.notices] == ["warning", "warning"]
    beside = reading({"red": HOME, "yellow": Pose(-150.0, 50.0, 0.0)})
    assert codes(compared(beside, {"red": WEST})) == []


def test_tokens_are_told_by_cell_what_lies_wrong_before_what_is_missing() -> None:
    def token(kind: str, cell: Cell, known: bool = True) -> tuple[str, Cell | None, Pose]:
        at = GRID.centre(cell)
        return kind, cell if known else None, Pose(at.x, at.y, 0.0)

    right = reading(tokens=(token("barrel", B2), token("wall", C3, known=False)))
    assert codes(compared(right, tokens={B2: "barrel", C3: "wall"})) == []
    swapped = compared(right, tokens={B2: "wall"})
    assert codes(swapped) == [
        ("token-off", {"token": "barrel", "cell": "b2"}),
        ("token-on", {"token": "wall", "cell": "b2"}),
        ("token-off", {"token": "wall", "cell": "c3"}),
    ]
    missing = compared(reading(), tokens={C3: "wall", B2: "barrel"})
    assert codes(missing) == [
        ("token-on", {"token": "barrel", "cell": "b2"}),
        ("token-on", {"token": "wall", "cell": "c3"}),
    ]
    beside = reading(tokens=(("barrel", None, Pose(-200.0, 100.0, 0.0)),))
    assert codes(compared(beside)) == [], "in the box"
