"""`golem robots simulate`, and a robot from outside in `golem demo`."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from boards.base.errors import Problems
from controller.app.tools.standalone_robots import Broker, StandalonePlan, checked, simulate
from controller.cli import main
from controller.cli.options.robots_option import robots_kind
from firmware_bridge.channels.broker import own_broker
from firmware_bridge.channels.mosquitto import BrokerPlan, new_secret
from firmware_bridge.robots import Login, open_robot
from firmware_bridge.robots.discovery.robot_queries import asking
from firmware_bridge.robots.robot_families import open_channel


def _plan(names: tuple[str, ...] = ("red",), robots: str = "simulated", broker: Broker | None = None) -> StandalonePlan:
    return StandalonePlan(names, robots, broker, None, 0, "en")


async def _told(plan: StandalonePlan, count: int) -> tuple[asyncio.Task[None], list[str]]:
    lines: list[str] = []
    there = asyncio.Event()

    def say(text: str) -> None:
        lines.append(text)
        if len(lines) == count:
            there.set()

    task = asyncio.create_task(simulate(plan, say))
    waiting = asyncio.create_task(there.wait())
    await asyncio.wait({task, waiting}, return_when=asyncio.FIRST_COMPLETED, timeout=60)
    assert there.is_set(), task.exception()
    return task, lines


async def _ended(task: asyncio.Task[None]) -> None:
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


def test_robots_are_on_ports_until_they_are_ended() -> None:
    async def main() -> None:
        task, lines = await _told(_plan(("red", "Анна")), 3)
        ports = dict(line.split(": ", 1) for line in lines[:2])
        assert lines[2] == "They are there until Ctrl-C."
        for name, url in ports.items():
            async with asking(name, open_channel(name, url)) as asker:
                assert asker.welcome is not None and asker.welcome.name == name
                assert (await asker.quality(2)).lost == 0
        await _ended(task)
        assert not Path(ports["red"].removeprefix("serial:").partition("?")[0]).exists()

    asyncio.run(main())


@pytest.mark.parametrize("robots", ["simulated", "micropython", "emulated"])
def test_robots_are_on_somebodys_broker(robots: str) -> None:
    async def main() -> None:
        plan = BrokerPlan(table="club", robots={"red": new_secret()})
        async with own_broker(None, plan) as server:
            task, lines = await _told(_plan(robots=robots, broker=Broker("club", server.endpoint_of)), 2)
            assert lines[0] == f"red: mqtt://127.0.0.1:{server.endpoint.port}/club/red"
            login = Login(server.endpoint.user or "", server.endpoint.password or "")
            robot = open_robot("red", server.url("club", "red"), login=login)
            await robot.connect()
            assert (await robot.act("shield")).done
            await robot.close()
            await _ended(task)

    asyncio.run(main())


def test_all_that_cannot_be_is_told_at_once(tmp_path: Path) -> None:
    faults = tmp_path / "faults.yaml"
    faults.write_text("golems: {red: {track: 1.05}}\ncamera: {latency: 0.4}\n", encoding="utf-8")
    plan = StandalonePlan(("red",), "micropython", None, faults, 0, "en")
    with pytest.raises(Problems) as told:
        checked(plan)
    assert [problem.at for problem in told.value.problems] == ["--robots", "--faults", "--faults: camera"]


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        (["robots", "simulate", "much-too-long", "a/b"], ["NAME: 'much-too-long'", "NAME: 'a/b'"]),
        (["robots", "simulate", "--mqtt", "http://x"], ["--mqtt"]),
        (["robots", "simulate", "--faults", "nowhere.yaml"], ["nowhere.yaml"]),
        (["demo", "--robot", "red", "--robot", "pink=serial:/dev/x"], ["--robot red", "--robot pink=serial:/dev/x"]),
        (["demo", "--robot", "red=serial:/dev/x", "--robot", "red=serial:/dev/y"], ["this golem has a robot already"]),
        (["demo", "--robot", "red=nonsense:/x"], ["--robot red"]),
        (["demo", "--robot", "red=serial:/dev/x", "--speed", "max"], ["--speed"]),
        (["demo", "--game", "jetan", "--robot", "red=serial:/dev/x"], ["--robot"]),
    ],
)
def test_mistakes_are_located(words: list[str], parts: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 2
    told = capsys.readouterr().err.splitlines()
    assert len(told) >= len(parts) and all(any(part in line for line in told) for part in parts), told


def test_the_former_name_of_simulated_robots_still_works() -> None:
    assert [robots_kind(text) for text in ("twins", "simulated", "emulated", "tin")] == [
        "simulated",
        "simulated",
        "emulated",
        "tin",
    ]
