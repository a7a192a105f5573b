"""Questions to a robot that take no session; slow lines (Bluetooth modules, long cables) with their timers scaled."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest
from msgspec.structs import replace

from boards.base.errors import GolemError
from boards.base.reasons import NO_REASON, Reason
from firmware_bridge.channels.channel import ChannelClosed, OnBack, OnFrame, OnLost, not_awaited
from firmware_bridge.channels.channel_reasons import ChannelReason
from firmware_bridge.channels.port_names import Device, links_in, stable_names
from firmware_bridge.link.commands import Timers
from firmware_bridge.link.robot_side import Identity
from firmware_bridge.protocol.codec import Frame, decode, encode
from firmware_bridge.protocol.messages import (
    DICTIONARY_HASH,
    MAJOR,
    MINOR,
    Estop,
    Hello,
    Message,
    Ping,
    Report,
    State,
    Welcome,
)
from firmware_bridge.robots.discovery.robot_queries import LineQuality, StopUnconfirmed, asking, emergency_stop
from firmware_bridge.robots.discovery.serial_discovery import watch
from firmware_bridge.robots.frame_text import frame_line
from firmware_bridge.robots.robot_families import open_channel
from firmware_bridge.robots.robot_status import NoAnswer
from hardware.simulated.faults import LineFaults
from hardware.simulated.simulated_rig import Rig, serial_robots
from hardware.simulated.uart import Uart
from hardware.simulated.virtual_clock import run
from hardware.simulated.world import World

RATES = (9600, 38400, 115200)
REPORT_IDLE = Report(6, 0, 0, 0, State.IDLE, 7900, 0, 0)


def _channel(rig: Rig, name: str = "red"):
    return open_channel(name, rig.urls[name], rig.traffic)


@pytest.mark.parametrize("baud", RATES)
def test_a_round_trip_is_the_wires_own_time(baud: int) -> None:
    async def main() -> LineQuality:
        async with serial_robots(World(), ("red",), 3, baud=baud) as rig, asking("red", _channel(rig)) as asker:
            return await asker.quality(10)

    quality = run(main())
    assert (quality.asked, quality.lost) == (10, 0)
    question, answer = encode(Frame(0, 1, Ping(0))), encode(Frame(0, 1, Report(0, 0, 0, 0, State.IDLE, 0, 0, 0)))
    floor_ms = (len(question) + len(answer) + 4) * 10_000 / baud  # stuffing and end: two bytes a frame
    assert quality.median_ms == pytest.approx(floor_ms, rel=0.05)
    assert quality.worst_ms is not None and quality.worst_ms <= 1.1 * floor_ms
    assert quality.battery_v == pytest.approx(8.3, abs=0.2)


def test_losses_are_counted() -> None:
    async def main() -> LineQuality:
        bad = LineFaults(loss=0.2)
        async with serial_robots(World(), ("red",), 3, line=bad) as rig, asking("red", _channel(rig)) as asker:
            return await asker.quality(200)

    quality = run(main())
    # A question is lost if it or its answer is: 1 - 0.8 * 0.8 = 36 %; six deviations around it.
    assert 0.36 * 200 - 41 < quality.lost < 0.36 * 200 + 41
    assert LineQuality(3, (), None).median_ms is None


def test_questions_and_the_emergency_stop_take_no_session_from_who_plays() -> None:
    async def main() -> None:
        async with serial_robots(World(), ("red",), 3) as rig:
            side = rig.simulated_robots["red"].side
            async with asking("red", _channel(rig)) as asker:
                before = (side.session, side.last_seq)
                await asker.quality(2)
                await asker.estop()
                assert side.state is State.ESTOPPED
                await asker.estop()
                assert await asker.release()
                assert side.state is State.IDLE
                assert (side.session, side.last_seq) == before == (0, 0)

    run(main())


@pytest.mark.parametrize("baud", RATES)
def test_the_emergency_stop_gets_through_a_bad_line(baud: int) -> None:
    async def main() -> None:
        bad = LineFaults(loss=0.5)
        async with (
            serial_robots(World(), ("red",), 5, baud=baud, line=bad) as rig,
            asking("red", _channel(rig)) as asker,
        ):
            await asker.estop()
            assert rig.simulated_robots["red"].side.state is State.ESTOPPED
            assert await asker.release()
            assert rig.simulated_robots["red"].side.state is State.IDLE

    run(main())


def test_who_is_silent_or_unplugged_is_named() -> None:
    async def main() -> None:
        async with serial_robots(World(), ("red",), 3) as rig:
            uart = rig.simulated_robots["red"].port
            assert isinstance(uart, Uart)
            async with asking("red", _channel(rig)) as asker:
                asyncio.get_running_loop().call_later(1.03, uart.unplug)
                with pytest.raises(GolemError, match="went away"):
                    await asker.quality(100)
            uart.plug_in()
            uart.on_frame = None
            with pytest.raises(NoAnswer, match="nothing answers"):
                async with asking("red", open_channel("red", f"serial:{uart.path}", rig.traffic)):
                    pass

    run(main())


def test_who_is_plugged_in_appears_with_its_name_and_who_is_pulled_out_goes() -> None:
    async def main() -> list[str]:
        async with serial_robots(World(), ("red", "blue"), 3) as rig:
            told: list[str] = []
            red, blue = (rig.simulated_robots[name].port for name in ("red", "blue"))
            assert isinstance(red, Uart) and isinstance(blue, Uart)
            plugged = [red]
            watching = asyncio.ensure_future(
                watch(
                    lambda one: told.append(f"+{one.robot.name}" if one.robot is not None else one.trouble),
                    lambda port: told.append(f"-{names[port]}"),
                    lambda: [uart.path for uart in plugged],
                    traffic=rig.traffic,
                )
            )
            names = {red.path: "red", blue.path: "blue"}
            await asyncio.sleep(5)
            plugged.append(blue)
            await asyncio.sleep(5)
            plugged.remove(red)
            await asyncio.sleep(5)
            watching.cancel()
            return told

    assert run(main()) == ["+red", "+blue", "-red"]


def test_a_port_that_another_program_had_is_asked_when_it_is_free_and_told_once() -> None:
    async def main() -> list[str]:
        async with serial_robots(World(), ("red",), 3) as rig:
            told: list[str] = []
            red = rig.simulated_robots["red"].port
            assert isinstance(red, Uart)
            table = rig.open("red")
            await table.connect()
            watching = asyncio.ensure_future(
                watch(
                    lambda one: told.append(type(one.error).__name__ if one.robot is None else one.robot.name),
                    told.append,
                    lambda: [red.path],
                    traffic=rig.traffic,
                )
            )
            await asyncio.sleep(5)
            assert told == ["PortBusy"]
            await table.close()
            await asyncio.sleep(5)
            watching.cancel()
            return told

    assert run(main()) == ["PortBusy", "red"]


class _Recorded:
    """A channel to a robot that obeys, and answers as it is told to."""

    port, fault, trouble, timers = "/dev/robot", NO_REASON, NO_REASON, Timers.serial(115200)

    def __init__(self, answer: Callable[[Frame], Message | None]) -> None:
        self.on_back: OnBack = not_awaited
        self.said: list[tuple[float, Frame]] = []
        self._answer = answer
        self._on_frame: OnFrame = lambda _data: None

    async def open(self, on_frame: OnFrame, on_lost: OnLost) -> None:
        self._on_frame = on_frame

    def send(self, frame: bytes) -> None:
        asked = decode(frame)
        self.said.append((asyncio.get_running_loop().time(), asked))
        answer = self._answer(asked)
        if answer is not None:
            self._on_frame(encode(Frame(asked.session, asked.seq, answer)))

    def announce_estop(self, latched: bool) -> None:
        pass

    async def close(self) -> None:
        pass


def test_estop_is_the_first_word_and_said_every_10_ms_until_it_is_confirmed() -> None:
    async def main() -> None:
        count = 0

        def answer(asked: Frame) -> Message | None:
            nonlocal count
            count += 1
            return replace(REPORT, to=6, state=State.ESTOPPED) if count == 40 else None

        channel = _Recorded(answer)
        began = asyncio.get_running_loop().time()
        await emergency_stop("red", channel)
        assert len(channel.said) == 40 and all(isinstance(frame.message, Estop) for _, frame in channel.said)
        assert channel.said[0][0] == began and len({frame.seq for _, frame in channel.said}) == 1
        gaps = [later - earlier for (earlier, _), (later, _) in pairwise(channel.said)]
        assert max(gaps) <= 0.0101

    run(main())


@pytest.mark.parametrize(("answer", "error"), [(None, NoAnswer), (REPORT_IDLE, StopUnconfirmed)])
def test_an_emergency_stop_that_nobody_confirms_was_sent_all_the_same(
    answer: Message | None, error: type[GolemError]
) -> None:
    async def main() -> None:
        channel = _Recorded(lambda _asked: answer)
        with pytest.raises(error):
            await emergency_stop("red", channel)
        assert len(channel.said) > 300

    run(main())


def test_a_robot_of_another_dictionary_and_name_is_stopped_too() -> None:
    async def main() -> None:
        async with serial_robots(World(), ("red",), 3) as rig:
            robot = rig.simulated_robots["red"]
            robot.side.identity = Identity("stranger", protocol=(7, 3), dictionary=0xDEADBEEF)
            await emergency_stop("red", _channel(rig))
            assert robot.side.state is State.ESTOPPED

    run(main())


def test_a_robot_whose_answers_are_lost_is_stopped_and_that_is_told() -> None:
    async def main() -> None:
        async with serial_robots(World(), ("red",), 3) as rig:
            robot = rig.simulated_robots["red"]
            robot.port.send = lambda _frame: None  # type: ignore[method-assign]
            with pytest.raises(NoAnswer):
                await emergency_stop("red", _channel(rig))
            assert robot.side.state is State.ESTOPPED

    run(main())


class _Broker:
    """A channel to a robot by way of a broker that goes away, and mends itself later."""

    port, fault, timers = "mqtt://club/t/red", NO_REASON, Timers.mqtt()

    def __init__(self) -> None:
        self.away = False
        self.on_back: OnBack = not_awaited
        self._on_frame: OnFrame = lambda _data: None

    @property
    def trouble(self) -> Reason:
        return ChannelReason.BROKER_BROKE(reason="unspecified") if self.away else NO_REASON

    async def open(self, on_frame: OnFrame, on_lost: OnLost) -> None:
        self._on_frame = on_frame

    def send(self, frame: bytes) -> None:
        if self.away:
            raise ChannelClosed(self.port)
        asked = decode(frame)
        answer = WELCOME if isinstance(asked.message, Hello) else REPORT
        self._on_frame(encode(Frame(0, asked.seq, answer)))

    def announce_estop(self, latched: bool) -> None:
        pass

    async def close(self) -> None:
        pass


WELCOME = Welcome(3, 0, 0, 0, MAJOR, MINOR, DICTIONARY_HASH, 1, 2, 3, 0x3FF, 7900, State.IDLE, 0, "red")
REPORT = Report(0, 0, 0, 0, State.IDLE, 7900, 0, 0)


def test_a_broker_that_is_away_for_a_while_costs_questions_and_not_the_asker() -> None:
    async def main() -> None:
        channel = _Broker()
        async with asking("red", channel) as asker:
            assert (await asker.quality(2)).lost == 0
            channel.away = True
            assert (await asker.quality(2)).lost == 2
            with pytest.raises(NoAnswer, match="The connection to the broker broke"):
                await asker.estop()
            channel.away = False
            assert (await asker.quality(2)).lost == 0

    run(main())


# -- names and frames ------------------------------------------------------------------------------------


def test_ports_are_called_by_id_never_by_number(tmp_path: Path) -> None:
    by_id, by_path = tmp_path / "by-id", tmp_path / "by-path"
    for folder, links in (
        (by_id, {"usb-A-if00": "ttyUSB0", "usb-clone-if00": "ttyUSB2"}),
        (by_path, {"pci-1": "ttyUSB0", "pci-2": "ttyUSB1", "pci-3": "ttyUSB2"}),
    ):
        folder.mkdir()
        for link, device in links.items():
            (tmp_path / device).touch()
            (folder / link).symlink_to(tmp_path / device)
    clone = (0x1A86, 0x7523, None)
    devices = [
        Device(str(tmp_path / "ttyUSB0"), (0x0403, 0x6001, "A")),
        Device(str(tmp_path / "ttyUSB1"), clone),
        Device(str(tmp_path / "ttyUSB2"), clone),
        Device("/dev/rfcomm0"),
        Device("/dev/rfcomm1"),
    ]
    names = stable_names(devices, links_in(by_id), links_in(by_path))
    assert names == {
        str(tmp_path / "ttyUSB0"): str(by_id / "usb-A-if00"),
        # Two that are alike have one link by id, which points to one of them today and to the other tomorrow.
        str(tmp_path / "ttyUSB1"): str(by_path / "pci-2"),
        str(tmp_path / "ttyUSB2"): str(by_path / "pci-3"),
        "/dev/rfcomm0": "/dev/rfcomm0",
        "/dev/rfcomm1": "/dev/rfcomm1",
    }
    assert stable_names(devices[1:2], {}, links_in(by_path))[devices[1].path] == str(by_path / "pci-2")
    assert stable_names(devices[2:3], links_in(by_id), {})[devices[2].path] == str(by_id / "usb-clone-if00")
    assert links_in(tmp_path / "none") == {}


def test_frames_are_told_in_the_wires_own_terms() -> None:
    frame = encode(Frame(3, 7, Report(0x06, 3, 2, 1, State.BUSY, 7900, 0, 42)))
    assert frame_line(1.5, frame, True) == (
        "    1.500 <- REPORT session=3 seq=7 to=6 session=3 last_seq=2 done_seq=1 state=BUSY battery_mv=7900 latch=0 "
        "host_time_ms=42"
    )
    assert "wrong checksum" in frame_line(0, frame[:-1] + b"\0", True)
    assert frame_line(0, encode(Frame(0, 1, Ping(5))), False).startswith("    0.000 -> PING session=0 seq=1")
