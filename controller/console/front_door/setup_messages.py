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
    learned: Words | None
    """What was learned of its wheels."""


class SetupLens(Struct, frozen=True):
    """The camera's lens."""

    file: str | None
    """Of a measured lens."""
    sure_mm: float | None
    """How sure places on the table are; None before a look."""
    good: bool
    """Whether that is enough."""
    measuring: bool
    taken: int
    """Views of the board so far."""
    wanted: int
    say: Words | None
    """What the person who holds the board should do."""
    problem: Words | None
    """Why it could not be measured."""


class SetupCamera(Struct, frozen=True):
    """A camera of this computer."""

    address: str
    name: str


class SetupStep(Struct, frozen=True):
    """A step of the set-up."""

    name: str
    """``print``, ``camera``, ``lens``, ``robots`` or ``finish``."""
    done: bool


class SetupView(Struct, frozen=True):
    """Where a table that is being set up stands."""

    steps: list[SetupStep]
    name: str
    language: str | None
    """None: not chosen yet."""
    board: str
    boards: list[str]
    players: int
    colours: list[str]
    printed: bool
    card_mm: float | None
    """How wide a bank card is by the print; None: not measured."""
    print_findings: list[SetupFinding]
    """What that tells of the print."""
    camera: str | None
    cameras: list[SetupCamera]
    camera_open: bool
    findings: list[SetupFinding]
    """What the camera sees of mat and trays."""
    tops: list[SetupFinding]
    """What it sees of golems."""
    lens: SetupLens
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

    async def learn_drives(self) -> None:
        """Let the robots drive for a minute each, and learn what their wheels do. Raises Problems."""
        ...

    async def measure_lens(self) -> None:
        """Begin to measure the lens by a board before the camera; the view tells how far it is. Raises Problems."""
        ...

    async def stop_lens(self) -> None:
        """Stop measuring it."""
        ...

    async def write(self) -> None:
        """Write the table file. Raises Problems."""
        ...

    def picture(self, language: str) -> bytes:
        """Return the camera's newest picture as a JPEG; empty without one."""
        ...

    def print_pdf(self, which: str) -> bytes:
        """Return the sheets of ``one-side``, ``two-sides`` or ``lens-board`` as a PDF.

        It takes seconds, and is called in a thread.
        """
        ...
