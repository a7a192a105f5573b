"""The dice race with the hands: the cells along the way, the chips by colour, and the sums."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import product
from pathlib import Path
from types import MappingProxyType
from typing import Any

from boards.base.errors import Problem, Problems
from boards.base.message import Message, _, literal
from controller.games.spiral.board import Board, dump_board, figures_of, read_board
from controller.games.spiral.choices import MOVE, Choice, format_choice, parse_choice
from controller.games.spiral.die_sounds import SOUNDS, sound
from controller.games.spiral.game import FACES, Spiral
from controller.games.spiral.illegal_choices import why_not
from controller.games.spiral.legal import legal_choices
from controller.games.spiral.narration.event_messages import PLAYERS
from controller.games.spiral.narration.event_text import reason_message
from controller.games.spiral.opponent import STRENGTHS, choose
from controller.games.spiral.path import FIRST, arrows, spiral, walk
from controller.games.spiral.position import MOST_CHIPS, last_free
from controller.games.spiral.state import DICE, State
from controller.games.tabletop import BoxedPieces, Piece, SetupChoice, Spot, Tabletop
from controller.games.tabletop import Choice as TableChoice

_CHIPS: Mapping[str, Message] = {
    "red": _("red chip"),
    "blue": _("blue chip"),
    "yellow": _("yellow chip"),
    "green": _("green chip"),
    "violet": _("violet chip"),
    "orange": _("orange chip"),
}
_CHIP: Message = _("chip of {player}")
_SUM: Message = _("{player}: {total} of {sum}.")
_THROWN: Message = _("{player}: the die shows {face}.")
_PERSON: Message = _("{player}: {name}’s turn.")
_DICE: Message = _("{player}: the other die shows {face}.")
_LEADS: Message = _("A {face} leads from there to {cells}")
YELLOW = "#ffe27a"
BASE_COLOURS: tuple[str, ...] = ("#b18ad6", "#f5a04b", "#6fd3c1", "#f7a8c4")
"""Purple, orange, sea green and pink, from left to right."""
SIGNS = {"king": "♔", "dragon": "+6", "heart": "♥", "shop": "−6", "ace": "♠", "spider": "✱", "chess": "♘"}
"""What is printed on the cell of a figure."""


class SpiralTable(Tabletop[State]):
    """The table of :class:`controller.games.spiral.game.Spiral`."""

    boards = True
    strengths = tuple(STRENGTHS)
    faces = FACES
    sounds: Mapping[str, Callable[[], bytes]] = MappingProxyType({name: partial(sound, name) for name in SOUNDS})
    title = _("The dice race")
    board_ids = (116, 117, 118, 119)
    short: Mapping[str, Any] = {"sum": 100}
    setup_choices: Mapping[str, SetupChoice] = MappingProxyType(
        {"sum": SetupChoice(numbers=range(1, 10**9)), "dice": SetupChoice(numbers=DICE)}
    )
    setup_parts = ("teams",)

    def __init__(self) -> None:
        super().__init__(Spiral())

    def on_board(self, board: str) -> dict[str, Any]:
        """Return the `board` of a setup for a YAML file such as ``controller/games/spiral/board.yaml``."""
        if not board.endswith((".yaml", ".yml")):
            raise Problems(
                [
                    Problem(
                        "--board",
                        _("{board} is no YAML file of a board; docs/hacker.md shows one", board=repr(board[:60])),
                    )
                ]
            )
        return {"board": dump_board(read_board(Path(board)))}

    def spots(self, state: State) -> tuple[Spot, ...]:
        """Return the places of the board."""
        board = state.board
        figures = figures_of(board)
        return tuple(
            Spot(
                str(number),
                cell.column,
                cell.row,
                "home" if number in board.base else "dark" if number in figures else "light",
                _sign(board, number),
                None if heading is None else float(heading.value),
                fill=_fill(board, number),
            )
            for number, (cell, heading) in enumerate(
                zip(spiral(board.columns, board.rows), (*arrows(board.columns, board.rows), None), strict=True),
                start=1,
            )
        )

    def pieces(self, state: State) -> tuple[Piece, ...]:
        """Return the pieces on the board, sorted by name."""
        return tuple(Piece(name, player, str(cell), name.rpartition("-")[2]) for name, player, cell in state.named)

    def choices(self, state: State) -> tuple[TableChoice, ...]:
        """Return the legal moves of the player who is asked for one; empty when nobody is."""
        if state.roll is None or state.over:
            return ()
        return tuple(
            TableChoice(
                format_choice(choice),
                str(choice.cell) if choice.name == MOVE else None,
                _target(choice),
                _lands(state, choice),
            )
            for choice in legal_choices(state.board, state.position, state.roll)
        )

    def players(self, setup: Mapping[str, Any]) -> tuple[str, ...]:
        """Return the players of this setup."""
        return tuple(setup["players"])

    def faces_of(self, state: State) -> tuple[str, ...]:
        """Return what a throw may show: a face for each die, with a space between."""
        return tuple(map(" ".join, product(FACES, repeat=state.dice)))

    def setup(self, players: int) -> dict[str, Any]:
        """Return a usual setup for so many players."""
        if not 2 <= players <= len(PLAYERS):
            raise Problems(
                [
                    Problem(
                        "players",
                        _(
                            "the dice race is for 2 to {most} players, not for {players}",
                            most=len(PLAYERS),
                            players=players,
                        ),
                    )
                ]
            )
        return {"players": list(PLAYERS)[:players]}

    def round(self, state: State) -> int:
        """Return the number of the game or round, from 1."""
        return state.round

    def player_words(self, player: str) -> Message:
        """Return the name of a player, as it stands before a colon."""
        return PLAYERS.get(player) or literal(player)

    def piece_words(self, piece: str) -> Message:
        """Return the name of a piece or of its kind, as it stands in "move the ..."."""
        player = self.kind(piece)
        return _CHIPS.get(player) or _CHIP.bind(player=player)

    def kind(self, piece: str) -> str:
        """Return the kind of a piece: hands may take any piece of it."""
        player, _hyphen, number = piece.rpartition("-")
        return player if number.isdecimal() else piece

    def box(self, state: State, players: Sequence[str]) -> tuple[BoxedPieces, ...]:
        """Return the pieces that a game of these players needs."""
        return tuple(BoxedPieces(who, who, "", self.piece_words(f"{who}-1"), MOST_CHIPS) for who in players)

    def facts(self, state: State) -> tuple[Message, ...]:
        """Return what else a screen shows of a state."""
        players = state.position.players
        lines = [
            _SUM.bind(player=self.player_words(who), total=total, sum=state.agreed)
            for who, total in zip(players, state.totals, strict=True)
        ]
        if state.roll is not None:
            lines.append(_THROWN.bind(player=self.player_words(players[state.position.turn]), face=state.roll))
        me = self.player_words(players[state.position.turn])
        lines += [_DICE.bind(player=me, face=face) for face in state.waiting]
        if state.thrower and not state.over:
            lines.append(_PERSON.bind(player=me, name=state.thrower))
        return tuple(lines)

    def why_not(self, state: State, player: str, move: str) -> Message | None:
        """Return why the rules refuse this move; None for a legal one."""
        told = super().why_not(state, player, move)
        if told is None or state.roll is None or self.mover(state) != player:
            return told
        try:
            choice = parse_choice(move)
        except ValueError:
            return told
        return reason_message(why_not(state.board, state.position, state.roll, choice))

    def written(self, state: State, origin: str, target: str) -> str:
        """Return the notation of a move between two spots, legal or not."""
        return f"move {origin}"

    def why_not_there(self, state: State, player: str, origin: str, target: str) -> Message | None:
        """Return why a piece may not be moved so; None if nothing more can be said."""
        legal = [choice for choice in self.choices(state) if choice.origin == origin]
        if not legal:
            return super().why_not_there(state, player, origin, target)
        ends = ", ".join(dict.fromkeys(str(choice.first) for choice in legal))
        return _LEADS.bind(face=str(state.roll), cells=ends)

    def choose(self, state: State, player: str, strength: str, seed: int) -> str:
        """Return the computer player's move."""
        return format_choice(choose(state.board, state.position, state.roll or 0, strength, seed))


TABLETOP = SpiralTable()


def _sign(board: Board, number: int) -> str:
    """Return what is printed on a cell: the first and the base are marked, and whatever a figure does."""
    if number in board.base:
        return "★"
    return SIGNS.get(figures_of(board).get(number, ""), "○" if number == FIRST else "")


def _fill(board: Board, number: int) -> str:
    """Return the colour of a cell as the book has it: the first cell and the entry yellow, the base in four colours."""
    if number in board.base:
        return BASE_COLOURS[board.base.index(number)]
    return YELLOW if number in (FIRST, board.base[0] - 1) else ""


def _target(choice: Choice) -> str | None:
    """Return the first cell for a new chip; None for a move, whose target is told when it is made."""
    return None if choice.name == MOVE else "1"


def _lands(state: State, choice: Choice) -> str | None:
    """Where the die leads a chip, before a figure leads it on."""
    if choice.name != MOVE or state.roll is None:
        return None
    return str(walk(choice.cell, state.roll, last_free(state.board, state.position))[-1])
