"""A league: read the bots of a folder, play what is missing, rate everybody."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from boards.base.errors import Problem, Problems
from boards.base.message import _
from boards.base.system_errors import system_reason
from controller.bots.bot_source import BotSource, read_bot
from controller.bots.match import arena
from controller.bots.rating import Rating, rate
from controller.bots.schedule import Fixture, Result

AT_ONCE = 8
"""Bots that are loaded at the same time, to see whether they can be."""
BATCH = 10
"""Games that a worker plays in one go."""


@dataclass(frozen=True)
class Standing:
    """A row of the table."""

    name: str
    rating: Rating
    games: int
    won: int
    drawn: int
    mistakes: int
    """Acts that became guards, in all games."""

    @property
    def lost(self) -> int:
        """Return the number of games lost."""
        return self.games - self.won - self.drawn


def read_league(folder: Path) -> tuple[tuple[BotSource, ...], tuple[Problem, ...]]:
    """Return the bots of a folder, by name, and what is wrong with those that can't be read.

    Raises `Problems` where that leaves fewer than two.
    """
    try:
        files = sorted(path for path in folder.iterdir() if path.suffix == ".py" and not path.name.startswith("."))
    except NotADirectoryError:
        raise Problems([Problem(str(folder), _("this is no folder; a league is a folder of bots"))]) from None
    except OSError as error:
        raise Problems(
            [Problem(str(folder), _("the folder can't be read: {reason}", reason=system_reason(error).message))]
        ) from None
    if len(files) < 2:
        raise Problems(
            [
                Problem(
                    str(folder), _("a league needs two bots (files that end in .py), and has {count}", count=len(files))
                )
            ]
        )
    bots: list[BotSource] = []
    problems: list[Problem] = []
    for file in files:
        try:
            bots.append(read_bot(file))
        except Problems as error:
            problems += error.problems
    _enough(bots, problems)
    return tuple(bots), tuple(problems)


@dataclass(frozen=True)
class Entrants:
    """Who plays, and who can't."""

    bots: tuple[BotSource, ...]
    problems: tuple[Problem, ...]
    """Why the others could not be loaded."""
    in_force: tuple[str, ...]
    """The layers of protection."""


def entrants(bots: Sequence[BotSource]) -> Entrants:
    """Load every bot once. Raises :class:`boards.base.errors.Problems` where fewer than two can be."""
    problems: list[Problem] = []
    loaded: list[BotSource] = []
    in_force: tuple[str, ...] = ()
    for index in range(0, len(bots), AT_ONCE):
        some = bots[index : index + AT_ONCE]
        with arena(some) as place:
            failures = place.failures()
            in_force = place.in_force or in_force
        problems += [failures[number] for number in sorted(failures)]
        loaded += [bot for number, bot in enumerate(some) if number not in failures]
    _enough(loaded, problems)
    return Entrants(tuple(loaded), tuple(problems), in_force)


def _enough(bots: Sequence[BotSource], problems: Sequence[Problem]) -> None:
    """Raise the problems where nobody would be left to play against."""
    if len(bots) < 2 and problems:
        raise Problems(problems)


def standings(schedule: Iterable[Fixture], results: dict[Fixture, Result]) -> list[Standing]:
    """Return the table, the best first, from the results of these games only."""
    played = [results[fixture] for fixture in schedule if fixture in results]
    names = sorted({name for result in played for name in (result.fixture.first, result.fixture.second)})
    points: dict[tuple[str, str], float] = {}
    won, drawn, games, mistakes = (dict.fromkeys(names, 0) for _ in range(4))
    for result in played:
        pair = result.fixture.first, result.fixture.second
        for player, name in enumerate(pair):
            other = pair[1 - player]
            mine, theirs = result.scores[player], result.scores[1 - player]
            points[name, other] = points.get((name, other), 0.0) + (1.0 if mine > theirs else 0.5 * (mine == theirs))
            games[name] += 1
            won[name] += mine > theirs
            drawn[name] += mine == theirs
            mistakes[name] += result.mistakes[player]
    ratings = rate(names, points)
    table = [Standing(name, ratings[name], games[name], won[name], drawn[name], mistakes[name]) for name in names]
    return sorted(table, key=lambda row: (-row.rating.points, row.name))
