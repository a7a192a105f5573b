"""What the eye sees, as the game understands it: programs by trays, golems, tokens, dice. Pure; it never guesses.

A row of a program is the cards of one lane from left to right. A row with any doubt is no row: its text
is None, and a problem says where and why.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from boards.base.message import Message
from boards.colours import COLOURS
from boards.geometry import Cell, Point, Pose
from boards.kit.cards import CardKind
from boards.kit.kit import CARD_MM, Kit
from boards.kit.thing_keys import CardKey, DieKey, GolemKey, ReadyKey, TokenKey, TrayKey
from boards.kit.trays import TRAY
from boards.mats import mat, mats
from controller.table.perception.reading_messages import ProblemContext, problem_words
from controller.vision.scene import Scene, Unread, Why

OFF_LANE_MM = 24.0
"""A card whose centre is farther than this from the middle of its lane lies half in the next one."""

PARTLY_ON_TRAY_MM = 20.0
"""A card whose centre is no farther than this beside a tray lies on it with a third at least."""

REACHES_ONTO_TRAY_MM = 16.0
"""The place of a card that is not read is a marker's, farther from its edges than this: some of it lies on the tray."""

OVERLAP_MM = 8.0
"""Depth by which a card beside the lanes lies on a card of a row, or below it."""

SAME_PLACE_MM = 25.0
"""Cards of one lane whose centres are nearer than this lie on each other: their order is not sure."""

NO_CONTEXT = ProblemContext()

_IFS = (CardKind.IF_ENEMY, CardKind.IF_ATTACKED)
_REPEATS = (CardKind.REPEAT_2, CardKind.REPEAT_3)


@dataclass(frozen=True)
class ReadingProblem:
    """Why a program is not (yet) one."""

    code: str
    """One of `controller.table.perception.reading_messages.CODES`."""
    colour: str
    """The player whose tray it is."""
    lane: int | None
    """0 to 3; None if it is no lane's."""
    slot: int | None
    """0 to 4, from the left; None if it is no card's."""
    words: Message
    """For whoever may know the cards (`golem read`)."""
    public: Message
    """For the screen: which card it is about by its place, never by its meaning."""


@dataclass(frozen=True)
class LaidCard:
    """A card on a tray."""

    card: CardKey
    colour: str
    """The tray's player."""
    lane: int | None
    slot: int | None
    pose: Pose
    """In the mat frame."""


@dataclass(frozen=True)
class TableReading:
    """What lies on the table, in the game's words."""

    programs: Mapping[str, tuple[str | None, ...]]
    """By the colour of the trays in view: four rows in text form; None: not readable, "": empty."""
    cards: Mapping[str, int]
    """How many cards lie in the lanes of each tray, read or not."""
    problems: tuple[ReadingProblem, ...]
    dice: Mapping[str, str]
    """The face that each player's die shows: `if`, `repeat 2`, `repeat 3` or `blank`."""
    dice_unread: Mapping[str, Why]
    """Players whose die lies there and shows no face surely, and why."""
    golems: Mapping[str, Pose]
    tokens: tuple[tuple[str, Cell | None, Pose], ...]
    """Kind, cell (None off the field) and pose, by cell."""
    ready: tuple[str, ...]
    """Players whose ready card lies on the table, in colour order."""
    laid: tuple[LaidCard, ...] = ()
    """All cards that lie on trays, by colour, lane and place."""
    golems_within: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    """How sure golems' places are, mm and degrees, in 95 of 100 cases; where nothing is said, they are."""
    twice: tuple[str, ...] = ()
    """Colours of which more than one golem's top lies there: none of them counts."""
    ready_unread: Mapping[str, Why] = field(default_factory=dict)
    """Players whose ready card may lie there, face up, and why it is not read."""
    cells: Mapping[Cell, str | None] = field(default_factory=dict)
    """Each cell of the mat: the kind of its token, "" if it is seen to have none, None if that is not sure."""
    cells_unread: Mapping[Cell, Why] = field(default_factory=dict)
    """Why it is not sure what lies in a cell."""

    def complete(self, colour: str) -> bool:
        """Whether all four rows of a player are laid and read, and no card lies on the tray outside its lanes."""
        rows = self.programs.get(colour, ())
        outside = any(problem.colour == colour and problem.code == "outside-lanes" for problem in self.problems)
        return len(rows) == TRAY.lanes and all(rows) and not outside


def _twice(scene: Scene) -> tuple[str, ...]:
    found = {u.thing.colour for u in scene.unread if u.why is Why.DUPLICATE and isinstance(u.thing, GolemKey)}
    return tuple(sorted(found))


def read_table(scene: Scene, kit: Kit) -> TableReading:
    """Return the table's contents from a scene in which the mat was found; an empty reading otherwise."""
    hands = [_Hand(colour, seen.pose) for colour in COLOURS if (seen := scene.find(TrayKey(colour))) is not None]
    for hand in hands:
        hand.lay(scene, [other.tray for other in hands if other is not hand])
    return TableReading(
        programs={hand.colour: hand.rows() for hand in hands},
        cards={hand.colour: hand.count() for hand in hands},
        problems=(*_unread_trays(scene), *(problem for hand in hands for problem in hand.problems)),
        dice=_dice(scene, kit),
        dice_unread=_dice_unread(scene),
        golems={seen.thing.colour: seen.pose for seen in scene.things if isinstance(seen.thing, GolemKey)},
        golems_within={
            seen.thing.colour: (seen.within_mm, seen.within_degrees)
            for seen in scene.things
            if isinstance(seen.thing, GolemKey) and seen.within_mm is not None and seen.within_degrees is not None
        },
        twice=_twice(scene),
        tokens=_tokens(scene),
        ready_unread=_ready_unread(scene),
        cells=_cells(scene),
        cells_unread=_cells_unread(scene),
        ready=tuple(colour for colour in COLOURS if scene.find(ReadyKey(colour)) is not None),
        laid=tuple(laid for hand in hands for laid in hand.laid),
    )


def read_rows(colour: str, rows: Sequence[Sequence[CardKind]]) -> TableReading:
    """Return a player's cards as they lie on a screen: nobody doubts which they are, and the grammar is the same."""
    problems: list[ReadingProblem] = []
    texts: list[str | None] = []
    for lane, cards in enumerate(rows):
        try:
            texts.append(row_text(cards))
        except NotARowOfCards as wrong:
            texts.append(None)
            problems.append(row_problem(wrong.code, colour, lane, wrong.index, ProblemContext(cards[wrong.index])))
    last = max((lane for lane, text in enumerate(texts) if text != ""), default=-1)
    problems += [
        row_problem("row-empty", colour, lane, None, ProblemContext())
        for lane, text in enumerate(texts)
        if text == "" and lane < last
    ]
    count = sum(map(len, rows))
    return TableReading({colour: tuple(texts)}, {colour: count}, tuple(problems), {}, {}, {}, (), ())


class _Hand:
    """One tray and what lies on it."""

    def __init__(self, colour: str, tray: Pose) -> None:
        self.colour = colour
        self.problems: list[ReadingProblem] = []
        self.laid: list[LaidCard] = []
        self.tray = tray
        self._outside: list[tuple[CardKey, Pose]] = []
        self._doubtful = [False] * TRAY.lanes
        self._unread = 0

    def lay(self, scene: Scene, others: Sequence[Pose]) -> None:
        """Sort the scene's cards, read and unread, into the lanes. ``others``: where the other trays lie."""
        for seen in scene.things:
            if isinstance(seen.thing, CardKey):
                self._lay_card(seen.thing, seen.pose, others)
        for item in scene.unread:
            self._lay_unread(item)
        self.laid.sort(key=lambda laid: (TRAY.lanes if laid.lane is None else laid.lane, self._local(laid).x))
        for lane in range(TRAY.lanes):
            self._check_overlaps(lane)

    def rows(self) -> tuple[str | None, ...]:
        """Return the lanes' texts. Adds the problems of their grammar."""
        texts = [self._row(lane) for lane in range(TRAY.lanes)]
        last = max((lane for lane, text in enumerate(texts) if text != ""), default=-1)
        for lane, text in enumerate(texts):
            if text == "" and lane < last:
                self._problem("row-empty", lane, None)
        self.problems.sort(
            key=lambda problem: (TRAY.lanes if problem.lane is None else problem.lane, problem.slot or 0)
        )
        return tuple(texts)

    def count(self) -> int:
        """Return how many cards lie on the tray."""
        return sum(1 for laid in self.laid if laid.lane is not None) + self._unread

    def _lay_card(self, card: CardKey, pose: Pose, others: Sequence[Pose]) -> None:
        local = self.tray.local(pose.point)
        if not _on_tray(local):
            on_another = any(_on_tray(other.local(pose.point)) for other in others)
            if _on_tray(local, PARTLY_ON_TRAY_MM) and not on_another:
                self._problem("outside-lanes", None, None, ProblemContext(card.kind))
                self._outside.append((card, pose))
            return
        lane, slot = TRAY.lane_of(local), slot_of(local)
        self.laid.append(LaidCard(card, self.colour, lane, slot, pose))
        if lane is None:
            self._problem("outside-lanes", None, None, ProblemContext(card.kind))
            self._outside.append((card, pose))
            return
        if card.colour != self.colour:
            self._doubt("wrong-owner", lane, slot, ProblemContext(card.kind, owner=card.colour))
        off = local.y - TRAY.lane(lane).centre.y
        if abs(off) > OFF_LANE_MM:
            # Lanes are numbered downwards: above the middle is the lane before.
            other = lane - 1 if off > 0 else lane + 1
            upper = min(lane, other)
            if 0 <= other < TRAY.lanes:
                self._doubtful[other] = True
                self._doubt("between-lanes", lane, slot, ProblemContext(card.kind, upper_lane=upper))
            else:
                self._doubt("outside-lanes", lane, slot, ProblemContext(card.kind))

    def _lay_unread(self, item: Unread) -> None:
        if item.pose is None or not isinstance(item.thing, CardKey | ReadyKey | None):
            return
        local = self.tray.local(item.pose.point)
        lane = TRAY.lane_of(local) if _on_tray(local) else None
        if lane is None and isinstance(item.thing, CardKey) and _on_tray(local, REACHES_ONTO_TRAY_MM):
            field = TRAY.field
            lane = TRAY.lane_of(Point(min(max(local.x, field.low.x), field.high.x), local.y))
        if lane is not None:
            self._unread += 1
            self._doubt("unread", lane, slot_of(local), ProblemContext(why=item.why))

    def _check_overlaps(self, lane: int) -> None:
        row = self._in(lane)
        for left, right in pairwise(row):
            if left.pose.point.distance(right.pose.point) < SAME_PLACE_MM:
                self._doubt("overlap", lane, left.slot, ProblemContext(left.card.kind, other=right.card.kind))
        # A card beside the lanes may belong to a row, if it lies on a card of it or below one.
        for card, pose in self._outside:
            for laid in row:
                off = self.tray.local(pose.point) - self._local(laid)
                if abs(off.x) < CARD_MM[0] - OVERLAP_MM and abs(off.y) < CARD_MM[1] - OVERLAP_MM:
                    self._doubt("overlap", lane, laid.slot, ProblemContext(laid.card.kind, other=card.kind))

    def _row(self, lane: int) -> str | None:
        row = self._in(lane)
        try:
            text = row_text([laid.card.kind for laid in row])
        except NotARowOfCards as wrong:
            slot = row[wrong.index].slot
            if not self._doubtful[lane]:
                self._problem(wrong.code, lane, slot, ProblemContext(row[wrong.index].card.kind))
            return None
        return None if self._doubtful[lane] else text

    def _in(self, lane: int) -> list[LaidCard]:
        return [laid for laid in self.laid if laid.lane == lane]

    def _local(self, laid: LaidCard) -> Point:
        return self.tray.local(laid.pose.point)

    def _doubt(self, code: str, lane: int, slot: int | None, about: ProblemContext) -> None:
        self._doubtful[lane] = True
        self._problem(code, lane, slot, about)

    def _problem(self, code: str, lane: int | None, slot: int | None, about: ProblemContext | None = None) -> None:
        self.problems.append(row_problem(code, self.colour, lane, slot, about or ProblemContext()))


def row_problem(
    code: str, colour: str, lane: int | None, slot: int | None, about: ProblemContext = NO_CONTEXT
) -> ReadingProblem:
    """Return a problem of this code in its place, with its sentences."""
    told = lane if about.upper_lane is None else about.upper_lane
    return ReadingProblem(
        code,
        colour,
        lane,
        slot,
        words=problem_words(code, told, slot, about),
        public=problem_words(code, told, slot, about.hidden()),
    )


class NotARowOfCards(ValueError):
    """Cards that make no row: the code of the problem, and the index of the card that it is about."""

    def __init__(self, code: str, index: int) -> None:
        super().__init__(f"{code} at card {index + 1}")
        self.code = code
        self.index = index


def row_text(cards: Sequence[CardKind]) -> str:
    """Return the text form of a row of cards, left to right; "" for none. Raises NotARowOfCards.

    The grammar is that of `games/golems/rules/program.py`; what a deck, a die or a way of playing allows is for the
    rules to say.
    """
    if not cards:
        return ""
    if cards[0] in _IFS:
        yes, index = _arm(cards, 1, opener=0)
        no, index = _arm(cards, index, opener=0)
        text = f"{cards[0].value} {yes} else {no}"
    else:
        text, index = _arm(cards, 0, opener=0)
    if index < len(cards):
        raise NotARowOfCards("too-many", index)
    return text


def _arm(cards: Sequence[CardKind], index: int, opener: int) -> tuple[str, int]:
    """Return an action or a repeated one from this card on, and the index after it."""
    if index >= len(cards):
        raise NotARowOfCards("incomplete-if", opener)
    card = cards[index]
    if card in _IFS:
        raise NotARowOfCards("not-an-action", index)
    if card not in _REPEATS:
        return card.value, index + 1
    if index + 1 >= len(cards):
        raise NotARowOfCards("incomplete-repeat", index)
    if cards[index + 1].is_bonus:
        raise NotARowOfCards("not-an-action", index + 1)
    return f"{card.value} {cards[index + 1].value}", index + 2


def _on_tray(local: Point, beside_mm: float = 0.0) -> bool:
    width, height = TRAY.size_mm
    return abs(local.x) <= width / 2 + beside_mm and abs(local.y) <= height / 2 + beside_mm


def slot_of(local: Point) -> int | None:
    """Return the place of a card in its row, 0 to 4, by its middle in the tray's frame; None outside the places."""
    slot = int((local.x - TRAY.field.low.x) // TRAY.slot_mm)
    return slot if 0 <= slot < TRAY.slots else None


def _unread_trays(scene: Scene) -> Iterable[ReadingProblem]:
    named: list[TrayKey] = []
    for item in scene.unread:
        if isinstance(item.thing, TrayKey) and item.thing not in named:
            named.append(item.thing)
            yield row_problem("tray-unread", item.thing.colour, None, None, ProblemContext(why=item.why))


def _dice(scene: Scene, kit: Kit) -> Mapping[str, str]:
    """Return the faces on top. Two of one colour are no face: the eye calls them unread."""
    faces: dict[str, str] = {}
    for seen in scene.things:
        if isinstance(seen.thing, DieKey) and seen.thing in kit.things:
            faces[seen.thing.colour] = seen.thing.face
    return {colour: faces[colour] for colour in COLOURS if colour in faces}


def _dice_unread(scene: Scene) -> Mapping[str, Why]:
    return {item.thing.colour: item.why for item in scene.unread if isinstance(item.thing, DieKey)}


def _tokens(scene: Scene) -> tuple[tuple[str, Cell | None, Pose], ...]:
    grid = mat(scene.mat).grid if scene.mat is not None else None
    found: list[tuple[str, Cell | None, Pose]] = []
    for seen in scene.things:
        if isinstance(seen.thing, TokenKey):
            cell = grid.cell_at(seen.pose.point) if grid is not None else None
            found.append((seen.thing.kind, cell, seen.pose))
    # Those off the field come last.
    return tuple(sorted(found, key=lambda item: (item[1] is None, item[1] or Cell(0, 0), item[0], item[2].x)))


def _cells(scene: Scene) -> Mapping[Cell, str | None]:
    """Return what lies in each cell of the mat: a token that was read, nothing, or what is not sure."""
    if scene.mat is None or scene.mat not in mats():
        return {}
    grid = mat(scene.mat).grid
    found: dict[Cell, str | None] = {
        Cell(column, row): "" for row in range(grid.rows) for column in range(grid.columns)
    }
    for kind, cell, _pose in _tokens(scene):
        if cell is not None:
            found[cell] = None if found[cell] else kind
    return found | dict.fromkeys(_cells_unread(scene))


def _cells_unread(scene: Scene) -> Mapping[Cell, Why]:
    if scene.mat is None or scene.mat not in mats():
        return {}
    grid = mat(scene.mat).grid
    unread: dict[Cell, Why] = {}
    for item in scene.unread:
        cell = grid.cell_at(item.pose.point) if item.pose is not None else None
        if cell is not None and isinstance(item.thing, TokenKey | None):
            unread.setdefault(cell, item.why)
    return unread


_BACK_UP = (Why.NOT_OURS, Why.SCREEN)
"""Causes with which a ready card surely does not lie there face up."""


def _ready_unread(scene: Scene) -> Mapping[str, Why]:
    unread = {item.thing.colour: item.why for item in scene.unread if isinstance(item.thing, ReadyKey)}
    return {colour: why for colour, why in unread.items() if why not in _BACK_UP}
