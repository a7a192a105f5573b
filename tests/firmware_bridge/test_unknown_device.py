"""What is no golem of ours is named and refused, and the others go on."""

from __future__ import annotations

import asyncio
import os
import pty
import tty
from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from firmware_bridge.channels.channel_reasons import ChannelReason
from firmware_bridge.channels.unknown_device import recognised
from firmware_bridge.link.commands import expected_s
from firmware_bridge.link.plausibility import contradiction
from firmware_bridge.link.robot_side import Identity
from firmware_bridge.protocol.messages import (
    DICTIONARY_HASH,
    MAJOR,
    MINOR,
    Act,
    ActKind,
    Done,
    Move,
    Outcome,
    State,
    Turn,
)
from firmware_bridge.robots import Fleet, open_robot
from firmware_bridge.robots.discovery.serial_discovery import faults, find, look, look_everywhere
from firmware_bridge.robots.robot_status import NoAnswer
from hardware.simulated.simulated_rig import Rig, serial_robots
from hardware.simulated.virtual_clock import run
from hardware.simulated.world import World

GPS = (
    b"$GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*47\r\n"
    b"$GPRMC,123519,A,4807.038,N,01131.000,E,022.4,084.4,230394,003.1,W*6A\r\n"
)
PRINTER = b"start\necho:Marlin 2.1.2\necho: Last Updated: 2022-12-17\n ok T:21.3 /0.0 B:21.1 /0.0 @:0 B@:0\n"

DEVICES = {
    "a satellite receiver": GPS,
    "a 3D printer": PRINTER,
    "a milling machine": b"\r\nGrbl 1.1h ['$' for help]\r\n",
    "a board with MicroPython": b"MicroPython v1.22.0 on 2023-12-27; Raspberry Pi Pico with RP2040\r\n>>> ",
    "a modem": b"\r\nOK\r\nERROR\r\n",
    "a device that sends text: 'temperature 21.4 humidity 40'": b"temperature 21.4\r\nhumidity 40\r\n",
    "a device that sends bytes": bytes(range(128, 200)),
}


@pytest.mark.parametrize("what", DEVICES)
def test_other_devices_are_known_by_what_they_say(what: str) -> None:
    assert str(recognised(DEVICES[what])).startswith(what)


def test_too_few_bytes_say_nothing() -> None:
    assert recognised(b"") is recognised(b"$GP") is None


class _Device:
    """Something else on a port: it says the same again and again, and answers nothing."""

    def __init__(self, says: bytes) -> None:
        self._master, self._slave = pty.openpty()
        tty.setraw(self._slave)
        os.set_blocking(self._master, False)
        self.path = os.ttyname(self._slave)
        self._says = says
        self._chatter = asyncio.ensure_future(self._chat())

    async def _chat(self) -> None:
        while True:
            try:
                os.write(self._master, self._says)
                os.read(self._master, 4096)
            except BlockingIOError:
                pass
            await asyncio.sleep(0.3)

    def close(self) -> None:
        self._chatter.cancel()
        os.close(self._master)
        os.close(self._slave)


def _beside_simulated(names: tuple[str, ...], says: bytes, play: Callable[[Rig, _Device], Awaitable[None]]) -> None:
    async def main() -> None:
        async with serial_robots(World(), names, 3) as rig:
            device = _Device(says)
            try:
                await play(rig, device)
            finally:
                device.close()

    run(main())


@pytest.mark.parametrize("what", ["a satellite receiver", "a 3D printer"])
def test_a_table_file_that_names_another_device_says_so_and_the_others_go_on(what: str) -> None:
    async def play(rig: Rig, device: _Device) -> None:
        fleet = Fleet([rig.open("red"), open_robot("blue", f"serial:{device.path}")])
        connected = await fleet.connect()
        assert [problem.at for problem in connected.problems] == ["robots.blue"]
        assert what in str(connected.problems[0].message).lower().replace("3d", "3D")
        assert (await fleet["red"].move(10, 50)).done
        await fleet.close()

    _beside_simulated(("red",), DEVICES[what], play)


def test_a_scan_finds_golems_by_name_and_names_the_rest() -> None:
    async def play(rig: Rig, device: _Device) -> None:
        ports = [rig.urls[name].partition(":")[2].partition("?")[0] for name in rig.urls]
        rig.simulated_robots["old"].side.identity = Identity("old", dictionary=DICTIONARY_HASH ^ 1)
        rig.simulated_robots["off"].body.powered = False
        seen = await look_everywhere([*ports, device.path, "/dev/no-such-port"], traffic=rig.traffic)
        assert [one.robot.name if one.robot else "" for one in seen] == ["red", "blue", "", "", "", ""]
        told = ["" if one.error is None else str(one.error) for one in seen]
        assert told[:2] == ["", ""]
        assert "dictionary" in told[2] and "flash" in told[2]
        assert "nothing answers" in told[3]
        assert "satellite receiver" in told[4]
        assert "no such port" in told[5]
        assert [port for port, _ in faults(seen)] == [*ports[2:], device.path, "/dev/no-such-port"]
        assert await find("blue", ports, traffic=rig.traffic) == ports[1]
        assert await find("green", ports, traffic=rig.traffic) is None
        assert all(
            simulated_robot.executed == [] and simulated_robot.side.session == 0
            for simulated_robot in rig.simulated_robots.values()
        )

    _beside_simulated(("red", "blue", "old", "off"), GPS, play)


def test_a_scan_tells_of_two_robots_with_one_name() -> None:
    async def play(rig: Rig, _device: _Device) -> None:
        rig.simulated_robots["blue"].side.identity = Identity("red")
        ports = [rig.urls[name].partition(":")[2].partition("?")[0] for name in rig.urls]
        seen = await look_everywhere(ports, traffic=rig.traffic)
        assert [str(error) for _, error in faults(seen)] == [
            f"{ports[1]}: two robots are named 'red', here and on {ports[0]}; rename one"
        ]
        assert await find("red", ports, traffic=rig.traffic) is None

    _beside_simulated(("red", "blue"), b"", play)


# -- golems that are not the right ones ------------------------------------------------------------------


def _connected(
    change: Callable[[Rig], None], names: tuple[str, ...] = ("red", "blue", "green")
) -> list[tuple[str, str]]:
    """What connecting says of a rig that was tampered with; every robot without a problem must still move."""

    async def main() -> list[tuple[str, str]]:
        async with serial_robots(World(), names, 3) as rig:
            change(rig)
            fleet = Fleet(rig.open(name) for name in names)
            connected = await fleet.connect()
            refused = {problem.at.removeprefix("robots.") for problem in connected.problems}
            for name in names:
                if name not in refused:
                    assert (await fleet[name].move(10, 50)).done
                else:
                    assert rig.simulated_robots[name].executed == []
                    assert fleet[name].status.link in ("fault", "lost", "connecting")
                    assert fleet[name].status.reason
            await fleet.close()
            return [(problem.at, str(problem.message)) for problem in connected.problems]

    return run(main())


def test_another_protocol_version_is_named_and_refused() -> None:
    def change(rig: Rig) -> None:
        rig.simulated_robots["blue"].side.identity = replace(Identity("blue"), protocol=(2, 0), firmware=(2, 1, 0))

    [(at, told)] = _connected(change)
    assert (
        at == "robots.blue"
        and "firmware 2.1.0 speaks protocol 2.0" in told
        and f"this program speaks {MAJOR}.{MINOR}" in told
    )


def test_another_dictionary_is_named_and_refused() -> None:
    def change(rig: Rig) -> None:
        rig.simulated_robots["blue"].side.identity = Identity("blue", dictionary=0xDEADBEEF)

    [(at, told)] = _connected(change)
    assert at == "robots.blue" and "dictionary deadbeef" in told and f"{DICTIONARY_HASH:08x}" in told


def test_two_robots_with_one_name_are_named_and_the_second_is_refused() -> None:
    def change(rig: Rig) -> None:
        rig.simulated_robots["blue"].side.identity = Identity("red")

    [(at, told)] = _connected(change)
    assert at == "robots.blue" and "two robots call themselves 'red'" in told


def test_mixed_up_cables_are_named() -> None:
    def change(rig: Rig) -> None:
        rig.simulated_robots["red"].side.identity = Identity("blue")
        rig.simulated_robots["blue"].side.identity = Identity("red")

    told = dict(_connected(change))
    assert set(told) == {"robots.red", "robots.blue"}
    assert "is 'blue', and not 'red': are two cables mixed up?" in told["robots.red"]


def test_robots_without_a_name_are_welcome() -> None:
    def change(rig: Rig) -> None:
        for simulated_robot in rig.simulated_robots.values():
            simulated_robot.side.identity = Identity("")

    assert _connected(change) == []


def test_an_address_can_say_which_robot_is_meant() -> None:
    async def main() -> None:
        async with serial_robots(World(), ("red", "rosie"), 3) as rig:
            right = open_robot("red", rig.urls["rosie"] + "&name=rosie", rig.traffic)
            wrong = open_robot("blue", rig.urls["red"] + "&name=otto", rig.traffic)
            fleet = Fleet([right, wrong])
            connected = await fleet.connect()
            assert [problem.at for problem in connected.problems] == ["robots.blue"]
            assert "the robot 'red' answers here, and not 'otto'" in str(connected.problems[0].message)
            assert (await right.move(10, 50)).done
            await fleet.close()

    run(main())


# -- a robot that lies -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("command", "done", "took", "told"),
    [
        (Move(100_000, 50), (100_000, 0), 2.1, ""),
        (Move(100_000, 50), (98_000, 0), 2.1, ""),
        (Move(100_000, 50), (0, 0), 2.1, "counted 0 of 100 mm"),
        (Move(-100_000, 50), (100_000, 0), 2.1, "counted 100 of -100 mm"),
        (Move(100_000, 50), (100_000, 0), 0.4, "done after 0.40 s, which takes 2.00 s"),
        (Move(100_000, 50), (100_000, 0), None, ""),
        (Turn(9000, 90), (0, 9000), 1.3, ""),
        (Turn(9000, 90), (0, 4500), 1.3, "counted 45 of 90 degrees"),
        (Act(ActKind.DIE), (0, 0), 0.01, ""),
    ],
)
def test_a_done_that_cannot_be_is_seen_through(
    command: Move | Turn | Act, done: tuple[int, int], took: float | None, told: str
) -> None:
    said = Done(Outcome.DONE, *done, 1, State.IDLE)
    found = contradiction(command, said, took, expected_s(command))
    assert bool(found) == bool(told)
    assert told in str(found)


def test_a_robot_that_lies_about_done_is_uncertain_and_the_others_go_on() -> None:
    async def main() -> None:
        async with serial_robots(World(), ("red", "blue"), 3) as rig:
            side = rig.simulated_robots["red"].side
            finished = side.finished
            side.finished = lambda outcome, mm, cdeg: finished(Outcome.DONE, mm // 3, cdeg)
            fleet = Fleet(rig.open(name) for name in rig.urls)
            (await fleet.connect()).check()
            results = await asyncio.gather(fleet["red"].move(90, 100), fleet["blue"].move(90, 100))
            assert [result.kind for result in results] == ["uncertain", "done"]
            assert "says done, and counted 30 of 90 mm" in results[0].reason and results[0].mm == 30.0
            await fleet.close()

    run(main())


def test_nothing_there_still_gives_the_usual_advice() -> None:
    assert "Is the robot switched on" in str(NoAnswer("red", "/dev/x", 5.0))
    assert "What is there is a GPS" in str(NoAnswer("red", "/dev/x", 5.0, ChannelReason.SOMETHING_ELSE(device="a GPS")))


def test_a_look_changes_nothing_and_takes_no_session() -> None:
    async def main() -> None:
        async with serial_robots(World(), ("red",), 3) as rig:
            path = rig.urls["red"].partition(":")[2].partition("?")[0]
            seen = await look(path, traffic=rig.traffic)
            assert seen.robot is not None and seen.robot.session == 0
            assert rig.simulated_robots["red"].side.session == 0

    run(main())
