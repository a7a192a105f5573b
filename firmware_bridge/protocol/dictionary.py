"""Reads and checks the wire dictionary, ``messages.yaml``. Only the generator needs it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from boards.base.errors import Problem, Problems
from boards.base.message import literal
from boards.base.yaml_reader import read_struct

HOME = Path(__file__).parent / "messages.yaml"

SIZES: dict[str, tuple[str, int]] = {
    "u8": ("B", 1),
    "u16": ("H", 2),
    "u32": ("I", 4),
    "i32": ("i", 4),
    "text8": ("8s", 8),
}
"""Type -> (code of Python's struct, bytes)."""

MAX_PAYLOAD = 32

GROWING = "ActKind"
"""The enum that a minor version may add to; whoever does not know a value is not sent it, by its capabilities."""


@dataclass(frozen=True)
class Value:
    """One value of an enum."""

    name: str
    code: int
    doc: str
    since: int = 0
    """The minor version that brought it."""


@dataclass(frozen=True)
class EnumType:
    """A closed list of values, one byte on the wire."""

    name: str
    doc: str
    values: tuple[Value, ...]


@dataclass(frozen=True)
class Field:
    """One field of a message."""

    name: str
    type: str
    doc: str
    unit: str
    least: int | None
    most: int | None


@dataclass(frozen=True)
class MessageType:
    """One kind of message."""

    name: str
    code: int
    sender: str
    numbered: bool
    doc: str
    fields: tuple[Field, ...]
    since: int = 0
    """The minor version that brought it."""

    @property
    def told(self) -> list[object]:
        """All that both ends must agree on, as JSON; explanations don't count."""
        fields = [[f.name, f.type, f.unit, f.least, f.most] for f in self.fields]
        return [self.code, self.sender, self.numbered, fields]

    @property
    def layout(self) -> int:
        """Return 32 bits of SHA-256 over its name and all that both ends must agree on."""
        return _hash_of([self.name, *self.told])


@dataclass(frozen=True)
class Dictionary:
    """All that is said on the wire."""

    major: int
    minor: int
    enums: tuple[EnumType, ...]
    messages: tuple[MessageType, ...]

    def is_enum(self, type_name: str) -> bool:
        """Tell whether a type is an enum of this dictionary."""
        return any(enum.name == type_name for enum in self.enums)

    def code_of(self, type_name: str) -> str:
        """Return the struct code of a field's type."""
        return "B" if self.is_enum(type_name) else SIZES[type_name][0]

    def size_of(self, message: MessageType) -> int:
        """Return the payload's length in bytes."""
        return sum(1 if self.is_enum(f.type) else SIZES[f.type][1] for f in message.fields)

    @property
    def hash(self) -> int:
        """32 bits of SHA-256 over everything that both ends must agree on; explanations don't count."""
        enums = {e.name: {v.name: v.code for v in e.values} for e in self.enums}
        messages = {m.name: m.told for m in self.messages}
        return _hash_of([self.major, self.minor, enums, messages])

    def as_of(self, minor: int) -> Dictionary:
        """Return the dictionary of an earlier minor version: without what came later."""
        enums = tuple(replace(e, values=tuple(v for v in e.values if v.since <= minor)) for e in self.enums)
        return Dictionary(self.major, minor, enums, tuple(m for m in self.messages if m.since <= minor))


def _hash_of(told: object) -> int:
    """Return 32 bits of SHA-256 over JSON; never 0."""
    text = json.dumps(told, sort_keys=True, separators=(",", ":"))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4], "little") or 1


def load(path: Path = HOME) -> Dictionary:
    """Read a dictionary. Raises :class:`boards.base.errors.Problems` with every mistake in it."""
    raw = read_struct(path, dict[str, Any])
    strange = list(_strange_keys(raw, path.name))
    if strange:
        raise Problems(strange)
    enums = tuple(
        EnumType(
            name, e["doc"], tuple(Value(v, d["code"], d["doc"], d.get("since", 0)) for v, d in e["values"].items())
        )
        for name, e in raw["enums"].items()
    )
    messages = tuple(
        MessageType(
            name,
            m["code"],
            m["from"],
            m.get("numbered", False),
            " ".join(m["doc"].split()),
            tuple(
                Field(f["name"], f["type"], f["doc"], f.get("unit", ""), f.get("min"), f.get("max"))
                for f in m["fields"]
            ),
            m.get("since", 0),
        )
        for name, m in raw["messages"].items()
    )
    dictionary = Dictionary(raw["protocol"]["major"], raw["protocol"]["minor"], enums, messages)
    problems = check(dictionary, path.name)
    if problems:
        raise Problems(problems)
    return dictionary


_KEYS = {
    "value": {"code", "doc", "since"},
    "message": {"code", "from", "numbered", "doc", "fields", "since"},
    "field": {"name", "type", "doc", "unit", "min", "max"},
}


def _strange_keys(raw: dict[str, Any], file: str) -> Iterator[Problem]:
    """Keys that mean nothing: an unquoted comma in a text makes one."""
    things = [
        (f"enums.{name}.{value}", "value", body)
        for name, enum in raw["enums"].items()
        for value, body in enum["values"].items()
    ]
    for name, message in raw["messages"].items():
        things.append((f"messages.{name}", "message", message))
        things += [(f"messages.{name}.{field['name']}", "field", field) for field in message["fields"]]
    for at, kind, body in things:
        for key in body.keys() - _KEYS[kind]:
            yield Problem(f"{file}: {at}", literal(f"{key!r} means nothing here; put a text with commas in quotes"))


def check(dictionary: Dictionary, file: str = "messages.yaml") -> list[Problem]:
    """Return what is wrong with a dictionary."""
    found: list[Problem] = []
    for enum in dictionary.enums:
        codes = [value.code for value in enum.values]
        if len(set(codes)) != len(codes) or not all(0 <= code <= 255 for code in codes):
            found.append(Problem(f"{file}: enums.{enum.name}", literal("codes must differ and lie in 0..255")))
    codes = [message.code for message in dictionary.messages]
    if len(set(codes)) != len(codes):
        found.append(Problem(f"{file}: messages", literal("two messages have one code")))
    for enum in dictionary.enums:
        for value in enum.values:
            if value.since and enum.name != GROWING:
                told = f"only {GROWING} gets values in a minor version: a robot tells which it can"
                found.append(Problem(f"{file}: enums.{enum.name}.{value.name}", literal(told)))
    for message in dictionary.messages:
        at = f"{file}: messages.{message.name}"
        if message.since > dictionary.minor:
            found.append(
                Problem(at, literal(f"it is since {message.since}, the protocol's minor is {dictionary.minor}"))
            )
        if (message.code >= 0x80) != (message.sender == "robot"):
            found.append(Problem(at, literal("codes from 0x80 are the robot's, those below are the host's")))
        unknown = [f for f in message.fields if f.type not in SIZES and not dictionary.is_enum(f.type)]
        found += [Problem(f"{at}.{f.name}", literal(f"there is no type {f.type!r}")) for f in unknown]
        if not unknown and dictionary.size_of(message) > MAX_PAYLOAD:
            size = dictionary.size_of(message)
            found.append(Problem(at, literal(f"the payload has {size} bytes, the most is {MAX_PAYLOAD}")))
    return found
