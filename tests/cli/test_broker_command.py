"""`golem broker`: a file of secrets for its owner alone, a broker that is what was asked for, and named mistakes."""

from __future__ import annotations

import asyncio
import socket
import subprocess
from pathlib import Path

import pytest

from boards.base.errors import Problems
from controller.app.tools.table_broker import BrokerOptions, kept_secrets, planned, serve
from controller.cli import main
from firmware_bridge.channels import broker as broker_module
from firmware_bridge.channels.broker import BrokerKind, OwnBroker, PortTaken, own_broker
from firmware_bridge.channels.mosquitto import BrokerPlan
from firmware_bridge.channels.mqtt_client import Endpoint, MqttClient
from firmware_bridge.robots.credentials import login_of, read_secrets
from tests.support import ports


def test_secrets_are_made_once_and_kept_private(tmp_path: Path) -> None:
    path = tmp_path / "secrets.yaml"
    first = kept_secrets(path, ["red"])
    assert path.stat().st_mode & 0o777 == 0o600
    more = kept_secrets(path, ["red", "blue"])
    assert (more.password, more.robots["red"]) == (first.password, first.robots["red"])
    assert len({more.password, *more.robots.values()}) == 3
    assert read_secrets(path) == more and path.stat().st_mode & 0o777 == 0o600
    before = path.read_bytes()
    assert kept_secrets(path, ["blue"]) == more and path.read_bytes() == before
    assert [entry.name for entry in tmp_path.iterdir()] == ["secrets.yaml"]


def test_a_file_that_others_read_or_of_another_broker_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "secrets.yaml"
    kept_secrets(path, ["red"])
    path.chmod(0o644)
    with pytest.raises(Problems, match="chmod 600"):
        kept_secrets(path, ["blue"])
    path.chmod(0o600)
    path.write_text("user: club\npassword: abc\n", encoding="utf-8")
    with pytest.raises(Problems, match="another broker"):
        kept_secrets(path, ["blue"])
    assert "abc" in path.read_text(encoding="utf-8")


def test_mistakes_are_named_all_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["broker", "--table", "my table", "--robot", "a/b", "--open", "here", "--secrets", str(tmp_path / "s.yaml")]
    assert main(words) == 2
    told = capsys.readouterr().err
    assert all(complaint in told for complaint in ("'my table' can be no", "'a/b' can be no", "'here' is not like"))
    assert not list(tmp_path.iterdir())
    with pytest.raises(Problems, match="the table's own"):
        planned(BrokerOptions("club", ("red",), 1883, "0.0.0.0:1883", tmp_path / "s.yaml"))


def test_the_file_lets_the_table_in_and_nothing_secret_is_said(tmp_path: Path, free_port: int) -> None:
    path = tmp_path / "secrets.yaml"

    async def run() -> list[str]:
        told: list[str] = []
        up = asyncio.get_running_loop().create_future()

        def say(text: str) -> None:
            told.append(text)
            if text.startswith("Ctrl-C"):
                up.set_result(None)

        serving = asyncio.ensure_future(serve(BrokerOptions("club", ("red",), free_port, None, path), say))
        await asyncio.wait({up, serving}, return_when=asyncio.FIRST_COMPLETED)
        login = login_of({}, path)
        assert login is not None
        for who in (login, login.of_robot("club", "red")):
            client = MqttClient(Endpoint("127.0.0.1", free_port, who.user, who.password), "x", lambda *_: None)
            await client.connect()
            await client.close()
        serving.cancel()
        await asyncio.gather(serving, return_exceptions=True)
        return told

    told = "\n".join(asyncio.run(run()))
    assert f"mqtt://127.0.0.1:{free_port}/club/red" in told
    login = read_secrets(path)
    assert str(login.password) not in told and login.robots["red"] not in told


@pytest.mark.parametrize("port", ["0", "-1", "65536", "99999"])
def test_a_port_that_cannot_be_is_named_with_the_rest(
    port: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--port", port, "--open", "here", "--secrets", str(tmp_path / "s.yaml"), "--language", "pl"]
    assert main(["broker", "--table", "club", "--robot", "red", *words]) == 2
    told = capsys.readouterr().err
    assert f"--port: {port} to nie port" in told and "--open: 'here' nie wygląda jak" in told
    assert not list(tmp_path.iterdir())


def test_a_file_of_passwords_that_cannot_be_written_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--table", "club", "--robot", "red", "--secrets", str(tmp_path / "none" / "s.yaml"), "--language", "fr"]
    assert main(["broker", *words]) == 2
    told = capsys.readouterr().err
    assert "ce fichier de mots de passe ne peut être écrit" in told and "Traceback" not in told


def _stranger(address: str = "127.0.0.1") -> socket.socket:
    """Somebody who listens already, and hears whatever is said to them."""
    stranger = socket.socket()
    stranger.bind((address, 0))
    stranger.listen()
    return stranger


@pytest.mark.parametrize("kind", ["mosquitto", "embedded"])
def test_a_stranger_on_our_port_is_not_taken_for_our_broker(kind: BrokerKind) -> None:
    async def start(port: int) -> None:
        async with own_broker(kind, BrokerPlan(port=port)):
            pytest.fail("it came up beside a stranger")

    with _stranger() as stranger, pytest.raises(PortTaken, match="systemctl disable --now mosquitto"):
        asyncio.run(start(stranger.getsockname()[1]))


@pytest.mark.parametrize("kind", ["mosquitto", "embedded"])
def test_a_broker_that_is_given_up_while_it_starts_leaves_nothing_behind(
    kind: BrokerKind, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[OwnBroker] = []

    class Noted(OwnBroker):
        def _spawn(self) -> subprocess.Popen[bytes]:
            made.append(self)
            child = super()._spawn()
            loop.call_soon_threadsafe(starting.cancel)
            return child

    monkeypatch.setattr(broker_module, "OwnBroker", Noted)

    async def start() -> None:
        async with own_broker(kind):
            pytest.fail("it was to be given up")

    loop = asyncio.new_event_loop()
    starting = loop.create_task(start())
    with pytest.raises(asyncio.CancelledError):
        loop.run_until_complete(starting)
    loop.run_until_complete(loop.shutdown_default_executor())
    loop.close()
    (broker,) = made
    assert broker._child is None and not Path(broker._folder.name).exists()
    with socket.socket() as probe:
        assert probe.connect_ex((broker.endpoint.host, broker.endpoint.port)) != 0


def test_a_port_that_is_taken_and_an_address_that_is_not_ours_are_told_in_the_readers_language(
    tmp_path: Path, free_port: int, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["broker", "--table", "club", "--robot", "red", "--secrets", str(tmp_path / "s.yaml"), "--language", "ru"]
    with _stranger() as stranger, _stranger("127.0.0.2") as outside:
        port, open_port = stranger.getsockname()[1], outside.getsockname()[1]
        assert main([*words, "--port", str(port)]) == 1
        assert f"на 127.0.0.1, порт {port}, уже слушает другая программа" in capsys.readouterr().err
        assert main([*words, "--port", str(free_port), "--open", f"127.0.0.2:{open_port}"]) == 1
        assert f"на 127.0.0.2, порт {open_port}, уже слушает другая программа" in capsys.readouterr().err
    assert main([*words, "--port", str(free_port), "--open", "192.0.2.1:1883"]) == 1
    assert "брокер не может слушать на 192.0.2.1, порт 1883" in capsys.readouterr().err


def test_a_missing_mosquitto_is_told_in_the_readers_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(broker_module, "find_mosquitto", lambda: None)
    words = ["--table", "club", "--robot", "red", "--secrets", str(tmp_path / "s.yaml"), "--language", "pl"]
    assert main(["broker", *words]) == 1
    assert "nie ma tu mosquitto; wykonaj `sudo apt-get install mosquitto`" in capsys.readouterr().err


@pytest.fixture
def free_port() -> int:
    return ports.free_port()
