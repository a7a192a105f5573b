"""A real mosquitto that is killed again and again under moving robots. In real time: processes have no other."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from firmware_bridge.channels.broker import OwnBroker
from firmware_bridge.protocol.messages import Move, Outcome
from firmware_bridge.robots import Fleet, Robot
from firmware_bridge.robots.journal_entries import CommandBegun, CommandEnded, sent_of
from hardware.simulated.simulated_rig import Rig, mqtt_robots
from hardware.simulated.simulated_robot import SimulatedRobot
from hardware.simulated.world import World
from tests.torture.judge import OnRecord, Verdict, judge
from tests.torture.plan import command_of
from tests.torture.wheels import Motion, wanted_by

STEP_S = 0.005
"""How finely recovery is measured."""
GIVEN_UP_S = 20.0
SPEED = 100
"""mm/s and degrees/s: simulated robots have ramps, which the plan's speeds leave no time for."""


@dataclass
class Kills:
    """What came of it."""

    verdict: Verdict = field(default_factory=Verdict)
    recovered_s: list[float] = field(default_factory=list)
    """For each kill: until the host had heard of every robot again."""


async def kill_often(commands: int, kills: int, robots: int = 20, every_s: float = 0.9) -> Kills:
    """Robots carry commands out over a broker that is killed so often. Goes on until both are reached."""
    names = [f"golem{number}" for number in range(robots)]
    found = Kills()
    record: dict[str, list[dict[str, Any]]] = {name: [] for name in names}
    async with mqtt_robots(World(), names, broker="mosquitto") as rig:
        motions = {name: _watched(simulated_robot) for name, simulated_robot in rig.simulated_robots.items()}
        fleet = Fleet((rig.open(name) for name in names), lambda robot, entry: record[robot].append(entry))
        (await fleet.connect()).check()
        killer = asyncio.ensure_future(_killer(rig, fleet, kills, every_s, found))
        share = -(-commands // robots)
        numbers = await asyncio.gather(*(_drive(fleet[name], share, killer.done) for name in names))
        await killer
        await fleet.close()
    for name, count in zip(names, numbers, strict=True):
        part = Verdict(count)
        judge(_on_record(name, record[name], part), motions[name], [], [], part)
        if part.ends.total() != count:
            part.lost.append(f"{name}: {part.ends.total()} of {count} commands are on record")
        found.verdict.add(part)
    return found


async def _drive(robot: Robot, share: int, enough: Callable[[], bool]) -> int:
    """The plan's commands, one after the other; returns how many."""
    number = 1
    while number <= share or not enough():
        command = command_of(number)
        if isinstance(command, Move):
            result = await robot.move(command.distance_um / 1000, SPEED)
        else:
            result = await robot.turn(command.angle_cdeg / 100, SPEED)
        if result.kind == "rejected":
            # It never went out: the broker is away. It is handed in again.
            await asyncio.sleep(0.02)
        else:
            number += 1
    return number - 1


async def _killer(rig: Rig, fleet: Fleet, kills: int, every_s: float, found: Kills) -> None:
    assert rig.broker is not None
    loop = asyncio.get_running_loop()
    for _ in range(kills):
        await asyncio.sleep(every_s)
        for pid in _children(rig.broker):
            os.kill(pid, signal.SIGKILL)
        killed = loop.time()
        while not all((robot.status.last_seen or 0.0) > killed + STEP_S for robot in fleet.values()):
            await asyncio.sleep(STEP_S)
            if loop.time() - killed > GIVEN_UP_S:
                break
        found.recovered_s.append(loop.time() - killed)


def _children(broker: OwnBroker) -> list[int]:
    """The mosquitto of this broker, which is a child of the process that keeps it."""
    pid = broker.pid
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()]


def _watched(simulated_robot: SimulatedRobot) -> list[Motion]:
    """What the simulated robot's wheels do from now on."""
    motions: list[Motion] = []
    begin, finished = simulated_robot.begin, simulated_robot.side.finished

    def begun(command: Any) -> None:
        motions.append(Motion(*wanted_by(command), began=0.0))
        begin(command)

    def ended(outcome: Outcome, distance_um: int, angle_cdeg: int) -> Any:
        motions[-1].way = distance_um + angle_cdeg
        return finished(outcome, distance_um, angle_cdeg)

    simulated_robot.begin = begun
    simulated_robot.side.finished = ended
    return motions


def _on_record(name: str, entries: list[CommandBegun | CommandEnded], verdict: Verdict) -> list[OnRecord]:
    """A robot's commands by the journal of its fleet, without those that were refused before they went out."""
    found: list[OnRecord] = []
    begun: CommandBegun | None = None
    for entry in entries:
        if isinstance(entry, CommandBegun):
            if begun is not None:
                verdict.lost.append(f"{name}: command {len(found) + 1} has no end on record")
            begun = entry
        elif begun is None:
            verdict.lost.append(f"{name}: command {len(found)} has two ends on record")
        else:
            turning, wanted = wanted_by(sent_of(name, begun).command)
            way = round(entry.degrees * 100) if turning else round(entry.mm * 1000)
            found.append(OnRecord(len(found) + 1, turning, wanted, 0.0, 0.0, entry.result, way))
            begun = None
    if begun is not None:
        verdict.lost.append(f"{name}: command {len(found) + 1} has no end on record")
    return found
