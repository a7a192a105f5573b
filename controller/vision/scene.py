"""The result of vision: things seen with their poses, things not surely read with the cause. Frozen values.

Vision knows printed things and their markers, no rules: what a card means for a program is decided in
`controller.table`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from boards.geometry import Pixel, Pose
from boards.kit.thing_keys import MatKey, ThingKey


@dataclass(frozen=True)
class Sighting:
    """One marker in one frame."""

    id: int
    corners: tuple[Pixel, Pixel, Pixel, Pixel]
    """Clockwise from the marker's own upper left corner, px."""
    pose: Pose | None
    """The marker's centre in the mat frame; None while the mat is not in view."""


@dataclass(frozen=True)
class Seen:
    """A printed thing that is surely read."""

    thing: ThingKey
    """Its key in the kit."""
    pose: Pose
    """The thing's own origin in the mat frame, at the height where it is printed."""
    outline: tuple[Pixel, ...]
    """Its printed outline in the frame, px."""
    markers: int
    """How many of its markers were read."""
    within_mm: float | None = field(default=None, compare=False)
    """In 95 of 100 cases it lies this near to its pose; None if nobody asked."""
    within_degrees: float | None = field(default=None, compare=False)


class Why(Enum):
    """Why something is not surely read. What to do about it is said by `controller.vision.unread.remedies`."""

    GLARE = "glare"
    COVERED = "covered"
    BLURRED = "blurred"
    SHAKEN = "shaken"
    DARK = "dark"
    TOO_SMALL = "too-small"
    CUT_OFF = "cut-off"
    DISAGREE = "disagree"
    DUPLICATE = "duplicate"
    UNKNOWN = "unknown"
    NOT_OURS = "not-ours"
    SCREEN = "screen"
    OTHER_DECK = "other-deck"
    MOVING = "moving"
    UNPLACED = "unplaced"
    COCKED = "cocked"
    BETWEEN_CELLS = "between-cells"
    CAMERAS = "cameras-disagree"


@dataclass(frozen=True)
class Unread:
    """Something that lies there but is not surely read. It never reaches a program."""

    why: Why
    outline: tuple[Pixel, ...]
    pose: Pose | None
    thing: ThingKey | None
    """What it may be, if a marker of it was read."""


class Trouble(Enum):
    """What is wrong with the picture as a whole."""

    BLACK = "black"
    OVEREXPOSED = "overexposed"
    FROZEN = "frozen"
    BLURRED = "blurred"
    DARK = "dark"
    NO_MAT = "no-mat"
    WARPED_MAT = "warped-mat"
    OTHER_MAT = "other-mat"
    TWO_MATS = "two-mats"
    MIRRORED = "mirrored"
    NEGATIVE = "negative"
    TOO_SMALL = "too-small"
    CAMERA_MOVED = "camera-moved"
    NO_FRAMES = "no-frames"
    WRONG_SCALE = "wrong-scale"


@dataclass(frozen=True)
class Scene:
    """What lies on the table, from one frame or from several of a table at rest."""

    frame: int
    """Sequence number of the newest frame that went in."""
    time: float
    """Of that frame, on the event loop's clock, s."""
    size: tuple[int, int]
    """Width and height of the frame, px."""
    mat: MatKey | None
    """The mat in view."""
    things: tuple[Seen, ...]
    """Sorted by the text form of their keys."""
    unread: tuple[Unread, ...]
    trouble: tuple[Trouble, ...]
    camera_moved: bool = False
    """The mat moved in the picture since the frame before, or (if settled) since the vote before.

    The camera was bumped, or the mat pushed. Places on the table are right all the same.
    """
    settled: bool = False
    """True when the things were voted over several frames at rest."""
    blind: tuple[str, ...] = ()
    """Of several cameras, those that show nothing just now. Without trouble: the others see all that matters."""

    def find(self, thing: ThingKey) -> Seen | None:
        """Return the thing with this key; None if it was not read."""
        return next((seen for seen in self.things if seen.thing == thing), None)
