"""Transcripts of games of pieces at the table: what people read and are asked to do, from the first hand on."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from boards.base.catalogue import translate
from controller.table.core.phases import Phase
from controller.table.view.view import View
from hardware.simulated.virtual_clock import run
from tests.golden.store import TOLD_IN
from tests.support.piece_table import piece_table

FEW = "2c7/10/10/10/4r5/10/10/10/R9/2C7 b - 0"

ROBOTS = [{"id": n, "player": n % 2, "loc": [7 + n, 8 + n % 3], "hp": 9 + 8 * n} for n in range(4)]

GAMES: dict[str, tuple[str, int, dict[str, Any], dict[str, str]]] = {
    "jetan": ("jetan", 3, {"games": 2, "position": FEW}, {"orange": "easy"}),
    "robots_hex": ("robots_hex", 9, {}, {"violet": "easy"}),
    "robot_game": ("robot_game", 4, {"turn": 90, "robots": ROBOTS}, {}),
    "spiral": ("spiral", 2, {"sum": 10, "chips": {"red": [32, 35], "blue": [1, 34]}, "home": {"red": [48]}}, {}),
}


def transcripts() -> dict[str, str]:
    """Each game in four languages, told as the page tells it."""
    return {f"{name}.txt": _told(*plan) for name, plan in GAMES.items()}


def _told(game: str, seed: int, setup: dict[str, Any], computers: dict[str, str]) -> str:
    lines: list[str] = []
    heard: dict[str, Any] = {"story": 0, "notices": ()}

    def on_view(view: View) -> None:
        for row in view.story[heard["story"] :]:
            lines.append(f"{row.round}.{row.row}")
            lines.extend(f"  {translate(words, language)}" for words in row.sentences for language in TOLD_IN)
        heard["story"] = len(view.story)
        if view.notices != heard["notices"]:
            lines.extend(f"  ! {translate(notice.text, language)}" for notice in view.notices for language in TOLD_IN)
            heard["notices"] = view.notices

    async def play(path: Path) -> None:
        async with piece_table(path, game, seed, setup=setup, computers=computers) as quick:
            quick.table.subscribe(on_view)
            view = await quick.until(lambda view: view.phase == Phase.OVER.value)
            lines.append(f"{view.winners} {view.reason}")
            lines.extend(translate(fact, language) for fact in view.play.facts for language in TOLD_IN)

    with tempfile.TemporaryDirectory() as folder:
        run(play(Path(folder) / "game.jsonl"))
    return "\n".join([*lines, ""])
