"""Records as they are seen again: the views that screens were shown, step by step, made from the record alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from stat import S_ISREG

from boards.base.catalogue import Language
from boards.base.errors import Problem, Problems
from boards.base.message import _
from boards.mats import use_text
from controller.app.compose.kept_pictures import RecordedPictures
from controller.app.compose.task_art import task_svg
from controller.app.config.file_names import is_file_name
from controller.app.lobby.game_choice import title_of
from controller.console.front_door.messages import ReplayStep, ReplayView
from controller.games.game_registry import game_named
from controller.journal import read_record
from controller.table.core.phases import Phase
from controller.table.core.record.entries import (
    BegunAnew,
    DiceThrown,
    MovePlayed,
    PuzzleTakenUp,
    Recorded,
    RowPlayed,
    Undone,
)
from controller.table.core.record.entry_codec import decode_entries, header_of
from controller.table.core.record.fold import begin, fold
from controller.table.core.state import TableState
from controller.table.view.view import View
from controller.table.view.view_builder import view_of

_MEDIA: Mapping[str, str] = {".jpg": "image/jpeg", ".png": "image/png"}

_KINDS: Mapping[type, str] = {
    DiceThrown: "dice",
    MovePlayed: "move",
    RowPlayed: "row",
    Undone: "undo",
    PuzzleTakenUp: "again",
    BegunAnew: "again",
}
"""Entries that are steps of a replay."""


@dataclass(frozen=True)
class _Told:
    """A record that was read: its steps, and the table's state at each."""

    game: str
    steps: tuple[ReplayStep, ...]
    states: tuple[TableState, ...]
    entries: tuple[Recorded, ...]
    """Those of the steps."""
    pictures: RecordedPictures


class Replays:
    """The records of a folder, and perhaps some from elsewhere."""

    def __init__(self, folder: Path, others: Mapping[str, Path] | None = None) -> None:
        """``others``: further records by their ids."""
        self._folder = folder
        self._others = dict(others or {})

    def steps(self, record: str) -> ReplayView:
        """Return the steps of a record. Raises GolemError for one that is not there, or not whole."""
        told = self._told(record)
        return ReplayView(record, told.game, title_of(told.game), list(told.steps), list(told.pictures.cameras))

    def view(self, record: str, step: int) -> View:
        """Return what screens were shown after a step, 0 the start. Raises GolemError."""
        told = self._told(record)
        if not 0 <= step < len(told.states):
            raise Problems([Problem("step", _("this record has no such step"))])
        return view_of(game_named(told.game), told.states[step])

    def picture(self, record: str, step: int, camera: int) -> tuple[bytes, str] | None:
        """Return what a camera saw as a step had been played, and its media type; None if it was not kept.

        ``camera``: its place among those of :meth:`steps`. Raises GolemError.
        """
        told = self._told(record)
        if not (0 <= step < len(told.entries) and 0 <= camera < len(told.pictures.cameras)):
            return None
        entry = told.entries[step]
        # The end is the same moment as what was played last.
        following = next((one for one in told.entries[step + 1 :] if one is not entry), None)
        path = told.pictures.newest(told.pictures.cameras[camera], entry, following)
        try:
            return None if path is None else (path.read_bytes(), _MEDIA[path.suffix])
        except OSError:
            # Removed meanwhile, to make room.
            return None

    def task_svg(self, record: str, key: str, what: str, language: Language) -> str | None:
        """Return a drawing of the scenario or puzzle that was played, as SVG; None if there is none."""
        states = self._told(record).states
        drawn = (task_svg(state.header, state.game, key, what, language) for state in (states[-1], *states))
        return next((svg for svg in drawn if svg is not None), None)

    def _told(self, record: str) -> _Told:
        path = self._others.get(record, self._folder / f"{record}.jsonl")
        try:
            # Looked at once: it may be removed at any moment.
            stat = path.stat() if is_file_name(record) else None
        except OSError:
            stat = None
        if stat is None or not S_ISREG(stat.st_mode):
            raise Problems([Problem("record", _("there is no such record"))])
        return _read(path, stat.st_mtime_ns, stat.st_size)


@lru_cache(maxsize=8)
def _read(path: Path, _written: int, _size: int) -> _Told:
    """Return a record's steps; the same file is read once."""
    record = read_record(path)
    header = header_of(record)
    if header.mat_file:
        # A mat of one's own: the record has it, whatever became of the file.
        use_text(header.mat_file, header.mat)
    game = game_named(header.game)
    state = begin(game, header)
    steps, states = [ReplayStep("start", 0, 0, 0.0)], [state]
    acting = False
    entries = decode_entries(record.entries, path)
    played_s = 0.0
    of_steps = [entries[0]]
    for before, entry in pairwise(entries):
        # After a restart of the computer its clock begins anew.
        played_s += max(0.0, entry.time - before.time)
        state = fold(game, state, entry)
        kind = _KINDS.get(type(entry.content))
        played = not (isinstance(entry.content, DiceThrown) and entry.content.events is None)
        if kind is not None and played:
            newest = state.story[-1] if state.story else None
            number, row = (newest.round, newest.row) if newest else (0, 0)
            steps.append(ReplayStep(kind, number, row, round(played_s, 1)))
            states.append(state)
            of_steps.append(entry)
            acting = True
        elif acting and states[-1].phase.shown is Phase.ROW:
            # What a row costs is shown when it has been acted out.
            states[-1] = state
    if state.phase.shown is Phase.OVER:
        steps.append(ReplayStep("end", steps[-1].round, steps[-1].row, round(played_s, 1)))
        states.append(state)
        of_steps.append(of_steps[-1])
    return _Told(header.game, tuple(steps), tuple(states), tuple(of_steps), RecordedPictures(path, entries))
