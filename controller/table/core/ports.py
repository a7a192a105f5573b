"""What the table needs from the eye and from the robots. Real and simulated hardware both fit here."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Protocol

from boards.base.errors import Problem
from boards.base.message import Message
from controller.vision.intrusion import Intrusion
from controller.vision.scene import Scene
from firmware_bridge.robots.fleet import Replacement
from firmware_bridge.robots.robot_port import RobotPort


class VisionPort(Protocol):
    """The camera with its reading."""

    latency_s: float
    """How late its pictures come; their time is when they were taken."""

    async def open(self) -> None:
        """Open the camera, again after an error. Raises CameraError."""
        ...

    async def look(self) -> Scene:
        """Read a picture that comes after this call, at rest or not. Raises CameraError."""
        ...

    async def settled(self, timeout_s: float) -> Scene:
        """Return what lies on the table at rest.

        After the time-out (seconds) without rest: the newest scene, its `settled` False. Raises CameraError.
        """
        ...

    async def over_arena(self, resting: Collection[str] = ()) -> Intrusion | None:
        """Look once for anything over the field that is no golem.

        A golem of the `resting` (they have no command) that moves counts as well. Raises CameraError.
        """
        ...

    @property
    def latest(self) -> Scene | None:
        """The scene of the newest picture, at rest or not; None before the first look."""
        ...

    def arena_in_order(self) -> None:
        """Take what the newest look shows on the field as belonging there."""
        ...


class ComputerPlayerPort(Protocol):
    """Computer players, whose choices take longer than the table can wait for.

    Pure functions, called in a thread: the same state and the same seed lead to the same choice.
    """

    @property
    def strengths(self) -> tuple[str, ...]:
        """How well it can play, the weakest first."""
        ...

    def program(self, game: Any, player: str, strength: str) -> tuple[str, ...]:
        """Return a program in text form for a player in this state of the game.

        It uses nothing that a player can't know.
        """
        ...

    def move(self, game: Any, player: str, strength: str, number: int) -> str:
        """Return a legal move for a player who is asked for one, the `number`-th step of a game of pieces."""
        ...

    def verdict(self, game: Any) -> tuple[Message, ...]:
        """Return what is to be said about this end of a game, in sentences; empty if nothing is."""
        ...


class FleetPort(Protocol):
    """All robots of a table, by name."""

    def __contains__(self, name: object, /) -> bool: ...

    def __iter__(self) -> Iterator[str]: ...

    def __getitem__(self, name: str, /) -> RobotPort: ...

    def rename(self, names: Mapping[str, str]) -> None:
        """Give robots each other's names: old -> new."""
        ...

    async def replace(self, name: str, by: Replacement, spare: str = "") -> None:
        """Have somebody else play for a golem whose robot is out for good; `spare` is a robot. Raises GolemError."""
        ...

    def pause(self) -> None:
        """Close the gate that every send passes."""
        ...

    def resume(self) -> None:
        """Open the pause gate."""
        ...

    async def passed(self) -> None:
        """Wait until the gate is open."""
        ...

    async def stop_all(self) -> None:
        """Stop every robot; return when each has answered or is lost."""
        ...

    async def estop_all(self) -> Sequence[Problem]:
        """Return those that have not answered."""
        ...

    async def clear_all(self) -> Sequence[Problem]:
        """Return those that could not be released."""
        ...
