"""The page with sample views, to look at: ``python -m tests.support.demo_page --shots out/shots``."""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Callable
from pathlib import Path

from boards.base.catalogue import languages
from controller.console.server import Console
from controller.console.serving.server_options import ServerOptions
from controller.table.view.view import View
from tests.support import task_views, views
from tests.support.chromium import browser
from tests.support.piece_views import piece_scenes, placing, swarm
from tests.support.views import FakeTable

SCREENS: dict[str, tuple[int, int]] = {"tv": (1920, 1080), "laptop": (1366, 768), "phone": (390, 844)}


def scenes(players: int) -> dict[str, View]:
    """Every state of the page by name."""
    return {
        "setup": views.view(players),
        "dice": views.in_phase("dice", players),
        "programs": views.laying(players),
        "row": views.acting(3, players),
        "differs": views.astray(players),
        "paused": views.paused(players),
        "estop": views.stopped(players),
        "over": views.over(players),
    }


TASKS: dict[str, Callable[[], task_views.Told]] = {
    "siege": task_views.siege,
    "siege-row": task_views.siege_under_way,
    "puzzle": task_views.puzzle,
    "unsolved": lambda: task_views.tried("round-the-corner", right=False),
    "solved": lambda: task_views.tried("round-the-corner", right=True),
}
"""Scenes with a scenario or a puzzle; each is played when it is asked for."""

PIECES: dict[str, Callable[[], View]] = {
    "jetan": lambda: piece_scenes("jetan", 8)["move"],
    "spiral": lambda: piece_scenes("spiral")["move"],
    "spiral-hands": lambda: piece_scenes("spiral")["hands"],
    "robots-hex": placing,
    "robot-game": lambda: swarm()[1],
}
"""Scenes of games with pieces; each is played when it is asked for."""


def scene(name: str, players: int) -> View:
    """The view of any of the scenes."""
    if name in TASKS:
        return TASKS[name]().view()
    return PIECES[name]() if name in PIECES else scenes(players)[name]


def say(text: str) -> None:
    sys.stdout.write(f"{text}\n")


async def shoot(
    folder: Path, players: int, language: str, wanted: list[str], schemes: list[str], paths: list[str]
) -> None:
    """Writes one picture for each scene, screen and colour scheme."""
    table = FakeTable(drawings={name: svg for told in TASKS.values() for name, svg in told().drawings().items()})
    # Games of pieces are played in a loop of their own.
    shown = {name: await asyncio.to_thread(scene, name, players) for name in wanted}
    console = Console(table, table, ServerOptions(port=0))
    serving = console.start()
    folder.mkdir(parents=True, exist_ok=True)
    async with browser() as chromium:
        for size, (width, height) in SCREENS.items():
            for scheme in schemes:
                for path in paths:
                    page = await chromium.new_page(
                        viewport={"width": width, "height": height},
                        color_scheme="dark" if scheme == "dark" else "light",
                        reduced_motion="reduce",
                    )
                    page.on("console", lambda message: say(f"console: {message.text}"))
                    page.on("pageerror", lambda error: say(f"page error: {error}"))
                    for name in wanted:
                        # Another game would make the page begin anew while the next address is opened.
                        await page.goto("about:blank")
                        table.show(shown[name])
                        await page.goto(f"{console.url}{path}?lang={language}")
                        await page.wait_for_selector("body[data-drawn]")
                        await page.evaluate("document.fonts.ready.then(() => true)")
                        where = folder / f"{size}-{scheme}-{path or 'page'}-{players}-{name}-{language}.png"
                        await page.screenshot(path=where, full_page=size == "phone")
                    await page.close()
    serving.cancel()
    await asyncio.wait({serving})


async def serve(players: int, port: int) -> None:
    """Serves the page; the scene changes every five seconds."""
    table = FakeTable(drawings={name: svg for told in TASKS.values() for name, svg in told().drawings().items()})
    console = Console(table, table, ServerOptions(port=port))
    serving = console.start()
    say(f"{console.url} {console.entry_url()}")
    while not serving.done():
        for scene in [*scenes(players).values(), *(told().view() for told in TASKS.values())]:
            table.show(scene)
            await asyncio.wait({serving}, timeout=5)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=2, choices=(2, 3, 4))
    parser.add_argument("--port", type=int, default=8080)
    parser.add_argument("--shots", type=Path, help="write screenshots to this folder instead of serving")
    parser.add_argument("--language", default="en", choices=languages())
    parser.add_argument("--scenes", nargs="*", default=[*scenes(2), *TASKS, *PIECES])
    parser.add_argument("--schemes", nargs="*", default=["light", "dark"])
    parser.add_argument("--paths", nargs="*", default=[""], help="'' for the display, console for the console")
    args = parser.parse_args()
    if args.shots:
        asyncio.run(shoot(args.shots, args.players, args.language, args.scenes, args.schemes, args.paths))
    else:
        asyncio.run(serve(args.players, args.port))


if __name__ == "__main__":
    main()
