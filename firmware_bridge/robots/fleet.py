"""All robots of a table: connect, stop, release, pause; one journal, one gate."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from boards.errors import GolemError, Problem, Problems
from firmware_bridge.robots.gate import Gate
from firmware_bridge.robots.robot import Robot
from firmware_bridge.robots.values import LastCommands, MotionResult, Record, no_record


@dataclass(frozen=True)
class Connected:
    """What became of connecting a fleet."""

    interrupted: dict[str, MotionResult] = field(default_factory=dict)
    """Robot -> how the command ended that was under way when the last controller ended."""
    problems: tuple[Problem, ...] = ()
    """What keeps robots away, by name; the others are ready."""

    def check(self) -> None:
        """Raise Problems if a robot is not there."""
        if self.problems:
            raise Problems(self.problems)


class Fleet(Mapping[str, Robot]):
    """Robots by name, in the order they were given."""

    def __init__(self, robots: Iterable[Robot], record: Record = no_record) -> None:
        self.gate = Gate()
        self.on_change: list[Callable[[Robot], None]] = []
        self._robots: dict[str, Robot] = {}
        for robot in robots:
            if robot.name in self._robots:
                raise Problems([Problem(f"robots.{robot.name}", "two robots have this name")])
            robot.record, robot.gate = record, self.gate
            robot.on_change.append(self._tell)
            self._robots[robot.name] = robot

    def __getitem__(self, name: str) -> Robot:
        return self._robots[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._robots)

    def __len__(self) -> int:
        return len(self._robots)

    async def connect(self, last: LastCommands | None = None) -> Connected:
        """Connect all robots at once; those that fail are named, the others are ready.

        `last`: the last command on record without an end, by robot (see Robot.connect).
        """
        wanted = last or {}
        results = await asyncio.gather(
            *(robot.connect(wanted.get(name)) for name, robot in self._robots.items()),
            return_exceptions=True,
        )
        interrupted: dict[str, MotionResult] = {}
        problems: list[Problem] = []
        for name, result in zip(self._robots, results, strict=True):
            match result:
                case MotionResult():
                    interrupted[name] = result
                case GolemError() as error:
                    problems.append(Problem(f"robots.{name}", str(error).removeprefix(f"{name}: ")))
                case BaseException() as error:
                    raise error
        problems += await self._turn_impostors_away()
        return Connected(interrupted, tuple(problems))

    async def _turn_impostors_away(self) -> list[Problem]:
        """Robots that call themselves as another robot of the table does: cables are mixed up, or names given twice."""
        found: list[Problem] = []
        taken: dict[str, Robot] = {}
        for robot in sorted(self._robots.values(), key=lambda robot: robot.name != robot.own_name):
            own_name = robot.own_name
            if not own_name or robot.status.link not in ("ready", "busy", "estopped"):
                continue
            other = taken.setdefault(own_name, robot)
            if other is not robot:
                reason = (
                    f"two robots call themselves {own_name!r}: this one ({robot.port}) and {other.port}; rename one"
                )
            elif own_name != robot.name and own_name in self._robots:
                reason = f"the robot on {robot.port} is {own_name!r}, and not {robot.name!r}: are two cables mixed up?"
            else:
                continue
            await robot.turn_away(reason)
            found.append(Problem(f"robots.{robot.name}", reason))
        return found

    def rename(self, names: Mapping[str, str]) -> None:
        """Give robots each other's names: old -> new, the same names on both sides. Nothing may be under way."""
        if set(names) != set(names.values()):
            raise ValueError(f"these names do not go round: {dict(names)}")
        robots = {new: self._robots[old] for old, new in names.items()}
        for name, robot in robots.items():
            robot.name = name
        self._robots = {name: robots.get(name, robot) for name, robot in self._robots.items()}
        for robot in robots.values():
            self._tell(robot)

    def pause(self) -> None:
        """Nothing new begins; what is under way goes on to its end."""
        self.gate.pause()

    def resume(self) -> None:
        self.gate.resume()

    async def stop_all(self) -> None:
        """End every motion; returns when every robot has answered or is lost."""
        await asyncio.gather(*(robot.stop() for robot in self._robots.values()))

    async def estop_all(self) -> tuple[Problem, ...]:
        """Emergency stop for all; returns those that have not answered (it goes on being repeated to them)."""
        for robot in self._robots.values():
            robot.announce_estop(True)
        return await self._each(Robot.estop)

    async def clear_all(self) -> tuple[Problem, ...]:
        """Release all; returns those that could not be released."""
        for robot in self._robots.values():
            robot.announce_estop(False)
        return await self._each(Robot.clear)

    async def _each(self, what: Callable[[Robot], Coroutine[Any, Any, None]]) -> tuple[Problem, ...]:
        results = await asyncio.gather(*map(what, self._robots.values()), return_exceptions=True)
        problems: list[Problem] = []
        for name, result in zip(self._robots, results, strict=True):
            if isinstance(result, GolemError):
                problems.append(Problem(f"robots.{name}", str(result).removeprefix(f"{name}: ")))
            elif isinstance(result, BaseException):
                raise result
        return tuple(problems)

    async def close(self) -> None:
        """Stop all robots, then close their channels."""
        await asyncio.gather(*(robot.close() for robot in self._robots.values()))

    def _tell(self, robot: Robot) -> None:
        for listener in list(self.on_change):
            listener(robot)
