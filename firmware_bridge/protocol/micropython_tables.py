"""Makes the message tables of the MicroPython golem from the wire dictionary: plain numbers, tuples, strings."""

from __future__ import annotations

from collections.abc import Iterator

from firmware_bridge.protocol.dictionary import Dictionary, MessageType


def micropython_tables(dictionary: Dictionary) -> str:
    """Return the text of ``messages.py``. Raises ValueError for an enum whose codes have gaps."""
    return "\n".join(_lines(dictionary)) + "\n"


def _lines(dictionary: Dictionary) -> Iterator[str]:
    yield "# Made from messages.yaml by generator.py; change that and run it again."
    yield f"MAJOR = {dictionary.major}"
    yield f"MINOR = {dictionary.minor}"
    yield f"DICTIONARY_HASH = 0x{dictionary.hash:08X}"
    yield ""
    yield from (f"{message.name} = 0x{message.code:02X}" for message in dictionary.messages)
    for enum in dictionary.enums:
        prefix = "".join("_" + letter if letter.isupper() else letter.upper() for letter in enum.name).lstrip("_")
        yield ""
        yield from (f"{prefix}_{value.name} = {value.code}" for value in enum.values)
    yield ""
    yield "# What a host sends: code -> (struct, ((place, codes of its enum), ...), ((place, least, most), ...))"
    yield "HOST = {"
    yield from (_host(dictionary, message) for message in dictionary.messages if message.sender == "host")
    yield "}"
    yield ""
    yield "# What a robot sends: code -> struct"
    yield "ROBOT = {"
    for message in dictionary.messages:
        if message.sender == "robot":
            yield f'    0x{message.code:02X}: "{_packing(dictionary, message)}",'
    yield "}"
    yield ""
    yield "# The hash of each message's layout"
    yield "LAYOUTS = {"
    yield from (f"    0x{message.code:02X}: 0x{message.layout:08X}," for message in dictionary.messages)
    yield "}"


def _packing(dictionary: Dictionary, message: MessageType) -> str:
    return "<" + "".join(dictionary.code_of(field.type) for field in message.fields)


def _host(dictionary: Dictionary, message: MessageType) -> str:
    counts = {enum.name: len(enum.values) for enum in dictionary.enums}
    for enum in dictionary.enums:
        if sorted(value.code for value in enum.values) != list(range(len(enum.values))):
            raise ValueError(f"the codes of {enum.name} have gaps")
    enums = tuple((at, counts[f.type]) for at, f in enumerate(message.fields) if f.type in counts)
    limits = tuple((at, f.least, f.most) for at, f in enumerate(message.fields) if f.least is not None)
    return f'    0x{message.code:02X}: ("{_packing(dictionary, message)}", {enums}, {limits}),'
