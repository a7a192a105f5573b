"""The drawings of the scenario or puzzle that is played, for the page."""

from __future__ import annotations

from typing import Any

from boards.base.catalogue import Language
from controller.games.game_registry import tabletop_named
from controller.table.core.record.entries import Header
from controller.table.view.view_builder import played_task


def task_svg(header: Header, game: Any, key: str, what: str, language: Language) -> str | None:
    """Return the ``card`` or the ``marks`` of the task of this key; None, if it is not the one that is played."""
    tabletop = tabletop_named(header.game)
    task = played_task(tabletop, header, game)
    if task is None or task.key != key:
        return None
    return tabletop.task_svg(game, header.setup, task, what, language)
