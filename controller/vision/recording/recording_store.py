"""A recording on the disk: pictures, an index of them, and a limit that holds.

The index (`index.jsonl`) has a first line that says what it is, and then one line a picture, oldest first. Only files
with the names of a recording's pictures are ever removed.
"""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from boards.base.errors import Problem, Problems
from boards.base.system_errors import system_reason
from controller.vision.recording.file_messages import FileReason

INDEX = "index.jsonl"
VERSION = 1

_NAME = re.compile(r"\d{3,}-\d{6,}\.(png|jpg)")
_HEADER_KEY = "golem-recording"

ROOM = 0.9
"""Share of the limit down to which old pictures are removed."""

SMALLEST_LIMIT = 2_000_000
"""Bytes; less would hold only a few pictures."""


@dataclass(frozen=True)
class Entry:
    """One picture of a recording."""

    file: str
    time: float
    """On the event loop's clock of its session, s."""
    frame: int
    at: tuple[int, int]
    size: tuple[int, int]
    fill: int
    why: str
    """The event that it was kept for, lossless; "": none, one of those kept now and then."""
    bytes: int

    @property
    def session(self) -> int:
        """Counted from 1: how often something was recorded into this folder."""
        return int(self.file.partition("-")[0])


def read_index(folder: Path) -> tuple[list[Entry], list[Problem]]:
    """Return the pictures of a recording, and what is wrong with the index's other lines.

    Raises Problems, if the folder holds no recording.
    """
    path = folder / INDEX
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        raise Problems([Problem(str(path), FileReason.NO_INDEX())]) from None
    header = _json(lines[0]) if lines else None
    if header is None or header.get(_HEADER_KEY) != VERSION:
        raise Problems([Problem(f"{path}:1", FileReason.OTHER_VERSION(version=VERSION))])
    entries: list[Entry] = []
    problems: list[Problem] = []
    for number, line in enumerate(lines[1:], start=2):
        entry = _entry(_json(line))
        if entry is not None:
            entries.append(entry)
        else:
            problems.append(Problem(f"{path}:{number}", FileReason.NO_MOMENT()))
    return entries, problems


class RecordingStore:
    """The folder of one camera's recording. For one thread."""

    def __init__(self, folder: Path, limit: int) -> None:
        """``limit``: bytes on the disk, all in all. Raises Problems: the folder holds other things or can't be made."""
        self.folder = folder
        self._limit = limit
        try:
            # Recordings are private.
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            here = [path.name for path in folder.iterdir()]
        except OSError as error:
            raise Problems(
                [Problem(str(folder), FileReason.CANNOT_RECORD(reason=system_reason(error).message))]
            ) from None
        if here and INDEX not in here:
            raise Problems([Problem(str(folder), FileReason.NOT_EMPTY())])
        known = read_index(folder)[0] if here else []
        self._entries = deque(entry for entry in known if (folder / entry.file).is_file())
        self._total = sum(entry.bytes for entry in self._entries)
        self._session = max((entry.session for entry in known), default=0) + 1
        self._number = 0
        self._index_bytes = 0
        self._rewrite()
        listed = {entry.file for entry in self._entries}
        for name in here:
            if _NAME.fullmatch(name) and name not in listed:
                # Written before a power failure, and not in the index.
                (folder / name).unlink()
        self._make_room(0)

    @property
    def session(self) -> int:
        """How often something was recorded into this folder, this time included."""
        return self._session

    @property
    def total(self) -> int:
        """Bytes on the disk."""
        return self._total + self._index_bytes

    def add(self, data: bytes, suffix: str, facts: Mapping[str, Any]) -> Entry:
        """Write one picture; ``facts`` are an :class:`Entry`'s other fields. Old ones make room. Raises OSError."""
        self._number += 1
        entry = Entry(f"{self._session:03}-{self._number:06}.{suffix}", bytes=len(data), **facts)
        line = _line(entry)
        self._make_room(len(data) + len(line))
        (self.folder / entry.file).write_bytes(data)
        with (self.folder / INDEX).open("ab") as index:
            index.write(line)
        self._entries.append(entry)
        self._total += len(data)
        self._index_bytes += len(line)
        return entry

    def _make_room(self, needed: int) -> None:
        if self.total + needed <= self._limit:
            return
        # While the index is rewritten there are two of it.
        while self._entries and self._total + 2 * self._index_bytes + needed > ROOM * self._limit:
            oldest = self._entries.popleft()
            (self.folder / oldest.file).unlink(missing_ok=True)
            self._total -= oldest.bytes
        self._rewrite()

    def _rewrite(self) -> None:
        lines = [json.dumps({_HEADER_KEY: VERSION}).encode() + b"\n", *(_line(entry) for entry in self._entries)]
        fresh = self.folder / f"{INDEX}.new"
        fresh.write_bytes(b"".join(lines))
        fresh.replace(self.folder / INDEX)
        self._index_bytes = sum(len(line) for line in lines)


def _line(entry: Entry) -> bytes:
    return json.dumps(asdict(entry)).encode() + b"\n"


def _json(line: str) -> dict[str, Any] | None:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _entry(found: dict[str, Any] | None) -> Entry | None:
    if found is None or found.keys() != Entry.__dataclass_fields__.keys():
        return None
    pairs = [found["at"], found["size"]]
    numbers = [found["frame"], found["fill"], found["bytes"]]
    for pair in pairs:
        if not isinstance(pair, list) or len(pair) != 2:
            return None
        numbers += pair
    whole = all(isinstance(number, int) and 0 <= number < 1 << 40 for number in numbers)
    named = isinstance(found["file"], str) and _NAME.fullmatch(found["file"]) and isinstance(found["why"], str)
    if not whole or not named or not isinstance(found["time"], int | float):
        return None
    (x, y), (width, height) = pairs
    return Entry(
        found["file"],
        float(found["time"]),
        found["frame"],
        (x, y),
        (width, height),
        found["fill"],
        found["why"],
        found["bytes"],
    )
