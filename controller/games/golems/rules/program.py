"""What a golem is told: the grammar of a row, and what deck, dice and way of playing allow.

    row    := action | "repeat" (2|3) action | "if" ("enemy"|"attacked") arm "else" arm
    arm    := action | "repeat" (2|3) action     (a repeat inside an if: autonomous golems only)

Source: `Battle of Golems` 3.1 and 2.0, "Making the program"; the fine print is this project's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache, partial
from typing import ClassVar, NamedTuple, final

from boards.base.errors import InvalidInput, Problem
from boards.base.message import Message, _
from boards.kit.cards import CardKind
from boards.kit.decks import deck_counts

FORWARD = CardKind.FORWARD.value
BACKWARD = CardKind.BACKWARD.value
TURN_LEFT = CardKind.TURN_LEFT.value
TURN_RIGHT = CardKind.TURN_RIGHT.value
STAND = CardKind.STAND.value
ATTACK = CardKind.ATTACK.value
DEFEND = CardKind.DEFEND.value
TAKE = CardKind.TAKE.value

MOVES: tuple[str, ...] = (FORWARD, BACKWARD, TURN_LEFT, TURN_RIGHT)
"""The movement cards: they come before everything else in a row."""
ACTIONS: tuple[str, ...] = (*MOVES, STAND, ATTACK, DEFEND, TAKE)
_ACTION_OF: Mapping[str, str] = {action: action for action in ACTIONS}
"""A word -> the one object that means it, so that comparing actions is comparing identities."""
TESTS: tuple[str, ...] = ("enemy", "attacked")
TIMES: Mapping[str, int] = {"2": 2, "3": 3}
BONUS_CARDS: tuple[str, ...] = ("if enemy", "if attacked", "repeat 2", "repeat 3")

BLANK = "blank"
FACES: Mapping[str, tuple[str, ...]] = {
    "if": ("if enemy", "if attacked"),
    "repeat 2": ("repeat 2",),
    "repeat 3": ("repeat 3",),
    BLANK: (),
}
"""What a face of the bonus die allows."""

DIE_FACES: tuple[str, ...] = ("if", "repeat 2", "repeat 3", BLANK, BLANK, BLANK)
"""The six faces of a bonus die (Battle of Golems 3.1)."""

ROWS = 4
"""Rows of a program."""

LONGEST = 100
"""Characters in the text of a row; the longest that means something has 56."""


class _Unique:
    """A frozen value of which there is one object only.

    It is compared by identity, and what it means is worked out once. Without that a round would look up the same
    few words again and again.
    """

    __slots__ = ()

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{self} is frozen")

    def __reduce__(self) -> tuple[type, tuple[object, ...]]:
        return type(self), tuple(getattr(self, name) for name in self.__match_args__)

    def __repr__(self) -> str:
        return f"{type(self).__name__}{self.__reduce__()[1]}"

    __match_args__: ClassVar[tuple[str, ...]] = ()


@final
class Do(_Unique):
    """An action, `times` over (1: plain, 2 or 3: with a Repeat card)."""

    __slots__ = ("action", "moves", "times")
    __match_args__ = ("action", "times")
    action: str
    times: int
    moves: bool
    """Whether it is a movement card: these come first in a row."""

    def __new__(cls, action: str, times: int = 1) -> Do:
        """Return the one object of this value."""
        known = _DOES.get((action, times))
        if known is None:
            do = object.__new__(cls)
            put = partial(object.__setattr__, do)
            put("action", _ACTION_OF.get(action, action))
            put("times", times)
            put("moves", action in MOVES)
            known = _DOES.setdefault((action, times), do)
        return known


@final
class If(_Unique):
    """What to do when a condition holds (`enemy`, `attacked`), and what otherwise."""

    __slots__ = ("card", "no", "test", "yes")
    __match_args__ = ("test", "yes", "no")
    test: str
    yes: Do
    no: Do
    card: str
    """The name of the card: ``if enemy``."""

    def __new__(cls, test: str, yes: Do, no: Do) -> If:
        """Return the one object of this value."""
        known = _IFS.get((test, yes, no))
        if known is None:
            asked = object.__new__(cls)
            put = partial(object.__setattr__, asked)
            put("test", test)
            put("yes", yes)
            put("no", no)
            put("card", f"if {test}")
            known = _IFS.setdefault((test, yes, no), asked)
        return known


_DOES: dict[tuple[str, int], Do] = {}
_IFS: dict[tuple[str, Do, Do], If] = {}
"""All that were ever made: at most as many as the grammar has rows."""

Row = Do | If

STILL = Do(STAND)
STANDING: tuple[Row, ...] = (STILL,) * ROWS
"""The program of a golem that has none."""


class NotARow(InvalidInput):
    """A text that the grammar does not have; says which word and what was expected."""


@lru_cache(maxsize=8192)
def parse_row(text: str) -> Row:
    """Return the row that a text means. Raises :class:`NotARow`. The grammar has 1,176 rows, so all are remembered."""
    if len(text) > LONGEST:
        raise NotARow(
            _("a row has at most {longest} characters, this one has {count}", longest=LONGEST, count=len(text))
        )
    words = text.split()
    if not words:
        raise NotARow(_("the row is empty; write stand, if the golem is to do nothing"))
    if words[0] != "if":
        row, rest = _do(words)
        _nothing_left(rest)
        return row
    test = words[1] if len(words) > 1 else ""
    if test not in TESTS:
        raise NotARow(_("after if comes enemy or attacked, not {found}", found=_quoted(test)))
    yes, rest = _do(words[2:])
    if not rest or rest[0] != "else":
        found = _quoted(rest[0]) if rest else _("the end of the row")
        raise NotARow(_("an If needs both its cards: else and what to do otherwise, not {found}", found=found))
    no, rest = _do(rest[1:])
    _nothing_left(rest)
    return If(test, yes, no)


def _do(words: list[str]) -> tuple[Do, list[str]]:
    """Return the action that the words begin with, and the words after it."""
    times = 1
    if words and words[0] == "repeat":
        count = words[1] if len(words) > 1 else ""
        if count not in TIMES:
            found = f"repeat {count}".rstrip()
            raise NotARow(_("a Repeat is repeat 2 or repeat 3, not {found}", found=found))
        times, words = TIMES[count], words[2:]
    if not words:
        raise NotARow(_("an action is missing: one of {actions}", actions=", ".join(ACTIONS)))
    if words[0] == "if":
        raise NotARow(_("an If can't stand inside a Repeat or another If"))
    if words[0] == "repeat":
        raise NotARow(_("a Repeat can't stand inside a Repeat"))
    if words[0] not in ACTIONS:
        raise NotARow(
            _(
                "{found} is not an action; the actions are {actions}",
                found=_quoted(words[0]),
                actions=", ".join(ACTIONS),
            )
        )
    return Do(words[0], times), words[1:]


def _nothing_left(words: list[str]) -> None:
    if words:
        raise NotARow(_("nothing may follow here, but there is {found}", found=_quoted(words[0])))


def _quoted(word: str) -> Message | str:
    return f"{word[:40]!r}" if word else _("nothing")


def format_row(row: Row) -> str:
    """Return the text of a row: ``parse_row(format_row(row)) == row``."""
    if isinstance(row, If):
        return f"{row.card} {format_row(row.yes)} else {format_row(row.no)}"
    return row.action if row.times == 1 else f"repeat {row.times} {row.action}"


@cache
def cards_of(row: Row) -> tuple[str, ...]:
    """Return the names of the cards that lie in a row, from left to right."""
    if isinstance(row, If):
        return (row.card, *cards_of(row.yes), *cards_of(row.no))
    return (row.action,) if row.times == 1 else (f"repeat {row.times}", row.action)


@cache
def _deck(rules: str) -> Mapping[str, int]:
    return {kind.value: count for kind, count in deck_counts(rules).items()}


class Terms(NamedTuple):
    """What one player's program must keep to in one round."""

    rules: str
    way: str
    face: str | None
    """The face of the player's bonus die; None where no die was rolled."""

    @property
    def one_bonus(self) -> bool:
        """Whether the die limits the bonus cards: autonomous golems have them all, beginners none."""
        return self.face is not None and self.way not in ("autonomous", "beginner")


def bonus_allowed(terms: Terms) -> tuple[str, ...]:
    """Return the bonus cards that a program may have."""
    if terms.one_bonus:
        return FACES[terms.face or BLANK]
    return () if terms.way == "beginner" else BONUS_CARDS


class LaidCards(NamedTuple):
    """What it takes to lay a row."""

    cards: tuple[str, ...]
    bonus: tuple[str, ...]
    """The bonus cards among them."""
    nested: bool
    """Whether a Repeat stands inside an If."""
    tally: int
    """The cards and the nested Repeats counted in one number, five bits a kind: tallies of rows add up."""


_NESTED = "a Repeat inside an If"
_PLACE: Mapping[str, int] = {
    kind: 5 * index for index, kind in enumerate([*(kind.value for kind in CardKind), _NESTED])
}
"""Where a card is counted in a tally. Four rows hold a card at most 8 times, so no count spills over."""


@cache
def _lay(row: Row) -> LaidCards:
    cards = cards_of(row)
    nested = isinstance(row, If) and row.yes.times + row.no.times > 2
    counted = [*cards, _NESTED] if nested else cards
    bonus = tuple(card for card in cards if card in BONUS_CARDS)
    return LaidCards(cards, bonus, nested, sum(1 << _PLACE[kind] for kind in counted))


CardLimits = tuple[int, int]
"""What a tally is judged by: (tally + first) & second is 0 as long as no kind of card is used too often.

The first lifts each count so that the one above the limit sets the highest of its five bits, which the second has.
"""


@cache
def _card_limits(rules: str, way: str, limited: bool) -> CardLimits:
    """Return how often each card may be used in a program. `limited`: no bonus card, since the die decides on them."""
    limits = {**_deck(rules), _NESTED: ROWS if way == "autonomous" else 0}
    if limited:
        limits |= dict.fromkeys(BONUS_CARDS, 0)
    lift = sum((15 - count) << _PLACE[kind] for kind, count in limits.items())
    return lift, sum(16 << place for place in _PLACE.values())


@lru_cache(maxsize=1 << 12)
def _tallied(text: str) -> tuple[Row, int]:
    """Parse a row and count its cards. The grammar has 1,176 rows; a text may have more blanks than it needs."""
    row = parse_row(text)
    return row, _lay(row).tally


def _rows_within(limits: CardLimits, texts: Sequence[str]) -> tuple[Row, ...] | None:
    """Return the rows of a whole program that breaks no limit; None where each row must be looked at.

    What is no text, or not hashable, is left to that look.
    """
    try:
        # As many as a program has rows.
        (first, a), (second, b), (third, c), (fourth, d) = map(_tallied, texts)
    except (ValueError, TypeError):
        return None
    lift, over = limits
    return None if (a + b + c + d + lift) & over else (first, second, third, fourth)


def check_program(given: object, terms: Terms, at: str) -> tuple[tuple[Row, ...], list[Problem]]:
    """Return the rows of a program, and every reason why it can't be played (then the rows are not whole).

    `given` is the list of texts; `at` is where it stands (``programs.red``). In v2.0 the missing rows are
    filled up with `stand`, which uses no cards.
    """
    if not isinstance(given, list | tuple):
        return (), [Problem(at, _("a program is a list of rows in text form"))]
    rules, way, face = terms
    limited = way == "beginner" or (face is not None and way != "autonomous")
    whole = _rows_within(_card_limits(rules, way, limited), given)
    if whole is not None:
        return whole, []
    problems: list[Problem] = []
    fewest = 1 if terms.rules == "2.0" else ROWS
    if not fewest <= len(given) <= ROWS:
        wanted = _("1 to 4 rows") if fewest == 1 else _("exactly 4 rows")
        problems.append(
            Problem(
                at,
                _(
                    "a program of v{rules} has {wanted}, this one has {count}",
                    rules=terms.rules,
                    wanted=wanted,
                    count=len(given),
                ),
            )
        )
    deck = _deck(terms.rules)
    rows: list[Row] = []
    used: dict[str, int] = {}
    for index, text in enumerate(given[: 2 * ROWS]):
        try:
            if not isinstance(text, str):
                raise NotARow(_("a row is text, such as forward"))
            row = parse_row(text)
        except NotARow as error:
            problems.append(Problem(f"{at}[{index}]", error.message))
            continue
        cards, bonus, nested, _tally = _lay(row)
        rows.append(row)
        reason: Message | None = None
        for card in cards:
            used[card] = count = used.get(card, 0) + 1
            if count > deck[card] and reason is None:
                reason = _(
                    "the card {card} is used {count} times, the deck holds {held}",
                    card=card,
                    count=count,
                    held=deck[card],
                )
        if bonus:
            reason = _bonus_breach(bonus, used, terms) or reason
        if nested and terms.way != "autonomous":
            reason = reason or _("a Repeat inside an If is for autonomous golems only")
        if reason:
            problems.append(Problem(f"{at}[{index}]", reason))
    return (*rows, *STANDING[len(rows) :]), problems


def _bonus_breach(cards: Sequence[str], used: Mapping[str, int], terms: Terms) -> Message | None:
    """Why these bonus cards can't be laid, where `used` counts them already; None if they can."""
    if terms.way == "beginner":
        return _("the card {card} is not used in the beginner game", card=cards[0])
    if not terms.one_bonus:
        return None
    allowed = FACES[terms.face or BLANK]
    for card in cards:
        if card not in allowed:
            return _(
                "the card {card} is not allowed this round: the bonus die shows {face}",
                card=card,
                face=terms.face or BLANK,
            )
    if sum(used.get(each, 0) for each in allowed) > 1:
        return _("the card {card} is a second bonus card; the die allows one a round", card=cards[0])
    return None


def program_texts(rows: Sequence[Row]) -> list[str]:
    """Return a program as text, a row an entry."""
    return [format_row(row) for row in rows]
