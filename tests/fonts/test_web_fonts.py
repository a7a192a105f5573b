"""The typeface of the pages: made from Andika, whole, each character in one part, and named as its licence asks."""

from __future__ import annotations

import io
from functools import lru_cache

import pytest
from fontTools.ttLib import TTFont

from boards.base.catalogue import languages
from boards.drawing.typography import face
from controller.console.assets import page_files
from tests.fonts.web_fonts import COPYRIGHT, FAMILY, FOLDER, ROOT, FontPart, font_parts, made
from tests.messages.extract import LOCALE, ROOMS, kept_template
from tests.support.catalogues import pseudo_catalogue
from tests.support.page_weight import letters_for

PARTS = tuple(font_parts())
RESERVED = ("Andika", "SIL")
"""Names of the unmodified typeface (boards/fonts/OFL.txt)."""


@lru_cache
def kept(part: FontPart) -> TTFont:
    return TTFont(FOLDER / part.file)


@lru_cache(1)
def shipped_texts() -> dict[str, str]:
    """Return all texts that a page can show, by where they stand: catalogues, programs, boards, the page itself."""
    found = {
        str(file.relative_to(ROOT)): file.read_text("utf-8")
        for room in ROOMS
        for kind in ("*.py", "*.yaml", "*.js", "*.html", "*.css", "*.inc")
        for file in (ROOT / room).rglob(kind)
    }
    found |= {
        language: (ROOT / LOCALE / language / "LC_MESSAGES/golem.po").read_text("utf-8") for language in languages()[1:]
    }
    found["pseudo-locale"] = "".join(str(each.string) for each in pseudo_catalogue(kept_template()))
    return found


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.file)
def test_a_part_is_kept_as_it_is_made(part: FontPart) -> None:
    # Another version of the library may compress to other bytes, but not to other tables.
    fresh, old = TTFont(io.BytesIO(made(part))), kept(part)
    tables = set(fresh.keys()) | set(old.keys())
    assert {each for each in tables - {"GlyphOrder"} if fresh.reader[each] != old.reader[each]} == set(), "make fonts"


def test_nothing_else_is_served() -> None:
    served = {path for path in page_files() if path.startswith("fonts/")}
    assert served == {*(f"fonts/{part.file}" for part in PARTS), "fonts/OFL.txt"}
    assert served >= {f"fonts/{file.name}" for file in FOLDER.iterdir()}


@pytest.mark.parametrize("bold", [False, True])
def test_every_letter_that_can_be_shown_is_in_one_part(bold: bool) -> None:
    parts = [part for part in PARTS if part.bold is bold]
    has = {part: set(map(chr, kept(part).getBestCmap())) for part in parts}
    whole = set(face(bold).widths)
    for part in parts:
        assert has[part] == {letter for letter in whole if part.has(ord(letter))}
    assert sum(map(len, has.values())) == len(set().union(*has.values()))
    for where, text in shipped_texts().items():
        missing = (set(text) & whole) - set().union(*has.values())
        assert not missing, (where, missing)


def test_a_language_needs_its_own_parts_only() -> None:
    texts = shipped_texts()
    needed = {
        where: {path[len("fonts/golem-text-") : -len(".woff2")] for path in letters_for(texts[where])}
        for where in ("de", "fr", "pl", "ru", "pseudo-locale")
    }
    latin, extended, cyrillic = (
        {f"{weight}-{part}" for weight in ("regular", "bold")} for part in ("latin", "latin-ext", "cyrillic")
    )
    assert needed == {
        "de": latin,
        "fr": latin,
        "pl": latin | extended,
        "ru": latin | cyrillic,
        "pseudo-locale": latin | extended,
    }


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.file)
def test_a_part_keeps_the_copyright_and_leaves_the_reserved_names(part: FontPart) -> None:
    names = {record.nameID: record.toUnicode() for record in kept(part)["name"].names}
    assert names[COPYRIGHT].startswith("Copyright (c) 2004-2022 SIL International")
    assert names[1] == FAMILY and "Open Font License" in names[13]
    called = [names[number] for number in (1, 2, 3, 4, 6)]
    assert not [word for word in RESERVED for name in called if word.lower() in name.lower()]
    assert set(names) <= {COPYRIGHT, 1, 2, 3, 4, 6, 13, 14}
