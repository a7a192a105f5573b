"""Freeze long-lived objects out of the garbage collector during play.

Now and then Python's collector looks through all that there is, and nothing else happens meanwhile: with the libraries,
the kit and the rules in memory that takes some 30 ms, in which no robot is heard and no stop goes out.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def frozen_gc() -> Iterator[None]:
    """All that is there now stays out of the collector's sight until the end; what is made meanwhile does not."""
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()
