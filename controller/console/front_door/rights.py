"""Who may do what in a game of the front door: the facilitator, one child at a seat, everybody else."""

from __future__ import annotations

from collections.abc import Mapping
from http.cookies import CookieError, SimpleCookie
from typing import Any

from starlette.datastructures import Headers
from starlette.responses import Response

from boards.base.message import _
from controller.console.access_control import Refusal
from controller.console.console_ports import GIVEN_BY
from controller.console.front_door.ports import OpenGame
from controller.console.front_door.sessions import Sessions
from controller.table.core.commands.command_registry import Who

HERE, PHONE = "here", "phone"

FACILITATOR_NEEDED = Refusal(403, "facilitator-needed", _("only the facilitator can do this"))
NOT_YOUR_SEAT = Refusal(403, "not-your-seat", _("these are another player's cards"))
_OF_A_PLAYER = (Who.PLAYER, Who.HAND)


def cookie_of(headers: Headers, name: str) -> str | None:
    """Return a cookie's value; None if there is none."""
    try:
        found = SimpleCookie(headers.get("cookie", "")).get(name)
    except CookieError:
        return None
    return None if found is None or not found.value else found.value


class SeatRights:
    """The :class:`controller.console.table_routes.Rights` of one game of the front door."""

    key_needed = False

    def __init__(self, game: OpenGame, sessions: Sessions, cookie: str) -> None:
        """``cookie``: its name."""
        self._game = game
        self._sessions = sessions
        self._cookie = cookie

    def refuse_console(self, headers: Headers) -> Refusal | None:
        """None for the facilitator."""
        return None if self._sessions.is_facilitator(self._of(headers)) else FACILITATOR_NEEDED

    def refuse_command(self, headers: Headers, name: str, args: Mapping[str, Any]) -> Refusal | None:
        """None for the facilitator, but for other people's secret hands; and for a player's own part."""
        facilitator = self._sessions.is_facilitator(self._of(headers))
        who = GIVEN_BY.get(name, Who.FACILITATOR)
        if who in _OF_A_PLAYER and self._player(args) in self.lays_for(headers):
            return None
        if who is Who.HAND:
            return NOT_YOUR_SEAT
        if facilitator:
            return None
        latest = self._game.views.latest()
        if who is Who.TURN and latest is not None and latest.play.turn in self._seats(headers):
            return None
        return NOT_YOUR_SEAT if who in _OF_A_PLAYER else FACILITATOR_NEEDED

    def _player(self, args: Mapping[str, Any]) -> object:
        """Return for whom a command is given; programs are written for pieces of a player."""
        named, latest = args.get("player"), self._game.views.latest()
        return named if latest is None or not isinstance(named, str) else latest.play.writers.get(named, named)

    def lays_for(self, headers: Headers) -> tuple[str, ...]:
        """Return a phone's own player, and for the facilitator's screen all who play there."""
        here = (
            tuple(player for player, who in self._game.seats.items() if who == HERE)
            if self._sessions.is_facilitator(self._of(headers))
            else ()
        )
        return (*here, *(player for player in self._seats(headers) if player not in here))

    def known_as(self, headers: Headers) -> str:
        """Return ``facilitator``, or ``seat`` and its players."""
        if self._sessions.is_facilitator(self._of(headers)):
            return "facilitator"
        seats = self._seats(headers)
        return f"seat {' '.join(seats)}" if seats else ""

    def remember(self, response: Response) -> None:
        """Do nothing: at a front door the session is the cookie."""

    def _seats(self, headers: Headers) -> tuple[str, ...]:
        mine = self._sessions.seats_of(self._of(headers))
        return tuple(player for game, player in mine if game == self._game.id)

    def _of(self, headers: Headers) -> str | None:
        return cookie_of(headers, self._cookie)
