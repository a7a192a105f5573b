"""The stage in print: the board's places inside, the wings round them, markers that no other mat carries."""

from __future__ import annotations

from random import Random

import pytest

from boards.base.catalogue import languages
from boards.colours import COLOURS
from boards.drawing.primitives import Path, Text
from boards.geometry import Cell, Point, Pose, Rect, wrap_degrees
from boards.hexagons.hex_question_cards import word_ids
from boards.hexagons.hex_step_cards import step_ids
from boards.hexboards import BUILT_IN as HEXBOARDS
from boards.hexboards import STAGED, hexboard
from boards.kit.marker_plan import MAT_IDS, quiet_mm
from boards.kit.stage_kit import stage_documents, stage_drawing, stage_kit
from boards.kit.thing_keys import GolemKey, StepKey
from boards.mats import BUILT_IN, mat
from boards.printing.sheets import usable
from boards.stage import STAGE_KEY, Stage
from controller.app.compose.staged_game import AROUND_MM, checked_stage, waiting
from controller.games.game_registry import built_in, tabletop_named
from controller.table.perception.step_reading import StepReading, read_steps
from controller.vision.fusion.camera_reader import CameraReader
from controller.vision.scene import Scene
from hardware.simulated.rendering.renderer import Renderer
from hardware.simulated.simulated_camera import SimulatedCamera, view_over, webcam
from hardware.simulated.virtual_clock import run
from hardware.simulated.world import Body, TableItem, World

STAGE = checked_stage("robot_game")
HEXAGONS = checked_stage("robots_hex")
STAGES = (STAGE, HEXAGONS)
each_stage = pytest.mark.parametrize("stage", STAGES, ids=("squares", "hexagons"))


def test_places_and_wings_share_the_mat() -> None:
    cells = STAGE.cells()
    assert len({*cells.values()}) == len(cells) == 25 and len(STAGE.wings) == 24
    assert not {*cells.values()} & {*STAGE.wings} and all(cell in STAGE.grid for cell in cells.values())
    # The arena's rows count from above.
    assert str(cells["9,9"]) == "d4" and cells["9,7"].row > cells["9,11"].row


def test_the_whole_board_of_hexagons_lies_inside_the_wings_as_it_is() -> None:
    board, cells = hexboard(STAGED), HEXAGONS.cells()
    assert len({*cells.values()}) == len(cells) == 9 * 7 and len(HEXAGONS.wings) == 2 * 11 + 2 * 7
    assert not {*cells.values()} & {*HEXAGONS.wings} and all(cell in HEXAGONS.grid for cell in cells.values())
    aside = HEXAGONS.grid.centre(cells["a1"]) - board.grid.centre(Cell(0, 0))
    for name, cell in cells.items():
        own = Cell.parse(name)
        assert HEXAGONS.grid.centre(cell).distance(board.grid.centre(own) + aside) < 1e-9
        # Whoever goes on at the edge of the board is in the wings.
        for beside, there in zip(HEXAGONS.grid.neighbours(cell), board.grid.neighbours(own), strict=True):
            assert beside == cells[str(there)] if there in board.grid else beside in HEXAGONS.wings


def test_what_is_printed_is_where_the_eye_counts_it() -> None:
    shapes = stage_drawing(HEXAGONS, "en").shapes
    names = {shape.text: shape.at for shape in shapes if isinstance(shape, Text)}
    assert all(HEXAGONS.grid.cell_at(names[name]) == cell for name, cell in HEXAGONS.cells().items())
    printed = {shape.contours[0] for shape in shapes if isinstance(shape, Path) and len(shape.contours[0]) == 6}
    middles = {(round(sum(p.x for p in ring) / 6), round(sum(p.y for p in ring) / 6)) for ring in printed}
    for cell in (*HEXAGONS.wings, *HEXAGONS.cells().values()):
        centre = HEXAGONS.grid.centre(cell)
        assert (round(centre.x), round(centre.y)) in middles


def read_back(world: World, size: tuple[int, int]) -> Scene:
    """What the eye sees of the stage of hexagons in a picture of this size (px)."""

    async def look() -> Scene:
        printed = stage_kit(HEXAGONS)
        view = view_over(webcam(size), HEXAGONS.sheet.grown(AROUND_MM))
        eye = CameraReader(SimulatedCamera(world, Renderer(printed, view, seed=8)), printed, STAGE_KEY)
        await eye.open()
        try:
            return await eye.settled(5.0)
        finally:
            await eye.close()

    return run(look())


def test_a_program_on_the_mat_is_read_while_the_golems_wait_in_the_wings() -> None:
    chance = Random(9)
    steps = ("? 1", "T", "D+2", "R+1", "RAZ", "test 1", "enemy-robots", "in-my-fire")
    world = World(lying={"mat": TableItem(STAGE_KEY, Pose(0.0, 0.0, 0.0))})
    world.bodies.update({name: Body(pose) for name, pose in waiting(HEXAGONS, COLOURS).items()})
    for number, step in enumerate(steps):
        # The question begins a row of its own.
        row, column = (0, number) if number < 5 else (1, number - 5)
        at = Point(330.0 + 70.0 * column, 620.0 - 98.0 * row)
        pose = Pose(at.x + chance.uniform(-3, 3), at.y + chance.uniform(-3, 3), chance.uniform(-5, 5))
        world.lying[f"card {number}"] = TableItem(StepKey(step), pose, number % 2 == 0)
    scene = read_back(world, (1920, 1080))
    assert read_steps(scene) == StepReading(steps)
    assert all(scene.find(GolemKey(colour)) is not None for colour in COLOURS)


def test_golems_are_seen_in_their_cells_and_looking_as_they_do() -> None:
    """The stage rendered and read back: two corners of the wings, two cells of the board."""
    chance, grid = Random(8), HEXAGONS.grid
    cells = [Cell(0, 0), Cell(10, 8), *chance.sample([*HEXAGONS.cells().values()], 2)]
    world = World(lying={"mat": TableItem(STAGE_KEY, Pose(0.0, 0.0, 0.0))})
    for colour, cell in zip(COLOURS, cells, strict=True):
        centre = grid.centre(cell)
        pose = Pose(centre.x + chance.uniform(-9, 9), centre.y + chance.uniform(-9, 9), chance.uniform(-179, 180))
        world.bodies[colour] = Body(pose)

    scene = read_back(world, (1280, 720))
    assert scene.settled and not scene.trouble
    for colour, cell in zip(COLOURS, cells, strict=True):
        seen, pose = scene.find(GolemKey(colour)), world.bodies[colour].pose
        assert seen is not None and grid.cell_at(seen.pose.point) == cell
        assert seen.pose.point.distance(pose.point) < 4.0, (colour, seen.pose, pose)
        assert abs(wrap_degrees(seen.pose.heading - pose.heading)) < 2.5


@each_stage
def test_its_markers_are_its_own_and_whole(stage: Stage) -> None:
    ids = {marker.id for marker in stage.markers}
    (other,) = (one for one in STAGES if one is not stage)
    taken = {marker.id for key in BUILT_IN for marker in mat(key).markers}
    taken |= {marker.id for key in HEXBOARDS for marker in hexboard(key).markers}
    for name in built_in():
        tabletop = tabletop_named(name)
        taken |= {*tabletop.board_ids}
    taken |= {marker.id for marker in other.markers}
    assert len(ids) == 4 and ids <= {*MAT_IDS} and not ids & taken
    for marker in stage.markers:
        zone = Rect(marker.centre, marker.centre).grown(marker.side_mm / 2 + quiet_mm(marker.side_mm) - 1e-6)
        assert zone.low in stage.sheet and zone.high in stage.sheet
        assert zone.low not in stage.field and zone.high not in stage.field
    things = stage_kit(stage).things
    cards = {key for key in things if isinstance(key, StepKey)}
    assert set(things) - cards == {STAGE_KEY, GolemKey("red"), GolemKey("blue"), GolemKey("yellow"), GolemKey("green")}
    assert cards == ({StepKey(text) for text in (*step_ids(1), *word_ids(1))} if stage is HEXAGONS else set())


@each_stage
def test_it_is_printed_in_every_language(stage: Stage) -> None:
    titles = {stage_documents(stage, language, "A3")[0].title for language in languages()}
    assert len(titles) == len(languages())
    tiles, whole, tops = stage_documents(stage, "en", "A4")
    (page,) = whole.pages
    (placement,) = page.placements
    low, high = (placement.at + corner for corner in (stage.sheet.low, stage.sheet.high))
    room = usable(page.size)
    assert low.distance(room.low) < 1e-6 and high.distance(room.high) < 1e-6
    assert len(tiles.pages) > 12 and sorted(tiles.pages[0].size) == [210.0, 297.0] and len(tops.pages) == 1
    assert stage_drawing(stage, "en").markers() == stage.markers


def test_one_stage_is_not_printed_over_another() -> None:
    names = [{document.name for document in stage_documents(stage, "en", "A3")} for stage in STAGES]
    assert names[0] & names[1] == {"stage-golems"} and all(len(each) == 3 for each in names)


@each_stage
def test_robots_wait_far_from_each_other(stage: Stage) -> None:
    poses = [*waiting(stage, ("red", "blue", "yellow", "green")).values()]
    cells = {stage.grid.cell_at(pose.point) for pose in poses}
    assert len(cells) == 4 and cells <= {*stage.wings}
    assert all(one.point.distance(other.point) >= 200 for one in poses for other in poses if one is not other)
