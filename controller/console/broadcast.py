"""From the table to every screen: the newest view wins, and a slow screen slows nobody."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable

from controller.table.view.view import View

ALIVE = '{"type":"alive"}'
"""Sent when there is nothing new, so that a page notices a dead connection."""


class Screen:
    """One connected screen: marks that there is something newer than what it has, and that it has to go."""

    def __init__(self) -> None:
        self.news = asyncio.Event()
        self.dismissed = asyncio.Event()


class Broadcast:
    """THE place where a view becomes bytes. Holds one view and one message, however many screens there are."""

    def __init__(self, game: Callable[[], int] = lambda: 0) -> None:
        """``game`` says which game is shown."""
        self._game = game
        self._view: View | None = None
        self._text: str | None = None
        self._screens: dict[Screen, None] = {}

    def __len__(self) -> int:
        return len(self._screens)

    def show(self, view: View) -> None:
        """There is a new view. Returns at once: an unsent older one is forgotten."""
        self._view, self._text = view, None
        for screen in self._screens:
            screen.news.set()

    def join(self, screen: Screen) -> None:
        """Take a screen in: the whole view is news to it, if there is one."""
        if self._view is not None:
            screen.news.set()
        self._screens[screen] = None

    def leave(self, screen: Screen) -> None:
        """Forget a screen."""
        self._screens.pop(screen, None)

    def text(self) -> str | None:
        """Return the newest view as JSON text, made once; None before there is one."""
        if self._text is None and self._view is not None:
            self._text = json.dumps(self._view.to_json(), ensure_ascii=False, separators=(",", ":"))
        return self._text

    async def next_message(self, screen: Screen, alive_s: float) -> str:
        """Return what to send to the screen next: the newest view, or a sign of life after ``alive_s`` without news."""
        try:
            async with asyncio.timeout(alive_s):
                await screen.news.wait()
        except TimeoutError:
            return ALIVE
        screen.news.clear()
        return f'{{"type":"view","game":{self._game()},"view":{self.text()}}}'
