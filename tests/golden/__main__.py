"""Writes all golden files anew: `make golden`. Look at the difference before you commit it.

A module beside this one (its name doesn't begin with ``test_``) has ``transcripts()``: file name -> text. They
are kept in ``files/<module>/`` and compared by ``test_golden_files.py``.
"""

from __future__ import annotations

from tests.golden.store import FILES, transcripts


def main() -> None:
    for path in sorted(FILES.glob("*/*")):
        path.unlink()
    for name, text in transcripts().items():
        path = FILES / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
        print(path.relative_to(FILES.parent))


if __name__ == "__main__":
    main()
