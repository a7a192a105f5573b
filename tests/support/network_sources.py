"""Sources of network cameras, for tests."""

from __future__ import annotations

import itertools
from collections.abc import Callable

from controller.vision.cameras.address import parse_address
from controller.vision.cameras.http import HttpSource
from controller.vision.cameras.latest_frame import RetryPolicy
from controller.vision.cameras.sources import Source
from tests.support.net_cameras import (
    Server,
    level_of,
)

SOON = RetryPolicy(first_s=0.0, longest_s=0.0, forgiven_s=20.0)
"""No pauses; nobody gives up before the test would fail anyway."""


def waited() -> Callable[[], float]:
    """A clock by which every picture had to be waited for."""
    ticks = itertools.count()
    return lambda: float(next(ticks))


def source_of(server: Server, path: str = "/video", login: str = "") -> HttpSource:
    return HttpSource(parse_address(server.url(path, login)), SOON, waited())


def levels(source: Source, count: int) -> list[int]:
    source.open()
    try:
        return [level_of(source.read()[0]) for _ in range(count)]
    finally:
        source.close()
