"""The root of the project's error tree. An error is a code and facts; it is told in a language at the edge only.

Every room derives its own from :class:`GolemError`; a mistake in somebody's input is a :class:`Problem`
with its place, and all problems of one input are raised together as :class:`Problems`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from boards.base.catalogue import Language, translate
from boards.base.message import Message, joined
from boards.base.reasons import Reason, as_message


class GolemError(Exception):
    """Anything this project raises on purpose: a class with its facts as attributes. ``str()`` is English, for logs."""

    exit_status = 1
    """What `golem` ends with when this reaches the command line: 1 a thing failed, 2 the input is wrong."""

    code: ClassVar[str] = "golem-error"
    """Stable and for programs: the name of the class, in words joined by hyphens."""

    language: Language | None = None
    """Of the people whom it concerns, where their input says that itself."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "code" not in vars(cls):
            cls.code = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", cls.__name__.lstrip("_")).lower()

    def __init__(self, said: Message | Reason | None = None) -> None:
        """``said`` is one plain sentence for the person at the table.

        A plug-in's str is taken, too: it is the same in every language.
        """
        self.message: Message = as_message("" if said is None else said)
        self.what: Message = self.message
        """The same without its place, for those who tell the place themselves."""
        super().__init__(str(self.message))

    def as_reason(self) -> Reason:
        """Return this error as the reason of something else."""
        return Reason(self.code, self.message)

    def translated(self, language: Language) -> str:
        """Return the sentence in a language."""
        return translate(self.message, language)


class InvalidInput(GolemError, ValueError):
    """What a parser or a constructor refuses. A ValueError, too, for those who only ask whether something is valid."""

    exit_status = 2


class PlacedError(GolemError):
    """An error at a place: a port, a robot, a camera. The place stands before the sentence."""

    def __init__(self, place: str, said: Message | Reason) -> None:
        what = as_message(said)
        super().__init__(joined([place, what], ": "))
        self.what = what
        self.because = said if isinstance(said, Reason) else None
        """The reason that it was made of, if there is one."""

    def as_reason(self) -> Reason:
        """Return this error as the reason of something else, with its place."""
        return Reason(self.because.code if self.because is not None else self.code, self.message)


@dataclass(frozen=True, init=False)
class Problem:
    """One mistake in an input: where it is, what is wrong, and what to do."""

    at: str
    """A place that a person finds again: ``table.yaml:12: robots.red.port`` or ``programs.red[2]``."""
    message: Message
    """What is wrong, without the place."""
    code: str
    """What kind of mistake it is, for programs; empty if it has no code."""
    people: Message | None
    """What people at the table are told instead of place and message, where these are about a document; else None."""

    def __init__(self, at: str, said: Message | Reason, people: Message | None = None) -> None:
        """Take what is wrong. A plug-in's str is taken for ``said``, too: it is the same in every language."""
        object.__setattr__(self, "at", at)
        object.__setattr__(self, "message", as_message(said))
        object.__setattr__(self, "code", said.code if isinstance(said, Reason) else "")
        object.__setattr__(self, "people", people)

    def __str__(self) -> str:
        return f"{self.at}: {self.message}" if self.at else str(self.message)

    def below(self, place: str) -> Problem:
        """Return the problem with another place before its own."""
        return Problem(f"{place}: {self.at}" if self.at else place, Reason(self.code, self.message), self.people)

    @property
    def placed(self) -> Message:
        """The message with its place before it."""
        return joined([self.at, self.message], ": ") if self.at else self.message

    def translated(self, language: Language) -> str:
        """Return the problem in a language, as people are told it."""
        return translate(self.people or self.placed, language)


class Problems(GolemError):
    """All the mistakes of one input at once."""

    exit_status = 2

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems: tuple[Problem, ...] = tuple(problems)
        if not self.problems:
            raise ValueError("Problems needs at least one problem")
        super().__init__(joined([problem.placed for problem in self.problems], "; "))

    def lines(self) -> list[str]:
        """Return every problem in English."""
        return [str(problem) for problem in self.problems]
