"""Serial ports: those that are missing, taken, forbidden, no line at all, pulled out, plugged in elsewhere, or slow."""

from __future__ import annotations

import asyncio
import os
import pty
import tty
from pathlib import Path

import pytest

from boards.base.errors import GolemError, Problems
from firmware_bridge.channels.channel import ChannelClosed, PortBroken, PortBusy, PortMissing
from firmware_bridge.channels.channel_reasons import ChannelReason
from firmware_bridge.channels.serial_port import SerialChannel
from firmware_bridge.robots import Fleet, open_robot
from firmware_bridge.robots import robot_families as families
from firmware_bridge.robots.robot_status import NoAnswer, NotConnected
from hardware.simulated.simulated_rig import serial_robots
from hardware.simulated.virtual_clock import run
from hardware.simulated.world import World
from tests.firmware_bridge.wired_table import Table, now, on_table


def test_a_port_that_is_not_there_is_named_and_the_others_go_on() -> None:
    async def main() -> None:
        async with serial_robots(World(), ("red",)) as rig:
            fleet = Fleet([rig.open("red"), open_robot("blue", "serial:/dev/no-such-port", rig.traffic)])
            connected = await fleet.connect()
            assert [problem.at for problem in connected.problems] == ["robots.blue"]
            assert "no such port" in str(connected.problems[0].message)
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
    assert str(raised.value) == f"{pipe}: this port cannot be used: {ChannelReason.NO_LINE()}"


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
        red._channel.relocate(table.uart("blue").path)
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
        assert await asyncio.wait_for(got.get(), 60) == b"abc"
        os.close(slave)
        os.close(master)
        assert "went away" in str(await asyncio.wait_for(lost, 60))
        await channel.close()

    asyncio.run(main())


def test_slow_ports_have_slower_timers_and_work() -> None:
    async def play(table: Table) -> None:
        assert (await table.fleet["red"].move(10, 50)).done
        assert 0.02 < await table.fleet["red"].ping() < 0.06

    on_table(play, baud=9600)
