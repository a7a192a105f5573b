"""Reading a journal: one JSON object a line, each line chained to all before it by a SHA-256 sum.

A line is ``{"n", "t", "kind", "data", "sum"}``: a number from 0, the time on the table's clock in seconds,
what it is, its content, and ``sha256(sum of the line before + the line without its own sum)``. A process that
was killed while it wrote leaves a torn last line: that entry was never acted on, so it is left out. Anything
else that does not fit is damage, and is named with its line.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from boards.base.errors import PlacedError
from boards.base.message import Message, _
from boards.base.system_errors import system_reason


class JournalFailed(PlacedError):
    """The record can't be written: the game must not go on until it can."""

    text: ClassVar[Message] = _("the game's record can't be written ({reason}). Free some space or mend the disk")

    def __init__(self, path: Path, reason: Message | str) -> None:
        """``reason`` as a str is the same in every language."""
        self.path = path
        self.reason = reason
        super().__init__(str(path), self.text.bind(reason=reason))


class JournalNotMade(JournalFailed):
    """A new record can't be begun at the path that somebody gave."""

    exit_status = 2
    text = _("the game's record can't be made there ({reason}); choose another file with --journal")


class JournalInUse(JournalFailed):
    """Another table writes this record."""

    exit_status = 2
    text = _("another golem plays with this record; end it there, or choose another file with --journal")

    def __init__(self, path: Path) -> None:
        super().__init__(path, "in use")


class JournalDamaged(PlacedError):
    """A record that is no record, or was changed after it was written."""

    exit_status = 2

    def __init__(self, path: Path, line: int | None, said: Message) -> None:
        """``said`` as a str is the same in every language."""
        self.path = path
        self.line = line
        """None: the file as a whole."""
        super().__init__(str(path) if line is None else f"{path}:{line}", said)
        self.reason = str(self.what)


@dataclass(frozen=True)
class Entry:
    """One thing that happened."""

    n: int
    time: float
    """On the table's clock, s."""
    kind: str
    data: Mapping[str, Any]


@dataclass(frozen=True)
class Record:
    """A journal as it was read."""

    path: Path
    entries: tuple[Entry, ...]
    sum: str
    """The chain's newest sum."""
    length: int
    """Bytes of the whole lines: where the next line goes."""
    torn: bool
    """True if a last line was cut off by a power cut and left out."""


LARGEST = 1 << 28
"""Bytes of a record: a day of games has some million."""

FIRST_SUM = "0" * 16


def line_of(entry: Entry, before: str) -> tuple[bytes, str]:
    """Return an entry as a line of the file, and its sum (the first 16 hex digits of SHA-256)."""
    body = {"n": entry.n, "t": round(float(entry.time), 6), "kind": entry.kind, "data": entry.data}
    text = json.dumps(body, ensure_ascii=False, separators=(",", ":"), sort_keys=True, allow_nan=False)
    total = hashlib.sha256((before + text).encode()).hexdigest()[:16]
    return f'{text[:-1]},"sum":"{total}"}}\n'.encode(), total


def read_record(path: Path) -> Record:
    """Read and verify a whole journal. Raises :class:`JournalDamaged` with the line, or for an unreadable file."""
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST + 1)
    except OSError as error:
        raise JournalDamaged(path, None, _("can't be read: {reason}", reason=system_reason(error).message)) from error
    if len(content) > LARGEST:
        raise JournalDamaged(path, None, _("is longer than any record of a game ({most} MB)", most=LARGEST >> 20))
    lines = content.split(b"\n")
    tail = lines.pop()
    entries: list[Entry] = []
    total = FIRST_SUM
    for number, line in enumerate(lines, start=1):
        entry, total = _entry(path, number, line, total)
        entries.append(entry)
    if not entries:
        raise JournalDamaged(path, 1, _("this is no record of a game: it has no whole line"))
    return Record(path, tuple(entries), total, len(content) - len(tail), bool(tail))


def _entry(path: Path, number: int, line: bytes, before: str) -> tuple[Entry, str]:
    try:
        raw = json.loads(line)
        entry = Entry(int(raw["n"]), float(raw["t"]), str(raw["kind"]), dict(raw["data"]))
        claimed = str(raw["sum"])
    except (ValueError, KeyError, TypeError, RecursionError):
        raise JournalDamaged(path, number, _("this line is no entry of a game's record")) from None
    if entry.n != number - 1:
        raise JournalDamaged(
            path, number, _("entry {found} stands where entry {wanted} should be", found=entry.n, wanted=number - 1)
        )
    try:
        same, total = line_of(entry, before)
    except ValueError:
        raise JournalDamaged(path, number, _("this line is no entry of a game's record")) from None
    if total != claimed or same != line + b"\n":
        raise JournalDamaged(path, number, _("this line was changed after it was written"))
    return entry, total
