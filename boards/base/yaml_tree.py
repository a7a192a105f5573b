"""YAML text to a tree of nodes with their lines, and on to plain values. All of the project's YAML is read here.

What is wrong is a :class:`Fault` with line and key, all of a text at once; who reads the file says how places are told.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml
from yaml.constructor import SafeConstructor
from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from boards.base.message import Message
from boards.base.reasons import Reason
from boards.base.system_errors import system_reason
from boards.base.yaml_messages import KEYS, LIST, NOTHING, PLAIN, YamlMistake, instead

LARGEST = 1 << 18
"""Bytes of a file; the longest that this project ships has about 6,000."""
MOST_VALUES = 1 << 16
"""Plain values of a text once its aliases are followed."""

STR = "tag:yaml.org,2002:str"
INT = "tag:yaml.org,2002:int"
FLOAT = "tag:yaml.org,2002:float"
BOOL = "tag:yaml.org,2002:bool"
NULL = "tag:yaml.org,2002:null"
_PLAIN = (STR, INT, FLOAT, BOOL, NULL)
_KINDS = ("tag:yaml.org,2002:map", "tag:yaml.org,2002:seq")


@dataclass(frozen=True)
class Fault:
    """What is wrong in a text."""

    line: int | None
    """From 1; None: with the text as a whole."""
    at: str
    """The key, such as ``board.walls[2]``; empty where there is none."""
    said: Reason


class NotYaml(Exception):
    """A text that cannot be read."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__("; ".join(str(fault.said.message) for fault in self.faults))


def read_bytes(path: Path) -> bytes:
    """Read a file, as far as it is not too large. Raises NotYaml."""
    try:
        with path.open("rb") as file:
            return file.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        raise NotYaml([Fault(None, "", YamlMistake.UNREADABLE(reason=system_reason(error).message))]) from error


@lru_cache(maxsize=64)
def compose(data: bytes) -> Node:
    """Return the tree of a UTF-8 text; it is kept, so nobody may change it. Raises NotYaml.

    The front door reads all puzzles for each list of games: 13 times as quickly as without what is kept.
    """
    if len(data) > LARGEST:
        raise NotYaml([Fault(None, "", YamlMistake.TOO_LARGE(most=LARGEST // 1024))])
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise NotYaml([Fault(line, "", YamlMistake.NOT_UTF8(byte=data[error.start]))]) from error
    try:
        node = yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise NotYaml([Fault(line, "", YamlMistake.NOT_YAML(reason=_why_not_yaml(error, text).message))]) from error
    except yaml.reader.ReaderError as error:
        line = text.count("\n", 0, int(error.position)) + 1
        raise NotYaml([Fault(line, "", YamlMistake.CHARACTER())]) from error
    except RecursionError as error:
        raise NotYaml([Fault(None, "", YamlMistake.DEEP())]) from error
    if node is None:
        raise NotYaml([Fault(1, "", YamlMistake.EMPTY())])
    return node


def _why_not_yaml(error: yaml.MarkedYAMLError, text: str) -> Reason:
    """Return what is wrong by the kind of the error and by the sign at its place, not by PyYAML's words."""
    place = error.problem_mark.index if error.problem_mark else len(text)
    sign = text[place : place + 1]
    begin = error.context_mark
    opened = text[begin.index : begin.index + 1] if begin else ""
    if isinstance(error, yaml.composer.ComposerError):
        return YamlMistake.NO_ALIAS() if sign == "*" else YamlMistake.SEVERAL()
    if sign == "\t" or _indented_by_tab(text, place):
        return YamlMistake.TAB()
    if begin is not None and opened and opened in "'\"[{" and (not sign or isinstance(error, yaml.parser.ParserError)):
        return YamlMistake.NOT_CLOSED(sign=opened, line=begin.line + 1)
    if isinstance(error, yaml.scanner.ScannerError):
        if sign == ":":
            return YamlMistake.COLON()
        if sign and sign in "@`%":
            return YamlMistake.SIGN(sign=sign)
        if begin is not None and begin.index < place and "\n" in text[begin.index : place]:
            return YamlMistake.NO_COLON()
    return YamlMistake.INDENTATION()


def _indented_by_tab(text: str, place: int) -> bool:
    """Return whether there is a tab before a place, with nothing but space between the line's beginning and it."""
    before = text[text.rfind("\n", 0, place) + 1 : place]
    return "\t" in before and not before.strip()


def plain_document(data: bytes) -> Any:
    """Return a text as plain values: dict, list, str, int, float, bool, None. Raises NotYaml with all faults."""
    top = compose(data)
    faults = list(structure_faults(top, words_only=True))
    if any(fault.said.code == YamlMistake.ENDLESS.value for fault in faults):
        raise NotYaml(faults)
    value, more = plain_value(top, "", MOST_VALUES)
    if faults or more:
        raise NotYaml(sorted([*faults, *more], key=lambda fault: fault.line or 0))
    return value


def structure_faults(top: Node, *, words_only: bool = False) -> Iterator[Fault]:
    """Yield keys that come twice, keys that are no plain words, and aliases that contain themselves.

    ``words_only``: a key must be a text, so that ``1: 2`` is refused.
    """
    finished: dict[int, Node] = {}
    under_way: dict[int, Node] = {}

    def walk(node: Node, at: str) -> Iterator[Fault]:
        if id(node) in under_way:
            yield Fault(line_of(node), at, YamlMistake.ENDLESS())
            return
        if id(node) in finished or isinstance(node, ScalarNode):
            return
        under_way[id(node)] = node
        if isinstance(node, MappingNode):
            lines: dict[str, int] = {}
            for key, value in node.value:
                if not isinstance(key, ScalarNode) or (words_only and key.tag != STR):
                    yield Fault(line_of(key), "", YamlMistake.PLAIN_KEY())
                    continue
                place = dotted(at, key.value)
                if key.value in lines:
                    yield Fault(line_of(key), place, YamlMistake.GIVEN_AGAIN(line=lines[key.value]))
                else:
                    lines[key.value] = line_of(key)
                yield from walk(value, place)
        elif isinstance(node, SequenceNode):
            for index, item in enumerate(node.value):
                yield from walk(item, f"{at}[{index}]")
        del under_way[id(node)]
        finished[id(node)] = node

    try:
        yield from walk(top, "")
    except RecursionError:
        yield Fault(None, "", YamlMistake.DEEP())


def plain_value(top: Node, at: str, most: int) -> tuple[Any, list[Fault]]:
    """Return the plain value of a node without structure faults, and what in it is no plain value."""
    faults: list[Fault] = []
    count = 0

    def value(node: Node, at: str) -> Any:
        nonlocal count
        count += 1
        if count > most:
            return None
        if node.tag not in _PLAIN + _KINDS:
            faults.append(Fault(line_of(node), at, instead(kind_of(node), PLAIN)))
            return None
        if isinstance(node, MappingNode):
            return {key.value: value(item, dotted(at, key.value)) for key, item in node.value if _is_scalar(key)}
        if isinstance(node, SequenceNode):
            return [value(item, f"{at}[{index}]") for index, item in enumerate(node.value)]
        try:
            return scalar_value(node)
        except ValueError:
            faults.append(Fault(line_of(node), at, instead(kind_of(node), PLAIN)))
            return None

    found = value(top, at)
    if count > most:
        return None, [Fault(line_of(top), at, YamlMistake.TOO_MANY(most=most))]
    return found, faults


def scalar_value(node: Node) -> Any:
    """Return a scalar's plain value.

    Raises ValueError for what its tag promises and it is not: digits that are none, more of them than any number that
    can be read, ``!!int ""``, ``!!bool maybe``.
    """
    try:
        return SafeConstructor().construct_object(node)
    except (LookupError, ValueError) as error:
        raise ValueError(f"{node.value!r} is no {node.tag}") from error


def node_at(top: Node, path: str) -> Node:
    """Return the node of a path such as ``a.b[2]``, or the nearest around it that is there."""
    node = top
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


def line_of(node: Node) -> int:
    """Return the line that a node begins on, from 1."""
    return int(node.start_mark.line) + 1


def dotted(at: str, key: str) -> str:
    """Return the place of a key below another."""
    return f"{at}.{key}" if at else key


def kind_of(node: Node) -> Message | str:
    """Return what is there, as people are told."""
    if isinstance(node, MappingNode):
        return KEYS
    if isinstance(node, SequenceNode):
        return LIST
    return f"{node.value[:60]!r}" if node.value else NOTHING


def _is_scalar(node: Node) -> bool:
    return isinstance(node, ScalarNode)
