"""A picture with everything that was read in it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from calibration.camera_frames import Frame
from calibration.camera_model import View
from controller.vision.markers.detector import Markers
from controller.vision.objects.object_recognition import Recognition
from controller.vision.pose.camera_pose import PosedFrame
from controller.vision.pose.placement import PlacedMarker, to_pixels
from controller.vision.scene import Scene, Sighting, Trouble, Unread


@dataclass(frozen=True, eq=False)
class FrameReading:
    """A picture and what was found in it."""

    frame: Frame
    scene: Scene
    sightings: tuple[Sighting, ...]
    view: View | None
    """How mm and px go together; None while the mat is not in view."""


def reading_without_table(frame: Frame, markers: Markers, trouble: Iterable[Trouble]) -> FrameReading:
    """Report a picture in which the table's place is not known."""
    scene = Scene(frame.number, frame.time, _size(frame), None, (), (), tuple(dict.fromkeys(trouble)))
    return FrameReading(frame, scene, _sightings(markers, ()), None)


def reading_of_table(
    frame: Frame,
    posed: PosedFrame,
    placed: Sequence[PlacedMarker],
    recognition: Recognition,
    unread: Iterable[Unread],
    trouble: Iterable[Trouble],
    *,
    camera_moved: bool,
) -> FrameReading:
    """Put the results of all stages together; things sorted by key, unread items by where they are in the picture."""
    sure = posed.uncertainties([(item.pose, item.thing.height_mm) for item in recognition.read])
    things = [
        replace(seen, within_mm=place.mm, within_degrees=place.degrees)
        for seen, place in zip(recognition.seen(posed.view), sure, strict=True)
    ]
    scene = Scene(
        frame=frame.number,
        time=frame.time,
        size=_size(frame),
        mat=posed.mat.key,
        things=tuple(sorted(things, key=lambda seen: str(seen.thing))),
        unread=tuple(sorted(unread, key=lambda item: (item.outline[0].u, item.outline[0].v))),
        trouble=tuple(dict.fromkeys(trouble)),
        camera_moved=camera_moved,
    )
    return FrameReading(frame, scene, _sightings(posed.as_taken.markers, placed), posed.view)


def _size(frame: Frame) -> tuple[int, int]:
    return frame.image.shape[1], frame.image.shape[0]


def _sightings(markers: Markers, placed: Sequence[PlacedMarker]) -> tuple[Sighting, ...]:
    poses = {item.index: item.pose for item in placed}
    return tuple(
        Sighting(int(id_), (first, second, third, fourth), poses.get(index))
        for index, (id_, (first, second, third, fourth)) in enumerate(
            zip(markers.ids, map(to_pixels, markers.corners), strict=True)
        )
    )
