"""Reasons: why something failed, as a stable code and facts, with the text that tells it.

A room lists its codes as an enum that derives from :class:`ReasonCode`. Each member has its code, which is stable and
for programs, and its text, which the catalogues translate. Called with the facts of a case it makes a
:class:`Reason`::

    class LinkReason(ReasonCode):
        NO_END = "no-end", _("no end within {seconds} s")

    LinkReason.NO_END(seconds="2.5")

A reason is told in a language at the edge of the program only: ``translate(reason.message,
language)``. ``str(reason)`` is English, for records and logs.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

from boards.base.message import Fact, Message, fields_of, joined, literal


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something failed. False if there is no reason."""

    code: str
    """Stable and for programs, such as ``no-end``; empty for what only a device or the system has words for."""
    message: Message
    """The text for people, with the facts of this case."""

    @property
    def facts(self) -> Mapping[str, Fact]:
        """The values of this case by name."""
        return self.message.facts

    def at(self, place: str) -> Reason:
        """Return the reason with its place before it."""
        return Reason(self.code, joined([place, self.message], ": "))

    def __bool__(self) -> bool:
        return bool(self.code or self.message.text)

    def __str__(self) -> str:
        return str(self.message)


NO_REASON = Reason("", literal(""))
"""Nothing is wrong."""


def foreign_words(text: str) -> Reason:
    """Return a reason in somebody else's words, such as a device's or the system's: the same in every language."""
    return Reason("", literal(text)) if text else NO_REASON


class ReasonCode(Enum):
    """The codes of a room: ``NAME = "code", _("text with {facts}")``."""

    text: Message

    def __new__(cls, code: str, text: Message) -> ReasonCode:
        """Make a member from its code and its text."""
        member = object.__new__(cls)
        member._value_ = code
        member.text = text
        return member

    def __call__(self, **facts: Fact) -> Reason:
        """Return the reason with the facts of a case. Its facts are those that its text names."""
        return Reason(str(self.value), self.text.bind(**facts) if facts else self.text)


def as_message(said: Message | Reason | str) -> Message:
    """Return the text of a message, of a reason, or of what is the same in every language."""
    if isinstance(said, Reason):
        return said.message
    return literal(said) if isinstance(said, str) else said


# --- Reasons as plain values, for records

MOST_DEEP = 4
"""How deep messages stand in messages, at most, where they come from a file."""


_FORM = re.compile(r"(0?[0-9]|\.[0-9]|)[dfgx]|")
"""How a number may be written: ``02x``, ``.1f``, ``g``."""


def plain(message: Message) -> dict[str, Any] | str:
    """Return a message as plain values: its key in the catalogues and its facts; a literal text as it is."""
    if message.literal and not message.pairs:
        return message.text
    found: dict[str, Any] = {"text": message.text}
    for name in ("literal", "begins"):
        if getattr(message, name):
            found[name] = True
    for name in ("context", "plural"):
        if getattr(message, name):
            found[name] = getattr(message, name)
    if message.plural:
        found["counted"] = message.counted
    if message.own:
        found["own"] = dict(message.own)
    if message.pairs:
        found["facts"] = {name: plain(fact) if isinstance(fact, Message) else fact for name, fact in message.pairs}
    return found


def message_of(value: object, deep: int = MOST_DEEP) -> Message | None:
    """Return the message that :func:`plain` gave; None for what it did not give, such as a strange placeholder."""
    if isinstance(value, str):
        return literal(value)
    if not isinstance(value, dict) or not value.get("text") or not deep:
        return None
    texts = [value.get(name, "") for name in ("text", "context", "plural", "counted")]
    given = value.get("facts", {})
    if not all(isinstance(text, str) for text in texts) or not isinstance(given, dict):
        return None
    own = value.get("own", {})
    if not isinstance(own, dict) or not all(isinstance(text, str) for pair in own.items() for text in pair):
        return None
    facts = [(str(name), _fact_of(fact, deep - 1)) for name, fact in given.items()]
    known = tuple((name, fact) for name, fact in facts if fact is not None)
    text, context, plural, counted = texts
    is_literal, begins = (value.get(name) is True for name in ("literal", "begins"))
    found = Message(text, context, plural, counted, known, tuple(own.items()), is_literal, begins)
    return found if len(known) == len(facts) and _can_be_told(found) else None


def _fact_of(value: object, deep: int) -> Fact | None:
    if isinstance(value, str | int | float):
        return value
    return message_of(value, deep)


def _can_be_told(message: Message) -> bool:
    """Return whether a text names its facts only, in a form that they have."""
    facts = message.facts
    if message.plural and not isinstance(facts.get(message.counted), int):
        return False
    for text in (message.text, message.plural) if facts else ():
        fields = fields_of(text)
        if fields is None:
            return False
        for name, conversion, form in fields:
            if name not in facts or conversion not in ("", "r") or not _FORM.fullmatch(form):
                return False
            if form and not isinstance(facts[name], int if form[-1] in "dx" else int | float):
                return False
    return True
