"""What each child has solved of the puzzles: read from the records of a folder, by the nickname that the child had.

Nothing is kept beside the records: who is removed goes with the records that tell of them.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path

from boards import puzzles
from boards.base.catalogue import Language, translate, translate_all
from boards.base.errors import GolemError, Problem, Problems
from boards.base.message import Message, _, pgettext
from controller.app.compose.game_setup import read_puzzle
from controller.console.front_door.messages import ClassOverview, ClassPuzzle, Pupil, PuzzleResult
from controller.games.game_registry import game_named
from controller.games.golems.puzzles.puzzle import Puzzle
from controller.games.golems.puzzles.puzzle_game import NAME, PuzzleState, verdict
from controller.journal import read_record
from controller.table.core.record.entries import BegunAnew, PuzzleTakenUp, Undone
from controller.table.core.record.entry_codec import decode_entries, header_of
from controller.table.core.record.fold import begin, fold

_BEGINNING = 4096
"""Bytes at the beginning of a record that say which game it is of."""
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What a text begins with that a spreadsheet would calculate."""

NICKNAME: Message = pgettext("table of results", "Name")
SOLVED: Message = pgettext("table of results", "Solved")
LEAST: Message = pgettext("table of results", "Solved with the fewest cards")
TRIED: Message = pgettext("table of results", "tried")


@dataclass(frozen=True)
class _Result:
    """How far somebody came with a puzzle in a record."""

    tries: int = 0
    rounds: int = 0
    """Rounds and cards of the solution; 0: not solved."""
    cards: int = 0
    least: bool = False


@dataclass(frozen=True)
class _Told:
    """What a record tells of puzzles: results by nickname and puzzle, and the puzzles that it holds."""

    results: dict[tuple[str, str], _Result] = field(default_factory=dict)
    puzzles: dict[str, Puzzle] = field(default_factory=dict)

    @property
    def names(self) -> tuple[str, ...]:
        """The nicknames in it, each once."""
        return tuple(dict.fromkeys(name for name, _key in self.results))


def class_overview(folder: Path) -> ClassOverview:
    """Return what each child has solved, by all records of a folder that can be read."""
    shipped = {key: read_puzzle(key) for key in puzzles.keys()}  # noqa: SIM118 (a module, no mapping)
    others: dict[str, Puzzle] = {}
    spelt: dict[str, str] = {}
    found: dict[str, dict[str, _Result]] = {}
    records: dict[str, int] = {}
    for path in _records(folder):
        told = _told(path)
        for (name, key), result in told.results.items():
            child = found.setdefault(name.casefold(), {})
            child[key] = _better(child.get(key), result)
            spelt[name.casefold()] = name
        for name in told.names:
            records[name.casefold()] = records.get(name.casefold(), 0) + 1
        others |= {key: puzzle for key, puzzle in told.puzzles.items() if key not in shipped}
    pupils = [
        Pupil(
            spelt[child],
            [PuzzleResult(key, each.tries, each.rounds, each.cards, each.least) for key, each in results.items()],
            records[child],
        )
        for child, results in sorted(found.items())
    ]
    known = [*shipped.items(), *sorted(others.items())]
    return ClassOverview(
        [
            ClassPuzzle(key, number, dict(translate_all(puzzle.scenario.name)), puzzle.idea)
            for number, (key, puzzle) in enumerate(known, start=1)
        ],
        pupils,
    )


def class_csv(folder: Path, language: Language) -> str:
    """Return the overview as comma-separated values, a row for each child, with a byte-order mark for spreadsheets."""
    overview = class_overview(folder)
    out = io.StringIO()
    write = csv.writer(out, lineterminator="\r\n")
    names = (_cell(f"{one.number}. {one.name.get(language) or one.name['en']}") for one in overview.puzzles)
    write.writerow([*(translate(each, language) for each in (NICKNAME, SOLVED, LEAST)), *names])
    for pupil in overview.pupils:
        results = {result.puzzle: result for result in pupil.results}
        solved = [result for result in pupil.results if result.rounds]
        cells = (_told_result(results.get(one.key), language) for one in overview.puzzles)
        write.writerow([_cell(pupil.name), len(solved), sum(result.least for result in solved), *cells])
    return "\ufeff" + out.getvalue()


def remove_pupil(folder: Path, name: str, open_now: Collection[str]) -> None:
    """Delete all records that tell of puzzles which a child of this name played.

    ``open_now``: records of games that are open. Raises Problems at ``name``, with nothing deleted.
    """
    theirs = [path for path in _records(folder) if name.casefold() in (known.casefold() for known in _told(path).names)]
    if not theirs:
        raise Problems([Problem("name", _("nobody of this name has played a puzzle here"))])
    playing = [path.stem for path in theirs if path.stem in open_now]
    if playing:
        message = _("{name} plays just now; close the game first: {games}", name=name, games=", ".join(playing))
        raise Problems([Problem("name", message)])
    for path in theirs:
        path.unlink(missing_ok=True)


def _records(folder: Path) -> Iterator[Path]:
    """Yield the records of puzzles, the oldest first."""
    found: list[tuple[float, Path]] = []
    for path in folder.glob("*.jsonl"):
        try:
            with path.open("rb") as file:
                beginning = file.read(_BEGINNING)
            found.append((path.stat().st_mtime, path))
        except OSError:
            # It has gone since the folder was listed, or may not be read.
            continue
        if f'"{NAME}"'.encode() not in beginning:
            found.pop()
    yield from (path for _written, path in sorted(found))


def _told(path: Path) -> _Told:
    try:
        stat = path.stat()
        return _read(path, stat.st_mtime_ns, stat.st_size)
    except (OSError, GolemError):
        # The list of records says what is wrong with it.
        return _Told()


@lru_cache(maxsize=4096)
def _read(path: Path, _written: int, _size: int) -> _Told:
    """Return what a record tells; the same file is read once."""
    record = read_record(path)
    header = header_of(record)
    if header.game != NAME:
        return _Told()
    game = game_named(NAME)
    state = begin(game, header)
    attempts: dict[tuple[str, str], set[int]] = {}
    solutions: dict[tuple[str, str], _Result] = {}
    played: dict[str, Puzzle] = {}
    attempt = 0
    for entry in decode_entries(record.entries, path)[1:]:
        state = fold(game, state, entry)
        attempt += isinstance(entry.content, (PuzzleTakenUp, BegunAnew))
        trial = state.game
        assert isinstance(trial, PuzzleState)
        puzzle = trial.puzzle
        name = next((state.names[player] for player in puzzle.plays if player in state.names), "")
        at = (name, puzzle.scenario.key)
        if isinstance(entry.content, Undone) and trial.number not in trial.solved:
            # A solution that was undone is none.
            solutions.pop(at, None)
        if not name or not trial.laid:
            continue
        played[puzzle.scenario.key] = puzzle
        attempts.setdefault(at, set()).add(attempt)
        if trial.result is not None and trial.result.winners:
            judged = verdict(trial)
            size = (int(str(judged.facts["rounds"])), int(str(judged.facts["cards"])))
            solutions[at] = _better(solutions.get(at), _Result(0, *size, judged.then == "shortest"))
    results = {at: replace(solutions.get(at, _Result()), tries=len(found)) for at, found in attempts.items()}
    return _Told(results, played)


def _better(one: _Result | None, other: _Result) -> _Result:
    """Return the better of two results: solved, in fewer rounds, with fewer cards; the tries are added."""
    if one is None:
        return other
    best = min((one, other), key=lambda each: (not each.rounds, each.rounds, each.cards))
    return replace(best, tries=one.tries + other.tries)


def _told_result(result: PuzzleResult | None, language: Language) -> str:
    if result is None:
        return ""
    word = LEAST if result.least else SOLVED if result.rounds else TRIED
    return translate(word, language)


def _cell(text: str) -> str:
    """Return a text that a spreadsheet does not calculate."""
    return f"'{text}" if text.startswith(_FORMULA) else text
