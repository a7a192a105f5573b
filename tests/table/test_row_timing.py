"""When the next row goes: after its time, at a word, not before cards are read again, not without a camera."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from boards.kit.kit import kit
from controller.games.game import ProgramsLaid
from controller.table.core.mailbox import GoNow, Message
from controller.table.core.phases import Phase
from controller.table.core.row_timing import wait_for_row, watched_rows
from controller.table.core.settings import Settings
from controller.table.core.state import TableState
from controller.table.core.transient_state import TransientState
from controller.table.perception.program_lock import Watch, lock
from controller.table.perception.program_reading import read_table
from hardware.simulated.virtual_clock import run
from tests.support.piece_table import piece_table
from tests.support.quick_table import quick_table
from tests.table.perceived import GOLEMS, PROGRAM, ROLLED, GolemTable, scene
from tests.table.test_reading_again import cards

SETTINGS = Settings(go="auto", reveal_s=4.0, watch_s=1.0)
PROGRAMS = {"red": PROGRAM, "blue": PROGRAM}
LAID = GOLEMS.advance(ROLLED, ProgramsLaid(PROGRAMS)).state


def locked() -> TableState:
    lying = scene(*cards("red", *PROGRAM), *cards("blue", *PROGRAM))
    locks = lock(PROGRAMS, read_table(lying, kit()).laid, lying, Random(5))
    return GolemTable(Phase.READY, LAID, locks=locks).heard.state


class Looked(Exception):
    """It was looked, and the row has not gone."""


def waited(state: TableState, settings: Settings = SETTINGS, **memory: Any) -> tuple[str, float] | None:
    """What comes first, a look or the row, and after how many seconds; None if it is waited for a word only."""
    transient = TransientState()
    for name, value in memory.items():
        setattr(transient, name, value)

    async def look() -> Message:
        raise Looked

    async def main() -> tuple[str, float] | None:
        work = wait_for_row(GOLEMS, state, settings, transient, look)
        if work is None:
            return None
        try:
            first = "go" if isinstance(await work(), GoNow) else "?"
        except Looked:
            first = "look"
        return first, asyncio.get_running_loop().time()

    return run(main())


DOUBTFUL = Watch({locked().locks["red"][0].cards[0].card: 1})


@pytest.mark.parametrize(
    ("settings", "memory", "first"),
    [
        (SETTINGS, {}, ("look", 1.0)),
        (SETTINGS, {"go_at": 0.5}, ("go", 0.5)),
        (SETTINGS, {"go_at": 0.5, "watch": DOUBTFUL}, ("look", 0.0)),
        # Without a camera no row is begun; it is looked for at once.
        (SETTINGS, {"go_at": 0.5, "eye_failed": True}, ("look", 0.0)),
        # Nothing goes before cards were read again.
        (SETTINGS, {"go_at": 0.5, "reading_again": frozenset({"red"})}, ("look", 0.0)),
        (replace(SETTINGS, go="button"), {}, ("look", 1.0)),
    ],
)
def test_cards_are_watched_until_the_row_goes(
    settings: Settings, memory: dict[str, Any], first: tuple[str, float]
) -> None:
    assert waited(locked(), settings, **memory) == first


def test_without_cards_that_must_lie_still_a_row_waits_for_its_time_or_a_word() -> None:
    bare = replace(locked(), locks={})
    assert waited(bare) == ("go", 4.0) and waited(bare, replace(SETTINGS, go="button")) is None
    for unwatched in (replace(locked(), waived=("red", "blue")), replace(locked(), opened=4)):
        assert watched_rows(GOLEMS, unwatched) == () and waited(unwatched) == ("go", 4.0)
    some = watched_rows(GOLEMS, replace(locked(), opened=2, waived=("blue",)))
    assert [(row.player, row.row) for row in some] == [("red", 3), ("red", 4)]


def test_the_computer_throws_for_itself_only(tmp_path: Path) -> None:
    async def main() -> None:
        settings = Settings(dice="seed", reveal_s=2.0, pieces="ghosts")
        seats = {"blue": "easy"}
        async with piece_table(
            tmp_path / "game.jsonl", "spiral", 3, computers=seats, helpful=False, settings=settings
        ) as quick:
            view = await quick.until(lambda view: view.phase == Phase.DICE.value and view.play.turn == "red")
            await asyncio.sleep(3600.0)
            assert quick.table.latest() == view, "the die is red's"

    run(main())


def test_a_ready_card_of_the_last_round_says_nothing_in_the_next_one(tmp_path: Path) -> None:
    async def main() -> None:
        async with quick_table(tmp_path / "game.jsonl", 5, settings=Settings(reveal_s=0.2)) as quick:
            await quick.until(lambda view: view.phase == Phase.DICE.value and view.round == 2)
            assert quick.table._memory.ready_cards == {}

    run(main())
