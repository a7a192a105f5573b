"""What each golem did in a row, and why, as values: one sentence a golem.

The engine tells one event at a time. A child asks about a golem: what did my card do? So the events of a row are
gathered by golem, those of a Repeat's steps are drawn together, and what the events leave out is looked up on the
board: who left the cell, why the golem in the way stays, whether a bank or an edge was met.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from controller.games.golems.rules.events import Event
from controller.games.golems.rules.goals import BRING_BARREL
from controller.games.golems.rules.position import OUT_OF_CHARGE, WALL, WATER, Position
from controller.games.golems.rules.program import BACKWARD, FACES, ROWS, If, Row
from controller.games.golems.rules.square_grid import BACK_OF, FACINGS, Grid

Value = str | int


class Clause(NamedTuple):
    """One thing about a golem: a key of `CLAUSES` and its values."""

    key: str
    facts: tuple[tuple[str, Value], ...] = ()
    times: int = 1
    """How often in a row: the steps of a Repeat."""

    def fact(self, name: str) -> Value:
        """Raise KeyError for a name that this clause does not have."""
        return dict(self.facts)[name]


class GolemNarration(NamedTuple):
    """One sentence: a golem, the cards of its row, what its condition found, what it did and what was done to it."""

    row: int
    """1-4"""
    golem: str
    laid: Row | None
    """What lay in the row; None: nothing."""
    answer: Clause | None
    """What an If found; it says which of its cards counts. None without an If, or where it was not asked."""
    yes: bool
    """Whether the answer was yes."""
    clauses: tuple[Clause, ...]
    """At least one, in the order in which things happened."""


class Remark(NamedTuple):
    """A remark about a whole round (bonus die, energy, recharge): a key of `REMARKS` and its values."""

    golem: str | None
    """None: it is about all."""
    key: str
    facts: tuple[tuple[str, Value], ...] = ()


Programs = Mapping[str, Sequence[Row]]


def remark_dice(faces: Mapping[str, str]) -> tuple[Remark, ...]:
    """Return what the bonus dice of a round allow, golem by golem."""
    return tuple(
        Remark(golem, "die card" if FACES[face] else "die blank", (("face", face),) if FACES[face] else ())
        for golem, face in faces.items()
    )


def remark_all_dice(faces: Mapping[str, str]) -> tuple[Remark, ...]:
    """Return the bonus dice of a round in one sentence; the facts are golems and faces."""
    return (Remark(None, "dice", tuple(faces.items())),) if faces else ()


def remark_energy(before: int | None, after: int | None) -> tuple[Remark, ...]:
    """Return what became of the energy in a round or a recharge; nothing where there is none, or it stays as it was."""
    if before is None or after is None or before == after:
        return ()
    key = "recharge" if after > before else "energy out" if after == OUT_OF_CHARGE else "energy"
    return (Remark(None, key, (("before", before), ("after", after))),)


def narrate_round(
    position: Position, programs: Programs, events: Sequence[Event], *, laid: Mapping[str, int] | None = None
) -> tuple[GolemNarration, ...]:
    """Return a sentence for each row and each golem of this position, row by row in the order of the colours.

    `events` are those of the whole round that began on `position`; `laid` says how many rows were laid where some
    were filled up (v2.0).
    """
    board = _Board(position)
    played = max((event.row for event in events), default=0)
    told: list[GolemNarration] = []
    for row in range(1, ROWS + 1):
        now = [event for event in events if event.row == row]
        for golem in position.golems:
            rows = programs.get(golem.colour, ())
            lies = rows[row - 1] if row <= len(rows) else None
            if laid is not None and row > laid.get(golem.colour, ROWS):
                lies = None
            told.append(_narrate_golem(board, row, golem.colour, lies, bool(rows), now, played))
        for event in now:
            board.follow(event)
    return tuple(told)


def narrate_golem_row(
    position: Position, row: int, programs: Programs, events: Sequence[Event], golems: Sequence[str]
) -> tuple[GolemNarration, ...]:
    """Return a sentence for each of these golems about the row that began on `position`.

    The golems include those that fell before.
    """
    board = _Board(position)
    return tuple(
        _narrate_golem(board, row, golem, rows[row - 1] if rows else None, bool(rows), events, row)
        for golem in golems
        for rows in (programs.get(golem, ()),)
    )


class _Board:
    """Where the golems are as a row begins, followed event by event, and what does not change."""

    def __init__(self, position: Position) -> None:
        self.grid: Grid = position.grid
        self.at = {golem.colour: golem.at for golem in position.golems}
        self.facing = {golem.colour: golem.facing for golem in position.golems}
        self.fallen: dict[str, int] = {}
        """Colour -> the row in which it fell."""
        self.still = dict.fromkeys(position.walls, WALL) | dict.fromkeys(position.waters, WATER)
        self.streams = {cell: stream for stream in position.streams for cell in stream.cells}
        self.still |= dict.fromkeys(self.streams, WATER)
        self.open = {
            (cell, side)
            for cell, stream in self.streams.items()
            for side in FACINGS
            if (cell, side) not in (stream.banks or ())
        }

    def follow(self, event: Event) -> None:
        """Change the board as an event says."""
        match event.name:
            case "moved" | "carried":
                self.at[event.golem] = str(event.value("to"))
            case "turned":
                self.facing[event.golem] = str(event.value("facing"))
            case "died":
                self.fallen[event.golem] = event.row
                del self.at[event.golem]


def _narrate_golem(
    board: _Board, row: int, golem: str, lies: Row | None, programmed: bool, events: Sequence[Event], played: int
) -> GolemNarration:
    if golem not in board.at:
        fell = board.fallen.get(golem)
        clause = Clause("fallen") if fell is None else Clause("fallen in", (("row", fell),))
        return GolemNarration(row, golem, lies, None, False, (clause,))
    if row > played:
        return GolemNarration(row, golem, lies, None, False, (Clause("over", (("row", played),)),))
    if lies is None:
        stands = Clause("no card" if programmed else "no program", (("at", board.at[golem]),))
        clauses = [clause for clause in _Teller(board, golem, events).clauses() if clause.key != "stand"]
        return GolemNarration(row, golem, None, None, False, (stands, *clauses))
    teller = _Teller(board, golem, events)
    clauses = teller.clauses()
    answer = teller.answer if isinstance(lies, If) else None
    return GolemNarration(row, golem, lies, answer, teller.yes, tuple(clauses))


class _Teller:
    """Goes through the events of one row and tells those of one golem."""

    def __init__(self, board: _Board, golem: str, events: Sequence[Event]) -> None:
        self.board = board
        self.golem = golem
        self.events = events
        self.at = dict(board.at)
        self.facing = dict(board.facing)
        self.left: dict[str, str] = {}
        """Cell -> who left it in this row."""
        self.answer: Clause | None = None
        self.yes = False

    def clauses(self) -> list[Clause]:
        """Return what there is to say, drawn together."""
        told: list[Clause] = []
        for index, event in enumerate(self.events):
            # What happens at once is seen as the board was before: others of this step are followed after it.
            if index and self.events[index - 1].when != event.when:
                self._catch_up(self.events[index - 1].when)
            if event.golem == self.golem:
                for clause in self._tell(event):
                    _add(told, clause)
                self._follow(event)
        return told

    def _catch_up(self, when: tuple[int, int, int]) -> None:
        for event in self.events:
            if event.when == when and event.golem != self.golem:
                self._follow(event)

    def _follow(self, event: Event) -> None:
        if event.name in ("moved", "carried"):
            self.left[str(event.value("from"))] = event.golem
            self.at[event.golem] = str(event.value("to"))
        elif event.name == "turned":
            self.facing[event.golem] = str(event.value("facing"))

    def _beside(self, direction: str) -> str | None:
        return self.board.grid.ahead[direction][self.at[self.golem]]

    def _ahead(self) -> str | None:
        return self._beside(self.facing[self.golem])

    def _at_once(self, event: Event) -> Iterator[Event]:
        return (other for other in self.events if other.when == event.when and other.golem != event.golem)

    def _tell(self, event: Event) -> Iterator[Clause]:  # noqa: C901 (one case an event)
        here = ("at", self.at[self.golem])
        match event.name:
            case "moved" | "carried":
                yield self._moved(event)
            case "turned":
                yield Clause("turn", (("facing", str(event.value("facing"))),))
            case "stood":
                yield Clause("stand", (here,))
            case "blocked":
                yield self._blocked(event)
            case "condition":
                self._asked(event)
            case "guarded":
                yield Clause("guard", (here,))
            case "struck":
                yield self._struck(event)
            case "parried":
                yield Clause("parried", (("other", event.other), ("cell", self.at[event.other])))
            case "missed":
                yield self._missed()
            case "defended":
                yield Clause("defended", (("other", event.other),))
            case "destroyed" | "took":
                yield Clause(event.name, (("cell", _cell(event)),))
            case "not-taken":
                yield self._not_taken(event)
            case "lost-life":
                cause, lives = event.values
                lost = (("lives", int(lives or 0)),)
                yield Clause(f"lost life {cause}", (("other", event.other), *lost) if event.other else lost)
            case "dropped" | "lost-barrel":
                yield _barrel_gone(event)
            case "died":
                yield Clause("died", (here,))

    def _moved(self, event: Event) -> Clause:
        origin, target = str(event.value("from")), str(event.value("to"))
        facts: tuple[tuple[str, Value], ...] = (("from", origin), ("to", target))
        way = "stream" if event.name == "carried" else "go"
        if origin == target:
            return Clause("stream back", facts)
        leaves = {
            str(other.value("from")): other
            for other in self._at_once(event)
            if other.name in ("moved", "carried") and other.value("from") != other.value("to")
        }
        first = leaves.get(target)
        if first is None:
            return Clause(way, facts)
        last = first
        while str(last.value("to")) in leaves:
            last = leaves[str(last.value("to"))]
        ring = last.value("to") == origin
        return Clause(f"{way} {'ring' if ring else 'follow'}", (*facts, ("other", first.golem)))

    def _blocked(self, event: Event) -> Clause:
        target, reason = event.values
        at = self.at[self.golem]
        facing = self.facing[self.golem]
        direction = BACK_OF[facing] if event.card == BACKWARD else facing
        aim = self._beside(direction)
        if target is None or aim is None:
            return Clause("blocked edge", (("at", at), ("facing", direction)))
        by_stream = (aim, BACK_OF[direction]) in self.board.open
        facts: tuple[tuple[str, Value], ...] = (("at", at), ("to", str(target)))
        if event.other:
            facts = (*facts, ("other", event.other))
        if reason == "golem":
            held = any(other.golem == event.other and other.name == "blocked" for other in self._at_once(event))
            reason = "held" if held else "golem"
        elif reason == WATER and aim in self.board.streams:
            reason = "bank"
        return Clause(f"{'stream ' if by_stream else ''}blocked {reason}", facts)

    def _asked(self, event: Event) -> None:
        test, result = event.values
        self.yes = bool(result)
        ahead = self._ahead()
        other: tuple[tuple[str, Value], ...] = (("other", event.other),) if event.other else ()
        if test == "attacked":
            key = "attacked yes" if result else "attacked no"
            self.answer = Clause(key, (*other, ("cell", self.at[event.other])) if event.other else ())
        elif ahead is None:
            self.answer = Clause("enemy edge")
        else:
            seen = "golem" if result and event.other else "barrel" if result else "ally" if event.other else "nobody"
            if seen == "nobody":
                seen = self.board.still.get(ahead, seen)
            self.answer = Clause(f"enemy {seen}", (*other, ("cell", ahead)))

    def _struck(self, event: Event) -> Clause:
        result = "fell"
        for other in self._at_once(event):
            if other.golem == event.other:
                if other.name == "lost-life" and other.other == self.golem:
                    result = "life"
                elif other.name in ("dropped", "lost-barrel") and other.other:
                    result = "barrel"
        return Clause(f"struck {result}", (("other", event.other), ("cell", self.at[event.other])))

    def _missed(self) -> Clause:
        cell = self._ahead()
        if cell is None:
            return Clause("missed edge", (("at", self.at[self.golem]),))
        if cell in self.board.still:
            return Clause(f"missed {self.board.still[cell]}", (("cell", cell),))
        gone = self.left.get(cell)
        if gone is not None and gone != self.golem:
            return Clause("missed left", (("cell", cell), ("other", gone)))
        return Clause("missed", (("cell", cell),))

    def _not_taken(self, event: Event) -> Clause:
        (reason,) = event.values
        cell = self._ahead()
        if reason == "nothing" and cell is None:
            return Clause("not taken edge", (("at", self.at[self.golem]),))
        facts: tuple[tuple[str, Value], ...] = (("cell", str(cell)),)
        return Clause(f"not taken {reason}", (*facts, ("other", event.other)) if event.other else facts)


def _cell(event: Event) -> str:
    return str(event.values[0])


def _barrel_gone(event: Event) -> Clause:
    cell = ("cell", _cell(event))
    if event.card == BRING_BARREL:
        return Clause(f"{event.name} home", (cell,))
    if event.other:
        return Clause(f"{event.name} struck", (("other", event.other), cell))
    return Clause("dropped fallen", (cell,))


def _add(told: list[Clause], clause: Clause) -> None:
    """Put a clause at the end; what only goes on is drawn together with what was said before."""
    if clause.key in ("guard", "stand") and any(each.key == clause.key for each in told):
        return
    if clause.key == "guard":
        # The shield is up before the first strike, whoever of the two is told first.
        place = next((index for index, each in enumerate(told) if each.key == "defended"), len(told))
        told.insert(place, clause)
        return
    last = told[-1] if told else None
    if last is not None and last.key == clause.key and (last.facts == clause.facts or clause.key == "turn"):
        told[-1] = Clause(clause.key, clause.facts, last.times + 1)
        return
    if last is not None and clause.key == "go" and last.key in ("go", "go on"):
        path = str(last.fact("path")) if last.key == "go on" else f"{last.fact('from')}–{last.fact('to')}"
        told[-1] = Clause("go on", (("path", f"{path}–{clause.fact('to')}"), ("to", clause.fact("to"))))
        return
    told.append(clause)
