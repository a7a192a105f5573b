"""Encode and decode journal entries: the content of an entry to its kind and JSON values, and back.

What this version cannot read is told with its line, all at once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, get_args

import msgspec

from boards.base.errors import Problem, Problems
from boards.base.message import _
from boards.base.reasons import Reason, ReasonCode
from boards.base.struct_problems import misfit
from controller.journal import Entry, JournalDamaged, Record
from controller.table.core.record.entries import Content, Header, Recorded


class EntriesUnreadable(Problems):
    """Entries of a record whose content this version can't read; each with its line."""


def encode_content(content: Content) -> tuple[str, dict[str, Any]]:
    """Return the kind and the content as they stand in the file."""
    data: dict[str, Any] = msgspec.to_builtins(content)
    return str(data.pop("kind")).partition(":")[0], data


def decode_content(kind: str, data: Mapping[str, Any]) -> Content:
    """Return the content of an entry. Raises msgspec.ValidationError."""
    content: Content = msgspec.convert(_tagged(kind, data), Content)
    return content


def _tagged(kind: str, data: Mapping[str, Any]) -> dict[str, Any]:
    if kind == "command":
        kind = "command:ended" if "result" in data else "command:begun"
    return {**data, "kind": kind}


def decode_entries(entries: Sequence[Entry], path: Path | None = None) -> tuple[Recorded, ...]:
    """Return the contents of a journal's entries. Raises EntriesUnreadable with every line that can't be read."""
    read: list[Recorded] = []
    problems: list[Problem] = []
    for entry in entries:
        try:
            read.append(Recorded(entry.n, entry.time, decode_content(entry.kind, entry.data)))
        except msgspec.ValidationError as error:
            at = f"line {entry.n + 1}" if path is None else f"{path}:{entry.n + 1}"
            problems.append(Problem(at, _why(entry, error)))
    if problems:
        raise EntriesUnreadable(problems)
    return tuple(read)


def header_of(record: Record) -> Header:
    """Return what was settled before the game began. Raises JournalDamaged for a record of something else."""
    first = record.entries[0]
    try:
        header = decode_content(first.kind, first.data)
    except msgspec.ValidationError as error:
        why = misfit(_tagged(first.kind, first.data), Content, error)
        raise JournalDamaged(
            record.path, 1, _("this is no record of a game at the table ({reason})", reason=why)
        ) from None
    if not isinstance(header, Header):
        raise JournalDamaged(record.path, 1, _("this is no record of a game at the table: it does not begin with one"))
    return header


class EntryMistake(ReasonCode):
    """What is wrong with an entry of a record."""

    UNKNOWN_KIND = (
        "unknown-kind",
        _(
            "this version knows no entry of the kind {kind}. Nothing of the record is changed; read it with the "
            "version of golem that wrote it, or a newer one"
        ),
    )
    DIFFERS = (
        "differs",
        _(
            "the entry of the kind {kind} is not as it should be: {reason}. Nothing of the record is changed; read it "
            "with the version of golem that wrote it, or a newer one"
        ),
    )


_KINDS = frozenset(str(kind.__struct_config__.tag).partition(":")[0] for kind in get_args(Content))


def _why(entry: Entry, error: msgspec.ValidationError) -> Reason:
    shown = repr(entry.kind[:40])
    if entry.kind not in _KINDS:
        return EntryMistake.UNKNOWN_KIND(kind=shown)
    return EntryMistake.DIFFERS(kind=shown, reason=misfit(_tagged(entry.kind, entry.data), Content, error))
