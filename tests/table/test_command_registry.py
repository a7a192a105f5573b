"""One registry of commands: what may be asked, the page's buttons and the dispatch come from it."""

from __future__ import annotations

from copy import copy
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from boards.base.catalogue import languages, translate
from controller.app.compose.game_setup import GamePlan, header, with_pieces
from controller.app.terminal.keyboard import _WANTED
from controller.console.console_ports import COMMANDS, FOR_ANYONE
from controller.games.game_registry import game_named, tabletop_named
from controller.table.core.commands.command_registry import BY_TYPE, REGISTRY, Gate, allowed_commands, button_groups
from controller.table.core.commands.command_types import Command, LayProgram, Move, TakeSeat, Undo, read_command
from controller.table.core.phases import Phase
from controller.table.core.record.fold import begin
from controller.table.view.view import HandView, View
from hardware.simulated.virtual_clock import run
from tests.support.quick_table import QuickTable, quick_table


def test_every_command_is_registered_once_and_carried_out(tmp_path: Path) -> None:
    async def main() -> set[type]:
        async with quick_table(tmp_path / "game.jsonl", 5) as quick:
            return {*quick.table._commands._handlers}

    assert run(main()) == {*get_args(Command)} == {*BY_TYPE}
    names = [entry.name for entry in REGISTRY]
    assert len({*names}) == len(names) and tuple(names) == COMMANDS
    assert {"estop"} == FOR_ANYONE


def test_every_command_has_a_button_of_its_own_or_a_place_of_its_own() -> None:
    buttons = [name for group in button_groups() for name in group]
    assert len({*buttons}) == len(buttons)
    assert {*COMMANDS} - {*buttons} == {
        "estop",
        "thrown",
        "move",
        "program",
        "advise-program",
        "cards",
        "seat",
        "tokens",
        "replace",
        "skip",
        "name",
        "leave",
    }
    assert button_groups()[2] == ["pause", "resume"]
    for entry in REGISTRY:
        assert all(translate(entry.label, language) for language in languages()), entry.name
    for name in (name for names in _WANTED.values() for name in names):
        assert name in COMMANDS


@pytest.mark.parametrize(
    ("name", "args", "command"),
    [
        ("undo", {}, Undo()),
        ("undo", {"round": 1, "row": 3}, Undo(1, 3)),
        ("move", {"player": "black", "move": "e2-e3"}, Move("black", "e2-e3")),
        ("program", {"player": "green1", "rows": ["D+1"]}, LayProgram("green1", ("D+1",))),
        ("seat", {"player": "red", "who": "child", "more": 1}, TakeSeat("red", "child")),
    ],
)
def test_what_the_page_sends_is_a_typed_command(name: str, args: dict[str, Any], command: Command) -> None:
    assert read_command(name, args) == command


@pytest.mark.parametrize(
    ("name", "args"),
    [
        ("dance", {}),
        ("undo", {"round": "1"}),
        ("move", {"player": "black"}),
        ("move", {"player": "black", "move": 3}),
        ("program", {"player": "green1", "rows": "D+1"}),
        ("program", {"player": "green1", "rows": ["D+1"] * 41}),
        ("thrown", {}),
        ("seat", {"player": 1, "who": "child"}),
    ],
)
def test_what_is_no_command_is_refused(name: str, args: dict[str, Any], tmp_path: Path) -> None:
    with pytest.raises(msgspec.ValidationError):
        read_command(name, args)

    async def main() -> None:
        async with quick_table(tmp_path / "game.jsonl", 5) as quick:
            answer = await quick.table.submit(name, args)
            assert not answer.ok and "name" not in translate(answer.text, "en")

    run(main())


def test_what_holds_the_game_decides_what_makes_sense(tmp_path: Path) -> None:
    wanted = {
        Gate.OPEN: ("go", "leave", "pause", "read-again", "card-is", "stop", "estop", "name", "table"),
        Gate.PAUSED: ("resume", "leave", "read-again", "card-is", "stop", "estop", "name", "table"),
        Gate.ESTOPPED: ("clear",),
    }
    found: dict[Gate, tuple[str, ...]] = {}

    def ready(view: View) -> bool:
        return view.phase == Phase.READY.value

    async def test(quick: QuickTable) -> None:
        found[Gate.OPEN] = (await quick.until(ready)).may
        await quick.table.submit("pause")
        found[Gate.PAUSED] = quick.table.latest().may
        ledger = quick.table._ledger
        tabletop = quick.table._tabletop
        assert allowed_commands(tabletop, ledger.state, unwritten=True) == ("resume", "stop", "estop")
        await quick.table.submit("estop")
        found[Gate.ESTOPPED] = quick.table.latest().may

    async def main() -> None:
        async with quick_table(tmp_path / "game.jsonl", 5) as quick:
            await test(quick)

    run(main())
    assert found == wanted


def test_any_game_can_have_programs_that_are_locked_together() -> None:
    """No name of a game decides: Robots on hexagons, with programs in secret, is asked as Battle of Golems is."""
    plan = with_pieces(GamePlan(game="robots_hex", seed=1), "robots_hex", 2, {})
    state = replace(begin(game_named("robots_hex"), header(plan)), phase=Phase.PROGRAMS)
    usual = tabletop_named("robots_hex")
    together = copy(usual)
    together.programs_together = True
    assert "program" in allowed_commands(usual, state) and "card-is" not in allowed_commands(usual, state)
    assert "card-is" in allowed_commands(together, state)
    assert not {"program", "lock"} & {*allowed_commands(together, state)}
    asked = [name for request in usual.game.requests(state.game) for name in request.players]
    laid = replace(state, hands=dict.fromkeys(asked, HandView(4, 4, True)))
    assert "lock" in allowed_commands(together, laid)
