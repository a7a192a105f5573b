"""The typeface of all that is printed and shown: how wide a text is, and whether its letters exist.

Andika (SIL, Open Font License), made for people who learn to read; Latin with all Polish and French
letters, and Cyrillic. The files lie in ``boards/fonts``. Read here without any library (tables `head`,
`hhea`, `hmtx`, `cmap` format 4 of the TrueType specification), so that the page needs none either.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

FAMILY = "Andika"
_FOLDER = Path(__file__).parents[1] / "fonts"

CAP_HEIGHT = 0.72
"""Height of a capital letter, in ems."""


def font_file(bold: bool) -> Path:
    """Return the TrueType file of the regular or the bold face."""
    return _FOLDER / (f"{FAMILY}-Bold.ttf" if bold else f"{FAMILY}-Regular.ttf")


@dataclass(frozen=True)
class Face:
    """One face's widths, in ems, by character."""

    widths: Mapping[str, float]

    def width(self, text: str) -> float:
        """Of a line, in ems, without kerning. KeyError for a letter that the face lacks."""
        return sum(self.widths[letter] for letter in text)

    def missing(self, text: str) -> tuple[str, ...]:
        """Return the letters that the face lacks."""
        return tuple(letter for letter in text if letter not in self.widths)


@lru_cache
def face(bold: bool) -> Face:
    """Return the face that :func:`font_file` holds."""
    data = font_file(bold).read_bytes()
    tables = _tables(data)
    (units,) = struct.unpack_from(">H", data, tables["head"] + 18)
    (count,) = struct.unpack_from(">H", data, tables["hhea"] + 34)
    advances = [struct.unpack_from(">H", data, tables["hmtx"] + 4 * glyph)[0] for glyph in range(count)]
    glyphs = _glyphs(data, tables["cmap"])
    return Face({chr(code): advances[min(glyph, count - 1)] / units for code, glyph in glyphs.items()})


def width_mm(text: str, size_mm: float, bold: bool) -> float:
    """Return the width of a line whose em is this large."""
    return face(bold).width(text) * size_mm


def fitted(text: str, width: float, height: float, bold: bool, lines: int = 2) -> tuple[float, tuple[str, ...]]:
    """Return the largest em (mm) at which a text fits a box, broken at spaces into at most so many lines."""

    def merit(broken: tuple[str, ...]) -> tuple[float, float]:
        """Return the larger the better; among equals, the more even."""
        return _largest(broken, width, height, bold), -max(face(bold).width(line) for line in broken)

    best = max(_breaks(text.split(" "), lines), key=merit)
    return merit(best)[0], best


LINE_PITCH = 1.12
"""From line to line, in ems."""


def _largest(lines: tuple[str, ...], width: float, height: float, bold: bool) -> float:
    widest = max(face(bold).width(line) for line in lines)
    return min(width / widest, height / (1 + (len(lines) - 1) * LINE_PITCH))


def _breaks(words: list[str], lines: int) -> list[tuple[str, ...]]:
    """All ways to break words into at most so many lines. A lone mark (``?``) never begins a line."""
    whole: list[tuple[str, ...]] = [(" ".join(words),)]
    if lines == 1:
        return whole
    for cut in range(1, len(words)):
        if words[cut][0].isalnum():
            whole += [(" ".join(words[:cut]), *rest) for rest in _breaks(words[cut:], lines - 1)]
    return whole


def _tables(data: bytes) -> dict[str, int]:
    (count,) = struct.unpack_from(">H", data, 4)
    entries = (struct.unpack_from(">4sIII", data, 12 + 16 * entry) for entry in range(count))
    return {tag.decode("ascii"): offset for tag, _, offset, _ in entries}


def _glyphs(data: bytes, cmap: int) -> dict[int, int]:
    """Character codes of the basic plane and their glyphs, from the first subtable of format 4."""
    (count,) = struct.unpack_from(">H", data, cmap + 2)
    offsets = (cmap + struct.unpack_from(">I", data, cmap + 8 + 8 * entry)[0] for entry in range(count))
    table = next(offset for offset in offsets if struct.unpack_from(">H", data, offset)[0] == 4)
    (double,) = struct.unpack_from(">H", data, table + 6)
    segments = double // 2
    ends = struct.unpack_from(f">{segments}H", data, table + 14)
    starts = struct.unpack_from(f">{segments}H", data, table + 16 + double)
    deltas = struct.unpack_from(f">{segments}H", data, table + 16 + 2 * double)
    ranges_at = table + 16 + 3 * double
    glyphs: dict[int, int] = {}
    for segment in range(segments):
        place = ranges_at + 2 * segment
        (shift,) = struct.unpack_from(">H", data, place)
        for code in range(starts[segment], ends[segment] + 1):
            if shift:
                (glyph,) = struct.unpack_from(">H", data, place + shift + 2 * (code - starts[segment]))
            else:
                glyph = code
            if glyph or not shift:
                glyph = (glyph + deltas[segment]) & 0xFFFF
            if glyph:
                glyphs[code] = glyph
    return glyphs
