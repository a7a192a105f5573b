"""A board with pieces below a camera, for tests."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

from boards.base.catalogue import languages, translate
from controller.table.core.phases import Phase
from controller.table.view.view import View
from hardware.simulated.virtual_clock import run
from tests.support.piece_board import Board, piece_board


def with_board(path: Path, test: Callable[[Board], Coroutine[Any, Any, None]], game: str, **options: Any) -> None:
    async def main() -> None:
        async with piece_board(path, game, **options) as board:
            await test(board)

    run(main())


def asked(view: View) -> bool:
    return view.phase == Phase.MOVE.value


def codes(view: View) -> list[str]:
    return [notice.code for notice in view.notices]


def told(view: View, code: str) -> bool:
    return code in codes(view) and all(translate(notice.text, each) for notice in view.notices for each in languages())


def moved(view: View, times: int) -> bool:
    return asked(view) and len(view.story) == times
