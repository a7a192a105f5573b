"""Set the exposure by the markers: their black and white must be told apart, whatever else is in the picture.

A camera's own automatic exposure goes by the whole scene: a dark table makes it overexpose the paper, and a hand makes
every level jump. So exposure is set until the markers' paper is bright and not overexposed, and left alone. What a
driver claims is not trusted: the markers' levels in the pictures tell whether it obeys.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum

import numpy as np

from boards.kit.marker_plan import MODULES
from calibration.camera_frames import ExposureControl, Frame, Image
from calibration.camera_model import Floats
from controller.vision.frame_reading import FrameReading
from controller.vision.markers.greyscale import LINEAR
from controller.vision.scene import Trouble

WHITE = 200.0
"""Wanted grey level of the markers' paper: bright, with room for a lamp's reflection."""
GOOD_WHITE = (170.0, 228.0)
"""Grey levels that are not adjusted..."""
STILL_GOOD_WHITE = (145.0, 242.0)
"""...and within which a settled exposure is left alone."""
BURNT = 250.0
"""Grey level from which the brightness is not known."""

PATIENCE_FRAMES = 10
"""Frames with wrong levels after which a lamp was switched; a hand's shadow passes sooner."""
WAIT_FRAMES = 4
"""Largest number of pictures between a setting and its effect."""
MOST_AT_ONCE = 4.0
"""Largest factor of light in one step."""
STEP = 1.04
"""Settings nearer than this ratio are the same."""
MOVED = 0.25
"""Least share of the requested change (as a ratio's logarithm) that must be seen; drivers round."""
FAR = 1.9
"""Factor that is too large to be a driver's rounding."""
STRIKES = 3
"""Settings without effect after which a driver does not obey."""


@dataclass(frozen=True)
class Levels:
    """Grey levels of markers, 0 to 255."""

    black: float
    white: float

    @property
    def light(self) -> float:
        """Linear light of the white, as a share of what the sensor can hold."""
        return float(LINEAR[int(np.clip(round(self.white), 1, 255))])


class Verdict(Enum):
    """How the setting of an exposure goes."""

    ADJUSTING = "adjusting"
    SETTLED = "settled"
    TOO_DARK = "too-dark"
    """Even at the longest exposure that does not blur golems."""
    TOO_BRIGHT = "too-bright"
    """Even at the shortest."""
    IGNORED = "ignored"
    """The driver does not obey."""


@dataclass(frozen=True)
class ExposureState:
    """The state of the exposure control. A value, changed by :func:`next_exposure` only."""

    verdict: Verdict = Verdict.ADJUSTING
    levels: Levels | None = None
    """Measured last."""
    value: float | None = None
    """The value asked for last; None: nothing yet."""
    before: tuple[float, float] | None = None
    """Value and light before that."""
    first: tuple[float, float] | None = None
    """Value and light at the start."""
    dark: float = 0.0
    """The largest value that is known to be too dark..."""
    bright: float = math.inf
    """...and the smallest that is too bright."""
    wait: int = 0
    off: int = 0
    strikes: int = 0


def next_exposure(
    now: ExposureState, levels: Levels, at: float, low: float, high: float
) -> tuple[ExposureState, float | None]:
    """Return the next state, and the value to set now (None: none).

    ``levels`` are those of the newest picture, ``at`` is the value that the driver says, ``low`` and ``high`` are its
    limits; values are proportional to light.
    """
    now = replace(now, levels=levels)
    if now.wait > 0:
        return replace(now, wait=now.wait - 1), None
    if now.value is None:
        # Keep what the automatic exposure has found, if it is good; at least it is no longer automatic.
        return _ask(now, levels, min(high, max(low, at)))
    if now.verdict is Verdict.IGNORED:
        return now, None
    if now.verdict is not Verdict.ADJUSTING:
        return _watched(now, levels)
    if GOOD_WHITE[0] <= levels.white <= GOOD_WHITE[1]:
        return replace(now, verdict=Verdict.SETTLED, off=0), None
    now = _judged(now, levels)
    if now.verdict is Verdict.IGNORED:
        return now, None
    bracketed = _bracketed(now, levels)
    wanted = _wanted(bracketed, levels, low, high)
    if now.strikes == 0 and bracketed.dark * STEP >= bracketed.bright:
        # The driver knows no value between: the nearer one of the two it is.
        return replace(bracketed, verdict=Verdict.SETTLED, off=0), None
    if wanted == now.value:
        return replace(bracketed, verdict=_at_the_end(bracketed, levels), off=0), None
    return _ask(bracketed, levels, wanted)


def _at_the_end(now: ExposureState, levels: Levels) -> Verdict:
    """Conclude when no value is left to ask for: if nothing asked for had an effect, the driver does not obey."""
    if now.strikes and now.first is not None and now.value is not None:
        value, light = now.first
        asked = math.log(now.value / value)
        if abs(asked) >= math.log(FAR) and math.log(levels.light / light) / asked < MOVED:
            return Verdict.IGNORED
    return Verdict.TOO_DARK if levels.white < WHITE else Verdict.TOO_BRIGHT


def _ask(now: ExposureState, levels: Levels, value: float) -> tuple[ExposureState, float]:
    before = None if now.value is None else (now.value, levels.light)
    now = replace(now, verdict=Verdict.ADJUSTING, value=value, before=before, first=now.first or before)
    return replace(now, wait=WAIT_FRAMES), value


def _watched(now: ExposureState, levels: Levels) -> tuple[ExposureState, None]:
    """Watch a settled exposure, and begin again when the room's light has changed for good."""
    low, high = STILL_GOOD_WHITE
    if now.verdict is Verdict.TOO_DARK:
        off = levels.white > GOOD_WHITE[1]
    elif now.verdict is Verdict.TOO_BRIGHT:
        off = levels.white < GOOD_WHITE[0]
    else:
        off = not low <= levels.white <= high
    if not off:
        return replace(now, off=0), None
    if now.off + 1 < PATIENCE_FRAMES:
        return replace(now, off=now.off + 1), None
    return ExposureState(levels=levels, value=now.value), None


def _judged(now: ExposureState, levels: Levels) -> ExposureState:
    """Tell whether the last setting had an effect."""
    if now.before is None or now.value is None or now.value == now.before[0]:
        return now
    value, light = now.before
    if levels.white >= BURNT and light >= float(LINEAR[int(BURNT)]):
        return now
    asked = math.log(now.value / value)
    seen = math.log(levels.light / light)
    if seen / asked >= MOVED:
        return replace(now, strikes=0)
    strikes = now.strikes + 1
    return replace(now, strikes=strikes, verdict=Verdict.IGNORED if strikes >= STRIKES else now.verdict)


def _bracketed(now: ExposureState, levels: Levels) -> ExposureState:
    assert now.value is not None
    if levels.white < WHITE:
        return replace(now, dark=max(now.dark, now.value), bright=now.bright if now.bright > now.value else math.inf)
    return replace(now, bright=min(now.bright, now.value), dark=now.dark if now.dark < now.value else 0.0)


def _wanted(now: ExposureState, levels: Levels, low: float, high: float) -> float:
    assert now.value is not None
    target = float(LINEAR[int(WHITE)])
    ratio = 1 / MOST_AT_ONCE if levels.white >= BURNT else target / levels.light
    # Small steps may be rounded away: a driver that did not move is asked for more.
    ratio = min(MOST_AT_ONCE, max(1 / MOST_AT_ONCE, ratio ** (1 + now.strikes)))
    value = min(high, max(low, now.value * ratio))
    if not now.dark < value < now.bright and now.dark > 0.0 and math.isfinite(now.bright):
        value = math.sqrt(now.dark * now.bright)
    return value


# Measuring

_RING = 0.5 / MODULES
_QUIET = 0.6 / MODULES
_ALONG = np.linspace(0.15, 0.85, 6)


def _around(inset: float) -> Floats:
    """Return places along the four sides of a unit square, this far inside."""
    near, far = np.full_like(_ALONG, inset), np.full_like(_ALONG, 1 - inset)
    sides = [(near, _ALONG), (far, _ALONG), (_ALONG, near), (_ALONG, far)]
    return np.concatenate([np.stack(side, axis=1) for side in sides])


_BLACK, _WHITE = _around(_RING), _around(-_QUIET)


def levels_of(image: Image, corners: Floats) -> Levels | None:
    """Measure the levels of markers (N x 4 x 2 px): the median of their borders, the brightest of their paper."""
    if not len(corners):
        return None
    black, white = (np.median(_sampled(image, corners, places), axis=1) for places in (_BLACK, _WHITE))
    return Levels(float(np.median(black)), float(np.percentile(white, 90)))


def _sampled(image: Image, corners: Floats, places: Floats) -> Floats:
    """Sample grey levels (N x P) at places of the unit square that has these corners."""
    u, v = places[:, 0], places[:, 1]
    shares = np.stack([(1 - u) * (1 - v), u * (1 - v), u * v, (1 - u) * v], axis=1)
    at = np.rint(np.einsum("pk,nkc->npc", shares, corners)).astype(np.int64)
    x, y = np.clip(at[..., 0], 0, image.shape[1] - 1), np.clip(at[..., 1], 0, image.shape[0] - 1)
    return np.asarray(image[y, x] @ np.array([0.114, 0.587, 0.299]), np.float64)


class ExposureController:
    """The work of a camera: reads its frames, and sets its exposure by what was read. In the camera's thread."""

    def __init__(
        self, read: Callable[[Frame], FrameReading], exposure_control: Callable[[], ExposureControl | None]
    ) -> None:
        """``exposure_control``: the open camera's, None if it has none."""
        self._read = read
        self._exposure_control = exposure_control
        self._state = ExposureState()

    @property
    def state(self) -> ExposureState:
        """The state now; for a camera without exposure control, the first one. May be read from any thread."""
        return self._state

    def __call__(self, frame: Frame) -> FrameReading:
        """Read a frame, and adjust the exposure."""
        look = self._read(frame)
        exposure_control = self._exposure_control()
        levels = None if exposure_control is None else _seen(look)
        if exposure_control is not None and levels is not None:
            self._state, value = next_exposure(
                self._state, levels, exposure_control.value, exposure_control.low, exposure_control.high
            )
            if value is not None:
                exposure_control.set_value(value)
        return look


_EXTREMES = {Trouble.OVEREXPOSED: Levels(255.0, 255.0), Trouble.BLACK: Levels(0.0, 0.0)}


def _seen(look: FrameReading) -> Levels | None:
    """Return the markers' levels; where none is seen because of the light, those of the picture."""
    extreme = next((_EXTREMES[trouble] for trouble in look.scene.trouble if trouble in _EXTREMES), None)
    quads: Sequence[object] = [[(p.u, p.v) for p in sighting.corners] for sighting in look.sightings]
    return extreme if extreme is not None or not quads else levels_of(look.frame.image, np.array(quads))
