"""What the stages of reading know of one picture.

The stages are functions that take a frozen context and return what they found::

detect_markers -> solve_camera_pose -> place_markers -> recognise_objects -> explain_unread

What is kept from one frame of a camera to the next is passed to a stage explicitly; without it, a stage sees the
picture alone.
"""

from __future__ import annotations

from dataclasses import dataclass

from boards.kit.kit import Kit
from calibration.camera_frames import Image
from controller.vision.markers.denoising import NOISY_LEVELS
from controller.vision.markers.detector import NO_MARKERS, Markers
from controller.vision.markers.greyscale import Grey, to_grey


@dataclass(frozen=True, eq=False)
class FrameContext:
    """One picture, the kit of printed things that may be in it, and its markers once they are detected."""

    image: Image
    """H x W x 3, uint8, blue-green-red."""
    grey: Grey
    """H x W, uint8."""
    kit: Kit
    markers: Markers = NO_MARKERS
    noise: float = 0.0
    """Standard deviation, grey levels."""

    @classmethod
    def of(cls, image: Image, kit: Kit) -> FrameContext:
        """Begin with a picture (H x W x 3, uint8, blue-green-red)."""
        return cls(image, to_grey(image), kit)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height, px."""
        return self.image.shape[1], self.image.shape[0]

    @property
    def noisy(self) -> bool:
        """Whether there is so much noise that the picture was smoothed for detection."""
        return self.noise > NOISY_LEVELS
