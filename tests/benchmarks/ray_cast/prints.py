"""Printed sheets as reflectance, from the PDFs of ``golem print`` and their manifest."""

from __future__ import annotations

import contextlib
import io
import json
import tempfile
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt
import pypdfium2

from controller.cli import main as golem

Levels = npt.NDArray[np.uint16]

PAGE_PX = 8
"""Of a rasterised page, px per mm: every tile begins at a whole pixel."""
PX = 4
"""Of a texture, px per mm."""
FULL = 65535.0


@dataclass(frozen=True, eq=False)
class Texture:
    """Linear reflectance of a sheet, 0 to 1 as uint16, H x W x 3 (BGR); its first row is the sheet's upper edge."""

    levels: Levels
    px_per_mm: float
    _smaller: dict[float, Levels] = field(default_factory=dict, repr=False)

    @property
    def size_mm(self) -> tuple[float, float]:
        return self.levels.shape[1] / self.px_per_mm, self.levels.shape[0] / self.px_per_mm

    def at(self, density: float) -> tuple[Levels, float]:
        """Return it filtered for sampling at this many px per mm, and its own px per mm."""
        step = max(0.5, np.ceil(density * 2) / 2)
        if step >= self.px_per_mm:
            return self.levels, self.px_per_mm
        if step not in self._smaller:
            height, width = self.levels.shape[:2]
            size = (max(1, round(width * step / self.px_per_mm)), max(1, round(height * step / self.px_per_mm)))
            self._smaller[step] = cv2.resize(self.levels, size, interpolation=cv2.INTER_AREA)
        return self._smaller[step], step


@dataclass(frozen=True)
class Stock:
    """What a kit is printed with."""

    paper: tuple[float, float, float] = (0.80, 0.83, 0.84)
    """Reflectance of bare paper, BGR."""
    ink: float = 0.035
    """Reflectance of full black."""


@lru_cache(maxsize=16)
def _printed(what: str, mat: str, deck_seed: int) -> tuple[dict[str, bytes], dict[str, Any]]:
    with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()):
        order = ["print", what, "--players", "4", "--mat", mat, "--deck-seed", str(deck_seed), "--language", "en"]
        assert not golem([*order, "--paper", "A4", "--out", folder, "--manifest", f"{folder}/kit.json"])
        files = {path.name: path.read_bytes() for path in Path(folder).glob("*.pdf")}
        return files, json.loads((Path(folder) / "kit.json").read_text(encoding="utf-8"))


@lru_cache(maxsize=6)
def _page(what: str, mat: str, deck_seed: int, place: tuple[str, int]) -> npt.NDArray[np.uint8]:
    name, number = place
    document = pypdfium2.PdfDocument(_printed(what, mat, deck_seed)[0][name])
    try:
        # The library rounds a page up to whole pixels.
        drawn = document[number - 1].render(scale=PAGE_PX * 25.4 / 72 * (1 - 1e-5)).to_numpy()
        return np.ascontiguousarray(drawn[:, :, :3])
    finally:
        document.close()


@lru_cache(maxsize=256)
def _pixels(what: str, key: str, side: str, mat: str, deck_seed: int) -> npt.NDArray[np.uint8]:
    """Return a printed thing, its tiles glued together, ``PX`` px per mm, H x W x 3 (BGR)."""
    parts = [
        thing for thing in _printed(what, mat, deck_seed)[1]["things"] if thing["key"] == key and thing["side"] == side
    ]
    assert parts, f"{key} is not printed"
    width, height = parts[0]["size_mm"]
    sheet = np.full((round(height * PAGE_PX), round(width * PAGE_PX), 3), 255, np.uint8)
    for part in parts:
        page = _page(what, mat, deck_seed, (part["file"], part["page"]))
        (x, y), (left, low, right, high) = part["place_mm"], part["shown_mm"]
        tall = page.shape[0]
        piece = page[
            tall - round(high * PAGE_PX) : tall - round(low * PAGE_PX), round(left * PAGE_PX) : round(right * PAGE_PX)
        ]
        top, start = round((y + height - high) * PAGE_PX), round((left - x) * PAGE_PX)
        sheet[top : top + piece.shape[0], start : start + piece.shape[1]] = piece
    return cv2.resize(sheet, (round(width * PX), round(height * PX)), interpolation=cv2.INTER_AREA)


def reflectance(pixels: npt.NDArray[np.uint8], stock: Stock) -> Levels:
    """Return the linear reflectance of a print: sRGB between ink and bare paper."""
    value = np.arange(256) / 255.0
    linear = np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)
    table = stock.ink + (np.array(stock.paper) - stock.ink) * linear[:, None]
    levels = np.rint(table * FULL).astype(np.uint16)
    return np.stack([levels[:, channel][pixels[:, :, channel]] for channel in range(3)], axis=-1)


@lru_cache(maxsize=160)
def texture(what: str, key: str, side: str = "face", mat: str = "4x4", deck_seed: int = 1) -> Texture:
    """Return a printed thing as a texture on usual paper; ``what`` is its part of ``golem print``."""
    return Texture(reflectance(_pixels(what, key, side, mat, deck_seed), Stock()), PX)


@lru_cache(maxsize=8)
def marker_ids(deck_seed: int) -> dict[str, int]:
    """Return the marker of each card of the decks of one seed, by key."""
    things = _printed("decks", "4x4", deck_seed)[1]["things"]
    return {thing["key"]: thing["markers"][0]["id"] for thing in things if thing["markers"]}
