"""Play the games, photograph their pages: ``python -m tests.pictures [GAME ...]``; the same seed, the same picture."""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from pathlib import Path

import cv2

from controller.console.server import Console
from controller.table.view import View
from tests.pictures.scenes import SCENES
from tests.support.chromium import browser
from tests.support.views import FakeTable

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
SIZE = {"width": 1366, "height": 768}
SCALE = 1000 / 1366
"""What is kept: wide enough to read, small enough for a page with many of them."""


async def shoot(views: dict[str, View], folder: Path) -> None:
    """A picture for each view, by its game's name."""
    table = FakeTable()
    console = Console(table, table, port=0)
    serving = console.start()
    async with browser() as chromium:
        page = await chromium.new_page(viewport=SIZE, color_scheme="light", reduced_motion="reduce")
        for name, view in views.items():
            table.show(view)
            await page.goto(f"{console.url}?lang=en")
            await page.wait_for_selector("body[data-drawn]")
            await page.evaluate("document.fonts.ready.then(() => true)")
            await page.screenshot(path=folder / f"{name}.png")
    serving.cancel()
    await asyncio.wait({serving})


def keep(raw: Path, kept: Path) -> None:
    """The picture smaller, in 256 shades of each colour at most, as a small file."""
    picture = cv2.imread(str(raw))
    assert picture is not None, raw
    small = cv2.resize(picture, None, fx=SCALE, fy=SCALE, interpolation=cv2.INTER_AREA)
    cv2.imwrite(str(kept), small, [cv2.IMWRITE_PNG_COMPRESSION, 9])
    print(f"{kept}: {kept.stat().st_size // 1024} KiB")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=[*SCENES], help=f"some of {', '.join(SCENES)} (default: all)")
    parser.add_argument("--out", type=Path, default=FOLDER, help="the folder (default: docs/pictures)")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        views = {name: SCENES[name](Path(folder)) for name in args.games}
        asyncio.run(shoot(views, Path(folder)))
        for name in args.games:
            keep(Path(folder, f"{name}.png"), args.out / f"{name}.png")


if __name__ == "__main__":
    main()
