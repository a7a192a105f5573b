"""Where the pictures of a game are kept: noted in its record as it begins, found again when it is seen again."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from boards.base.errors import Problems
from controller.app.compose.session import GameSession
from controller.app.devices.camera_status import WatchedCamera
from controller.table.core.record.entries import KeptPictures, PicturesKept, Recorded
from controller.table.core.record.entry_codec import encode_content
from controller.table.core.record.fold import fold
from controller.vision.recording.recording_store import Entry, read_index


def note_pictures(session: GameSession, watched: Sequence[WatchedCamera], now: float) -> GameSession:
    """Return the session with an entry that says where its pictures are kept; without one where none are.

    Folders are told from that of the record, so that both can be moved together. Raises JournalFailed.
    """
    beside = session.journal.path.parent
    kept = tuple(
        KeptPictures(one.eye.name, os.path.relpath(one.recorder.folder, beside), one.recorder.session)
        for one in watched
        if one.recorder is not None
    )
    if not kept:
        return session
    content = PicturesKept(kept)
    written = session.journal.append(*encode_content(content), now)
    return replace(session, state=fold(session.game, session.state, Recorded(written.n, written.time, content)))


@dataclass(frozen=True)
class _Span:
    """The part of a record that was written in one session of its pictures; after a restart time may begin anew."""

    first: int
    last: int
    """Numbers of its entries."""
    ends: float
    """When the last one was written, s."""
    kept: tuple[KeptPictures, ...]


class RecordedPictures:
    """The pictures that belong to a record, by camera."""

    def __init__(self, record: Path, entries: Sequence[Recorded]) -> None:
        """``entries``: of the whole record."""
        self._beside = record.parent
        noted = [entry for entry in entries if isinstance(entry.content, PicturesKept)]
        ends = [*(entry.n for entry in noted), len(entries)][1:]
        self._spans = [
            _Span(entry.n, end - 1, entries[end - 1].time, entry.content.cameras)
            for entry, end in zip(noted, ends, strict=False)
            if isinstance(entry.content, PicturesKept)
        ]
        self.cameras: tuple[str, ...] = tuple(dict.fromkeys(one.camera for span in self._spans for one in span.kept))
        """Whose pictures were kept."""

    def newest(self, camera: str, entry: Recorded, following: Recorded | None) -> Path | None:
        """Return the newest picture of a camera after an entry and before a later one; None if there is none."""
        span = next((span for span in self._spans if span.first <= entry.n <= span.last), None)
        if span is None:
            return None
        within = following is not None and following.n <= span.last
        found = [
            (picture.time, path)
            for picture, path in self._pictures(span, camera)
            if entry.time <= picture.time <= span.ends
            and not (within and following is not None and picture.time >= following.time)
        ]
        return max(found)[1] if found else None

    def _pictures(self, span: _Span, camera: str) -> Iterator[tuple[Entry, Path]]:
        """Yield a camera's pictures that are still there, with their files."""
        for kept in span.kept:
            folder = self._beside / kept.folder
            for picture in _index(folder) if kept.camera == camera else ():
                path = folder / picture.file
                if picture.session == kept.session and path.is_file():
                    yield picture, path


def _index(folder: Path) -> Sequence[Entry]:
    """Return the pictures of a recording; none if it was moved or removed."""
    try:
        return read_index(folder)[0]
    except Problems:
        return ()
