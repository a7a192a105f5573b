"""Photograph each state of each page that the browser tests reach, to be looked at: ``make looks``.

``python -m tests.pictures.looks --languages ru pl --schemes light dark``. A picture a state, screen, language and
scheme (``game-paused-phone-ru-dark.png``), another of the end of a page that is longer
(``...-end.png``), and sheets of several, by screen, with their names.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from boards.base.catalogue import languages
from tests.support.page_states import SCREENS, TELEVISION

TESTS = ("tests/console", "tests/lobby", "tests/setup/test_setup_page.py")
HIGH, WIDE, LABEL = 560, 2200, 22
"""Of the pictures on a sheet, of a sheet and of a name, px."""
LINES = 3

SHEET = re.compile(r"sheet-[a-z]+-\d+\.png")

Picture = npt.NDArray[np.uint8]


def photograph(folder: Path, chosen: list[str], schemes: list[str], only: str) -> int:
    """Run the browser tests, which take pictures instead of asking axe; return pytest's exit status."""
    told = {
        "GOLEM_LOOKS": str(folder.resolve()),
        "GOLEM_LOOKS_LANGUAGES": " ".join(chosen),
        "GOLEM_LOOKS_SCHEMES": " ".join(schemes),
    }
    command = [sys.executable, "-m", "pytest", "-q", "-n", "2", *TESTS, *(["-k", only] if only else [])]
    return subprocess.run(command, env={**os.environ, **told}, check=False).returncode


def sheets(folder: Path) -> list[Path]:
    """Write sheets of all pictures of a folder, by screen; return where they are."""
    written = []
    for screen in {**TELEVISION, **SCREENS}:
        pictures = [path for path in sorted(folder.glob(f"*-{screen}-*.png")) if not SHEET.match(path.name)]
        lines = _lines([_tile(path) for path in pictures])
        for number, first in enumerate(range(0, len(lines), LINES), 1):
            where = folder / f"sheet-{screen}-{number}.png"
            cv2.imwrite(str(where), np.vstack(lines[first : first + LINES]))
            written.append(where)
    return written


def _tile(path: Path) -> Picture:
    """Return a picture with its name above it."""
    picture = cv2.imread(str(path))
    assert picture is not None, path
    wide = max(round(picture.shape[1] * HIGH / picture.shape[0]), 220)
    tile = np.full((HIGH + LABEL, wide + 8, 3), 255, np.uint8)
    tile[LABEL:, :wide] = cv2.resize(picture, (wide, HIGH), interpolation=cv2.INTER_AREA)
    cv2.putText(tile, path.stem, (2, LABEL - 7), cv2.FONT_HERSHEY_SIMPLEX, 0.42, (120, 0, 120), 1, cv2.LINE_AA)
    return tile


def _lines(tiles: list[Picture]) -> list[Picture]:
    """Return the tiles side by side, in lines of one width."""
    lines: list[list[Picture]] = []
    for tile in tiles:
        if not lines or sum(one.shape[1] for one in lines[-1]) + tile.shape[1] > WIDE:
            lines.append([])
        lines[-1].append(tile)
    joined = [np.hstack(line) for line in lines]
    widest = max((line.shape[1] for line in joined), default=0)
    return [np.pad(line, ((0, 0), (0, widest - line.shape[1]), (0, 0)), constant_values=160) for line in joined]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--languages", nargs="+", default=["ru", "en"], choices=sorted(languages()))
    parser.add_argument("--schemes", nargs="+", default=["light", "dark"], choices=("light", "dark"))
    parser.add_argument("--only", default="", help="tests of these names alone, as pytest's -k")
    parser.add_argument("--out", type=Path, default=Path("build/looks"))
    args = parser.parse_args()
    status = photograph(args.out, args.languages, args.schemes, args.only)
    for written in sheets(args.out):
        print(written)
    raise SystemExit(status)


if __name__ == "__main__":
    main()
