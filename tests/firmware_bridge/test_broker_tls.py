"""A makerspace's own broker: TLS with its own authority, user and password; and where secrets may be."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from boards.base.errors import Problems
from boards.geometry import Pose
from controller.app.config.table_file import read_table_file
from controller.cli import main
from firmware_bridge.channels.channel import ChannelError
from firmware_bridge.channels.mqtt_client import BrokerRefused, BrokerUnreachable, BrokerUntrusted, Endpoint, MqttClient
from firmware_bridge.channels.mqtt_robot import RobotOnMqtt
from firmware_bridge.robots import Fleet, open_robot
from firmware_bridge.robots.credentials import USER_VARIABLE, Login, login_of, read_secrets
from firmware_bridge.robots.robot_families import open_channel
from hardware.simulated.io_barrier import SimulatedTraffic
from hardware.simulated.simulated_robot import SimulatedRobot
from hardware.simulated.virtual_clock import run
from hardware.simulated.world import Body
from tests.support.tls_broker import CA, SECRET, TLS, tls_broker


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Endpoint]:
    """A broker that is not ours: mosquitto with a certificate for `localhost`."""
    with tls_broker(tmp_path_factory.mktemp("club")) as endpoint:
        yield endpoint


def test_a_robot_plays_over_a_brokers_tls(club: Endpoint) -> None:
    async def main() -> None:
        traffic = SimulatedTraffic()
        radio = RobotOnMqtt(club, "club", "red", 0, traffic)
        with closing(SimulatedRobot("red", Body(Pose(0.0, 0.0, 0.0)), radio, 3)) as simulated_robot:
            radio.boot_id = simulated_robot.side.boot_id
            radio.passing = traffic.wire(radio.topics.base).pass_frame
            await radio.connect()
            login = Login(club.user, club.password, club.ca)
            fleet = Fleet([open_robot("red", f"mqtts://localhost:{club.port}/club/red", traffic, login)])
            (await fleet.connect()).check()
            assert (await fleet["red"].move(50, 100)).mm == 50
            await fleet.close()
            await radio.closed()
        traffic.release()

    run(main())


async def _knock(endpoint: Endpoint) -> None:
    await MqttClient(endpoint, "knocking", lambda *_: None).connect()


@pytest.mark.parametrize(
    ("other", "error", "words"),
    [
        ({"host": "127.0.0.1"}, BrokerUntrusted, "not valid for '127.0.0.1'.*made for the name '127.0.0.1'"),
        ({"ca": str(TLS / "other-ca.pem")}, BrokerUntrusted, "signed by the authority in .*other-ca.pem"),
        ({"ca": None}, BrokerUntrusted, "an authority that this computer trusts"),
        ({"ca": str(TLS / "README.md")}, BrokerUntrusted, "the authority's file cannot be read"),
        ({"password": "guess"}, BrokerRefused, "does not let us in as 'club'"),
        ({"user": None, "password": None}, BrokerRefused, "without a user"),
    ],
)
def test_a_broker_that_cannot_prove_its_name_hears_no_secret(
    club: Endpoint, other: Mapping[str, str | None], error: type[ChannelError], words: str
) -> None:
    with pytest.raises(error, match=words) as raised:
        asyncio.run(_knock(replace(club, **other)))
    assert SECRET not in str(raised.value)


def test_a_broker_without_tls_is_named() -> None:
    async def main() -> None:
        async def answer(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(b"\x20\x02\x00\x05")  # CONNACK, not authorised
            writer.close()

        server = await asyncio.start_server(answer, "127.0.0.1", 0)
        async with server:
            with pytest.raises(BrokerUnreachable):
                await _knock(Endpoint("127.0.0.1", server.sockets[0].getsockname()[1], "u", SECRET, True, CA))

    asyncio.run(main())


# -- where secrets come from -----------------------------------------------------------------------------


def _secrets(folder: Path, text: str, mode: int = 0o600) -> Path:
    path = folder / "secrets.yaml"
    path.write_text(text, encoding="utf-8")
    path.chmod(mode)
    return path


def test_secrets_come_from_the_environment_or_a_private_file(tmp_path: Path) -> None:
    path = _secrets(tmp_path, f'user: club\npassword: "{SECRET}"\nca: {CA}\nrobots:\n  red: "r3d"\n')
    from_file = Login("club", SECRET, CA, {"red": "r3d"})
    assert login_of({}) is None
    assert login_of({"GOLEM_MQTT_USER": "club", "GOLEM_MQTT_PASSWORD": SECRET}) == Login("club", SECRET)
    assert login_of({"GOLEM_MQTT_FILE": str(path)}) == login_of({}, path) == from_file
    assert login_of({"GOLEM_MQTT_CA": CA}) == Login(ca=CA)
    assert login_of({"GOLEM_MQTT_USER": "other", "GOLEM_MQTT_PASSWORD": "x"}, path) == from_file
    assert SECRET not in repr(from_file) and "r3d" not in repr(from_file)
    assert from_file.of_robot("club", "red") == Login("club.red", "r3d", CA)
    assert from_file.of_robot("club", "blue") is from_file


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o644, 0o620, 0o660])
def test_a_file_that_others_can_read_is_refused(tmp_path: Path, mode: int) -> None:
    path = _secrets(tmp_path, f"user: club\npassword: {SECRET}\n", mode)
    with pytest.raises(Problems, match=rf"mode {mode:03o}\); run `chmod 600 ") as raised:
        read_secrets(path)
    assert SECRET not in str(raised.value)


@pytest.mark.parametrize(
    ("text", "complaints"),
    [
        ("user: club\n", ["secrets.yaml:1: password: missing; user and password belong together"]),
        (
            "user: club\npassword: 31415\nkey: 1\n",
            [
                "secrets.yaml:2: password: something else where a text (in quotes, as it looks like something else) is "
                "wanted",
                "secrets.yaml:3: key: unknown key; known here are user, password, ca, robots",
            ],
        ),
        ("31415\n", ["secrets.yaml:1: something else where keys with values are wanted"]),
    ],
)
def test_what_is_wrong_with_a_file_is_located_and_never_shown(tmp_path: Path, text: str, complaints: list[str]) -> None:
    with pytest.raises(Problems) as raised:
        read_secrets(_secrets(tmp_path, text))
    assert raised.value.lines() == complaints


def test_half_a_login_and_a_missing_authority_are_named() -> None:
    with pytest.raises(Problems) as raised:
        login_of({"GOLEM_MQTT_USER": "club", "GOLEM_MQTT_CA": "/no/such.pem"})
    assert [problem.at for problem in raised.value.problems] == ["GOLEM_MQTT_PASSWORD", "/no/such.pem"]


@pytest.mark.parametrize(
    ("more", "complaint"),
    [
        (
            f"broker:\n  password: {SECRET}\n",
            "table.yaml:2: broker.password: a secret does not belong here; put",
        ),
        (f"broker: {{user: club, token: {SECRET}}}\n", "broker.token: a secret does not belong here"),
        ("broker:\n  secrets: secrets.yaml\n", "run `chmod 600"),
        (f"robots:\n  red: mqtt://club:{SECRET}@host/club/red\n", "a user and password do not belong into an address"),
        (f"robots:\n  red: http://club:{SECRET}@host/club/red\n", "is no robot's address"),
    ],
)
def test_a_table_file_holds_no_secret(tmp_path: Path, more: str, complaint: str) -> None:
    _secrets(tmp_path, f"user: club\npassword: {SECRET}\n", 0o644)
    table = tmp_path / "table.yaml"
    table.write_text(f"{more}camera: picture.png\n", encoding="utf-8")
    with pytest.raises(Problems) as raised:
        read_table_file(table)
    told = "\n".join(raised.value.lines())
    assert complaint in told and SECRET not in told


def test_a_table_file_names_a_private_file_and_an_authority(tmp_path: Path) -> None:
    _secrets(tmp_path, f"user: club\npassword: {SECRET}\n")
    (tmp_path / "ca.pem").write_bytes((TLS / "ca.pem").read_bytes())
    path = tmp_path / "table.yaml"
    path.write_text("camera: a.png\nbroker:\n  secrets: secrets.yaml\n  ca: ca.pem\n", encoding="utf-8")
    table = read_table_file(path)
    assert table.login == Login("club", SECRET, str(tmp_path / "ca.pem"))
    assert SECRET not in repr(table)


def test_an_address_with_a_secret_is_never_shown(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(Problems) as raised:
        open_channel("robots.red", f"mqtts://club:{SECRET}@host/t/red")
    assert SECRET not in str(raised.value)
    assert main(["gateway", "--broker", f"mqtt://u:{SECRET}@h/", "--robot", "red=/dev/a"]) == 2
    told = capsys.readouterr()
    assert USER_VARIABLE in told.err and SECRET not in told.err + told.out
