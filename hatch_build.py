"""The build's own step: compile the catalogues of translations (``.po`` to ``.mo``) for the wheel and in the checkout.

Run as a program, it does the same in the checkout; ``make`` does that when a catalogue has changed.
"""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileError, read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

LOCALE = "boards/base/locale"

_LINE = re.compile(r'\s*(#.*|((msgctxt|msgid|msgid_plural|msgstr(\[\d\])?)\s+)?"([^"\\]|\\.)*"\s*|)')
"""A comment, a keyword with a text, a text that goes on, or nothing."""


class CatalogueError(ValueError):
    """A catalogue that cannot be read, with its file and line."""


def compile_catalogue(file: Path) -> Path:
    """Compile one catalogue to the ``.mo`` beside it. Fuzzy translations are left out. Raises CatalogueError."""
    _check_lines(file)
    try:
        with file.open("rb") as opened:
            catalogue = read_po(opened, locale=file.parent.parent.name, domain="golem", abort_invalid=True)
    except PoFileError as error:
        raise CatalogueError(f"{file}:{error.lineno}: {error.args[0] if error.args else error}") from error
    except (ValueError, LookupError) as error:
        raise CatalogueError(f"{file}: {error}") from error
    compiled = file.with_suffix(".mo")
    # Two builds may run at once, in one checkout.
    new = compiled.with_suffix(f".mo.{os.getpid()}")
    with new.open("wb") as opened:
        write_mo(opened, catalogue)
    return new.replace(compiled)


def _check_lines(file: Path) -> None:
    """Raise CatalogueError for a line that cannot stand in a catalogue; Babel takes texts that are cut off."""
    for number, line in enumerate(file.read_bytes().decode("latin-1").split("\n"), start=1):
        if not _LINE.fullmatch(line):
            raise CatalogueError(f"{file}:{number}: this is no line of a .po file: {line[:60]!r}")


def compile_catalogues(root: Path, only_stale: bool = False) -> list[Path]:
    """Compile the catalogues of a checkout. Raises CatalogueError for the first that cannot be read."""
    found = sorted((root / LOCALE).glob("*/LC_MESSAGES/golem.po"))
    return [compile_catalogue(file) for file in found if not (only_stale and _fresh(file))]


def _fresh(file: Path) -> bool:
    compiled = file.with_suffix(".mo")
    return compiled.exists() and compiled.stat().st_mtime_ns >= file.stat().st_mtime_ns


class CustomBuildHook(BuildHookInterface[Any]):
    """Hatch calls this before it builds a wheel, an editable one as well."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile the catalogues and take them into the wheel, though git does not know them."""
        compile_catalogues(Path(self.root))
        build_data["artifacts"].append(f"/{LOCALE}/*/LC_MESSAGES/golem.mo")


if __name__ == "__main__":
    try:
        compile_catalogues(Path(__file__).parent)
    except CatalogueError as error:
        sys.exit(str(error))
