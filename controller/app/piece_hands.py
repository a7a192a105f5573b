"""Simulated people who lift the pieces of a simulated board: moves are made with the hand, and seen by the camera."""

from __future__ import annotations

from boards.geometry import Point, Pose, wrap_degrees
from boards.piece_set import PieceSet, kind_of
from controller.app.piece_players import LIFT_S, THINK_S, PiecePlayers
from controller.games.registry import AnyTabletop
from controller.games.tabletop import Choice
from controller.table.table import Table
from controller.table.view import PieceView, View
from hardware.simulated.world import Lying, World

OFF_MM = 4.0
"""People set a piece down so far from the middle of its place, at most, both ways."""
ASTRAY_DEGREES = 8.0
"""... and turn a piece that looks somewhere by so much too far."""


class PieceHands(PiecePlayers):
    """All people at a board that a camera watches."""

    def __init__(self, table: Table, tabletop: AnyTabletop, seed: int, world: World, pieces: PieceSet) -> None:
        super().__init__(table, tabletop, seed)
        self._world = world
        self._pieces = pieces
        self._places = {spot.name: spot.at for spot in pieces.spots}

    def put(self, key: str, spot: str, heading: float | None = None) -> None:
        """Set a piece down on a place, as exactly as people do."""
        off = Point(self._chance.uniform(-OFF_MM, OFF_MM), self._chance.uniform(-OFF_MM, OFF_MM))
        turned = self._chance.uniform(-180.0, 180.0)
        if heading is not None:
            turned = heading + self._chance.uniform(-ASTRAY_DEGREES, ASTRAY_DEGREES)
        at = self._places[spot] + off
        self._world.lying[key] = Lying(key, Pose(at.x, at.y, turned))

    def take_off(self, key: str) -> None:
        """Put a piece back into the box."""
        self._world.lying.pop(key, None)

    def standing(self) -> dict[str, str]:
        """The pieces on the board and the places where they stand."""
        lying = {key: item.pose.point for key, item in self._world.lying.items() if key.startswith("piece:")}
        return {key: min(self._places, key=lambda spot: self._places[spot].distance(at)) for key, at in lying.items()}

    def in_box(self, kind: str) -> list[str]:
        """The pieces of a kind that are not on the board."""
        return [
            key for key, its_kind, _ in self._pieces.pieces() if its_kind.name == kind and key not in self._world.lying
        ]

    def _lift(self, view: View) -> None:
        async def lift() -> None:
            self.set_up(view)

        self._after(LIFT_S * min(4, max(1, len(view.notices))), lift)

    def set_up(self, view: View) -> None:
        """Make the board what the screen shows: what stands right stays."""
        assert view.play is not None
        wanted = list(view.play.pieces)
        for key, spot in sorted(self.standing().items()):
            right = next((piece for piece in wanted if self._is(key, spot, piece)), None)
            if right is None:
                self.take_off(key)
            else:
                wanted.remove(right)
        for piece in wanted:
            spare = self.in_box(self._tabletop.kind(piece.name))
            if spare:
                self.put(spare[0], piece.spot, piece.heading)

    def _is(self, key: str, spot: str, piece: PieceView) -> bool:
        turned = self._world.lying[key].pose.heading
        looks = piece.heading is None or abs(wrap_degrees(turned - piece.heading)) <= 2 * ASTRAY_DEGREES
        return kind_of(key) == self._tabletop.kind(piece.name) and spot == piece.spot and looks

    def _throw(self) -> None:
        async def throw() -> None:
            sides = [key for key, _, _ in self._pieces.sides()]
            for side in sides:
                self._world.lying.pop(side, None)
            sheet = self._pieces.sheet
            at = Point(sheet.high.x + self._chance.uniform(45.0, 95.0), self._chance.uniform(0.3, 0.7) * sheet.height)
            key = self._chance.choice(sides)
            self._world.lying[key] = Lying(key, Pose(at.x, at.y + sheet.low.y, self._chance.uniform(-180.0, 180.0)))

        self._after(LIFT_S, throw)

    def _make(self, view: View, player: str, move: str) -> None:
        choice = next(choice for choice in self._tabletop.choices(self._table.game_state) if choice.move == move)
        asked_which = any(notice.code == "hand-which" for notice in view.notices)
        if asked_which or choice.first is None or not self._reaches(choice, player):
            super()._make(view, player, move)
            return

        async def make() -> None:
            self.move(choice, player)

        self._after(THINK_S, make)

    def _reaches(self, choice: Choice, player: str) -> bool:
        """Whether the piece that moves is on the board, or in the box."""
        standing = self.standing()
        return choice.origin in standing.values() or (choice.origin is None and bool(self._spare(player)))

    def _spare(self, player: str) -> list[str]:
        return [key for kind in self._pieces.kinds if kind.owner == player for key in self.in_box(kind.name)]

    def move(self, choice: Choice, player: str) -> None:
        """Make the first step of a move: what stands there is taken off."""
        standing = self.standing()
        key = next((key for key, spot in standing.items() if spot == choice.origin), None) or self._spare(player)[0]
        assert choice.first is not None
        for other, spot in standing.items():
            if spot == choice.first and other != key:
                self.take_off(other)
        # Where a piece looks somewhere, a move ends with where.
        self.put(key, choice.first, self._tabletop.headings.get(choice.move.split()[-1]))
