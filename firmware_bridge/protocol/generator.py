"""Makes ``messages.py``, a chapter of ``docs/protocol.md`` and the tables of both firmwares from the wire dictionary.

``python -m firmware_bridge.protocol.generator`` writes them; a test says when they are out of date.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from firmware_bridge.protocol.cpp_header import cpp_header
from firmware_bridge.protocol.dictionary import SIZES, Dictionary, Field, MessageType, load
from firmware_bridge.protocol.micropython_tables import micropython_tables

PROJECT = Path(__file__).resolve().parents[2]
MESSAGES = PROJECT / "firmware_bridge" / "protocol" / "messages.py"
HEADER = PROJECT / "hardware" / "firmware" / "golem" / "messages.h"
MICROPYTHON = PROJECT / "hardware" / "firmware" / "micropython" / "messages.py"

HEADER_VALUES = 3
"""Type, session and number."""
LINE = 120
"""The longest line, as the formatter has it."""


def python_tables(dictionary: Dictionary) -> str:
    """Return the Python module: enums, messages as frozen values, and how each lies on the wire."""
    return "\n".join(_python_lines(dictionary)) + "\n"


def _class_name(message: MessageType) -> str:
    return message.name.capitalize()


def _python_type(dictionary: Dictionary, field: Field) -> str:
    if dictionary.is_enum(field.type):
        return field.type
    return "str" if field.type == "text8" else "int"


def _python_lines(dictionary: Dictionary) -> Iterator[str]:
    yield '"""Generated from messages.yaml by generator.py, and as long as that is; change that and run it again."""'
    yield ""
    yield "from __future__ import annotations"
    yield ""
    yield "from collections.abc import Callable"
    yield "from dataclasses import dataclass"
    yield "from enum import IntEnum"
    yield "from typing import Any, Final"
    yield ""
    yield "from msgspec import Struct"
    yield ""
    yield f"MAJOR: Final = {dictionary.major}"
    yield f"MINOR: Final = {dictionary.minor}"
    yield f"DICTIONARY_HASH: Final = 0x{dictionary.hash:08X}"
    hashes = ", ".join(f"0x{dictionary.as_of(minor).hash:08X}" for minor in range(dictionary.minor + 1))
    yield f"DICTIONARIES: Final = ({hashes}{',' if not dictionary.minor else ''})"
    yield '"""The hashes of the minor versions of this major version, from 0."""'
    for enum in dictionary.enums:
        yield from ("", "", f"class {enum.name}(IntEnum):", f'    """{enum.doc}"""', "")
        for value in enum.values:
            yield f"    {value.name} = {value.code}"
            yield f'    """{_sentence(value.doc)}"""'
    for message in dictionary.messages:
        yield from ("", "", f"class {_class_name(message)}(Struct, frozen=True, gc=False):")
        yield from _docstring(message.doc)
        if message.fields:
            yield ""
        for field in message.fields:
            yield f"    {field.name}: {_python_type(dictionary, field)}"
            unit = f" [{field.unit}]" if field.unit else ""
            yield f'    """{_sentence(field.doc)[:-1]}{unit}."""'
    names = [_class_name(m) for m in dictionary.messages]
    yield from ("", "", "Message = (")
    yield f"    {names[0]}"
    yield from (f"    | {name}" for name in names[1:])
    yield ")"
    yield from ("", "", "@dataclass(frozen=True)", "class Layout:", '    """How a message lies on the wire."""', "")
    yield from ("    code: int", "    kind: type[Message]", "    packing: str")
    yield '    """For Python\'s struct: little-endian, no gaps."""'
    yield "    made_of: Callable[[tuple[Any, ...]], Message]"
    yield '    """The message of a frame\'s values, of which the first three are the header\'s."""'
    yield "    texts: tuple[str, ...] = ()"
    yield "    limits: tuple[tuple[str, int, int], ...] = ()"
    yield "    numbered: bool = False"
    yield "    since: int = 0"
    yield '    """The minor version that brought it."""'
    yield "    layout: int = 0"
    yield '    """The hash of all that both ends must agree on."""'
    yield from ("", "")
    for enum in dictionary.enums:
        yield f"{_lookup(enum.name)} = {{value.value: value for value in {enum.name}}}"
    yield from ("", "", "def _text(value: bytes) -> str:")
    yield '    text = value.rstrip(b"\\0").decode("utf-8", "replace")'
    yield '    return "".join(sign if sign.isprintable() else "\\ufffd" for sign in text)'
    yield from ("", "", "LAYOUTS: Final[tuple[Layout, ...]] = (")
    for message in dictionary.messages:
        yield from _layout(dictionary, message)
    yield ")"


def _layout(dictionary: Dictionary, message: MessageType) -> Iterator[str]:
    packing = "<" + "".join(dictionary.code_of(f.type) for f in message.fields)
    texts = [f.name for f in message.fields if f.type == "text8"]
    limits = [(f.name, f.least, f.most) for f in message.fields if f.least is not None]
    yield "    Layout("
    yield f"        code=0x{message.code:02X},"
    yield f"        kind={_class_name(message)},"
    yield f'        packing="{packing}",'
    yield from _made_of(dictionary, message)
    if texts:
        names = ", ".join(f'"{name}"' for name in texts)
        yield f"        texts=({names}{',' if len(texts) == 1 else ''}),"
    if limits:
        spans = ", ".join(f'("{name}", {least}, {most})' for name, least, most in limits)
        yield f"        limits=({spans}{',' if len(limits) == 1 else ''}),"
    if message.numbered:
        yield "        numbered=True,"
    if message.since:
        yield f"        since={message.since},"
    yield f"        layout=0x{message.layout:08X},"
    yield "    ),"


def _lookup(enum: str) -> str:
    """Return the name of the table from an enum's codes to its members."""
    return f"_{enum.upper()}"


def _made_of(dictionary: Dictionary, message: MessageType) -> Iterator[str]:
    """Return a message of the frame's values `v`."""
    arguments: list[str] = []
    for place, field in enumerate(message.fields, start=HEADER_VALUES):
        value = f"v[{place}]"
        if dictionary.is_enum(field.type):
            value = f"{_lookup(field.type)}[{value}]"
        arguments.append(f"_text({value})" if field.type == "text8" else value)
    made = f"        made_of=lambda {'v' if arguments else '_'}: {_class_name(message)}("
    whole = f"{made}{', '.join(arguments)}),"
    if len(whole) <= LINE:
        yield whole
    else:
        yield from (made, *(f"            {argument}," for argument in arguments), "        ),")


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + ("" if text.endswith(".") else ".")


def _docstring(text: str) -> Iterator[str]:
    lines: list[str] = []
    for word in text.split():
        if lines and len(lines[-1]) + len(word) < 98:
            lines[-1] += " " + word
        else:
            lines.append(word)
    if len(lines) == 1:
        yield f'    """{lines[0]}"""'
        return
    yield f'    """{lines[0]}'
    yield from (f"    {line}" for line in lines[1:])
    yield '    """'


def _size(dictionary: Dictionary, field: Field) -> int:
    return 1 if dictionary.is_enum(field.type) else SIZES[field.type][1]


def messages_chapter(dictionary: Dictionary) -> str:
    """Return the part of docs/protocol.md that the dictionary makes: every message and every enum."""
    lines: list[str] = []
    for message in dictionary.messages:
        number = "numbered" if message.numbered else "not numbered"
        since = f", since {dictionary.major}.{message.since}" if message.since else ""
        lines += [f"### {message.name} (0x{message.code:02X}, from the {message.sender}, {number}{since})", ""]
        lines += [f"{message.doc} Layout `0x{message.layout:08X}`.", ""]
        if not message.fields:
            lines += ["No payload.", ""]
            continue
        lines += ["| offset | field | type | unit | range | meaning |", "|---|---|---|---|---|---|"]
        offset = 0
        for field in message.fields:
            span = "" if field.least is None else f"{field.least} .. {field.most}"
            lines.append(f"| {offset} | `{field.name}` | {field.type} | {field.unit} | {span} | {field.doc} |")
            offset += _size(dictionary, field)
        lines += ["", f"Payload: {offset} bytes.", ""]
    lines += ["## Enums", "", "One byte each. A code that is not listed makes the frame a bad one.", ""]
    for enum in dictionary.enums:
        lines += [f"### {enum.name}", "", enum.doc, "", "| code | name | meaning |", "|---|---|---|"]
        lines += [f"| {value.code} | {value.name} | {value.doc} |" for value in enum.values]
        lines.append("")
    return "\n".join(lines).rstrip() + "\n"


def main() -> None:
    """Write what is made from the dictionary."""
    MESSAGES.write_text(python_tables(load()), encoding="utf-8")
    HEADER.write_text(cpp_header(load()), encoding="utf-8")
    MICROPYTHON.write_text(micropython_tables(load()), encoding="utf-8")


if __name__ == "__main__":
    main()
