"""Writing a journal: every entry is on the disk before anybody hears of it."""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from controller.journal.journal_reader import (
    FIRST_SUM,
    Entry,
    JournalFailed,
    JournalNotMade,
    Record,
    line_of,
    read_record,
)

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Chained:
    """An entry with its number and its sum, as a line that is to be written."""

    entry: Entry
    line: bytes


class Journal:
    """The one writer of a record.

    :meth:`append` returns when the disk has the entry. :meth:`chain` and :meth:`write` are its two halves: one thread
    may chain what another writes.
    """

    def __init__(self, path: Path, descriptor: int, record: Record | None = None) -> None:
        """`record` is what the file holds; None: it is empty."""
        self.path = path
        self.written = 0 if record is None else len(record.entries)
        """How many entries are on the disk."""
        self._descriptor = descriptor
        self._length = 0 if record is None else record.length
        """Bytes of those."""
        self._chained = self.written
        self._sum = FIRST_SUM if record is None else record.sum
        self._writing = threading.Lock()
        self._closed = False

    @staticmethod
    def create(path: Path) -> Journal:
        """Return a new record. Never writes over one that is there: raises :class:`JournalNotMade`."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | _BINARY, 0o644)
        except OSError as error:
            raise JournalNotMade(path, str(error.strerror).lower()) from error
        log.info("%s: begun", path)
        return Journal(path, descriptor)

    @staticmethod
    def resume(path: Path) -> tuple[Journal, Record]:
        """Go on with a record: verified, and without a torn last line."""
        record = read_record(path)
        try:
            descriptor = os.open(path, os.O_RDWR | _BINARY)
            os.ftruncate(descriptor, record.length)
        except OSError as error:
            raise JournalFailed(path, str(error.strerror).lower()) from error
        log.info("%s: gone on with after %d entries", path, len(record.entries))
        return Journal(path, descriptor, record), record

    def append(self, kind: str, data: Mapping[str, Any], time: float) -> Entry:
        """Write one entry and wait for the disk.

        Raises :class:`JournalFailed` with nothing written: the file ends where it ended before.
        """
        before = self._chained, self._sum
        chained = self.chain(kind, data, time)
        try:
            self.write([chained])
        except JournalFailed:
            self._chained, self._sum = before
            raise
        return chained.entry

    def chain(self, kind: str, data: Mapping[str, Any], time: float) -> Chained:
        """Give an entry the next number and sum; it is still to be written. Raises ValueError for what is no JSON."""
        entry = Entry(self._chained, round(float(time), 6), kind, data)
        line, self._sum = line_of(entry, self._sum)
        self._chained += 1
        return Chained(entry, line)

    def write(self, batch: Sequence[Chained]) -> None:
        """Write the entries that follow those on the disk, all at once, and wait for the disk.

        Raises :class:`JournalFailed` with nothing written.
        """
        with self._writing:
            self._write(batch)

    def _write(self, batch: Sequence[Chained]) -> None:
        lines = b"".join(chained.line for chained in batch)
        if self._closed:
            raise JournalFailed(self.path, "it is closed")
        try:
            os.lseek(self._descriptor, self._length, os.SEEK_SET)
            done = 0
            while done < len(lines):
                done += os.write(self._descriptor, lines[done:])
            os.fsync(self._descriptor)
        except OSError as error:
            self._cut_back()
            raise JournalFailed(self.path, str(error.strerror).lower()) from error
        self._length += len(lines)
        self.written += len(batch)

    def _cut_back(self) -> None:
        try:
            os.ftruncate(self._descriptor, self._length)
        except OSError:
            # Whole lines may stay, and a half one: a reader finds them in order, for they are chained, and the next
            # write puts the same lines at the same place.
            return

    def close(self) -> None:
        """Close the file, once a write that is under way has ended. What comes later is refused."""
        with self._writing:
            if not self._closed:
                self._closed = True
                os.close(self._descriptor)


_BINARY = getattr(os, "O_BINARY", 0)
