"""The drawings of the scenario or puzzle that is played, for the page."""

from __future__ import annotations

from typing import Any

from msgspec.structs import asdict

from boards.base.catalogue import Language
from controller.games.game_registry import tabletop_named
from controller.table.core.entries import Header


def task_svg(header: Header, game: Any, key: str, what: str, language: Language) -> str | None:
    """Return the ``card`` or the ``marks`` of the task of this key; None, if it is not the one that is played."""
    tabletop = tabletop_named(header.game)
    scenario = {} if header.task is None else asdict(header.task)
    task = {**scenario, **tabletop.task(game)}
    return tabletop.task_svg(game, header.setup, task, what, language) if task.get("key") == key else None
