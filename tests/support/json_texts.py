"""One document as JSON in many spellings, most of them odd: for readers that must agree whatever they are given."""

from __future__ import annotations

import json
import random
from typing import Any

ODD_VALUES = (None, True, False, 0, 1, 3, 10, 2.5, "", "a1", "a:1", "N", "red", "golems", [], {}, ["a1"], {"at": "a1"})


def any_spelling(rng: random.Random, document: dict[str, Any], *, odd: float) -> bytes:
    """A line that may say the document. `odd`: how likely each value is to be spelled in a way that is rare; at 0 only
    spaces, the order of keys and escapes differ, so that it says the document for sure."""
    text = _value(rng, document, odd)
    if rng.random() < odd:
        text = rng.choice(("\N{ZERO WIDTH NO-BREAK SPACE}", "\n", "\v", "[", "{}", "\0")) + text
    if rng.random() < odd:
        text += rng.choice((" \r", " \t\r", "}", ",", " {}", "\v", "\N{NO-BREAK SPACE}"))
    line = text.encode(errors="surrogatepass")
    if rng.random() < odd:
        at = rng.randrange(len(line) + 1)
        line = line[:at] + rng.choice((b"", b"\xff", b"\xc3", b"\x00", b"\t", b":", b'"', b"\\", b"-")) + line[at + 1 :]
    return line


def _value(rng: random.Random, value: object, odd: float) -> str:
    if rng.random() < odd / 8:
        value = rng.choice(ODD_VALUES)
    if isinstance(value, dict):
        return _object(rng, value, odd)
    if isinstance(value, list):
        items = list(value)
        if items and rng.random() < odd / 4:
            items.insert(rng.randrange(len(items)), rng.choice(items))
        if items and rng.random() < odd / 4:
            del items[rng.randrange(len(items))]
        return _joined(rng, "[", [_value(rng, item, odd) for item in items], "]")
    if isinstance(value, str):
        return _string(rng, value, odd)
    if type(value) is int and rng.random() < odd / 2:
        spellings = (
            f"{value}.0",
            f"{value}e0",
            f"{value}0E-1",
            f"-{value}",
            f"0{value}",
            f'"{value}"',
            "NaN",
            "9" * 5000,
        )
        return rng.choice(spellings)
    return json.dumps(value)


def _object(rng: random.Random, value: dict[str, Any], odd: float) -> str:
    pairs = list(value.items())
    if rng.random() < 0.3:
        rng.shuffle(pairs)
    if pairs and rng.random() < odd / 3:
        key, item = rng.choice(pairs)
        pairs.append((key, rng.choice((item, rng.choice(ODD_VALUES)))))
    if pairs and rng.random() < odd / 3:
        del pairs[rng.randrange(len(pairs))]
    if rng.random() < odd / 6:
        pairs.insert(rng.randint(0, len(pairs)), (rng.choice(("speed", "at", "", "side")), rng.choice(ODD_VALUES)))
    told = [f"{_string(rng, key, odd)}{_space(rng)}:{_space(rng)}{_value(rng, item, odd)}" for key, item in pairs]
    return _joined(rng, "{", told, "}")


def _joined(rng: random.Random, opens: str, items: list[str], closes: str) -> str:
    return opens + _space(rng) + f"{_space(rng)},{_space(rng)}".join(items) + _space(rng) + closes


def _space(rng: random.Random) -> str:
    return rng.choice(("", "", "", " ", " ", "  ", "\t", "\r"))


def _string(rng: random.Random, value: str, odd: float) -> str:
    if rng.random() < odd / 8:
        changes = (
            value.upper(),
            value.title(),
            f" {value}",
            value.replace(" ", "  "),
            value.replace(" ", "\t"),
            value[:-1],
        )
        value = rng.choice(
            (*changes, value + "\ud800", value + "\N{GRINNING FACE}", value + "\N{CYRILLIC SMALL LETTER A}")
        )
    text = json.dumps(value, ensure_ascii=rng.random() < 0.8)
    if len(text) > 2 and text.isascii() and "\\" not in text and rng.random() < 0.1:
        at = rng.randrange(1, len(text) - 1)
        text = f"{text[:at]}\\u{ord(text[at]):04x}{text[at + 1 :]}"
    return text
