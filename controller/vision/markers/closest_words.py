"""Decode quads by the words that look most like them: the light of all modules is correlated with all words."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy import add

from calibration.camera_model import Floats
from controller.vision.markers.decoding import NO_QUADS, DecodedQuads
from controller.vision.markers.greyscale import Grey
from controller.vision.markers.marker_dictionary import MarkerDictionary
from controller.vision.markers.module_sampling import Levels, mean_light, sample_modules

_FLAT = 1e-6

ALIKE, CLEARLY = 0.75, 0.12
"""How much a word must correlate with what is seen, and by how much more than any other."""

BLOCK = 200_000
"""Multiplications that are made at once."""


def closest_words(grey: Grey, quads: Floats, dictionaries: Sequence[MarkerDictionary]) -> list[DecodedQuads]:
    """Decode quads (N x 4 x 2, px, clockwise) by the words that look most like them, where blur turns single modules.

    The light of all modules is correlated with all words, in all rotations; the best one counts if it is clearly better
    than any other. It is a guess: only what passes `template_verification` is a marker.
    """
    if not len(quads):
        return [NO_QUADS] * len(dictionaries)
    lights = {
        modules: _inside_light(grey, quads, modules)
        for modules in sorted({dictionary.modules for dictionary in dictionaries})
    }
    return [_closest(lights[dictionary.modules], dictionary) for dictionary in dictionaries]


def _inside_light(grey: Grey, quads: Floats, modules: int) -> Levels:
    """Return the light of the modules inside N quads, without its mean, of length 1: N x P."""
    light = mean_light(sample_modules(grey, quads, modules + 2))[2:-2, 2:-2].reshape(-1, len(quads))
    light -= add.reduce(light) / np.float32(len(light))
    light /= np.maximum(np.sqrt(add.reduce(light * light)), np.float32(_FLAT))
    return light.T


def _closest(light: Levels, dictionary: MarkerDictionary) -> DecodedQuads:
    similarity = products(light, _figures(dictionary))
    best = similarity.argmax(axis=1)
    everyone = np.arange(len(light))
    most = similarity[everyone, best]
    similarity[everyone, best] = -1
    clear = (most > ALIKE) & (most - similarity.max(axis=1) > CLEARLY)
    return DecodedQuads(np.where(clear, best // 4, -1), np.where(clear, best % 4, 0), np.ones(len(light), np.bool_))


def products(rows: Levels, columns: Levels) -> Levels:
    """Multiply matrices (N x P with P x M) in blocks so small that they are not spread over threads.

    To wait for these takes longer than the work.
    """
    block = max(1, BLOCK // max(1, rows.size))
    parts = [rows @ columns[:, start : start + block] for start in range(0, columns.shape[1], block)]
    return np.concatenate(parts, axis=1)


@lru_cache(maxsize=32)
def _figures(dictionary: MarkerDictionary) -> Levels:
    """Return all words in all rotations, without their means, of length 1: modules x 4 ids."""
    turned = np.stack([np.rot90(dictionary.words, -turn, axes=(1, 2)) for turn in range(4)], axis=1)
    figures = turned.reshape(len(dictionary.words) * 4, -1).astype(np.float32)
    figures -= figures.mean(axis=1, keepdims=True)
    figures /= np.maximum(np.sqrt((figures * figures).sum(axis=1, keepdims=True)), np.float32(_FLAT))
    return np.ascontiguousarray(figures.T, np.float32)
