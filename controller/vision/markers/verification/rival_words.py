"""Compare a reading with the words of all other dictionaries, whether they are asked for or not.

A marker of another dictionary may differ by two modules from a word that is asked for. Blurred, small, or with two
modules in shadow it is read as this one, with evidence: it does look like it. But its own word looks still more like
it.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from calibration.camera_model import Floats
from controller.vision.markers.closest_words import products
from controller.vision.markers.greyscale import Grey
from controller.vision.markers.line_fitting import Singles
from controller.vision.markers.marker_dictionary import MarkerDictionary, all_words
from controller.vision.markers.module_sampling import mean_light
from controller.vision.markers.verification.marker_evidence import SeenModules

CONTESTED = 30.0
"""Bits from which no other word can be as likely: about what a figure with two modules of 36 wrong has at most."""

NEARLY = 1.5
"""Bits by which another word may be less likely, and still leaves it open which of the two it is."""

NEARBY = 0.2
"""A word that correlates with the mean light of modules by so much less than the one that was read is no rival."""

_FLAT = 1e-6


def rivalled(
    grey: Grey,
    corners: Floats,
    edge_blur: Floats,
    ids: NDArray[np.int64],
    dictionary: MarkerDictionary,
    asked: int,
) -> NDArray[np.bool_]:
    """Tell of which readings some other word of the same size is as likely, or nearly: N.

    ``corners`` N x 4 x 2, px, from each marker's own upper left; ``asked`` as for `evidence_bits`.
    """
    every = all_words(dictionary.size)
    seen = SeenModules.of(grey, corners, edge_blur, dictionary.modules)
    likeness = _likeness(seen, every)
    own = np.searchsorted(every.patterns, dictionary.pack(dictionary.words[ids].transpose(1, 2, 0)))
    each = np.arange(len(ids))
    told = likeness[each, own]
    likeness[each, own] = -1
    rival = likeness.argmax(axis=1)
    disputed = likeness[each, rival] > told - NEARBY
    near = np.flatnonzero(disputed)
    if len(near):
        twice, words = np.concatenate([near, near]), np.concatenate([own[near], rival[near]])
        both = seen.among(twice).likeness(words, every).bits(asked, plain=True)
        disputed[near] = both[len(near) :] > both[: len(near)] - NEARLY
    return np.asarray(disputed)


def _likeness(seen: SeenModules, every: MarkerDictionary) -> Singles:
    """Correlate the modules inside N quads with all words, upright as they are: N x words."""
    light = np.sqrt(mean_light(seen.light[:, 1:-1, 1:-1]))
    return products(_unit_vectors(light.reshape(-1, light.shape[2]).T), _figures(every))


@lru_cache(maxsize=8)
def _figures(every: MarkerDictionary) -> Singles:
    """Return all words without their means, of length 1: modules x words."""
    return np.ascontiguousarray(_unit_vectors(every.words.reshape(len(every.words), -1)).T)


def _unit_vectors(rows: Singles | NDArray[np.bool_]) -> Singles:
    """Take each row's mean off and scale it to length 1."""
    away = np.asarray(rows - rows.mean(axis=1, keepdims=True), np.float32)
    return np.asarray(away / np.maximum(np.linalg.norm(away, axis=1, keepdims=True), _FLAT), np.float32)
