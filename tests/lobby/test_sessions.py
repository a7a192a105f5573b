"""Who is who at the front door: codes that open once, in time, and seats that are freed."""

from __future__ import annotations

import asyncio
import stat
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlsplit

import pytest

from controller.console.access_control import Refusal
from controller.console.front_door.sessions import MOST_ADDRESSES, WRONG_CODES_A_MINUTE, Sessions
from controller.console.load.request_rate import RateLimits
from tests.support.front_door import front_door
from tests.support.web import ask


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def sessions(tmp_path: Path, clock: Clock) -> Sessions:
    return Sessions(tmp_path / "games" / "sessions.json", clock)


def refused(answer: object) -> str:
    assert isinstance(answer, Refusal)
    return answer.error


def test_a_code_makes_one_browser_a_facilitators_and_only_in_time(sessions: Sessions, clock: Clock) -> None:
    first, late = sessions.hand_over(60.0), sessions.hand_over(60.0)
    clock.now += 59.9
    entered = sessions.enter(first, None)
    assert not isinstance(entered, Refusal)
    cookie, seat = entered
    assert seat is None and sessions.is_facilitator(cookie) and not sessions.is_facilitator(first)
    assert refused(sessions.enter(first, None)) == "wrong-code"
    clock.now += 0.1
    assert refused(sessions.enter(late, None)) == "wrong-code"


def test_who_guesses_waits_a_minute(sessions: Sessions, clock: Clock) -> None:
    code = sessions.hand_over(3600.0)
    for number in range(WRONG_CODES_A_MINUTE):
        assert refused(sessions.enter(f"guess{number}", None)) == "wrong-code"
    assert refused(sessions.enter(code, None)) == "too-many-codes"
    clock.now += 59.9
    assert refused(sessions.enter(code, None)) == "too-many-codes"
    clock.now += 0.1
    assert not isinstance(sessions.enter(code, None), Refusal)


def test_who_guesses_locks_nobody_else_out(sessions: Sessions) -> None:
    code = sessions.hand_over(3600.0)
    for number in range(3 * WRONG_CODES_A_MINUTE):
        sessions.enter(f"guess{number}", None, f"10.0.0.{number % 2}")
    assert refused(sessions.enter(code, None, "10.0.0.1")) == "too-many-codes"
    for number in range(2 * MOST_ADDRESSES):
        assert refused(sessions.enter("guess", None, f"fe80::{number}")) == "wrong-code"
    assert not isinstance(sessions.enter(code, None, "10.0.0.2"), Refusal)


def test_a_seat_is_one_browsers_until_it_is_freed_and_has_a_new_code_then(sessions: Sessions) -> None:
    sessions.set_seats("game", ("red", "blue"))
    code, taken = sessions.codes("game")["red"]
    assert not taken
    entered = sessions.enter(code, None)
    assert not isinstance(entered, Refusal)
    cookie, seat = entered
    assert seat == ("game", "red") and sessions.seats_of(cookie) == (("game", "red"),)
    assert sessions.codes("game")["red"] == (code, True) and sessions.is_known(cookie)
    # Whoever has it may come again; another one may not.
    assert sessions.enter(code, cookie) == (cookie, ("game", "red"))
    assert refused(sessions.enter(code, None)) == "seat-taken"
    sessions.free("game", "red")
    new, taken = sessions.codes("game")["red"]
    assert new != code and not taken and sessions.seats_of(cookie) == () and not sessions.is_known(cookie)
    assert refused(sessions.enter(code, cookie)) == "wrong-code"


def test_seats_are_kept_over_a_restart_in_a_file_that_only_its_owner_reads(tmp_path: Path, clock: Clock) -> None:
    path = tmp_path / "sessions.json"
    before = Sessions(path, clock)
    cookie = before.make_facilitator(None)
    before.set_seats("game", ("red",))
    assert stat.S_IMODE(path.stat().st_mode) == 0o600 and cookie not in path.read_text("utf-8")
    after = Sessions(path, clock)
    assert after.is_facilitator(cookie) and after.codes("game") == before.codes("game")
    # Who plays no more has no seat; who still plays keeps it.
    after.set_seats("game", ("red", "blue"))
    assert after.codes("game")["red"] == before.codes("game")["red"] and {*after.codes("game")} == {"red", "blue"}
    after.set_seats("game", ("blue",))
    assert {*after.codes("game")} == {"blue"}


def test_a_flood_of_its_address_does_not_slow_a_browser_with_a_seat(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("controller.console.front_door.server.RateLimits", lambda: RateLimits(0.001, 4, 0.0))

    async def scene() -> None:
        async with front_door(tmp_path / "games") as open_door:
            port, sessions = urlsplit(open_door.url).port, open_door.sessions
            place: Any = SimpleNamespace(port=port)
            sessions.set_seats("duel", ("red", "blue"))
            codes = [code for code, _taken in sessions.codes("duel").values()]
            entered = [sessions.enter(code, None) for code in codes]
            phones = [str(known[0]) for known in entered if not isinstance(known, Refusal)]

            async def asked(cookie: str) -> list[int]:
                headers = {"Cookie": f"golem_session_{port}={cookie}"}
                return [
                    (await ask(place, "/api/visitor.json", headers=headers, source="127.0.0.2")).status
                    for _ in range(6)
                ]

            assert await asked("") == [200] * 4 + [429] * 2
            assert await asked(phones[0]) == await asked(phones[1]) == [200] * 4 + [429] * 2
            assert await asked(phones[0][:-1]) == [429] * 6
            # Whoever has no seat any more is a stranger again.
            sessions.free("duel", "blue")
            assert await asked(phones[1]) == [429] * 6

    asyncio.run(asyncio.wait_for(scene(), 60))
