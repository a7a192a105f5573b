"""The stage in print: the board's places inside, the wings round them, markers that no other mat carries."""

from __future__ import annotations

from boards.geometry import Rect
from boards.hexboards import BUILT_IN as HEXBOARDS
from boards.hexboards import hexboard
from boards.languages import LANGUAGES
from boards.markers import MAT_IDS, quiet_mm
from boards.mats import BUILT_IN, mat
from boards.stage import STAGE_KEY
from boards.stage_kit import stage_documents, stage_drawing, stage_kit
from controller.app.staged_game import checked_stage, waiting
from controller.games.registry import NAMES, tabletop_named

STAGE = checked_stage("robot_game")


def test_places_and_wings_share_the_mat() -> None:
    cells = STAGE.cells()
    assert len({*cells.values()}) == len(cells) == 25 and len(STAGE.wings) == 24
    assert not {*cells.values()} & {*STAGE.wings} and all(cell in STAGE.grid for cell in cells.values())
    # The arena's rows count from above.
    assert str(cells["9,9"]) == "d4" and cells["9,7"].row > cells["9,11"].row


def test_its_markers_are_its_own_and_whole() -> None:
    ids = {marker.id for marker in STAGE.markers}
    taken = {marker.id for key in BUILT_IN for marker in mat(key).markers}
    taken |= {marker.id for key in HEXBOARDS for marker in hexboard(key).markers}
    for name in NAMES:
        tabletop = tabletop_named(name)
        taken |= set() if tabletop is None else {*tabletop.board_ids}
    assert len(ids) == 4 and ids <= {*MAT_IDS} and not ids & taken
    for marker in STAGE.markers:
        zone = Rect(marker.centre, marker.centre).grown(marker.side_mm / 2 + quiet_mm(marker.side_mm) - 1e-6)
        assert zone.low in STAGE.sheet and zone.high in STAGE.sheet
        assert zone.low not in STAGE.field and zone.high not in STAGE.field
    things = stage_kit(STAGE).things
    assert set(things) == {STAGE_KEY, "golem:red", "golem:blue", "golem:yellow", "golem:green"}


def test_it_is_printed_in_every_language() -> None:
    titles = {stage_documents(STAGE, language, "A3")[0].title for language in LANGUAGES}
    assert len(titles) == len(LANGUAGES)
    assert stage_drawing(STAGE, "en").markers() == STAGE.markers


def test_robots_wait_far_from_each_other() -> None:
    poses = [*waiting(STAGE, ("red", "blue", "yellow", "green")).values()]
    cells = {STAGE.grid.cell_at(pose.point) for pose in poses}
    assert len(cells) == 4 and cells <= {*STAGE.wings}
    assert all(one.point.distance(other.point) >= 200 for one in poses for other in poses if one is not other)
