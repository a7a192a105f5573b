"""Identify by motion: robots on ports, in any order, and golems on the mat; the camera says which is which."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from math import hypot
from typing import Any

import pytest

from boards.base.catalogue import Language
from boards.base.reasons import Reason
from boards.geometry import Pose, wrap_degrees
from boards.kit.cards import CardKind
from boards.kit.kit import kit
from boards.kit.thing_keys import CardKey, GolemKey, MatKey
from controller.app.tools.robot_tools import RobotTools, identify_by_motion
from controller.table.motion.robot_identification import TURN_DEG, PairingReason, Turned, judge, turned
from controller.vision.fusion.camera_reader import CameraReader
from controller.vision.scene import Scene, Seen
from firmware_bridge.link.robot_side import Identity
from firmware_bridge.robots import Fleet
from firmware_bridge.robots.robot_families import open_channel, open_robot
from hardware.simulated.faults import Fault
from hardware.simulated.simulated_camera import simulated_camera
from hardware.simulated.simulated_rig import Rig, serial_robots
from hardware.simulated.uart import Uart
from hardware.simulated.virtual_clock import run
from hardware.simulated.world import Body, TableItem, World

COLOURS = ("red", "blue", "yellow")
PLACES = {"red": Pose(50.0, 50.0, 90.0), "blue": Pose(350.0, 150.0, 180.0), "yellow": Pose(150.0, 350.0, 355.0)}
ON_PORTS = ("yellow", "red", "blue")
"""As they happen to be plugged in."""

Before = Callable[[World, Rig], Awaitable[None]]


def _pair(
    before: Before | None = None,
    colours: tuple[str, ...] = COLOURS,
    language: Language = "en",
    **more: object,
) -> tuple[bool, list[str], World]:
    """Pair these golems' robots; returns whether all went well, what was said (ports by number), and the world."""
    told: list[str] = []
    world = World(bodies={colour: Body(PLACES[colour]) for colour in colours})
    world.lying["mat"] = TableItem(MatKey("4x4"), Pose(0.0, 0.0, 0.0))

    async def main() -> bool:
        ports = [colour for colour in ON_PORTS if colour in colours]
        async with serial_robots(world, ports, 3, **more) as rig:
            if before is not None:
                await before(world, rig)
            camera = simulated_camera(world, kit(), MatKey("4x4"), colours, seed=3, size=(1280, 720))
            tools = RobotTools(
                channel=lambda at: open_channel("robot", at, rig.traffic),
                robot=lambda at: open_robot(at, at, rig.traffic),
                language=language,
                say=told.append,
            )
            addresses = list(rig.urls.values())
            well = await identify_by_motion(tools, CameraReader(camera, kit(), None), addresses)
            for number, address in enumerate(addresses):
                told[:] = [line.replace(address, f"port {number}") for line in told]
            return well

    return run(main()), told, world


def test_each_robot_is_paired_with_its_golem_and_stands_as_it_stood() -> None:
    well, told, world = _pair()
    assert well
    assert told == [
        *(f"port {number} turns a little and back" for number in range(3)),
        "port 0 is yellow",
        "port 1 is red",
        "port 2 is blue",
        "For table.yaml:",
        "    robots:",
        "      blue: port 2",
        "      red: port 1",
        "      yellow: port 0",
    ]
    for colour, place in PLACES.items():
        pose = world.bodies[colour].pose
        assert hypot(pose.x - place.x, pose.y - place.y) < 3
        assert abs((pose.heading - place.heading + 180) % 360 - 180) < 3


def test_who_cannot_be_paired_is_named_and_the_others_are() -> None:
    async def before(world: World, _rig: Rig) -> None:
        world.bodies["red"].present = False  # its robot runs, its golem is not in view

    well, told, _ = _pair(before, ("red", "blue"), faults={"blue": [Fault("refuse", 1)]})
    assert not well
    assert "port 0: no golem was seen turning: is it on the mat, its marker in view, are its motors connected?" in told
    assert any(line.startswith("port 1: not done (rejected): ") for line in told)
    assert "For table.yaml:" not in told


def test_without_a_golem_in_view_nothing_moves() -> None:
    async def before(world: World, rig: Rig) -> None:
        world.bodies["red"].present = False
        simulated_robots.append(rig.simulated_robots["red"])

    simulated_robots: list[Any] = []
    well, told, _ = _pair(before, ("red",))
    assert not well and simulated_robots[0].executed == []
    assert told == ["simulated camera: no golem is in view: put the golems with their markers on the mat"]


def test_a_robot_that_does_not_answer_is_named_and_the_others_are_paired() -> None:
    async def before(_world: World, rig: Rig) -> None:
        rig.simulated_robots["yellow"].side.identity = replace(Identity("yellow"), protocol=(2, 0))
        uart = rig.simulated_robots["red"].port
        assert isinstance(uart, Uart)
        uart.unplug()

    well, told, world = _pair(before)
    assert not well
    assert any("port 0: the robot's firmware" in line for line in told)
    assert any("port 1: " in line and ("no such port" in line or "cannot be used" in line) for line in told)
    assert told[-3:] == ["For table.yaml:", "    robots:", "      blue: port 2"]
    assert world.bodies["yellow"].pose == PLACES["yellow"]


def test_two_golems_that_turn_at_once_are_no_pair_and_nothing_is_guessed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another program drives blue just while red's robot is asked to turn."""

    async def before(world: World, rig: Rig) -> None:
        red, begin = rig.simulated_robots["red"], rig.simulated_robots["red"].begin
        blue = world.bodies["blue"]

        def both(command: Any) -> None:
            begin(command)
            blue.pose = Pose(blue.pose.x, blue.pose.y, wrap_degrees(blue.pose.heading + 30.0))

        monkeypatch.setattr(red, "begin", both)

    well, told, _ = _pair(before, ("red", "blue"), language="ru")
    assert not well
    (why,) = [line for line in told if line.startswith("port 0: ")]
    assert why.startswith("port 0: двигались сразу несколько големов (") and "red" in why and "blue" in why
    assert "port 1: это синий" in told and not any("это красный" in line for line in told)


def test_why_a_robot_did_not_turn_is_told_in_the_readers_language() -> None:
    well, told, _ = _pair(None, ("red",), language="pl", faults={"red": [Fault("refuse", 1)]})
    assert not well
    assert any(line.startswith("port 0: niewykonane (odrzucone): robot ma usterkę") for line in told)


# -- the judgement ---------------------------------------------------------------------------------------


def _scene(**poses: Pose) -> Scene:
    things = tuple(Seen(GolemKey(colour), pose, (), 1) for colour, pose in poses.items())
    card = Seen(CardKey("red", CardKind.FORWARD, 1), Pose(9.0, 9.0, 0.0), (), 2)
    return Scene(1, 0.0, (1920, 1080), MatKey("4x4"), (card, *things), (), (), True)


def test_a_turn_is_seen_across_north_and_noise_and_cards_are_no_turn() -> None:
    before = _scene(red=Pose(0.0, 0.0, 350.0), blue=Pose(100.0, 0.0, 10.0), green=Pose(0.0, 50.0, 0.0))
    after = _scene(red=Pose(1.0, 0.0, 20.0), blue=Pose(101.0, 1.0, 7.0), yellow=Pose(9.0, 0.0, 0.0))
    after = replace(
        after, things=(Seen(CardKey("red", CardKind.FORWARD, 1), Pose(9.0, 9.0, 90.0), (), 2), *after.things[1:])
    )
    assert turned(before, after) == (Turned("red", pytest.approx(30.0), pytest.approx(1.0)),)
    assert turned(after, before)[0].degrees == pytest.approx(-30.0)
    assert turned(before, before) == ()


@pytest.mark.parametrize(
    ("moved", "found"),
    [
        ((), PairingReason.NONE_TURNED()),
        ((Turned("red", 30.0, 1.0),), "red"),
        ((Turned("red", 19.0, 1.0),), "red"),
        ((Turned("red", 17.0, 1.0),), PairingReason.TOUCHED(golem="red", degrees=17, mm=1, wanted=30)),
        ((Turned("red", -29.0, 1.0),), PairingReason.WRONG_WAY(golem="red")),
        ((Turned("red", 30.0, 31.0),), PairingReason.TOUCHED(golem="red", degrees=30, mm=31, wanted=30)),
        ((Turned("red", 30.0, 1.0), Turned("blue", 0.0, 80.0)), PairingReason.SEVERAL_MOVED(golems="red, blue")),
    ],
)
def test_only_a_turn_as_asked_for_is_a_robots_own(moved: tuple[Turned, ...], found: str | Reason) -> None:
    assert judge(moved, TURN_DEG) == found


# -- at a table ------------------------------------------------------------------------------------------


def test_robots_of_a_table_take_each_others_names_and_do_what_is_asked_of_them() -> None:
    """Robots without names of their own, plugged in the wrong way round."""
    world = World(bodies={colour: Body(PLACES[colour]) for colour in COLOURS})
    changed: list[str] = []
    begun: list[tuple[str, str]] = []

    async def main() -> None:
        async with serial_robots(world, COLOURS, 3) as rig:
            for simulated_robot in rig.simulated_robots.values():
                simulated_robot.side.identity = Identity("")
            turned_round = {"red": "blue", "blue": "yellow", "yellow": "red"}
            robots = [open_robot(name, rig.urls[there], rig.traffic) for name, there in turned_round.items()]
            fleet = Fleet(robots, lambda name, entry: begun.append((name, getattr(entry, "command", ""))))
            fleet.on_change.append(lambda robot: changed.append(robot.name))
            (await fleet.connect()).check()
            changed.clear()
            fleet.rename(turned_round)
            assert changed == ["blue", "yellow", "red"]
            assert [fleet[name].name for name in COLOURS] == list(COLOURS)
            for name in COLOURS:
                assert (await fleet[name].turn(10.0, 60.0)).done
                assert wrap_degrees(world.bodies[name].pose.heading - PLACES[name].heading) == pytest.approx(10, abs=2)
            assert [name for name, command in begun if command == "turn"] == list(COLOURS)
            with pytest.raises(ValueError, match="do not go round"):
                fleet.rename({"red": "blue"})
            await fleet.close()

    run(main())
