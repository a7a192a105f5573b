"""Writing a journal: every entry is on the disk before anybody hears of it."""

from __future__ import annotations

import os
from collections.abc import Mapping
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


class Journal:
    """The one writer of a record. Not for several threads; :meth:`append` returns when the disk has it."""

    def __init__(self, path: Path, descriptor: int, n: int, total: str, length: int) -> None:
        self.path = path
        self._descriptor = descriptor
        self._n = n
        self._sum = total
        self._length = length

    @staticmethod
    def create(path: Path) -> Journal:
        """A new record. Never writes over one that is there: raises :class:`JournalNotMade`."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | _BINARY, 0o644)
        except OSError as error:
            raise JournalNotMade(path, str(error.strerror).lower()) from error
        return Journal(path, descriptor, 0, FIRST_SUM, 0)

    @staticmethod
    def resume(path: Path) -> tuple[Journal, Record]:
        """Go on with a record: verified, and without a torn last line."""
        record = read_record(path)
        try:
            descriptor = os.open(path, os.O_RDWR | _BINARY)
            os.ftruncate(descriptor, record.length)
        except OSError as error:
            raise JournalFailed(path, str(error.strerror).lower()) from error
        return Journal(path, descriptor, len(record.entries), record.sum, record.length), record

    def append(self, kind: str, data: Mapping[str, Any], time: float) -> Entry:
        """Write one entry and wait for the disk.

        Raises :class:`JournalFailed` with nothing written: the file ends where it ended before.
        """
        entry = Entry(self._n, round(float(time), 6), kind, data)
        line, total = line_of(entry, self._sum)
        try:
            os.lseek(self._descriptor, self._length, os.SEEK_SET)
            written = 0
            while written < len(line):
                written += os.write(self._descriptor, line[written:])
            os.fsync(self._descriptor)
        except OSError as error:
            self._cut_back()
            raise JournalFailed(self.path, str(error.strerror).lower()) from error
        self._n, self._sum, self._length = self._n + 1, total, self._length + len(line)
        return entry

    def _cut_back(self) -> None:
        try:
            os.ftruncate(self._descriptor, self._length)
        except OSError:
            # The half line stays; it has no line end, so a reader takes it for torn, and the next write
            # starts at the same place.
            return

    def close(self) -> None:
        os.close(self._descriptor)


_BINARY = getattr(os, "O_BINARY", 0)
