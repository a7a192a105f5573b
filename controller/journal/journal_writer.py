"""Writing a journal: every entry is on the disk before anybody hears of it."""

from __future__ import annotations

import logging
import os
import sys
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from boards.base.message import _
from boards.base.system_errors import file_trouble
from controller.journal.journal_reader import (
    FIRST_SUM,
    Entry,
    JournalDamaged,
    JournalFailed,
    JournalInUse,
    JournalNotMade,
    Record,
    line_of,
    read_record,
)

if sys.platform != "win32":
    import fcntl

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
        self._missed = False
        """Whether the file was not where it was at the last try."""

    @staticmethod
    def create(path: Path) -> Journal:
        """Return a new record. Never writes over one that is there: raises :class:`JournalNotMade`."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            descriptor = os.open(path, _NEW, 0o644)
        except OSError as error:
            raise JournalNotMade(path, file_trouble(error)) from error
        _lock(descriptor, path)
        log.info("%s: begun", path)
        return Journal(path, descriptor)

    @staticmethod
    def resume(path: Path) -> tuple[Journal, Record]:
        """Go on with a record: verified, without a torn last line, and nobody else's.

        Raises JournalDamaged, :class:`JournalInUse`, JournalFailed.
        """
        try:
            descriptor = os.open(path, os.O_RDWR | _BINARY)
        except OSError as error:
            read_record(path)
            raise JournalFailed(path, file_trouble(error)) from error
        try:
            _lock(descriptor, path)
            record = read_record(path)
            os.ftruncate(descriptor, record.length)
        except OSError as error:
            os.close(descriptor)
            raise JournalFailed(path, file_trouble(error)) from error
        except JournalDamaged:
            os.close(descriptor)
            raise
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
        self._check_place()
        try:
            os.lseek(self._descriptor, self._length, os.SEEK_SET)
            done = 0
            while done < len(lines):
                done += os.write(self._descriptor, lines[done:])
            os.fsync(self._descriptor)
        except OSError as error:
            self._cut_back()
            raise JournalFailed(self.path, file_trouble(error)) from error
        self._length += len(lines)
        self.written += len(batch)

    def _check_place(self) -> None:
        """Raise JournalFailed if the file is not where it was; at the next try it is written anew, if there is room."""
        try:
            there = self.path.stat()
        except FileNotFoundError:
            there = None
        except OSError as error:
            raise JournalFailed(self.path, file_trouble(error)) from error
        mine = os.fstat(self._descriptor)
        if there is not None and (there.st_ino, there.st_dev) == (mine.st_ino, mine.st_dev):
            self._missed = False
        elif there is not None:
            raise JournalFailed(self.path, _("another file has taken its place"))
        elif not self._missed:
            self._missed = True
            raise JournalFailed(self.path, _("the file was deleted or moved; Go on writes it anew"))
        else:
            self._write_anew()

    def _write_anew(self) -> None:
        """Write all that the lost file holds to where it was: it is open still."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            descriptor = os.open(self.path, _NEW, 0o644)
        except OSError as error:
            raise JournalFailed(self.path, file_trouble(error)) from error
        try:
            _lock(descriptor, self.path)
            os.lseek(self._descriptor, 0, os.SEEK_SET)
            left = self._length
            while left:
                part = os.read(self._descriptor, min(left, _PART))
                left -= len(part)
                while part:
                    part = part[os.write(descriptor, part) :]
            os.fsync(descriptor)
        except OSError as error:
            os.close(descriptor)
            self.path.unlink(missing_ok=True)
            raise JournalFailed(self.path, file_trouble(error)) from error
        log.warning("%s: was lost, and is written anew", self.path)
        os.close(self._descriptor)
        self._descriptor, self._missed = descriptor, False

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


def _lock(descriptor: int, path: Path) -> None:
    """Hold the record for this writer until it is closed. Raises :class:`JournalInUse`, with the file closed."""
    if sys.platform == "win32":
        return
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        os.close(descriptor)
        raise JournalInUse(path) from error
    except OSError as error:
        # Some network drives know no locks: a game is played there all the same.
        log.warning("%s: it can't be locked: %s", path, error.strerror)


_BINARY = getattr(os, "O_BINARY", 0)
_NEW = os.O_RDWR | os.O_CREAT | os.O_EXCL | _BINARY
_PART = 1 << 20
