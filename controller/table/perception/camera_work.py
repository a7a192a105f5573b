"""Looks of the eye as the table's work: one now, one a moment later, and the camera opened anew where it failed."""

from __future__ import annotations

import asyncio

from controller.table.core.mailbox import Message, SceneSeen
from controller.table.core.ports import VisionPort
from controller.table.core.settings import Settings
from controller.table.core.transient_state import TransientState

RETRY_S = 1.0
"""How often a camera that gives no pictures is tried again."""


class CameraWork:
    """The table's eye; :class:`controller.table.core.transient_state.TransientState` knows whether it failed."""

    def __init__(self, eye: VisionPort, settings: Settings, memory: TransientState) -> None:
        self._eye = eye
        self._settings = settings
        self._memory = memory

    async def once(self) -> Message:
        """Return what lies on the table. Raises CameraError."""
        if self._memory.eye_failed:
            await asyncio.sleep(RETRY_S)
            await self._eye.open()
            self._memory.eye_failed = False
        return SceneSeen(await self._eye.settled(self._settings.settle_s))

    async def again(self) -> Message:
        """Return a look at what hands do, a moment after the last one. Raises CameraError."""
        await asyncio.sleep(self._settings.hold_s)
        return await self.once()
