"""Setting a table up: what the camera lacks is named, robots show which golem they are, a table file comes of it."""

from __future__ import annotations

import asyncio
import math
from pathlib import Path

import pytest

from boards.base.errors import Problems
from boards.geometry import Cell, Pose
from boards.kit.thing_keys import MatKey, TrayKey
from boards.mats import mat
from controller.app.config.table_file import read_table_file
from controller.app.setup.camera_findings import findings
from controller.app.setup.drive_check import judge_step
from controller.app.setup.setup_session import SetupSession
from controller.app.setup.table_draft import FILE, Draft, load_draft
from controller.vision.scene import Scene
from hardware.simulated.virtual_clock import run
from hardware.simulated.world import TableItem, World
from tests.support.simulated_devices import CAMERA, SimulatedDevices, laid_out, robots_on_mat


def found(world: World, tmp_path: Path, *, mirrored: bool = False, golems: bool = False) -> dict[str, bool]:
    """What a look through the camera tells: code -> whether it is good."""

    async def main() -> dict[str, bool]:
        session = SetupSession(tmp_path / "games", tmp_path, SimulatedDevices(world, mirrored=mirrored))
        await session.choose({"camera": CAMERA})
        await session.look()
        await session.close()
        told = session.state.tops if golems else session.state.findings
        return {finding.code: finding.good for finding in told}

    return run(main())


def test_a_table_in_order_is_told_so(tmp_path: Path) -> None:
    assert found(laid_out(), tmp_path) == {"mat": True, "tray-red": True, "tray-blue": True}


def test_a_missing_tray_is_named(tmp_path: Path) -> None:
    world = laid_out()
    del world.lying[TrayKey("blue")]
    assert found(world, tmp_path) == {"mat": True, "tray-red": True, "tray-blue": False}


def test_a_tray_of_nobody_who_plays_is_named(tmp_path: Path) -> None:
    world = laid_out()
    blue = world.lying.pop(TrayKey("blue"))
    world.lying[TrayKey("yellow")] = TableItem(TrayKey("yellow"), blue.pose)
    assert found(world, tmp_path) == {
        "mat": True,
        "tray-red": True,
        "tray-blue": False,
        "tray-stranger-yellow": False,
    }


def test_a_mirrored_picture_is_told_as_that(tmp_path: Path) -> None:
    assert found(laid_out(), tmp_path, mirrored=True) == {"mirrored": False}


def test_no_mat_is_told(tmp_path: Path) -> None:
    assert found(World(), tmp_path)["no-mat"] is False


def test_half_a_mat_out_of_view_is_told(tmp_path: Path) -> None:
    world = laid_out()
    for key, lying in list(world.lying.items()):
        world.lying[key] = TableItem(lying.thing, Pose(lying.pose.x, lying.pose.y + 330.0, lying.pose.heading))
    told = found(world, tmp_path)
    assert not all(told.values())
    assert "half-out" in told or "no-mat" in told


def test_golems_are_counted_by_their_tops(tmp_path: Path) -> None:
    world = laid_out()
    place = mat(MatKey("4x4")).grid.centre(Cell(1, 1))
    world.body("red").pose = Pose(place.x, place.y, 0.0)
    assert found(world, tmp_path, golems=True) == {"top-red": True, "top-blue": False}


def test_robots_show_which_golem_they_are_and_the_table_file_says_so(tmp_path: Path) -> None:
    async def main() -> None:
        world = laid_out()
        async with robots_on_mat(world) as rig:
            session = SetupSession(tmp_path / "games", tmp_path, SimulatedDevices(world, rig))
            await session.choose({"camera": CAMERA, "printed": True, "language": "pl", "name": "Biblioteka"})
            await session.find_robots()
            assert {robot.name for robot in session.state.robots} == {"red", "blue"}
            await session.pair_robots()
            assert {robot.name: (robot.colour, robot.problem) for robot in session.state.robots} == {
                "red": ("red", None),
                "blue": ("blue", None),
            }
            # Who is asked again who is there has shown already which golem it is.
            await session.find_robots()
            assert {robot.name: robot.colour for robot in session.state.robots} == {"red": "red", "blue": "blue"}
            await session.write()
            await session.close()
            wanted = {name: url.partition("?")[0] for name, url in rig.urls.items()}
        table = read_table_file(tmp_path / "table.yaml")
        assert {name: url.partition("?")[0] for name, url in table.robots.items()} == wanted
        assert table.game.name == "Biblioteka" and table.game.language == "pl"

    asyncio.run(main())


def test_a_draft_is_gone_on_with_and_no_table_file_is_overwritten(tmp_path: Path) -> None:
    (tmp_path / "table.yaml").write_text("mine", encoding="utf-8")

    async def main() -> SetupSession:
        session = SetupSession(tmp_path / "games", tmp_path, SimulatedDevices(laid_out()))
        await session.choose({"camera": CAMERA, "players": 3, "robots": {"red": "hands"}})
        again = SetupSession(tmp_path / "games", tmp_path, SimulatedDevices(laid_out()))
        assert again.state.draft == session.state.draft
        await again.write()
        return again

    session = run(main())
    assert session.state.written == "table-2.yaml"
    assert (tmp_path / "table.yaml").read_text(encoding="utf-8") == "mine"
    table = read_table_file(tmp_path / "table-2.yaml")
    assert table.robots == {} and table.game.players == ("red", "blue", "yellow"), "hands need no line"


@pytest.mark.parametrize(
    ("changes", "at"),
    [
        ({"players": 9}, "players"),
        ({"players": "x"}, "players"),
        ({"board": "9x9"}, "board"),
        ({"language": "xx"}, "language"),
        ({"robots": {"pink": "hands"}}, "robots"),
        ({"nothing": 1}, "nothing"),
        ({"name": ""}, "name"),
    ],
)
def test_what_cannot_be_is_refused_at_its_field(changes: dict[str, object], at: str, tmp_path: Path) -> None:
    async def main() -> None:
        session = SetupSession(tmp_path / "games", tmp_path, SimulatedDevices(laid_out()))
        before = session.state
        with pytest.raises(Problems) as told:
            await session.choose(changes)
        assert told.value.problems[0].at == at
        assert session.state == before

    run(main())


def test_a_broken_draft_begins_anew(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text('{"players": 77}', encoding="utf-8")
    assert load_draft(tmp_path) == Draft()


def test_without_a_camera_nothing_is_written(tmp_path: Path) -> None:
    async def main() -> None:
        session = SetupSession(tmp_path / "games", tmp_path, SimulatedDevices(laid_out()))
        with pytest.raises(Problems, match="choose a camera first"):
            await session.write()

    run(main())
    assert not (tmp_path / "table.yaml").exists()


@pytest.mark.parametrize(
    ("direction", "turned", "mm", "part"),
    [
        (0, 0, 40, None),
        (20, 5, 40, None),
        (180, 0, 40, "backwards"),
        (90, 0, 40, "turned by 90 degrees"),
        (-90, 0, 40, "turned by -90 degrees"),
        (0, 0, 0, "says that it drove"),
        (0, 70, 2, "turns instead of driving"),
        (0, 70, 15.1, None),
        (0, 36, 14.9, "turns instead of driving"),
        (0, 34, 14.9, "says that it drove"),
        (34, 0, 40, None),
        (36, 0, 40, "turned by 40 degrees"),
        (144, 0, 40, "turned by 140 degrees"),
        (146, 0, 40, "backwards"),
    ],
)
def test_the_first_step_tells_what_is_wrong(direction: float, turned: float, mm: float, part: str | None) -> None:
    angle = math.radians(30 + direction)
    before = Pose(100.0, 100.0, 30.0)
    after = Pose(100 + mm * math.cos(angle), 100 + mm * math.sin(angle), 30.0 + turned)
    told = judge_step("red", before, after, 40.0)
    assert (told is None) == (part is None)
    assert part is None or part in str(told)


def test_a_robot_that_did_not_drive_is_asked_for_its_battery() -> None:
    assert "battery" in str(judge_step("red", Pose(0, 0, 0), Pose(0, 0, 0), 0.0))
    assert "battery" in str(judge_step("red", Pose(0, 0, 0), Pose(40, 0, 0), -14.9))
    assert judge_step("red", Pose(0, 0, 0), Pose(40, 0, 0), 15.0) is None


@pytest.mark.parametrize(("corners", "code", "good"), [(4, "mat", True), (3, "half-out", False)])
def test_all_four_corners_of_the_mat_must_show(corners: int, code: str, good: bool) -> None:
    scene = Scene(0, 0.0, (4, 3), MatKey("4x4"), (), (), ())
    told = findings(scene, MatKey("4x4"), (), mirrored=False, corners=corners)
    assert [(finding.code, finding.good) for finding in told] == [(code, good)]
