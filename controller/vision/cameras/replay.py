"""A recording as a camera: the mat in the pictures as it was, nothing around it."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from pathlib import Path

from boards.base.errors import Problem, Problems
from boards.base.reasons import Reason
from calibration.camera_frames import BadPicture, CameraMissing, FramesEnded, Image
from controller.vision.cameras.image_files import load_picture
from controller.vision.cameras.sources import PlainSource
from controller.vision.recording.crop import Crop
from controller.vision.recording.file_messages import FileReason
from controller.vision.recording.recording_store import Entry, read_index

MOST_PIXELS = 100_000_000
"""Largest picture that an index may claim, px."""


class RecordingSource(PlainSource):
    """A folder that a :class:`~controller.vision.recording.recorder.Recorder` wrote.

    A bad picture or line raises, and the next :meth:`read` goes on after it.
    """

    live = False

    def __init__(self, path: Path) -> None:
        self.name = str(path)
        self._path = path
        self._left: deque[Entry] = deque()
        self._wrong: deque[Problem] = deque()

    def open(self) -> None:
        """Read the recording's index. Raises CameraMissing."""
        try:
            entries, wrong = read_index(self._path)
        except Problems as problems:
            first = problems.problems[0]
            place = first.at.removeprefix(f"{self.name}/")
            raise CameraMissing(self.name, Problem(place, first.message).placed) from None
        if not entries:
            raise CameraMissing(self.name, FileReason.NOTHING_RECORDED())
        self._left, self._wrong = deque(_in_order(entries)), deque(wrong)

    def read(self) -> tuple[Image, str]:
        """Return the next picture, as large as the camera's. Raises BadPicture, CameraMissing, FramesEnded."""
        if self._wrong:
            wrong = self._wrong.popleft()
            raise BadPicture(wrong.at, Reason(wrong.code, wrong.message))
        if not self._left:
            raise FramesEnded(self.name)
        entry = self._left.popleft()
        path = self._path / entry.file
        image = load_picture(path)
        (x, y), (width, height) = entry.at, entry.size
        too_large = width * height > MOST_PIXELS
        if too_large or x + image.shape[1] > width or y + image.shape[0] > height or entry.fill > 255:
            raise BadPicture(str(path), FileReason.OUTSIDE(width=width, height=height))
        return Crop(image, entry.at, entry.size, entry.fill, entry.frame, entry.time).whole(), str(path)

    def close(self) -> None:
        """Do nothing: no file stays open."""
        self._left.clear()
        self._wrong.clear()


def _in_order(entries: Iterable[Entry]) -> list[Entry]:
    """Sort by session and time, each picture once.

    Pictures that turned out to belong to an event are written later, without loss.
    """
    best: dict[tuple[int, int], Entry] = {}
    for entry in sorted(entries, key=lambda entry: bool(entry.why)):
        best[entry.session, entry.frame] = entry
    return sorted(best.values(), key=lambda entry: (entry.session, entry.time, entry.frame))
