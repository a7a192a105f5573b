"""Open the cameras of a table: find them where needed, record them where asked for."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from boards.base.catalogue import Language, translate
from boards.base.message import Message, joined
from boards.base.reasons import Reason
from boards.kit.kit import Kit
from boards.kit.thing_keys import MatKey
from calibration.camera_frames import CameraError, CameraMissing
from calibration.lens_file import Calibration
from controller.app.config.camera_config import FOUND, CameraPlan, RecordPlan
from controller.app.config.measured_lens import check_lens, measured_lens, today
from controller.app.devices.camera_status import Listeners, WatchedCamera
from controller.table.view.view import View
from controller.vision.cameras.camera import Camera
from controller.vision.cameras.camera_messages import SourceReason
from controller.vision.cameras.device_names import named_cameras, stable_path
from controller.vision.cameras.threaded import WarningSink, ignore_warning
from controller.vision.frame_reading import FrameReading
from controller.vision.fusion.camera_reader import CameraReader
from controller.vision.fusion.multi_camera import AnyCameraReader, MultiCameraReader
from controller.vision.recording.recorder import Recorder
from controller.vision.recording.recording_store import RecordingStore
from controller.vision.unread.remedies import TROUBLE_ADVICE

MakeCamera = Callable[[str, tuple[int, int], WarningSink], Camera]

LOOK_S = 3.0
"""How long a camera may take to see the mat, when it is looked for."""

MEMORY = "camera-found"
"""The file beside the records that remembers which camera was found."""


@dataclass(frozen=True)
class CameraSetupPlan:
    """What to look at, and with what."""

    cameras: Sequence[CameraPlan]
    kit: Kit
    mat: MatKey
    folder: Path
    """Of the records: here a camera that was found is remembered."""
    record: RecordPlan | None = None
    language: Language = "en"
    latencies: Mapping[str, float] = field(default_factory=dict)
    """How late pictures come, as far as it was measured: seconds by a camera's address."""


@dataclass(frozen=True)
class OpenCameras:
    """An eye that looks, and what belongs to it."""

    eye: AnyCameraReader
    watched: tuple[WatchedCamera, ...]
    """Its cameras, for whoever tells people of them."""
    on_view: Callable[[View], None]
    """Has to hear the table's views, for the recording's sake."""


async def open_cameras(
    watch: CameraSetupPlan, make: MakeCamera, say: Callable[[str], None], stack: AsyncExitStack
) -> OpenCameras:
    """Open the cameras; the stack closes them. Raises CameraError, LensUnfit, Problems."""
    loop = asyncio.get_running_loop()

    def heard(said: Reason) -> None:
        say(translate(said.message, watch.language))

    recorders: list[Recorder] = []
    watched: list[WatchedCamera] = []
    eyes: list[CameraReader] = []
    for plan in watch.cameras:
        tap: Callable[[FrameReading], None] | None = None
        recorder: Recorder | None = None
        news = Listeners()
        if watch.record is not None:
            part = watch.record.folder / plan.called if plan.called else watch.record.folder
            store = RecordingStore(part, watch.record.limit // len(watch.cameras))
            recorder = Recorder(store, partial(_heard, loop, heard, news))
            # Closed after the camera: what it has taken is still written.
            stack.callback(recorder.close)
            recorders.append(recorder)
            tap = recorder.add
        at = await find_camera(watch, make, named_paths()) if plan.at == FOUND else plan.at
        lens = lens_of(plan, at, watch.language, say)
        camera = make(at, plan.size, heard)
        model = None if lens is None else lens.camera
        eye = CameraReader(
            camera, watch.kit, watch.mat, model, tap=tap, called=plan.called, lock_exposure=plan.lock_exposure
        )
        eyes.append(eye)
        watched.append(WatchedCamera(eye, recorder, lens, news))
    together: AnyCameraReader = eyes[0] if len(eyes) == 1 else MultiCameraReader(eyes)
    await together.open()
    stack.push_async_callback(together.close)
    for plan, one in zip(watch.cameras, watched, strict=True):
        if one.lens is not None and plan.lens is not None:
            await check_lens(one.eye, watch.kit, one.lens.camera, plan.lens, watch.language)
    return OpenCameras(together, tuple(watched), EventRecorder(recorders, loop.time).on_view)


def _heard(loop: asyncio.AbstractEventLoop, say: Callable[[Reason], None], news: Listeners, said: Reason) -> None:
    """Pass on a recorder's remark; called from the recorder's thread."""
    loop.call_soon_threadsafe(say, said)
    loop.call_soon_threadsafe(news.tell)


def lens_of(plan: CameraPlan, at: str, language: Language, say: Callable[[str], None]) -> Calibration | None:
    """Return the measured lens of the camera at ``at``; None if it is to be estimated from the table.

    ``say`` hears of a lens that was measured long ago. Raises Problems, and LensUnfit for the lens of another camera.
    """
    return None if plan.lens is None else measured_lens(plan.lens, at, language, today(), say)


class EventRecorder:
    """Tells recorders when something happens in the game."""

    def __init__(self, recorders: Sequence[Recorder], clock: Callable[[], float]) -> None:
        self._recorders = recorders
        self._clock = clock
        self._last: tuple[object, ...] = ()

    def on_view(self, view: View) -> None:
        """Note a new view: another phase, a row, a halt or a notice."""
        codes = tuple(notice.code for notice in view.notices)
        now = (view.phase, view.paused, codes)
        if now == self._last:
            return
        self._last = now
        why = " ".join((view.phase, *(["paused"] if view.paused else []), *codes))
        for recorder in self._recorders:
            recorder.event(why, self._clock())


def named_paths() -> tuple[str, ...]:
    """Where this computer's cameras are, each by a path that stays."""
    return tuple(dict.fromkeys(stable_path(camera.path) for camera in named_cameras()))


async def find_camera(watch: CameraSetupPlan, make: MakeCamera, candidates: Sequence[str]) -> str:
    """Return the first camera that sees the mat, the one of last time before all others; it is remembered.

    Raises CameraMissing, which tells what each of them sees.
    """
    memory = watch.folder / MEMORY
    last = memory.read_text(encoding="utf-8").strip() if memory.is_file() else ""
    ordered = sorted(candidates, key=lambda path: path != last)
    seen: list[Message] = []
    for path in ordered:
        said = await what_is_seen(make(path, watch.cameras[0].size, ignore_warning), watch)
        if said is None:
            watch.folder.mkdir(parents=True, exist_ok=True)
            memory.write_text(f"{path}\n", encoding="utf-8")
            return path
        seen.append(joined([path, said], ": "))
    told = joined(seen, "; ") if seen else SourceReason.NONE_HERE().message
    raise CameraMissing("auto", SourceReason.NO_MAT(seen=told))


async def what_is_seen(camera: Camera, watch: CameraSetupPlan) -> Message | None:
    """None if a camera sees the mat of this game; else what is the matter, in a few words."""
    eye = CameraReader(camera, watch.kit, watch.mat, lock_exposure=False)
    try:
        await eye.open()
        scene = await eye.settled(LOOK_S)
    except CameraError as error:
        return error.what
    finally:
        await eye.close()
    if scene.mat == watch.mat:
        return None
    troubles = [TROUBLE_ADVICE[trouble] for trouble in scene.trouble]
    return joined(troubles, " ") if troubles else SourceReason.NOT_AT_REST().message
