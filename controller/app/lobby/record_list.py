"""The records of a folder, as the front door lists them: which game, how far, over or not."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import lru_cache
from pathlib import Path

from msgspec import structs

from boards.base.catalogue import translate_all
from boards.base.errors import GolemError
from controller.app.lobby.game_choice import title_of
from controller.console.front_door.messages import RecordSummary
from controller.journal import read_record
from controller.table.core.phases import Signal
from controller.table.core.record.entry_codec import header_of

MOST_RECORDS = 60
"""The newest; whoever has more looks into the folder."""


def record_summaries(folder: Path, open_now: Collection[str]) -> Iterator[RecordSummary]:
    """Yield the newest records, the newest first; those of open games are marked."""
    found: list[tuple[float, int, Path]] = []
    for path in folder.glob("*.jsonl"):
        try:
            size_of = path.stat()
        except OSError:
            # It has gone since the folder was listed.
            continue
        found.append((size_of.st_mtime, size_of.st_size, path))
    for written, size, path in sorted(found, reverse=True)[:MOST_RECORDS]:
        told = _summary(path, written, size)
        yield structs.replace(told, open=True) if path.stem in open_now else told


@lru_cache(maxsize=256)
def _summary(path: Path, written: float, _size: int) -> RecordSummary:
    """Return what a record holds; the same file is read once."""
    try:
        record = read_record(path)
        header = header_of(record)
    except GolemError as error:
        problem = dict(translate_all(error.message))
        return RecordSummary(path.stem, "", {"en": path.stem}, written, 0, False, False, problem)
    kinds = [entry.kind for entry in record.entries]
    ended = [
        entry.n for entry in record.entries if entry.kind == "signal" and entry.data["signal"] == Signal.ENDED.value
    ]
    gone_on = [entry.n for entry in record.entries if entry.kind in ("undo", "recharge", "taken-up", "anew")]
    return RecordSummary(
        id=path.stem,
        game=header.game,
        title=title_of(header.game),
        written=written,
        steps=sum(kind in ("row", "move") for kind in kinds),
        over=bool(ended) and max(ended) > max(gone_on, default=-1),
        screen=header.cards == "screen" or not header.mat,
        names=list((header.names or {}).values()),
    )
