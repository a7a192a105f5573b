"""The die of the screen is fair (chi-square), and its three sounds are what they should be."""

from __future__ import annotations

import io
import wave
from itertools import pairwise

import numpy as np
import pytest

from boards.base.errors import Problems
from controller.games.spiral.die import UNFAIR, chi_square, is_fair, throw
from controller.games.spiral.die_sounds import PEAK, RATE, SOUNDS, sound

THROWS = 6000


@pytest.mark.parametrize("seed", range(4))
def test_the_die_is_fair(seed):
    faces = [throw(seed, number) for number in range(THROWS)]
    counts = [faces.count(face) for face in range(1, 7)]
    print(counts, chi_square(counts))
    assert sum(counts) == THROWS
    assert is_fair(counts)


def test_throws_do_not_depend_on_each_other():
    """Pairs of faces, one after the other: each of the 36 as often.

    35 degrees of freedom: beyond 66.6 once in a thousand tests.
    """
    faces = [throw(7, number) for number in range(THROWS + 1)]
    pairs = [6 * one + two - 7 for one, two in pairwise(faces)]
    expected = THROWS / 36
    assert sum((pairs.count(pair) - expected) ** 2 for pair in range(36)) / expected < 66.6


def test_a_throw_follows_from_seed_and_number_alone():
    assert [throw(3, number) for number in (5, 2, 5)] == [throw(3, 5), throw(3, 2), throw(3, 5)]
    assert [throw(3, n) for n in range(40)] != [throw(4, n) for n in range(40)]


def test_a_loaded_die_is_found():
    assert not is_fair([100, 100, 100, 100, 100, 160])
    assert is_fair([100, 90, 110, 104, 96, 100])
    assert chi_square([10, 10, 10, 10, 10, 10]) == 0
    assert chi_square([5, 15, 10, 10, 10, 10]) == 5
    assert UNFAIR > 20


@pytest.mark.parametrize("counts", [[], [10] * 5, [10] * 7, [60, 60, 60, 60, 61, -1], [1] * 6])
def test_counts_that_say_nothing_are_refused(counts):
    with pytest.raises(ValueError):
        chi_square(counts)


def heard(name: str) -> np.ndarray:
    with wave.open(io.BytesIO(sound(name))) as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, RATE)
        return np.frombuffer(file.readframes(file.getnframes()), "<i2") / 32767


def loudness(samples: np.ndarray) -> np.ndarray:
    """The root mean square of each hundredth of a second."""
    step = RATE // 100
    return np.sqrt((samples[: len(samples) // step * step].reshape(-1, step) ** 2).mean(axis=1))


def centre(samples: np.ndarray) -> float:
    """The centre of the spectrum, in hertz."""
    power = np.abs(np.fft.rfft(samples)) ** 2
    return float((power * np.fft.rfftfreq(len(samples), 1 / RATE)).sum() / power.sum())


@pytest.mark.parametrize("name", SOUNDS)
def test_a_sound_is_short_loud_enough_and_does_not_clip_or_click(name):
    samples = heard(name)
    assert 0.3 <= len(samples) / RATE <= 1.0
    assert abs(np.abs(samples).max() - PEAK) < 0.001
    assert abs(samples.mean()) < 0.001
    assert np.abs(samples[:2]).max() < 0.01 and np.abs(samples[-20:]).max() < 0.01
    assert np.abs(np.diff(samples)).max() < 1.2, "a step of more would be heard as a crack"
    assert sound(name) == sound(name)


def test_the_three_sounds_in_their_order():
    assert list(SOUNDS) == ["throw", "shake", "poom"]


def test_the_die_is_bright_and_the_poom_is_deep():
    assert 500 < centre(heard("throw")) < 2500
    assert 500 < centre(heard("shake")) < 2500
    assert 50 < centre(heard("poom")) < 200


def test_knocks_of_the_throw_grow_softer_and_the_shaking_goes_on():
    thrown, shaken, put = (loudness(heard(name)) for name in SOUNDS)
    assert thrown[:10].max() > 2 * thrown[30:].max()
    assert min(shaken[n : n + 20].max() for n in range(0, 80, 20)) > 0.3 * shaken.max()
    assert put.argmax() < 6


def test_an_unknown_sound_is_refused():
    with pytest.raises(Problems) as refusal:
        sound("bang")
    assert [problem.at for problem in refusal.value.problems] == ["sound"]
