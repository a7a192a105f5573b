"""The printed kit as pictures: every thing of the manifest, cut out of the rasterised PDF pages."""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from tests.support.prints import pixels

PX_PER_MM = 4.0
ROOT = Path(__file__).parents[3]
CACHE = ROOT / "build" / "photographed" / "prints"
PAPER = 0.82
"""Reflectance of unprinted paper, linear."""
INK = 0.04
"""Reflectance of black print, linear."""

Picture = npt.NDArray[np.uint8]
Linear = npt.NDArray[np.float32]


@dataclass(frozen=True)
class Edition:
    """One print of the kit."""

    deck_seed: int = 1
    mat: str = "4x4"
    language: str = "en"

    @property
    def folder(self) -> Path:
        """Where its PDFs and pictures are kept, for these very sources of the kit."""
        return CACHE / _sources() / f"{self.mat}-{self.language}-{self.deck_seed}"


@dataclass(frozen=True)
class Print:
    """A printed thing: its key, its side and its size (mm, width x height)."""

    edition: Edition
    key: str
    side: str
    size_mm: tuple[float, float]


@lru_cache(maxsize=1)
def _sources() -> str:
    """Tell the kit that is printed from the one that was printed before its sources changed."""
    digest = hashlib.sha256()
    for path in sorted([*ROOT.glob("boards/**/*.py"), *ROOT.glob("boards/**/*.yaml"), *ROOT.glob("boards/**/*.po")]):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def prints_of(edition: Edition) -> dict[tuple[str, str], Print]:
    """Return all things of an edition by key and side; print and rasterise it if that was not done yet."""
    return _listed(edition)


@lru_cache(maxsize=16)
def _listed(edition: Edition) -> dict[tuple[str, str], Print]:
    things = _manifest(edition)["things"]
    return {
        (thing["key"], thing["side"]): Print(edition, thing["key"], thing["side"], tuple(thing["size_mm"]))
        for thing in things
    }


@lru_cache(maxsize=16)
def same_backs(edition: Edition, deck_seed: int) -> frozenset[str]:
    """Return the cards of an edition whose backs are, to the last mark, backs of another deck's cards as well."""
    other = Edition(deck_seed, edition.mat, edition.language)
    return common_backs(_manifest(edition)["things"], _manifest(other)["things"])


def common_backs(ours: Any, others: Any) -> frozenset[str]:
    """Return the keys of those of our things (as manifests list them) that are backs which the others show as well."""
    there = {_mark(thing) for thing in others if _is_back(thing)}
    return frozenset(thing["key"] for thing in ours if _is_back(thing) and _mark(thing) in there)


@lru_cache(maxsize=16)
def same_faces(edition: Edition, deck_seed: int) -> frozenset[str]:
    """Return the cards of another deck whose faces are, to the last mark, faces of an edition's cards as well."""
    other = Edition(deck_seed, edition.mat, edition.language)
    return common_faces(_manifest(other)["things"], _manifest(edition)["things"])


def common_faces(ours: Any, others: Any) -> frozenset[str]:
    """Return the keys of those of our things (as manifests list them) that are faces which the others show as well."""
    there = {_face(thing) for thing in others if _is_face(thing)}
    return frozenset(thing["key"] for thing in ours if _is_face(thing) and _face(thing) in there)


def _is_face(thing: Any) -> bool:
    return bool(thing["key"].startswith("card:") and thing["side"] == "face")


def _face(thing: Any) -> tuple[str, str, int]:
    """Return all that a face shows: its owner, its word, and its markers' id."""
    _card, owner, word, _copy = thing["key"].split(":")
    return owner, word, thing["markers"][0]["id"]


def _is_back(thing: Any) -> bool:
    return bool(thing["key"].startswith("card:") and thing["side"] == "back")


def _mark(thing: Any) -> tuple[str, int]:
    """Return all that a back shows: its owner's pattern, and its markers' id."""
    return thing["key"].split(":")[1], thing["markers"][0]["id"]


@lru_cache(maxsize=16)
def _manifest(edition: Edition) -> Any:
    folder = edition.folder
    if not folder.exists():
        folder.parent.mkdir(parents=True, exist_ok=True)
        # Several processes may print it at once: each for itself, and the first one's is kept.
        fresh = Path(tempfile.mkdtemp(prefix="printing-", dir=folder.parent))
        command = ["-m", "controller", "print", "--players", "4", "--mat", edition.mat, "--language", edition.language]
        command += ["--deck-seed", str(edition.deck_seed), "--out", str(fresh), "--manifest", str(fresh / "kit.json")]
        try:
            subprocess.run([sys.executable, *command], check=True, stdout=subprocess.DEVNULL, cwd=ROOT)
            fresh.rename(folder)
        except subprocess.CalledProcessError:
            shutil.rmtree(fresh)
            raise
        except OSError:
            if not folder.exists():
                raise
            shutil.rmtree(fresh)
    return json.loads((folder / "kit.json").read_text(encoding="utf-8"))


@lru_cache(maxsize=256)
def raster(thing: Print) -> Picture:
    """A thing as it is printed, H x W x 3, BGR, ``PX_PER_MM``; tiles are put together."""
    folder = thing.edition.folder
    kept = folder / f"{thing.key}-{thing.side}.png".replace(":", "_").replace(" ", "_")
    if kept.exists():
        picture = cv2.imread(str(kept))
        if picture is not None:
            return picture.astype(np.uint8)
    width, height = thing.size_mm
    whole = np.full((round(height * PX_PER_MM), round(width * PX_PER_MM), 3), 255, np.uint8)
    for part in _manifest(thing.edition)["things"]:
        if (part["key"], part["side"]) == (thing.key, thing.side):
            _put_tile(whole, part, _page(thing.edition, part["file"], part["page"]))
    fresh = kept.with_name(f"{kept.stem}.{np.random.default_rng().integers(1 << 40)}.png")
    cv2.imwrite(str(fresh), whole, [cv2.IMWRITE_PNG_COMPRESSION, 1])
    fresh.replace(kept)
    return whole


def _put_tile(whole: Picture, part: Any, page: Picture) -> None:
    left, low, right, high = part["shown_mm"]
    x, y = part["place_mm"]
    page_height = page.shape[0] / PX_PER_MM
    rows = slice(round((page_height - high) * PX_PER_MM), round((page_height - low) * PX_PER_MM))
    crop = page[rows, round(left * PX_PER_MM) : round(right * PX_PER_MM)]
    top = round(whole.shape[0] - (high - y) * PX_PER_MM)
    start = round((left - x) * PX_PER_MM)
    target = whole[top : top + crop.shape[0], start : start + crop.shape[1]]
    target[:] = crop[: target.shape[0], : target.shape[1]]


@lru_cache(maxsize=8)
def _page(edition: Edition, file: str, page: int) -> Picture:
    return pixels((edition.folder / file).read_bytes(), page - 1, PX_PER_MM)


def reflectance(picture: Picture) -> Linear:
    """Turn printed colours (sRGB) into linear reflectance."""
    return _TABLE[picture]


def _table() -> Linear:
    value = np.arange(256) / 255
    linear = np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)
    return (INK + (PAPER - INK) * linear).astype(np.float32)


_TABLE = _table()
