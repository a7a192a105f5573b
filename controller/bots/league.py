"""A league: read the bots of a folder, play what is missing, rate everybody."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from boards.base.errors import Problem, Problems
from controller.bots.match import arena
from controller.bots.rating import Rating, rate
from controller.bots.schedule import Fixture, Result
from controller.bots.source import BotSource, read_bots

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
    slips: int
    """Acts that became guards, in all games."""

    @property
    def lost(self) -> int:
        """Return the number of games lost."""
        return self.games - self.won - self.drawn


def read_league(folder: Path) -> tuple[BotSource, ...]:
    """Return the bots of a folder, by name. Raises `Problems` with what is wrong with all of them."""
    try:
        files = sorted(path for path in folder.iterdir() if path.suffix == ".py" and not path.name.startswith("."))
    except NotADirectoryError:
        raise Problems([Problem(str(folder), "this is no folder; a league is a folder of bots")]) from None
    except OSError as error:
        raise Problems([Problem(str(folder), f"the folder can't be read: {error.strerror}")]) from None
    if len(files) < 2:
        raise Problems([Problem(str(folder), f"a league needs two bots (files that end in .py), and has {len(files)}")])
    return read_bots(files)


def check(bots: Sequence[BotSource]) -> tuple[str, ...]:
    """Load every bot once; the layers in force. Raises :class:`boards.base.errors.Problems`."""
    problems: list[Problem] = []
    in_force: tuple[str, ...] = ()
    for index in range(0, len(bots), AT_ONCE):
        with arena(bots[index : index + AT_ONCE]) as place:
            try:
                place.check()
            except Problems as found:
                problems += found.problems
            in_force = place.in_force
    if problems:
        raise Problems(problems)
    return in_force


def standings(schedule: Iterable[Fixture], results: dict[Fixture, Result]) -> list[Standing]:
    """Return the table, the best first, from the results of these games only."""
    played = [results[fixture] for fixture in schedule if fixture in results]
    names = sorted({name for result in played for name in (result.fixture.first, result.fixture.second)})
    points: dict[tuple[str, str], float] = {}
    won, drawn, games, slips = (dict.fromkeys(names, 0) for _ in range(4))
    for result in played:
        pair = result.fixture.first, result.fixture.second
        for player, name in enumerate(pair):
            other = pair[1 - player]
            mine, theirs = result.scores[player], result.scores[1 - player]
            points[name, other] = points.get((name, other), 0.0) + (1.0 if mine > theirs else 0.5 * (mine == theirs))
            games[name] += 1
            won[name] += mine > theirs
            drawn[name] += mine == theirs
            slips[name] += result.slips[player]
    ratings = rate(names, points)
    table = [Standing(name, ratings[name], games[name], won[name], drawn[name], slips[name]) for name in names]
    return sorted(table, key=lambda row: (-row.rating.points, row.name))
