"""What screens show of the surface that a game is played on: a mat with golems, or a board with pieces.

The one place where views differ by it: :func:`surface_of`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from boards.base.message import Message
from controller.games.board_values import Piece, Spot
from controller.games.game_registry import AnyTabletop
from controller.games.stage_area import stage_of
from controller.table.core.phases import Phase
from controller.table.core.state import TableState
from controller.table.motion.robot_assignment import assignment_for, parts_of
from controller.table.view.robot_messages import why_of
from controller.table.view.row_progress import RowProgress, mat_acting, stage_acting
from controller.table.view.table_messages import say
from controller.table.view.view import ActingView, PieceView, PlayView, RobotView


class SurfaceView(ABC):
    """How a state is shown on its surface."""

    def __init__(self, tabletop: AnyTabletop, state: TableState) -> None:
        self._tabletop = tabletop
        self._state = state

    def game_shown(self) -> Any:
        """Return the game's state by which a screen counts energy and goals."""
        return self._state.game

    @abstractmethod
    def acting(self, play: PlayView, progress: RowProgress | None) -> ActingView | None:
        """Return what golems have shown of the row that they act out now; None while they act out none.

        `play` shows what comes of the row. None as progress: nothing of it is done yet.
        """

    def _acted_from(self) -> Any | None:
        """Return the game's state before the row that golems act out now; None while they act out none."""
        state = self._state
        return state.past[-1].game if state.phase.shown is Phase.ROW and state.past else None

    @abstractmethod
    def pieces(self) -> tuple[PieceView, ...]:
        """Return the pieces in their order on the screen."""

    @abstractmethod
    def last_step(self) -> tuple[str, ...]:
        """Return the places between which the last step went, as they are marked."""

    @abstractmethod
    def picture(self, spots: Sequence[Spot]) -> str:
        """Return the name of the picture on which the pieces are shown; empty where the page draws the places."""

    @abstractmethod
    def robots(self) -> tuple[RobotView, ...]:
        """Return the robots' health, in their order on the screen."""


class BoardSurface(SurfaceView):
    """A board with pieces; a small fleet may act some of them out, the rest are ghosts."""

    def acting(self, play: PlayView, progress: RowProgress | None) -> ActingView | None:
        """Return what robots have shown of the step that they act out on a stage; None while they act out none."""
        tabletop, state = self._tabletop, self._state
        before = self._acted_from()
        if before is None or tabletop.stage is None or not state.robots:
            return None
        facts = (*stage_facts(tabletop, state), *tabletop.facts(before))
        stood = replace(play, pieces=self._pieces(before), tokens=tabletop.tokens(before), last=(), facts=facts)
        return stage_acting(tabletop, stood, play, progress)

    def pieces(self) -> tuple[PieceView, ...]:
        """Return what stands on the board."""
        return self._pieces(self._state.game)

    def _pieces(self, game: Any) -> tuple[PieceView, ...]:
        tabletop, state = self._tabletop, self._state
        golems = dict(fixed_roles(tabletop, state))
        standing = tabletop.pieces(game)
        played = self._played(game)
        hidden = {piece.name for piece in standing if played is not None and piece.name not in played}
        ghosts = hidden.union(state.ghosts)
        return tuple(
            _view(piece, tabletop.piece_words(piece.name), ghost=piece.name in ghosts, golem=golems.get(piece.name, ""))
            for piece in standing
        )

    def last_step(self) -> tuple[str, ...]:
        """Return the places that changed."""
        tabletop, state = self._tabletop, self._state
        laid = tabletop.laid(state.game)
        before = tabletop.laid(state.past[-1].game) if state.past else laid
        names = [name for name in before | laid if before.get(name) != laid.get(name)]
        ends = [place for name in names for place in (before.get(name), laid.get(name)) if place]
        return tuple(dict.fromkeys(place.partition(" ")[0] for place in ends))

    def picture(self, spots: Sequence[Spot]) -> str:
        """Return none: the page draws the places."""
        return ""

    def robots(self) -> tuple[RobotView, ...]:
        """Return all robots that were heard of."""
        return tuple(map(_explained, self._state.robots.values()))

    def _played(self, game: Any) -> tuple[str, ...] | None:
        """Return the pieces that robots stand for, by the last look; None: no robot plays in this game."""
        tabletop, state = self._tabletop, self._state
        if tabletop.stage is None or not state.robots:
            return None
        stage = stage_of(tabletop, game)
        at = {name: stage.grid.cell_at(pose.point) for name, pose in state.seen.items()}
        standing = {name: cell for name, cell in at.items() if cell is not None}
        assignment = assignment_for(tabletop, standing, state.players)
        return tuple(assignment.standing(standing, parts_of(tabletop.pieces(game), stage)).values())


class MatSurface(SurfaceView):
    """A mat with golems: each is a player's, with a robot or a person in its place."""

    def game_shown(self) -> Any:
        """Return the state before the row while golems act it out: what it costs is not shown yet."""
        return self._state.past[-1].game if self._state.phase.shown is Phase.ROW else self._state.game

    def acting(self, play: PlayView, progress: RowProgress | None) -> ActingView | None:
        """Return what golems have shown of the row that they act out now; None while they act out none."""
        before = self._acted_from()
        return None if before is None else mat_acting(self._tabletop, before, play, progress)

    def pieces(self) -> tuple[PieceView, ...]:
        """Return the golems that began, in the order of their players. Who falls stands until it has fallen."""
        tabletop, state = self._tabletop, self._state
        began = {piece.name: piece for piece in tabletop.pieces(state.start)}
        shown = {piece.name: piece for piece in tabletop.pieces(self.game_shown())}
        living = shown | {piece.name: piece for piece in tabletop.pieces(state.game)}
        return tuple(
            _view(living.get(name, began[name]), tabletop.piece_words(name), alive=name in living, golem=name)
            for name in state.players
            if name in began
        )

    def last_step(self) -> tuple[str, ...]:
        """Return none: on the picture of a mat no place is marked."""
        return ()

    def picture(self, spots: Sequence[Spot]) -> str:
        """Return the picture of a mat of this size, as ``board/4x4``."""
        return f"board/{1 + round(max(spot.x for spot in spots))}x{1 + round(max(spot.y for spot in spots))}"

    def robots(self) -> tuple[RobotView, ...]:
        """Return a robot for each golem that plays, then the spare ones."""
        state = self._state
        playing = self._tabletop.game.stands(state.start)
        names = [name for name in state.players if name in playing]
        golems = (state.robots.get(name, RobotView(name, "connecting")) for name in names)
        spares = (robot for name, robot in state.robots.items() if name not in state.players)
        return (
            *(replace(_explained(robot), plays=_driver(state, robot.name)) for robot in golems),
            *(replace(_explained(robot), plays="idle") for robot in spares),
        )


def surface_of(tabletop: AnyTabletop, state: TableState) -> SurfaceView:
    """Return the surface of a table."""
    return (MatSurface if tabletop.pieces_drive else BoardSurface)(tabletop, state)


def stage_facts(tabletop: AnyTabletop, state: TableState) -> tuple[Message, ...]:
    """Return which golem plays which piece throughout."""
    return tuple(
        say("stage-who", golem=golem, piece=tabletop.piece_words(piece))
        for piece, golem in fixed_roles(tabletop, state)
    )


def fixed_roles(tabletop: AnyTabletop, state: TableState) -> Iterable[tuple[str, str]]:
    """Return each piece that one golem plays throughout, with the golem, of those golems that there are."""
    return [(piece, golem) for golem, piece in tabletop.roles.items() if golem in state.robots]


def _view(piece: Piece, words: Message, *, golem: str, ghost: bool = False, alive: bool = True) -> PieceView:
    return PieceView(
        piece.name,
        piece.owner,
        piece.spot,
        piece.mark,
        words,
        piece.heading,
        piece.strength,
        ghost,
        golem,
        piece.facing,
        piece.side or piece.owner,
        piece.lives if alive or piece.lives is None else 0,
        piece.carries and alive,
        alive,
        piece.figure,
    )


def _driver(state: TableState, golem: str) -> str:
    """Return who drives a golem."""
    by = state.replaced.get(golem, "robot")
    return by if by in ("robot", "hands", "ghost") else "spare"


def _explained(robot: RobotView) -> RobotView:
    """Return the robot with its reason in all languages."""
    return replace(robot, why=why_of(robot)) if robot.reason else robot
