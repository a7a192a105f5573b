"""Judge whether a set of views is good enough for a lens; report everything that is wrong at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum

import numpy as np

from boards.base.catalogue import Language, translate
from boards.base.errors import GolemError
from boards.base.message import Fact, Message, joined
from calibration.board_views import BoardSize, BoardView
from calibration.calibration_messages import VIEW_FAULT_TEXTS, WANTED_VIEW_TEXTS
from calibration.camera_model import Floats
from calibration.lens_solver import LensFit, NoLens, solve_lens
from calibration.uncertainty import expected_error
from calibration.view_coverage import PICTURE_CORNERS, WantedView, coverage, missing

FEWEST_VIEWS = 10
"""With 8 faultless views a lens is wrong by twice as much as with 12; see docs/calibration.md."""

LEAN_VIEWS, LEANS = 4, 10.0
"""Views that must be tilted, and by how many degrees: frontal views do not determine the focal length."""

MOST_BLURRED_PX = 2.2
"""Largest blur of a view that is used, one standard deviation, px, in a picture up to 1920 px wide."""

WORST_RMS_PX = 0.8
"""Largest residual of one flat board through one lens, px, in a picture 1920 px wide."""

WORST_ERROR_PX = 1.5
"""Largest expected error in all but the worst twentieth of the picture, px, 1920 px wide."""

CORNERS_NEEDED = 3
"""Corners of the picture, of four, in which the board must have been seen: there a lens bends most."""

_PICTURE = 1920.0


class ViewFault(Enum):
    """What may be wrong with a set of views."""

    NO_BOARD = "no-board"
    SIZES = "sizes"
    TOO_FEW = "too-few"
    FRONTAL = "frontal"
    CORNERS = "corners"
    BLURRED = "blurred"
    MOVED = "moved"
    DISAGREE = "disagree"
    UNSURE = "unsure"


@dataclass(frozen=True)
class ViewProblem:
    """One thing that is wrong."""

    why: ViewFault
    facts: Mapping[str, Fact] = field(default_factory=dict)
    wants: tuple[WantedView, ...] = ()
    """Views that would solve the problem."""

    names: str = ""
    """The pictures that are meant."""

    @property
    def message(self) -> Message:
        """What is wrong and what to do."""
        wants = {"wants": joined([WANTED_VIEW_TEXTS[want.value] for want in self.wants])} if self.wants else {}
        message = VIEW_FAULT_TEXTS[self.why.value].bind(**self.facts, **wants)
        return joined([message, self.names], " ") if self.names else message


class PoorViews(GolemError):
    """The views do not fix the lens: everything that is wrong with them."""

    def __init__(self, refusals: Sequence[ViewProblem]) -> None:
        self.refusals = tuple(refusals)
        super().__init__(joined([refusal.message for refusal in self.refusals], " "))

    def lines(self, language: Language) -> list[str]:
        """Return a sentence or two for each thing that is wrong."""
        return [translate(refusal.message, language) for refusal in self.refusals]


@dataclass(frozen=True, eq=False)
class CalibrationResult:
    """A lens, the views that it was made of, and its expected error by region."""

    fit: LensFit
    expected: Floats
    """Expected error of each region of the picture (calibration.view_coverage): px, one standard deviation."""


def is_blurred(view: BoardView) -> bool:
    """Tell whether a view is too blurred to measure."""
    return view.blur_px > MOST_BLURRED_PX * max(1.0, view.size[0] / _PICTURE)


def calibrate(views: Sequence[BoardView], board: BoardSize | None = None) -> CalibrationResult:
    """Solve the lens from all views that are sharp. Raises :class:`PoorViews` with everything that is wrong."""
    sharp = [view for view in views if not is_blurred(view)]
    refusals = list(_about_views(views, sharp))
    if refusals:
        raise PoorViews(refusals)
    try:
        fit = solve_lens(sharp, board)
    except NoLens:
        raise PoorViews([ViewProblem(ViewFault.DISAGREE, {"rms": float("nan")})]) from None
    expected = expected_error(fit, board)
    error = float(np.percentile(expected, 95))
    refusals = list(_about_fit(fit, error, len(sharp)))
    if refusals:
        raise PoorViews(refusals)
    quality = replace(fit.camera.quality, coverage=round(coverage(fit.views), 3), error_px=round(error, 3))
    return CalibrationResult(replace(fit, camera=replace(fit.camera, quality=quality)), expected)


def _about_views(views: Sequence[BoardView], sharp: Sequence[BoardView]) -> list[ViewProblem]:
    if not views:
        return [ViewProblem(ViewFault.NO_BOARD)]
    sizes = sorted({view.size for view in views})
    if len(sizes) > 1:
        return [ViewProblem(ViewFault.SIZES, {"sizes": ", ".join(f"{width} x {height}" for width, height in sizes)})]
    found: list[ViewProblem] = []
    soft = len(views) - len(sharp)
    if soft and (soft > len(sharp) or len(sharp) < FEWEST_VIEWS):
        found.append(ViewProblem(ViewFault.BLURRED, {"count": soft, "of": len(views)}))
    if len(sharp) < FEWEST_VIEWS:
        found.append(ViewProblem(ViewFault.TOO_FEW, {"count": len(sharp), "least": FEWEST_VIEWS}, missing(sharp)[:3]))
    wanted = missing(sharp)
    leaning = sum(view.lean >= LEANS for view in sharp)
    if leaning < LEAN_VIEWS:
        leans = tuple(want for want in wanted if want.value.startswith("lean"))
        found.append(ViewProblem(ViewFault.FRONTAL, {"count": leaning, "least": LEAN_VIEWS}, leans))
    corners = tuple(want for want in wanted if want in PICTURE_CORNERS)
    if len(PICTURE_CORNERS) - len(corners) < CORNERS_NEEDED:
        found.append(ViewProblem(ViewFault.CORNERS, {}, corners))
    return found


def _about_fit(fit: LensFit, error: float, count: int) -> list[ViewProblem]:
    scale = max(1.0, fit.camera.size[0] / _PICTURE)
    rms = fit.camera.quality.rms_px or 0.0
    if rms > WORST_RMS_PX * scale:
        return [ViewProblem(ViewFault.DISAGREE, {"rms": rms})]
    if len(fit.views) < FEWEST_VIEWS or len(fit.rejected) >= max(3, count // 3):
        names = ", ".join(view.source for view in fit.rejected if view.source)
        return [ViewProblem(ViewFault.MOVED, {"count": len(fit.rejected), "of": count}, names=names)]
    if error > WORST_ERROR_PX * scale:
        return [ViewProblem(ViewFault.UNSURE, {"error": error}, missing(fit.views))]
    return []
