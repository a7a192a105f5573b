"""Tables with devices: each is a process of its own, which the front door starts, watches and finds again.

A running table says where it is in a file beside its records (:func:`announced`); the front door reads these files, so
that it finds the tables that an earlier one started. Neither ends when the other does.
"""

from __future__ import annotations

import contextlib
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct

from boards.base.errors import Problem, Problems
from boards.base.message import _
from controller.app.config.file_names import is_file_name
from controller.console.front_door.messages import TableSummary
from controller.console.key_rights import KeyRights

FOLDER = ".tables"
TOLD_LINES = 12
CONNECT_S = 0.5
"""How long a table on this computer may take to answer before it counts as gone."""


class _Announcement(Struct):
    """What a running table says of itself."""

    pid: int
    name: str
    address: str
    file: str
    key: str = ""
    """Of its facilitator."""


@contextmanager
def announced(folder: Path, file: Path, name: str, address: str, key: str = "") -> Iterator[None]:
    """Say where a table is as long as it runs; ``folder`` holds its records. Only its owner can read the ``key``."""
    place = folder / FOLDER
    place.mkdir(parents=True, exist_ok=True)
    path = place / f"{os.getpid()}.json"
    announcement = _Announcement(os.getpid(), name, address, str(file.resolve()), key)
    # It may not be there with other rights.
    path.unlink(missing_ok=True)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as opened:
        opened.write(msgspec.json.encode(announcement))
    try:
        yield
    finally:
        path.unlink(missing_ok=True)


class TableProcesses:
    """The tables of this computer."""

    def __init__(self, folder: Path, here: Path) -> None:
        """``folder`` holds the records, ``here`` the files of tables."""
        self._folder = folder
        self._here = here
        self._started: dict[str, subprocess.Popen[bytes]] = {}
        """By the file of the table."""

    def files(self) -> list[str]:
        """Return the files of tables that can be started."""
        running = {table.id for table in self.summaries() if table.state != "ended"}
        return [path.name for path in sorted(self._here.glob("*table*.yaml")) if path.name not in running]

    def start(self, file: str) -> None:
        """Start the table of a file. Raises Problems."""
        path = self._here / file
        if not is_file_name(file) or not path.is_file():
            raise Problems([Problem("file", _("there is no such table file"))])
        running = self._started.get(file)
        if any(table.id == file and table.state != "ended" for table in self.summaries()):
            raise Problems([Problem("file", _("this table runs already"))])
        if running is not None:
            running.wait()
        self._folder.mkdir(parents=True, exist_ok=True)
        command = [
            sys.executable,
            "-m",
            "controller",
            "play",
            "--table",
            str(path),
            "--resume-unfinished",
            "--no-browser",
        ]
        with self._log(file).open("wb") as log:
            # A session of its own: it outlives the front door, and Ctrl-C there is not for it.
            self._started[file] = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True, cwd=self._here
            )

    def summaries(self) -> Iterator[TableSummary]:
        """Yield the tables that run, and those that were started here and have ended."""
        running: set[str] = set()
        for announcement in self._announcements():
            name = Path(announcement.file).name
            running.add(name)
            yield TableSummary(name, announcement.name, announcement.address, "running")
        for file, process in self._started.items():
            if file in running:
                continue
            if process.poll() is None:
                yield TableSummary(file, file, "", "starting")
            else:
                yield TableSummary(file, file, "", "ended", self._last_lines(file))

    def entry(self, file: str) -> str | None:
        """Return an address that opens the console of a running table in one browser, once; None if it does not run."""
        found = (each for each in self._announcements() if Path(each.file).name == file)
        table = next(found, None)
        if table is None:
            return None
        code = KeyRights(table.key or None, clock=time.monotonic).code()
        return f"{table.address}enter?code={code}" if code else f"{table.address}console"

    def _announcements(self) -> Iterator[_Announcement]:
        for path in sorted((self._folder / FOLDER).glob("*.json")):
            try:
                announcement = msgspec.json.decode(path.read_bytes(), type=_Announcement)
            except (OSError, msgspec.DecodeError):
                continue
            if _answers(announcement.address):
                yield announcement
            else:
                # It was killed: nobody else takes this away.
                path.unlink(missing_ok=True)

    def _log(self, file: str) -> Path:
        place = self._folder / FOLDER
        place.mkdir(parents=True, exist_ok=True)
        return place / f"{file}.log"

    def _last_lines(self, file: str) -> str:
        with contextlib.suppress(OSError):
            lines = self._log(file).read_text("utf-8", "replace").splitlines()
            # What only its own terminal should show stays there.
            return "\n".join(line for line in lines[-TOLD_LINES:] if "?key=" not in line)
        return ""


def _answers(address: str) -> bool:
    parts = urlsplit(address)
    try:
        socket.create_connection((parts.hostname or "", parts.port or 0), CONNECT_S).close()
    except OSError:
        return False
    return True
