"""YAML files that people write: read with the place of every mistake, all mistakes at once.

A :class:`Section` asks for its keys by type; what is missing, of the wrong type, outside its range or unknown
becomes a :class:`~boards.base.errors.Problem` at ``file:line: dotted.key``. Reading goes on with a stand-in, so
that one run names every mistake; nothing is handed out if there was one (:func:`read_document`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from boards.base.catalogue import SOURCE, is_language
from boards.base.errors import Problem, Problems
from boards.base.language_codes import is_known_code, is_language_code, shorter_code
from boards.base.message import Message, given
from boards.base.reasons import Reason
from boards.base.struct_problems import struct_problems
from boards.base.yaml_messages import (
    KEYS,
    LIST,
    NUMBER,
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
from boards.base.yaml_tree import (
    BOOL,
    FLOAT,
    INT,
    STR,
    Fault,
    NotYaml,
    compose,
    kind_of,
    line_of,
    node_at,
    plain_document,
    plain_value,
    read_bytes,
    scalar_value,
    structure_faults,
)

T = TypeVar("T")

_MOST_VALUES = 1 << 14
"""Plain values below a key once its aliases are followed."""


def read_document(path: Path, build: Callable[[Section], T]) -> T:
    """Return what ``build`` makes of a YAML file whose top is a mapping. Raises Problems."""
    return parse_document(_bytes_of(path), path.name, build)


def parse_document(data: bytes, name: str, build: Callable[[Section], T]) -> T:
    """Do as :func:`read_document` does, from bytes; ``name`` is how the places call the file."""
    try:
        top = compose(data)
    except NotYaml as error:
        raise Problems([_problem(name, fault) for fault in error.faults]) from error
    problems = [_problem(name, fault) for fault in structure_faults(top)]
    if problems:
        raise Problems(problems)
    if not isinstance(top, MappingNode):
        raise Problems([Problem(_place(name, top), instead(kind_of(top), KEYS))])
    section = Section(name, "", top, problems)
    built = build(section)
    section.finish()
    if problems:
        raise Problems(sorted(problems, key=lambda problem: _line(name, problem)))
    return built


def read_struct(path: Path, kind: type[T]) -> T:
    """Return a YAML file as a value of a type that msgspec knows. Raises Problems, each with its line."""
    import msgspec

    data = _bytes_of(path)
    try:
        value = plain_document(data)
        return msgspec.convert(value, kind)
    except NotYaml as error:
        raise Problems([_problem(path.name, fault) for fault in error.faults]) from error
    except msgspec.ValidationError as error:
        top = compose(data)
        raise Problems(
            one.below(_place(path.name, node_at(top, one.at))) for one in struct_problems(value, kind, error)
        ) from error


def _bytes_of(path: Path) -> bytes:
    try:
        return read_bytes(path)
    except NotYaml as error:
        raise Problems([_problem(str(path), fault) for fault in error.faults]) from error


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
        if node.tag != STR and node.value:
            self._wrong(key, node, QUOTED)
        elif not node.value.strip():
            self._wrong(key, node, TEXT)
        elif choices and node.value not in choices:
            self.problem(key, YamlMistake.CHOICE(found=repr(node.value), choices=", ".join(choices)))
        return str(node.value)

    def message(self, key: str, *, any_language: bool = False) -> Message:
        """Return a text for people: plain, which is English and translated by the catalogues, or by language.

        By language, English must be among them; with `any_language` one of any language is enough, and serves for
        those that are not given.
        """
        if not isinstance(self._values.get(key), MappingNode):
            return Message(" ".join(self.text(key).split()))
        section = self.section(key)
        assert section is not None
        others = [name for name in section.keys() if name != SOURCE and is_language_code(name)]  # noqa: SIM118
        for name in others:
            short = shorter_code(name)
            if is_language(name):
                continue
            if short is not None:
                section.problem(name, YamlMistake.LANGUAGE_SHORT(code=short))
            elif not is_known_code(name):
                section.problem(name, YamlMistake.LANGUAGE(found=repr(name)))
        told = others if any_language and others and not section.has(SOURCE) else [SOURCE, *others]
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
            if not isinstance(item, ScalarNode) or item.tag != STR:
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
        if node.tag not in (INT, FLOAT):
            self._wrong(key, node, NUMBER)
            return low
        try:
            value = float(scalar_value(node))
        except (OverflowError, ValueError):
            self._wrong(key, node, NUMBER)
            return low
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

    def sections(self, key: str) -> tuple[Section, ...]:
        """Return the items of a list below a key, each with keys of its own; what has none is a problem."""
        node = self._value(key)
        if node is None:
            return ()
        if not isinstance(node, SequenceNode):
            self._wrong(key, node, LIST)
            return ()
        found: list[Section] = []
        for index, item in enumerate(node.value):
            if isinstance(item, MappingNode):
                found.append(Section(self._name, self._dotted(f"{key}[{index}]"), item, self._problems))
            else:
                self._wrong(f"{key}[{index}]", item, KEYS)
        self._children += found
        return tuple(found)

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
        if node.tag != BOOL:
            self._wrong(key, node, TRUTH)
            return False
        try:
            return bool(scalar_value(node))
        except ValueError:
            self._wrong(key, node, TRUTH)
            return False

    def plain(self, key: str) -> Any:
        """Return what is below a key as plain values: dict, list, str, int, float, bool, None. None, if it is missing.

        For documents whose keys have a reader of their own; its problems are placed by :meth:`problem`.
        """
        node = self._value(key)
        if node is None:
            return None
        found, faults = plain_value(node, key, _MOST_VALUES)
        self._problems += [
            Problem(f"{self._name}:{fault.line}: {self._dotted(fault.at)}", fault.said) for fault in faults
        ]
        return found

    def problem(self, key: str, said: Message | Reason) -> None:
        """Add a mistake of the caller's own finding, at the place of a key or of what is below it (``a.b[2]``)."""
        self._problems.append(Problem(f"{_place(self._name, node_at(self._node, key))}: {self._dotted(key)}", said))

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

    def _integer(self, key: str, node: Node, low: int, high: int) -> int:
        if not isinstance(node, ScalarNode) or node.tag != INT:
            self._wrong(key, node, WHOLE)
            return low
        try:
            value = int(scalar_value(node))
        except ValueError:
            self._wrong(key, node, WHOLE_SHORT)
            return low
        if not low <= value <= high:
            self.problem(key, YamlMistake.OUTSIDE(found=value, low=low, high=high))
            return low
        return value

    def _wrong(self, key: str, node: Node, wanted: Message) -> None:
        at = f"{_place(self._name, node)}: {self._dotted(key)}"
        self._problems.append(Problem(at, instead(kind_of(node), wanted)))

    def _dotted(self, key: str) -> str:
        return f"{self._path}.{key}" if self._path else key


def _problem(name: str, fault: Fault) -> Problem:
    place = name if fault.line is None else f"{name}:{fault.line}"
    return Problem(f"{place}: {fault.at}" if fault.at else place, fault.said)


def _place(name: str, node: Node) -> str:
    return f"{name}:{line_of(node)}"


def _line(name: str, problem: Problem) -> int:
    """Return the line that a problem's place tells; the file's name may hold anything."""
    return int(problem.at.removeprefix(f"{name}:").partition(":")[0])
