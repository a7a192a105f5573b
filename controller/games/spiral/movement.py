"""A turn while it is played: the one mutable thing in these rules, alive only inside a function call."""

from __future__ import annotations

from collections.abc import Iterable

from controller.games.spiral.board import ACE, CHESS, DRAGON, HEART, KING, LEAP, SHOP, SPIDER, Board, figures_of
from controller.games.spiral.events import Event, Value
from controller.games.spiral.path import FIRST, knight_moves, walk
from controller.games.spiral.position import MOST_CHIPS, Position, last_free


class Turn:
    """A position in play, by the player whose turn it is."""

    def __init__(self, board: Board, position: Position) -> None:
        self.board = board
        self.players = position.players
        self.me = position.turn
        self.last_free = last_free(board, position)
        self.chips = {cell: player for player, cells in enumerate(position.chips) for cell in cells}
        """Whose chip stands on a cell; those at home are not in here."""
        self.home = [list(cells) for cells in position.home]
        self.extra = False
        """A Heart was reached."""
        self.caught = False
        """A Spider was reached."""
        self.events: list[Event] = []

    def add_event(self, name: str, *values: Value) -> None:
        """Add an event."""
        self.events.append(Event(self.players[self.me], name, values))

    def can_set(self) -> bool:
        """Whether the player may have one more chip on the first cell."""
        mine = sum(player == self.me for player in self.chips.values()) + len(self.home[self.me])
        return mine < MOST_CHIPS and self.chips.get(FIRST) != self.me

    def set_chip(self) -> None:
        """One more chip on the first cell; another player's chip there is taken."""
        self.add_event("set", FIRST)
        self.take([FIRST])
        self.chips[FIRST] = self.me

    def may_move(self, cell: int, roll: int) -> bool:
        """Whether a roll leads the player's chip on a cell to where no other chip of the player stands."""
        if self.chips.get(cell) != self.me:
            return False
        target = walk(cell, roll, self.last_free)[-1]
        return target == cell or self.chips.get(target) != self.me

    def move(self, cell: int, roll: int, knights: tuple[int, ...]) -> tuple[int, ...]:
        """Move a chip that may move, and on as the figures say. `knights`: a cell for each Chess on the way.

        Returns the cells that the next Chess offers, if `knights` is too short; else nothing. Cells too many
        are not looked at: whoever calls compares with what is offered.
        """
        self.add_event("moved", cell, walk(cell, roll, self.last_free)[-1])
        here = self.ride(cell, walk(cell, roll, self.last_free))
        waiting = list(knights)
        while self.chips.get(here) == self.me:
            figure = figures_of(self.board).get(here)
            if figure == DRAGON:
                there = self.lead(here, DRAGON, walk(here, LEAP, self.last_free))
            elif figure == SHOP:
                there = self.lead(here, SHOP, range(here - 1, here - LEAP - 1, -1))
            elif figure == CHESS:
                offered = self.knight_cells(here)
                if offered and not waiting:
                    return offered
                there = self.lead(here, CHESS, [waiting.pop(0)]) if offered else self.idle(here, CHESS)
            else:
                self.stay(here, figure)
                break
            if there == here:
                break
            here = there
        return ()

    def ride(self, start: int, cells: Iterable[int]) -> int:
        """Bring a chip over these cells, taking others' chips, to the last one. Returns that cell."""
        way = list(cells)
        here = way[-1]
        del self.chips[start]
        self.take(way)
        if here == self.last_free:
            self.home[self.me].append(here)
            self.add_event("home", here)
        else:
            self.chips[here] = self.me
        return here

    def take(self, cells: Iterable[int]) -> None:
        """Remove other players' chips from these cells."""
        for cell in cells:
            owner = self.chips.get(cell, self.me)
            if owner != self.me:
                del self.chips[cell]
                self.add_event("took", cell, self.players[owner])

    def lead(self, here: int, figure: str, cells: Iterable[int]) -> int:
        """Move a chip on as a figure says; the figure does nothing, if that would end on an own chip."""
        way = list(cells)
        if self.chips.get(way[-1]) == self.me:
            return self.idle(here, figure)
        self.add_event(figure, here, way[-1])
        return self.ride(here, way)

    def idle(self, here: int, figure: str) -> int:
        """Add the event of a figure that can do nothing, and return the chip's cell."""
        self.add_event("idle", here, figure)
        return here

    def knight_cells(self, cell: int) -> tuple[int, ...]:
        """Where a Chess may lead the chip on a cell: not to an own chip, in the base only to the last free cell."""
        return tuple(
            there
            for there in knight_moves(self.board.columns, self.board.rows)[cell]
            if self.chips.get(there) != self.me and (there not in self.board.base or there == self.last_free)
        )

    def stay(self, here: int, figure: str | None) -> None:
        """Apply a figure that does not move the chip on."""
        if figure == KING:
            if self.can_set():
                self.add_event(KING, here)
                self.set_chip()
            else:
                self.idle(here, KING)
        elif figure == HEART:
            self.add_event(HEART, here)
            self.extra = True
        elif figure == ACE:
            self.add_event(ACE, here)
            del self.chips[here]
        elif figure == SPIDER:
            self.add_event(SPIDER, here)
            self.caught = True
