"""What people are told of the cameras over their table: that pictures are kept, how the exposure and the lens are."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import date

from calibration.lens_file import Calibration
from controller.table.core.actor import Table
from controller.table.view.view import CameraView
from controller.vision.fusion.camera_reader import CameraReader
from controller.vision.recording.recorder import Recorder
from controller.vision.scene import Scene


@dataclass
class Listeners:
    """Calls whoever wants to hear that something is otherwise. Of the loop's thread."""

    listeners: list[Callable[[], None]] = field(default_factory=list)

    def tell(self) -> None:
        """Tell every listener."""
        for listener in tuple(self.listeners):
            listener()


@dataclass(frozen=True)
class WatchedCamera:
    """A camera that is open."""

    eye: CameraReader
    recorder: Recorder | None = None
    """What keeps its pictures, where somebody asked for it."""
    lens: Calibration | None = None
    """As it was measured; None: it is estimated from the table."""
    news: Listeners = field(default_factory=Listeners)
    """Of the recorder."""


def camera_view(watched: WatchedCamera, today: date) -> CameraView:
    """How a camera does just now."""
    lens, recorder, exposure = watched.lens, watched.recorder, watched.eye.exposure
    return CameraView(
        watched.eye.name,
        "" if recorder is None else "on" if recorder.running else "failed",
        "" if exposure is None else exposure.verdict.value,
        "estimated" if lens is None else "measured",
        None if lens is None else lens.camera.quality.rms_px,
        None if lens is None or lens.made is None else (today - lens.made).days,
    )


def report_cameras(watched: Sequence[WatchedCamera], table: Table, today: date) -> Callable[[], None]:
    """Tell the table which cameras watch it, now and at each change.

    Returns a function that ends it.
    """

    def tell() -> None:
        """Tell every listener."""
        now = tuple(camera_view(one, today) for one in watched)
        if now != table.latest().cameras:
            table.cameras_changed(now)

    def looked(_scene: Scene) -> None:
        tell()

    ends = [one.eye.on_scene(looked) for one in watched]
    for one in watched:
        one.news.listeners.append(tell)
    # A game that is gone on with may remember others.
    table.cameras_changed(tuple(camera_view(one, today) for one in watched))

    def end() -> None:
        for each in ends:
            each()
        for one in watched:
            one.news.listeners.remove(tell)

    return end
