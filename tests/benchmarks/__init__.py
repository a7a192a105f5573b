"""Speed and memory, measured side by side with what a user would pick instead. Run by `make bench`.

A module here has ``measure() -> list[Row]``; it is found by its name in :mod:`tests.benchmarks.__main__`.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """One line of the table."""

    what: str
    value: str
    """With its unit."""
    against: str = ""
    """What it is compared with, and the ratio."""
    note: str = ""
