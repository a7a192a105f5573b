"""Where golden files are, and what they should hold now."""

from __future__ import annotations

import importlib
from pathlib import Path

HERE = Path(__file__).parent
FILES = HERE / "files"
_NOT_TRANSCRIPTS = ("__main__", "store")

TOLD_IN = ("en", "ru", "pl", "fr")
"""The languages of the transcripts. Fixed, so that a catalogue more leaves them as they are."""


def transcripts() -> dict[str, str]:
    """``module/file`` -> text, of every module beside this one."""
    found: dict[str, str] = {}
    for path in sorted(HERE.glob("*.py")):
        if path.stem not in _NOT_TRANSCRIPTS and not path.stem.startswith("test_"):
            module = importlib.import_module(f"tests.golden.{path.stem}")
            found |= {f"{path.stem}/{name}": text for name, text in module.transcripts().items()}
    return found
