"""Play the games, photograph their pages: ``python -m tests.pictures [GAME ...]``; the same seed, the same picture."""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from pathlib import Path

import cv2
import numpy as np

from controller.console.server import Console
from controller.console.serving.server_options import ServerOptions
from controller.table.view.view import View
from tests.pictures.doors import PAGES, shoot_doors
from tests.pictures.scenes import OVERLAY, SCENES, stages_seen
from tests.support.chromium import browser
from tests.support.views import FakeTable

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
SIZE = {"width": 1366, "height": 768}
SCALE = 1000 / 1366
"""What is kept: wide enough to read, small enough for a page with many of them."""
STEP = 5
"""Between two shades of a colour that are kept; 255 is one of them."""


async def shoot(views: dict[str, View], folder: Path, doors: bool) -> None:
    """A picture for each view, by its game's name; with ``doors`` also of pages of the front door."""
    table = FakeTable()
    console = Console(table, table, ServerOptions(port=0))
    serving = console.start()
    async with browser() as chromium:
        page = await chromium.new_page(viewport=SIZE, color_scheme="light", reduced_motion="reduce")
        for name, view in views.items():
            # Another game would make the page begin anew while the next address is opened.
            await page.goto("about:blank")
            table.show(view)
            await page.goto(f"{console.url}?lang=en")
            await page.wait_for_selector("body[data-drawn]")
            await page.evaluate("document.fonts.ready.then(() => true)")
            await page.screenshot(path=folder / f"{name}.png")
        if doors:
            await shoot_doors(chromium, folder)
    serving.cancel()
    await asyncio.wait({serving})


def keep(raw: Path, kept: Path) -> None:
    """The picture smaller and with fewer shades, which nobody sees in a drawing, as a small file."""
    picture = cv2.imread(str(raw))
    assert picture is not None, raw
    small = cv2.resize(picture, None, fx=SCALE, fy=SCALE, interpolation=cv2.INTER_AREA)
    shades = np.minimum((small.astype(np.uint16) + STEP // 2) // STEP * STEP, 255).astype(np.uint8)
    cv2.imwrite(str(kept), shades, [cv2.IMWRITE_PNG_COMPRESSION, 9])
    print(f"{kept}: {kept.stat().st_size // 1024} KiB")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=[*SCENES], help=f"some of {', '.join(SCENES)} (default: all)")
    parser.add_argument("--stage", action="store_true", help="also the stages, as the simulated camera sees them")
    parser.add_argument("--out", type=Path, default=FOLDER, help="the folder (default: docs/pictures)")
    parser.add_argument("--doors", action="store_true", help="also pages of the front door")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        views = {name: SCENES[name](Path(folder)) for name in args.games}
        asyncio.run(shoot(views, Path(folder), args.doors))
        for name in [*args.games, *(PAGES if args.doors else ())]:
            keep(Path(folder, f"{name}.png"), args.out / f"{name}.png")
        if Path(folder, OVERLAY).exists():
            (args.out / OVERLAY).write_bytes(Path(folder, OVERLAY).read_bytes())
        if args.stage:
            for name, seen in stages_seen(Path(folder)).items():
                (args.out / name).write_bytes(seen)


if __name__ == "__main__":
    main()
