"""One picture in, what it shows out. The steps: markers, mat and lens, places, things, what is left over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from boards.geometry import Pixel, Pose
from boards.kit.kit import CARD_MM, Kit
from boards.kit.marker_plan import CARD_MARKER_MM, MODULES
from calibration.camera_frames import Frame, Image
from calibration.camera_model import CameraModel, Floats, View
from calibration.lens_match import LensUnfit, foreign
from controller.vision.markers.denoising import GRAINY, SteadyFinder, too_grainy
from controller.vision.markers.detector import FAST, Detector, DetectorSettings, Markers
from controller.vision.markers.greyscale import Grey, grey_of
from controller.vision.markers.image_patches import sides_px
from controller.vision.markers.shadow_edges import out_of_shadow
from controller.vision.objects.card_faces import CardFaces
from controller.vision.objects.object_recognition import Findings, ThingReader
from controller.vision.pose.placement import Placed, as_pixels, place_markers
from controller.vision.pose.print_scale import wrong_scale
from controller.vision.pose.rolling_shutter import ImageShear
from controller.vision.pose.table_plane import (
    FEWEST_MARKERS,
    MatInView,
    estimate_camera,
    find_mat,
    shear_of,
    solve_table,
    surely_placed,
)
from controller.vision.pose.table_pose import PoseSolution
from controller.vision.scene import Scene, Sighting, Trouble, Unread, Why
from controller.vision.unread.marker_remnants import figures, unread_cards, unread_tokens
from controller.vision.unread.mat_field import FieldWatch
from controller.vision.unread.occlusion import BLURRED_MODULES, HOPELESS_MODULES, marker_side_px
from controller.vision.unread.outlines import area_of, inside, middle_of
from controller.vision.unread.picture_causes import by_picture
from controller.vision.unread.picture_faults import BumpWatch, FrozenWatch, exposure_trouble, looks_blurred
from controller.vision.unread.sharpness import Softness
from controller.vision.unread.unread_items import Remains

MOST_STRANGERS = 12
"""Markers of other games that are reported in one picture."""


HOPELESS_SIDE_PX = 12.0
"""Below this side no card's marker can be read."""

ENLARGED = 3.0
"""Where no mat is found, it is looked for in a picture this many times larger: is it too small, or not there?"""
LARGEST_ENLARGED = 1_000_000
"""px; in a larger picture a mat that is too small is a mere spot."""


@dataclass(frozen=True, eq=False)
class Look:
    """A picture and what was found in it."""

    frame: Frame
    scene: Scene
    sightings: tuple[Sighting, ...]
    view: View | None
    """How mm and px go together; None while the mat is not in view."""


class Reader:
    """Reads the pictures of one camera. Keeps the lens it has estimated; belongs to the camera's thread."""

    def __init__(
        self,
        kit: Kit,
        mat_key: str | None = None,
        model: CameraModel | None = None,
        settings: DetectorSettings = FAST,
        *,
        live: bool = True,
    ) -> None:
        self._kit = kit
        self._mat_key = mat_key
        self._model = model
        self._guess: tuple[CameraModel, int] | None = None
        self._last: View | None = None
        self._sway: ImageShear | None = None
        # Frames of a camera follow each other; pictures of a file or a folder need not.
        self._finder = SteadyFinder(settings, live=live)
        self._things = ThingReader(CardFaces(kit))
        self._remains = Remains(live=live)
        self._field = FieldWatch(live=live)
        self._frozen = FrozenWatch()
        self._bumps = BumpWatch()
        # For pictures in which no mat is found, and which are made larger.
        self._larger = Detector(settings)
        self._live = live
        # Robots are placed to a part of a millimetre, by these: of the mat, and of what stands on it.
        self._measured_by = [
            marker.id
            for thing in kit.things.values()
            if thing.kind == "mat" or thing.height_mm > 0
            for marker in thing.markers
        ]

    def read(self, frame: Frame) -> Look:
        """What the picture shows. Raises :class:`calibration.lens_match.LensUnfit` if the lens is of another size."""
        grey = grey_of(frame.image)
        trouble = self._picture_trouble(grey)
        markers = self._markers(grey)
        table, other_mat = find_mat(markers, self._mat_key, self._kit)
        pose, shear = self._pose(frame, markers, table) if table is not None else (None, None)
        self._last = None if pose is None else pose.view
        if table is None or pose is None:
            # A black picture shows no mat: that is no second trouble.
            trouble = trouble or [self._why_no_table(grey, markers, table, other_mat)]
            return _look(frame, markers, (), None, None, Findings(), trouble)
        image, stilled = frame.image, markers
        if shear is not None:
            # All is read as a camera at rest would have seen it; the frame stays as it was taken.
            image, table = shear.stilled_picture(image), table.stilled(shear)
            grey, stilled = grey_of(image), replace(markers, corners=shear.stilled(markers.corners))
        joint = surely_placed(pose, stilled, table, self._kit)
        view = pose.view if joint is None else joint.view
        placed, strangers = place_markers(self._kit, stilled, view)
        blur = _blur_modules(stilled, _px_per_mm(view))
        findings = self._things.read(grey, view, placed, blur)
        if joint is not None:
            findings.forget_unsure(view, joint)
        findings.read.append((self._kit.things[table.key], _ORIGIN, len(table.seen)))
        self._add_left_over(findings, image, view, table.key, blur)
        if _soft_at_mat(stilled, table) and self._finder.grain <= GRAINY:
            _add_figures(findings, grey, view, stilled, table)
        if findings.unread:
            softness, grainy = _softness(grey, placed), self._finder.grain > GRAINY
            findings.unread = [
                by_picture(item, softness, _module_px(view, item), grainy=grainy, swayed=shear is not None)
                for item in findings.unread
            ]
        for marker in pose.rejected:
            # The sheet is folded or pushed there; the other corners say where the table is.
            findings.unread.append(Unread(Why.DISAGREE, as_pixels(table.seen[marker]), None, table.key))
        for index in strangers[:MOST_STRANGERS]:
            findings.unread.append(Unread(Why.UNKNOWN, as_pixels(markers.corners[index]), None, None))
        if CARD_MARKER_MM * _px_per_mm(view) < HOPELESS_SIDE_PX:
            trouble.append(Trouble.TOO_SMALL)
        elif too_grainy(grey, self._finder.grain, np.array([*table.seen.values()])):
            trouble.append(Trouble.DARK)
        elif blur > HOPELESS_MODULES:
            trouble.append(Trouble.BLURRED)
        elif blur < BLURRED_MODULES and wrong_scale(placed):
            trouble.append(Trouble.WRONG_SCALE)
        moved = self._live and self._bumps.moved(table.seen, frame.image.shape[1])
        return _look(frame, markers, placed, view, table.key, findings, trouble, camera_moved=moved)

    def _add_left_over(self, findings: Findings, image: Image, view: View, mat_key: str, blur_modules: float) -> None:
        """What lies in trays' lanes or on the mat's cells, and was not read."""
        trays = [(thing.key, pose) for thing, pose, _markers in findings.read if thing.kind == "tray"]
        read = [(thing.key, pose) for thing, pose, _markers in findings.read]
        left_over = self._remains.look(image, view, trays, read, blur_modules, self._finder.grain)
        if self._finder.grain <= GRAINY:
            lying = [(thing, pose) for thing, pose, _markers in findings.read if thing.kind not in ("mat", "tray")]
            left_over += self._field.look(image, view, self._kit, mat_key, lying)
        findings.unread += [item for item in left_over if not _known(item, findings.unread, view)]

    def _why_no_table(self, grey: Grey, markers: Markers, table: MatInView | None, other_mat: bool) -> Trouble:
        if other_mat:
            return Trouble.OTHER_MAT
        if too_grainy(grey, self._finder.grain, np.zeros((0, 4, 2))):
            return Trouble.DARK
        soft = table is not None and _blur_modules(markers, _mat_px_per_mm(table)) > HOPELESS_MODULES
        if soft or looks_blurred(grey):
            return Trouble.BLURRED
        if table is not None and len(table.seen) > FEWEST_MARKERS:
            return Trouble.WARPED_MAT
        if grey.size <= LARGEST_ENLARGED:
            size = (round(grey.shape[1] * ENLARGED), round(grey.shape[0] * ENLARGED))
            larger = np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_CUBIC), np.uint8)
            if find_mat(self._larger.detect(larger), None, self._kit)[0] is not None:
                return Trouble.TOO_SMALL
        return Trouble.NO_MAT

    def _markers(self, grey: Grey) -> Markers:
        """All that are found; those that say where robots are, with corners that shadows do not move."""
        markers = self._finder.detect(grey)
        if self._finder.grain > GRAINY:
            return markers
        return out_of_shadow(grey, markers, np.flatnonzero(np.isin(markers.ids, self._measured_by)))

    def _picture_trouble(self, grey: Grey) -> list[Trouble]:
        exposure = exposure_trouble(grey)
        frozen = self._live and self._frozen.frozen(grey)
        if exposure is not None:
            # Burnt out or black, a live picture has no noise either.
            return [exposure]
        return [Trouble.FROZEN] if frozen else []

    def _pose(self, frame: Frame, markers: Markers, table: MatInView) -> tuple[PoseSolution | None, ImageShear | None]:
        """Where the camera hangs, and how it swayed while it took this picture."""
        size = (frame.image.shape[1], frame.image.shape[0])
        camera = self._camera(size, markers, table)
        # Only the frame before says where a camera still hangs.
        last = self._last if self._live else None
        pose = solve_table(camera, table, last)
        shear, before = shear_of(camera, table, pose), self._sway
        self._sway = shear
        if shear is None or (self._live and before is not None and shear.like(before)):
            return pose, None
        return solve_table(camera, table.stilled(shear), last), shear

    def _camera(self, size: tuple[int, int], markers: Markers, table: MatInView) -> CameraModel:
        if self._model is not None:
            if self._model.size != size:
                raise LensUnfit(foreign("", self._model, "", "", size))
            return self._model
        known = self._guess
        trays = sum(1 for marker in markers.ids if any("tray" in key for key in self._kit.marker_owner(int(marker))))
        # A picture that shows more says more about the lens.
        if known is None or known[0].size != size or trays + len(table.seen) > known[1]:
            self._guess = estimate_camera(size, markers, table, self._kit)
        assert self._guess is not None
        return self._guess[0]


ROOM_FOR_ANOTHER = 1.35
"""What is so many times larger than the unread cards that are known to be there hides something else as well."""

SOFT_MODULES = 0.32
"""A blur of a mat's marker in modules of a card's: where it is more, cards may be lost with their trays."""

_LARGEST = 4
_SOFTNESS_TO_BLUR = 1.3
"""The edge fit looks at the steep part of an edge only; measured on rendered markers of 0.8 to 3 px blur."""
_ORIGIN = Pose(0.0, 0.0, 0.0)


def _known(left_over: Unread, unread: list[Unread], view: View) -> bool:
    """Whether it is something that is already known to be unread, and has not room for another card besides."""
    middle = middle_of(left_over.outline)
    known = [
        item for item in unread if inside(middle_of(item.outline), left_over.outline) or inside(middle, item.outline)
    ]
    if not known or left_over.pose is None:
        return bool(known)
    card_px = CARD_MM[0] * CARD_MM[1] * (marker_side_px(view, left_over.pose.point) / CARD_MARKER_MM) ** 2
    return area_of(left_over.outline) < ROOM_FOR_ANOTHER * len(known) * card_px


def _soft_at_mat(markers: Markers, table: MatInView) -> bool:
    """Whether some of the mat's markers are so soft that a card beside it may not be read, and its tray neither."""
    softness = markers.softness[np.isin(markers.ids, list(table.seen))]
    if not np.isfinite(softness).any():
        return False
    module_px = CARD_MARKER_MM / MODULES * _mat_px_per_mm(table)
    return _SOFTNESS_TO_BLUR * float(np.nanmax(softness)) > SOFT_MODULES * module_px


def _add_figures(findings: Findings, grey: Grey, view: View, markers: Markers, table: MatInView) -> None:
    """Cards beside the sheets, and tokens, of which markers are to be seen that are too soft to be read."""
    found = figures(grey, markers.corners)
    seen = findings.seen(view)
    sheets = [item.outline for item in seen if item.thing.startswith(("mat:", "tray:"))]
    others = [item.outline for item in seen if item.outline not in sheets] + [item.outline for item in findings.unread]
    alone = _outside(found, others)
    findings.unread += [*unread_cards(view, _outside(alone, sheets)), *unread_tokens(view, alone, table.key)]


def _outside(quads: Floats, outlines: Sequence[tuple[Pixel, ...]]) -> Floats:
    """Those (N x 4 x 2 px) whose middle is in none of the outlines."""
    free = [not any(inside(middle, outline) for outline in outlines) for middle in as_pixels(quads.mean(axis=1))]
    return np.asarray(quads[np.array(free, np.bool_)])


def _blur_modules(markers: Markers, px_per_mm: float) -> float:
    """The picture's blur (one standard deviation) in modules of a card's marker, from the largest markers' edges."""
    edges = markers.softness[np.argsort(-sides_px(markers.corners))[:_LARGEST]]
    if not np.isfinite(edges).any():
        return 0.0
    return _SOFTNESS_TO_BLUR * float(np.nanmedian(edges)) / (CARD_MARKER_MM / MODULES * px_per_mm)


def _softness(grey: Grey, placed: Sequence[Placed]) -> Softness:
    """By what lies on the table: golems may drive."""
    still = [item.corners_px for item in placed if item.thing.height_mm == 0.0]
    return Softness.measured(grey, np.array(still).reshape(-1, 4, 2))


def _module_px(view: View, item: Unread) -> float:
    """Of a card's marker where something lies; in the picture's middle, if that is not known."""
    side = CARD_MARKER_MM * _px_per_mm(view) if item.pose is None else marker_side_px(view, item.pose.point)
    return side / MODULES


def _px_per_mm(view: View) -> float:
    return view.camera.focal[0] / float(np.linalg.norm(view.position))


def _mat_px_per_mm(table: MatInView) -> float:
    """As large as its markers are seen, where the camera's place is not known."""
    sides = [
        float(sides_px(table.seen[marker.id][None])[0]) / marker.side_mm
        for marker in table.printed
        if marker.id in table.seen
    ]
    return sum(sides) / len(sides)


def _look(
    frame: Frame,
    markers: Markers,
    placed: tuple[Placed, ...],
    view: View | None,
    mat_key: str | None,
    findings: Findings,
    trouble: list[Trouble],
    *,
    camera_moved: bool = False,
) -> Look:
    size = (frame.image.shape[1], frame.image.shape[0])
    scene = Scene(
        frame=frame.number,
        time=frame.time,
        size=size,
        mat=mat_key,
        things=() if view is None else tuple(sorted(findings.seen(view), key=lambda seen: seen.thing)),
        unread=tuple(sorted(findings.unread, key=lambda item: (item.outline[0].u, item.outline[0].v))),
        trouble=tuple(dict.fromkeys(trouble)),
        camera_moved=camera_moved,
    )
    poses = {item.index: item.pose for item in placed}
    sightings = tuple(_sighting(markers, index, poses.get(index)) for index in range(len(markers)))
    return Look(frame, scene, sightings, view)


def _sighting(markers: Markers, index: int, pose: Pose | None) -> Sighting:
    first, second, third, fourth = as_pixels(markers.corners[index])
    return Sighting(int(markers.ids[index]), (first, second, third, fourth), pose)
