"""What somebody chose for a game, in whichever way it was said, and what is wrong with it.

Each way in (a terminal, a table file, a form) makes :class:`GameChoices` of what it was told, has it checked by
:func:`controller.app.choices.game_plan.planned`, and says each :class:`Finding` at the place that its person wrote.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from boards.base.errors import Problem, Problems
from boards.base.message import Message
from controller.games.golems.rules.position import NAME as GOLEMS

OWN_KEYS: tuple[str, ...] = ("players", "board", "way", "rules", "scenario", "puzzle", "setup")
"""Choices with a field of their own in :class:`GameChoices`; all others are in ``more``."""


@dataclass(frozen=True)
class GameChoices:
    """What was chosen; None or empty: nothing was said of it."""

    game: str = GOLEMS
    players: int | None = None
    """How many play."""
    board: str | None = None
    way: str | None = None
    rules: str | None = None
    scenario: str | None = None
    puzzle: str | None = None
    text: str | None = None
    """What the file of the scenario or puzzle holds, if it lies on another computer."""
    setup: Mapping[str, object] | None = None
    """A whole position of Battle of Golems in the form of `golem resolve`."""
    more: Mapping[str, object] = field(default_factory=dict)
    """All other choices by their keys (``lives``, ``steps``, ``teams``), as they were said."""
    people: tuple[str, ...] | None = None
    """Players whom people play, where each seat is named; None: who is no computer is a person."""
    computers: Mapping[str, str] = field(default_factory=dict)
    """Player -> how well the computer plays."""
    names: Mapping[str, str] = field(default_factory=dict)
    bots: tuple[Path, ...] = ()
    """Files of the bots that play for all."""
    sent_bots: Mapping[str, str] = field(default_factory=dict)
    """Bots whose files lie on another computer: what `computers` calls them -> what the file holds."""
    dice: str = ""
    """``real``: people throw dice of their own, ``screen``: they do not; empty: nothing was said."""
    exact: bool = False
    """Whether numbers must be numbers, and no texts of digits, as in a file."""
    files: bool = True
    """Whether board, scenario and puzzle may be files of this computer."""
    staged: bool = False
    """Whether robots act out a game of pieces."""
    usual: Mapping[str, object] = field(default_factory=dict)
    """What a game of pieces is told besides, where nothing else was chosen."""

    @property
    def seated(self) -> tuple[str, ...] | None:
        """Who has a seat, where each seat is named."""
        return None if self.people is None else (*self.people, *self.computers)

    def said(self) -> tuple[str, ...]:
        """Return the keys of all that was chosen of the game itself."""
        own = [key for key in OWN_KEYS if getattr(self, key) is not None]
        return (*own, *self.more)


@dataclass(frozen=True)
class Finding:
    """A mistake in what was chosen."""

    key: str
    """The choice and what is below it: ``board``, ``lives``, ``tokens.walls[0]``, ``computer.red``, ``names.blue``."""
    message: Message
    inside: Problem | None = None
    """The mistake with its place in a file that the choice names."""


class Findings:
    """All that is wrong with what was chosen, in the order in which it is found; nothing twice."""

    def __init__(self) -> None:
        self.all: list[Finding] = []

    def add(self, key: str, message: Message) -> None:
        """Add a mistake."""
        found = Finding(key, message)
        if found not in self.all:
            self.all.append(found)

    def add_all(self, problems: Iterable[Problem], key: Callable[[str], str]) -> None:
        """Add problems; `key` returns the choice at which a place is told."""
        for problem in problems:
            self.add(key(problem.at), problem.message)

    def add_file(self, key: str, refused: Problems) -> None:
        """Add what is wrong inside of the file that a choice names."""
        self.all += [Finding(key, problem.placed, problem) for problem in refused.problems]


def placed(findings: Iterable[Finding], place: Callable[[str], str]) -> tuple[Problem, ...]:
    """Return the problems of findings for people at a terminal or a form: files' own places, else ``place(key)``."""
    found = (one.inside or Problem(place(one.key), one.message) for one in findings)
    return tuple({(one.at, one.message): one for one in found}.values())
