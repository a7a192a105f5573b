"""The tables that a golem is built by: pins and parts. Raises Problems for rows with strange or missing keys."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

from msgspec import Struct

from boards.base.yaml_reader import read_struct

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


class _PinRow(Struct, forbid_unknown_fields=True):
    """A row of pins.yaml."""

    pin: str
    port: str
    to: tuple[str, str]
    """PrintedItem and terminal."""
    over: str = ""


class _PartRow(Struct, forbid_unknown_fields=True):
    """A row of parts.yaml."""

    name: str
    number: int
    price: float
    """EUR a piece."""
    source: str
    used: str


class _Parts(Struct, forbid_unknown_fields=True):
    """parts.yaml."""

    month: str
    parts: tuple[_PartRow, ...]


def pins() -> tuple[Pin, ...]:
    """Return the pin table."""
    rows = read_struct(HOME / "pins.yaml", tuple[_PinRow, ...])
    return tuple(Pin(row.pin, row.port, *row.to, row.over) for row in rows)


def parts() -> tuple[Part, ...]:
    """Return the parts list."""
    rows = read_struct(HOME / "parts.yaml", _Parts).parts
    return tuple(Part(row.name, row.number, Decimal(str(row.price)), row.source, row.used) for row in rows)


def month() -> str:
    """Return the month in which the prices were estimated."""
    return read_struct(HOME / "parts.yaml", _Parts).month


def parts_table() -> str:
    """Return the parts list as it stands in README.md."""
    lines = ["| number | part | EUR a piece | from |", "|---|---|---|---|"]
    lines += [f"| {part.number} | {part.name} | {part.price:.2f} | {part.source} |" for part in parts()]
    total = sum((part.cost for part in parts()), Decimal(0))
    lines.append(f"| | **together, as of {month()}** | **{total:.2f}** | |")
    return "\n".join(lines) + "\n"
