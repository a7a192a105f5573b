"""A printed thing that is surely read."""

from __future__ import annotations

from dataclasses import dataclass

from boards.geometry import Pose
from boards.kit.printed_items import PrintedItem


@dataclass(frozen=True)
class RecognisedObject:
    """A printed thing that is surely read."""

    thing: PrintedItem
    pose: Pose
    """Of the thing's own origin, in the mat frame, at the height where it is printed."""
    markers: int
    """How many of its markers were read."""
