"""Who is who: browsers by their cookies, and the codes by which they come in.

A cookie is a secret of 160 bits that no script can read; the file that keeps sessions over a restart holds only its
hash. A seat is one browser's: a second one that comes with the same code is told so, until the facilitator frees it.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import secrets
from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec
from msgspec import Struct

from boards.base.message import _
from controller.console.access_control import Refusal

CODE_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Without letters that look like others."""
CODE_LENGTH = 10
"""49 bits: with :data:`WRONG_CODES_A_MINUTE` guesses of each address nobody finds one."""
WRONG_CODES_A_MINUTE = 30
"""From one address: who guesses locks nobody else out. A thousand addresses find a code in 26,000 years."""
MOST_ADDRESSES = 1024
"""Of guessers that are remembered; the ones that came last."""
MOST_SESSIONS = 500
"""The oldest are forgotten first."""

SEAT_TAKEN = Refusal(409, "seat-taken", _("another phone plays this seat; the facilitator can free it"))


class _Seat(Struct):
    """A seat that is played on a phone."""

    game: str
    player: str
    code: str
    session: str = ""
    """The hash of the cookie of whoever has it; empty: it is free."""


class _State(Struct):
    """What is kept over a restart."""

    facilitators: list[str] = []
    """Hashes of the cookies of browsers that may do everything, the oldest first."""
    seats: list[_Seat] = []


class Sessions:
    """All sessions of one front door, kept in a file that only its owner can read."""

    def __init__(self, path: Path, clock: Callable[[], float]) -> None:
        """``clock`` in seconds, for the limit of wrong codes."""
        self._path = path
        self._clock = clock
        self._state = _State()
        self._handed: dict[str, float] = {}
        """Codes that make another browser a facilitator's, and until when."""
        self._wrong: dict[str, list[float]] = {}
        """By address: when it came with a wrong code."""
        with contextlib.suppress(OSError, msgspec.DecodeError):
            self._state = msgspec.json.decode(path.read_bytes(), type=_State)

    # Who is who

    def is_facilitator(self, cookie: str | None) -> bool:
        """Whether a browser may do everything."""
        return cookie is not None and _hash(cookie) in self._state.facilitators

    def seats_of(self, cookie: str | None) -> tuple[tuple[str, str], ...]:
        """Return game and player of the seats that a browser has."""
        if cookie is None:
            return ()
        hashed = _hash(cookie)
        return tuple((seat.game, seat.player) for seat in self._state.seats if seat.session == hashed)

    def is_known(self, cookie: str | None) -> bool:
        """Whether a browser has any rights."""
        return self.is_facilitator(cookie) or bool(self.seats_of(cookie))

    def name_of(self, cookie: str | None) -> str:
        """Return a name for a browser that has any rights, which does not tell its cookie; empty for others."""
        return _hash(cookie) if cookie is not None and self.is_known(cookie) else ""

    # Coming in

    def make_facilitator(self, cookie: str | None) -> str:
        """Let a browser do everything; return its cookie, a new one if it has none."""
        cookie = cookie or secrets.token_urlsafe(20)
        hashed = _hash(cookie)
        kept = [one for one in self._state.facilitators if one != hashed]
        self._state.facilitators = [*kept, hashed][-MOST_SESSIONS:]
        self._save()
        return cookie

    def hand_over(self, valid_s: float) -> str:
        """Return a code that makes one other browser a facilitator's, within so many seconds."""
        code = _code()
        self._handed[code] = self._clock() + valid_s
        return code

    def enter(self, code: str, cookie: str | None, address: str = "") -> tuple[str, tuple[str, str] | None] | Refusal:
        """Return the cookie of a browser that came with a code, and its seat; None: it is a facilitator's now."""
        now = self._clock()
        wrong = [at for at in self._wrong.get(address, ()) if now - at < 60.0]
        if len(wrong) >= WRONG_CODES_A_MINUTE:
            return Refusal(429, "too-many-codes", _("too many wrong codes; wait a minute"))
        if self._handed.pop(code, 0.0) > now:
            return self.make_facilitator(cookie), None
        # A code is compared as bytes: what was typed may be in any script.
        typed = code.encode("utf-8", "surrogatepass")
        same = (seat for seat in self._state.seats if secrets.compare_digest(seat.code.encode(), typed))
        seat = next(same, None)
        if seat is None:
            self._wrong.pop(address, None)
            self._wrong[address] = [*wrong, now]
            while len(self._wrong) > MOST_ADDRESSES:
                del self._wrong[next(iter(self._wrong))]
            return Refusal(403, "wrong-code", _("this code opens nothing any more"))
        cookie = cookie or secrets.token_urlsafe(20)
        hashed = _hash(cookie)
        if seat.session not in ("", hashed):
            return SEAT_TAKEN
        seat.session = hashed
        self._save()
        return cookie, (seat.game, seat.player)

    # Seats

    def set_seats(self, game: str, players: tuple[str, ...]) -> None:
        """Let these players of a game, and no others, play on phones; whoever has such a seat keeps it."""
        known = {seat.player: seat for seat in self._state.seats if seat.game == game}
        others = [seat for seat in self._state.seats if seat.game != game]
        mine = [known.get(player) or _Seat(game, player, _code()) for player in players]
        self._state.seats = [*others, *mine]
        self._save()

    def codes(self, game: str) -> Mapping[str, tuple[str, bool]]:
        """Return the code of each seat of a game that is played on a phone, and whether it is taken."""
        return {seat.player: (seat.code, bool(seat.session)) for seat in self._state.seats if seat.game == game}

    def free(self, game: str, player: str) -> None:
        """Take a seat from whoever has it: the next one with its new code gets it."""
        for seat in self._state.seats:
            if (seat.game, seat.player) == (game, player):
                seat.session, seat.code = "", _code()
        self._save()

    def _save(self) -> None:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        new = self._path.with_suffix(".new")
        with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(msgspec.json.encode(self._state))
        new.replace(self._path)


def _code() -> str:
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def _hash(cookie: str) -> str:
    return hashlib.sha256(cookie.encode()).hexdigest()


def sessions_in(folder: Path, clock: Callable[[], float]) -> Sessions:
    """Return the sessions that are kept beside the records of a folder."""
    return Sessions(folder / ".front-door.json", clock)
