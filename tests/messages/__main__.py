"""``make messages``: extract the texts of the product, merge them into every catalogue, say what remains to be done."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import PoFileError

from tests.messages.check import problems
from tests.messages.extract import LOCALE, ROOT, TEMPLATE, catalogue_files, merge, read, template, written


def main() -> int:
    """Update the template and the catalogues; return 1 if one of them is not complete."""
    parser = argparse.ArgumentParser(prog="make messages", description=__doc__)
    parser.add_argument("--new", metavar="LANGUAGE", help="begin a catalogue, such as de or pt_BR")
    parser.add_argument("--drop-unused", action="store_true", help="drop translations of texts that are gone")
    args = parser.parse_args()
    source = template()
    (ROOT / TEMPLATE).write_bytes(written(source))
    if args.new:
        begin(args.new)
    found: list[str] = []
    for file in catalogue_files():
        shown = file.relative_to(ROOT)
        try:
            catalogue = read(file)
        except PoFileError as error:
            found.append(f"{shown}:{error.lineno}: {error}")
            continue
        merge(catalogue, source, args.drop_unused)
        file.write_bytes(written(catalogue))
        found.extend(problems(shown, catalogue, source))
    print(*found[:200], sep="\n", end="\n" if found else "")
    print(f"{len(source)} texts, {len(catalogue_files())} catalogues, {len(found)} to be done")
    return 1 if found else 0


def begin(language: str) -> Path:
    """Begin an empty catalogue. One that is there stays as it is."""
    file = ROOT / LOCALE / language / "LC_MESSAGES" / "golem.po"
    if not file.exists():
        file.parent.mkdir(parents=True)
        file.write_bytes(written(Catalog(locale=language, project="golem-table", domain="golem", charset="utf-8")))
    return file


if __name__ == "__main__":
    sys.exit(main())
