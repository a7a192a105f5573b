"""What the set-up page is shown, and what it asks for."""

from __future__ import annotations

from typing import Any, Protocol

from msgspec import Struct

Words = dict[str, str]


class SetupFinding(Struct, frozen=True):
    """Something that the set-up has found, and if it is not good what to do."""

    code: str
    good: bool
    text: Words


class SetupRobot(Struct, frozen=True):
    """A robot that was found."""

    address: str
    name: str
    golem: str | None
    """Which golem it is, once that is known."""
    problem: Words | None


class SetupCamera(Struct, frozen=True):
    """A camera of this computer."""

    address: str
    name: str


class SetupStep(Struct, frozen=True):
    """A step of the set-up."""

    name: str
    """``print``, ``camera``, ``robots`` or ``finish``."""
    done: bool


class SetupView(Struct, frozen=True):
    """Where a table that is being set up stands."""

    steps: list[SetupStep]
    name: str
    language: str
    board: str
    boards: list[str]
    players: int
    colours: list[str]
    printed: bool
    camera: str | None
    cameras: list[SetupCamera]
    camera_open: bool
    findings: list[SetupFinding]
    """What the camera sees of mat and trays."""
    tops: list[SetupFinding]
    """What it sees of golems."""
    robots: list[SetupRobot]
    assigned: dict[str, str]
    """Golem -> address of its robot, or ``hands``."""
    problem: Words | None
    written: str | None
    """The table file, once it is written."""


class SetupPort(Protocol):
    """Who sets a table up."""

    async def view(self) -> SetupView:
        """Return where it stands."""
        ...

    async def choose(self, changes: dict[str, Any]) -> None:
        """Change what was chosen. Raises Problems, at the names of its fields."""
        ...

    async def look(self) -> None:
        """Look through the camera. Raises Problems."""
        ...

    async def find_robots(self) -> None:
        """Look for robots; nothing moves."""
        ...

    async def pair_robots(self) -> None:
        """Let the robots move one after the other, and see which golem each of them is. Raises Problems."""
        ...

    async def write(self) -> None:
        """Write the table file. Raises Problems."""
        ...

    def picture(self, language: str) -> bytes:
        """Return the camera's newest picture as a JPEG; empty without one."""
        ...

    def print_pdf(self, which: str) -> bytes:
        """Return the sheets of ``one-side`` or ``two-sides`` as a PDF. It takes seconds, and is called in a thread."""
        ...
