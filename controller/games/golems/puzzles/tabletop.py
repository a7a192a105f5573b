"""Puzzles on the kit's mat: the table of Battle of Golems for one player and a book, and what the judge says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from boards.base.catalogue import Language, languages, translate
from boards.base.errors import Problem, Problems
from boards.base.message import Message, _, given
from boards.colours import COLOURS
from boards.geometry import Cell
from controller.games.golems.opponent.next_card import first_missing
from controller.games.golems.puzzles.puzzle import Try
from controller.games.golems.puzzles.puzzle_game import Puzzles, PuzzleState, read_puzzle, task, verdict
from controller.games.golems.puzzles.scenario_art import drawing_svg, marks_svg, puzzle_drawing
from controller.games.golems.puzzles.solver import solve
from controller.games.golems.rules.program import cards_of, parse_row, program_texts
from controller.games.golems.tabletop import TABLETOP as GOLEMS
from controller.games.seeded_random import Numbers
from controller.games.tabletop import Book, CardHint, Choice, Piece, PlayedTask, Spot, Tabletop, Token

LEARNER = "learner"
"""Solves a puzzle at the second try: in the first one two rows come in the wrong order."""


class PuzzlesTable(Tabletop[PuzzleState]):
    """The table of :class:`controller.games.golems.puzzles.puzzle_game.Puzzles`."""

    kit_mat = GOLEMS.kit_mat
    pieces_drive = GOLEMS.pieces_drive
    programs_together = GOLEMS.programs_together
    seats = GOLEMS.seats
    dice = GOLEMS.dice
    strengths = (LEARNER,)
    faces = GOLEMS.faces
    headings = GOLEMS.headings

    def __init__(self) -> None:
        super().__init__(Puzzles())

    def spots(self, state: PuzzleState) -> tuple[Spot, ...]:
        """Return the places of the board."""
        return GOLEMS.spots(state.game)

    def pieces(self, state: PuzzleState) -> tuple[Piece, ...]:
        """Return the pieces on the board, sorted by name."""
        return GOLEMS.pieces(state.game)

    def choices(self, state: PuzzleState) -> tuple[Choice, ...]:
        """None: golems are programmed."""
        return ()

    def players(self, setup: Mapping[str, Any]) -> tuple[str, ...]:
        """Every golem of the book: all of them lie ready."""
        found = {colour for text in setup["book"] for colour in read_puzzle(text).start.colours}
        return tuple(colour for colour in COLOURS if colour in found)

    def setup(self, players: int) -> dict[str, Any]:
        """Return a usual setup for so many players."""
        raise Problems(
            [Problem("players", _("puzzles are not played with pieces of a usual start; choose one with --puzzle"))]
        )

    def round(self, state: PuzzleState) -> int:
        """Return the number of the game or round, from 1."""
        return GOLEMS.round(state.game)

    def coming(self, state: PuzzleState) -> PuzzleState:
        """Return the state as the next round of the try begins, if this one is over and the try is not."""
        return state._replace(game=GOLEMS.coming(state.game)) if state.result is None else state

    def row(self, state: PuzzleState, told: int) -> int:
        """Return the number of the step in its round."""
        return GOLEMS.row(state.game, told)

    def player_words(self, player: str) -> Message:
        """Return the name of a player, as it stands before a colon."""
        return GOLEMS.player_words(player)

    def piece_words(self, piece: str) -> Message:
        """Return the name of a piece or of its kind, as it stands in "move the ..."."""
        return GOLEMS.piece_words(piece)

    def cell(self, spot: Spot) -> Cell:
        """Return the cell at which a spot is drawn."""
        return GOLEMS.cell(spot)

    def tokens(self, state: PuzzleState) -> tuple[Token, ...]:
        """Return the tokens on the mat."""
        return GOLEMS.tokens(state.game)

    def energy(self, state: PuzzleState) -> int | None:
        """Return the energy left; None in games without it."""
        return GOLEMS.energy(state.game)

    def most_lives(self, state: PuzzleState) -> int:
        """Return the number of lives at the start; 0 in games without lives."""
        return GOLEMS.most_lives(state.game)

    def bonus(self, state: PuzzleState) -> Mapping[str, str | None]:
        """Return what the dice of this round allow, by player."""
        return GOLEMS.bonus(state.game)

    def supply(self, state: PuzzleState, player: str) -> Mapping[str, int]:
        """Return the cards that the puzzle allows."""
        allowed = GOLEMS.supply(state.game, player)
        return {card: count for card, count in state.puzzle.deck().items() if count and card in allowed}

    def next_card(self, state: PuzzleState, player: str, laid: Sequence[Sequence[str]]) -> CardHint | None:
        """Return a useful card to lay next: of the program that solves it from here."""
        program = _solution(state, player)
        return first_missing([cards_of(parse_row(row)) for row in program], laid)

    def all_rows(self, state: PuzzleState) -> bool:
        """Whether all four rows must be laid."""
        return GOLEMS.all_rows(state.game)

    def revealed(self, state: PuzzleState) -> Mapping[str, tuple[str | None, ...]]:
        """Return the rows of the programs of this round, by player; None for one not played yet."""
        return GOLEMS.revealed(state.game)

    def task(self, state: PuzzleState) -> PlayedTask:
        """Return the puzzle that is played."""
        return task(state)

    def book(self, state: PuzzleState) -> Book | None:
        """Return the book that the task is from."""
        return Book(state.number, len(state.book), state.solved)

    def task_svg(
        self, state: PuzzleState, setup: Mapping[str, Any], task: PlayedTask, what: str, language: Language
    ) -> str | None:
        """Return a drawing of the task that is played, as SVG; None if there is none."""
        puzzle = state.puzzle
        if what == "card":
            return drawing_svg(puzzle_drawing(puzzle, language), translate(puzzle.scenario.name, language))
        return marks_svg(puzzle.scenario.position) if what == "marks" else None

    def program(self, state: PuzzleState, asked: str, strength: str, seed: int) -> tuple[str, ...]:
        """Return the computer player's program."""
        program = _solution(state, asked)
        # When a round has ended the golem stands where the next one begins, whatever was laid before.
        return program if state.tries > 1 or state.laid else _swapped(program, seed)

    def verdict(self, state: PuzzleState) -> tuple[Message, ...]:
        """Return the judge's verdict on the try."""
        told = verdict(state)
        sentences = zip(*(told.words(language) for language in languages()), strict=True)
        return tuple(given(dict(zip(languages(), each, strict=True))) for each in sentences)


def _solution(state: PuzzleState, golem: str) -> tuple[str, ...]:
    """Return what solves it from here; from where nothing does, what would have solved it from the start."""
    puzzle = state.puzzle
    laid: Try = tuple({colour: tuple(map(parse_row, rows)) for colour, rows in programs} for programs in state.laid)
    whole = solve(puzzle, (*laid, {})).solution if laid else puzzle.solution or solve(puzzle).solution
    number = len(laid) if whole else 0
    found = whole or puzzle.solution or solve(puzzle).solution or ()
    return tuple(program_texts(found[number][golem])) if found else ()


def _swapped(program: Sequence[str], seed: int) -> tuple[str, ...]:
    """Return the program with one pair of differing neighbours swapped, chosen by the seed."""
    pairs = [number for number in range(len(program) - 1) if program[number] != program[number + 1]]
    if not pairs:
        return tuple(program)
    first = Numbers(seed).pick(pairs)
    return (*program[:first], program[first + 1], program[first], *program[first + 2 :])


TABLETOP = PuzzlesTable()
