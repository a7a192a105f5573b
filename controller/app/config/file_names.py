"""Names that strangers give for files in a folder of ours."""

from __future__ import annotations

import itertools
from pathlib import Path

LONGEST_NAME = 240
"""Bytes of a file's name, so that there is room for an ending: systems take 255."""


def is_file_name(name: str) -> bool:
    """Return whether this can be a file in a folder: no way to elsewhere, and nothing that a system refuses."""
    try:
        size = len(name.encode())
    except UnicodeEncodeError:
        return False
    return 0 < size <= LONGEST_NAME and "\0" not in name and name not in (".", "..") and Path(name).name == name


def free_path(folder: Path, name: str) -> Path:
    """Return a record's path that is not taken: ``name.jsonl``, ``name-2.jsonl``..."""
    paths = (folder / f"{name}{'' if n == 1 else f'-{n}'}.jsonl" for n in itertools.count(1))
    return next(path for path in paths if not path.exists())
