"""What of a row a small fleet has shown so far: piece by piece and event by event, as its robots end their orders.

A piece that a robot plays is shown where the robot has brought it; a ghost is shown to have moved once all robots have
driven. What a piece shows on the spot is told when its robot has ended the act, of ghosts when the others have.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from boards.geometry import Cell, Pose, wrap_degrees
from boards.stage import Stage
from controller.games.game import Game, Gesture, Motion, MotionGroup, Place, Step, Travel, Turn
from controller.games.tabletop import Piece, Tabletop
from controller.table.motion.robot_assignment import StagePart, StageParts
from controller.table.view.row_progress import FACING_DEG, RowProgress


@dataclass(frozen=True)
class RowScript:
    """What is to be shown of a row."""

    groups: tuple[MotionGroup, ...]
    by_event: tuple[tuple[Motion, ...], ...]
    """The motions that each event adds to those before it, in the order of the events."""
    before: frozenset[str]
    """The pieces before the row."""
    moved: Mapping[str, Piece]
    """The same pieces after all motions."""
    coming: frozenset[str]
    """Pieces that come onto the board in the row."""


def row_script(tabletop: Tabletop[Any], before: Any, step: Step[Any, Any]) -> RowScript:
    """Return what is to be shown of a step that was made from a state."""
    groups = tabletop.game.motion_groups(before, step.events)
    stood, stand = ({piece.name: piece for piece in tabletop.pieces(state)} for state in (before, step.state))
    spots = {tabletop.cell(spot): spot.name for spot in tabletop.spots(before)}
    return RowScript(
        groups,
        _by_event(tabletop.game, before, step.events),
        frozenset(stood),
        _moved(stood, spots, groups),
        frozenset(stand) - frozenset(stood),
    )


def _by_event(game: Game[Any, Any], before: Any, events: Sequence[Any]) -> tuple[tuple[Motion, ...], ...]:
    """Return the motions that each event adds; none for an event that no piece shows, or shows with an earlier one."""
    told: Counter[Motion] = Counter()
    added: list[tuple[Motion, ...]] = []
    for count in range(1, len(events) + 1):
        motions = Counter(_motions(game.motion_groups(before, events[:count])))
        added.append(tuple((motions - told).elements()))
        told = motions
    return tuple(added)


def _moved(stood: Mapping[str, Piece], spots: Mapping[Cell, str], groups: Iterable[MotionGroup]) -> dict[str, Piece]:
    """Return the pieces after all motions of these groups, also those that fall at their end."""
    standing = dict(stood)
    for motion in _motions(groups):
        piece = standing.get(motion.piece)
        if piece is None:
            continue
        if isinstance(motion, Turn):
            standing[piece.name] = replace(piece, heading=float(motion.heading.value))
        elif isinstance(motion, Travel | Place):
            standing[piece.name] = replace(piece, spot="" if motion.target is None else spots[motion.target])
    return standing


class StageProgress:
    """Hears what robots have done in a row, and posts what that shows."""

    def __init__(self, script: RowScript, stage: Stage, post: Callable[[RowProgress], None]) -> None:
        self._script = script
        self._grid = stage.grid
        self._spots = {cell: name for name, cell in stage.cells().items()}
        self._post = post
        self._all = Counter(_motions(script.groups))
        self._left = self._all.copy()
        self._to_come = set(script.coming)
        self._standing: frozenset[str] = frozenset()
        """Pieces for which a robot stood as the row began."""
        self._arrived: set[str] = set()
        """Pieces to which a robot has come in this row."""
        self._stands: dict[str, tuple[str | None, float]] = {}
        self._playing: Mapping[str, str] = {}
        self._parts: StageParts = {}
        self._told: RowProgress | None = None

    def begin(self, standing: Mapping[str, str]) -> None:
        """Take the robots that stand where their pieces do as the row begins, and these pieces."""
        self._standing = frozenset(standing.values())
        self._tell()

    def driving(self, playing: Mapping[str, str], parts: StageParts, poses: Mapping[str, Pose]) -> None:
        """Hear that robots set out for the places of these pieces, from where they are."""
        self._playing, self._parts = playing, parts
        self.moved(poses, frozenset())

    def moved(self, poses: Mapping[str, Pose], busy: frozenset[str]) -> None:
        """Hear where robots are by now, and which of them have orders left."""
        for robot, piece in self._playing.items():
            pose, part = poses.get(robot), self._parts.get(piece)
            if pose is None or part is None:
                continue
            cell = self._grid.cell_at(pose.point)
            if piece in self._standing:
                self._stands[piece] = (None if cell is None else self._spots.get(cell), pose.heading)
            if robot not in busy and _stands(pose, cell, part):
                self._arrived.add(piece)
                self._to_come.discard(piece)
                self._has_moved(piece)
        self._tell()

    def drove(self) -> None:
        """Hear that all robots are where the motions of the row lead: ghosts have moved, too."""
        for piece in {motion.piece for motion in self._left}:
            self._has_moved(piece)
        self._tell()

    def acted(self, gestures: Iterable[Gesture]) -> None:
        """Hear of acts that have been shown, each once."""
        self._left -= Counter(gestures)
        self._tell()

    def ended(self) -> None:
        """Hear that robots have gone on and off: whatever came onto the board is there."""
        self._to_come.clear()
        self._tell()

    def _has_moved(self, piece: str) -> None:
        """Count the motions of a piece as shown, but what it shows on the spot."""
        moves = [motion for motion in self._left if motion.piece == piece and not isinstance(motion, Gesture)]
        for motion in moves:
            del self._left[motion]
        after = self._script.moved.get(piece)
        if moves and after is not None:
            self._stands[piece] = (after.spot, after.heading or 0.0)

    def _tell(self) -> None:
        busy = {motion.piece for motion in self._left}
        idle = self._script.before - {motion.piece for motion in self._all}
        # Who shows nothing may have suffered something by what others show.
        waiting = frozenset(busy | self._to_come | (idle if busy else set()))
        sentences = tuple(self._sentences(ended=not busy and not self._to_come))
        progress = RowProgress(dict(self._stands), waiting, self._standing | self._arrived, sentences)
        if progress != self._told:
            self._told = progress
            self._post(progress)

    def _sentences(self, *, ended: bool) -> Iterator[int]:
        """Yield the events that are told: those all of whose motions have been shown; others with those before them."""
        shown = self._all - self._left
        last = max((number for number, motions in enumerate(self._script.by_event) if motions), default=-1)
        so_far = True
        for number, motions in enumerate(self._script.by_event):
            told = so_far and (number < last or ended) if not motions else Counter(motions) <= shown
            shown = shown - Counter(motions)
            so_far = so_far and told
            if told:
                yield number


def _motions(groups: Iterable[MotionGroup]) -> Iterator[Motion]:
    return (motion for group in groups for motion in group.motions)


def _stands(pose: Pose, cell: Cell | None, part: StagePart) -> bool:
    turned = 0.0 if part.heading is None else abs(wrap_degrees(pose.heading - part.heading))
    return cell == part.cell and turned <= FACING_DEG
