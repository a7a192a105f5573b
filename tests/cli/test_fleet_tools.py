"""`golem robots` by hand: what it does with robots on pseudo-terminals, and what it says, in virtual time."""

from __future__ import annotations

import asyncio
import string
import threading
from collections.abc import Awaitable, Callable
from concurrent.futures import Future
from functools import partial
from pathlib import Path

import pytest

from boards.base.catalogue import Language, languages, translate_all
from boards.geometry import Pose
from controller.app.tools import robot_tools as fleet_tools
from controller.app.tools.robot_tool_messages import TEXTS
from controller.app.tools.robot_tools import RobotTools
from controller.cli import main
from controller.cli.robots import command
from firmware_bridge.channels.channel import PortForbidden
from firmware_bridge.channels.channel_reasons import ChannelReason, Device
from firmware_bridge.channels.mqtt_client import MqttClient, Publication
from firmware_bridge.channels.mqtt_topics import TableTopics
from firmware_bridge.channels.serial_port import SerialChannel
from firmware_bridge.link.plausibility import OtherDictionary
from firmware_bridge.protocol.messages import Act, ActKind, State
from firmware_bridge.robots.discovery.serial_discovery import AnotherDevice, Seen
from firmware_bridge.robots.robot_families import open_channel, open_robot
from hardware.simulated.faults import Fault
from hardware.simulated.simulated_rig import Rig, mqtt_robots, serial_robots
from hardware.simulated.uart import Uart
from hardware.simulated.virtual_clock import run
from hardware.simulated.world import Body, World

Play = Callable[[Rig, RobotTools, list[str]], Awaitable[None]]


def _on_simulated(
    play: Play, names: tuple[str, ...] = ("red",), language: Language = "en", **more: object
) -> list[str]:
    told: list[str] = []

    async def go() -> None:
        world = World(bodies={name: Body(Pose(50.0, 50.0, 90.0)) for name in names})
        async with serial_robots(world, names, 3, **more) as rig:
            tools = RobotTools(
                channel=lambda at: open_channel("robot", at, rig.traffic),
                robot=lambda at: open_robot(at, at, rig.traffic),
                language=language,
                say=told.append,
            )
            await play(rig, tools, list(rig.urls.values()))

    run(go())
    return told


def test_ping_says_name_battery_and_the_quality_of_the_line() -> None:
    async def play(rig: Rig, tools: RobotTools, at: list[str]) -> None:
        assert await fleet_tools.ping(tools, at[0], 4)
        assert rig.simulated_robots["red"].side.session == 0

    (line,) = _on_simulated(play, language="fr")
    assert ": red, 4 questions, 0 perdues, aller-retour 3.6 ms (médiane), 3.6 ms (pire), batterie 8." in line


def test_jog_goes_and_turns_and_says_how_far() -> None:
    async def play(rig: Rig, tools: RobotTools, at: list[str]) -> None:
        assert await fleet_tools.jog(tools, at[0], 20.0, None)
        assert await fleet_tools.jog(tools, at[0], None, -90.0)
        pose = rig.simulated_robots["red"].body.pose
        assert pose.y == pytest.approx(70.0, abs=2) and pose.heading == pytest.approx(0.0, abs=3)

    told = _on_simulated(play)
    assert [line.rpartition(": ")[2] for line in told] == ["20.0 mm, 0.0 degrees", "0.0 mm, -90.0 degrees"]


def test_stop_ends_another_programs_motion_and_estop_latches_until_release() -> None:
    async def play(rig: Rig, tools: RobotTools, at: list[str]) -> None:
        side = rig.simulated_robots["red"].side
        other = rig.open("red")
        await other.connect()
        moving = asyncio.ensure_future(other.move(300, 40))
        await asyncio.sleep(1.0)
        # Another program has the port; this one reaches the robot another way (a gateway has two sides).
        await other._channel.close()
        assert await fleet_tools.stop(tools, at[0])
        assert side.state is State.IDLE and rig.simulated_robots["red"].body.pose.y < 120
        assert await fleet_tools.estop(tools, at[0])
        assert side.state is State.ESTOPPED
        assert not await fleet_tools.jog(tools, at[0], 10.0, None)
        assert await fleet_tools.release(tools, at[0])
        assert await fleet_tools.jog(tools, at[0], 10.0, None)
        moving.cancel()
        await other.close()

    told = [line.split(": ", 1)[1] for line in _on_simulated(play)]
    assert told[0] == "it stands"
    assert told[1] == "emergency stop is on, until `golem robots release`"
    assert told[2].startswith("not done (rejected): ")
    assert told[3:] == ["emergency stop is released", "done: 10.0 mm, 0.0 degrees"]


def test_identify_shows_itself_and_who_fails_is_named_and_the_others_go_on() -> None:
    async def play(rig: Rig, tools: RobotTools, at: list[str]) -> None:
        uart = rig.simulated_robots["red"].port
        assert isinstance(uart, Uart)
        uart.unplug()
        assert not await fleet_tools.each(tools, at, partial(fleet_tools.identify, tools))
        assert [done.command for done in rig.simulated_robots["blue"].executed] == [Act(ActKind.IDENTIFY)]

    told = _on_simulated(play, ("red", "blue"))
    assert sum("blinks and wiggles" in line for line in told) == 1
    assert any("no such port" in line or "cannot be used" in line for line in told)


def test_a_name_is_told_or_how_to_get_it() -> None:
    async def play(_rig: Rig, tools: RobotTools, at: list[str]) -> None:
        assert await fleet_tools.name(tools, at[0], "red", "flash it")
        assert not await fleet_tools.name(tools, at[0], "rosie", "golem robots flash PORT --name rosie")

    told = _on_simulated(play)
    assert "its name is red already" in told[0]
    assert "'red'" in told[1] and "golem robots flash PORT --name rosie" in told[2]


def test_monitor_shows_both_ways_decoded() -> None:
    async def play(_rig: Rig, tools: RobotTools, at: list[str]) -> None:
        assert await fleet_tools.monitor(tools, at[0], 3.0)

    told = _on_simulated(play)
    assert "-> HELLO session=0" in told[0]
    assert "<- WELCOME" in told[1] and "name='red'" in told[1]
    assert sum("-> PING" in line for line in told) == sum("<- REPORT" in line for line in told) >= 3


def test_a_robot_that_refuses_says_why() -> None:
    async def play(_rig: Rig, tools: RobotTools, at: list[str]) -> None:
        assert not await fleet_tools.jog(tools, at[0], 20.0, None)

    (line,) = _on_simulated(play, faults={"red": [Fault("refuse", 1)]})
    assert "not done (rejected)" in line


def test_what_the_channel_knows_to_be_wrong_is_told_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a broker two robots may have one name; each hears a part of what is said, and throws the other out."""
    fault = ChannelReason.NAME_DOUBLED(name="'red'")
    monkeypatch.setattr(SerialChannel, "fault", fault)

    async def play(_rig: Rig, tools: RobotTools, at: list[str]) -> None:
        assert not await fleet_tools.ping(tools, at[0], 2)
        assert not await fleet_tools.jog(tools, at[0], 20.0, None)

    told = [line.split(": ", 1)[1] for line in _on_simulated(play, language="ru", faults={"red": [Fault("refuse", 1)]})]
    twice = "на имя 'red' отзываются два робота; выключите одного или переименуйте его"
    assert told[1] == told[3] == twice
    assert told[0].startswith("red, запросов 2, потеряно 0") and told[2].startswith("не выполнено (отклонено)")


def test_on_a_broker_a_tool_comes_and_goes_beside_the_table() -> None:
    """In real time: the simulation's clock counts one host's frames, not two."""

    async def go() -> list[bytes]:
        async with mqtt_robots(World(), ("red",), 3) as rig:
            said: asyncio.Queue[bytes] = asyncio.Queue()
            host, told = TableTopics("table").host, list[str]()
            assert rig.broker is not None
            listener = MqttClient(rig.broker.endpoint, "listener", lambda _topic, data, _kept: said.put_nowait(data))
            await listener.connect()
            await listener.subscribe([(host, 1)])
            table = rig.open("red")
            await table.connect()
            tools = RobotTools(
                channel=lambda at: open_channel("robot", at, rig.traffic, rig.login, visiting=True),
                robot=lambda at: open_robot(at, at, rig.traffic, rig.login, visiting=True),
                language="en",
                say=told.append,
            )
            assert await fleet_tools.ping(tools, rig.urls["red"], 2)
            assert "2 asked, 0 lost" in told[0]
            assert (await table.move(2, 50)).done  # nobody took its session, nor its place at the broker
            await table.close()
            assert await fleet_tools.jog(tools, rig.urls["red"], 2.0, None)
            await listener.publish_surely(Publication(host, b"end", 1))
            heard = [await asyncio.wait_for(said.get(), 30)]
            while heard[-1] != b"end":
                heard.append(await asyncio.wait_for(said.get(), 30))
            await listener.close()
            return heard

    assert asyncio.run(go()) == [b"online", b"offline", b"end"]


# -- the command line ------------------------------------------------------------------------------------


def test_the_commands_reach_a_robot_on_a_port(capsys: pytest.CaptureFixture[str]) -> None:
    """As a person calls them: another program has the robot (here: a thread), in real time."""
    port: Future[str] = Future()
    over = threading.Event()

    async def robot() -> None:
        async with serial_robots(World(), ("red",), 3) as rig:
            port.set_result(rig.urls["red"].partition(":")[2].partition("?")[0])
            await asyncio.get_running_loop().run_in_executor(None, over.wait)

    thread = threading.Thread(target=asyncio.run, args=(robot(),))
    thread.start()
    try:
        path = port.result(30)
        for words, status, told in (
            (["ping", path, "--count", "2"], 0, "red, 2 asked, 0 lost"),
            (["jog", path, "--mm", "2"], 0, "done: 2.0 mm, 0.0 degrees"),
            (["estop", path], 0, "emergency stop is on"),
            (["jog", path, "--degrees", "5"], 1, "not done (rejected)"),
            (["release", path, "--language", "fr"], 0, "arrêt d’urgence levé"),
            (["stop", f"serial:{path}"], 0, "it stands"),
            (["name", path, "rosie"], 1, f"golem robots flash {path} --name rosie"),
            (["monitor", path, "--seconds", "0.01"], 0, "<- WELCOME"),
        ):
            assert main(["robots", *words]) == status
            assert told in capsys.readouterr().out
    finally:
        over.set()
        thread.join()


def test_an_emergency_stop_for_all_waits_for_nobody(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of three ports one has a golem, one is silent, one belongs to another program; all at once, in virtual time."""

    async def play(rig: Rig, tools: RobotTools, at: list[str]) -> None:
        rig.simulated_robots["off"].body.powered = False
        other = rig.open("blue")
        await other.connect()
        stopping = asyncio.ensure_future(fleet_tools.each_here(tools, at, partial(fleet_tools.estop_here, tools)))
        await asyncio.sleep(0.1)
        assert rig.simulated_robots["red"].side.state is State.ESTOPPED and not stopping.done()
        assert not await stopping
        await other.close()

    told = _on_simulated(play, ("off", "red", "blue"), "pl")
    assert [line.partition(": ")[2].rpartition(": ")[2] for line in told] == [
        "zatrzymanie awaryjne włączone, do `golem robots release`",
        "inny program ma otwarty ten port (monitor portu? drugi stół?)",
    ]
    monkeypatch.setattr(command, "known_ports", lambda: ())
    assert main(["robots", "estop", "--language", "pl"]) == 1
    assert "nie odpowiada golem" in capsys.readouterr().out


def test_secrets_that_are_not_in_order_keep_nobody_from_stopping_a_robot_on_a_cable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "secrets.yaml"
    path.write_text("user: club\npassword: geheim\n", encoding="utf-8")
    path.chmod(0o644)
    monkeypatch.setenv("GOLEM_MQTT_FILE", str(path))
    assert main(["robots", "estop", "/dev/no-such-port"]) == 1
    assert "no such port" in capsys.readouterr().out
    assert main(["robots", "estop", "mqtts://club.local/club/red", "--language", "fr"]) == 2
    told = capsys.readouterr()
    assert "chmod 600" in told.err and "geheim" not in told.err + told.out


def test_without_a_port_those_that_cannot_be_asked_are_named_and_the_others_are_meant(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def seen() -> list[Seen]:
        gps = AnotherDevice("/dev/gps", Device.SATELLITE_RECEIVER())
        foreign = OtherDictionary((2, 0, 7), "2.1.0")
        return [
            Seen("/dev/gps", None, gps),
            Seen("/dev/shut", None, PortForbidden("/dev/shut")),
            Seen("/dev/old", None, foreign),
        ]

    monkeypatch.setattr(command, "look_everywhere", seen)
    assert main(["robots", "ping", "--language", "ru"]) == 1
    told = capsys.readouterr().out.splitlines()
    assert len(told) == 3
    assert "/dev/shut: " in told[0] and "usermod -aG dialout" in told[0]
    assert told[1].startswith("/dev/old: прошивка робота 2.1.0")
    assert "Ни на одном порту голем не отвечает" in told[2]


@pytest.mark.parametrize("words", [["ping"], ["jog", "--mm", "5"], ["identify"], ["estop"], ["flash"], ["conform"]])
def test_a_golem_that_people_move_is_no_robot(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["robots", words[0], "hands:red", *words[1:], "--language", "pl"]) == 2
    assert "tego golema poruszają ludzie: nie ma tu robota" in capsys.readouterr().err


@pytest.mark.parametrize("words", [["ping"], ["jog", "--mm", "5"], ["conform"]])
def test_a_file_is_no_robot(words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["robots", words[0], str(tmp_path), *words[1:], "--language", "fr"]) == 2
    assert "ce n’est pas un port série" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["jog", "/dev/a"], "say how far"),
        (["jog", "/dev/a", "--mm", "1", "--degrees", "1"], "one of them"),
        (["jog", "/dev/a", "--mm", "301"], "--mm: 301 is outside the range -300 to 300"),
        (["jog", "/dev/a", "--degrees", "nan"], "outside the range"),
        (["ping", "/dev/a", "--count", "0"], "--count"),
        (["monitor", "/dev/a", "--seconds", "-1"], "--seconds: -1 is outside the range 0 to"),
        (["monitor", "/dev/a", "--seconds", "nan"], "--seconds: nan is outside the range 0 to"),
        (["name", "/dev/a", "a name"], "can be no golem's own name"),
        (["estop", "ftp://a"], "no robot's address"),
        (["flash", "mqtt://h/t/red"], "over its USB cable"),
    ],
)
def test_what_cannot_be_is_refused(words: list[str], complaint: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["robots", *words]) == 2
    assert complaint in capsys.readouterr().err


def test_without_a_port_all_golems_here_are_meant(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def nobody() -> list[Seen]:
        return [Seen("/dev/gps", None, AnotherDevice("/dev/gps", Device.SATELLITE_RECEIVER()))]

    monkeypatch.setattr(command, "look_everywhere", nobody)
    assert main(["robots", "release", "--language", "pl"]) == 1
    assert "nie odpowiada golem" in capsys.readouterr().out


def test_a_port_that_is_not_there_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["robots", "ping", "/dev/no-such-port"]) == 1
    assert "no such port" in capsys.readouterr().out


def test_every_sentence_is_there_in_every_language() -> None:
    def places(text: str) -> list[str]:
        return sorted(field for _, field, _, _ in string.Formatter().parse(text) if field is not None)

    for key, text in TEXTS.items():
        texts = translate_all(text)
        assert len({tuple(places(text)) for text in texts.values()}) == 1, key
        assert len(set(texts.values())) == len(languages()), key
