"""In which order the tests run, and what is made before the first."""

from __future__ import annotations

from pathlib import Path

import pytest

from hatch_build import compile_catalogues

LONGEST = ("whole", "golems_puzzles")
"""Folders of tests that take longest."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest first, so that at the end no process is left alone with one of them."""
    items.sort(key=lambda item: item.path.parent.name not in LONGEST)


def pytest_configure(config: pytest.Config) -> None:
    """Compile catalogues that have changed, as `make` does; once, not in every process."""
    if not hasattr(config, "workerinput"):
        compile_catalogues(Path(__file__).parents[1], only_stale=True)
