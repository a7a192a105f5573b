"""Who may give which command: every one of the registry, by the facilitator, a player at a seat, and a spectator."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from starlette.datastructures import Headers

from controller.console.front_door.rights import SeatRights
from controller.console.front_door.sessions import Sessions
from controller.console.key_rights import KeyRights
from controller.table.core.commands.command_registry import REGISTRY, Registered, Who
from tests.support import views

KEY = "seven-golems"
RIGHTS: dict[Who, tuple[bool, bool, bool, bool]] = {
    # The facilitator, the player's own seat (whose turn it is), another seat, a spectator.
    Who.FACILITATOR: (True, False, False, False),
    Who.PLAYER: (True, True, False, False),
    Who.HAND: (False, True, False, False),
    Who.TURN: (True, True, False, False),
    Who.ANYONE: (True, True, True, True),
}
ARGS: dict[str, dict[str, Any]] = {
    "move": {"player": "red", "move": "e2-e3"},
    "program": {"player": "red1", "rows": []},
    "advise-program": {"player": "red1", "rows": []},
    "name": {"player": "red", "called": "Zoë"},
    "cards": {"player": "red", "rows": []},
}


def test_every_right_has_a_row() -> None:
    assert {*RIGHTS} == {*Who}
    assert {entry.name for entry in REGISTRY if entry.who in (Who.PLAYER, Who.HAND)} == {*ARGS}


@pytest.fixture
def browsers(tmp_path: Any) -> tuple[SeatRights, dict[str, Headers]]:
    sessions = Sessions(tmp_path / "sessions.json", lambda: 0.0)
    sessions.set_seats("game", ("red", "blue"))
    cookies = {"facilitator": sessions.make_facilitator(None), "spectator": "unknown"}
    for player, (code, _taken) in sessions.codes("game").items():
        entered = sessions.enter(code, None)
        assert isinstance(entered, tuple)
        cookies[player] = entered[0]
    view = views.view()
    play = SimpleNamespace(**{**vars(view.play), "turn": "red", "writers": {"red1": "red"}})
    game: Any = SimpleNamespace(
        id="game",
        seats={"red": "phone", "blue": "phone"},
        views=SimpleNamespace(latest=lambda: SimpleNamespace(play=play)),
    )
    return SeatRights(game, sessions, "golem"), {
        who: Headers({"cookie": f"golem={cookie}"}) for who, cookie in cookies.items()
    }


@pytest.mark.parametrize("entry", REGISTRY, ids=lambda entry: entry.name)
def test_nobody_does_what_is_anothers(entry: Registered, browsers: tuple[SeatRights, dict[str, Headers]]) -> None:
    rights, headers = browsers
    args = ARGS.get(entry.name, {"player": "red"})
    allowed = tuple(
        entry.who is Who.ANYONE or rights.refuse_command(headers[who], entry.name, args) is None
        for who in ("facilitator", "red", "blue", "spectator")
    )
    assert allowed == RIGHTS[entry.who]


@pytest.mark.parametrize("entry", REGISTRY, ids=lambda entry: entry.name)
def test_at_a_table_of_its_own_the_key_decides(entry: Registered) -> None:
    rights, args = KeyRights(KEY), ARGS.get(entry.name, {})
    assert rights.refuse_command(Headers({"x-golem-key": KEY}), entry.name, args) is None
    for headers in ({}, {"x-golem-key": "guess"}, {"cookie": f"golem={KEY}"}):
        assert rights.refuse_command(Headers(headers), entry.name, args) is not None
