"""Signals of Robots on hexagons at the table: there is no time limit for them, and people may think during a pause."""

from __future__ import annotations

import asyncio
from pathlib import Path

from boards.hexboards import STAGED, hexboard
from controller.table.core.phases import Phase
from controller.table.view.view import View
from hardware.simulated.virtual_clock import run
from tests.support.piece_table import piece_table

SETUP = {"board": hexboard(STAGED).document(), "robots_each": 1}


def may_signal(view: View) -> bool:
    return view.phase == Phase.READY.value and view.play.turn is not None and "move" in view.may


def test_the_table_waits_for_a_signal_as_long_as_people_take_and_takes_it_during_a_pause(tmp_path: Path) -> None:
    async def main() -> None:
        async with piece_table(tmp_path / "game.jsonl", "robots_hex", 3, setup=SETUP) as quick:
            view = await quick.until(may_signal)
            assert view.play.choices[0].move == "no signal"
            # Nobody says anything: nothing happens, for hours.
            quick.people.on_view = lambda _view: None  # type: ignore[method-assign]
            if quick.people._doing is not None:
                quick.people._doing.cancel()
            await asyncio.sleep(7200)
            assert quick.table.latest().sequence == view.sequence
            assert (await quick.table.submit("pause")).ok
            side = str(view.play.turn)
            assert not (await quick.table.submit("move", {"player": side, "move": f"{side}1 16"})).ok
            assert (await quick.table.submit("move", {"player": side, "move": f"{side}1 2"})).ok
            paused = quick.table.latest()
            assert paused.paused
            assert any(f"a folded paper for {side} robot 1" in str(fact) for fact in paused.play.facts)
            assert (await quick.table.submit("resume")).ok
            after = await quick.until(lambda now: len(now.story) > len(paused.story))
            assert not after.paused

    run(main())


def test_no_other_move_is_taken_during_a_pause(tmp_path: Path) -> None:
    async def main() -> None:
        async with piece_table(tmp_path / "game.jsonl", "jetan", 3) as quick:
            await quick.until(lambda view: view.phase == Phase.MOVE.value)
            assert (await quick.table.submit("pause")).ok
            assert "move" not in quick.table.latest().may
            assert not (await quick.table.submit("move", {"player": "black", "move": "a2-a3"})).ok

    run(main())


def test_the_computer_sends_no_signals_and_is_not_waited_for(tmp_path: Path) -> None:
    async def main() -> None:
        seats = {"green": "easy", "violet": "easy"}
        async with piece_table(tmp_path / "game.jsonl", "robots_hex", 3, setup=SETUP, computers=seats) as quick:
            view = await quick.until(lambda view: len(view.story) > 8)
            assert not any("signal" in str(sentence) for row in view.story for sentence in row.sentences)

    run(main())
