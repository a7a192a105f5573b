"""The facilitator of a table of its own: the key, and what a browser has in its stead once it has shown it.

The key stands in no address that a page shows, in no log and on no command line. A browser gets a cookie for it that no
script can read; other browsers come in with a code that is good once, for a while, in an address or its QR code.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import secrets
from collections.abc import Callable, Mapping
from typing import Any

from starlette.datastructures import Headers
from starlette.responses import Response

from controller.console import access_control as guard
from controller.console.front_door.rights import cookie_of

CODE_S = 600.0
"""How long a code lets another browser in."""
COOKIE_S = 30 * 86_400
MOST_USED = 1000
"""Used codes that are remembered; each is good for ten minutes at most."""


class KeyRights:
    """A table of its own: whoever has the key may do everything, others may watch and stop."""

    def __init__(
        self, key: str | None, port: Callable[[], int] = lambda: 0, clock: Callable[[], float] | None = None
    ) -> None:
        """``key`` None: everybody may do everything. ``port`` is in the cookie's name; no ``clock``: the loop's."""
        self._key = key
        self._port = port
        self._clock = clock or (lambda: asyncio.get_running_loop().time())
        self._used: dict[str, float] = {}

    @property
    def key_needed(self) -> bool:
        """Whether there is a key."""
        return self._key is not None

    def refuse_console(self, headers: Headers) -> guard.Refusal | None:
        """None for whoever has the key, or the cookie that stands for it."""
        if guard.KEY_HEADER not in headers and self.has_cookie(headers):
            return None
        return guard.refuse_key(headers, self._key)

    def has_cookie(self, headers: Headers) -> bool:
        """Whether a browser has the cookie that stands for the key."""
        cookie = cookie_of(headers, self._cookie) if self._key is not None else None
        return cookie is not None and hmac.compare_digest(cookie.encode(), self._session.encode())

    def refuse_command(self, headers: Headers, name: str, args: Mapping[str, Any]) -> guard.Refusal | None:
        """None for whoever may do everything."""
        return self.refuse_console(headers)

    def lays_for(self, headers: Headers) -> tuple[str, ...]:
        """Nobody: at a table cards are laid before its camera."""
        return ()

    # Coming in

    def known_as(self, headers: Headers) -> str:
        """Return ``facilitator`` for whoever has the key, where there is one."""
        return "facilitator" if self.key_needed and self.refuse_console(headers) is None else ""

    def remember(self, response: Response) -> None:
        """Give the browser of this answer the cookie that stands for the key."""
        if self._key is not None:
            response.set_cookie(
                self._cookie, self._session, max_age=COOKIE_S, path="/", httponly=True, samesite="strict"
            )

    def is_key(self, given: str) -> bool:
        """Whether this is the key. Compared in constant time."""
        return self._key is None or hmac.compare_digest(given.encode("utf-8", "surrogateescape"), self._key.encode())

    def code(self) -> str:
        """Return a code that lets one other browser in; empty if no key is needed."""
        if self._key is None:
            return ""
        told = f"{int(self._clock() + CODE_S)}-{secrets.token_hex(4)}"
        return f"{told}-{self._signed(told)}"

    def enter(self, code: str) -> bool:
        """Whether a browser that comes with this code may do everything; the code is used up."""
        if self._key is None:
            return True
        told, _, signature = code.rpartition("-")
        until = told.partition("-")[0]
        now = self._clock()
        self._used = {used: good for used, good in self._used.items() if good > now}
        if not hmac.compare_digest(signature.encode("utf-8", "replace"), self._signed(told).encode()):
            return False
        if code in self._used or float(until) <= now or len(self._used) >= MOST_USED:
            return False
        self._used[code] = float(until)
        return True

    @property
    def _cookie(self) -> str:
        """The cookie's name. Browsers share cookies between the ports of a machine, so the port is in it."""
        return f"golem_table_{self._port()}"

    @property
    def _session(self) -> str:
        """What the cookie holds: nobody finds the key by it, and the same key makes the same after a restart."""
        return self._signed("session")

    def _signed(self, text: str) -> str:
        key = hashlib.sha256((self._key or "").encode()).digest()
        return hmac.new(key, f"golem table {text}".encode("utf-8", "replace"), hashlib.sha256).hexdigest()[:40]
