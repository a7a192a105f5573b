"""Who announces themselves at a broker: real ones, mosquitto and the embedded one, and whatever may be kept there."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.channels.broker import BrokerKind, own_broker
from firmware_bridge.channels.mosquitto import BrokerPlan
from firmware_bridge.channels.mqtt_client import Endpoint, MqttClient, Publication
from firmware_bridge.channels.mqtt_topics import TableTopics, told
from firmware_bridge.robots.discovery import broker_presence as announced
from firmware_bridge.robots.discovery.broker_presence import (
    LOOK_S,
    SETTLED_S,
    AnnouncedRobot,
    NoGolemsWord,
    NoRobotName,
    PresenceRegistry,
    TableHost,
    Watcher,
    look_at_broker,
    watch_broker,
)
from hardware.simulated.simulated_rig import mqtt_robots
from hardware.simulated.virtual_clock import run
from hardware.simulated.world import World

TABLE = TableTopics("club")
HERE = Endpoint("here")
both = pytest.mark.parametrize("kind", get_args(BrokerKind))


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """No battery is waited for: all that is kept has come when the broker confirms."""
    monkeypatch.setattr(announced, "LOOK_S", 0.0)


@asynccontextmanager
async def _speaker(endpoint: Endpoint) -> AsyncIterator[MqttClient]:
    client = MqttClient(endpoint, "speaker", lambda *_: None)
    await client.connect()
    yield client
    await client.close()


def _state(name: str, state: str = "ready", boot_id: int = 7) -> Publication:
    return Publication(TABLE.robot(name).state, told(state=state, boot_id=boot_id, name=name), 1, True)


def _desc(name: str) -> Publication:
    return Publication(TABLE.robot(name).desc, told(name=name, firmware="1.2.3", capabilities=1023), 1, True)


# -- real brokers ----------------------------------------------------------------------------------------


@both
def test_simulated_robots_on_a_broker_are_found_and_whether_the_table_is_there(kind: BrokerKind) -> None:
    async def main() -> None:
        async with mqtt_robots(World(), ("red", "blue"), 3, table="club", broker=kind) as rig:
            assert rig.broker is not None
            end = rig.broker.endpoint
            red = rig.open("red")
            await red.connect()
            board = await look_at_broker(end, "club", rig.traffic)
            assert board.host == TableHost(True)
            found = [(one.port, one.name, one.presence, one.boot_id, one.errors) for one in board.robots]
            assert found == [
                (f"{end}/club/{name}", name, "ready", rig.simulated_robots[name].side.boot_id, ())
                for name in ("blue", "red")
            ]
            # Nobody has asked blue yet what it is.
            assert [one.firmware for one in board.robots] == ["", red.status.firmware]
            await red.close()
            board = await look_at_broker(end, "club", rig.traffic)
            assert board.host == TableHost(False) and len(board.robots) == 2
            assert (await look_at_broker(end, "other", rig.traffic)).robots == ()

    run(main())


@both
def test_all_is_found_that_is_kept_whatever_it_is(kind: BrokerKind, at_once: None) -> None:
    """More robots than a broker sends of messages that must be confirmed; and what no golem says."""
    names = [f"golem-{number:02}" for number in range(30)]
    odd = "r\u202eed"

    async def main() -> None:
        async with own_broker(kind) as server, _speaker(server.endpoint) as speaker:
            for name in names:
                await speaker.publish_surely(_state(name, "lost" if name == names[3] else "ready"))
                await speaker.publish_surely(_desc(name))
            await speaker.publish_surely(_state(odd))
            await speaker.publish_surely(Publication(TABLE.robot(names[4]).state, b"{", 1, True))
            await speaker.publish_surely(Publication(TABLE.host, b"perhaps", 1, True))
            board = await look_at_broker(server.endpoint, "club")
            assert [one.name for one in board.robots] == [*names, "r\\u202eed"]
            assert [one.presence for one in board.robots[2:6]] == ["ready", "lost", "", "ready"]
            assert {one.firmware for one in board.robots[:-1]} == {"1.2.3"}
            wrong = {one.name: [type(error) for error in one.errors] for one in board.robots if one.errors}
            assert wrong == {names[4]: [NoGolemsWord], "r\\u202eed": [NoRobotName]}
            assert board.host.here is None and "b'perhaps'" in str(board.host.error)

    asyncio.run(main())


@both
def test_who_watches_hears_of_comings_and_goings(kind: BrokerKind, at_once: None) -> None:
    heard: asyncio.Queue[object] = asyncio.Queue()
    watcher = Watcher(
        on_host=lambda host: heard.put_nowait(host.here),
        on_seen=heard.put_nowait,
        on_gone=heard.put_nowait,
        on_nobody=lambda: heard.put_nowait("nobody"),
        on_trouble=heard.put_nowait,
    )

    async def main() -> None:
        async with own_broker(kind) as server, _speaker(server.endpoint) as speaker:
            watching = asyncio.ensure_future(watch_broker(server.endpoint, "club", watcher))
            port = f"{server.endpoint}/club/red"

            async def after(what: Publication) -> object:
                await speaker.publish_surely(what)
                return await asyncio.wait_for(heard.get(), 30)

            assert [await asyncio.wait_for(heard.get(), 30) for _ in range(2)] == [None, "nobody"]
            assert await after(Publication(TABLE.host, b"online", 1, True)) is True
            red = AnnouncedRobot(port, "red", "ready", 7)
            assert await after(_state("red")) == red
            assert await after(_desc("red")) == AnnouncedRobot(port, "red", "ready", 7, "1.2.3")
            battery = [Publication(TABLE.robot("red").telemetry, told(battery_mv=mv, state="idle")) for mv in (7400, 1)]
            assert await after(battery[0]) == AnnouncedRobot(port, "red", "ready", 7, "1.2.3", 7400)
            # What it says twice, and how its battery goes down, is no news.
            await speaker.publish_surely(_state("red"))
            await speaker.publish_surely(battery[1])
            assert await after(_state("red", "lost")) == AnnouncedRobot(port, "red", "lost", 7, "1.2.3")
            assert await after(_state("red", boot_id=8)) == AnnouncedRobot(port, "red", "ready", 8, "1.2.3")
            assert await after(Publication(TABLE.host, b"offline", 1, True)) is False
            nothing = [
                Publication(topic, b"", 1, True) for topic in (TABLE.robot("red").desc, TABLE.robot("red").state)
            ]
            assert await after(nothing[0]) == AnnouncedRobot(port, "red", "ready", 8)
            assert await after(nothing[1]) == port
            watching.cancel()
            await asyncio.gather(watching, return_exceptions=True)
            assert heard.empty()

    asyncio.run(main())


def test_a_robots_own_user_sees_the_table_and_no_robot(at_once: None) -> None:
    async def main() -> None:
        plan = BrokerPlan(table="club", robots={"red": "r3d", "blue": "bl8e"})
        async with own_broker("mosquitto", plan) as server, _speaker(server.endpoint) as speaker:
            for what in (_state("red"), _state("blue"), Publication(TABLE.host, b"online", 1, True)):
                await speaker.publish_surely(what)
            board = await look_at_broker(server.endpoint_of("red"), "club")
            assert board.host == TableHost(True) and board.robots == ()
            assert len((await look_at_broker(server.endpoint, "club")).robots) == 2

    asyncio.run(main())


# -- without a broker ------------------------------------------------------------------------------------


def _heard(*said: Publication) -> PresenceRegistry:
    notices = PresenceRegistry(HERE, "club")
    for one in said:
        notices.hear(one.topic, one.payload, one.retain)
    return notices


@pytest.mark.parametrize(
    ("what", "payload"),
    [
        ("state", b"ready"),
        ("state", b"[" * 100_000),
        ("state", b"\xff"),
        ("state", b"null"),
        ("state", told(state="asleep", boot_id=1, name="red")),
        ("state", told(state="ready", boot_id=True, name="red")),
        ("state", told(state="ready", boot_id=-1, name="red")),
        ("desc", told(firmware=3, name="red")),
        ("desc", told(firmware="\x1b[2J", name="red")),
        ("desc", told(firmware="9" * 33, name="red")),
    ],
)
def test_what_no_golem_of_this_name_says_is_named_with_its_topic(what: str, payload: bytes) -> None:
    (one,) = _heard(Publication(f"{TABLE.robot('red').base}/{what}", payload, 1, True)).board().robots
    assert (one.presence, one.firmware) == ("", "")
    (error,) = one.errors
    assert str(error).startswith(f"mqtt://here:1883/club/red: no golem of this name says this as its {what}: b")
    assert str(error).isprintable() and len(str(error)) < 300


@pytest.mark.parametrize(
    ("what", "payload"),
    [("state", told(state="ready", boot_id=1, name="blue")), ("desc", told(firmware="1.2.3", name="blue"))],
)
def test_a_name_that_differs_from_its_topic_is_named(what: str, payload: bytes) -> None:
    (one,) = _heard(Publication(f"{TABLE.robot('red').base}/{what}", payload, 1, True)).board().robots
    (error,) = one.errors
    assert f"its {what} says that its name is 'blue'" in str(error)


def test_a_differing_name_does_not_reach_a_terminal_raw() -> None:
    payload = told(state="ready", boot_id=1, name="\x1b[2J" + "x" * 1000)
    (one,) = _heard(Publication(f"{TABLE.robot('red').base}/state", payload, 1, True)).board().robots
    assert "\x1b" not in str(one.errors[0]) and len(str(one.errors[0])) < 250


@pytest.mark.parametrize(
    ("mv", "battery", "wrong"), [(7400, 7400, 0), (0, 0, 0), (-1, None, 1), (65536, None, 1), ("7", None, 1)]
)
def test_a_battery_is_a_count_of_millivolts(mv: object, battery: int | None, wrong: int) -> None:
    telemetry = Publication(TABLE.robot("red").telemetry, told(battery_mv=mv, state="idle"))
    (one,) = _heard(_state("red"), telemetry).board().robots
    assert (one.battery_mv, len(one.errors)) == (battery, wrong)


def test_what_is_no_announcement_is_not_taken_for_one() -> None:
    """Kept telemetry is an old one; some brokers tell what nobody asked for."""
    others = (TableTopics("other").robot("red").state, "golem/1/club/red/blue/state", TABLE.robot("red").ack, "state")
    said = [Publication(topic, told(state="ready", boot_id=1), 1, True) for topic in others]
    old = Publication(TABLE.robot("blue").telemetry, told(battery_mv=7400, state="idle"), 0, True)
    board = _heard(*said, old, _state("blue")).board()
    assert [(one.name, one.battery_mv) for one in board.robots] == [("blue", None)]


@given(
    st.lists(st.tuples(st.text(), st.sampled_from(["state", "desc", "telemetry", "$host"]), st.binary(), st.booleans()))
)
def test_whatever_is_said_is_shown_safely(said: list[tuple[str, str, bytes, bool]]) -> None:
    notices = PresenceRegistry(HERE, "club")
    for name, what, payload, kept in said:
        notices.hear(f"golem/1/club/{name}/{what}", payload, kept)
        notices.hear(TABLE.host, payload, kept)
    board = notices.board()
    for one in board.robots:
        assert one.port.isprintable() and one.name.isprintable() and len(one.name) <= 43
        assert all(str(error).isprintable() for error in one.errors)
    assert board.host.error is None or str(board.host.error).isprintable()


@pytest.mark.parametrize(
    ("said", "seconds"),
    [
        ((), SETTLED_S),
        ((_state("red", "lost"),), SETTLED_S),
        ((_state("red"),), LOOK_S),
        ((_state("red"), Publication(TABLE.robot("red").telemetry, told(battery_mv=7400))), SETTLED_S),
    ],
)
def test_a_battery_is_waited_for_and_nothing_for_long(said: tuple[Publication, ...], seconds: float) -> None:
    async def main() -> float:
        notices = PresenceRegistry(HERE, "club")
        for one in said:
            notices.hear(one.topic, one.payload, one.retain)
        await notices.settled()
        return asyncio.get_running_loop().time()

    assert run(main()) == pytest.approx(seconds)


def test_what_a_broker_does_not_tell_again_after_a_break_is_over() -> None:
    async def main() -> None:
        online = Publication(TABLE.host, b"online", 1, True)
        notices = _heard(_state("red"), _desc("red"), _state("blue"), _desc("blue"), online)
        notices.anew()
        # A robot describes itself when it is asked who it is, and nobody asks it again.
        notices.hear(_state("red").topic, _state("red").payload, True)
        assert len(notices.board().robots) == 2
        await asyncio.sleep(LOOK_S + 0.1)
        board = notices.board()
        assert [(one.name, one.firmware) for one in board.robots] == [("red", "1.2.3")]
        assert board.host == TableHost(None)

    run(main())
