"""Documents that people and programs hand in: JSON or YAML text to plain values, every mistake with its place.

Places are those of `golem resolve` (``golems.red.lives``); where the text itself is broken, ``line 3``.
YAML is loaded only when it is needed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from boards.base.errors import Problem, Problems
from boards.base.message import Message, _, literal
from boards.base.system_errors import system_reason

if TYPE_CHECKING:
    from boards.base.yaml_tree import Fault

Json = Any

LARGEST = 1 << 18
"""Bytes of a document; a full board of 26x26 has about 8,000."""


def read_document(path: Path) -> Json:
    """Return what a file says.

    ``.json`` is JSON, all else YAML or JSON. Raises :class:`boards.base.errors.Problems`.
    """
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        raise Problems(
            [Problem(str(path), _("the file can't be read: {reason}", reason=system_reason(error).message))]
        ) from error
    text = decode(data)
    if not text.strip():
        raise Problems([Problem("line 1", _("the file is empty; it should hold a position"))])
    if path.suffix == ".json":
        return parse_json(text)
    if text.lstrip().startswith("{"):
        try:
            return parse_json(text)
        except _NotJson:
            pass  # What begins with a brace may be YAML's own short form.
    return parse_yaml(text)


def decode(data: bytes, line: int = 1) -> str:
    """UTF-8 of a bearable size, which begins at this line. Raises :class:`boards.base.errors.Problems`."""
    if len(data) > LARGEST:
        raise Problems(
            [Problem("", _("this is larger than {most} KiB; no position is that large", most=LARGEST // 1024))]
        )
    try:
        return data.decode().removeprefix("\N{ZERO WIDTH NO-BREAK SPACE}")
    except UnicodeDecodeError as error:
        line += data.count(b"\n", 0, error.start)
        message = _("the byte 0x{byte} is not UTF-8; save the file as UTF-8", byte=f"{data[error.start]:02x}")
        raise Problems([Problem(f"line {line}", message)]) from error


_JSON_REASONS: dict[str, Message] = {
    "Expecting value": _("Expecting value"),
    "Expecting property name enclosed in double quotes": _("Expecting property name enclosed in double quotes"),
    "Expecting ':' delimiter": _("Expecting ':' delimiter"),
    "Expecting ',' delimiter": _("Expecting ',' delimiter"),
    "Illegal trailing comma before end of object": _("Illegal trailing comma before end of object"),
    "Illegal trailing comma before end of array": _("Illegal trailing comma before end of array"),
    "Extra data": _("Extra data"),
    "Unterminated string starting at": _("Unterminated string starting at"),
    "Invalid control character at": _("Invalid control character at"),
    "Invalid \\escape": _("Invalid \\escape"),
    "Invalid \\uXXXX escape": _("Invalid \\uXXXX escape"),
}
"""What json says of a mistake: it has no other code than these constants."""


class _NotJson(Problems):
    """Text that is not JSON at all, so that it may still be YAML."""


class _Twice(Exception):
    """A key comes twice in an object."""


def parse_json(text: str, line: int = 1) -> Json:
    """Return the value of a JSON text that begins at this line.

    Raises `Problems`, also for keys that come twice.
    """
    try:
        value = _QUICK.decode(text)
        return value if text.count(":") == _count_keys(value) else _CAREFUL.decode(text)
    except _Twice:
        raise Problems(_repeated_keys(json.loads(text, object_pairs_hook=_Pairs), "")) from None
    except json.JSONDecodeError as error:
        place = f"line {line + error.lineno - 1}"
        raise _NotJson(
            [
                Problem(
                    place,
                    _(
                        "this is not JSON: {reason}, column {column}",
                        reason=_JSON_REASONS.get(error.msg, literal(error.msg)),
                        column=error.colno,
                    ),
                )
            ]
        ) from None
    except RecursionError:
        raise Problems([Problem("", _("this is nested too deeply"))]) from None
    except ValueError:
        raise Problems([Problem("", _("a number has more digits than can be read"))]) from None


def _count_keys(value: Json) -> int:
    """Return the keys of an object, of those in it, and of those in these: where positions have theirs.

    Each key of a JSON text has a colon. So a text with as many colons as keys were kept has no key twice (and none
    deeper, and no colon in a string): that is soon seen, while a careful decoder takes half as long again.
    """
    if type(value) is not dict:
        return 0
    keys = len(value)
    for inner in value.values():
        if type(inner) is dict:
            keys += len(inner)
            for innermost in inner.values():
                if type(innermost) is dict:
                    keys += len(innermost)
    return keys


def _unique(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise _Twice
    return found


_QUICK = json.JSONDecoder()
"""Of a key that comes twice it keeps the last."""
_CAREFUL = json.JSONDecoder(object_pairs_hook=_unique)


class _Pairs(list[tuple[str, Json]]):
    """An object with all its keys, those that come twice too."""


def _repeated_keys(value: Json, at: str) -> Iterator[Problem]:
    if isinstance(value, _Pairs):
        seen: dict[str, bool] = {}
        for key, item in value:
            place = f"{at}.{key}" if at else key
            if key in seen:
                yield Problem(place, _("this key comes twice"))
            seen[key] = True
            yield from _repeated_keys(item, place)
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _repeated_keys(item, f"{at}[{index}]")


def parse_yaml(text: str) -> Json:
    """Return the value of a YAML text: plain values only. Raises :class:`boards.base.errors.Problems`."""
    from boards.base.yaml_tree import NotYaml, plain_document

    try:
        return plain_document(text.encode())
    except NotYaml as error:
        raise Problems([_yaml_problem(fault) for fault in error.faults]) from None


def _yaml_problem(fault: Fault) -> Problem:
    said = fault.said.message
    if fault.line is None:
        return Problem("", said)
    if fault.at:
        return Problem(fault.at, _("{mistake} (line {line})", mistake=said, line=fault.line))
    return Problem(f"line {fault.line}", said)
