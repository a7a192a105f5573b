"""The root of the project's error tree. Errors carry values, limits and units, and read as plain words.

Every room derives its own from :class:`GolemError`; a mistake in somebody's input is a :class:`Problem`
with its place, and all problems of one input are raised together as :class:`Problems`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from boards.base.catalogue import Language


class GolemError(Exception):
    """Anything this project raises on purpose. ``str()`` is one plain sentence for the person at the table."""

    exit_status = 1
    """What `golem` ends with when this reaches the command line: 1 a thing failed, 2 the input is wrong."""

    language: Language | None = None
    """Of the people whom it concerns, where their input says that itself."""


@dataclass(frozen=True)
class Problem:
    """One mistake in an input: where it is, what is wrong, and what to do."""

    at: str
    """A place that a person finds again: ``table.yaml:12: robots.red.port`` or ``programs.red[2]``."""
    message: str
    said: Mapping[Language, str] | None = field(default=None, repr=False, compare=False)
    """The whole of it, place included, as people at the table are told; None for what is told in English only."""

    def __str__(self) -> str:
        return f"{self.at}: {self.message}" if self.at else self.message

    def told(self, language: Language) -> str:
        """In a language of the people at the table, as far as it is told in it."""
        return str(self) if self.said is None else self.said[language]


class Problems(GolemError):
    """All the mistakes of one input at once."""

    exit_status = 2

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems: tuple[Problem, ...] = tuple(problems)
        if not self.problems:
            raise ValueError("Problems needs at least one problem")
        super().__init__("; ".join(str(problem) for problem in self.problems))

    def lines(self) -> list[str]:
        return [str(problem) for problem in self.problems]
