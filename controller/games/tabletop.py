"""What a game is on a table: where pieces may stand, which stand there, who is asked for what, and in which words.

A game's rules (:mod:`controller.games.game`) know nothing of this. Every game has a `TABLETOP`: its board and its
pieces are drawn on the page from here, people are told from here which piece to move where, and the computer plays it.
What only some games have (a mat of the kit, pieces that drive, programs that are locked together, dice by round,
energy, tasks) is told here, each by itself, so that nothing else asks which game it is. Pure, as the rules are.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from boards.base.catalogue import Language
from boards.base.errors import Problem, Problems
from boards.base.message import Message, _, joined, literal
from boards.geometry import Cell
from controller.games.board_values import (
    BoxedPieces,
    CardHint,
    Choice,
    Piece,
    SetupChoice,
    Shape,
    Spot,
    Standing,
    Token,
    Window,
    boxed_pieces,
)
from controller.games.game import Game, PieceMoved, Requirement, Stand
from controller.games.seeded_random import Numbers
from controller.games.tabletop_traits import TabletopTraits
from controller.games.task_values import Book, GoalLeft, PlayedTask, TaskGoal

if TYPE_CHECKING:
    from boards.hexboards import HexBoard  # It reads YAML, which `golem resolve` waits for only when it needs it.

__all__ = [
    "Book",
    "BoxedPieces",
    "CardHint",
    "Choice",
    "GoalLeft",
    "Piece",
    "PlayedTask",
    "SetupChoice",
    "Shape",
    "Spot",
    "Standing",
    "Tabletop",
    "TaskGoal",
    "Token",
    "Window",
]
"""What a game's own `tabletop` module needs, for plug-ins too."""

StateT = TypeVar("StateT")


_ADVICE = _("The computer would play {move}.")


class Tabletop(TabletopTraits, ABC, Generic[StateT]):
    """One game's table. Four methods say what there is; the others have usual answers."""

    def __init__(self, game: Game[StateT, Any]) -> None:
        self.game = game

    @abstractmethod
    def spots(self, state: StateT) -> tuple[Spot, ...]:
        """Return the board."""

    @abstractmethod
    def pieces(self, state: StateT) -> tuple[Piece, ...]:
        """Return what stands on it, sorted by name."""

    @abstractmethod
    def choices(self, state: StateT) -> tuple[Choice, ...]:
        """Return the legal moves of whoever is asked for one; empty when nobody is."""

    @abstractmethod
    def players(self, setup: Mapping[str, Any]) -> tuple[str, ...]:
        """Who plays, by a setup that the rules take."""

    def setup(self, players: int) -> dict[str, Any]:
        """Return a usual setup for so many players.

        Raises :class:`boards.base.errors.Problems` for a number it is not for.
        """
        return {}

    def on_board(self, board: str) -> dict[str, Any]:
        """Return what a setup says of another board: one by its name, or a YAML file anywhere.

        Raises :class:`boards.base.errors.Problems`: at ``--board``, or located in the file.
        """
        raise Problems(
            [
                Problem(
                    "--board",
                    _("{name} has one board only; leave out {board}", name=self.game.name, board=repr(board[:60])),
                )
            ]
        )

    def part_values(self, key: str) -> Mapping[str, tuple[Message, int]]:
        """Return what has a number of its own in a part of the setup (:attr:`setup_parts`), and the usual numbers.

        Empty for a part that holds names for each player.
        """
        return {}

    def stands(self, state: StateT) -> Mapping[str, Stand]:
        """Return where the pieces that drive stand, by name; empty where none do."""
        return self.game.stands(state) if self.pieces_drive else {}

    def threats(self, state: StateT) -> Mapping[str, tuple[str, ...]]:
        """Return the spots that each player threatens, for beginners who ask for them; empty in other games."""
        return {}

    def advisable(self, state: StateT) -> bool:
        """Whether somebody may ask now what the computer would play (:meth:`advice`).

        The usual answer: where a move goes somewhere.
        """
        return not self.automatic and any(choice.target is not None for choice in self.choices(state))

    def program_hint(self, state: StateT, asked: str, rows: Sequence[str]) -> Message | None:
        """Return what to write next in the program of ``asked`` that begins with these rows; None without advice.

        Only asked where programs are written, one by one.
        """
        return None

    def advice(self, state: StateT) -> Message:
        """Return what the computer would play in place of who is asked for a move, and why. It may take a moment.

        Only asked where :meth:`advisable` says so. The usual answer names a good move.
        """
        player = self.mover(state)
        assert player is not None
        return _ADVICE.bind(move=self.choose(state, player, self.strengths[-1], 0))

    def begins(self, state: StateT) -> tuple[str, ...]:
        """Return who may have the first move of the game after this one, the one with the right to it first."""
        return ()

    def begun_by(self, start: StateT, player: str) -> StateT:
        """Return the start of a game in which this player has the first move."""
        return start

    def faces_of(self, state: StateT) -> tuple[str, ...]:
        """Return what a throw of this game may show; the usual one: a face of its die."""
        return self.faces

    def chosen(self, choices: Mapping[str, str | int]) -> dict[str, Any]:
        """Return what the setup says of these choices (of :attr:`setup_choices`); the usual one: as they are."""
        return dict(choices)

    def choice_problems(self, start: StateT) -> Sequence[Problem]:
        """Return what is wrong with a start that people chose, at the names of the choices.

        Beyond what the rules refuse: no such game is begun, but records of one still replay.
        """
        return ()

    def staged(self, players: int) -> dict[str, Any]:
        """Return a usual setup for a game that robots act out. Raises `Problems` as `setup`."""
        return self.setup(players)

    def seeded(self, setup: Mapping[str, Any], seed: int) -> dict[str, Any]:
        """Return a setup with the game's seed in it, where the rules take one; dice come to them as decisions."""
        return dict(setup)

    def anew(self, start: StateT, number: int) -> StateT:
        """How the next game begins after one that began so; `number` is another one each time, for other chances."""
        return start

    def round(self, state: StateT) -> int:
        """Which game or round of the match is on the board, from 1."""
        return 1

    def coming(self, state: StateT) -> StateT:
        """Return the state in which what is asked for now is played: of the next round, when the last one is over.

        The usual one: this state.
        """
        return state

    def row(self, state: StateT, told: int) -> int:
        """Return the number, in its round, of the step that led to this state; ``told``: by those that were told."""
        return told

    def player_words(self, player: str) -> Message:
        """Return a player, before a colon."""
        return literal(player[:1].upper() + player[1:])

    def piece_words(self, piece: str) -> Message:
        """Return a piece, or any of its kind, after "move the" and its like."""
        return literal(piece)

    def kind(self, piece: str) -> str:
        """Return what a piece is alike with: hands may take any of its kind.

        The usual one: every piece is its own kind.
        """
        return piece

    def box(self, state: StateT, players: Sequence[str]) -> tuple[BoxedPieces, ...]:
        """Return the pieces that there must be for a game of these players that begins so.

        Those on the board, and one for each player who has none.
        """
        return boxed_pieces(self.pieces(state), players, self.kind, self.piece_words)

    def printed(self, state: StateT) -> HexBoard | None:
        """Return the board, where it is printed as one of hexagons."""
        return None

    def cell(self, spot: Spot) -> Cell:
        """Where the game's own cells have a place; on a board of squares, where it is drawn."""
        return Cell(int(spot.x), int(spot.y))

    def facts(self, state: StateT) -> tuple[Message, ...]:
        """Return what else a screen says of a state: sums, an offer, a count."""
        return ()

    def tokens(self, state: StateT) -> tuple[Token, ...]:
        """Return what else lies on the mat."""
        return ()

    def energy(self, state: StateT) -> int | None:
        """How much energy is left; None in games without it."""
        return None

    def most_lives(self, state: StateT) -> int:
        """With how many lives a piece begins; 0 in games without them."""
        return 0

    def rechargeable(self, state: StateT) -> bool:
        """Whether it ended for want of energy, so that the players may recharge and play on."""
        return False

    def takes_tokens(self, state: StateT) -> bool:
        """Whether people may choose now which tokens lie on the mat."""
        return False

    def recharge_units(self, state: StateT) -> range:
        """Return with how many units of energy the players may play on; empty while they may not."""
        return range(0)

    def bonus(self, state: StateT) -> Mapping[str, str | None]:
        """Return what the dice of this round allow, by player."""
        return {}

    def supply(self, state: StateT, player: str) -> Mapping[str, int]:
        """Return the cards that a player may lay in this round, by their names, and how many of each."""
        return {}

    def next_card(self, state: StateT, player: str, laid: Sequence[Sequence[str]]) -> CardHint | None:
        """Return a useful card to lay next, where these lie in the rows already.

        None where nothing is missing, or in a game without hints. It may take a moment.
        """
        return None

    def all_rows(self, state: StateT) -> bool:
        """Whether a program on a tray has all its rows; else they may be fewer."""
        return True

    def revealed(self, state: StateT) -> Mapping[str, tuple[str | None, ...]]:
        """Return the rows of the programs of this round, by player; None for one that was not played yet."""
        return {}

    def task(self, state: StateT) -> PlayedTask | None:
        """Return the scenario or puzzle that is played, as far as the state tells it; None: it tells of none."""
        return None

    def book(self, state: StateT) -> Book | None:
        """Return the book that the task is from; None if it is alone."""
        return None

    def task_svg(
        self, state: StateT, setup: Mapping[str, Any], task: PlayedTask, what: str, language: Language
    ) -> str | None:
        """Draw the ``card`` or the ``marks`` on the field of the task that is played, as SVG; None, if there is none.

        `setup` is how the game began, `task` what is told of it (:meth:`task`, with the name and story of a scenario).
        """
        return None

    def why_not(self, state: StateT, player: str, move: str) -> Message | None:
        """Why the rules refuse this move of this player; None for a legal one."""
        try:
            self.game.advance(state, PieceMoved(player, move))
        except Problems as refused:
            return joined([problem.message for problem in refused.problems], "; ")
        return None

    def written(self, state: StateT, origin: str, target: str) -> str:
        """How a player's move of a piece between two spots is written, legal or not."""
        return f"{origin}-{target}"

    def why_not_there(self, state: StateT, player: str, origin: str, target: str) -> Message | None:
        """Why a piece may not be moved so; None where nothing more can be said."""
        return self.why_not(state, player, self.written(state, origin, target))

    def choose(self, state: StateT, player: str, strength: str, seed: int) -> str:
        """Return the computer's move: the same state, strength and seed give the same.

        The usual one takes any legal move.
        """
        choices = self.choices(state)
        return Numbers(seed, len(choices)).pick(choices).move

    def owner(self, state: StateT, asked: str) -> str:
        """Return the player of whom the game asks something, where it asks by the name of a piece."""
        return asked

    def program(self, state: StateT, asked: str, strength: str, seed: int) -> tuple[str, ...]:
        """Return the computer's program for a player or piece.

        For games that ask for one (:attr:`Requirement.PROGRAMS`).
        """
        return ()

    def verdict(self, state: StateT) -> tuple[Message, ...]:
        """Return what is to be said about this end of a game that is judged. It may take some seconds."""
        return ()

    def rows(self, cards: Sequence[str]) -> tuple[str, ...]:
        """Return the rows of a program that is laid as cards; the usual one: each card is a row.

        Raises :class:`boards.base.errors.Problems` for cards that make none.
        """
        return tuple(cards)

    def cards(self, rows: Sequence[str]) -> tuple[str, ...]:
        """Return the cards on which people lay such rows."""
        return tuple(rows)

    # What follows from the above

    def mover(self, state: StateT) -> str | None:
        """Who is asked for a move."""
        return next(
            (r.players[0] for r in self.game.requests(state) if r.requirement is Requirement.MOVE and r.players), None
        )

    def laid(self, state: StateT) -> dict[str, str]:
        """Where each piece stands and which way it looks, by name."""
        return {piece.name: f"{piece.spot} {piece.facing}".rstrip() for piece in self.pieces(state)}

    def standing(self, laid: Mapping[str, str]) -> Standing:
        """Return what can be seen of pieces that stand so (places by name)."""
        return tuple(sorted((self.kind(name), place) for name, place in laid.items()))

    def moves_to(self, state: StateT, seen: Standing, ghosts: Collection[str] = ()) -> tuple[str, ...]:
        """Return the legal moves after which the pieces stand as they are seen.

        What a player did, who moved them first. `ghosts` are pieces that stand nowhere but in the game.
        """
        player = self.mover(state)
        if player is None:
            return ()
        return tuple(
            choice.move
            for choice in self.choices(state)
            if self._seen_after(state, player, choice.move, ghosts) == seen
        )

    def _seen_after(self, state: StateT, player: str, move: str, ghosts: Collection[str]) -> Standing:
        laid = self.laid(self.game.advance(state, PieceMoved(player, move)).state)
        return self.standing({name: place for name, place in laid.items() if name not in ghosts})
