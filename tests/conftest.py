"""In which order the tests run, what is made before the first, and what property tests are allowed."""

from __future__ import annotations

import ctypes
import gc
import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import settings

from controller.cli.options.command_parser import LOCALE_VARIABLES
from hatch_build import compile_catalogues

if TYPE_CHECKING:
    from tests.support.chromium import SharedBrowser

# Tests are in English where they ask for no language, whatever the machine's.
for variable in LOCALE_VARIABLES:
    os.environ.pop(variable, None)

# Most containers ask Python to keep no bytecode. Then every process that tests start compiles all that it imports.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# As `golem` does: fits are small, and threads of linear algebra would wait for each other, the processor busy.
# A tenth of the processor's time of the tests of vision.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
# As many processes test as there are cores: more threads only wait for each other.
os.environ.setdefault("OPENCV_FOR_THREADS_NUM", "1")

# Pictures come and go by the megabyte: memory that is kept need not be asked of the system, and cleared, each time.
# A tenth of the processor's time of the tests of vision. Only glibc has this.
with suppress(AttributeError):
    _M_TRIM_THRESHOLD, _M_MMAP_THRESHOLD = -1, -3
    ctypes.CDLL(None).mallopt(_M_MMAP_THRESHOLD, 64 << 20)
    ctypes.CDLL(None).mallopt(_M_TRIM_THRESHOLD, 256 << 20)

# Machines that are busy with other tests are slow: no test fails for that.
settings.register_profile("no deadline", deadline=None)
settings.load_profile("no deadline")

TESTS = Path(__file__).resolve().parent

LONGEST = ("whole", "golems_puzzles")
"""Folders of tests that take longest."""


@pytest.fixture(scope="session")
def chrome() -> Iterator[SharedBrowser]:
    """One browser for each process of tests: it takes two seconds to start."""
    # Playwright is imported by those who need it.
    from tests.support.chromium import shared_browser

    with shared_browser() as shared:
        yield shared


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest first, so that at the end no process is left alone with one of them; in all processes the same."""
    items.sort(key=lambda item: (item.path.parent.name not in LONGEST, item.path))


def pytest_collection_finish() -> None:
    """Keep what was collected out of the garbage collector: looking through it took a tenth of the processor's time."""
    gc.freeze()
    gc.enable()
    # Every 700 new objects are too often for short tests: a tenth of the processor's time of the tests of rules.
    gc.set_threshold(20_000, 20, 20)


def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """Keep it out again after tables, which give back what they froze."""
    if (nextitem is None or nextitem.path != item.path) and _thawed:
        _thawed.clear()
        gc.freeze()


_thawed: list[bool] = []
"""Whether something was given back since. Counting what is frozen (``gc.get_freeze_count``) takes 50 ms."""
_unfreeze = gc.unfreeze


def _note_and_unfreeze() -> None:
    _thawed.append(True)
    _unfreeze()


gc.unfreeze = _note_and_unfreeze


def pytest_configure(config: pytest.Config) -> None:
    """Compile catalogues that have changed, as `make` does; once, not in every process. Prepare to collect tests."""
    worker: dict[str, Any] | None = getattr(config, "workerinput", None)
    if worker is not None or not config.getoption("numprocesses", None):
        # What is made while tests are collected stays: looking through it again and again took a third of the time.
        gc.disable()
    if worker is None:
        compile_catalogues(Path(__file__).parents[1], only_stale=True)
    elif [Path(argument).resolve() for argument in config.args] == [TESTS]:
        config.args[:] = _rooms_from(int(worker["workerid"].removeprefix("gw")), worker["workercount"])


def _rooms_from(process: int, processes: int) -> list[str]:
    """Return the folders of tests, from another one on for each process.

    In a fresh checkout pytest rewrites the assertions of each module, which takes longer than all else that collects
    tests, and keeps the result. So each process rewrites a part, and finds the parts of the others done.
    """
    rooms = sorted(str(room) for room in TESTS.iterdir() if any(room.rglob("test_*.py")))
    first = len(rooms) * process // processes
    return rooms[first:] + rooms[:first]
