"""Robot Game on the screen: the arena, the robots with their strength, and what both sides have."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from boards.base.errors import Problem, Problems
from boards.base.message import Fact, Message, _
from controller.games.robot_game import opponent
from controller.games.robot_game.arena import CENTRE, PLACES, SIZE, SPAWN_CELLS, Place, cell_of, place_of
from controller.games.robot_game.game import RobotGame
from controller.games.robot_game.motion_groups import piece_name
from controller.games.robot_game.state import PLAYERS, State, scores
from controller.games.robot_game.turn import HP, LAST_TURN
from controller.games.robot_game.turn_random import LARGEST_SEED
from controller.games.seeded_random import mix
from controller.games.tabletop import Choice, Piece, Spot, Tabletop, Window

_TITLE: Message = _("Robot Game: the middle of the arena")
_PLAYER: Message = _("Player {number}")
_ROBOT: Message = _("robot {name}")
_TURNS: Message = _("Turns played: {turn} of {turns}.")
_ROBOTS: Message = _("{player}, robots: {count}, HP together: {hp}")
_MISTAKES: Message = _("{player}, mistakes of the bot: {count}")
_LAST: Message = _("{player}, last mistake in turn {turn}: {text}")
_LAST_LINE: Message = _("{player}, last mistake in turn {turn}, line {line} of the bot: {text}")


def spot_name(place: Place) -> str:
    """Return a place as rows of text name it: ``9,10``."""
    return f"{place[0]},{place[1]}"


def _look(place: Place) -> str:
    if cell_of(*place) in SPAWN_CELLS:
        return "home"
    return "light" if sum(place) % 2 else "dark"


# The arena's rows count from above, the screen's from below.
_SPOTS = tuple(Spot(spot_name(place), place[0], SIZE - 1 - place[1], _look(place)) for place in PLACES)


class RobotTable(Tabletop[State]):
    """The table of :class:`controller.games.robot_game.game.RobotGame`."""

    strengths = opponent.STRENGTHS
    bots = True
    automatic = True
    # The middle of the arena, where most of the fighting is.
    stage = Window(CENTRE - 2, CENTRE - 2, 5, 5)
    title = _TITLE

    def __init__(self) -> None:
        super().__init__(RobotGame())

    def spots(self, state: State) -> tuple[Spot, ...]:
        """Return the places of the board."""
        return _SPOTS

    def pieces(self, state: State) -> tuple[Piece, ...]:
        """Return the pieces on the board, sorted by name."""
        return tuple(
            sorted(
                (
                    Piece(name, str(robot.player), spot_name(place_of(cell)), name, strength=robot.hp / HP)
                    for name, robot, cell in ((piece_name(r.id), r, cell) for cell, r in state.robots.items())
                ),
                key=lambda piece: piece.name,
            )
        )

    def choices(self, state: State) -> tuple[Choice, ...]:
        """Return the legal moves of the player who is asked for one; empty when nobody is."""
        return ()

    def players(self, setup: Mapping[str, Any]) -> tuple[str, ...]:
        """Return the players of this setup."""
        return tuple(map(str, PLAYERS))

    def setup(self, players: int) -> dict[str, Any]:
        """Return a usual setup for so many players."""
        if players != len(PLAYERS):
            raise Problems([Problem("players", _("Robot Game is for two, not for {players}", players=players))])
        return {}

    def seeded(self, setup: Mapping[str, Any], seed: int) -> dict[str, Any]:
        """Return a setup with the game's seed in it."""
        return {"seed": seed, **setup}

    def anew(self, start: State, number: int) -> State:
        """Return how the next game begins; `number` differs each time, for other chances."""
        return start._replace(seed=mix(start.seed ^ mix(number)) & LARGEST_SEED)

    def round(self, state: State) -> int:
        """Return the number of the game or round, from 1."""
        return max(1, state.turn)

    def player_words(self, player: str) -> Message:
        """Return the name of a player, as it stands before a colon."""
        return _PLAYER.bind(number=int(player) + 1)

    def piece_words(self, piece: str) -> Message:
        """Return the name of a piece or of its kind, as it stands in "move the ..."."""
        return _ROBOT.bind(name=piece)

    def facts(self, state: State) -> tuple[Message, ...]:
        """Return what else a screen shows of a state."""
        lines: list[Message] = [_TURNS.bind(turn=state.turn, turns=LAST_TURN + 1)]
        names = [self.player_words(str(player)) for player in PLAYERS]
        for player, count in zip(PLAYERS, scores(state.robots), strict=True):
            together = sum(robot.hp for robot in state.robots.values() if robot.player == player)
            lines.append(_ROBOTS.bind(player=names[player], count=count, hp=together))
        for player in PLAYERS:
            if count := state.mistakes[player]:
                lines.append(_MISTAKES.bind(player=names[player], count=count))
            if (last := state.last_mistakes[player]) is not None:
                facts: dict[str, Fact] = {"player": names[player], "turn": last.turn, "text": last.text}
                lines.append(_LAST.bind(**facts) if last.line is None else _LAST_LINE.bind(line=last.line, **facts))
        return tuple(lines)

    def program(self, state: State, asked: str, strength: str, seed: int) -> tuple[str, ...]:
        """Return the computer player's program."""
        return opponent.program(state, int(asked), seed)


TABLETOP = RobotTable()
