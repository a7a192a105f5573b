"""YAML files that people write: read with the place of every mistake, all mistakes at once.

A :class:`Section` asks for its keys by type; what is missing, of the wrong type, outside its range or unknown
becomes a :class:`~boards.base.errors.Problem` at ``file:line: dotted.key``. Reading goes on with a stand-in, so
that one run names every mistake; nothing is handed out if there was one (:func:`read_document`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

import yaml
from yaml.constructor import SafeConstructor
from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from boards.base.catalogue import SOURCE, is_language_code
from boards.base.errors import Problem, Problems
from boards.base.message import Message, given
from boards.base.reasons import Reason
from boards.base.yaml_messages import (
    KEYS,
    LIST,
    NOTHING,
    NUMBER,
    PLAIN,
    QUOTED,
    SINGLE,
    TEXT,
    TRUTH,
    WHOLE,
    WHOLE_SHORT,
    WHOLES,
    YamlMistake,
    instead,
)

T = TypeVar("T")

LARGEST = 1 << 18
"""Bytes of a file; the longest that this project ships has about 6,000."""
_MOST_VALUES = 1 << 14
"""Plain values below a key once its aliases are followed."""

_INT = "tag:yaml.org,2002:int"
_FLOAT = "tag:yaml.org,2002:float"
_STR = "tag:yaml.org,2002:str"
_PLAIN = (_STR, _INT, _FLOAT, "tag:yaml.org,2002:bool", "tag:yaml.org,2002:null")


def read_document(path: Path, build: Callable[[Section], T]) -> T:
    """Return what ``build`` makes of a YAML file whose top is a mapping. Raises Problems."""
    return parse_document(_bytes_of(path), path.name, build)


def parse_document(data: bytes, name: str, build: Callable[[Section], T]) -> T:
    """As :func:`read_document`, from bytes; ``name`` is how the places call the file."""
    top = _compose(data, name)
    problems = list(_structure_problems(top, name))
    if problems:
        raise Problems(problems)
    if not isinstance(top, MappingNode):
        raise Problems([Problem(_place(name, top), instead(_kind(top), KEYS))])
    section = Section(name, "", top, problems)
    built = build(section)
    section.finish()
    if problems:
        raise Problems(sorted(problems, key=_line))
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
        """Return a text that is not empty; one of the choices, where there are any."""
        node = self._scalar(key)
        if node is None:
            return ""
        if node.tag != _STR and node.value:
            self._wrong(key, node, QUOTED)
        elif not node.value.strip():
            self._wrong(key, node, TEXT)
        elif choices and node.value not in choices:
            self.problem(key, YamlMistake.CHOICE(found=repr(node.value), choices=", ".join(choices)))
        return str(node.value)

    def message(self, key: str) -> Message:
        """Return a text for people: plain, which is English and translated by the catalogues, or by language."""
        if not isinstance(self._values.get(key), MappingNode):
            return Message(" ".join(self.text(key).split()))
        section = self.section(key)
        assert section is not None
        told = (SOURCE, *(name for name in section.keys() if name != SOURCE and is_language_code(name)))  # noqa: SIM118
        return given({language: " ".join(section.text(language).split()) for language in told})

    def texts(self, key: str, choices: Sequence[str]) -> tuple[str, ...]:
        """Return a list of texts, each one of the choices and there once."""
        node = self._value(key)
        if node is None:
            return ()
        if not isinstance(node, SequenceNode):
            self._wrong(key, node, LIST)
            return ()
        found: list[str] = []
        for index, item in enumerate(node.value):
            at = f"{key}[{index}]"
            if not isinstance(item, ScalarNode) or item.tag != _STR:
                self._wrong(at, item, TEXT)
            elif item.value not in choices:
                self.problem(at, YamlMistake.CHOICE(found=repr(item.value[:60]), choices=", ".join(choices)))
            elif item.value in found:
                self.problem(at, YamlMistake.AGAIN(found=item.value))
            else:
                found.append(str(item.value))
        return tuple(found)

    def integer(self, key: str, low: int, high: int) -> int:
        """Return a whole number in a range, ends included."""
        node = self._scalar(key)
        return low if node is None else self._integer(key, node, low, high)

    def number(self, key: str, low: float, high: float) -> float:
        """Return a number in a range, ends included."""
        node = self._scalar(key)
        if node is None:
            return low
        if node.tag not in (_INT, _FLOAT):
            self._wrong(key, node, NUMBER)
            return low
        value = float(SafeConstructor().construct_yaml_float(node))
        if not low <= value <= high:
            self.problem(key, YamlMistake.OUTSIDE(found=node.value, low=f"{low:g}", high=f"{high:g}"))
            return low
        return value

    def integers(self, key: str, count: int, low: int, high: int) -> tuple[int, ...]:
        """Return a list of so many whole numbers in a range."""
        node = self._value(key)
        stand_in = (low,) * count
        if node is None:
            return stand_in
        if not isinstance(node, SequenceNode):
            self._wrong(key, node, WHOLES.bind(count=count))
            return stand_in
        if len(node.value) != count:
            self.problem(key, YamlMistake.COUNT(found=len(node.value), wanted=count))
            return stand_in
        return tuple(self._integer(f"{key}[{n}]", item, low, high) for n, item in enumerate(node.value))

    def section(self, key: str) -> Section | None:
        """Return the keys below a key; None, with a problem, where there are none."""
        node = self._value(key)
        if node is None:
            return None
        if not isinstance(node, MappingNode):
            self._wrong(key, node, KEYS)
            return None
        child = Section(self._name, self._dotted(key), node, self._problems)
        self._children.append(child)
        return child

    def has(self, key: str) -> bool:
        """Whether a key that may be left out is there."""
        self._asked.append(key)
        return key in self._values

    def keys(self) -> tuple[str, ...]:
        """Return the keys of a section that names its own, in their order."""
        return tuple(self._values)

    def truth(self, key: str) -> bool:
        """Yes or no: `true` or `false`."""
        node = self._scalar(key)
        if node is None:
            return False
        if node.tag != "tag:yaml.org,2002:bool":
            self._wrong(key, node, TRUTH)
            return False
        return bool(SafeConstructor().construct_yaml_bool(node))

    def plain(self, key: str) -> Any:
        """Return what is below a key as plain values: dict, list, str, int, float, bool, None. None, if it is missing.

        For documents whose keys have a reader of their own; its problems are placed by :meth:`problem`.
        """
        node = self._value(key)
        if node is None:
            return None
        count = 0

        def value(node: Node, at: str) -> Any:
            nonlocal count
            count += 1
            if count > _MOST_VALUES:
                return None
            if isinstance(node, MappingNode):
                return {key.value: value(item, f"{at}.{key.value}") for key, item in node.value}
            if isinstance(node, SequenceNode):
                return [value(item, f"{at}[{index}]") for index, item in enumerate(node.value)]
            return self._plain_scalar(node, at)

        found = value(node, key)
        if count > _MOST_VALUES:
            self.problem(key, YamlMistake.TOO_MANY(most=_MOST_VALUES))
            return None
        return found

    def problem(self, key: str, said: Reason | Message | str) -> None:
        """Add a mistake of the caller's own finding, at the place of a key or of what is below it (``a.b[2]``)."""
        self._problems.append(Problem(f"{_place(self._name, self._node_at(key))}: {self._dotted(key)}", said))

    def finish(self) -> None:
        """Names the keys that nobody asked for, here and below."""
        for key, _ in self._node.value:
            if key.value not in self._asked:
                known = ", ".join(dict.fromkeys(self._asked))
                at = f"{_place(self._name, key)}: {self._dotted(key.value)}"
                self._problems.append(Problem(at, YamlMistake.UNKNOWN(known=known)))
        for child in self._children:
            child.finish()

    def _value(self, key: str) -> Node | None:
        self._asked.append(key)
        node = self._values.get(key)
        if node is None:
            self.problem(key, YamlMistake.MISSING())
        return node

    def _scalar(self, key: str) -> ScalarNode | None:
        node = self._value(key)
        if node is None or isinstance(node, ScalarNode):
            return node
        self._wrong(key, node, SINGLE)
        return None

    def _node_at(self, path: str) -> Node:
        """Return the node of a path, or the nearest around it that is there."""
        node: Node = self._node
        for step in re.findall(r"[^.\[\]]+", path):
            inner: Node | None = None
            if isinstance(node, MappingNode):
                inner = next((value for key, value in node.value if key.value == step), None)
            elif isinstance(node, SequenceNode) and step.isdecimal() and int(step) < len(node.value):
                inner = node.value[int(step)]
            if inner is None:
                break
            node = inner
        return node

    def _plain_scalar(self, node: Node, at: str) -> Any:
        if node.tag in _PLAIN:
            try:
                return SafeConstructor().construct_object(node)
            except ValueError:
                pass  # Longer than any number that can be read, or digits that are none.
        self._wrong(at, node, PLAIN)
        return None

    def _integer(self, key: str, node: Node, low: int, high: int) -> int:
        if not isinstance(node, ScalarNode) or node.tag != _INT:
            self._wrong(key, node, WHOLE)
            return low
        try:
            value = int(SafeConstructor().construct_yaml_int(node))
        except ValueError:
            self._wrong(key, node, WHOLE_SHORT)
            return low
        if not low <= value <= high:
            self.problem(key, YamlMistake.OUTSIDE(found=value, low=low, high=high))
            return low
        return value

    def _wrong(self, key: str, node: Node, wanted: Message) -> None:
        at = f"{_place(self._name, node)}: {self._dotted(key)}"
        self._problems.append(Problem(at, instead(_kind(node), wanted)))

    def _dotted(self, key: str) -> str:
        return f"{self._path}.{key}" if self._path else key


def _bytes_of(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise Problems([Problem(str(path), YamlMistake.UNREADABLE(reason=reason))]) from error


def _compose(data: bytes, name: str) -> Node:
    if len(data) > LARGEST:
        raise Problems([Problem(name, YamlMistake.TOO_LARGE(most=LARGEST // 1024))])
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise Problems([Problem(f"{name}:{line}", YamlMistake.NOT_UTF8(byte=data[error.start]))]) from error
    try:
        node = yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise Problems(
            [Problem(f"{name}:{line}", YamlMistake.NOT_YAML(reason=error.problem or error.context or ""))]
        ) from error
    except yaml.reader.ReaderError as error:
        line = text.count("\n", 0, int(error.position)) + 1
        raise Problems([Problem(f"{name}:{line}", YamlMistake.CHARACTER())]) from error
    except RecursionError as error:
        raise Problems([Problem(name, YamlMistake.DEEP())]) from error
    if node is None:
        raise Problems([Problem(f"{name}:1", YamlMistake.EMPTY())])
    return node


def _structure_problems(top: Node, name: str) -> Iterator[Problem]:
    """Duplicate keys, keys that are no plain words, and aliases that contain themselves."""
    finished: dict[int, Node] = {}
    under_way: dict[int, Node] = {}

    def walk(node: Node) -> Iterator[Problem]:
        if id(node) in under_way:
            yield Problem(_place(name, node), YamlMistake.ENDLESS())
            return
        if id(node) in finished or isinstance(node, ScalarNode):
            return
        under_way[id(node)] = node
        if isinstance(node, MappingNode):
            lines: dict[str, int] = {}
            for key, value in node.value:
                if not isinstance(key, ScalarNode):
                    yield Problem(_place(name, key), YamlMistake.PLAIN_KEY())
                elif key.value in lines:
                    yield Problem(f"{_place(name, key)}: {key.value}", YamlMistake.GIVEN_AGAIN(line=lines[key.value]))
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


def _line(problem: Problem) -> int:
    return int(problem.at.partition(": ")[0].rpartition(":")[2])


def _kind(node: Node) -> Message | str:
    """Return what is there, as people are told."""
    if isinstance(node, MappingNode):
        return KEYS
    if isinstance(node, SequenceNode):
        return LIST
    return f"{node.value[:60]!r}" if node.value else NOTHING
