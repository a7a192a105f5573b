"""The lessons that are shipped: puzzles that the page plays together with somebody who has never played.

They are files as those of `boards.puzzles`, but no tasks of its book: the page says what to do at each step.
"""

from __future__ import annotations

from pathlib import Path

_FOLDER = Path(__file__).parent


def paths() -> dict[str, Path]:
    """Return the lessons' files by name (``first-game``)."""
    return {path.stem: path for path in sorted(_FOLDER.glob("*.yaml"))}
