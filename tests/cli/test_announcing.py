"""`golem robots list mqtt://...`: what it prints of robots on a broker, and how it ends."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from boards.base.catalogue import languages
from boards.base.reasons import NO_REASON
from controller.cli import main
from controller.cli.robots import robots_watch as announcing
from firmware_bridge.channels.broker import OwnBroker, find_mosquitto
from firmware_bridge.channels.channel import Traffic
from firmware_bridge.channels.channel_reasons import ChannelReason
from firmware_bridge.channels.mosquitto import BrokerPlan
from firmware_bridge.channels.mqtt_client import Endpoint, MqttClient, Publication
from firmware_bridge.channels.mqtt_topics import TableTopics, told
from firmware_bridge.robots.discovery import broker_presence as announced
from firmware_bridge.robots.discovery.broker_presence import (
    AnnouncedRobot,
    NoGolemsWord,
    NoRobotName,
    TableHost,
    Watcher,
)
from tests.support.tls_broker import CA, SECRET, TLS, tls_broker

TABLE = TableTopics("club")


@pytest.fixture(scope="module")
def server() -> Iterator[OwnBroker]:
    """A mosquitto with a golem that is ready, one that is lost, and what is no golem's; the table is there."""
    running = OwnBroker("mosquitto", find_mosquitto(), BrokerPlan("the table's", "club", {"red": "r3d"}))
    running.start()

    async def announce() -> None:
        speaker = MqttClient(running.endpoint, "speaker", lambda *_: None)
        await speaker.connect()
        for topic, payload in (
            (TABLE.robot("red").state, told(state="ready", boot_id=7, name="red")),
            (TABLE.robot("red").desc, told(firmware="1.2.3", capabilities=1, name="red")),
            (TABLE.robot("blue").state, told(state="lost", boot_id=9, name="blue")),
            (TABLE.robot("r\u202eed").state, told(state="ready", boot_id=7)),
            (TABLE.robot("green").state, b"\x1b[2J"),
            (TABLE.host, b"online"),
            (TableTopics("well").robot("red").state, told(state="ready", boot_id=7, name="red")),
        ):
            await speaker.publish_surely(Publication(topic, payload, 1, True))
        await speaker.close()

    asyncio.run(announce())
    yield running
    running.stop()


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """No battery is waited for, and nobody's secrets are in the environment."""
    monkeypatch.setattr(announced, "LOOK_S", 0.0)
    for name in ("USER", "PASSWORD", "FILE", "CA"):
        monkeypatch.delenv(f"GOLEM_MQTT_{name}", raising=False)


def _come_as(monkeypatch: pytest.MonkeyPatch, user: str, password: str) -> None:
    monkeypatch.setenv("GOLEM_MQTT_USER", user)
    monkeypatch.setenv("GOLEM_MQTT_PASSWORD", password)


def test_a_list_names_who_is_there_who_is_lost_and_what_is_no_golems(
    server: OwnBroker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    secrets = tmp_path / "club.yaml"
    secrets.write_text('user: golem\npassword: "the table\'s"\n', encoding="utf-8")
    secrets.chmod(0o600)
    monkeypatch.setenv("GOLEM_MQTT_FILE", str(secrets))
    assert main(["robots", "list", f"{server.endpoint}/club"]) == 1
    place = f"{server.endpoint}/club"
    assert capsys.readouterr().out.splitlines() == [
        f"{place}: the table is connected ($host)",
        f"{place}/blue: blue, lost (switched off, out of reach, or its gateway has ended)",
        f"{place}/green: no golem of this name says this as its state: b'\\x1b[2J'; "
        "whoever may write there clears it with an empty retained message",
        f"{place}/red: red, ready, firmware 1.2.3",
        f"{place}/r\\u202eed: no robot can have this name (letters, digits, - and _, at most 32)",
    ]
    assert main(["robots", "list", f"{server.endpoint}/well/", "--language", "ru"]) == 0
    place = f"{server.endpoint}/well"
    assert capsys.readouterr().out.splitlines() == [
        f"{place}: стола на связи нет ($host)",
        f"{place}/red: red, готов",
    ]


def test_where_no_robot_is_seen_it_is_said_who_may_see_them(
    server: OwnBroker, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _come_as(monkeypatch, "golem", "the table's")
    assert main(["robots", "list", f"{server.endpoint}/empty", "--language", "pl"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[1].startswith(f"{server.endpoint}/empty: żaden golem się tu nie ogłasza.")
    assert lines[2].endswith("widzi je tylko użytkownik stołu. Zapytano jako 'golem'.")
    # A robot's user of another table is not known as one, sees nothing, and is told why that may be.
    _come_as(monkeypatch, "club.red", "r3d")
    assert main(["robots", "list", f"{server.endpoint}/well"]) == 1
    told = capsys.readouterr().out
    assert (
        "no table is connected" in told and "only the table's user may see them. This was asked as 'club.red'" in told
    )


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("watch", [[], ["--watch"]])
def test_a_broker_that_cannot_be_asked_is_named_with_the_cause(
    language: str,
    watch: list[str],
    server: OwnBroker,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    said: list[str] = []

    def ask(url: str) -> None:
        assert main(["robots", "list", url, *watch, "--language", language]) == 2
        err = capsys.readouterr().err
        assert err.startswith(f"golem robots: {url}: ") and err.count("\n") == 1 and SECRET not in err
        said.append(err)

    _come_as(monkeypatch, "golem", "guess")
    ask(f"{server.endpoint}/club")
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        ask(f"mqtt://127.0.0.1:{taken.getsockname()[1]}/club")
    _come_as(monkeypatch, "club", SECRET)
    with tls_broker(tmp_path) as club:
        ask(f"{club}/club")
        monkeypatch.setenv("GOLEM_MQTT_CA", str(TLS / "other-ca.pem"))
        ask(f"{club}/club")
        monkeypatch.setenv("GOLEM_MQTT_CA", CA)
        if not watch:
            assert main(["robots", "list", f"{club}/club"]) == 1
    assert len(set(said)) == 4
    assert ("the broker" in said[0]) == ("the broker" in said[2]) == (language == "en")


@pytest.mark.parametrize(
    ("typed", "complaint"),
    [
        ("/dev/ttyUSB0", "'/dev/ttyUSB0' n’est pas de la forme mqtt://HOST:PORT/TABLE"),
        ("mqtt://h/t/red", "'mqtt://h/t/red' n’est pas de la forme"),
        ("mqtt://h/t#b", "n’est pas de la forme"),
        ("mqtt://h:0/t", "le port peut être de 1 à 65535"),
        ("mqtt://me:geheim@h/t", "n’ont rien à faire dans une adresse"),
        ("mqtt://[::1/t", "un crochet manque"),
    ],
)
def test_what_is_no_table_on_a_broker_is_refused(
    typed: str, complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["robots", "list", typed, "--language", "fr"]) == 2
    told = capsys.readouterr().err
    assert complaint in told and "geheim" not in told


def test_who_would_throw_a_robot_out_is_not_let_go_there(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """On the network a client's id is its user."""

    async def asked(*_: object) -> None:
        raise AssertionError("the broker was asked")

    monkeypatch.setattr(announcing, "look_at_broker", asked)
    _come_as(monkeypatch, "club.red", "r3d")
    for language in languages():
        assert main(["robots", "list", "mqtt://host/club", "--language", language]) == 2
        assert "'club.red'" in capsys.readouterr().err
    monkeypatch.delenv("GOLEM_MQTT_PASSWORD")
    assert main(["robots", "list", "mqtt://host:0/club", "--language", "pl"]) == 2
    assert [line.partition(": ")[2] for line in capsys.readouterr().err.splitlines()] == [
        "GOLEM_MQTT_PASSWORD: brak w środowisku; użytkownik i hasło idą w parze",
        "BROKER: port może być od 1 do 65535",
    ]


def test_a_watch_tells_comings_and_goings_until_ctrl_c(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    port = "mqtt://host:1883/club/red"

    async def watched(endpoint: Endpoint, table: str, watcher: Watcher, traffic: Traffic | None = None) -> None:
        watcher.on_host(TableHost(None))
        watcher.on_nobody()
        watcher.on_host(TableHost(True))
        watcher.on_seen(AnnouncedRobot(port, "red", "ready", 7, "1.2.3", 7400))
        watcher.on_seen(AnnouncedRobot(port, "red", "", None, "1.2.3", 0, (NoGolemsWord(port, "state", b"?"),)))
        watcher.on_seen(AnnouncedRobot(port, "red", errors=(NoRobotName(port),)))
        watcher.on_trouble(ChannelReason.BROKER_BROKE(reason="Unspecified error"))
        watcher.on_trouble(NO_REASON)
        watcher.on_gone(port)
        watcher.on_host(TableHost(None, NoGolemsWord("mqtt://host:1883/club", "$host", b"?")))
        raise asyncio.CancelledError

    monkeypatch.setattr(announcing, "watch_broker", watched)
    assert main(["robots", "list", "mqtt://host/club", "--watch", "--language", "fr"]) == 0
    table = "mqtt://host:1883/club"
    lines = capsys.readouterr().out.splitlines()
    assert lines[2].startswith("Un courtier peut ne montrer les robots qu’à l’utilisateur de la table.")
    retained = "qui peut y écrire l’efface par un message retenu (retained) vide"
    assert lines[:2] + lines[3:] == [
        f"{table}: aucune table n’est reliée ($host)",
        f"{table}: aucun golem ne s’annonce ici. Est-il allumé, a-t-il (lui ou sa passerelle) ce courtier et cette "
        "table ?",
        f"{table}: la table est reliée ($host)",
        f"{port}: red, prêt, micrologiciel 1.2.3, batterie 7.4 V",
        f"{port}: red, ne dit pas s’il est là, micrologiciel 1.2.3, batterie non mesurée",
        f"{port}: aucun golem de ce nom ne dit cela dans state : b'?' ; {retained}",
        f"{port}: aucun robot ne peut porter ce nom (lettres, chiffres, - et _, au plus 32)",
        f"{table}: la liaison avec le courtier s’est rompue (Unspecified error)",
        f"{table}: le courtier est revenu",
        f"{port}: il n’est plus là",
        f"{table}: aucun golem de ce nom ne dit cela dans $host : b'?' ; {retained}",
    ]
