"""Make the typeface of the pages: parts of Andika as WOFF2, one file for each ``@font-face`` rule of the page's theme.

The rules say which characters are in which part, so that a page loads only the parts that it shows. Andika's licence
(OFL 1.1) reserves its name for the unmodified files: the parts have a name of their own and keep Andika's copyright.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

from boards.drawing.typography import font_file

ROOT = Path(__file__).parents[2]
THEME = ROOT / "controller/console/static/shared/theme.css"
FOLDER = ROOT / "boards/fonts/web"

FAMILY = "Golem Text"
"""The parts' family name, in the files and in the theme."""

COPYRIGHT, LICENCE, LICENCE_ADDRESS = 0, 13, 14
"""Records of the ``name`` table (OpenType specification); 1 to 6 are names of the face."""

_RULE = re.compile(r"@font-face \{([^}]*)\}")
_FIELD = re.compile(r"([a-z-]+): ([^;]+);")
_ADDRESS = re.compile(r'url\("/fonts/([a-z-]+\.woff2)"\) format\("woff2"\)')
_RANGE = re.compile(r"U\+([0-9A-F]+)(?:-([0-9A-F]+))?")


@dataclass(frozen=True)
class FontPart:
    """A rule of the theme: a file, its weight, and the characters that browsers take from it."""

    file: str
    bold: bool
    ranges: tuple[tuple[int, int], ...]
    """First and last character code."""

    def has(self, code: int) -> bool:
        """Return whether browsers look for a character in this part."""
        return any(first <= code <= last for first, last in self.ranges)


def font_parts() -> Iterator[FontPart]:
    """Read the rules of the theme. KeyError or ValueError for one that is written in another way."""
    for rule in _RULE.findall(THEME.read_text("utf-8")):
        fields = dict(_FIELD.findall(rule))
        address = _ADDRESS.fullmatch(fields["src"])
        if address is None or fields["font-family"] != f'"{FAMILY}"':
            raise ValueError(f"{THEME}: {rule.strip()}")
        ends = (_RANGE.fullmatch(one) for one in fields["unicode-range"].split(", "))
        ranges = tuple((int(end[1], 16), int(end[2] or end[1], 16)) for end in ends if end)
        yield FontPart(address[1], fields["font-weight"] == "700", ranges)


def made(part: FontPart) -> bytes:
    """Return a part as a WOFF2 file: its glyphs with hints, kerning and marks, without what only Graphite reads."""
    font = TTFont(font_file(part.bold), recalcTimestamp=False)
    options = Options()
    options.drop_tables += ["Silt"]
    options.name_IDs = [COPYRIGHT]
    options.notdef_outline = True
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=[code for code in font.getBestCmap() if part.has(code)])
    subsetter.subset(font)
    for record, text in _names(part).items():
        font["name"].setName(text, record, 3, 1, 0x409)
    font.flavor = "woff2"
    written = io.BytesIO()
    font.save(written)
    return written.getvalue()


def _names(part: FontPart) -> Mapping[int, str]:
    style = "Bold" if part.bold else "Regular"
    return {
        1: FAMILY,
        2: style,
        3: f"{FAMILY} {style}: {part.file}",
        4: f"{FAMILY} {style}",
        6: f"{FAMILY.replace(' ', '')}-{style}",
        LICENCE: "This Font Software is licensed under the SIL Open Font License, Version 1.1. A subset, renamed.",
        LICENCE_ADDRESS: "http://scripts.sil.org/OFL",
    }
