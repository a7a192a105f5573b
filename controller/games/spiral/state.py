"""Rounds of the dice race between two decisions, up to the agreed sum. Frozen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from boards.base.errors import Problem
from boards.base.message import _
from controller.games.document_paths import raise_in_input_order
from controller.games.game import Json, Outcome
from controller.games.spiral.board import Board, board_from, standard_board
from controller.games.spiral.chips import Named, name_chips
from controller.games.spiral.documents.document_reader import POSITION_KEYS, Reader
from controller.games.spiral.position import NAME, Position
from controller.games.spiral.turns import BASE_FULL

AGREED_SUM = 40_000
"""Games go on until a player has as much."""
_HIGHEST_SUM = 10**9
DICE = range(1, 3)
_MOST_IN_TEAM, _LONGEST_NAME = 12, 30
_FEWEST, _MOST = 2, 6
"""Players for whom there are chips."""


class State(NamedTuple):
    """A game of several rounds; `over` belongs to the round on the board, and the next one begins when it is."""

    board: Board
    agreed: int
    position: Position
    named: Named
    totals: tuple[int, ...]
    """What each player has won in the rounds that are over."""
    round: int = 1
    began: int = 0
    """Who had the first turn of this round."""
    roll: int | None = None
    """The die that was rolled and not yet used."""
    over: bool = False
    dice: int = 1
    """Thrown at once: each counts by itself, one after the other."""
    waiting: tuple[int, ...] = ()
    """The other dice of this throw, not yet used."""
    teams: tuple[tuple[str, ...], ...] = ()
    """Who plays for each player, in turn; empty: everybody for themselves."""
    thrown: tuple[int, ...] = ()
    """How often each player has thrown."""

    @property
    def thrower(self) -> str:
        """Return the person whose throw or move it is, where people play in teams; else nothing."""
        me = self.position.turn
        if not self.teams or not self.teams[me]:
            return ""
        throws = self.thrown[me] - (self.roll is not None)
        return self.teams[me][throws % len(self.teams[me])]

    @property
    def is_last(self) -> bool:
        """Somebody has the agreed sum."""
        return max(self.totals) >= self.agreed


def read_setup(setup: Mapping[str, Json]) -> State:
    """Return the first state. Raises :class:`boards.base.errors.Problems`.

    `players` are wanted; `turn` (the first), `chips`, `home`, `skips`, `sum` (40000), `dice` (1), `teams` and
    `board` may be left out.
    """
    problems: list[Problem] = []
    board = board_from(setup["board"], "board", problems) if "board" in setup else standard_board()
    reader = Reader(board)
    reader.known_keys(setup, (*POSITION_KEYS, "sum", "board", "dice", "teams"))
    if setup.get("game", NAME) != NAME:
        reader.wrong("game", _("this is not a position of {name}", name=NAME))
    players = setup.get("players")
    if type(players) is list and not _FEWEST <= len(players) <= _MOST:
        reader.wrong(
            "players",
            _("{count} players, but there are chips for {low} to {high}", count=len(players), low=_FEWEST, high=_MOST),
        )
    first = {"turn": players[0]} if type(players) is list and players else {}
    position = reader.position({**first, **setup})
    agreed = setup.get("sum", AGREED_SUM)
    if type(agreed) is not int or not 1 <= agreed <= _HIGHEST_SUM:
        reader.wrong("sum", _("the agreed sum is a whole number, 1 to {most}", most=_HIGHEST_SUM))
        agreed = AGREED_SUM
    dice = setup.get("dice", 1)
    if type(dice) is not int or dice not in DICE:
        reader.wrong("dice", _("there are {few} or {many} dice", few=DICE[0], many=DICE[-1]))
    teams = _teams(setup.get("teams", {}), position.players, reader)
    raise_in_input_order(dict(setup), [*problems, *reader.problems])
    totals = (0,) * len(position.players)
    named = name_chips(position)
    return State(board, agreed, position, named, totals, began=position.turn, dice=dice, teams=teams, thrown=totals)


def _teams(given: Json, players: tuple[str, ...], reader: Reader) -> tuple[tuple[str, ...], ...]:
    """Return the people of each player's team, in the order in which they play; none: nobody plays in teams."""
    found = reader.by_player(given, "teams", players, _("the people of its team"))
    for player, names in found.items():
        if type(names) is not list or not 0 < len(names) <= _MOST_IN_TEAM:
            reader.wrong(f"teams.{player}", _("a team is a list of 1 to {most} names", most=_MOST_IN_TEAM))
            continue
        for index, name in enumerate(names):
            if type(name) is not str or not 0 < len(name.strip()) <= _LONGEST_NAME:
                reader.wrong(f"teams.{player}[{index}]", _("a name has 1 to {most} characters", most=_LONGEST_NAME))
            elif name in names[:index]:
                reader.wrong(f"teams.{player}[{index}]", _("{name} is in this team already", name=repr(name)))
    if reader.problems or not found:
        return ()
    return tuple(tuple(found.get(player, ())) for player in players)


def next_round(state: State) -> State:
    """Return an empty board; the first turn goes round."""
    players = state.position.players
    began = (state.began + 1) % len(players)
    nothing: tuple[tuple[int, ...], ...] = ((),) * len(players)
    position = Position(players, nothing, nothing, (0,) * len(players), began)
    return state._replace(position=position, named=(), round=state.round + 1, began=began, over=False)


def outcome(state: State) -> Outcome | None:
    """Whoever has the highest sum wins, once that is the agreed one or more; together, if several have it."""
    if not state.over or not state.is_last:
        return None
    most = max(state.totals)
    names = zip(state.position.players, state.totals, strict=True)
    return Outcome(tuple(sorted(name for name, total in names if total == most)), BASE_FULL)
