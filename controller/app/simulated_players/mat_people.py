"""Simulated people at a mat: they lay and take up cards, put golems and tokens right, with hands that are not exact.

They change the world, as people's hands do; the table only learns of it through its camera.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, Protocol

from boards.geometry import Cell, Heading, Point, Pose, SquareGrid
from boards.kit.cards import CardKind
from boards.kit.thing_keys import CardKey, ReadyKey, TokenKey, TrayKey
from boards.kit.trays import TRAY
from controller.app.simulated_players.simulated_people import SimulatedPeople, is_child
from controller.games.game_registry import AnyTabletop
from controller.games.golems.rules.program import cards_of, parse_row
from controller.table.core.actor import Table
from controller.table.core.phases import Phase
from controller.table.perception.program_lock import Locks
from controller.table.view.view import Notice, View
from hardware.simulated.world import TableItem, World

_READY_SLOT = (3, 4)
"""Where a player lays the ready card: the last slot of the last lane, which rows of the standard game leave free."""


_THINK_S = 4.0
"""How long people look at what the judge says before they try again."""


class Player(Protocol):
    """Who chooses the programs of a golem."""

    def choose(self, state: Any) -> tuple[str, ...]:
        """Return a program for this state of the game."""
        ...


class ProgramPlayer:
    """The game's own computer player for one golem. The same seed chooses the same in the same state."""

    def __init__(self, tabletop: AnyTabletop, name: str, seed: int) -> None:
        """Set up a player of the strength that demos show."""
        self._tabletop = tabletop
        self._name = name
        self._seed = seed

    def choose(self, state: Any) -> tuple[str, ...]:
        """Return a legal program for this state of the game."""
        strength = self._tabletop.shown or self._tabletop.strengths[0]
        return self._tabletop.program(state, self._name, strength, self._seed)


class MatPeople(SimulatedPeople):
    """All players and helpers at a mat with trays."""

    def __init__(
        self,
        world: World,
        table: Table,
        trays: Mapping[TrayKey, Pose],
        grid: SquareGrid,
        players: Mapping[str, Player],
        seed: int,
    ) -> None:
        super().__init__(table, random.Random(f"people/{seed}"))
        self._world = world
        self._trays = trays
        self._grid = grid
        self._players = players
        self._heard: tuple[Notice, ...] = ()

    def on_view(self, view: View) -> None:
        """React to what the screen shows.

        At once: put right what is told to be wrong, lay the ready card of who has laid a whole program.
        """
        if view.notices != self._heard:
            self._heard = view.notices
            for notice in view.notices:
                self._mend(notice)
        if view.phase == Phase.PROGRAMS.value:
            for name, hand in view.hands.items():
                if hand.complete and is_child(view, name) and f"hand:ready:{name}" not in self._world.lying:
                    self.lay_ready(name)
        super().on_view(view)

    def _asked(self, view: View) -> tuple[object, ...]:
        return len(view.story), view.phase, bool(view.task and view.task.verdict)

    def _respond(self, view: View) -> None:
        if view.phase == Phase.PROGRAMS.value:
            self._take_up_cards()
            self._lay_cards()
        elif view.phase == Phase.DICE.value:
            self._take_up_cards()
        elif view.task and view.task.verdict and not view.winners:
            self._soon(_THINK_S, "again")

    # Cards

    def _take_up_cards(self) -> None:
        for name in [name for name in self._world.lying if isinstance(name, str) and name.startswith("hand:")]:
            del self._world.lying[name]

    def _lay_cards(self) -> None:
        view = self._table.latest()
        laying = {piece.name for piece in view.play.pieces if piece.alive and is_child(view, piece.name)}
        if view.task is not None and view.task.plays is not None:
            laying &= set(view.task.plays)
        for name in sorted(laying & set(self._players)):
            program = self._players[name].choose(self._table.game_state)
            self.lay(name, program)

    def lay(self, name: str, program: tuple[str, ...]) -> None:
        """Lay the cards of a program on a player's tray, face down."""
        used: dict[str, int] = {}
        for lane, text in enumerate(program):
            for slot, kind in enumerate(cards_of(parse_row(text))):
                used[kind] = used.get(kind, 0) + 1
                card = CardKey(name, CardKind(kind), used[kind])
                self._put(card, self._trays[TrayKey(name)], TRAY.slot_centre(lane, slot))

    def lay_ready(self, name: str) -> None:
        """Lay a player's ready card."""
        self._put(ReadyKey(name), self._trays[TrayKey(name)], TRAY.slot_centre(*_READY_SLOT), face_up=True)

    def _put(self, key: CardKey | ReadyKey, tray: Pose, local: Point, *, face_up: bool = False) -> None:
        shake = Point(self._chance.uniform(-1.0, 1.0), self._chance.uniform(-2.0, 2.0))
        place = tray.place(local + shake)
        pose = Pose(place.x, place.y, tray.heading + self._chance.uniform(-2.0, 2.0))
        self._world.lying[f"hand:{key}"] = TableItem(key, pose, face_up)

    def lay_locked(self, locks: Locks) -> None:
        """Lay cards as they lay when they were locked, for a game that is gone on with."""
        for player, rows in locks.items():
            for card in (card for row in rows for card in row.cards):
                place = self._trays[TrayKey(player)].place(card.at)
                pose = Pose(place.x, place.y, self._trays[TrayKey(player)].heading)
                self._world.lying[f"hand:{card.card}"] = TableItem(card.card, pose, face_up=False)

    # Golems and tokens

    def _mend(self, notice: Notice) -> None:
        facts = notice.facts
        if notice.code in ("golem-fallen", "golem-absent"):
            self._world.bodies[facts["golem"]].present = False
        elif notice.code in ("golem-astray", "golem-missing"):
            body = self._world.bodies[facts["golem"]]
            body.present = True
            centre = self._grid.centre(Cell.parse(facts["cell"]))
            slip = self._chance.uniform(-4.0, 4.0), self._chance.uniform(-4.0, 4.0), self._chance.uniform(-4.0, 4.0)
            heading = Heading[facts["facing"]].value + slip[2]
            body.pose = Pose(centre.x + slip[0], centre.y + slip[1], heading)
        elif notice.code == "token-off":
            self._take_token(Cell.parse(facts["cell"]))
        elif notice.code == "token-on":
            self.put_token(facts["token"], Cell.parse(facts["cell"]))

    def put_token(self, kind: str, cell: Cell) -> None:
        """Put a token of this kind on a cell."""
        used = {lying.thing for lying in self._world.lying.values()}
        key = next(TokenKey(kind, n) for n in range(1, 11) if TokenKey(kind, n) not in used)
        centre = self._grid.centre(cell)
        place = Pose(centre.x + self._chance.uniform(-3, 3), centre.y + self._chance.uniform(-3, 3), 0.0)
        self._world.lying[key] = TableItem(key, place)

    def _take_token(self, cell: Cell) -> None:
        for name, lying in list(self._world.lying.items()):
            if isinstance(lying.thing, TokenKey) and self._grid.cell_at(lying.pose.point) == cell:
                del self._world.lying[name]
