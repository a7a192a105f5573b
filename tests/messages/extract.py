"""Extraction: every marked text of the product into one template, and the template into every catalogue."""

from __future__ import annotations

import io
from functools import lru_cache
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).parents[2]
LOCALE = Path("boards/base/locale")
TEMPLATE = LOCALE / "golem.pot"
ROOMS: tuple[str, ...] = ("boards", "calibration", "controller", "firmware_bridge", "hardware")

METHODS: tuple[tuple[str, str], ...] = (
    ("hardware/firmware/**", "ignore"),
    ("**.py", "python"),
    ("**.yaml", "tests.messages.yaml_texts:extract"),
)
KEYWORDS = {"_": None, "ngettext": (1, 2), "pgettext": ((1, "c"), 2), "npgettext": ((1, "c"), 2, 3)}
COMMENT_TAG = "Translators:"

_UNKEPT = tuple(
    f'"{name}:'.encode()
    for name in (
        "Generated-By", "Language-Team", "Last-Translator", "PO-Revision-Date", "POT-Creation-Date",
        "Project-Id-Version", "Report-Msgid-Bugs-To",
    )
)  # fmt: skip
"""Headers that say nothing here, or change with every run."""


def template(root: Path = ROOT) -> Catalog:
    """Return all texts of the product that are marked for translation."""
    found = Catalog(project="golem-table", domain="golem", charset="utf-8")
    for room in ROOMS:
        for name, line, text, comments, context in extract_from_dir(
            root / room,
            [(pattern.removeprefix(f"{room}/"), method) for pattern, method in METHODS if _in(room, pattern)],
            keywords=KEYWORDS,
            comment_tags=(COMMENT_TAG,),
            strip_comment_tags=True,
        ):
            added = found.add(text, None, [(f"{room}/{name}", line)], auto_comments=comments, context=context)
            added.flags.discard("python-format")  # Babel takes "60 % of" for one; all placeholders here are in braces.
    return found


@lru_cache(1)
def kept_template() -> Catalog:
    """Return the template as it is kept: what :func:`template` found last, in a tenth of the time."""
    with (ROOT / TEMPLATE).open("rb") as opened:
        return read_po(opened, domain="golem", abort_invalid=True)


def _in(room: str, pattern: str) -> bool:
    return pattern.startswith(("**", f"{room}/"))


def catalogue_files(root: Path = ROOT) -> list[Path]:
    """Return the catalogues, by language."""
    return sorted((root / LOCALE).glob("*/LC_MESSAGES/golem.po"))


def language_of(file: Path) -> str:
    """Return the language of a catalogue by its folder."""
    return file.parent.parent.name


def read(file: Path) -> Catalog:
    """Read a catalogue. Raises babel's PoFileError."""
    with file.open("rb") as opened:
        return read_po(opened, locale=language_of(file), domain="golem", abort_invalid=True)


def written(catalogue: Catalog) -> bytes:
    """Return a catalogue as it is kept: by source file, without line numbers and dates, which only make conflicts."""
    buffer = io.BytesIO()
    language = catalogue.locale_identifier
    catalogue.fuzzy = False
    catalogue.header_comment = f"# Golem Table in {language}." if language else "# Golem Table's texts."
    write_po(buffer, catalogue, width=120, sort_by_file=True, include_lineno=False)
    lines = buffer.getvalue().splitlines(keepends=True)
    return b"".join(line for line in lines if not line.startswith(_UNKEPT))


def merge(catalogue: Catalog, source: Catalog, drop_unused: bool = False) -> None:
    """Bring a catalogue up to date: new texts untranslated, changed ones fuzzy, unused ones at its end or dropped."""
    catalogue.update(source, keep_user_comments=True)
    if drop_unused:
        catalogue.obsolete.clear()
