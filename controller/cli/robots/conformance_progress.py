"""`golem robots conform` on a terminal: its progress in one line, and what only a person can do."""

from __future__ import annotations

import asyncio
import sys
from shutil import get_terminal_size
from threading import Thread
from typing import TextIO

from boards.base.catalogue import Language
from firmware_bridge.channels.channel import Channel
from firmware_bridge.conformance import CHECKS, Conformance, Finding, conform
from firmware_bridge.conformance.certificate_messages import title, word
from firmware_bridge.conformance.check_results import DoesNotApply
from firmware_bridge.conformance.port_checks import PORT_CHECKS, conform_port
from firmware_bridge.robots.robot_port import RobotPort


async def tested(channel: Channel, language: Language) -> Conformance:
    """Run the checks against the robot at the other end. A person at the keyboard is asked to start it anew.

    Raises ChannelError if the channel cannot be opened or breaks for good.
    """
    progress = Progress(language) if sys.stderr.isatty() else None

    async def restart() -> None:
        if progress is not None:
            progress.clear()
        print(word("start anew", language), file=sys.stderr, flush=True)
        if await line_of(sys.stdin):
            raise DoesNotApply("no restart")

    try:
        return await conform(
            channel, restart if sys.stdin.isatty() else None, on_finding=progress or (lambda _finding: None)
        )
    finally:
        if progress is not None:
            progress.clear()


async def tested_port(robot: RobotPort, language: Language) -> Conformance:
    """Run the checks at the seam against a robot that does not speak the wire. Raises GolemError."""
    progress = Progress(language, len(PORT_CHECKS)) if sys.stderr.isatty() else None
    try:
        findings = await conform_port(robot, progress or (lambda _finding: None))
    finally:
        if progress is not None:
            progress.clear()
    return Conformance(robot.port, None, findings, type(robot).__name__)


async def line_of(keyboard: TextIO) -> str:
    """Return the line that a person types. The thread that waits for it holds nothing up when all else is over."""
    loop = asyncio.get_running_loop()
    typed: asyncio.Future[str] = loop.create_future()

    def answer(line: str) -> None:
        if not typed.done():
            typed.set_result(line)

    def read() -> None:
        line = keyboard.readline().strip()
        if not loop.is_closed():
            loop.call_soon_threadsafe(answer, line)

    Thread(target=read, daemon=True).start()
    return await typed


class Progress:
    """How far the checks are, in one line of the terminal that the certificate takes the place of."""

    def __init__(self, language: Language, count: int = len(CHECKS)) -> None:
        self._count = count
        self._language = language
        self._done = 0

    def __call__(self, finding: Finding) -> None:
        """Show a check's result, and which check is next."""
        self._done += 1
        line = f"{self._done} / {self._count}  {title(finding.check, self._language)}"
        self._show(line[: get_terminal_size().columns - 1])

    def clear(self) -> None:
        """Clear the progress line."""
        self._show("")

    def _show(self, line: str) -> None:
        print(f"\r{line}\x1b[K", end="", file=sys.stderr, flush=True)
