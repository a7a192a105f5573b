"""Reads the pictures of one camera: runs the stages one after the other, and keeps what they need from frame to frame.

The stages can be called one by one; docs/eye.md shows how.
"""

from __future__ import annotations

from boards.kit.kit import Kit
from boards.kit.thing_keys import MatKey
from calibration.camera_frames import Frame
from calibration.camera_model import CameraModel
from controller.vision.frame_context import FrameContext
from controller.vision.frame_reading import FrameReading, reading_of_table, reading_without_table
from controller.vision.markers.denoising import DenoisingDetector
from controller.vision.markers.detector import FAST, Detector, DetectorSettings
from controller.vision.markers.greyscale import Grey
from controller.vision.markers.marker_detection import detect_markers, detect_markers_closely
from controller.vision.objects.object_recognition import ObjectRecogniser, recognise_objects
from controller.vision.pose.camera_pose import PosedFrame, PoseState, solve_camera_pose
from controller.vision.pose.placement import place_markers
from controller.vision.scene import Trouble
from controller.vision.unread.explanation import Inspectors, explain_unread
from controller.vision.unread.picture_faults import CameraMoveDetector, FrozenFrameDetector, exposure_trouble
from controller.vision.unread.picture_quality import explain_missing_pose, picture_trouble


class Reader:
    """Reads the pictures of one camera. Belongs to the camera's thread."""

    def __init__(
        self,
        kit: Kit,
        mat_key: MatKey | None = None,
        model: CameraModel | None = None,
        settings: DetectorSettings = FAST,
        *,
        live: bool = True,
    ) -> None:
        """Prepare to read.

        ``mat_key`` None: whichever of the kit's mats is in view. ``model`` None: the lens is estimated from the
        table. ``live``: pictures are frames of one camera, in turn; pictures of a file or a folder need not be.
        """
        self._kit, self._mat_key, self._model, self._live = kit, mat_key, model, live
        self._finder = DenoisingDetector(settings, live=live)
        self._pose = PoseState()
        self._recogniser = ObjectRecogniser(kit)
        self._inspectors = Inspectors.of(live=live)
        self._frozen, self._bumps = FrozenFrameDetector(), CameraMoveDetector()
        self._detector = Detector(settings)

    def read(self, frame: Frame) -> FrameReading:
        """Read a picture. Raises :class:`calibration.lens_match.LensUnfit` if the lens is of another size."""
        context = FrameContext.of(frame.image, self._kit)
        trouble = self._frame_trouble(context.grey)
        context = detect_markers(context, self._finder)
        result = solve_camera_pose(context, self._mat_key, self._model, self._pose)
        if result.posed is None and not trouble and not context.noisy:
            context = detect_markers_closely(context)
            result = solve_camera_pose(context, self._mat_key, self._model, self._pose)
        self._pose = result.state if self._live else result.state.for_unrelated_picture()
        posed = result.posed
        if posed is None:
            # A black picture shows no mat: do not report that as well.
            trouble = trouble or [explain_missing_pose(context, result, self._detector, live=self._live)]
            return reading_without_table(frame, context.markers, trouble)
        placement = place_markers(posed.kit, posed.markers, posed.view)
        recognition = recognise_objects(posed, placement.placed, self._recogniser)
        unread = explain_unread(posed, placement, recognition, self._inspectors)
        if (found := picture_trouble(posed, placement.placed)) is not None:
            trouble.append(found)
        moved = self._camera_moved(posed)
        return reading_of_table(frame, posed, placement.placed, recognition, unread, trouble, camera_moved=moved)

    def _frame_trouble(self, grey: Grey) -> list[Trouble]:
        """Tell what is wrong with the camera or its exposure."""
        exposure = exposure_trouble(grey)
        frozen = self._live and self._frozen.frozen(grey)
        if exposure is not None:
            # An overexposed or black picture has no noise even if it is live.
            return [exposure]
        return [Trouble.FROZEN] if frozen else []

    def _camera_moved(self, posed: PosedFrame) -> bool:
        return self._live and self._bumps.moved(posed.mat.seen, posed.size[0])
