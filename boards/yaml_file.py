"""YAML files that people write: read with the place of every mistake, all mistakes at once.

A :class:`Section` asks for its keys by type; what is missing, of the wrong type, off the range or unknown
becomes a :class:`~boards.errors.Problem` at ``file:line: dotted.key``. Reading goes on with a stand-in, so
that one run names every mistake; nothing is handed out if there was one (:func:`read_document`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar

import yaml
from yaml.constructor import SafeConstructor
from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from boards.errors import Problem, Problems

T = TypeVar("T")

_INT = "tag:yaml.org,2002:int"
_FLOAT = "tag:yaml.org,2002:float"
_STR = "tag:yaml.org,2002:str"


def read_document(path: Path, build: Callable[[Section], T]) -> T:
    """What ``build`` makes of a YAML file whose top is a mapping. Raises Problems."""
    return parse_document(_bytes_of(path), path.name, build)


def parse_document(data: bytes, name: str, build: Callable[[Section], T]) -> T:
    """As :func:`read_document`, from bytes; ``name`` is how the places call the file."""
    top = _compose(data, name)
    problems = list(_structure_problems(top, name))
    if problems:
        raise Problems(problems)
    if not isinstance(top, MappingNode):
        raise Problems([Problem(_place(name, top), f"{_kind(top)} where keys with values are wanted")])
    section = Section(name, "", top, problems)
    built = build(section)
    section.finish()
    if problems:
        raise Problems(problems)
    return built


class Section:
    """A mapping in a YAML file. Each question for a key returns its value, or a stand-in and a problem."""

    def __init__(self, name: str, path: str, node: MappingNode, problems: list[Problem]) -> None:
        self._name = name
        self._path = path
        self._node = node
        self._problems = problems
        self._values: dict[str, Node] = {key.value: value for key, value in node.value}
        self._asked: list[str] = []
        self._children: list[Section] = []

    def text(self, key: str, choices: Sequence[str] = ()) -> str:
        """A text that is not empty; one of the choices, where there are any."""
        node = self._scalar(key)
        if node is None:
            return ""
        if node.tag != _STR or not node.value.strip():
            self._wrong(key, node, "a text")
        elif choices and node.value not in choices:
            self.problem(key, f"{node.value!r} is not one of {', '.join(choices)}")
        return str(node.value)

    def integer(self, key: str, low: int, high: int) -> int:
        """A whole number in a range, ends included."""
        node = self._scalar(key)
        return low if node is None else self._integer(key, node, low, high)

    def number(self, key: str, low: float, high: float) -> float:
        """A number in a range, ends included."""
        node = self._scalar(key)
        if node is None:
            return low
        if node.tag not in (_INT, _FLOAT):
            self._wrong(key, node, "a number")
            return low
        value = float(SafeConstructor().construct_yaml_float(node))
        if not low <= value <= high:
            self.problem(key, f"{node.value} is off the range {low:g} to {high:g}")
            return low
        return value

    def integers(self, key: str, count: int, low: int, high: int) -> tuple[int, ...]:
        """A list of so many whole numbers in a range."""
        node = self._value(key)
        stand_in = (low,) * count
        if node is None:
            return stand_in
        if not isinstance(node, SequenceNode):
            self._wrong(key, node, f"a list of {count} whole numbers")
            return stand_in
        if len(node.value) != count:
            self.problem(key, f"{len(node.value)} values where {count} are wanted")
            return stand_in
        return tuple(self._integer(f"{key}[{n}]", item, low, high) for n, item in enumerate(node.value))

    def section(self, key: str) -> Section | None:
        """The keys below a key; None, with a problem, where there are none."""
        node = self._value(key)
        if node is None:
            return None
        if not isinstance(node, MappingNode):
            self._wrong(key, node, "keys with values")
            return None
        child = Section(self._name, self._dotted(key), node, self._problems)
        self._children.append(child)
        return child

    def has(self, key: str) -> bool:
        """Whether a key that may be left out is there."""
        self._asked.append(key)
        return key in self._values

    def keys(self) -> tuple[str, ...]:
        """The keys of a section that names its own, in their order."""
        return tuple(self._values)

    def truth(self, key: str) -> bool:
        """Yes or no: `true` or `false`."""
        node = self._scalar(key)
        if node is None:
            return False
        if node.tag != "tag:yaml.org,2002:bool":
            self._wrong(key, node, "true or false")
            return False
        return bool(SafeConstructor().construct_yaml_bool(node))

    def problem(self, key: str, message: str) -> None:
        """Adds a mistake of the caller's own finding, at a key's place."""
        node = self._values.get(key.partition("[")[0], self._node)
        self._problems.append(Problem(f"{_place(self._name, node)}: {self._dotted(key)}", message))

    def finish(self) -> None:
        """Names the keys that nobody asked for, here and below."""
        for key, _ in self._node.value:
            if key.value not in self._asked:
                known = ", ".join(dict.fromkeys(self._asked))
                at = f"{_place(self._name, key)}: {self._dotted(key.value)}"
                self._problems.append(Problem(at, f"unknown key; known here are {known}"))
        for child in self._children:
            child.finish()

    def _value(self, key: str) -> Node | None:
        self._asked.append(key)
        node = self._values.get(key)
        if node is None:
            self.problem(key, "missing")
        return node

    def _scalar(self, key: str) -> ScalarNode | None:
        node = self._value(key)
        if node is None or isinstance(node, ScalarNode):
            return node
        self._wrong(key, node, "a single value")
        return None

    def _integer(self, key: str, node: Node, low: int, high: int) -> int:
        if not isinstance(node, ScalarNode) or node.tag != _INT:
            self._wrong(key, node, "a whole number")
            return low
        value = int(SafeConstructor().construct_yaml_int(node))
        if not low <= value <= high:
            self.problem(key, f"{value} is off the range {low} to {high}")
            return low
        return value

    def _wrong(self, key: str, node: Node, wanted: str) -> None:
        self._problems.append(
            Problem(f"{_place(self._name, node)}: {self._dotted(key)}", f"{_kind(node)} where {wanted} is wanted")
        )

    def _dotted(self, key: str) -> str:
        return f"{self._path}.{key}" if self._path else key


def _bytes_of(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise Problems([Problem(str(path), f"cannot be read: {error.strerror or error}")]) from error


def _compose(data: bytes, name: str) -> Node:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        message = f"not UTF-8 (byte 0x{data[error.start]:02x}); save the file as UTF-8"
        raise Problems([Problem(f"{name}:{line}", message)]) from error
    try:
        node = yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise Problems([Problem(f"{name}:{line}", f"not YAML: {error.problem or error.context}")]) from error
    except yaml.reader.ReaderError as error:
        line = text.count("\n", 0, int(error.position)) + 1
        raise Problems([Problem(f"{name}:{line}", "a character that YAML does not allow")]) from error
    except RecursionError as error:
        raise Problems([Problem(name, "nested too deeply")]) from error
    if node is None:
        raise Problems([Problem(f"{name}:1", "the file is empty")])
    return node


def _structure_problems(top: Node, name: str) -> Iterator[Problem]:
    """Duplicate keys, keys that are no plain words, and aliases that contain themselves."""
    finished: dict[int, Node] = {}
    under_way: dict[int, Node] = {}

    def walk(node: Node) -> Iterator[Problem]:
        if id(node) in under_way:
            yield Problem(_place(name, node), "an alias that contains itself")
            return
        if id(node) in finished or isinstance(node, ScalarNode):
            return
        under_way[id(node)] = node
        if isinstance(node, MappingNode):
            lines: dict[str, int] = {}
            for key, value in node.value:
                if not isinstance(key, ScalarNode):
                    yield Problem(_place(name, key), "a key must be a plain word")
                elif key.value in lines:
                    yield Problem(f"{_place(name, key)}: {key.value}", f"again; first on line {lines[key.value]}")
                else:
                    lines[key.value] = key.start_mark.line + 1
                yield from walk(value)
        elif isinstance(node, SequenceNode):
            for item in node.value:
                yield from walk(item)
        del under_way[id(node)]
        finished[id(node)] = node

    return walk(top)


def _place(name: str, node: Node) -> str:
    return f"{name}:{node.start_mark.line + 1}"


def _kind(node: Node) -> str:
    if isinstance(node, MappingNode):
        return "keys with values"
    if isinstance(node, SequenceNode):
        return "a list"
    return f"{node.value!r}" if node.value else "nothing"
