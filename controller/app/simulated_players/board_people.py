"""Simulated people who lift the pieces of a simulated board: moves are made with the hand, and seen by the camera."""

from __future__ import annotations

from collections.abc import Sequence

from boards.geometry import Point, Pose, wrap_degrees
from boards.hexagons.hex_question_cards import opens_question
from boards.kit.piece_set import PieceSet
from boards.kit.thing_keys import PieceKey, StepKey
from controller.app.simulated_players.screen_people import LIFT_S, THINK_S, ScreenPeople
from controller.games.game_registry import AnyTabletop
from controller.games.tabletop import Choice
from controller.table.core.actor import Table
from controller.table.view.view import PieceView, View
from hardware.simulated.world import TableItem, World

OFF_MM = 4.0
"""People set a piece down so far from the middle of its place, at most, both ways."""
ASTRAY_DEGREES = 8.0
"""... and turn a piece that looks somewhere by so much too far."""

CARDS_A_ROW = 8
CARD_PITCH_MM = (72.0, 98.0)
"""From one card of a program to the next, across and down."""
CARDS_IN_MM = 90.0
"""From the field's upper left corner to the middle of the first card, both ways."""


class BoardPeople(ScreenPeople):
    """All people at a board that a camera watches."""

    def __init__(
        self,
        table: Table,
        tabletop: AnyTabletop,
        seed: int,
        world: World,
        pieces: PieceSet,
        strength: str | None = None,
    ) -> None:
        super().__init__(table, tabletop, seed, strength)
        self._world = world
        self._pieces = pieces
        self._places = {spot.name: spot.at for spot in pieces.spots}

    def put(self, key: PieceKey, spot: str, heading: float | None = None) -> None:
        """Set a piece down on a place, as exactly as people do."""
        off = Point(self._chance.uniform(-OFF_MM, OFF_MM), self._chance.uniform(-OFF_MM, OFF_MM))
        turned = self._chance.uniform(-180.0, 180.0)
        if heading is not None:
            turned = heading + self._chance.uniform(-ASTRAY_DEGREES, ASTRAY_DEGREES)
        at = self._places[spot] + off
        self._world.lying[key] = TableItem(key, Pose(at.x, at.y, turned))

    def take_off(self, key: PieceKey) -> None:
        """Put a piece back into the box."""
        self._world.lying.pop(key, None)

    def standing(self) -> dict[PieceKey, str]:
        """Return the pieces on the board and the places where they stand."""
        lying = {key: item.pose.point for key, item in self._world.lying.items() if isinstance(key, PieceKey)}
        return {key: min(self._places, key=lambda spot: self._places[spot].distance(at)) for key, at in lying.items()}

    def in_box(self, kind: str) -> list[PieceKey]:
        """Return the pieces of a kind that are not on the board."""
        return [
            key for key, its_kind, _ in self._pieces.pieces() if its_kind.name == kind and key not in self._world.lying
        ]

    def _lift(self, view: View) -> None:
        async def lift() -> None:
            self.set_up(view)

        self._after(LIFT_S * min(4, max(1, len(view.notices))), lift)

    def set_up(self, view: View) -> None:
        """Make the board what the screen shows: what stands right stays."""
        wanted = list(view.play.pieces)
        for key, spot in sorted(self.standing().items(), key=lambda item: str(item[0])):
            right = next((piece for piece in wanted if self._is(key, spot, piece)), None)
            if right is None:
                self.take_off(key)
            else:
                wanted.remove(right)
        for piece in wanted:
            spare = self.in_box(self._tabletop.kind(piece.name))
            if spare:
                self.put(spare[0], piece.spot, piece.heading)

    def _is(self, key: PieceKey, spot: str, piece: PieceView) -> bool:
        turned = self._world.lying[key].pose.heading
        looks = piece.heading is None or abs(wrap_degrees(turned - piece.heading)) <= 2 * ASTRAY_DEGREES
        return key.kind == self._tabletop.kind(piece.name) and spot == piece.spot and looks

    def _program(self, view: View) -> None:
        """Lay the program that is asked for as cards, lock it when all are read, and take them up again.

        What the camera cannot read is written instead.
        """
        asked_golems = {notice.code: notice.facts.get("golem", "") for notice in view.notices}
        if self._pieces.shape != "hexagon":
            super()._program(view)
        elif "steps-lay" in asked_golems:
            self._after(THINK_S, lambda: self._lay_cards(asked_golems["steps-lay"]))
        elif "steps-count" in asked_golems and "lock" in view.may:
            self._soon(LIFT_S, "lock")
        elif "steps-left" in asked_golems:
            self._after(LIFT_S, self._take_up_cards)
        elif asked_golems:
            self._after(THINK_S, lambda: self._write(next(iter(asked_golems.values()))))

    def _chosen(self, player: str) -> tuple[str, ...]:
        return tuple(self._computer_players.program(self._table.game_state, player, self._strength))

    async def _write(self, player: str) -> None:
        await self._take_up_cards()
        await self._table.submit("program", {"player": player, "rows": list(self._chosen(player))})

    async def _lay_cards(self, player: str) -> None:
        first = Point(CARDS_IN_MM, self._pieces.field.high.y - CARDS_IN_MM)
        for number, (card, column, row) in enumerate(in_rows(self._tabletop.cards(self._chosen(player)))):
            off = Point(self._chance.uniform(-OFF_MM, OFF_MM), self._chance.uniform(-OFF_MM, OFF_MM))
            at = first + Point(column * CARD_PITCH_MM[0], -row * CARD_PITCH_MM[1]) + off
            turned = self._chance.uniform(-OFF_MM, OFF_MM)
            lying = TableItem(StepKey(card), Pose(at.x, at.y, turned), self._chance.random() < 0.5)
            self._world.lying[f"{_CARD}{number}"] = lying

    async def _take_up_cards(self) -> None:
        for name in [name for name in self._world.lying if isinstance(name, str) and name.startswith(_CARD)]:
            del self._world.lying[name]

    def _throw(self) -> None:
        async def throw() -> None:
            sides = [key for key, _, _ in self._pieces.sides()]
            for side in sides:
                self._world.lying.pop(side, None)
            sheet = self._pieces.sheet
            at = Point(sheet.high.x + self._chance.uniform(45.0, 95.0), self._chance.uniform(0.3, 0.7) * sheet.height)
            key = self._chance.choice(sides)
            self._world.lying[key] = TableItem(key, Pose(at.x, at.y + sheet.low.y, self._chance.uniform(-180.0, 180.0)))

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

    def _spare(self, player: str) -> list[PieceKey]:
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


_CARD = "card "


def in_rows(cards: Sequence[str]) -> list[tuple[str, int, int]]:
    """Each card with its column and its row: a new row when one is full, and for each question."""
    placed: list[tuple[str, int, int]] = []
    for card in cards:
        column, row = (placed[-1][1] + 1, placed[-1][2]) if placed else (0, 0)
        fresh = column == CARDS_A_ROW or (column > 0 and opens_question(card))
        placed.append((card, 0, row + 1) if fresh else (card, column, row))
    return placed
