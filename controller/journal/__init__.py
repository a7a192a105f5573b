"""The append-only record of a game: verify, replay, resume, undo."""

from controller.journal.group_commit import GroupCommit
from controller.journal.journal_reader import (
    LARGEST,
    Entry,
    JournalDamaged,
    JournalFailed,
    JournalInUse,
    Record,
    read_record,
)
from controller.journal.journal_writer import Journal

__all__ = [
    "LARGEST",
    "Entry",
    "GroupCommit",
    "Journal",
    "JournalDamaged",
    "JournalFailed",
    "JournalInUse",
    "Record",
    "read_record",
]
