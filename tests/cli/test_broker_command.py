"""`golem broker`: a file of secrets for its owner alone, a broker that is what was asked for, and named mistakes."""

from __future__ import annotations

import asyncio
import socket
from pathlib import Path

import pytest

from boards.errors import Problems
from controller.app.broker import Wanted, kept_secrets, planned, serve
from controller.cli import main
from firmware_bridge.channels.mqtt_client import Endpoint, MqttClient
from firmware_bridge.robots.login import login_of, read_secrets


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
        planned(Wanted("club", ("red",), 1883, "0.0.0.0:1883", tmp_path / "s.yaml"))


def test_the_file_lets_the_table_in_and_nothing_secret_is_said(tmp_path: Path, free_port: int) -> None:
    path = tmp_path / "secrets.yaml"

    async def run() -> list[str]:
        told: list[str] = []
        up = asyncio.get_running_loop().create_future()

        def say(text: str) -> None:
            told.append(text)
            if text.startswith("Ctrl-C"):
                up.set_result(None)

        serving = asyncio.ensure_future(serve(Wanted("club", ("red",), free_port, None, path), say))
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


@pytest.fixture
def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
