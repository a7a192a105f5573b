"""Settle what was read in candidate quads: which of several readings of one place stays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy import add
from numpy.typing import NDArray

from calibration.camera_model import Floats
from controller.vision.markers.corner_refinement import refine_corners
from controller.vision.markers.decoding import DecodedQuads
from controller.vision.markers.greyscale import Grey
from controller.vision.markers.line_fitting import counter_clockwise
from controller.vision.markers.marker_dictionary import MarkerDictionary
from controller.vision.markers.verification.alignment import aligned
from controller.vision.markers.verification.marker_evidence import SeenModules, evidence_bits
from controller.vision.markers.verification.rival_words import CONTESTED, rivalled

Ids = NDArray[np.int64]

WIDER_REACH, FARTHER = 1.2, 1.6
"""Reach of edges and largest motion of corners, in modules, where a first search was nearly right."""

HOPELESS = -2.0
"""Bits below which a closer look at the corners is in vain."""

MOTION_PX = 0.3
"""How far corners are moved in the closer look: edges of modules of one or two px do not show where they are."""

PLAIN = 3.0
"""Bits that chance alone gives a reading now and then: what is beyond them bears others out."""

IN_COMPANY = 5.0
"""Bits that are enough where other readings show that a dictionary is in use in a picture. Fewer would do if nothing
but its markers and chance were there; readings of markers of other dictionaries have up to 7 bits now and then."""

FEW_CORNERS = 10.0
"""Bits by which, in company, a word of few corners must be more like what is seen, all its modules counted: of 1,500
pictures without markers, each searched for three dictionaries, one had a reading so like a word."""

ALIGNED = 4.0
"""Bits that, in company, a reading gains that is turned as its nearest neighbour is and as large: 2 for one of four
rotations, 2 for the size."""

CLEARER = 8.0
"""Bits by which one of two figures at one place must be surer than the other; else both count as none."""


def weigh_readings(
    grey: Grey,
    quads: Floats,
    reads: Sequence[DecodedQuads],
    dictionaries: Sequence[MarkerDictionary],
    least_evidence: float,
) -> list[tuple[Ids, Floats, Floats]]:
    """Return the readings of quads (N x 4 x 2 px) with enough evidence, of each dictionary: ids, corners, edge blur.

    Of different figures at one place the one with clearly more evidence stays, whichever dictionary it is of.
    """
    asked = sum(len(dictionary.words) for dictionary in dictionaries)
    weighed = [
        _Weighed.of(grey, quads, read, dictionary, asked, least_evidence)
        for read, dictionary in zip(reads, dictionaries, strict=True)
    ]
    sure = [each.among(each.bits >= _asked_for(each.ids, each.bits, least_evidence)) for each in weighed]
    return [(one.ids, one.corners, one.edge_blur) for one in _undisputed(sure)]


def _asked_for(ids: Ids, bits: Floats, least_evidence: float) -> float:
    """Return how much evidence is asked for in a picture, given what there is for each of a dictionary's readings.

    Readings of different ids bear each other out: together they show that the dictionary is in use. The same id again
    and again does not; windows of a house look alike.
    """
    if len(ids) < 2:
        return least_evidence
    best = np.zeros(int(ids.max()) + 1)
    np.maximum.at(best, ids, bits - PLAIN)
    return IN_COMPANY if add.reduce(best) >= least_evidence else least_evidence


@dataclass(frozen=True, eq=False)
class _Weighed:
    """Readings by one dictionary, and how much evidence there is for each."""

    ids: Ids
    words: NDArray[np.bool_]
    """N x size x size"""
    corners: Floats
    edge_blur: Floats
    bits: Floats

    @classmethod
    def of(
        cls,
        grey: Grey,
        quads: Floats,
        read: DecodedQuads,
        dictionary: MarkerDictionary,
        asked: int,
        least_evidence: float,
    ) -> _Weighed:
        """Weigh what was read, once at each place, at the corners that its edges show.

        What has less evidence than is asked for is looked at more closely.
        """
        kept = _once_each(quads, read.ids)
        ids, rough = read.ids[kept], rotated_corners(quads[kept], read.turns[kept])
        if not len(kept):
            return cls(ids, dictionary.words[ids], rough, np.zeros(0), np.zeros(0))
        corners, edge_blur = refine_corners(grey, rough, dictionary.modules)
        likeness = SeenModules.of(grey, corners, edge_blur, dictionary.modules).likeness(ids, dictionary)
        bits = likeness.bits(asked)
        doubted = np.flatnonzero((bits < _asked_for(ids, bits, least_evidence)) | np.isnan(edge_blur))
        if len(doubted):
            # The corners that it was read at were so far off that the edges were out of reach.
            wider, soft = refine_corners(grey, rough[doubted], dictionary.modules, 3, WIDER_REACH, FARTHER)
            closer = SeenModules.of(grey, wider, soft, dictionary.modules).likeness(ids[doubted], dictionary)
            more = closer.bits(asked)
            better = more > bits[doubted]
            mended = doubted[better]
            corners[mended], edge_blur[mended], bits[mended] = wider[better], soft[better], more[better]
            least = _asked_for(ids, bits, least_evidence)
            if least < least_evidence and (bits < least).any():
                plain = likeness.bits(asked, plain=True)
                plain[mended] = closer.bits(asked, plain=True)[better]
                bits = np.where(bits < least, np.maximum(bits, plain - FEW_CORNERS), bits)
        least = _asked_for(ids, bits, least_evidence)
        doubted = np.flatnonzero((bits > HOPELESS) & (bits < least))
        if len(doubted):
            tries = _moved(corners[doubted])
            count = len(tries)
            again = np.tile(doubted, count)
            tried = evidence_bits(grey, tries.reshape(-1, 4, 2), edge_blur[again], ids[again], dictionary, asked)
            more = tried.reshape(count, -1)
            best, each = more.argmax(axis=0), np.arange(len(doubted))
            better = more[best, each] > bits[doubted]
            mended = doubted[better]
            corners[mended], bits[mended] = tries[best, each][better], more[best, each][better]
            least = _asked_for(ids, bits, least_evidence)
        doubted = np.flatnonzero((bits >= least - ALIGNED) & (bits < least))
        if least < least_evidence and len(doubted):
            bits[doubted] += ALIGNED * aligned(corners, bits >= least)[doubted]
        told = np.flatnonzero((bits >= least) & (bits < CONTESTED))
        if len(told):
            rivals = rivalled(grey, corners[told], edge_blur[told], ids[told], dictionary, asked)
            bits[told[rivals]] = -np.inf
        return cls(ids, dictionary.words[ids], corners, edge_blur, bits)

    def among(self, which: NDArray[np.bool_]) -> _Weighed:
        """Restrict to some readings."""
        return _Weighed(
            self.ids[which], self.words[which], self.corners[which], self.edge_blur[which], self.bits[which]
        )


def _moved(quads: Floats) -> Floats:
    """Return quads (N x 4 x 2 px) moved by parts of a pixel: wholly, by one corner, and larger or smaller.

    14 x N x 4 x 2.
    """
    away = quads - add.reduce(quads, axis=1, keepdims=True) / 4
    out = away / np.maximum(np.hypot(away[..., 0], away[..., 1]), 1e-9)[..., None]
    return np.asarray(quads + MOTION_PX * (_STEPS + _SHARES_OUT * out))


def _shares_out() -> Floats:
    """Return how far each way moves each corner out, from the middle: 14 x 1 x 4 x 1."""
    wholly = [np.full(4, way * 2**0.5) for way in (1, -1)]
    single = [way * 2.0 * (np.arange(4) == corner) for corner in range(4) for way in (1, -1)]
    return np.stack([*np.zeros((4, 4)), *wholly, *single])[:, None, :, None]


_SHARES_OUT = _shares_out()
_STEPS: Floats = np.zeros((14, 1, 1, 2))
_STEPS[:4, 0, 0] = ((1, 0), (-1, 0), (0, 1), (0, -1))


def _once_each(quads: Floats, ids: Ids) -> NDArray[np.intp]:
    """Return one quad of each place and id that was read there."""
    read = np.flatnonzero(ids >= 0)
    if len(read) < 2:
        return read
    same = coinciding_quads(quads[read], quads[read]) & (ids[read][:, None] == ids[read][None])
    return np.asarray(read[same.argmax(axis=1) == np.arange(len(read))])


def _undisputed(sure: Sequence[_Weighed]) -> Iterator[_Weighed]:
    """Leave out what is read as another figure, not clearly less sure, at the same place."""
    for mine in sure:
        kept = np.ones(len(mine.ids), np.bool_)
        for theirs in sure if len(mine.ids) else ():
            own, its = np.nonzero(coinciding_quads(mine.corners, theirs.corners))
            if theirs is mine:
                other = mine.ids[own] != mine.ids[its]
            elif mine.words.shape[1:] == theirs.words.shape[1:]:
                other = (mine.words[own] != theirs.words[its]).any(axis=(1, 2))
            else:
                other = np.ones(len(own), np.bool_)
            kept[own[other & (mine.bits[own] <= theirs.bits[its] + CLEARER)]] = False
        yield mine.among(kept)


def unambiguous_quads(quads: Floats, ids: Ids) -> NDArray[np.intp]:
    """Return one marker of each place where something was read; two ids at one place count as none."""
    read = np.flatnonzero(ids >= 0)
    if not len(read):
        return read
    same = coinciding_quads(quads[read], quads[read])
    agree = (~same | (ids[read][:, None] == ids[read][None])).all(axis=1)
    return np.asarray(read[agree & (same.argmax(axis=1) == np.arange(len(read)))])


def rotated_corners(quads: Floats, turns: Ids) -> Floats:
    """Rotate the corner order of quads (N x 4 x 2) so that each begins with its clockwise corner ``turns`` (N)."""
    order = _FROM_CORNER.take(np.where(counter_clockwise(quads), -turns, turns), axis=0, mode="wrap")
    return np.asarray(quads[np.arange(len(quads))[:, None], order])


_FROM_CORNER = (np.arange(4)[:, None] + np.arange(4)) % 4
"""All corners of a quad, from each on."""


def coinciding_quads(quads: Floats, others: Floats) -> NDArray[np.bool_]:
    """Tell which quads (N) have their middle well inside which others (M): N x M."""
    across = others[:, 2] - others[:, 0]
    reach = np.hypot(across[:, 0], across[:, 1]) / 4
    (x, y), (other_x, other_y) = (add.reduce(part, axis=1).T / 4 for part in (quads, others))
    return np.asarray((np.abs(x[:, None] - other_x) < reach) & (np.abs(y[:, None] - other_y) < reach))
