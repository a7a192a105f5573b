"""In which order the tests run."""

from __future__ import annotations

import pytest

LONGEST = ("whole", "golems_puzzles")
"""Folders of tests that take longest."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest first, so that at the end no process is left alone with one of them."""
    items.sort(key=lambda item: item.path.parent.name not in LONGEST)
