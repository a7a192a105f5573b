"""The types of what the server sends to the page, for its scripts: made from the structs that are sent.

``python -m controller.console.page_types`` writes ``static/shared/views.d.ts``; a test compares.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any, Literal, Union, get_args, get_origin

import msgspec

from boards.base.message import Message
from controller.console.page_messages import SENT

PATH = Path(__file__).parent / "static" / "shared" / "views.d.ts"

_SCALARS: Mapping[Any, str] = {
    str: "string",
    int: "number",
    float: "number",
    bool: "boolean",
    type(None): "null",
    Any: "unknown",
    Message: "Words",
}
_WORDS = Mapping[str, str]


def declarations() -> str:
    """Return the text of the file: an interface for each struct, in the order in which they are first needed."""
    found: dict[str, str] = {}
    for sent in SENT:
        _declare(sent, found)
    head = (
        "// Made from the server's structs by `python -m controller.console.page_types`: change those, not this.\n\n"
        "/** A sentence in every language, by the language's code. */\n"
        "export type Words = Record<string, string>;\n"
    )
    return "\n".join([head, *found.values()])


def _declare(struct: type, found: dict[str, str]) -> str:
    name = struct.__name__
    if name not in found:
        found[name] = ""
        hints = typing.get_type_hints(struct)
        lines = [f"  {field}: {_told(hints[field], found)};" for field in _names(struct)]
        summary = (struct.__doc__ or name).splitlines()[0]
        # What it needs stands before it.
        del found[name]
        found[name] = "\n".join([f"/** {summary} */", f"export interface {name} {{", *lines, "}", ""])
    return name


def _names(struct: type) -> tuple[str, ...]:
    if is_dataclass(struct):
        return tuple(item.name for item in fields(struct))
    return tuple(item.encode_name for item in msgspec.structs.fields(struct))


def _told(hint: Any, found: dict[str, str]) -> str:
    if hint == _WORDS:
        return "Words"
    if hint in _SCALARS:
        return _SCALARS[hint]
    origin, args = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        return " | ".join(_told(arg, found) for arg in args)
    if origin is Literal:
        return " | ".join(f'"{arg}"' for arg in args)
    if origin in (tuple, list, Sequence) and (len(args) == 1 or args[-1] is Ellipsis):
        inner = _told(args[0], found)
        return f"({inner})[]" if " | " in inner else f"{inner}[]"
    if origin is tuple:
        return f"[{', '.join(_told(arg, found) for arg in args)}]"
    if origin in (dict, Mapping):
        return f"Record<string, {_told(args[1], found)}>"
    if isinstance(hint, type) and (is_dataclass(hint) or issubclass(hint, msgspec.Struct)):
        return _declare(hint, found)
    if isinstance(hint, type) and issubclass(hint, tuple) and hasattr(hint, "_fields"):
        hints = typing.get_type_hints(hint)
        return f"[{', '.join(_told(hints[field], found) for field in hint._fields)}]"
    raise TypeError(f"the page has no type for {hint!r}")


if __name__ == "__main__":
    PATH.write_text(declarations(), encoding="utf-8")
