"""Estimate the lens of a camera that was not calibrated, from printed things in view.

Everything printed is flat, rigid and of known size. So a picture of a table with the mat and some trays says much about
the lens: a least-squares fit (Levenberg-Marquardt) of the intrinsics, the camera's pose and the place of every other
print to all their marker corners. From straight above, focal length and height are interchangeable, but for what stands
at a known height: the markers on golems' tops (:mod:`calibration.print_observations` gathers them over many frames).
What is not determined is held by a prior: the values of common webcams. The covariance of the fit tells the
uncertainty of the result.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera_model import CameraModel, Floats, Quality, View

FIELD_OF_VIEW = 65.0
"""Horizontal field of view of a typical webcam, degrees."""

FOCAL_SIGMA = 0.20
"""Prior of the focal length: one standard deviation of typical webcams, as a fraction."""

CENTRE_SIGMA = 0.012
"""Prior of the principal point about the middle of the picture: one standard deviation, as a fraction of its width."""

K_SIGMA = (0.15, 0.10, 0.05)
"""Prior of k1, k2 and k3: one standard deviation about 0."""

P_SIGMA = 0.0007
"""Prior of p1 and p2: one standard deviation about 0."""

PIXEL_SIGMA = 0.3
"""Standard deviation of a marker's corner, px."""

_WEBCAM = np.array([FOCAL_SIGMA, *K_SIGMA[:2], CENTRE_SIGMA, CENTRE_SIGMA, P_SIGMA, P_SIGMA, K_SIGMA[2]])
"""Standard deviations of the lens parameters: log f, k1, k2, cx, cy (share of the width), p1, p2, k3."""
_HELD = 1e-9
_ZOOMED = np.array([FOCAL_SIGMA, *K_SIGMA[:2], *[_HELD] * 5])
"""The same of a measured lens whose zoom may have been changed."""
_KNOWN_SIZE = 1e-5

_FOCAL_STARTS = (-0.5, -0.25, 0.0, 0.25, 0.5)
"""Logarithms of focal lengths over the usual one."""
_ROUNDS, _START_ROUNDS = 40, 8
_HOPELESS, _FEWEST_ROUNDS = 3.0, 3
"""Sum of squares over the least of all starts from which a start goes no further, after so many rounds: of 44 pictures
none that went on was the best of its picture, and their order stays."""
_ENOUGH = 1e-5
_STUCK = 1e10
_EXPLAINED = 2.5
"""Largest residuals of a picture that a lens explains, in standard deviations: 0.75 px each way."""


@dataclass(frozen=True, eq=False)
class RigidPrint:
    """One flat printed thing in view: its marker corners in its own frame and in the picture."""

    local: Floats
    """N x 2, mm."""
    pixels: Floats
    """N x 2, px."""
    height_mm: float = 0.0
    """Over the table."""
    sigma_px: float = PIXEL_SIGMA
    """Standard deviation of a corner, px."""
    scale_sigma: float = 0.0
    """Standard deviation of its size, as a fraction; 0: it is as large as it should be."""


@dataclass(frozen=True, eq=False)
class IntrinsicsFit:
    """An estimated lens, and those that the picture allows as well."""

    camera: CameraModel
    alternatives: tuple[CameraModel, ...] = ()
    """One standard deviation off along each principal axis of the covariance, with what the model leaves out: what
    differs through them is not sure."""


def typical_camera(size: tuple[int, int], field_of_view: float = FIELD_OF_VIEW) -> CameraModel:
    """Return a common webcam: no distortion, ``field_of_view`` degrees across the picture (width, height px)."""
    focal = size[0] / 2 / np.tan(np.radians(field_of_view / 2))
    return _camera(size, float(focal), 0.0, 0.0, Quality("table", focal_sigma=FOCAL_SIGMA))


def estimate_intrinsics(
    size: tuple[int, int], mat: RigidPrint, others: Sequence[RigidPrint] = (), near: CameraModel | None = None
) -> IntrinsicsFit:
    """Fit the camera that explains what is seen best: the mat at the origin, other prints anywhere over the table.

    ``near`` is an earlier estimate, if there is one.
    """
    usual = typical_camera(size)
    problem = _Problem.of(usual, mat, others, _WEBCAM)
    if problem is None:
        return IntrinsicsFit(usual)
    fit = problem.solve(None if near is None else _change(usual, near))
    quality = Quality("table", float(fit.rms * PIXEL_SIGMA * np.sqrt(2.0)), 1, float(np.sqrt(fit.covariance[0, 0])))
    if not np.isfinite(quality.rms_px or 0.0):
        return IntrinsicsFit(usual)

    def lens(parameters: Floats) -> CameraModel:
        return replace(_changed(usual, parameters), quality=quality)

    best, count = fit.parameters[: len(_WEBCAM)], len(_WEBCAM)
    # In units of the priors: the parameters are of different kinds.
    lengths, axes = np.linalg.eigh(fit.allowed[:count, :count] / np.outer(_WEBCAM, _WEBCAM))
    off = (axes * np.sqrt(np.maximum(lengths, 0.0))).T * _WEBCAM
    return IntrinsicsFit(lens(best), tuple(lens(best + step) for step in off))


def focal_by_prints(lens: CameraModel, mat: RigidPrint, others: Sequence[RigidPrint]) -> tuple[float, float] | None:
    """Return the logarithm of the focal length that fits one picture over a lens's own, and its standard deviation.

    None if no focal length explains the picture: a sheet is bent or was pushed. The prior is that of a camera that was
    not calibrated.
    """
    problem = _Problem.of(lens, mat, others, _ZOOMED)
    if problem is None:
        return None
    fit = problem.solve()
    off, sigma = float(fit.parameters[0]), float(np.sqrt(fit.covariance[0, 0]))
    return (off, sigma) if np.isfinite([off, sigma]).all() and fit.rms < _EXPLAINED else None


def sheet_centres(
    lens: CameraModel, sheets: Sequence[RigidPrint], others: Sequence[RigidPrint]
) -> tuple[Floats, Floats] | None:
    """Return where the sheets of a mat truly lie, of which the first is at its place.

    `sheets`: in the mat frame, as they should lie; `lens`: what it is off is fitted, as of one that was not calibrated.
    Returns the sheets' middles (N x 2, mm) and their covariance (2 N x 2 N, mm2). None if nothing explains the picture.
    """
    mat = RigidPrint(np.concatenate([item.local for item in sheets]), np.concatenate([item.pixels for item in sheets]))
    problem = _Problem.of(lens, mat, others, _WEBCAM, sheets)
    if problem is None:
        return None
    fit = problem.solve()
    if not (np.isfinite(fit.rms) and fit.rms < _EXPLAINED):
        return None
    first, last = len(_WEBCAM) + _POSE, len(_WEBCAM) + _POSE + _PRINT * (len(sheets) - 1)

    def middles(parameters: Floats) -> Floats:
        there = [sheets[0].local.mean(axis=0)]
        for sheet, (x, y, heading, _size) in zip(sheets[1:], parameters[first:last].reshape(-1, _PRINT), strict=True):
            sine, cosine = np.sin(heading), np.cos(heading)
            there.append(np.array([[cosine, -sine], [sine, cosine]]) @ sheet.local.mean(axis=0) + (x * 1e3, y * 1e3))
        return np.concatenate(there)

    here, step = middles(fit.parameters), 1e-6
    moved = [middles(fit.parameters + change) - here for change in np.eye(len(fit.parameters))[first:last] * step]
    jacobian = np.stack(moved, axis=1) / step
    return here.reshape(-1, 2), np.asarray(jacobian @ fit.covariance[first:last, first:last] @ jacobian.T)


def _changed(lens: CameraModel, parameters: Floats) -> CameraModel:
    """Return a lens with another focal length, principal point and additional distortion."""
    log_focal, k1, k2, cx, cy, p1, p2, k3 = map(float, parameters)
    factor, width = float(np.exp(log_focal)), lens.size[0]
    bend = np.add(lens.distortion, (k1, k2, p1, p2, k3))
    return replace(
        lens,
        focal=(lens.focal[0] * factor, lens.focal[1] * factor),
        centre=(lens.centre[0] + cx * width, lens.centre[1] + cy * width),
        distortion=(float(bend[0]), float(bend[1]), float(bend[2]), float(bend[3]), float(bend[4])),
    )


def _change(lens: CameraModel, other: CameraModel) -> Floats:
    """Return the parameters with which :func:`_changed` makes another lens of this one."""
    k1, k2, p1, p2, k3 = np.array(other.distortion) - np.array(lens.distortion)
    cx, cy = (np.array(other.centre) - np.array(lens.centre)) / lens.size[0]
    return np.array([np.log(other.focal[0] / lens.focal[0]), k1, k2, cx, cy, p1, p2, k3])


def _camera(size: tuple[int, int], focal: float, k1: float, k2: float, quality: Quality) -> CameraModel:
    middle = ((size[0] - 1) / 2, (size[1] - 1) / 2)
    return CameraModel(size, (focal, focal), middle, (k1, k2, 0.0, 0.0, 0.0), quality)


def rigid_fit(local: Floats, placed: Floats) -> Floats:
    """Fit x, y (m) and heading (radians) that carry local points onto placed ones, both n x 2, mm (least squares)."""
    a, b = local - local.mean(axis=0), placed - placed.mean(axis=0)
    heading = float(np.arctan2(np.sum(a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]), np.sum(a * b)))
    shift = placed.mean(axis=0) - turned(local.mean(axis=0), heading)
    return np.array([*(shift / 1e3), heading])


def turned(points: Floats, heading: float) -> Floats:
    """Turn points (n x 2, or one) counter-clockwise by a heading in radians."""
    sine, cosine = np.sin(heading), np.cos(heading)
    return np.asarray(points @ np.array([[cosine, sine], [-sine, cosine]]))


@dataclass(frozen=True, eq=False)
class _Fit:
    parameters: Floats
    covariance: Floats
    allowed: Floats
    """The covariance with what the model leaves out: edges of raised prints that are seen otherwise than the mat's."""
    rms: float
    """Root mean square of all residuals, in standard deviations."""


EDGE_SIGMA_MM = 0.3
"""Prior of how far a marker's edges are seen outwards of where they are printed: light spreads, tones are bent."""

COMMON_SCALE_SIGMA = 0.0015
"""Standard deviation of what all prints whose size is not sure have in common: one printer, one kind of body."""

TONE_EDGE_SIGMA_PX = 0.05
"""Standard deviation of how far edges of such prints are seen outwards beyond those of the mat, px: their paper is
lighter or darker, and so is the light on it. In pictures of three lenses it was 0.015 to 0.056 px either way."""

_POSE, _PRINT = 8, 4


@dataclass(frozen=True, eq=False)
class _Problem:
    """What is fitted.

    Its parameters: those of the lens (:data:`_WEBCAM`); a small turn of the camera frame, its shift across (shares of
    the depth) and the logarithm of its depth over its focal length, so that a longer focal length does not change how
    large the mat is seen; how far edges are seen outwards (mm), and the relative size that prints of uncertain size
    have in common; for each other print x, y (m), heading (radians) and relative size.
    """

    lens: CameraModel
    rotation: Floats
    """3 x 3, where the fit starts."""
    translation: Floats
    """3, mm."""
    start: Floats
    points: Floats
    """N x 3, mm, in the frame of its print; z over the table."""
    outwards: Floats
    """N x 2: from a marker's middle to its corner, as steps of 1 along its sides' directions."""
    owner: NDArray[np.intp]
    """N: the index of the print, -1 for the mat."""
    pixels: Floats
    """N x 2."""
    sigmas: Floats
    """N, px."""
    priors: Floats
    """Standard deviations of the lens parameters."""
    sizes: Floats
    """The same of the prints' relative sizes."""
    unsure: Floats
    """N: 1 for a point of a print whose size is not sure, else 0."""
    tone_sigma: float
    """Standard deviation of the relative size that these are seen to have in common by their tones."""

    @staticmethod
    def of(
        lens: CameraModel,
        mat: RigidPrint,
        others: Sequence[RigidPrint],
        priors: Floats,
        sheets: Sequence[RigidPrint] = (),
    ) -> _Problem | None:
        """Find the start of the fit; None if there is no pose.

        ``sheets``: the mat's own sheets, if they need not lie as they should; the first one is at its place.
        """
        model = np.c_[mat.local, np.zeros(len(mat.local))]
        found, turn, shift = cv2.solvePnP(
            model, lens.from_pixels(mat.pixels)[:, None, :], np.eye(3), np.zeros(5), flags=cv2.SOLVEPNP_IPPE
        )
        if not found:
            return None
        rotation, translation = np.asarray(cv2.Rodrigues(turn)[0], np.float64), np.asarray(shift[:, 0], np.float64)
        view = View(lens, rotation, translation)
        if sheets:
            mat, others = sheets[0], (*sheets[1:], *others)
        places = [np.r_[rigid_fit(item.local, view.on_plane(item.pixels, item.height_mm)), 0.0] for item in others]
        start: Floats = np.concatenate([np.zeros(len(priors) + _POSE), *places])
        prints = (mat, *others)
        counts = [len(item.local) for item in prints]
        markers = np.concatenate([item.local for item in prints]).reshape(-1, 4, 2)
        spokes = markers - markers.mean(axis=1, keepdims=True)
        spokes *= np.sqrt(2.0) / np.linalg.norm(spokes, axis=2, keepdims=True)
        if not np.all(np.isfinite(start)):
            return None
        return _Problem(
            lens,
            rotation,
            translation,
            start,
            np.concatenate([np.c_[item.local, np.full(len(item.local), item.height_mm)] for item in prints]),
            spokes.reshape(-1, 2),
            np.repeat(np.arange(-1, len(others)), counts),
            np.concatenate([item.pixels for item in prints]),
            np.repeat([item.sigma_px for item in prints], counts),
            priors,
            np.array([item.scale_sigma or _KNOWN_SIZE for item in others]),
            np.repeat([float(item.scale_sigma > 0.0) for item in prints], counts),
            _tone_sigma([item for item in others if item.scale_sigma > 0.0]),
        )

    def solve(self, near: Floats | None = None) -> _Fit:
        """Minimise the residuals. ``near``: the lens parameters of an earlier fit.

        The valley of the minimum is long and bent: focal length, height and distortion nearly make up for each other.
        So the fit starts at the best of some focal lengths, each held while the rest is fitted.
        """
        if near is None:
            starts = self._at_lenses(np.array(_FOCAL_STARTS)[:, None])
            start = starts[np.square(self._residuals(starts)).sum(axis=1).argmin()]
        else:
            (start,) = self._at_lenses(near[None])
        (parameters,) = self._descend(start[None], _ROUNDS)
        off = self._residuals(parameters)
        (jacobian,) = self._jacobians(parameters[None], off[None])
        rms = float(np.sqrt(np.mean(off * off)))
        # Residuals above their expected size widen the uncertainty: the model does not explain everything.
        inverse, wider = np.asarray(np.linalg.pinv(jacobian.T @ jacobian)), max(1.0, rms) ** 2
        # How the fit follows what prints of uncertain size have in common, whose prior is too narrow (a sandwich).
        follows = inverse @ jacobian[2 * len(self.points) + len(self.priors) + 1]
        allowed = inverse + (self.tone_sigma / COMMON_SCALE_SIGMA) ** 2 * np.outer(follows, follows)
        return _Fit(parameters, inverse * wider, allowed * wider, rms)

    def _at_lenses(self, first: Floats) -> Floats:
        """Fit all but the first parameters, for several values of these (S x F): S x P."""
        starts = np.repeat(self.start[None], len(first), axis=0)
        starts[:, : first.shape[1]] = first
        return self._descend(starts, _START_ROUNDS, first.shape[1])

    def _descend(self, starts: Floats, rounds: int, first: int = 0) -> Floats:
        """Minimise by Levenberg and Marquardt's method, from several starts (S x P) side by side.

        Each start goes its own way; their residuals are computed together. Parameters before ``first`` are held.
        """
        found, off = starts.copy(), self._residuals(starts)
        damping, growth = np.full(len(starts), 1e-4), np.full(len(starts), 2.0)
        active = np.arange(len(starts))
        for nth_round in range(rounds):
            if first and nth_round >= _FEWEST_ROUNDS:
                costs = np.square(off).sum(axis=1)
                active = active[costs[active] <= _HOPELESS * costs.min()]
            if not len(active):
                break
            slopes = [part[:, first:] for part in self._jacobians(found[active], off[active])]
            normals = {int(one): part.T @ part for one, part in zip(active, slopes, strict=True)}
            gradients = {int(one): part.T @ off[one] for one, part in zip(active, slopes, strict=True)}
            gains: dict[int, float] = {}
            tried = active[damping[active] < _STUCK]
            while len(tried):
                there = found[tried]
                for nth, one in enumerate(tried.tolist()):
                    normal = normals[one]
                    damped = normal + damping[one] * np.diag(np.diag(normal) + 1e-12)
                    there[nth, first:] += np.linalg.solve(damped, -gradients[one])
                there_off = self._residuals(there)
                for nth, one in enumerate(tried.tolist()):
                    gain = float(off[one] @ off[one] - there_off[nth] @ there_off[nth])
                    if gain > 0.0:
                        gains[one] = gain / (1.0 + float(off[one] @ off[one]))
                        found[one], off[one] = there[nth], there_off[nth]
                        damping[one], growth[one] = max(damping[one] / 5, 1e-12), 2.0
                    else:
                        damping[one], growth[one] = damping[one] * growth[one], growth[one] * 2
                tried = np.array([one for one in tried if one not in gains and damping[one] < _STUCK], np.intp)
            active = np.array([one for one in active if gains.get(int(one), 0.0) >= _ENOUGH], np.intp)
        return found

    def _residuals(self, parameters: Floats) -> Floats:
        """Return residuals in standard deviations: the corners, then the priors (R).

        For several sets of parameters (... x P) at once: ... x R.
        """
        every = parameters.reshape(-1, parameters.shape[-1])
        count = len(self.priors)
        across, down, depth, edge, common = (every[:, count + 3 + nth, None] for nth in range(_POSE - 3))
        rotation = _rotations(every[:, count : count + 3]) @ self.rotation
        z = self.translation[2] * np.exp(depth + every[:, :1])
        x, y = self.translation[:2] / self.translation[2]
        translation = np.concatenate([(x + across) * z, (y + down) * z, z], axis=1)
        prints = every[:, count + _POSE :].reshape(len(every), -1, _PRINT)
        # The mat's points are those of the last one, which lies at the origin.
        placed = np.zeros((len(every), prints.shape[1] + 1, _PRINT))
        placed[:, :-1] = prints
        sine, cosine, east, north = (
            part.take(self.owner, axis=1, mode="wrap")
            for part in (np.sin(placed[..., 2]), np.cos(placed[..., 2]), placed[..., 0] * 1e3, placed[..., 1] * 1e3)
        )
        size = 1.0 + placed[..., 3].take(self.owner, axis=1, mode="wrap") + common * self.unsure
        local = [self.points[:, axis] * size + self.outwards[:, axis] * edge for axis in (0, 1)]
        places = np.empty((*size.shape, 3))
        places[..., 0] = cosine * local[0] - sine * local[1] + east
        places[..., 1] = sine * local[0] + cosine * local[1] + north
        places[..., 2] = self.points[:, 2]
        in_camera = places @ rotation.transpose(0, 2, 1) + translation[:, None]
        off = (self._pixels(every, in_camera) - self.pixels) / self.sigmas[:, None]
        found = np.concatenate(
            [
                off.reshape(len(every), -1),
                every[:, :count] / self.priors,
                edge / EDGE_SIGMA_MM,
                common / COMMON_SCALE_SIGMA,
                prints[..., 3] / self.sizes,
            ],
            axis=1,
        )
        if not np.isfinite(found.sum()):
            found = np.nan_to_num(found, nan=1e6)
        return found.reshape(*parameters.shape[:-1], -1)

    def _pixels(self, parameters: Floats, in_camera: Floats) -> Floats:
        """Project places of the camera frame (B x N x 3, mm) through the lens of each set of parameters (B x N x 2)."""
        log_focal, k1, k2, cx, cy, p1, p2, k3 = (parameters[:, nth, None] for nth in range(len(self.priors)))
        own_k1, own_k2, own_p1, own_p2, own_k3 = self.lens.distortion
        depth = in_camera[..., 2]
        if not depth.min() > 0.0:
            depth = np.where(depth > 0.0, depth, np.nan)
        x, y = in_camera[..., 0] / depth, in_camera[..., 1] / depth
        xx, yy, xy = x * x, y * y, x * y
        r2 = xx + yy
        factor = 1.0 + r2 * (own_k1 + k1 + r2 * (own_k2 + k2 + r2 * (own_k3 + k3)))
        first, second = own_p1 + p1, own_p2 + p2
        (fx, fy), (middle_x, middle_y), width = self.lens.focal, self.lens.centre, self.lens.size[0]
        longer = np.exp(log_focal)
        found = np.empty((*x.shape, 2))
        found[..., 0] = (x * factor + 2 * first * xy + second * (r2 + 2 * xx)) * (fx * longer) + middle_x + cx * width
        found[..., 1] = (y * factor + first * (r2 + 2 * yy) + 2 * second * xy) * (fy * longer) + middle_y + cy * width
        return found

    def _jacobians(self, parameters: Floats, off: Floats) -> Floats:
        """Differentiate numerically at several sets of parameters (S x P), with residuals S x R: S x R x P.

        All prints are moved at once: each moves its own corners only.
        """
        step, shared = 1e-6, len(self.priors) + _POSE
        jacobians = np.zeros((*off.shape, parameters.shape[1]))
        moved = np.zeros((shared + _PRINT, parameters.shape[1]))
        moved[np.arange(shared), np.arange(shared)] = step
        for nth in range(_PRINT):
            moved[shared + nth, shared + nth :: _PRINT] = step
        slopes = (self._residuals(parameters[:, None] + moved) - off[:, None]) / step
        jacobians[..., :shared] = slopes[:, :shared].transpose(0, 2, 1)
        prints = len(self.sizes)
        owner = np.repeat(self.owner, 2)
        (own,) = np.nonzero(owner >= 0)
        for nth in range(_PRINT):
            jacobians[:, own, shared + nth + _PRINT * owner[own]] = slopes[:, shared + nth, own]
        sizes = np.arange(prints)
        rows = off.shape[1] - prints + sizes
        jacobians[:, rows, shared + _PRINT - 1 + _PRINT * sizes] = slopes[:, -1, rows]
        return jacobians


def _tone_sigma(unsure: Sequence[RigidPrint]) -> float:
    """Return the standard deviation of the relative size that prints are seen to have in common by their tones."""
    if not unsure:
        return 0.0
    corners = np.concatenate([item.pixels for item in unsure]).reshape(-1, 4, 2)
    side_px = float(np.linalg.norm(corners - np.roll(corners, 1, axis=1), axis=2).mean())
    return 2 * TONE_EDGE_SIGMA_PX / side_px


def _rotations(turns: Floats) -> Floats:
    """Return the rotation matrices (B x 3 x 3) of turns about axes (B x 3, radians): Rodrigues' formula."""
    x, y, z = turns.T
    angle = np.sqrt(x * x + y * y + z * z)
    cross = np.zeros((len(turns), 3, 3))
    cross[:, 0, 1], cross[:, 0, 2], cross[:, 1, 2] = -z, y, -x
    cross[:, 1, 0], cross[:, 2, 0], cross[:, 2, 1] = z, -y, x
    whole, half = (np.maximum(angle * share, 1e-20)[:, None, None] for share in (1.0, 0.5))
    once, twice = np.sin(whole) / whole, np.sin(half) / half
    return np.asarray(np.eye(3) + once * cross + 0.5 * twice**2 * (cross @ cross))
