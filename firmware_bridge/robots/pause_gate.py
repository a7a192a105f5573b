"""Pause: one gate that every send and every wait passes."""

from __future__ import annotations

import asyncio


class Gate:
    """Open at first. What is under way goes on; nothing new begins and nobody hears of an end until it opens."""

    def __init__(self) -> None:
        self._open = asyncio.Event()
        self._open.set()
        self.paused = False

    def pause(self) -> None:
        """Close the gate."""
        self.paused = True
        self._open.clear()

    def resume(self) -> None:
        """Open the gate."""
        self.paused = False
        self._open.set()

    async def passed(self) -> None:
        """Wait until the gate is open."""
        await self._open.wait()
