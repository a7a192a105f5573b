"""Ways to spoil texts, bytes and values: seeded."""

from __future__ import annotations

from random import Random
from typing import Any

SCALARS: tuple[Any, ...] = (
    None,
    True,
    False,
    0,
    -1,
    1,
    2**31,
    -(2**63),
    10**400,
    0.5,
    float("inf"),
    float("nan"),
    "",
    "x",
    "\0",
    "\x1b[2J",
    "a1",
    "north",
    "0x10",
    "0b101",
    "١",
    "a" * 5000,
    [],
    {},
    [[]],
    {"": 1},
    [None],
    "2026-11-22",
    "~",
    "*a",
    "\ud800",
)
YAML_WORDS = (
    "0x10",
    "0b101",
    "0o7",
    "1_000",
    '!!int ""',
    "!!bool maybe",
    "!!float x",
    "!!binary ?",
    "!!set {a}",
    "!!python/name:os",
    "&a [*a]",
    "*nobody",
    "<<: {a: 1}",
    "\t",
    "- - -",
    "? :",
    "%YAML 3.0",
    "---\n---",
    "{",
    "]",
    "'",
    '"\\x',
    "|\n a",
    ">",
    "1e999",
    ".inf",
    ".nan",
    "2026-13-45",
    "2026-02-30 25:61:61",
    "=",
    "null",
    "\u2028",
    "\ufeff",
    "\x07",
    "!!merge <<",
    "!!timestamp x",
)


def spoiled_text(text: str, rng: Random) -> str:
    """A text with one to four things wrong."""
    for _ in range(rng.randint(1, 4)):
        at, end = sorted((rng.randrange(len(text) + 1), rng.randrange(len(text) + 1)))
        end = min(end, at + rng.choice((1, 3, 30)))
        match rng.randrange(7):
            case 0:
                text = text[:at] + text[end:]
            case 1:
                text = text[:at] + rng.choice(YAML_WORDS) + text[end:]
            case 2:
                text = (
                    text[:at]
                    + chr(rng.choice((0, 9, 10, 27, 34, 58, 91, 123, 0xA0, 0x2028, 0xFEFF, 0x1F600)))
                    + text[at:]
                )
            case 3:
                text = text[:at] + text[at:end] * rng.randint(2, 40) + text[end:]
            case 4:
                lines = text.split("\n")
                rng.shuffle(lines)
                text = "\n".join(lines) if rng.random() < 0.2 else text
            case 5:
                colon = text.find(": ", at)
                if colon >= 0:
                    line = text.find("\n", colon)
                    text = text[: colon + 2] + rng.choice(YAML_WORDS) + (text[line:] if line >= 0 else "")
            case _:
                text = text[:at] if rng.random() < 0.3 else text
    return text


def spoiled_bytes(data: bytes, rng: Random) -> bytes:
    """Bytes as bad disks, half copies and editors leave them."""
    changed = bytearray(data)
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(len(changed) + 1)
        match rng.randrange(6):
            case 0:
                del changed[at:]
            case 1 if changed:
                changed[min(at, len(changed) - 1)] ^= 1 << rng.randrange(8)
            case 2:
                changed[at:at] = bytes(rng.randrange(1, 600))
            case 3:
                lines = bytes(changed).split(b"\n")
                del lines[rng.randrange(len(lines))]
                changed = bytearray(b"\n".join(lines))
            case 4:
                lines = bytes(changed).split(b"\n")
                one, other = rng.randrange(len(lines)), rng.randrange(len(lines))
                lines[one], lines[other] = lines[other], lines[one]
                changed = bytearray(b"\n".join(lines))
            case _:
                changed[at : at + rng.randrange(40)] = rng.randbytes(rng.randrange(40))
    return bytes(changed)


def spoiled_value(value: Any, rng: Random) -> Any:
    """A JSON value with something in it that does not belong there."""
    if isinstance(value, dict) and value and rng.random() < 0.8:
        key = rng.choice(list(value))
        match rng.randrange(5):
            case 0:
                return {name: item for name, item in value.items() if name != key}
            case 1:
                return {
                    **value,
                    rng.choice(("x", "", key * 2 if isinstance(key, str) else "y", "\0")): rng.choice(SCALARS),
                }
            case _:
                return {**value, key: spoiled_value(value[key], rng)}
    if isinstance(value, list) and value and rng.random() < 0.8:
        at = rng.randrange(len(value))
        match rng.randrange(4):
            case 0:
                return value[:at] + value[at + 1 :]
            case 1:
                return value + [value[at]] * rng.choice((1, 50))
            case _:
                return [*value[:at], spoiled_value(value[at], rng), *value[at + 1 :]]
    return rng.choice(SCALARS)
