"""Robots over real pseudo-terminals, in virtual time: motions, records, stops, restarts and pauses."""

from __future__ import annotations

import asyncio
from math import inf

import pytest

from firmware_bridge.protocol.codec import OutOfRange
from firmware_bridge.robots import MotionResult
from firmware_bridge.robots.journal_entries import BadRecord, CommandBegun, CommandEnded
from firmware_bridge.robots.robot_status import RobotError
from hardware.simulated.faults import Fault, LineFaults
from hardware.simulated.simulated_rig import serial_robots
from hardware.simulated.virtual_clock import run
from hardware.simulated.world import World
from tests.firmware_bridge.wired_table import Table, now, on_table


def test_robots_move_turn_and_act_at_once() -> None:
    async def play(table: Table) -> None:
        red, blue = table.fleet["red"], table.fleet["blue"]
        moved, turned = await asyncio.gather(red.move(100, 50), blue.turn(-90, 90))
        assert (moved.kind, moved.mm, turned.kind, turned.degrees) == ("done", 100.0, "done", -90.0)
        assert 2.0 < now() < 2.3
        pose = table.world.bodies["red"].pose
        assert abs(pose.y - 150) < 4 and abs(pose.x - 50) < 4
        assert abs(table.world.bodies["blue"].pose.heading) < 3
        assert (await red.act("shield")).done and table.world.bodies["red"].led == "blue"
        assert red.status.link == "ready" and red.status.battery_v == pytest.approx(8.3, abs=0.1)

    on_table(play, ("red", "blue"))


def test_a_command_is_on_record_before_its_bytes_are_sent_and_its_end_after() -> None:
    async def play(table: Table) -> None:
        order: list[str] = []
        wire = table.rig.traffic.wire(table.rig.urls["red"].partition(":")[2].partition("?")[0])

        def record(robot: str, entry: CommandBegun | CommandEnded) -> None:
            order.append("begun" if isinstance(entry, CommandBegun) else "ended")
            assert table.executed() == (0 if isinstance(entry, CommandBegun) else 1)
            sent_before.append(wire.host_sent)

        sent_before: list[int] = []
        table.fleet["red"].record = record
        before = wire.host_sent
        assert (await table.fleet["red"].move(10, 50)).done
        assert order == ["begun", "ended"]
        assert sent_before[0] == before < sent_before[1]

    on_table(play)


def test_a_full_disk_keeps_the_robot_still_and_the_next_command_works() -> None:
    async def play(table: Table) -> None:
        def full(robot: str, entry: CommandBegun | CommandEnded) -> None:
            raise OSError(28, "No space left on device")

        red = table.fleet["red"]
        red.record = full
        with pytest.raises(OSError, match="No space left"):
            await red.move(100, 50)
        await asyncio.sleep(1)
        assert table.executed() == 0
        red.record = table.record
        assert (await red.move(10, 50)).done
        assert [entry.seq for _, entry in table.entries] == [1, 1]

    on_table(play)


def test_a_command_that_is_being_recorded_goes_out_when_it_is_on_record_and_not_before() -> None:
    async def play(table: Table) -> None:
        red = table.fleet["red"]
        writing: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        red.record = lambda _robot, entry: writing if isinstance(entry, CommandBegun) else None
        motion = asyncio.ensure_future(red.move(100, 100))
        # Longer than a robot's silence: it must not take a slow disk for a host that is gone.
        await asyncio.sleep(3)
        assert table.executed() == 0 and red.status.link == "busy" and table.world.bodies["red"].pose.y == 50
        writing.set_result(None)
        assert (await motion).done and table.executed() == 1

    on_table(play)


def test_a_stop_overtakes_a_command_that_is_being_recorded_and_it_never_goes_out() -> None:
    async def play(table: Table) -> None:
        red = table.fleet["red"]
        writing: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        red.record = lambda _robot, entry: writing if isinstance(entry, CommandBegun) else None
        motion = asyncio.ensure_future(red.move(100, 100))
        await asyncio.sleep(0.2)
        before = now()
        await table.fleet.stop_all()
        assert now() - before < 0.1
        assert (await motion).kind == "cancelled"
        writing.set_result(None)
        await asyncio.sleep(5)
        assert table.executed() == 0 and table.world.bodies["red"].pose.y == 50
        red.record = table.record
        assert (await red.move(10, 50)).done and table.executed() == 1

    on_table(play)


def test_values_out_of_range_are_refused_before_anything_is_recorded() -> None:
    async def play(table: Table) -> None:
        with pytest.raises(OutOfRange, match="3000000"):
            await table.fleet["red"].move(5000, 50)
        with pytest.raises(RobotError, match="it can be strike, shield"):
            await table.fleet["red"].act("dance")
        assert table.entries == [] and table.executed() == 0

    on_table(play)


def test_stop_ends_a_motion_early_and_says_how_far_it_went() -> None:
    async def play(table: Table) -> None:
        assert not table.fleet["red"].busy
        motion = asyncio.ensure_future(table.fleet["red"].move(500, 100))
        await asyncio.sleep(1)
        assert table.fleet["red"].busy
        await table.fleet.stop_all()
        result = await motion
        assert (result.kind, result.reason) == ("cancelled", "stopped") and not table.fleet["red"].busy
        assert 85 < result.mm < 105
        assert abs(table.world.bodies["red"].pose.y - 50 - result.mm) < 3
        assert (await table.fleet["red"].move(-10, 50)).done

    on_table(play)


def test_emergency_stop_latches_until_it_is_released() -> None:
    async def play(table: Table) -> None:
        red = table.fleet["red"]
        motion = asyncio.ensure_future(red.move(500, 100))
        await asyncio.sleep(1)
        before = now()
        assert await table.fleet.estop_all() == ()
        assert now() - before < 0.004
        assert (await motion).reason == "emergency stop"
        assert red.status.link == "estopped"
        where = table.world.bodies["red"].pose
        assert (await red.move(10, 50)).kind == "rejected"
        assert table.world.bodies["red"].pose == where
        assert await table.fleet.clear_all() == ()
        assert red.status.link == "ready" and (await red.move(10, 50)).done

    on_table(play)


@pytest.mark.parametrize("seed", range(6))
def test_emergency_stop_gets_through_a_bad_line(seed: int) -> None:
    async def play(table: Table) -> None:
        motion = asyncio.ensure_future(table.fleet["red"].move(1000, 100))
        await asyncio.sleep(1 + seed / 100)
        before = now()
        await table.fleet.estop_all()
        assert table.simulated_robot().side.latched
        assert now() - before < 0.25
        assert (await motion).kind == "cancelled"

    on_table(play, line=LineFaults(loss=0.3, duplicate=0.2, bit_error=2e-4))


def test_an_emergency_stop_survives_the_robots_restart() -> None:
    async def play(table: Table) -> None:
        await table.fleet.estop_all()
        table.simulated_robot().reset()
        await asyncio.sleep(2)
        assert table.simulated_robot().side.latched
        assert table.fleet["red"].status.link == "estopped"
        assert await table.fleet.clear_all() == ()

    on_table(play)


def test_a_robot_stops_by_itself_when_its_host_falls_silent() -> None:
    async def play(table: Table) -> None:
        red = table.fleet["red"]
        motion = asyncio.ensure_future(red.move(1000, 100))
        await asyncio.sleep(1)
        # The controller dies: nobody says goodbye, nobody stops anything.
        await red._channel.close()
        assert red._alarm is not None
        red._alarm.set(inf)
        await asyncio.sleep(3)
        stopped_at = table.world.bodies["red"].pose
        # Speeding up takes 12 mm off 2 s at full speed, braking adds 4; the last sign of life was 0 to 0.5 s old.
        assert 145 < stopped_at.y - 50 < 195
        await asyncio.sleep(3)
        assert table.world.bodies["red"].pose == stopped_at
        motion.cancel()

    on_table(play)


def test_a_robot_that_restarts_on_its_way_is_uncertain_and_never_sent_the_same_again() -> None:
    async def play(table: Table) -> None:
        red = table.fleet["red"]
        motion = asyncio.ensure_future(red.move(200, 100))
        await asyncio.sleep(1)
        table.simulated_robot().reset()
        result = await motion
        assert (result.kind, result.reason) == ("uncertain", "the robot restarted")
        await asyncio.sleep(1)
        assert table.executed() == 1 and red.status.link == "ready"
        assert (await red.move(10, 50)).done

    on_table(play)


def test_every_scripted_fault_ends_in_a_named_result() -> None:
    faults = {
        "red": (
            Fault("refuse", 1),
            Fault("stall", 2, 0.4),
            Fault("slip", 3, 0.5),
            Fault("lose-power", 4, 0.5),
            Fault("late", 5, 0.3),
            Fault("wrong", 6),
            Fault("deaf", 7, 0.6),
        )
    }

    async def play(table: Table) -> None:
        results: list[MotionResult] = []
        ways: list[float] = []
        for _ in range(8):
            before = table.world.bodies["red"].pose
            results.append(await table.fleet["red"].move(50, 100))
            ways.append(table.world.bodies["red"].pose.point.distance(before.point))
            await asyncio.sleep(1)
        assert [result.kind for result in results] == [
            "rejected", "uncertain", "done", "uncertain", "done", "done", "done", "done",
        ]  # fmt: skip
        assert results[0].reason == "the robot has a fault"
        assert "stalled" in results[1].reason and 19 < results[1].mm < 21
        assert results[3].reason == "the robot restarted"
        assert ways[0] == 0 and ways[1] == pytest.approx(20, abs=1)
        assert ways[2] == pytest.approx(25, abs=1), "the wheels counted 50 mm and slipped half of them"
        assert ways[3] == pytest.approx(25, abs=2)
        assert ways[4:] == pytest.approx([50] * 4, abs=1), "each exactly once"
        assert table.executed() == 7

    on_table(play, faults=faults)


def test_a_robot_that_goes_deaf_for_long_is_lost_and_comes_back() -> None:
    async def play(table: Table) -> None:
        red = table.fleet["red"]
        states: list[str] = []
        red.on_change.append(lambda robot: states.append(robot.status.link))
        result = await red.move(50, 100)
        assert result.kind == "done", "it heard the command and said what became of it"
        await asyncio.sleep(5)
        assert "lost" in states and red.status.link == "ready"
        assert table.executed() == 1

    on_table(play, faults={"red": (Fault("deaf", 1, 3.0),)})


# -- the controller restarts -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("crash_after", "wait", "kind", "executed"),
    [
        (0.0, 0.0, "done", 1),  # on record, never sent: sent now
        (0.5, 0.1, "done", 1),  # under way: waited for
        (0.1, 1.9, "cancelled", 1),  # the robot heard nothing for 1 s and stopped
        (1.09, 3.0, "done", 1),  # ended while nobody listened
    ],
)
def test_a_controller_that_restarts_asks_what_became_of_its_last_command(
    crash_after: float, wait: float, kind: str, executed: int
) -> None:
    async def play(table: Table) -> None:
        red = table.fleet["red"]
        if crash_after == 0.0:
            red._send = lambda data: None
        motion = asyncio.ensure_future(red.move(100, 100))
        await asyncio.sleep(crash_after)
        await red._channel.close()
        assert red._alarm is not None
        red._alarm.set(inf)
        motion.cancel()
        await asyncio.sleep(wait)
        begun = table.begun()
        table.fleet = table.new_fleet()
        connected = await table.fleet.connect({"red": begun[-1]})
        connected.check()
        assert connected.interrupted["red"].kind == kind
        assert table.executed() == executed
        if kind == "done":
            assert connected.interrupted["red"].mm == 100.0
        last = table.entries[-1][1]
        assert isinstance(last, CommandEnded) and last.result == kind
        assert (await table.fleet["red"].move(10, 50)).done

    on_table(play)


def test_after_both_restarted_the_last_command_is_uncertain() -> None:
    async def play(table: Table) -> None:
        red = table.fleet["red"]
        motion = asyncio.ensure_future(red.move(100, 100))
        await asyncio.sleep(0.5)
        await red._channel.close()
        assert red._alarm is not None
        red._alarm.set(inf)
        motion.cancel()
        table.simulated_robot().reset()
        await asyncio.sleep(1)
        table.fleet = table.new_fleet()
        connected = await table.fleet.connect({"red": table.begun()[-1]})
        assert connected.interrupted["red"].reason == "the robot restarted"
        assert table.executed() == 1

    on_table(play)


def test_a_robot_found_at_the_second_try_still_tells_the_interrupted_command() -> None:
    async def play(table: Table) -> None:
        red = table.fleet["red"]
        assert (await red.move(100, 100)).done
        (begun,) = table.begun()
        await red._channel.close()
        assert red._alarm is not None
        red._alarm.set(inf)
        simulated_robot = table.simulated_robot()
        simulated_robot.body.powered = False
        table.fleet = table.new_fleet()
        assert "nothing answers" in str((await table.fleet.connect({"red": begun})).problems[0].message)
        simulated_robot.body.powered = True
        connected = await table.fleet.connect({"red": begun})
        connected.check()
        assert set(connected.interrupted) == {"red"}
        assert len(simulated_robot.executed) == 1

    on_table(play)


def test_stopping_a_robot_that_is_gone_does_not_take_for_ever() -> None:
    async def play(table: Table) -> None:
        motion = asyncio.ensure_future(table.fleet["red"].move(3000, 100))
        await asyncio.sleep(1)
        table.simulated_robot().body.powered = False
        before = now()
        await table.fleet.stop_all()
        assert now() - before < 2.1
        assert (await motion).kind == "uncertain"

    on_table(play)


def test_a_record_that_cannot_be_read_is_named() -> None:
    async def main() -> None:
        async with serial_robots(World(), ("red",)) as rig:
            with pytest.raises(BadRecord, match="fly"):
                await rig.open("red").connect(CommandBegun("fly", {}, 1, 1, 1))

    run(main())


# -- the gate --------------------------------------------------------------------------------------------


def test_pause_lets_nothing_begin_and_nobody_hear_of_an_end() -> None:
    async def play(table: Table) -> None:
        red = table.fleet["red"]
        first = asyncio.ensure_future(red.move(50, 100))
        await asyncio.sleep(0.2)
        table.fleet.pause()
        second = asyncio.ensure_future(red.move(50, 100))
        await asyncio.sleep(20)
        assert not first.done() and table.executed() == 1
        assert red.status.link == "ready", "heartbeats go on"
        table.fleet.resume()
        assert (await first).done and (await second).done
        assert table.executed() == 2

    on_table(play)
