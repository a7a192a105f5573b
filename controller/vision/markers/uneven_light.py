"""Read markers once more on which light of different strength falls: the edge of a shadow, a lamp's image, a spot.

No threshold tells black from white there. But wherever a black and a white module lie side by side, the white one is
the lighter, in any light that changes less between the two. So the signs of the steps between neighbouring modules are
compared with those of every word, in all rotations. Steps where a word has none, at the edge of light, count half
against it. A word is read if it agrees and clearly more than any other.

It is a guess by shape, without the other proofs of a marker: it is asked only for things whose size, place and height
are checked afterwards.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from calibration.camera_model import Floats
from controller.vision.markers.closest_words import products
from controller.vision.markers.corner_refinement import refine_corners
from controller.vision.markers.detector import NO_MARKERS, Markers
from controller.vision.markers.greyscale import Grey
from controller.vision.markers.marker_dictionary import MarkerDictionary
from controller.vision.markers.module_sampling import Levels, mean_light, sample_modules
from controller.vision.markers.verification.marker_evidence import evidence_bits
from controller.vision.markers.verification.marker_selection import (
    FARTHER,
    WIDER_REACH,
    coinciding_quads,
    rotated_corners,
)

STEP = 0.18
"""Least step between two modules (log of linear light)."""
EXTRA = 0.5
"""What a step counts against a word that has none there."""
AGREES, LEADS = 0.7, 0.16
"""Agreement of a word, 1 at most, and its lead over all others. Of 31,700 areas in 67 pictures that were no markers,
none that agreed led by more than 0.13; of 22 tokens, dice and golems that were not read otherwise 18 led by more."""
FOLLOWED, BORNE_OUT, SURE = 0.07, 4.0, 20.0
"""Lead that is enough if there are so many bits of evidence, too (`marker_evidence.py`); and bits that are alone."""
FRAMED = 0.6
"""Least agreement of the steps from quiet zone to border: right less wrong ones, as a share of all."""
PROMISING, AHEAD = 0.45, 0.03
"""Agreement and lead at rough corners, from which it is worth to find better ones."""
LEAST_LIGHT = 1e-4


def read_in_uneven_light(
    grey: Grey, quads: Floats, told: Markers, dictionary: MarkerDictionary, wanted: Collection[int]
) -> Markers:
    """Read markers in quads (N x 4 x 2 px, clockwise) in which none was.

    ``told``: the markers that were read; places and ids of these are left out. ``wanted``: ids that are asked for.
    """
    asked = [marker for marker in wanted if marker not in told.ids]
    if not len(quads) or not asked:
        return NO_MARKERS
    free = quads[~coinciding_quads(quads, told.corners).any(axis=1)] if len(told) else quads
    if not len(free):
        return NO_MARKERS
    ids, turns, agreement, lead = _closest(grey, free, dictionary, asked)
    near = np.flatnonzero(np.isin(ids, asked) & (agreement > PROMISING) & (lead > AHEAD))
    if not len(near):
        return NO_MARKERS
    ids, rough = ids[near], rotated_corners(free[near], turns[near])
    tries = [
        refine_corners(grey, rough, dictionary.modules),
        refine_corners(grey, rough, dictionary.modules, 3, WIDER_REACH, FARTHER),
    ]
    found: dict[int, tuple[float, Floats, float]] = {}
    for corners, edge_blur in tries:
        again, turned, agreement, lead = _closest(grey, corners, dictionary)
        bits = evidence_bits(grey, corners, edge_blur, ids, dictionary, len(dictionary.words))
        clear = (agreement > AGREES) & ((lead > LEADS) | ((lead > FOLLOWED) & (bits > BORNE_OUT)))
        for at in np.flatnonzero((again == ids) & (turned == 0) & (clear | (bits > SURE))):
            # The surest reading of each id.
            if found.get(int(ids[at]), (0.0,))[0] < lead[at]:
                found[int(ids[at])] = float(lead[at]), corners[at], float(edge_blur[at])
    if not found:
        return NO_MARKERS
    _leads, places, blurs = zip(*found.values(), strict=True)
    return Markers(np.array(list(found), np.int64), np.stack(places), np.array(blurs))


def _closest(
    grey: Grey, quads: Floats, dictionary: MarkerDictionary, asked: Sequence[int] | None = None
) -> tuple[NDArray[np.int64], NDArray[np.int64], Floats, Floats]:
    """Return the word that agrees best with each quad: its id, its turn, its agreement, and its lead over others.

    Of quads without a dark border the agreement is 0. ``asked``: ids of words; of quads that agree with none of these
    as well as promising ones, the agreement is 0, too. Most are of other things, and need not be compared with all.
    """
    steps = _steps(np.log(np.maximum(mean_light(sample_modules(grey, quads, dictionary.modules + 2)), LEAST_LIGHT)))
    seen = np.where(np.abs(steps) > STEP, np.sign(steps), np.float32(0.0)).astype(np.float32)
    words = _word_steps(dictionary)
    framed = np.flatnonzero(words.frame @ seen > FRAMED * np.abs(words.frame).sum())
    ids, turns = np.zeros(len(quads), np.int64), np.zeros(len(quads), np.int64)
    most, lead = np.zeros(len(quads)), np.zeros(len(quads))
    if not len(framed):
        return ids, turns, most, lead
    seen = np.ascontiguousarray(seen.T[framed])
    if asked is not None:
        promising = _agreement(seen, words.of_ids(asked)).max(axis=(1, 2)) > PROMISING
        framed, seen = framed[promising], seen[promising]
    agreement = _agreement(seen, words)
    of_word, everyone = agreement.max(axis=2), np.arange(len(framed))
    ids[framed] = best = of_word.argmax(axis=1)
    turns[framed] = agreement[everyone, best].argmax(axis=1)
    most[framed] = of_word[everyone, best]
    of_word[everyone, best] = -np.inf
    lead[framed] = most[framed] - of_word.max(axis=1)
    return ids, turns, most, lead


def _agreement(seen: Levels, words: _WordSteps) -> Levels:
    """Return how far the signs of steps (N x pairs) agree with each word in each rotation: N x words x 4."""
    extra = np.abs(seen).sum(axis=1, keepdims=True) - products(np.abs(seen), words.printed)
    agreement = (products(seen, words.signs) - EXTRA * extra) / words.printed.sum(axis=0)
    return np.asarray(agreement.reshape(len(seen), words.signs.shape[1] // 4, 4), np.float32)


def _steps(levels: Levels) -> Levels:
    """Return the steps from module to module along rows and columns (across x across x N): pairs x N."""
    along, down = levels[:, 1:] - levels[:, :-1], levels[1:] - levels[:-1]
    return np.concatenate([along.reshape(-1, levels.shape[2]), down.reshape(-1, levels.shape[2])])


@dataclass(frozen=True, eq=False)
class _WordSteps:
    """The steps of all words with border and quiet zone, 4 rotations each."""

    signs: Levels
    """Pairs x 4 words: 1, 0 or -1."""
    printed: Levels
    """The same: 1 where there is a step."""
    frame: Levels
    """Pairs: the steps that all words have, from quiet zone to border."""

    def of_ids(self, ids: Sequence[int]) -> _WordSteps:
        """Return the steps of some words."""
        columns = (4 * np.array(ids)[:, None] + np.arange(4)).ravel()
        return _WordSteps(
            np.ascontiguousarray(self.signs[:, columns]), np.ascontiguousarray(self.printed[:, columns]), self.frame
        )


@lru_cache(maxsize=4)
def _word_steps(dictionary: MarkerDictionary) -> _WordSteps:
    turned = np.stack([np.rot90(dictionary.words, -turn, axes=(1, 2)) for turn in range(4)], axis=1)
    across = dictionary.modules + 2
    figures = np.ones((across, across, len(dictionary.words) * 4), np.float32)
    figures[1:-1, 1:-1] = 0.0
    figures[2:-2, 2:-2] = np.moveaxis(turned.reshape(-1, dictionary.size, dictionary.size), 0, -1)
    signs = np.ascontiguousarray(_steps(figures))
    common = (signs == signs[:, :1]).all(axis=1)
    return _WordSteps(signs, np.abs(signs), np.where(common, signs[:, 0], np.float32(0.0)))
