"""In which order the tests run, what is made before the first, and what property tests are allowed."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

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

# Machines that are busy with other tests are slow: no test fails for that.
settings.register_profile("no deadline", deadline=None)
settings.load_profile("no deadline")

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
    """The longest first, so that at the end no process is left alone with one of them."""
    items.sort(key=lambda item: item.path.parent.name not in LONGEST)


def pytest_configure(config: pytest.Config) -> None:
    """Compile catalogues that have changed, as `make` does; once, not in every process."""
    if not hasattr(config, "workerinput"):
        compile_catalogues(Path(__file__).parents[1], only_stale=True)
