"""Messages: texts for people as values that know no language.

A :class:`Message` is made by a marker function from the English source text, which is its key in the catalogues
(gettext's msgid). The markers have the names and the order of arguments that gettext and Babel know, so that
``make messages`` finds every call: :func:`_`, :func:`pgettext`, :func:`ngettext`, :func:`npgettext`. The texts must be
literals. :func:`boards.base.catalogue.translate` gives the text in a language, at the edge of the program only.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from operator import itemgetter
from string import Formatter
from typing import TypeAlias, Union

Fact: TypeAlias = Union[str, int, float, "Message"]
"""A value in a text. A message among them is told in the same language as the text."""

Field: TypeAlias = tuple[str, str, str]
"""A placeholder: its name, conversion and format specification."""


@dataclass(frozen=True, slots=True)
class Message:
    """A text for people, not yet in a language."""

    text: str
    """English, with ``{placeholders}``; the key in the catalogues."""
    context: str = ""
    """Tells apart equal English texts, or says what a short one is about (msgctxt)."""
    plural: str = ""
    """English for numbers other than one; empty for a text that does not depend on a number."""
    counted: str = ""
    """The fact whose number chooses the plural form."""
    pairs: tuple[tuple[str, Fact], ...] = ()
    """The facts by placeholder. A text without facts is told as it stands, braces included."""
    own: tuple[tuple[str, str], ...] = ()
    """Translations that come with the text, as in a file that gives several languages: (language, text)."""
    literal: bool = False
    """Whether the text is nobody's to translate: a name, a number, what a device said."""
    begins: bool = False
    """Whether it begins a sentence: its first letter is a capital."""

    def __post_init__(self) -> None:
        """Put facts and translations in the order of their names: a record keeps no other order."""
        for name in ("pairs", "own"):
            found: tuple[tuple[str, Fact], ...] = getattr(self, name)
            if len(found) > 1:
                object.__setattr__(self, name, tuple(sorted(found, key=itemgetter(0))))

    @property
    def facts(self) -> dict[str, Fact]:
        """The values of the placeholders."""
        return dict(self.pairs)

    def bind(self, **facts: Fact) -> Message:
        """Return the message with these facts, added to those that it has."""
        return replace(self, pairs=tuple({**self.facts, **facts}.items()))

    def __str__(self) -> str:
        """Return the English text: for logs, records and programmers, whatever language people have chosen."""
        facts = {name: str(fact) if isinstance(fact, Message) else fact for name, fact in self.pairs}
        text = self.plural if self.plural and facts.get(self.counted) != 1 else self.text
        told = text.format(**facts) if self.pairs else text
        return f"{told[:1].upper()}{told[1:]}" if self.begins else told


def _(text: str, /, **facts: Fact) -> Message:
    """Mark an English text for translation."""
    return Message(text, pairs=tuple(facts.items()))


def pgettext(context: str, text: str, /, **facts: Fact) -> Message:
    """Mark an English text for translation in a context, such as a grammatical case."""
    return Message(text, context, pairs=tuple(facts.items()))


def ngettext(singular: str, plural: str, /, counted: str = "count", **facts: Fact) -> Message:
    """Mark an English text whose form depends on a number, the fact named by ``counted``."""
    return Message(singular, plural=plural, counted=counted, pairs=tuple(facts.items()))


def npgettext(context: str, singular: str, plural: str, /, counted: str = "count", **facts: Fact) -> Message:
    """Mark an English text whose form depends on a number, in a context."""
    return Message(singular, context, plural, counted, tuple(facts.items()))


def literal(text: str) -> Message:
    """Return a text that is the same in every language: a name, a number, what a device said."""
    return Message(text, literal=True)


def sentence(message: Message) -> Message:
    """Return the message with a capital at its beginning."""
    return replace(message, begins=True)


def given(texts: Mapping[str, str]) -> Message:
    """Return a text that comes in several languages itself; its English (else its first) serves for all others."""
    source = texts.get("en", next(iter(texts.values()), ""))
    return Message(source, own=tuple({"en": source, **texts}.items()))


def joined(parts: Iterable[Message | str], separator: str = ", ") -> Message:
    """Return messages in a row, each told in the same language."""
    facts: dict[str, Fact] = {f"part{number}": part for number, part in enumerate(parts)}
    between = separator.replace("{", "{{").replace("}", "}}")
    return Message(between.join(f"{{{name}}}" for name in facts), pairs=tuple(facts.items()), literal=True)


def listed(parts: Iterable[Message | str]) -> Message | str:
    """Return things in a row with "and" between them; empty for none."""
    found: Message | str = ""
    for part in parts:
        found = _("{first} and {second}", first=found, second=part) if found != "" else part
    return found


def alternatives(parts: Iterable[Message | str]) -> Message | str:
    """Return things in a row with "or" between them; empty for none."""
    found: Message | str = ""
    for part in parts:
        found = _("{first} or {second}", first=found, second=part) if found != "" else part
    return found


@lru_cache(maxsize=8192)
def fields_of(text: str) -> frozenset[Field] | None:
    """Return the placeholders of a text; None if it is no format string."""
    try:
        parts = list(Formatter().parse(text))
    except ValueError:
        return None
    return frozenset((name, conversion or "", spec or "") for _, name, spec, conversion in parts if name is not None)
