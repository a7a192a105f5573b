"""Makes the firmware's header from the wire dictionary: the same messages as packed C++ structs."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from firmware_bridge.protocol.dictionary import MAX_PAYLOAD, Dictionary, EnumType, Field, MessageType

_C_TYPES = {"u8": "uint8_t", "u16": "uint16_t", "u32": "uint32_t", "i32": "int32_t"}
_LEAST = -(2**31)


def cpp_header(dictionary: Dictionary) -> str:
    """Return the text of ``messages.h``: enums, messages, and what a robot must check of what a host says.

    It is for little-endian processors (AVR, ESP32, Arm, x86): the structs lie in memory as on the wire.
    """
    return "\n".join(_lines(dictionary)) + "\n"


def camel(name: str) -> str:
    """``LOW_BATTERY`` as ``LowBattery``: names in capitals are macros of Arduino and of avr-libc."""
    return "".join(part.capitalize() for part in name.split("_"))


def _lines(dictionary: Dictionary) -> Iterator[str]:
    hosts = [message for message in dictionary.messages if message.sender == "host"]
    yield "// Made from messages.yaml by generator.py; change that and run it again."
    yield "#pragma once"
    yield ""
    yield "#include <stdint.h>"
    yield ""
    yield "namespace wire {"
    yield ""
    yield f"constexpr uint8_t MAJOR_VERSION = {dictionary.major};"
    yield f"constexpr uint8_t MINOR_VERSION = {dictionary.minor};"
    yield f"constexpr uint32_t DICTIONARY_HASH = 0x{dictionary.hash:08X};"
    yield f"constexpr uint8_t MOST_PAYLOAD = {MAX_PAYLOAD};"
    for enum in dictionary.enums:
        yield from _enum(enum)
    for message in dictionary.messages:
        yield from _message(dictionary, message)
    yield from ("", "constexpr uint8_t NOT_FOR_ROBOTS = 0xFF;")
    yield from ("", "// The length of the payload of a message that a host sends, or NOT_FOR_ROBOTS.")
    yield "inline uint8_t host_payload(uint8_t code) {"
    yield "    switch (code) {"
    yield from (f"        case {camel(m.name)}::CODE: return {camel(m.name)}::SIZE;" for m in hosts)
    yield from ("    }", "    return NOT_FOR_ROBOTS;", "}")
    yield from _layouts(dictionary)
    yield from ("", "// Whether every enum in a host's message has a code that the dictionary knows.")
    yield from _checks(dictionary, hosts)
    yield from ("", "// Whether every value is within the dictionary's limits.")
    yield from _ranges(hosts)
    yield from ("", "}  // namespace wire")


def _layouts(dictionary: Dictionary) -> Iterator[str]:
    """Return the layouts' hashes in two rows, by code from 1 on; for one module that puts them into its flash."""
    yield from (
        "",
        "// The hashes of the layouts by code, the host's from 0x01 on and the robot's from 0x81 on; 0: no message.",
    )
    for sender in ("host", "robot"):
        known = {message.code & 0x7F: message.layout for message in dictionary.messages if message.sender == sender}
        row = ", ".join(f"0x{known.get(code, 0):08X}" for code in range(1, max(known) + 1))
        lines = textwrap.wrap(row, 100)
        yield f"#define WIRE_{sender.upper()}_LAYOUTS \\"
        yield from (f"    {line} \\" for line in lines[:-1])
        yield f"    {lines[-1]}"


def _comment(text: str, indent: str = "") -> Iterator[str]:
    sentence = text[:1].upper() + text[1:] + ("" if text.endswith(".") else ".")
    yield from textwrap.wrap(sentence, 110, initial_indent=f"{indent}// ", subsequent_indent=f"{indent}// ")


def _enum(enum: EnumType) -> Iterator[str]:
    yield ""
    yield from _comment(enum.doc)
    yield f"enum class {enum.name} : uint8_t {{"
    for value in enum.values:
        yield f"    {camel(value.name)} = {value.code},  // {value.doc}"
    yield "};"


def _field(dictionary: Dictionary, field: Field) -> str:
    unit = f" [{field.unit}]" if field.unit else ""
    if field.type == "text8":
        return f"    char {field.name}[8];  // {field.doc}{unit}"
    kind = field.type if dictionary.is_enum(field.type) else _C_TYPES[field.type]
    return f"    {kind} {field.name};  // {field.doc}{unit}"


def _message(dictionary: Dictionary, message: MessageType) -> Iterator[str]:
    name, size = camel(message.name), dictionary.size_of(message)
    yield ""
    yield from _comment(message.doc)
    yield f"struct __attribute__((packed, may_alias)) {name} {{"
    yield f"    static constexpr uint8_t CODE = 0x{message.code:02X};"
    yield f"    static constexpr uint8_t SIZE = {size};"
    yield from (_field(dictionary, field) for field in message.fields)
    yield "};"
    if message.fields:
        yield f'static_assert(sizeof({name}) == {name}::SIZE, "{name} must lie in memory as on the wire");'


def _checks(dictionary: Dictionary, hosts: list[MessageType]) -> Iterator[str]:
    enums = {enum.name: enum for enum in dictionary.enums}
    yield "inline bool known(uint8_t code, const void* payload) {"
    for message in hosts:
        name = camel(message.name)
        tests = [_known(name, field, enums[field.type]) for field in message.fields if field.type in enums]
        if tests:
            yield f"    if (code == {name}::CODE) return {' && '.join(tests)};"
    yield "    return true;"
    yield "}"


def _known(message: str, field: Field, enum: EnumType) -> str:
    codes = sorted(value.code for value in enum.values)
    told = f"static_cast<uint8_t>(static_cast<const {message}*>(payload)->{field.name})"
    if codes == list(range(len(codes))):
        return f"{told} < {len(codes)}"
    return "(" + " || ".join(f"{told} == {code}" for code in codes) + ")"


def _ranges(hosts: list[MessageType]) -> Iterator[str]:
    for message in hosts:
        limited = [field for field in message.fields if field.least is not None]
        if limited:
            tests = " && ".join(
                f"m.{f.name} >= {_literal(f.least)} && m.{f.name} <= {_literal(f.most)}" for f in limited
            )
            yield f"inline bool in_range(const {camel(message.name)}& m) {{"
            yield f"    return {tests};"
            yield "}"


def _literal(value: int | None) -> str:
    assert value is not None and value > _LEAST
    return f"{value}L" if abs(value) > 32767 else str(value)
