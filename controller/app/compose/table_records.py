"""The records of a table's folder, as its own page lists, hands out and replays them."""

from __future__ import annotations

from pathlib import Path

from controller.app.config.file_names import is_file_name
from controller.app.lobby.record_list import record_summaries
from controller.app.lobby.replays import Replays
from controller.console.front_door.messages import RecordSummary
from controller.table.core.actor import Table


class TableRecords(Replays):
    """A :class:`controller.console.record_routes.Records`: those beside the record of the game that is played."""

    def __init__(self, table: Table, path: Path) -> None:
        """``path``: of the record that is written now."""
        super().__init__(path.parent)
        self._table = table
        self._path = path

    def show(self, table: Table, path: Path) -> None:
        """Take another game as the one that is played."""
        self._table, self._path = table, path

    def summaries(self) -> list[RecordSummary]:
        """Return the newest, the newest first."""
        return list(record_summaries(self._path.parent, ()))

    def read(self, record: str) -> bytes | None:
        """Return a record as it stands in its file; None while its game goes on: it holds secret programs."""
        path = self._path.parent / f"{record}.jsonl"
        playing = path == self._path and self._table.latest().winners is None
        return None if playing or not is_file_name(record) or not path.is_file() else path.read_bytes()
