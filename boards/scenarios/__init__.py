"""The scenarios that are shipped, as YAML files in this folder.

What they mean, and every mistake in one, is the business of the game's rules; here is where they lie.
"""

from __future__ import annotations

from pathlib import Path

from boards.base.errors import GolemError
from boards.base.message import _

_FOLDER = Path(__file__).parent


class UnknownScenario(GolemError):
    """No scenario of this name is shipped."""

    exit_status = 2

    def __init__(self, key: str) -> None:
        known = ", ".join(keys())
        super().__init__(_("there is no scenario {key}; shipped are {known}", key=repr(key), known=known))
        self.key = key


def keys() -> tuple[str, ...]:
    """Return the scenarios by name, sorted."""
    return tuple(sorted(path.stem for path in _FOLDER.glob("*.yaml")))


def path(key: str) -> Path:
    """Return the file of a scenario. Raises UnknownScenario."""
    if key not in keys():
        raise UnknownScenario(key)
    return _FOLDER / f"{key}.yaml"
