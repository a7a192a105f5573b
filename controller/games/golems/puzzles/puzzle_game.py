"""Puzzles as the table plays them: a try at a time, out of a book of puzzles.

A try ends when the goal is reached, when it can't be reached any more because the rounds of the puzzle are over, or
when the player's golems are gone. It is played by the game that it is a part of; what counts as solved is the
judge's business (:mod:`controller.games.golems.puzzles.judge`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple, TypedDict

from boards import puzzles
from boards.base.catalogue import Language, languages, translate
from boards.base.errors import Problem, Problems
from boards.base.message import _, given
from boards.base.yaml_reader import parse_document
from controller.games.game import (
    Decision,
    Json,
    MotionGroup,
    Outcome,
    ProgramsLaid,
    Request,
    Requirement,
    Stand,
    Step,
    TakenUp,
)
from controller.games.golems.game import Golems
from controller.games.golems.narration.event_messages import GOLEMS
from controller.games.golems.puzzles.judge import Verdict, judge
from controller.games.golems.puzzles.puzzle import Puzzle, build
from controller.games.golems.puzzles.puzzle_messages import IDEAS, WHO_WHAT, condition_words, row_words
from controller.games.golems.puzzles.tasks import goals_told
from controller.games.golems.rules.events import Event
from controller.games.golems.rules.goals import ENERGY
from controller.games.golems.rules.program import NotARow, cards_of, parse_row, program_texts
from controller.games.golems.rules.state import State
from controller.games.task_values import PlayedTask

NAME = "golem_puzzles"
UNSOLVED = "unsolved"
"""Why a try ended that has not solved its puzzle."""

Laid = tuple[tuple[str, tuple[str, ...]], ...]
"""The player's programs of a round as text, by colour."""


class PuzzleState(NamedTuple):
    """A book of puzzles, and the try that is under way. Frozen."""

    book: tuple[str, ...]
    """The puzzles as the text of their files: what a record tells does not change with a file."""
    number: int
    """Which one is played, from 0."""
    game: State
    laid: tuple[Laid, ...] = ()
    tries: int = 1
    """Of this puzzle, this one included."""
    solved: tuple[int, ...] = ()
    """The puzzles of the book that were solved, in this order."""
    result: Outcome | None = None

    @property
    def puzzle(self) -> Puzzle:
        """Return the puzzle that is played."""
        return read_puzzle(self.book[self.number])


@lru_cache(maxsize=64)
def read_puzzle(text: str) -> Puzzle:
    """Return the puzzle of a file's text. Raises :class:`boards.base.errors.Problems`."""
    return parse_document(text.encode(), "puzzle", build)


class Puzzles:
    """The game of :mod:`controller.games.game` for one player and a book of puzzles."""

    name = NAME

    def __init__(self) -> None:
        self._golems = Golems()

    def start(self, setup: Mapping[str, Json]) -> PuzzleState:
        """Return the first state: ``{"book": [TEXT, ...], "number": 0}``.

        Raises :class:`boards.base.errors.Problems`.
        """
        book, number = setup.get("book"), setup.get("number", 0)
        if not isinstance(book, list) or not book or not all(isinstance(text, str) for text in book):
            raise Problems([Problem("book", _("a book is a list of puzzles, each the text of its file"))])
        return self._begin(tuple(book), _place(book, number))

    def requests(self, state: PuzzleState) -> tuple[Request, ...]:
        """Return what the game waits for; empty when it is over."""
        if state.result is not None:
            return ()
        (request,) = self._golems.requests(state.game)
        if request.requirement is not Requirement.PROGRAMS:
            return (request,)
        return (Request(Requirement.PROGRAMS, tuple(c for c in state.puzzle.plays if c in request.players)),)

    def advance(self, state: PuzzleState, decision: Decision) -> Step[PuzzleState, Event]:
        """Return the next state and the events that led there."""
        if isinstance(decision, TakenUp):
            number = _place(state.book, decision.number)
            tries = state.tries + 1 if number == state.number else 1
            return Step(self._begin(state.book, number, tries, state.solved), ())
        if state.result is not None:
            raise Problems(
                [Problem("decision", _("{name} comes now, but the try is over", name=type(decision).__name__))]
            )
        if isinstance(decision, ProgramsLaid):
            return Step(self._lay(state, decision.programs), ())
        step = self._golems.advance(state.game, decision)
        return Step(_ended(state._replace(game=step.state)), step.events)

    def outcome(self, state: PuzzleState) -> Outcome | None:
        """Return how the game ended; None while it goes on."""
        return state.result

    def stands(self, state: PuzzleState) -> Mapping[str, Stand]:
        """Return where the living pieces stand, by name."""
        return self._golems.stands(state.game)

    def motion_groups(self, before: PuzzleState, events: Sequence[Event]) -> tuple[MotionGroup, ...]:
        """Return what the pieces show of these events."""
        return self._golems.motion_groups(before.game, events)

    def event_json(self, event: Event) -> Mapping[str, Json]:
        """Return an event in the form of `golem resolve`."""
        return self._golems.event_json(event)

    def explain(self, event: Event, language: str) -> str:
        """Return one sentence on an event: who did what, and why."""
        return self._golems.explain(event, language)

    def narrated_players(self, start: PuzzleState) -> tuple[str, ...]:
        """Return the players about whom a sentence is told."""
        return self._golems.narrated_players(start.game)

    def narrate_row(
        self, before: PuzzleState, events: Sequence[Event], players: Sequence[str], language: Language
    ) -> tuple[str, ...]:
        """Return one sentence for each player about the step."""
        return self._golems.narrate_row(before.game, events, players, language)

    def remarks(self, before: PuzzleState, after: PuzzleState, language: Language) -> tuple[str, ...]:
        """Return remarks about no player in particular."""
        return self._golems.remarks(before.game, after.game, language)

    def _begin(self, book: tuple[str, ...], number: int, tries: int = 1, solved: tuple[int, ...] = ()) -> PuzzleState:
        game = self._golems.start(read_puzzle(book[number]).scenario.setup())
        return PuzzleState(book, number, game, (), tries, solved)

    def _lay(self, state: PuzzleState, programs: Mapping[str, tuple[str, ...]]) -> PuzzleState:
        puzzle = state.puzzle
        problems = [
            Problem(f"programs.{colour}", _("the player does not program this golem"))
            for colour in programs
            if colour not in puzzle.plays
        ]
        problems += [
            Problem(f"programs.{colour}[{index}]", _("the card {card} is not allowed in this puzzle", card=card))
            for colour, rows in programs.items()
            for index, row in enumerate(rows)
            for card in _forbidden(row, puzzle)
        ]
        if problems:
            raise Problems(problems)
        standing = state.game.position.colours
        others = {colour: program_texts(rows) for colour, rows in puzzle.programs.items() if colour in standing}
        laid = ProgramsLaid({**{colour: tuple(rows) for colour, rows in others.items()}, **programs})
        game = self._golems.advance(state.game, laid).state
        return state._replace(game=game, laid=(*state.laid, tuple(programs.items())))


def verdict(state: PuzzleState) -> Verdict:
    """Return what the judge says to the try. It may ask the solver, which takes up to some seconds."""
    return judge(state.puzzle, [dict(laid) for laid in state.laid])


def _place(book: Sequence[str], number: object) -> int:
    if type(number) is not int or not 0 <= number < len(book):
        raise Problems(
            [
                Problem(
                    "number",
                    _("the book has the puzzles 0 to {last}, not {number}", last=len(book) - 1, number=repr(number)),
                )
            ]
        )
    return number


def _forbidden(text: str, puzzle: Puzzle) -> tuple[str, ...]:
    """Return the first card of a row that the puzzle forbids. What is no row is for the game itself to say."""
    try:
        cards = cards_of(parse_row(text))
    except NotARow:
        return ()
    return tuple(card for card in cards if card in puzzle.conditions.forbidden)[:1]


def _ended(state: PuzzleState) -> PuzzleState:
    """Return the state with its result, if the try is over."""
    puzzle, game = state.puzzle, state.game
    standing = any(colour in puzzle.plays for colour in game.position.colours)
    if game.result is None and standing and not (game.round_is_over and game.round >= puzzle.last_round):
        return state
    reached = game.result is not None and puzzle.side in game.result.winners and game.result.reason != ENERGY
    # Where the goal is reached the judge only counts: nothing is searched.
    if game.result is None or not reached or not verdict(state).solved:
        return state._replace(result=Outcome((), UNSOLVED))
    solved = tuple(dict.fromkeys((*state.solved, state.number)))
    return state._replace(result=Outcome((puzzle.side,), game.result.reason), solved=solved)


def task(state: PuzzleState) -> PlayedTask:
    """Return the puzzle as a screen shows it: what is wanted, under which conditions, and where in the book it is."""
    puzzle = state.puzzle
    conditions = {language: _conditions(puzzle, language) for language in languages()}
    return PlayedTask(
        "puzzle",
        tuple(goal for goal in goals_told(state.game.position) if goal.side == puzzle.side),
        puzzle.scenario.key,
        puzzle.scenario.name,
        puzzle.scenario.story,
        IDEAS[puzzle.idea],
        tuple(given(dict(zip(languages(), told, strict=True))) for told in zip(*conditions.values(), strict=True)),
        tuple(puzzle.plays),
        tries=state.tries,
        **_places(state),
    )


class _Places(TypedDict):
    number: int
    count: int
    solved: tuple[int, ...]


def _places(state: PuzzleState) -> _Places:
    """Return the puzzle's place, from 0, those solved, and how many there are: of all that are shipped, else its book.

    A book holds only those that are played on the same mat with the same cards.
    """
    shipped = puzzles.keys()
    if state.puzzle.scenario.key not in shipped:
        return {"number": state.number, "count": len(state.book), "solved": tuple(state.solved)}
    solved = (read_puzzle(state.book[number]).scenario.key for number in state.solved)
    return {
        "number": shipped.index(state.puzzle.scenario.key),
        "count": len(shipped),
        "solved": tuple(shipped.index(key) for key in solved if key in shipped),
    }


def _conditions(puzzle: Puzzle, language: Language) -> tuple[str, ...]:
    """Return what the program must keep to, and what the golems do that the player does not program."""
    others = (
        translate(WHO_WHAT, language).format(
            who=translate(GOLEMS[colour], language), what=" · ".join(row_words(row, language) for row in rows)
        )
        for colour, rows in puzzle.programs.items()
    )
    return (*condition_words(puzzle.conditions, puzzle.autonomous, language), *others)
