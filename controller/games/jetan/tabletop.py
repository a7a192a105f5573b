"""Jetan with the hands: a hundred squares, forty pieces, and what people call them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from boards.base.errors import Problem, Problems
from boards.base.message import Message, _, joined
from controller.games.jetan.advice import advise
from controller.games.jetan.event_messages import PIECES
from controller.games.jetan.event_messages import SIDES as SIDE_WORDS
from controller.games.jetan.event_text import reason_message
from controller.games.jetan.game import BEGIN, YIELD, Jetan
from controller.games.jetan.illegal_moves import why_not
from controller.games.jetan.moves import legal_moves, threatened
from controller.games.jetan.notation import format_move, parse_move
from controller.games.jetan.opponent import STRENGTHS, choose
from controller.games.jetan.pieces import KINDS, SIDES
from controller.games.jetan.squares import NAMES, SIZE, members
from controller.games.jetan.stakes import BY_PIECE, HIGHEST, VALUES, Stakes
from controller.games.jetan.state import MOST_GAMES, State
from controller.games.tabletop import Choice, Piece, SetupChoice, Spot, Tabletop

_OF: tuple[Message, ...] = (
    _("black {piece}"),
    _("orange {piece}"),
)
_OFFERED: Message = _("{side} offers a draw.")
_WINS: Message = _("Games won: {wins}.")
_OWES: Message = _("Stakes: {debtor} owes {creditor} {amount}.")
_EVEN: Message = _("Stakes: nobody owes anything.")
_COUNT: Message = _("Move {count} of 10 with few pieces.")

_PAINT: Mapping[str, str] = MappingProxyType({"light": "#f7c894", "dark": "#8f8f96", "home": "#ffffff"})
"""Orange and black, pale enough to save ink and for names to be read."""


def _spot(number: int, name: str) -> Spot:
    look = "light" if (number % SIZE + number // SIZE) % 2 else "dark"
    return Spot(name, number % SIZE, number // SIZE, look, fill=_PAINT[look])


_SPOTS = tuple(_spot(number, name) for number, name in enumerate(NAMES))
_LETTERS = {kind.name: kind.letter.upper() for kind in KINDS}
_KIND_WORDS = {kind.name: words for kind, words in zip(KINDS, PIECES, strict=True)}


class JetanTable(Tabletop[State]):
    """The table of :class:`controller.games.jetan.game.Jetan`."""

    strengths = tuple(STRENGTHS)
    title = _("Jetan")
    cell_mm = 50.0
    board_ids = (112, 113, 114, 115)
    paint = _PAINT

    setup_choices: Mapping[str, SetupChoice] = MappingProxyType(
        {
            "games": SetupChoice(numbers=range(1, MOST_GAMES + 1)),
            "first": SetupChoice(SIDES),
            "stakes": SetupChoice((BY_PIECE,), range(HIGHEST + 1)),
        }
    )
    setup_parts = ("stakes",)

    def __init__(self) -> None:
        super().__init__(Jetan())

    def chosen(self, choices: Mapping[str, str | int]) -> dict[str, Any]:
        """Return what the setup says of these choices: stakes by piece are the default values."""
        return {key: {} if value == BY_PIECE else value for key, value in choices.items()}

    def begins(self, state: State) -> tuple[str, ...]:
        """Return who may begin the game after this one: its winner has the right to, and may give it away."""
        if state.result is None or not state.is_last:
            return ()
        first = state.result.winners[0] if state.result.winners else SIDES[state.terms.start.turn]
        return (first, *(side for side in SIDES if side != first))

    def begun_by(self, start: State, player: str) -> State:
        """Return the start of a game in which this side has the first move."""
        opening = start.terms.start._replace(turn=SIDES.index(player))
        return start._replace(terms=start.terms._replace(start=opening), position=opening)

    def threats(self, state: State) -> Mapping[str, tuple[str, ...]]:
        """Return the squares to which each side could move a piece other than the princess, were it its turn."""
        if state.result is not None:
            return {}
        found = (threatened(state.position, 1 - side) for side in range(len(SIDES)))
        return {
            name: tuple(NAMES[square] for square in members(squares))
            for name, squares in zip(SIDES, found, strict=True)
        }

    def advisable(self, state: State) -> bool:
        """Return whether there is a move to advise."""
        return state.result is None

    def advice(self, state: State) -> Message:
        """Return what the computer would play in place of the side to move, and why."""
        return advise(state.position)

    def spots(self, state: State) -> tuple[Spot, ...]:
        """Return the places of the board."""
        return _SPOTS

    def pieces(self, state: State) -> tuple[Piece, ...]:
        """Return the pieces on the board, sorted by name."""
        return tuple(
            Piece(name, name.split("-")[0], NAMES[square], _LETTERS[name.split("-")[1]], figure=name.split("-")[1])
            for name, square in state.names
        )

    def choices(self, state: State) -> tuple[Choice, ...]:
        """Return the legal moves of the player who is asked for one; empty when nobody is."""
        if state.result is None:
            return tuple(
                Choice(format_move(state.position, move), NAMES[move.origin], NAMES[move.target])
                for move in legal_moves(state.position)
            )
        return () if self.mover(state) is None else (Choice(BEGIN), Choice(YIELD))

    def players(self, setup: Mapping[str, Any]) -> tuple[str, ...]:
        """Return the players of this setup."""
        return SIDES

    def setup(self, players: int) -> dict[str, Any]:
        """Return a usual setup for so many players."""
        if players != len(SIDES):
            raise Problems([Problem("players", _("Jetan is for two, not for {players}", players=players))])
        return {}

    def round(self, state: State) -> int:
        """Return the number of the game or round, from 1."""
        return state.game

    def player_words(self, player: str) -> Message:
        """Return the name of a player, as it stands before a colon."""
        return SIDE_WORDS[SIDES.index(player)]

    def piece_words(self, piece: str) -> Message:
        """Return the name of a piece or of its kind, as it stands in "move the ..."."""
        side, kind = piece.split("-")[:2]
        return _OF[SIDES.index(side)].bind(piece=_KIND_WORDS[kind])

    def kind(self, piece: str) -> str:
        """Return the kind of a piece: hands may take any piece of it."""
        return "-".join(piece.split("-")[:2])

    def part_values(self, key: str) -> Mapping[str, tuple[Message, int]]:
        """Return each kind of piece and what one that is lost usually costs."""
        return {kind: (_KIND_WORDS[kind], value) for kind, value in VALUES.items()} if key == "stakes" else {}

    def facts(self, state: State) -> tuple[Message, ...]:
        """Return what else a screen shows of a state."""
        lines: list[Message] = []
        if state.terms.games > 1:
            sides = (joined([words, str(won)], " ") for words, won in zip(SIDE_WORDS, state.wins, strict=True))
            lines.append(_WINS.bind(wins=joined(sides)))
        if state.terms.stakes != Stakes():
            lines.append(_EVEN if not state.balance else self._owes(state.balance))
        if state.offered is not None:
            lines.append(_OFFERED.bind(side=SIDE_WORDS[state.offered]))
        if state.position.is_small:
            lines.append(_COUNT.bind(count=state.position.counted))
        return tuple(lines)

    def _owes(self, balance: int) -> Message:
        black, orange = SIDE_WORDS
        debtor, creditor = (orange, black) if balance > 0 else (black, orange)
        return _OWES.bind(debtor=debtor, creditor=creditor, amount=abs(balance))

    def why_not(self, state: State, player: str, move: str) -> Message | None:
        """Return why the rules refuse this move; None for a legal one."""
        told = super().why_not(state, player, move)
        if told is None or state.result is not None or self.mover(state) != player:
            return told
        try:
            written = parse_move(move)
        except ValueError:
            return told
        reason = why_not(state.position, written)
        return told if reason is None else reason_message(reason)

    def written(self, state: State, origin: str, target: str) -> str:
        """Return the notation of a move between two spots, legal or not."""
        taken = any(NAMES[square] == target for _name, square in state.names)
        return f"{origin}{'x' if taken else '-'}{target}"

    def choose(self, state: State, player: str, strength: str, seed: int) -> str:
        """Return the computer player's move."""
        if state.result is not None:
            return BEGIN
        return format_move(state.position, choose(state.position, strength, seed))


TABLETOP = JetanTable()
