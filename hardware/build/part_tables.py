"""The tables that a golem is built by: pins and parts. Raises Problems for rows with strange or missing keys."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

import yaml

from boards.base.errors import Problem, Problems

HOME = Path(__file__).parent


@dataclass(frozen=True)
class Pin:
    """One wire of the Nano."""

    name: str
    """As printed on the board: D2, A0."""
    port: str
    """The ATmega328P's port and bit: B0."""
    thing: str
    terminal: str
    over: str
    """What lies in the wire, empty if nothing does."""


@dataclass(frozen=True)
class Part:
    """Something to buy or print."""

    name: str
    number: int
    price: Decimal
    """EUR a piece, an estimate."""
    source: str
    used: str

    @property
    def cost(self) -> Decimal:
        """Return the price of all these parts."""
        return self.number * self.price


def pins() -> tuple[Pin, ...]:
    """Return the pin table."""
    rows = yaml.safe_load((HOME / "pins.yaml").read_text(encoding="utf-8"))
    _check("pins.yaml", rows, {"pin", "port", "to"}, {"over"})
    wires = [(row, *row["to"]) for row in rows]
    return tuple(Pin(row["pin"], row["port"], thing, at, row.get("over", "")) for row, thing, at in wires)


def parts() -> tuple[Part, ...]:
    """Return the parts list."""
    rows = yaml.safe_load((HOME / "parts.yaml").read_text(encoding="utf-8"))["parts"]
    _check("parts.yaml", rows, {"name", "number", "price", "source", "used"}, set())
    return tuple(Part(r["name"], r["number"], Decimal(str(r["price"])), r["source"], r["used"]) for r in rows)


def _check(file: str, rows: list[dict[str, Any]], needed: set[str], allowed: set[str]) -> None:
    """Refuse keys made by a comma in a text without quotes."""
    problems = [
        Problem(f"{file}: row {number}", f"it must have {', '.join(sorted(needed))} and no {', '.join(wrong)}")
        for number, row in enumerate(rows, 1)
        if (wrong := sorted(str(key) for key in row.keys() - needed - allowed)) or needed - row.keys()
    ]
    if problems:
        raise Problems(problems)


def month() -> str:
    """When the prices were guessed."""
    return str(yaml.safe_load((HOME / "parts.yaml").read_text(encoding="utf-8"))["month"])


def parts_table() -> str:
    """Return the parts list as it stands in README.md."""
    lines = ["| number | part | EUR a piece | from |", "|---|---|---|---|"]
    lines += [f"| {part.number} | {part.name} | {part.price:.2f} | {part.source} |" for part in parts()]
    total = sum((part.cost for part in parts()), Decimal(0))
    lines.append(f"| | **together, as of {month()}** | **{total:.2f}** | |")
    return "\n".join(lines) + "\n"
