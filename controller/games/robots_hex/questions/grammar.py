"""Patterns of :mod:`controller.games.robots_hex.questions.lexicon`: matching words against them, and writing them out.

Matching knows no language: it turns words into a tree of tags and numbers, which are the same in all of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

from controller.games.robots_hex.questions.lexicon import Lexicon, form_of_number

MOST_DIGITS = 4


class Node(NamedTuple):
    """A rule that matched: its tag, its number, and the rules within by name."""

    tag: str
    number: int | None
    parts: Mapping[str, Node]


class Item(NamedTuple):
    """One place of a pattern."""

    rule: str = ""
    """The rule that stands here; empty for words and numbers."""
    forms: tuple[str, ...] = ()
    """The words that are read here; empty for rules and numbers."""
    by_number: bool = False
    """Whether the forms go by number."""
    optional: bool = False
    written: bool = True
    other_gender: bool = False


@cache
def pattern(text: str) -> tuple[Item, ...]:
    """Return the places of a pattern."""
    return tuple(map(_item, text.split()))


def _item(text: str) -> Item:
    optional, written = text[-1] in "?~" or text.endswith("?>"), not text.endswith("~")
    bare = text.rstrip("?~")
    if bare.startswith("<"):
        name = bare.strip("<>").rstrip("?")
        return Item(rule=name.rstrip("+"), optional=optional, other_gender=name.endswith("+"))
    if bare == "#":
        return Item(optional=optional)
    if "/" in bare:
        return Item(forms=tuple(bare.split("/")), by_number=True)
    return Item(forms=tuple(bare.split("|")), optional=optional, written=written)


def plain(word: str) -> str:
    """Return a word as it is compared: any case, and Russian `ё` as `е`."""
    return word.lower().replace("ё", "е")


@cache
def _read_forms(item: Item) -> tuple[str, ...]:
    return tuple(plain(form) for form in item.forms)


@dataclass
class Matcher:
    """Matches the words of one text. Remembers how far it came, to say what was expected there."""

    lexicon: Lexicon
    words: Sequence[str]
    """As :func:`plain` leaves them."""
    furthest: int = -1
    expected: list[str] = field(default_factory=list)
    _found: dict[tuple[str, int], list[tuple[Node, int]]] = field(default_factory=dict)

    def longest(self, rule: str, start: int) -> tuple[Node, int] | None:
        """Return the longest match of a rule from a word on, and the word after it; None without one."""
        return max(self._rule(rule, start), key=lambda found: found[1], default=None)

    def expect(self, at: int, what: str) -> None:
        """Note what was expected at a word and did not stand there."""
        if at > self.furthest:
            self.furthest, self.expected = at, []
        if at == self.furthest and what not in self.expected:
            self.expected.append(what)

    def _rule(self, rule: str, start: int) -> list[tuple[Node, int]]:
        """All ways to match a rule from a word on; found once, however often they are asked for."""
        found = self._found.get((rule, start))
        if found is None:
            found = [
                (Node(tag, number, parts), end)
                for tag, text in self.lexicon.rules[rule].items()
                if self._may_begin(items := pattern(text), start)
                for number, parts, end in self._items(items, start)
            ]
            self._found[rule, start] = found
        return found

    def _may_begin(self, items: tuple[Item, ...], start: int) -> bool:
        """Whether the first word fits. Most patterns fail there."""
        first = items[0]
        if not first.forms or first.optional or (start < len(self.words) and self.words[start] in _read_forms(first)):
            return True
        self.expect(start, first.forms[0])
        return False

    def _items(self, items: tuple[Item, ...], at: int) -> Iterator[tuple[int | None, dict[str, Node], int]]:
        """All ways to match the places of a pattern from a word on."""
        if not items:
            yield None, {}, at
            return
        item, rest = items[0], items[1:]
        if item.rule:
            for node, after in self._rule(item.rule, at):
                for number, parts, end in self._items(rest, after):
                    yield number, {item.rule: node, **parts}, end
        elif item.forms:
            if at < len(self.words) and self.words[at] in _read_forms(item):
                yield from self._items(rest, at + 1)
            else:
                self.expect(at, item.forms[0])
        elif at < len(self.words) and _is_number(self.words[at]):
            for _, parts, end in self._items(rest, at + 1):
                yield int(self.words[at]), parts, end
        else:
            self.expect(at, self.lexicon.number)
        if item.optional:
            yield from self._items(rest, at)


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) <= MOST_DIGITS


def write(node: Node, rule: str, lexicon: Lexicon, form: int = 0, other_gender: bool = False) -> str:
    """Return the text of a tree. `form` chooses among the forms of things and colours."""
    words: list[str] = []
    for item in pattern(lexicon.rules[rule][node.tag]):
        if item.rule:
            if item.rule in node.parts:
                words.append(write(node.parts[item.rule], item.rule, lexicon, form, item.other_gender))
        elif item.by_number:
            words.append(item.forms[form_of_number(node.number or 0, lexicon.language, len(item.forms))])
        elif item.forms:
            if item.written:
                words.append(_form(item.forms, form, other_gender))
        elif node.number is not None:
            words.append(str(node.number))
    return " ".join(words)


def _form(forms: tuple[str, ...], form: int, other_gender: bool) -> str:
    """Three forms or more: counted, bare, single, then those of the other gender; fewer: the first."""
    if len(forms) < 3:
        return forms[0]
    return forms[form + 3] if other_gender and len(forms) >= 6 else forms[form]
