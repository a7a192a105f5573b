"""Whole games on the quick table, for tests."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

from controller.table.core.phases import Phase
from controller.table.view.view import View
from hardware.simulated.virtual_clock import run
from tests.support.quick_table import QuickTable, quick_table


def over(view: View) -> bool:
    return view.phase == Phase.OVER.value


def in_row(view: View) -> bool:
    return view.phase == Phase.ROW.value


def with_table(
    path: Path, test: Callable[[QuickTable], Coroutine[Any, Any, None]], seed: int = 5, **options: Any
) -> None:
    async def main() -> None:
        async with quick_table(path, seed, **options) as quick:
            await test(quick)

    run(main())
