"""Positions of the dice race for tests: in few words, or seeded random."""

from __future__ import annotations

import random
from typing import Any

from tests.support.spiral_reference import SIGN

COLOURS = ("red", "blue", "yellow", "green", "violet", "orange")


def document(roll: int = 1, *, turn: str = "red", skips: dict[str, int] | None = None, **chips: str) -> dict[str, Any]:
    """A document from ``red="1 17 48h"``: cells, with an h for those at home."""
    players = list(chips) or ["red", "blue"]
    cells = {name: text.split() for name, text in chips.items()}
    return {
        "game": "spiral",
        "players": players,
        "chips": {name: [int(at) for at in cells.get(name, []) if at[-1] != "h"] for name in players},
        "home": {name: [int(at[:-1]) for at in cells.get(name, []) if at[-1] == "h"] for name in players},
        "skips": skips or {},
        "turn": turn,
        "roll": roll,
    }


def random_document(rng: random.Random) -> dict[str, Any]:
    """Chips anywhere, often close together, often near figures or the base; some are home."""
    players = list(COLOURS[: rng.randint(1, 6)])
    rng.shuffle(players)
    home: dict[str, list[int]] = {name: [] for name in players}
    free = 48
    for _ in range(rng.choice((0, 0, 1, 2, 3))):
        home[rng.choice(players)].append(free)
        free -= 1
    low = rng.choice((1, 1, 1, 25, 38))
    cells = list(range(low, free + 1))
    if rng.random() < 0.5:
        cells = [cell for cell in cells if cell in SIGN or rng.random() < 0.5]
    rng.shuffle(cells)
    chips: dict[str, list[int]] = {}
    for name in players:
        count = rng.randint(0, 4 - len(home[name]))
        chips[name], cells = cells[:count], cells[count:]
    skips = {name: rng.randint(1, 3) for name in players if rng.random() < 0.2}
    return {
        "game": "spiral",
        "players": players,
        "chips": chips,
        "home": home,
        "skips": skips,
        "turn": rng.choice(players),
        "roll": rng.choice((1, 2, 3, 4, 5, 6, 6)),
    }
