"""Where compiled programs are kept."""

from __future__ import annotations

import os
from pathlib import Path

_PROJECT = Path(__file__).resolve().parents[1]


def artifact_folder(name: str, project: Path = _PROJECT) -> Path:
    """Return the folder for compiled files of this name.

    In a checkout it is `build/NAME`; for an installed package, whose own folder may be read-only or another user's,
    it is in the user's cache (XDG Base Directory Specification: `XDG_CACHE_HOME`, by default `~/.cache`). It is not
    created here.
    """
    if (project / "pyproject.toml").exists():
        return project / "build" / name
    cache = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    return Path(cache).expanduser() / "golem-table" / name
