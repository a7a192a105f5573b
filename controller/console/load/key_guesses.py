"""Slow down guesses of the facilitator's key: each wrong one of an address makes the next one wait longer."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import parse_qs

from starlette.types import ASGIApp, Receive, Scope, Send

from boards.base.message import _
from controller.console import access_control as guard
from controller.console.http_answers import refused
from controller.console.load.peers import group_of

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class GuessLimits:
    """How many wrong keys are free, and how long the next ones wait."""

    free: int = 5
    """Wrong keys of one address after which it begins to wait: people mistype."""
    first_s: float = 2.0
    """... which doubles with every wrong key."""
    longest_s: float = 300.0
    forgotten_s: float = 3600.0
    """Without a wrong key for so long, an address begins anew."""
    addresses: int = 1000
    """That are remembered; those that were quiet longest are forgotten."""


USUAL = GuessLimits()

_ENTRANCES = ("/key", "/console")
"""Where a key is exchanged for a cookie."""


class KeyGuesses:
    """Counts wrong keys by address. Only guesses wait: whoever has a cookie already goes on."""

    def __init__(self, limits: GuessLimits = USUAL) -> None:
        """``limits`` hold for good."""
        self._limits = limits
        self._wrong: dict[str, tuple[int, float]] = {}
        """By address: how many, and when the last one was; the one that guessed last is last."""

    def wait_s(self, group: str, now: float) -> float:
        """Return for how long a key of this address is not looked at, s."""
        count, at = self._wrong.get(group, (0, now))
        if count < self._limits.free or now - at >= self._limits.forgotten_s:
            return 0.0
        wait = min(self._limits.first_s * 2.0 ** min(count - self._limits.free, 30), self._limits.longest_s)
        return max(at + wait - now, 0.0)

    def wrong(self, group: str, now: float) -> int:
        """Count a wrong key; return how many of this address were wrong in a row."""
        count, at = self._wrong.pop(group, (0, now))
        count = 1 if now - at >= self._limits.forgotten_s else count + 1
        self._wrong[group] = count, now
        while len(self._wrong) > self._limits.addresses:
            del self._wrong[next(iter(self._wrong))]
        return count

    def right(self, group: str) -> None:
        """Forget what an address got wrong."""
        self._wrong.pop(group, None)


class SlowedGuesses:
    """Around the application: a request that brings a key waits its turn if its address has guessed before."""

    def __init__(
        self, app: ASGIApp, is_key: Callable[[str], bool], clock: Callable[[], float], guesses: KeyGuesses | None = None
    ) -> None:
        """``is_key`` compares in constant time; ``clock`` in seconds never goes back."""
        self._app = app
        self._is_key = is_key
        self._clock = clock
        self._guesses = guesses or KeyGuesses()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or pass it on."""
        given = _key_in(scope)
        if given is None:
            await self._app(scope, receive, send)
            return
        group, now = group_of(scope.get("client")), self._clock()
        wait_s = self._guesses.wait_s(group, now)
        if wait_s > 0.0 and scope["path"] not in _ENTRANCES:
            # As if it brought none: everybody may watch, and stop the robots.
            header = guard.KEY_HEADER.encode()
            plain = [pair for pair in scope["headers"] if pair[0] != header]
            await self._app({**scope, "headers": plain}, receive, send)
            return
        if wait_s > 0.0:
            message = _("too many wrong keys; wait {seconds} s", seconds=int(wait_s) + 1)
            answer = refused(guard.Refusal(429, "too-many-keys", message))
            answer.headers["retry-after"] = str(int(wait_s) + 1)
            await answer(scope, receive, send)
            return
        if self._is_key(given):
            self._guesses.right(group)
        else:
            count = self._guesses.wrong(group, now)
            log.warning("a wrong key of the facilitator came from %s: %d in a row", group or "this machine", count)
        await self._app(scope, receive, send)


def _key_in(scope: Scope) -> str | None:
    """Return the key that a request brings, in a header or an old address; None: it brings none."""
    if scope["type"] != "http":
        return None
    header = guard.KEY_HEADER.encode()
    for name, value in scope["headers"]:
        if name == header:
            return str(value.decode("latin-1"))
    if scope["path"] != "/console":
        return None
    return next(iter(parse_qs(scope["query_string"].decode("latin-1")).get("key", ())), None)
