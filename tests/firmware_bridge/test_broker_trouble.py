"""Brokers that are not what their address says, and passwords with whatever signs people like; a real mosquitto."""

from __future__ import annotations

import asyncio
import json
import os
import ssl
import subprocess
import sys
import tempfile
from contextlib import AsyncExitStack, closing, suppress
from dataclasses import replace
from pathlib import Path

import paho.mqtt.client as paho
import pytest

from boards.base.errors import Problems
from boards.geometry import Pose
from firmware_bridge.channels import mqtt_client
from firmware_bridge.channels.broker import OwnBroker, own_broker
from firmware_bridge.channels.channel import ChannelError
from firmware_bridge.channels.mosquitto import BrokerPlan
from firmware_bridge.channels.mqtt_client import (
    BrokerOutOfDate,
    BrokerRefused,
    BrokerUnreachable,
    BrokerUntrusted,
    Endpoint,
    MqttClient,
)
from firmware_bridge.channels.mqtt_robot import RobotOnMqtt
from firmware_bridge.protocol.messages import State
from firmware_bridge.robots import Fleet, Login, open_robot
from firmware_bridge.robots.credentials import login_of
from firmware_bridge.robots.robot_families import open_channel
from hardware.simulated.io_barrier import SimulatedTraffic
from hardware.simulated.simulated_robot import SimulatedRobot
from hardware.simulated.virtual_clock import run
from hardware.simulated.world import Body

CONNECT, SUBSCRIBE = 0x10, 0x82
"""First bytes of MQTT's packets."""

STRANGE = "p@:/#% wörd'\"\\x\u20ac {}$1"


async def _knock(endpoint: Endpoint) -> None:
    client = MqttClient(endpoint, "knocking", lambda *_: None)
    await client.connect()
    await client.close()


def test_a_password_may_have_any_signs_from_the_environment_and_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "secrets.yaml"
    path.write_text(f"user: golem\npassword: {json.dumps(STRANGE)}\n", encoding="utf-8")
    path.chmod(0o600)
    found = [login_of({"GOLEM_MQTT_USER": "golem", "GOLEM_MQTT_PASSWORD": STRANGE}), login_of({}, path)]

    async def main() -> None:
        async with own_broker("mosquitto", BrokerPlan(STRANGE, "club", {"red": STRANGE[::-1]})) as server:
            for login in found:
                assert login is not None and login.password == STRANGE
                await _knock(replace(server.endpoint, user=login.user, password=login.password))
            await _knock(server.endpoint_of("red"))
            for wrong in (STRANGE.strip("1"), STRANGE.encode().decode("latin-1"), STRANGE[::-1]):
                with pytest.raises(BrokerRefused):
                    await _knock(replace(server.endpoint, password=wrong))

    asyncio.run(main())


def test_a_file_that_names_no_authority_is_told_with_all_else_that_is_wrong(tmp_path: Path) -> None:
    path = tmp_path / "secrets.yaml"
    path.write_text("user: club\npassword: 31415\nca: none.pem\n", encoding="utf-8")
    path.chmod(0o600)
    with pytest.raises(Problems) as raised:
        login_of({}, path)
    told = [problem.translated("pl") for problem in raised.value.problems]
    assert [line.partition(": ")[0] for line in told] == ["secrets.yaml:2", "secrets.yaml:3"]
    assert "nie ma takiego pliku urzędu certyfikacji" in told[1] and "31415" not in "".join(told)


def test_a_missing_file_and_a_missing_authority_are_told_together(tmp_path: Path) -> None:
    with pytest.raises(Problems) as raised:
        login_of({}, tmp_path / "none.yaml", tmp_path / "none.pem")
    assert [problem.at for problem in raised.value.problems] == [
        str(tmp_path / "none.yaml"),
        str(tmp_path / "none.pem"),
    ]


async def _arrived(stack: AsyncExitStack, server: OwnBroker, table: str, traffic: SimulatedTraffic) -> SimulatedRobot:
    """A golem of this table, which is called red there."""
    radio = RobotOnMqtt(server.endpoint, table, "red", 0, traffic)
    simulated_robot = stack.enter_context(closing(SimulatedRobot("red", Body(Pose(0.0, 0.0, 0.0)), radio, 3)))
    radio.boot_id = simulated_robot.side.boot_id
    radio.passing = traffic.wire(radio.topics.base).pass_frame
    await radio.connect()
    stack.push_async_callback(radio.closed)
    return simulated_robot


def test_two_tables_on_one_broker_have_nothing_to_do_with_each_other() -> None:
    """Their robots have the same names; one table's emergency stop is not the other's."""

    async def main() -> None:
        traffic = SimulatedTraffic()
        async with own_broker("mosquitto") as server, AsyncExitStack() as stack:
            login = Login(server.endpoint.user, server.endpoint.password)
            simulated_robots = {table: await _arrived(stack, server, table, traffic) for table in ("east", "west")}
            fleets = {
                table: Fleet([open_robot("red", server.url(table, "red"), traffic, login)])
                for table in simulated_robots
            }
            for fleet in fleets.values():
                (await fleet.connect()).check()
            assert (await fleets["east"]["red"].move(30, 50)).done
            assert [len(simulated_robots[table].executed) for table in fleets] == [1, 0]
            assert await fleets["east"].estop_all() == ()
            assert [simulated_robots[table].side.state for table in fleets] == [State.ESTOPPED, State.IDLE]
            assert (await fleets["west"]["red"].move(20, 50)).done
            for fleet in fleets.values():
                await fleet.close()
        traffic.release()

    run(main())


def test_tls_where_there_is_none_is_told_so() -> None:
    async def main() -> None:
        async with own_broker("mosquitto") as server:
            with pytest.raises(BrokerUnreachable, match=r"TLS did not come about; mqtt: is without it"):
                await _knock(replace(server.endpoint, tls=True))

    asyncio.run(main())


def test_silence_is_told_and_whether_tls_might_help(monkeypatch: pytest.MonkeyPatch) -> None:
    """A broker that wants TLS waits for its first words, and so do we for its."""
    monkeypatch.setattr(mqtt_client, "ANSWER_S", 0.2)

    async def main() -> None:
        async def nothing(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.read()
            writer.close()

        server = await asyncio.start_server(nothing, "127.0.0.1", 0)
        async with server:
            with pytest.raises(BrokerUnreachable, match="does not answer; mqtts: is with TLS"):
                await _knock(Endpoint("127.0.0.1", server.sockets[0].getsockname()[1]))

    asyncio.run(main())


def test_a_broker_that_falls_silent_is_named_and_its_guests_still_leave(monkeypatch: pytest.MonkeyPatch) -> None:
    """It lets everybody in, confirms the first subscription, and says nothing more."""
    monkeypatch.setattr(mqtt_client, "ANSWER_S", 0.2)

    async def main() -> None:
        async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            with suppress(asyncio.IncompleteReadError, ConnectionError):
                while True:
                    kind, length = await reader.readexactly(2)
                    said = await reader.readexactly(length)
                    if kind == CONNECT:
                        writer.write(b"\x20\x02\x00\x00")
                    elif kind == SUBSCRIBE and answers:
                        writer.write(bytes((0x90, 4, *said[:2], 0, 1)))
            writer.close()

        answers = False
        server = await asyncio.start_server(silent, "127.0.0.1", 0)
        async with server:
            url = f"mqtt://127.0.0.1:{server.sockets[0].getsockname()[1]}/t/red"
            with pytest.raises(BrokerUnreachable, match="it does not answer"):
                await open_robot("red", url).connect()
            answers = True
            channel = open_channel("red", url)
            # What is answered may take its time on busy cores.
            monkeypatch.setattr(mqtt_client, "ANSWER_S", 30.0)
            await channel.open(lambda _frame: None, lambda _error: None)
            monkeypatch.setattr(mqtt_client, "ANSWER_S", 0.2)
            await channel.close()

    asyncio.run(main())


def test_nobody_there_is_told_in_the_systems_words_without_its_number() -> None:
    with pytest.raises(BrokerUnreachable, match=r"\(Connection refused\)"):
        asyncio.run(_knock(Endpoint("127.0.0.1", 1)))


@pytest.mark.parametrize(
    ("code", "said", "kind", "words"),
    [
        (10, "certificate has expired", BrokerOutOfDate, "out of date .*must renew it, or this computer's clock"),
        (9, "certificate is not yet valid", BrokerOutOfDate, "out of date"),
        (18, "self-signed certificate", BrokerUntrusted, "must be made for the name 'club'"),
    ],
)
def test_a_certificate_of_another_time_is_another_fault(
    code: int, said: str, kind: type[ChannelError], words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    error = ssl.SSLCertVerificationError(1, "certificate verify failed")
    error.verify_code, error.verify_message = code, said

    def connect(*_: object) -> None:
        raise error

    monkeypatch.setattr(paho.Client, "connect", connect)
    with pytest.raises(kind, match=words):
        asyncio.run(_knock(Endpoint("club", 8883, tls=True)))


def test_the_folder_of_a_broker_whose_golem_was_killed_is_removed_at_the_next_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with subprocess.Popen([sys.executable, "-c", ""]) as dead:
        dead.wait()
    kept = [f"golem-broker-{os.getpid()}-x", "golem-broker-old", "golem-brokers"]
    for name in (f"golem-broker-{dead.pid}-abc", *kept):
        (tmp_path / name).mkdir()
        (tmp_path / name / "passwords").write_text("secret", encoding="utf-8")
    own = OwnBroker("embedded", None)
    mine = [path.name for path in tmp_path.iterdir() if path.name not in kept]
    assert len(mine) == 1 and mine[0].startswith(f"golem-broker-{os.getpid()}-"), mine
    assert all((tmp_path / name / "passwords").exists() for name in kept)
    own.stop()
    assert {path.name for path in tmp_path.iterdir()} == {*kept}
