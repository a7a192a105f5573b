"""While a game is played the garbage collector leaves alone what was there before, and nothing else."""

from __future__ import annotations

import gc
import weakref

import pytest

from controller.app.compose.gc_freeze import frozen_gc


@pytest.fixture(autouse=True)
def nothing_frozen() -> None:
    """The tests themselves are: see ``conftest.py``."""
    gc.unfreeze()


class _Knot:
    """Holds on to itself, so that only the collector can free it."""

    def __init__(self) -> None:
        self.itself = self


def test_what_was_there_before_is_left_alone_until_the_end() -> None:
    knot = _Knot()
    seen = weakref.ref(knot)
    with frozen_gc():
        del knot
        gc.collect()
        assert seen() is not None
    gc.collect()
    assert seen() is None


def test_what_is_made_meanwhile_is_collected() -> None:
    with frozen_gc():
        seen = weakref.ref(_Knot())
        gc.collect()
        assert seen() is None


def test_an_error_ends_it_too() -> None:
    with pytest.raises(KeyError), frozen_gc():
        assert gc.get_freeze_count() > 0
        raise KeyError
    assert gc.get_freeze_count() == 0
