"""Setting a table up: what the camera lacks is named, robots show which golem they are, a table file comes of it."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from boards.base.errors import Problems
from boards.geometry import Cell, Pose
from boards.kit.thing_keys import MatKey, TrayKey
from boards.mats import mat
from calibration.lens_file import load_calibration
from calibration.odometry_file import load_odometry
from controller.app.config.table_file import read_table_file
from controller.app.setup.camera_findings import findings, print_findings
from controller.app.setup.drive_check import judge_step
from controller.app.setup.setup_session import SetupSession
from controller.app.setup.table_checks import TableChecks
from controller.app.setup.table_draft import FILE, Draft, load_draft
from controller.vision.scene import Scene
from hardware.simulated.camera_faults import Disturbance, bank_card
from hardware.simulated.drive_model import DriveParameters
from hardware.simulated.optics.glued_sheet import GluedSheet
from hardware.simulated.physics.drive_train import DriveErrors
from hardware.simulated.virtual_clock import run
from hardware.simulated.world import TableItem, World
from tests.support.lens_session import TRUE, photographs
from tests.support.simulated_devices import CAMERA, PictureCamera, SimulatedDevices, laid_out, robots_on_mat


def found(
    world: World,
    tmp_path: Path,
    *,
    mirrored: bool = False,
    golems: bool = False,
    under_lens: tuple[Disturbance, ...] = (),
) -> dict[str, bool]:
    """What a look through the camera tells: code -> whether it is good."""

    async def main() -> dict[str, bool]:
        devices = SimulatedDevices(world, mirrored=mirrored, under_lens=under_lens, size=(1280, 720), period_s=0.2)
        session = SetupSession(tmp_path / "games", tmp_path, devices)
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


@pytest.mark.parametrize("north_mm", [250.0, 480.0])
def test_half_a_table_out_of_view_is_told_as_that(north_mm: float, tmp_path: Path) -> None:
    world = laid_out()
    for key, lying in list(world.lying.items()):
        world.lying[key] = TableItem(lying.thing, Pose(lying.pose.x, lying.pose.y + north_mm, lying.pose.heading))
    assert found(world, tmp_path) == {"half-out": False}


@pytest.mark.parametrize(
    ("glued", "told"),
    [
        (GluedSheet(5.0, 200.0), {"joint-across": False}),
        (GluedSheet(4.0, 130.0, 90.0), {"joint-upwards": False}),
        (GluedSheet(1.0, 200.0), {"mat": True}),
    ],
)
def test_a_gap_in_a_glued_mat_is_named_and_nothing_else(
    glued: GluedSheet, told: dict[str, bool], tmp_path: Path
) -> None:
    world = laid_out()
    world.lying["mat"] = TableItem(MatKey("4x4"), Pose(0.0, 0.0, 0.0), bend=glued)
    assert found(world, tmp_path) == {**told, "tray-red": True, "tray-blue": True}


@pytest.mark.parametrize(("scale", "good"), [(0.97, False), (1.0, True)])
def test_a_kit_printed_wholly_at_another_size_is_named_by_a_bank_card(scale: float, good: bool, tmp_path: Path) -> None:
    card = bank_card(Pose(252.0, 155.0, 20.0), scale)
    told = found(laid_out(), tmp_path, under_lens=(card,))
    assert told == {"mat": True, "print-scale": good, "bank-card": False, "tray-red": True, "tray-blue": True}
    assert load_draft(tmp_path / "games").card_mm == pytest.approx(85.6 / scale, abs=0.4)


@pytest.mark.parametrize(("reading", "good"), [(88.0, False), (83.0, False), (87.0, True), (85.5, True)])
def test_a_bank_card_at_the_ruler_of_a_sheet_says_the_same(reading: float, good: bool) -> None:
    (told,) = print_findings(reading)
    assert told.good == good
    assert good or f"{100 * 85.6 / reading:.0f} %" in str(told.text)


def test_golems_are_counted_by_their_tops(tmp_path: Path) -> None:
    world = laid_out()
    place = mat(MatKey("4x4")).grid.centre(Cell(1, 1))
    world.body("red").pose = Pose(place.x, place.y, 0.0)
    assert found(world, tmp_path, golems=True) == {"top-red": True, "top-blue": False}


def test_robots_show_which_golem_they_are_and_the_table_file_says_so(tmp_path: Path) -> None:
    async def main() -> None:
        world = laid_out()
        async with robots_on_mat(world) as rig:
            devices = SimulatedDevices(world, rig, size=(1280, 720), period_s=0.1, virtual=True)
            session = SetupSession(tmp_path / "games", tmp_path, devices)
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

    run(main())


def test_a_top_glued_on_turned_is_named_and_no_other_robot(tmp_path: Path) -> None:
    async def main() -> None:
        world = laid_out()
        async with robots_on_mat(world) as rig:
            world.body("blue").top_turned = 90.0
            devices = SimulatedDevices(world, rig, size=(1280, 720), period_s=0.1, virtual=True)
            session = SetupSession(tmp_path / "games", tmp_path, devices)
            await session.choose({"camera": CAMERA})
            await session.find_robots()
            await session.pair_robots()
            told = {robot.name: robot.problem for robot in session.state.robots}
            assert told["red"] is None
            assert str(told["blue"]) == (
                "The blue golem drives sideways: its top is glued on turned by -90 degrees. Its arrow must point ahead."
            )
            await session.close()

    run(main())


def test_what_the_wheels_do_is_learned_and_kept_beside_the_table_file(tmp_path: Path) -> None:
    async def main() -> None:
        world = laid_out()
        builds = {"red": DriveParameters(errors=DriveErrors(left=1.03, right=1.03))}
        async with robots_on_mat(world, ("red",), builds=builds, seed=3) as rig:
            devices = SimulatedDevices(world, rig, size=(1280, 720), period_s=0.1, virtual=True)
            session = SetupSession(tmp_path / "games", tmp_path, devices)
            await session.choose({"camera": CAMERA})
            await session.find_robots()
            await session.pair_robots()
            # Another golem in the way: nothing drives.
            there = world.body("red").pose
            world.body("blue").pose = Pose(there.x + 90.0, there.y, 0.0)
            await session.learn_drives()
            assert "needs room" in str(session.state.robots[0].problem)
            assert world.body("red").pose.point.distance(there.point) < 1.0
            world.body("blue").pose = Pose(there.x + 300.0, there.y + 300.0, 0.0)
            await session.learn_drives()
            assert session.state.robots[0].problem is None
            assert "it goes +" in str(session.state.robots[0].learned)
            await session.close()
        kept = load_odometry(tmp_path / "odometry.yaml").robots["red"]
        assert kept.model.scale == pytest.approx(1.03, abs=0.015) and kept.known

    run(main())


def test_the_lens_is_measured_by_a_board_and_the_table_file_names_it(tmp_path: Path) -> None:
    async def main() -> None:
        devices = SimulatedDevices(laid_out(), board=PictureCamera(photographs()))
        session = SetupSession(tmp_path / "games", tmp_path, devices)
        await session.choose({"camera": CAMERA})
        await session.measure_lens()
        await session.refresh()
        assert session.state.lens.running and session.state.draft.lens is None
        await session.lens_measured()
        assert session.state.lens.taken == len(photographs()) and session.state.lens.error_px is not None
        await session.write()

    run(main())
    assert "lens: lens.yaml" in (tmp_path / "table.yaml").read_text(encoding="utf-8")
    assert read_table_file(tmp_path / "table.yaml").cameras[0].lens == tmp_path / "lens.yaml"
    focal = load_calibration(tmp_path / "lens.yaml").camera.focal[0]
    assert focal == pytest.approx(TRUE.focal[0], rel=0.005)


def test_measuring_may_be_stopped_and_a_look_stops_it(tmp_path: Path) -> None:
    async def main() -> None:
        camera = PictureCamera([photographs()[0]], for_ever=True)
        devices = SimulatedDevices(laid_out(), board=camera, size=(1280, 720))
        session = SetupSession(tmp_path / "games", tmp_path, devices)
        with pytest.raises(Problems, match="choose a camera first"):
            await session.measure_lens()
        await session.choose({"camera": CAMERA})
        await session.measure_lens()
        await camera.round.wait()
        assert session.picture("en").startswith(b"\xff\xd8")
        await session.stop_lens()
        await session.refresh()
        assert not session.state.lens.running and not session.state.camera_open
        await session.measure_lens()
        await session.look()
        assert session.state.camera_good and not session.state.lens.running
        await session.close()

    run(main())


def test_too_few_views_are_told_as_that(tmp_path: Path) -> None:
    async def main() -> None:
        devices = SimulatedDevices(laid_out(), board=PictureCamera(photographs()[:2]))
        session = SetupSession(tmp_path / "games", tmp_path, devices)
        await session.choose({"camera": CAMERA})
        await session.measure_lens()
        await session.lens_measured()
        assert session.state.lens.problem is not None
        assert session.state.draft.lens is None and not (tmp_path / "lens.yaml").exists()
        await session.close()

    run(main())


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
        ({"name": "\x1b[2J"}, "name"),
        ({"camera": "rtsp://x/\n"}, "camera"),
        ({"robots": {"red": "serial:\0"}}, "red"),
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


def test_what_cannot_be_kept_is_said_and_not_shown_as_chosen(tmp_path: Path) -> None:
    (tmp_path / "games").write_text("no folder", encoding="utf-8")

    async def main() -> None:
        session = SetupSession(tmp_path / "games", tmp_path, SimulatedDevices(laid_out()))
        with pytest.raises(Problems, match="what was chosen cannot be kept"):
            await session.choose({"players": 3})
        assert session.state.draft == Draft()

    run(main())


def test_a_table_file_that_no_table_reads_is_not_left_behind(tmp_path: Path) -> None:
    async def main() -> None:
        session = SetupSession(tmp_path / "games", tmp_path, SimulatedDevices(laid_out()))
        await session.choose({"camera": CAMERA, "robots": {"red": "nowhere"}})
        with pytest.raises(Problems, match="red"):
            await session.write()
        assert session.state.written is None

    run(main())
    assert [*tmp_path.glob("*.yaml")] == []


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
    told = findings(scene, MatKey("4x4"), (), TableChecks(corners=corners))
    assert [(finding.code, finding.good) for finding in told] == [(code, good)]
