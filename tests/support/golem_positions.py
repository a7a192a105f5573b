"""Random positions of Battle of Golems, as documents of `golem resolve`: crowded, seeded, always valid."""

from __future__ import annotations

import random
from typing import Any

from boards.colours import COLOURS

ACTIONS = ("forward", "backward", "turn-left", "turn-right", "stand", "attack", "defend", "take")
WEIGHTS = (5, 3, 2, 2, 1, 5, 2, 3)
FIGHTING = (2, 1, 2, 2, 0, 9, 2, 9)
BRAWL: dict[str, Any] = {"size": (3, 3), "golems": (3, 4), "tokens": (2, 5), "fighting": True}
"""Many golems and barrels in little room, who strike and take: for what happens rarely elsewhere."""
DECK = dict(zip(ACTIONS, (3, 3, 2, 2, 3, 2, 2, 1), strict=True))
DECK |= {"if enemy": 1, "if attacked": 1, "repeat 2": 1, "repeat 3": 1}


def cells(columns: int, rows: int) -> list[str]:
    """Names of all cells, by column."""
    return [f"{chr(97 + column)}{row + 1}" for column in range(columns) for row in range(rows)]


def random_document(
    rng: random.Random,
    *,
    size: tuple[int, int] = (4, 4),
    golems: tuple[int, int] = (2, 4),
    tokens: tuple[int, int] = (0, 6),
    way: str | None = None,
    rules: str | None = None,
    streams: bool = False,
    goals: bool = False,
    teams: bool = False,
    fighting: bool = False,
) -> dict[str, Any]:
    """A valid document: so many golems and tokens at random, programs that the deck allows.

    Where the way or the rulebook allows fewer golems, or no tokens, there are fewer; an autonomous game on another
    board than 4x4 becomes a standard one.
    """
    rules = rules or ("3.1" if streams or rng.random() < 0.8 else "2.0")
    way = way or ("scenario" if streams else rng.choice(("standard", "standard", "autonomous", "scenario")))
    if way == "autonomous" and size != (4, 4):
        way = "standard"
    beginner = way == "beginner"
    if rules == "2.0" or beginner:
        golems = (min(golems[0], 2), min(golems[1], 2))
    names = cells(*size)
    rng.shuffle(names)
    colours = sorted(rng.sample(COLOURS, rng.randint(*golems)), key=COLOURS.index)
    document: dict[str, Any] = {"game": "golems", "rules": rules, "way": way, "board": {"size": list(size)}}
    board = document["board"]
    document["golems"] = {
        colour: {
            "at": names.pop(),
            "facing": rng.choice("NESW"),
            "lives": rng.choice((1, 1, 2, 3)),
            "barrel": rng.random() < 0.35 and not beginner,
        }
        for colour in colours
    }
    if teams:
        for golem in document["golems"].values():
            golem["side"] = rng.choice(("north", "south"))
    for kind in ("walls", "waters", "barrels"):
        board[kind] = [names.pop() for _ in range(rng.randint(*tokens) // 2) if len(names) > 2 and not beginner]
    if streams:
        board["streams"] = _streams(rng, names)
    if rules == "3.1" and rng.random() < 0.5:
        document["energy"] = rng.choice((2, 2, 3, 10))
    if goals:
        document["goals"] = _goals(rng, document, cells(*size))
    document["programs"] = {
        colour: random_program(rng, way, FIGHTING if fighting else WEIGHTS) for colour in colours if rng.random() < 0.95
    }
    return document


def _streams(rng: random.Random, free: list[str]) -> list[dict[str, Any]]:
    """One or two streams over cells that are free; their cells are not listed among the waters."""
    streams = []
    for _ in range(rng.randint(1, 2)):
        run = [free.pop() for _ in range(rng.randint(1, 3)) if len(free) > 2]
        if run:
            banks = [f"{cell}.{side}" for cell in run for side in "NESW" if rng.random() < 0.25]
            streams.append({"cells": run, "banks": banks})
    taken = {cell for stream in streams for cell in stream["cells"]}
    dry = [cell for cell in cells(4, 4) if cell not in taken]
    for stream in streams:
        stream["exit"] = rng.choice(free or dry)
    return streams


def _goals(rng: random.Random, document: dict[str, Any], names: list[str]) -> dict[str, Any]:
    sides = sorted({golem.get("side", colour) for colour, golem in document["golems"].items()} | {"green"})
    kinds = (
        lambda: {"reach": rng.choice(names)},
        lambda: {"bring-barrel": rng.choice(names)},
        lambda: {"destroy-barrels": "all"},
        lambda: "survive",
        lambda: "last-standing",
    )
    return {side: [rng.choice(kinds)() for _ in range(rng.randint(1, 4))] for side in sides if rng.random() < 0.7}


def random_program(rng: random.Random, way: str, weights: tuple[int, ...] = WEIGHTS) -> list[str]:
    """Four rows that the deck allows, with bonus cards unless the game is for beginners."""
    while True:
        rows = [_random_row(rng, way, weights) for _ in range(4)]
        words = " ".join(rows).replace("else ", "")
        for name in ("if ", "repeat "):
            words = words.replace(name, name.strip() + "_")
        used = [word.replace("_", " ") for word in words.split()]
        if all(used.count(card) <= DECK[card] for card in used):
            return rows


def _random_row(rng: random.Random, way: str, weights: tuple[int, ...]) -> str:
    def action(nested: bool) -> str:
        plain = rng.choices(ACTIONS, weights)[0]
        return f"repeat {rng.choice('23')} {plain}" if nested and rng.random() < 0.25 else plain

    if way != "beginner" and rng.random() < 0.35:
        nested = way == "autonomous"
        return f"if {rng.choice(('enemy', 'attacked'))} {action(nested)} else {action(nested)}"
    return action(way != "beginner")
