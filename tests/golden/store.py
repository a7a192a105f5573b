"""Where golden files are, and what they should hold now."""

from __future__ import annotations

import importlib
from functools import lru_cache
from pathlib import Path

HERE = Path(__file__).parent
FILES = HERE / "files"
_NOT_TRANSCRIPTS = ("__main__", "store")

TOLD_IN = ("en", "ru", "pl", "fr")
"""The languages of the transcripts. Fixed, so that a catalogue more leaves them as they are."""


def modules() -> list[str]:
    """The modules beside this one that have transcripts."""
    found = (path.stem for path in sorted(HERE.glob("*.py")))
    return [name for name in found if name not in _NOT_TRANSCRIPTS and not name.startswith("test_")]


@lru_cache(maxsize=1)
def transcripts_of(module: str) -> dict[str, str]:
    """File name -> text, as one module has them now."""
    told: dict[str, str] = importlib.import_module(f"tests.golden.{module}").transcripts()
    return told


def transcripts() -> dict[str, str]:
    """``module/file`` -> text, of every module."""
    return {f"{module}/{name}": text for module in modules() for name, text in transcripts_of(module).items()}
