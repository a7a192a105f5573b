"""The puzzles that are shipped, as YAML files in this folder, numbered from the easiest to the hardest.

What they mean, and every mistake in one, is the business of the game's rules; here is where they lie.
"""

from __future__ import annotations

from pathlib import Path

from boards.base.errors import GolemError
from boards.base.message import _

_FOLDER = Path(__file__).parent


class UnknownPuzzle(GolemError):
    """No puzzle of this name is shipped."""

    exit_status = 2

    def __init__(self, key: str) -> None:
        message = _("there is no puzzle {key}, neither a file nor a shipped one; `golem puzzle list`")
        super().__init__(message.bind(key=repr(key[:60])))
        self.key = key


def keys() -> tuple[str, ...]:
    """Return the puzzles by name (``first-steps``), the easiest first."""
    return tuple(_key(path) for path in sorted(_FOLDER.glob("*.yaml")))


def path(key: str) -> Path:
    """Return the file of a puzzle, by its name or its number (``1``). Raises UnknownPuzzle."""
    for file in sorted(_FOLDER.glob("*.yaml")):
        number = file.stem.partition("-")[0]
        if key in (_key(file), number, number.lstrip("0")):
            return file
    raise UnknownPuzzle(key)


def _key(file: Path) -> str:
    """Without the number that keeps the files in order."""
    return file.stem.partition("-")[2]
