"""All robots of a table: connect, stop, release, pause; one journal, one gate."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from boards.base.errors import GolemError, Problem, Problems
from boards.base.message import _
from boards.base.reasons import Reason
from firmware_bridge.robots.ghost_robot import GhostRobot
from firmware_bridge.robots.hands_robot import HandsRobot
from firmware_bridge.robots.journal_entries import LastCommands, Record, no_record
from firmware_bridge.robots.pause_gate import Gate
from firmware_bridge.robots.robot_port import RobotPort
from firmware_bridge.robots.robot_status import MotionResult, RobotError

Replacement = Literal["hands", "ghost", "spare", "robot"]
"""Who plays for a golem in its robot's place: people, nobody, another robot of the fleet, or its own one again."""


class NamedTwice(RobotError):
    """Two robots of a table call themselves the same."""

    def __init__(self, robot: str, own_name: str, port: str, other: str) -> None:
        self.own_name, self.port, self.other = own_name, port, other
        message = _("two robots call themselves {name}: this one ({port}) and {other}; rename one")
        super().__init__(robot, message.bind(name=repr(own_name), port=port, other=other))


class CablesMixed(RobotError):
    """A robot calls itself as another one of the table does."""

    def __init__(self, robot: str, own_name: str, port: str) -> None:
        self.own_name, self.port = own_name, port
        message = _("the robot on {port} is {name}, and not {wanted}: are two cables mixed up?")
        super().__init__(robot, message.bind(port=port, name=repr(own_name), wanted=repr(robot)))


@dataclass(frozen=True)
class Connected:
    """What became of connecting a fleet."""

    interrupted: dict[str, MotionResult] = field(default_factory=dict)
    """RobotPort -> how the command ended that was under way when the last controller ended."""
    errors: tuple[tuple[str, GolemError], ...] = ()
    """(robot, what keeps it away); the others are ready."""

    @property
    def problems(self) -> tuple[Problem, ...]:
        """The same with its place in the table file."""
        return tuple(_problem(name, error) for name, error in self.errors)

    def check(self) -> None:
        """Raise Problems if a robot is not there."""
        if self.problems:
            raise Problems(self.problems)


def _problem(name: str, error: GolemError) -> Problem:
    """Place an error of a robot in the table file."""
    return Problem(f"robots.{name}", Reason(error.code, error.what if isinstance(error, RobotError) else error.message))


class Fleet(Mapping[str, RobotPort]):
    """Robots by name, in the order they were given."""

    def __init__(
        self, robots: Iterable[RobotPort], record: Record = no_record, opened_as: Mapping[str, str] | None = None
    ) -> None:
        """``opened_as``: robot -> the name under which it was opened, where it has got another one since."""
        self.gate = Gate()
        self.on_change: list[Callable[[RobotPort], None]] = []
        self.on_replaced: list[Callable[[RobotPort], None]] = []
        """Called with who plays for a golem from now on."""
        self._record = record
        self._first_names = dict(opened_as or {})
        self._retired: dict[str, RobotPort] = {}
        """Robots whose golems people or a ghost play for, by name."""
        self._spares: dict[str, str] = {}
        """Golem -> the name under which the spare robot that plays for it was opened."""
        self._robots: dict[str, RobotPort] = {}
        for robot in robots:
            if robot.name in self._robots:
                raise Problems([Problem(f"robots.{robot.name}", _("two robots have this name"))])
            robot.record, robot.gate = record, self.gate
            robot.on_change.append(self._tell)
            self._robots[robot.name] = robot

    def __getitem__(self, name: str) -> RobotPort:
        return self._robots[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._robots)

    def __len__(self) -> int:
        return len(self._robots)

    async def connect(self, last: LastCommands | None = None) -> Connected:
        """Connect all robots at once; those that fail are named, the others are ready.

        `last`: the last command on record without an end, by robot (see :meth:`RobotPort.connect`).
        """
        wanted = last or {}
        for robot in self._robots.values():
            if robot.status.link not in ("connecting", "lost"):
                # It was open before: nothing that it will say is new.
                self._tell(robot)
        results = await asyncio.gather(
            *(robot.connect(wanted.get(name)) for name, robot in self._robots.items()),
            return_exceptions=True,
        )
        interrupted: dict[str, MotionResult] = {}
        errors: list[tuple[str, GolemError]] = []
        for name, result in zip(self._robots, results, strict=True):
            match result:
                case MotionResult():
                    interrupted[name] = result
                case GolemError() as error:
                    errors.append((name, error))
                case BaseException() as error:
                    raise error
        errors += [(error.robot, error) for error in await self._turn_impostors_away()]
        return Connected(interrupted, tuple(errors))

    async def _turn_impostors_away(self) -> list[RobotError]:
        """Robots that call themselves as another robot of the table does: cables are mixed up, or names given twice."""
        found: list[RobotError] = []
        by_own_name: dict[str, RobotPort] = {}
        for robot in sorted(self._robots.values(), key=lambda robot: robot.name != robot.own_name):
            own_name = robot.own_name
            if not own_name or robot.status.link not in ("ready", "busy", "estopped"):
                continue
            other = by_own_name.setdefault(own_name, robot)
            if other is not robot:
                found.append(NamedTwice(robot.name, own_name, robot.port, other.port))
            elif own_name != self._opened_as(robot.name) and own_name in self._robots:
                found.append(CablesMixed(robot.name, own_name, robot.port))
            else:
                continue
            await robot.turn_away(Reason(found[-1].code, found[-1].what))
        return found

    def _opened_as(self, name: str) -> str:
        """Return the name under which a robot was opened: a spare robot and the one whose part it has are exchanged."""
        exchanged = {**self._spares, **{spare: golem for golem, spare in self._spares.items()}}
        before = exchanged.get(name, name)
        return self._first_names.get(before, before)

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

    async def replace(self, name: str, by: Replacement, spare: str = "") -> None:
        """Have somebody else play for a golem whose robot is out for good; or its robot again.

        Nothing may be under way. `spare` is the name of a robot of the fleet that is ready and plays for nobody. Raises
        GolemError if the robot that comes back cannot be reached; then all is as it was.
        """
        before = self._who_plays(name)
        self.swap(name, by, spare)
        if by == "spare":
            return
        try:
            await self._robots[name].connect()
        except GolemError:
            self.swap(name, *before)
            raise
        # Its own robot may have been ready all the while.
        self._tell(self._robots[name])

    def _who_plays(self, name: str) -> tuple[Replacement, str]:
        if name in self._spares:
            return "spare", self._spares[name]
        if name not in self._retired:
            return "robot", ""
        return ("hands" if self._robots[name].by_hand else "ghost"), ""

    def swap(self, name: str, by: Replacement, spare: str = "") -> None:
        """Do the same before the fleet is connected."""
        if other := self._spares.pop(name, ""):
            self.rename({name: other, other: name})
        robot = own = self._retired.pop(name, None) or self._robots[name]
        if by in ("hands", "ghost"):
            self._retired[name] = own
            robot = HandsRobot(name, name) if by == "hands" else GhostRobot(name)
            robot.record, robot.gate = self._record, self.gate
            robot.on_change.append(self._tell)
        self._robots[name] = robot
        if by == "spare":
            self._spares[name] = spare
            self.rename({name: spare, spare: name})
        for listener in list(self.on_replaced):
            listener(self._robots[name])

    def pause(self) -> None:
        """Nothing new begins; what is under way goes on to its end."""
        self.gate.pause()

    def resume(self) -> None:
        """Open the pause gate."""
        self.gate.resume()

    async def passed(self) -> None:
        """Wait until the gate is open."""
        await self.gate.passed()

    async def stop_all(self) -> None:
        """End every motion; returns when every robot has answered or is lost."""
        await asyncio.gather(*(robot.stop() for robot in self._robots.values()))

    async def estop_all(self) -> tuple[Problem, ...]:
        """Emergency stop for all; returns those that have not answered (it goes on being repeated to them)."""
        for robot in self._robots.values():
            robot.announce_estop(True)
        return await self._each(lambda robot: robot.estop())

    async def clear_all(self) -> tuple[Problem, ...]:
        """Release all; returns those that could not be released."""
        for robot in self._robots.values():
            robot.announce_estop(False)
        return await self._each(lambda robot: robot.clear())

    async def _each(self, what: Callable[[RobotPort], Coroutine[Any, Any, None]]) -> tuple[Problem, ...]:
        results = await asyncio.gather(*map(what, self._robots.values()), return_exceptions=True)
        problems: list[Problem] = []
        for name, result in zip(self._robots, results, strict=True):
            if isinstance(result, GolemError):
                problems.append(_problem(name, result))
            elif isinstance(result, BaseException):
                raise result
        return tuple(problems)

    async def close(self) -> None:
        """Stop all robots, then close their channels."""
        await asyncio.gather(*(robot.close() for robot in (*self._robots.values(), *self._retired.values())))

    async def release(self) -> None:
        """Stop all robots and have nothing to do with them any more; they stay open for another fleet."""
        await self.stop_all()
        for robot in (*self._robots.values(), *self._retired.values()):
            robot.record, robot.gate = no_record, Gate()
            robot.on_change.remove(self._tell)

    def _tell(self, robot: RobotPort) -> None:
        if self._robots.get(robot.name) is not robot:
            # Somebody else plays for its golem.
            return
        for listener in list(self.on_change):
            listener(robot)
