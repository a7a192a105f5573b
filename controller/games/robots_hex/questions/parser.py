"""Questions from text and to text.

question := part ("or" part)* ; part := factor ("and" factor)* ; factor := ["not"] (clause | "(" question ")")
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from types import UnionType
from typing import NoReturn

from boards.base.catalogue import Language
from boards.base.errors import InvalidInput
from controller.games.robots_hex.questions.grammar import Matcher, Node, plain, write
from controller.games.robots_hex.questions.lexicon import BARE, COUNTED, SINGLE, Lexicon, lexicon_of
from controller.games.robots_hex.questions.parse_errors import MISTAKES
from controller.games.robots_hex.questions.question import (
    All,
    Any,
    CellAhead,
    Clause,
    Count,
    Facing,
    InCamp,
    Not,
    Question,
    ShotsLeft,
    Things,
)

LONGEST = 2000
"""Characters of a question."""
_DEEPEST = 40
"""Parentheses and `not` within each other."""

_WORDS = re.compile(r"[()]|[^\s()]+")


class NotAQuestion(InvalidInput):
    """A text that is no question; says at which word, and what was expected there, in the question's language."""

    def __init__(
        self, name: str, language: Language, word: int, expected: Sequence[str] = (), **facts: str | int
    ) -> None:
        super().__init__(MISTAKES[name].bind(**facts, wanted=", ".join(expected)))
        self.name = name
        """Of :data:`controller.games.robots_hex.questions.parse_errors.MISTAKES`."""
        self.language = language
        self.word = word
        """How many words were understood."""
        self.expected = tuple(expected)
        """What could stand there instead."""
        self.facts = facts


@lru_cache(maxsize=4096)
def parse_question(text: str, language: Language = "en") -> Question:
    """Return the question that a text asks. Raises :class:`NotAQuestion`."""
    if len(text) > LONGEST:
        raise NotAQuestion("too-long", language, 0, most=LONGEST, count=len(text))
    return parse_words(_WORDS.findall(text), lexicon_of(language))


def parse_words(words: Sequence[str], lexicon: Lexicon) -> Question:
    """Return the question that words ask. Raises :class:`NotAQuestion`."""
    return _Parser(words, lexicon).question()


class _Parser:
    def __init__(self, words: Sequence[str], lexicon: Lexicon) -> None:
        self.shown = words
        self.words = [plain(word) for word in words]
        self.lexicon = lexicon
        self.matcher = Matcher(lexicon, self.words)
        self.at = 0
        self.depth = 0

    def question(self) -> Question:
        """Read a whole question, to the last word."""
        found = self.any()
        if self.at < len(self.words):
            self.fail(self.lexicon.and_, self.lexicon.or_, self.lexicon.end)
        return found

    def any(self) -> Question:
        """Read parts joined by "or"."""
        parts = [self.all()]
        while self.take(self.lexicon.or_):
            parts.append(self.all())
        return parts[0] if len(parts) == 1 else Any(tuple(parts))

    def all(self) -> Question:
        """Read parts joined by "and", which binds stronger."""
        parts = [self.factor()]
        while self.take(self.lexicon.and_):
            parts.append(self.factor())
        return parts[0] if len(parts) == 1 else All(tuple(parts))

    def factor(self) -> Question:
        """Read a bracket or a clause; nesting is limited."""
        self.depth += 1
        if self.depth > _DEEPEST:
            raise NotAQuestion("too-deep", self.lexicon.language, self.at, most=_DEEPEST, no=self.lexicon.not_)
        found = self.bracket() if self.take("(") else self.clause()
        self.depth -= 1
        return found

    def bracket(self) -> Question:
        """Read what follows an opening bracket, with the closing one."""
        found = self.any()
        if not self.take(")"):
            self.fail(self.lexicon.and_, self.lexicon.or_, ")")
        return found

    def clause(self) -> Question:
        """Read a clause, or "not" and a factor."""
        # A clause comes first: in Russian some begin with the word for `not`.
        start = self.at
        found = self.matcher.longest("clause", start)
        if found:
            node, self.at = found
            return self.meant(node, " ".join(self.shown[start : self.at]))
        if not self.take(self.lexicon.not_):
            self.fail()
        return Not(self.factor())

    def take(self, word: str) -> bool:
        """Go past this word if it is next; return whether it was."""
        if self.at < len(self.words) and self.words[self.at] == plain(word):
            self.at += 1
            return True
        return False

    def fail(self, *expected: str) -> NoReturn:
        """Raise :class:`NotAQuestion` at the furthest word that was reached, with what could stand there."""
        for what in expected:
            self.matcher.expect(self.at, what)
        place = self.matcher.furthest
        found = repr(self.shown[place][:40]) if place < len(self.shown) else self.lexicon.end
        wanted = self.matcher.expected
        raise NotAQuestion("unexpected", self.lexicon.language, place, wanted, place=place + 1, found=found)

    def meant(self, node: Node, text: str) -> Clause:
        """Return the clause of a tree. Raises :class:`NotAQuestion` for numbers that can't be."""
        number = node.number
        match node.tag:
            case "facing":
                return Facing(self.direction(number, text))
            case "camp":
                return InCamp(node.parts["camp"].tag)
            case "shots":
                return ShotsLeft(number or 0)
            case "cell":
                cells = None if number is None else self.distance(number, text)
                return CellAhead(_things(node.parts["things"]), cells)
        amount, distance, where = node.parts.get("amount"), node.parts.get("distance"), node.parts.get("where")
        return Count(
            _things(node.parts["things"]),
            amount.tag if amount else None,
            1 if amount is None else amount.number or 0,
            distance.tag if distance else None,
            self.distance(distance.number, text) if distance else 0,
            where.tag if where else None,
            self.direction(where.number, text) if where and where.tag == "direction" else 0,
        )

    def direction(self, number: int | None, text: str) -> int:
        """Return a direction from 1 to 6. Raises :class:`NotAQuestion`."""
        if number is None or not 1 <= number <= 6:
            raise NotAQuestion("directions", self.lexicon.language, self.at, text=repr(text))
        return number

    def distance(self, number: int | None, text: str) -> int:
        """Return a distance of at least one cell. Raises :class:`NotAQuestion`."""
        if not number:
            raise NotAQuestion("distances", self.lexicon.language, self.at, text=repr(text))
        return number


def _things(node: Node) -> Things:
    colour = node.parts.get("colour")
    return Things(node.tag, colour.tag if colour else None)


def format_question(question: Question, language: Language = "en") -> str:
    """Return the text of a question: ``parse_question(format_question(q, l), l) == q``."""
    return write_question(question, lexicon_of(language))


def write_question(question: Question, lexicon: Lexicon) -> str:
    """Return the words of a question, with spaces between them."""
    match question:
        case Not(inner):
            text = write_question(inner, lexicon)
            return f"{lexicon.not_} ({text})" if isinstance(inner, All | Any | Not) else f"{lexicon.not_} {text}"
        case All(parts):
            texts = [_within(part, lexicon, All | Any) for part in parts]
            return f" {lexicon.and_} ".join(texts)
        case Any(parts):
            texts = [_within(part, lexicon, Any) for part in parts]
            return f" {lexicon.or_} ".join(texts)
    return _write_clause(question, lexicon)


def _within(part: Question, lexicon: Lexicon, bracketed: type | UnionType) -> str:
    text = write_question(part, lexicon)
    return f"({text})" if isinstance(part, bracketed) else text


def _write_clause(clause: Clause, lexicon: Lexicon) -> str:
    match clause:
        case Facing(direction):
            return write(Node("facing", direction, {}), "clause", lexicon)
        case InCamp(camp):
            return write(Node("camp", None, {"camp": Node(camp, None, {})}), "clause", lexicon)
        case ShotsLeft(number):
            return write(Node("shots", number, {}), "clause", lexicon)
        case CellAhead(things, cells):
            return write(Node("cell", cells, {"things": _things_node(things)}), "clause", lexicon, SINGLE)
    parts = {"things": _things_node(clause.things)}
    form = BARE
    if clause.amount is not None:
        none = clause.amount == "no"
        parts["amount"] = Node(clause.amount, None if none else clause.number, {})
        form = lexicon.none_form if none else lexicon.one_form if clause.number == 1 else COUNTED
    if clause.distance is not None:
        parts["distance"] = Node(clause.distance, clause.cells, {})
    if clause.where is not None:
        parts["where"] = Node(clause.where, clause.direction or None, {})
    return write(Node("count", None, parts), "clause", lexicon, form)


def _things_node(things: Things) -> Node:
    colour = {} if things.colour is None else {"colour": Node(things.colour, None, {})}
    return Node(things.kind, None, colour)
