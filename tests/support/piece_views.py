"""Views of games of pieces, played at a table in virtual time, for tests of the page and for looking at it."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path
from typing import Any

from controller.bots.bot_source import BotSource
from controller.table.core.phases import Phase
from controller.table.core.settings import Settings
from controller.table.view.view import View
from hardware.simulated.virtual_clock import run
from tests.support.piece_table import piece_table


@cache
def piece_scenes(game: str, steps: int = 0) -> dict[str, View]:
    """By name: a move that is asked for after at least so many steps, and the first hands that are asked for then."""
    found: dict[str, View] = {}
    setup: dict[str, Any] = {"sum": 10} if game == "spiral" else {}

    async def play(path: Path) -> None:
        async with piece_table(path, game, 9, setup=setup) as quick:
            move = await quick.until(lambda view: view.phase == Phase.MOVE.value and len(view.story) >= steps)
            found["move"] = move
            found["hands"] = await quick.until(
                lambda view: view.phase == Phase.HANDS.value and view.sequence > move.sequence
            )

    with tempfile.TemporaryDirectory() as folder:
        run(play(Path(folder) / "game.jsonl"))
    return found


@cache
def choosing() -> View:
    """The dice race: somebody has several moves to choose from."""
    setup = {"chips": {"red": [3, 9], "blue": [1, 34]}, "home": {}, "sum": 10}
    found: list[View] = []

    async def play(path: Path) -> None:
        async with piece_table(path, "spiral", 9, setup=setup, settings=Settings(pieces="ghosts")) as quick:
            found.append(await quick.until(lambda view: len(view.play.choices) > 1 and "move" in view.may))

    with tempfile.TemporaryDirectory() as folder:
        run(play(Path(folder) / "game.jsonl"))
    return found[0]


@cache
def swarm() -> tuple[View, View]:
    """Two turns of Robot Game: before and after enemies struck each other. A bot sits for the first player."""
    setup = {"turn": 5, "robots": [{"id": n, "player": n % 2, "loc": [9 + n, 9], "hp": 50 - n} for n in range(2)]}
    found: list[View] = []

    async def play(path: Path) -> None:
        bots = (BotSource("sleeper", "sleeper.py", "class Robot:\n    def act(self, game):\n        return 3\n"),)
        settings = Settings(pieces="ghosts", reveal_s=1.0)
        async with piece_table(
            path, "robot_game", 9, setup=setup, settings=settings, bots=bots, computers={"0": "sleeper"}
        ) as quick:
            for turns in (0, 1):
                found.append(await quick.until(lambda v, n=turns: v.phase == Phase.READY.value and len(v.story) == n))

    with tempfile.TemporaryDirectory() as folder:
        run(play(Path(folder) / "game.jsonl"))
    before, after = found
    return before, after


@cache
def placing() -> View:
    """Robots on hexagons: the second robot is to be placed."""
    found: list[View] = []

    async def play(path: Path) -> None:
        settings = Settings(pieces="ghosts")
        async with piece_table(path, "robots_hex", 9, settings=settings) as quick:
            found.append(await quick.until(lambda view: view.phase == Phase.MOVE.value and len(view.story) == 1))

    with tempfile.TemporaryDirectory() as folder:
        run(play(Path(folder) / "game.jsonl"))
    return found[0]
