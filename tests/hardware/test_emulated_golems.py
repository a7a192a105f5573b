"""Emulated golems on ptys and in the world: in step with the virtual clock, in real time, and in a whole game."""

from __future__ import annotations

import asyncio
import os
import shutil
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random

import pytest

from boards.geometry import Pose
from controller.cli import main as golem_command
from controller.journal import read_record
from firmware_bridge.protocol.messages import ActKind
from firmware_bridge.robots.robot import Robot
from firmware_bridge.robots.robot_status import MotionResult
from hardware.emulated.avr_chip import FREQUENCY
from hardware.emulated.emulated_rig import EmulatedRig, emulated_golems, emulated_golems_on_mqtt
from hardware.emulated.firmware_build import NoEmulator, build, missing_packages
from hardware.emulated.wheels import Wheels
from hardware.simulated.faults import LineFaults
from hardware.simulated.physics.drive_dimensions import MM_PER_STEP, TRACK_MM
from hardware.simulated.virtual_clock import run
from hardware.simulated.world import Body, World


def square(
    seed: int, line: LineFaults | None = None, wheels: Wheels | None = None, sides: int = 4
) -> tuple[World, list[MotionResult]]:
    """Two golems go round a square of 60 mm at once."""

    async def main() -> tuple[World, list[MotionResult]]:
        world = World(bodies={"red": Body(Pose(0, 0, 0)), "blue": Body(Pose(500, 0, 90))})
        async with emulated_golems(world, ("red", "blue"), seed, line=line or LineFaults(), wheels=wheels) as rig:
            robots = [rig.open("red"), rig.open("blue")]
            await asyncio.gather(*(robot.connect() for robot in robots))
            results: list[MotionResult] = []
            for _ in range(sides):
                results += await asyncio.gather(*(robot.move(60, 45) for robot in robots))
                results += await asyncio.gather(*(robot.turn(90, 120) for robot in robots))
            for robot in robots:
                await robot.close()
            return world, results

    return run(main())


def test_golems_with_perfect_wheels_stand_where_they_were_told_to_go() -> None:
    world, results = square(1, wheels=Wheels())
    assert all(result.done for result in results)
    # A step of both wheels is 0.09 mm or 0.33 degrees; half of it may be missing after each of eight motions.
    assert world.bodies["red"].pose.point.distance(Pose(0, 0, 0).point) < 1.0
    assert world.bodies["blue"].pose.point.distance(Pose(500, 0, 0).point) < 1.0
    assert abs(world.bodies["red"].pose.heading) < 0.7


def test_printed_wheels_err_a_little_and_a_bad_line_changes_nothing_of_it() -> None:
    world, results = square(2)
    assert all(result.done for result in results)
    off = world.bodies["red"].pose.point.distance(Pose(0, 0, 0).point)
    assert 0.2 < off < 8
    bad = LineFaults(loss=0.1, duplicate=0.1, late=0.1, bit_error=1e-4, garbage=0.05, dribble=0.1)
    again, results = square(2, bad)
    assert all(result.done for result in results)
    for name, body in world.bodies.items():
        assert body.pose.point.distance(again.bodies[name].pose.point) < 0.001


def test_a_run_is_the_same_for_the_same_seed_bit_for_bit() -> None:
    assert square(3, sides=1)[0] == square(3, sides=1)[0]


def with_golem(play: Callable[[EmulatedRig, Robot], Awaitable[None]], seed: int = 4) -> None:
    """Run `play(rig, red)` in virtual time, connected."""

    async def main() -> None:
        async with emulated_golems(World(), ("red",), seed, wheels=Wheels()) as rig:
            red = rig.open("red")
            await red.connect()
            try:
                await play(rig, red)
            finally:
                await red.close()

    run(main())


def test_a_reset_under_way_ends_it_as_uncertain_and_the_golem_goes_on() -> None:
    async def play(rig: EmulatedRig, red: Robot) -> None:
        motion = asyncio.ensure_future(red.move(100, 45))
        await asyncio.sleep(0.8)
        rig.golems["red"].reset()
        ended = await motion
        assert ended.kind == "uncertain" and "restarted" in ended.reason
        assert 20 < rig.golems["red"].body.pose.x < 45
        assert (await red.move(10, 45)).done

    with_golem(play)


def test_its_light_is_the_bodys() -> None:
    async def play(rig: EmulatedRig, red: Robot) -> None:
        assert (await red.act(ActKind.SHIELD.name.lower())).done
        assert rig.golems["red"].body.led == "blue"
        assert (await red.act("hit")).done
        assert rig.golems["red"].body.led == "off"

    with_golem(play)


def test_an_answer_comes_within_1_05_of_the_wires_floor() -> None:
    async def play(_rig: EmulatedRig, red: Robot) -> None:
        await asyncio.sleep(0.5)
        seconds = await red.ping()
        # PING is 15 bytes stuffed and delimited, REPORT 27.
        floor = (15 + 27) * 10 / 115200
        assert floor * 0.98 <= seconds <= floor * 1.05

    with_golem(play)


def test_emulated_golems_work_in_real_time_over_a_real_pty_too() -> None:
    async def main() -> None:
        world = World()
        async with emulated_golems(world, ("red",), wheels=Wheels()) as rig:
            red = rig.open("red")
            await red.connect()
            assert (await red.move(3, 10)).done
            await red.ping()
            assert world.bodies["red"].pose.x == pytest.approx(3, abs=MM_PER_STEP)
            chip = rig.golems["red"].chip
            assert chip.now / FREQUENCY > 0.06
            await red.close()

    asyncio.run(main())


def test_wheels_roll_on_arcs() -> None:
    chance = Random(1)
    for _ in range(50):
        left, right = chance.randrange(-3000, 3000), chance.randrange(-3000, 3000)
        start = Pose(chance.uniform(-100, 100), 5.0, chance.uniform(-180, 180))
        whole = Wheels().rolled(start, left, right)
        pose = start
        for part in range(100):
            share = (part + 1) * left // 100 - part * left // 100, (part + 1) * right // 100 - part * right // 100
            pose = Wheels().rolled(pose, *share)
        assert pose.point.distance(whole.point) < 0.5
    turned = Wheels().rolled(Pose(0, 0, 0), -100, 100)
    assert turned.heading == pytest.approx(200 * MM_PER_STEP / TRACK_MM * 57.29578)


def test_a_whole_game_is_played_by_the_real_program(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.jsonl"
    words = ["demo", "--robots", "emulated", "--speed", "max", "--no-web", "--seed", "23", "--journal", str(path)]
    assert golem_command(words) == 0
    assert "won" in capsys.readouterr().out
    entries = read_record(path).entries
    results = [entry.data["result"] for entry in entries if entry.kind == "command" and "result" in entry.data]
    assert len(results) > 15 and set(results) == {"done"}


def test_what_is_missing_is_named_with_its_packages_and_no_record_is_begun(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert missing_packages() == ("make", "gcc", "gcc-avr", "avr-libc", "libsimavr-dev")
    journal = tmp_path / "game.jsonl"
    assert golem_command(["demo", "--robots", "emulated", "--no-web", "--journal", str(journal)]) == 2
    said = capsys.readouterr().err
    assert "sudo apt-get install make gcc gcc-avr avr-libc libsimavr-dev" in said and "Traceback" not in said
    assert not journal.exists()
    with pytest.raises(NoEmulator):
        build()


def test_a_single_missing_package_is_named_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for command in ("make", "cc"):
        found = shutil.which(command)
        assert found is not None
        (tmp_path / command).symlink_to(os.path.realpath(found) if command == "make" else found)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert missing_packages() == ("gcc-avr", "avr-libc")


def test_a_gateway_takes_them_to_a_broker_also_through_a_reset() -> None:
    async def main() -> None:
        world = World({"red": Body(Pose(0, 0, 0)), "blue": Body(Pose(0, 100, 0))})
        async with emulated_golems_on_mqtt(world, ("red", "blue"), 3, wheels=Wheels()) as rig:
            robots = [rig.open(name) for name in ("red", "blue")]
            await asyncio.gather(*(robot.connect() for robot in robots))
            assert all(result.done for result in await asyncio.gather(*(robot.move(20, 45) for robot in robots)))
            rig.golems["red"].reset()
            await asyncio.sleep(1)
            assert all(result.done for result in await asyncio.gather(*(robot.move(-20, 45) for robot in robots)))
            assert [golem.body.pose.x for golem in rig.golems.values()] == pytest.approx([0, 0], abs=0.001)
            for robot in robots:
                await robot.close()

    run(main())
