"""Robots over real pseudo-terminals, in virtual time: motions, records, stops, restarts, and named errors."""

from __future__ import annotations

import asyncio
import os
import pty
import tty
from collections.abc import Awaitable, Callable
from math import inf
from pathlib import Path
from typing import Any

import pytest

from boards.errors import GolemError, Problems
from boards.geometry import Pose
from boards.languages import LANGUAGES
from firmware_bridge.channels.channel import ChannelClosed, PortBroken, PortBusy, PortMissing
from firmware_bridge.channels.serial_port import NO_LINE, SerialChannel
from firmware_bridge.protocol.codec import OutOfRange
from firmware_bridge.robots import FAMILIES, Fleet, MotionResult, families, open_robot
from firmware_bridge.robots.values import BadRecord, NoAnswer, NotConnected, RobotError
from hardware.simulated.clock import run
from hardware.simulated.faults import Fault, LineFaults
from hardware.simulated.rig import Rig, serial_twins
from hardware.simulated.robot import Twin
from hardware.simulated.uart import Uart
from hardware.simulated.world import Body, World

Entries = list[tuple[str, dict[str, Any]]]


class Table:
    """A world with twins, and a fleet that writes its record into a list."""

    def __init__(self, rig: Rig, world: World) -> None:
        self.rig = rig
        self.world = world
        self.entries: Entries = []
        self.fleet = self.new_fleet()

    def new_fleet(self) -> Fleet:
        return Fleet((self.rig.open(name) for name in self.rig.urls), self.record)

    def record(self, robot: str, entry: dict[str, Any]) -> None:
        self.entries.append((robot, entry))

    def twin(self, name: str = "red") -> Twin:
        return self.rig.twins[name]

    def uart(self, name: str = "red") -> Uart:
        port = self.twin(name).port
        assert isinstance(port, Uart)
        return port

    def executed(self, name: str = "red") -> int:
        return len(self.twin(name).executed)


def on_table(play: Callable[[Table], Awaitable[None]], names: tuple[str, ...] = ("red",), **more: Any) -> None:
    """Run `play` with twins on ptys, connected, in virtual time."""

    async def main() -> None:
        world = World(bodies={name: Body(Pose(50.0, 50.0, 90.0)) for name in names})
        async with serial_twins(world, names, 3, **more) as rig:
            table = Table(rig, world)
            (await table.fleet.connect()).check()
            await play(table)
            await table.fleet.close()

    run(main())


def now() -> float:
    return asyncio.get_running_loop().time()


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

        def record(robot: str, entry: dict[str, Any]) -> None:
            order.append("begun" if "command" in entry else "ended")
            assert table.executed() == (0 if "command" in entry else 1)
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
        def full(robot: str, entry: dict[str, Any]) -> None:
            raise OSError(28, "No space left on device")

        red = table.fleet["red"]
        red.record = full
        with pytest.raises(OSError, match="No space left"):
            await red.move(100, 50)
        await asyncio.sleep(1)
        assert table.executed() == 0
        red.record = table.record
        assert (await red.move(10, 50)).done
        assert [entry["seq"] for _, entry in table.entries] == [1, 1]

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
        assert table.twin().side.latched
        assert now() - before < 0.25
        assert (await motion).kind == "cancelled"

    on_table(play, line=LineFaults(loss=0.3, duplicate=0.2, bit_error=2e-4))


def test_an_emergency_stop_survives_the_robots_restart() -> None:
    async def play(table: Table) -> None:
        await table.fleet.estop_all()
        table.twin().reset()
        await asyncio.sleep(2)
        assert table.twin().side.latched
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
        assert 175 < stopped_at.y - 50 < 225
        await asyncio.sleep(3)
        assert table.world.bodies["red"].pose == stopped_at
        motion.cancel()

    on_table(play)


def test_a_robot_that_restarts_on_its_way_is_uncertain_and_never_sent_the_same_again() -> None:
    async def play(table: Table) -> None:
        red = table.fleet["red"]
        motion = asyncio.ensure_future(red.move(200, 100))
        await asyncio.sleep(1)
        table.twin().reset()
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
            red._send = lambda data: None  # type: ignore[method-assign]
        motion = asyncio.ensure_future(red.move(100, 100))
        await asyncio.sleep(crash_after)
        await red._channel.close()
        assert red._alarm is not None
        red._alarm.set(inf)
        motion.cancel()
        await asyncio.sleep(wait)
        begun = [entry for _, entry in table.entries if "command" in entry]
        table.fleet = table.new_fleet()
        connected = await table.fleet.connect({"red": begun[-1]})
        connected.check()
        assert connected.interrupted["red"].kind == kind
        assert table.executed() == executed
        if kind == "done":
            assert connected.interrupted["red"].mm == 100.0
        assert table.entries[-1][1]["result"] == kind
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
        table.twin().reset()
        await asyncio.sleep(1)
        table.fleet = table.new_fleet()
        connected = await table.fleet.connect({"red": table.entries[-1][1]})
        assert connected.interrupted["red"].reason == "the robot restarted"
        assert table.executed() == 1

    on_table(play)


def test_a_robot_found_at_the_second_try_still_tells_the_interrupted_command() -> None:
    async def play(table: Table) -> None:
        red = table.fleet["red"]
        assert (await red.move(100, 100)).done
        begun = table.entries[0][1]
        await red._channel.close()
        assert red._alarm is not None
        red._alarm.set(inf)
        twin = table.twin()
        twin.body.powered = False
        table.fleet = table.new_fleet()
        assert "nothing answers" in (await table.fleet.connect({"red": begun})).problems[0].message
        twin.body.powered = True
        connected = await table.fleet.connect({"red": begun})
        connected.check()
        assert set(connected.interrupted) == {"red"}
        assert len(twin.executed) == 1

    on_table(play)


def test_stopping_a_robot_that_is_gone_does_not_take_for_ever() -> None:
    async def play(table: Table) -> None:
        motion = asyncio.ensure_future(table.fleet["red"].move(3000, 100))
        await asyncio.sleep(1)
        table.twin().body.powered = False
        before = now()
        await table.fleet.stop_all()
        assert now() - before < 2.1
        assert (await motion).kind == "uncertain"

    on_table(play)


def test_a_record_that_cannot_be_read_is_named() -> None:
    async def main() -> None:
        async with serial_twins(World(), ("red",)) as rig:
            with pytest.raises(BadRecord, match="fly"):
                await rig.open("red").connect({"command": "fly", "args": {}})

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


# -- ports -----------------------------------------------------------------------------------------------


def test_a_port_that_is_not_there_is_named_and_the_others_go_on() -> None:
    async def main() -> None:
        async with serial_twins(World(), ("red",)) as rig:
            fleet = Fleet([rig.open("red"), open_robot("blue", "serial:/dev/no-such-port", rig.traffic)])
            connected = await fleet.connect()
            assert [problem.at for problem in connected.problems] == ["robots.blue"]
            assert "no such port" in connected.problems[0].message
            with pytest.raises(Problems):
                connected.check()
            assert (await fleet["red"].move(10, 50)).done
            with pytest.raises(NotConnected):
                await fleet["blue"].move(10, 50)
            await fleet.close()

    run(main())


def test_a_port_that_somebody_has_open_is_busy() -> None:
    async def play(table: Table) -> None:
        path = table.rig.urls["red"].partition(":")[2].partition("?")[0]
        with pytest.raises(PortBusy, match="another program"):
            await SerialChannel(path).open(lambda _data: None, lambda _error: None)

    on_table(play)


@pytest.mark.parametrize("threaded", [False, True])
def test_a_device_that_is_no_serial_line_is_named(threaded: bool, tmp_path: Path) -> None:
    """As /dev/null is; one of our own, for nobody else's lock is on it."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    channel = SerialChannel(str(pipe), reader_thread=threaded)
    with pytest.raises(PortBroken) as raised:
        asyncio.run(channel.open(lambda _data: None, lambda _error: None))
    assert str(raised.value) == f"{pipe}: this port cannot be used: {NO_LINE}"


def test_a_port_without_permission_says_dialout(monkeypatch: pytest.MonkeyPatch) -> None:
    def denied(*_args: object, **_kwargs: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("serial.Serial", denied)

    async def main() -> None:
        with pytest.raises(GolemError, match="dialout"):
            await SerialChannel("/dev/ttyUSB7").open(lambda _data: None, lambda _error: None)

    run(main())


def test_a_missing_port_lists_those_that_are_there() -> None:
    assert "there are /dev/ttyACM0" in str(PortMissing("/dev/x", ("/dev/ttyACM0",)))


def test_a_port_that_is_pulled_out_for_good_ends_the_motion_and_names_itself() -> None:
    async def play(table: Table) -> None:
        red = table.fleet["red"]
        motion = asyncio.ensure_future(red.move(500, 100))
        await asyncio.sleep(1)
        table.uart().unplug()
        await asyncio.sleep(1)
        assert red.status.link == "lost" and "port went away" in red.status.reason
        assert (await red.move(10, 50)).kind == "rejected"
        result = await motion
        assert result.kind == "uncertain" and "port" in result.reason
        assert now() < 20

    on_table(play)


def test_a_port_that_comes_back_under_another_name_goes_on_where_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(table: Table) -> None:
        red, blue = table.fleet["red"], table.fleet["blue"]
        ports = [table.uart(name).path for name in ("red", "blue")]
        monkeypatch.setattr(families, "known_ports", lambda: tuple(ports))
        motion = asyncio.ensure_future(red.move(60, 100))
        await asyncio.sleep(0.3)
        gone = table.uart().path
        table.uart().unplug()
        await asyncio.sleep(0.4)
        # Something else takes the old name's place first; the robot is on a new one.
        holding, _ = pty.openpty()
        table.uart().plug_in()
        ports[0] = table.uart().path
        result = await motion
        os.close(holding)
        assert result.kind == "done" and result.mm == 60.0
        assert red.port != gone and red.status.link == "ready"
        assert table.executed() == 1
        assert (await blue.move(10, 50)).done and (await red.move(10, 50)).done

    on_table(play, names=("red", "blue"))


def test_another_robot_on_the_old_port_is_not_taken_for_the_one_that_went(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(table: Table) -> None:
        red, blue = table.fleet["red"], table.fleet["blue"]
        before = table.executed("blue")
        await blue.close()
        table.uart().unplug()
        await asyncio.sleep(0.1)
        # The system deals port names anew: blue's robot is where red's was.
        red._channel.relocate(table.uart("blue").path)  # type: ignore[attr-defined]
        monkeypatch.setattr(families, "known_ports", lambda: (table.uart("blue").path,))
        await asyncio.sleep(10)
        assert red.status.link == "lost"
        assert (await red.move(10, 50)).kind == "rejected"
        assert table.executed("blue") == before

    on_table(play, names=("red", "blue"))


def test_nothing_at_the_other_end_is_named() -> None:
    async def main() -> None:
        master, slave = pty.openpty()
        tty.setraw(slave)
        robot = open_robot("red", f"serial:{os.ttyname(slave)}")
        with pytest.raises(NoAnswer, match="nothing answers"):
            await robot.connect()
        assert robot.status.link == "lost"
        await robot.close()
        os.close(master)
        os.close(slave)

    run(main())


def test_a_send_on_a_closed_port_is_an_error() -> None:
    with pytest.raises(ChannelClosed):
        SerialChannel("/dev/ttyUSB7").send(b"x")


def test_a_reader_thread_serves_where_the_loop_cannot_watch_a_port() -> None:
    async def main() -> None:
        master, slave = pty.openpty()
        tty.setraw(slave)
        channel = SerialChannel(os.ttyname(slave), reader_thread=True)
        got: asyncio.Queue[bytes] = asyncio.Queue()
        lost: asyncio.Future[GolemError] = asyncio.get_running_loop().create_future()
        await channel.open(got.put_nowait, lost.set_result)
        assert os.read(master, 10) == b"\0"
        channel.send(b"hello")
        assert os.read(master, 10) == b"\x06hello\0"
        os.write(master, b"\x04abc\0")
        assert await asyncio.wait_for(got.get(), 5) == b"abc"
        os.close(slave)
        os.close(master)
        assert "went away" in str(await asyncio.wait_for(lost, 5))
        await channel.close()

    asyncio.run(main())


# -- addresses -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("url", "complaint"),
    [
        ("ttyUSB0", "is no robot's address"),
        ("serial:", "no port is named"),
        ("serial:/dev/ttyUSB0?baud=fast", "baud is 'fast'"),
        ("serial:/dev/ttyUSB0?speed=9600", "no setting 'speed'"),
        ("mqtt://host:1883/table", "a table and a robot"),
        ("mqtt://me:secret@host/table/red", "do not belong into an address"),
        ("mqtt://host:99999/table/red", "Port out of range"),
        ("mqtt://host:0/table/red", "Port out of range"),
        ("mqtt://host:x/table/red", "Port out of range"),
        ("mqtt://host/table/red#1", "'#1' at its end"),
        ("mqtt://host/table/red?speed=1", "no setting 'speed'"),
        ("mqtt://host/table/r+d", "a table and a robot"),
        ("mqtt://host/table/$estop", "a table and a robot"),
        ("mqtt://host/table/red/blue", "a table and a robot"),
        ("mqtt://[::1/table/red", "cannot be taken apart"),
        ("serial:/dev/ttyUSB0#2", "'#2' at its end"),
        ("hands:r/d", "the golem that people move"),
    ],
)
def test_an_address_that_cannot_be_right_is_refused_with_its_place(url: str, complaint: str) -> None:
    with pytest.raises(Problems, match=complaint) as caught:
        open_robot("red", url)
    assert caught.value.problems[0].at == "robots.red"


def test_all_that_is_wrong_with_an_address_is_told_at_once_in_every_language() -> None:
    for url, start, count in (
        ("mqtt://host:0/table/r+d?speed=1#2", "'mqtt://host:0/", 4),
        ("mqtt://me:geheim@host:0/table/r+d", "'mqtt://...@host:0/", 1),
        ("serial:?baud=1&speed=1#2", "'serial:?", 4),
    ):
        with pytest.raises(Problems) as caught:
            open_robot("red", url)
        assert len(caught.value.problems) == count
        for problem in caught.value.problems:
            told = {problem.told(language) for language in LANGUAGES}
            assert len(told) == 4 and all(text.startswith(f"robots.red: {start}") for text in told)


@pytest.mark.parametrize(
    "url",
    [
        "mqtt://me:geheim@host/t",
        "mqtt://me:ge/geheim@host/t/red",
        "mqtt://me:ge#geheim@host/t/red",
        "mqtt://me:ge?geheim@host/t/red",
        "mqtt://me:@geheim@host/t/red",
        "mqtt:me:geheim@host/t/red",
        "mqtts:/me:geheim@host/t/red",
        "me:geheim@host/t/red",
        "mqtt://[me:geheim@host/t/red",
    ],
)
def test_a_password_in_an_address_is_never_shown(url: str) -> None:
    with pytest.raises(Problems) as caught:
        open_robot("red", url)
    assert all("geheim" not in problem.told(language) for problem in caught.value.problems for language in LANGUAGES)


def test_every_family_opens_its_own_example() -> None:
    examples = {
        "serial": "serial:/dev/serial/by-id/usb-1?baud=9600",
        "mqtt": "mqtt://host/table/red",
        "mqtts": "mqtts://host/table/red",
        "hands": "hands:red",
    }
    assert set(examples) == set(FAMILIES), "a family without a test"
    for scheme, url in examples.items():
        assert open_robot("red", url).status.link == "connecting", scheme


def test_slow_ports_have_slower_timers_and_work() -> None:
    async def play(table: Table) -> None:
        assert (await table.fleet["red"].move(10, 50)).done
        assert 0.02 < await table.fleet["red"].ping() < 0.06

    on_table(play, baud=9600)
