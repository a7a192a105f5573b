"""The head of a page says the round for which cards are laid, in every way to play."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from controller.table.core.phases import Phase
from controller.table.core.settings import Settings
from controller.table.view.view import View
from hardware.simulated.virtual_clock import run
from tests.support.quick_table import quick_table


@pytest.mark.parametrize(
    "played",
    [{"puzzle": "long-corridor"}, {"scenario": "bring-the-barrel"}, {}, {"way": "beginner"}],
    ids=["puzzle", "scenario", "standard", "beginner"],
)
def test_while_the_next_program_is_laid_the_page_says_the_next_round(played: dict[str, Any], tmp_path: Path) -> None:
    def laying(view: View) -> bool:
        return view.phase in (Phase.PROGRAMS.value, Phase.DICE.value)

    async def main() -> None:
        settings = Settings(reveal_s=0.0)
        async with quick_table(tmp_path / "game.jsonl", 5, settings=settings, **played) as quick:
            await quick.until(lambda view: laying(view) and len(view.story) >= 4)
            await quick.until(lambda view: view.phase == Phase.READY.value and len(view.story) >= 4)
        for view in quick.views:
            if laying(view):
                assert view.round == len(view.story) // 4 + 1 and view.row == 0
                assert not any(row for rows in view.programs.values() for row in rows), "what was played is no program"
            elif view.story and view.phase in (Phase.ROW.value, Phase.CHECK.value):
                assert view.round == view.story[-1].round

    run(main())
