"""The players' colours, in the order that the rules use, each with a shape for those who don't see colours."""

from __future__ import annotations

COLOURS: tuple[str, ...] = ("red", "blue", "yellow", "green")
"""The order in which the rules take the golems (Battle of Golems 3.1)."""

SHAPES: dict[str, str] = {
    "red": "triangle",
    "blue": "circle",
    "yellow": "square",
    "green": "diamond",
}

HEX: dict[str, str] = {
    "red": "#c8372d",
    "blue": "#1f5fbf",
    "yellow": "#d99a00",
    "green": "#2f8f3e",
}
