"""Random positions of Robot Game, as documents of `golem resolve`: crowded, seeded, always valid."""

from __future__ import annotations

import random
from typing import Any

PLACES = [[x, y] for x in range(19) for y in range(19) if (x - 9) ** 2 + (y - 9) ** 2 < 73]
KINDS = ("move", "move", "move", "attack", "attack", "guard", "suicide", None)


def random_document(rng: random.Random, robots: int | None = None, kinds: Any = KINDS) -> dict[str, Any]:
    """A valid document without spawning: robots in a patch of the arena, so that many of them meet."""
    patch = PLACES if robots else _patch(rng)
    count = robots or rng.randint(1, max(1, len(patch) * 3 // 4))
    places = rng.sample(patch, count)
    ids = rng.sample(range(300), count)
    document: dict[str, Any] = {"game": "robot_game", "turn": rng.randint(0, 98), "spawn": False, "actions": {}}
    document["attack_damage"] = rng.choice((8, 9, 10))
    document["robots"] = [
        {"id": number, "player": rng.randint(0, 1), "loc": list(place), "hp": rng.choice((1, 5, 9, 15, 30, 50))}
        for number, place in zip(ids, places, strict=True)
    ]
    for number, (x, y) in zip(ids, places, strict=True):
        kind = rng.choice(kinds)
        around = [[x, y + 1], [x + 1, y], [x, y - 1], [x - 1, y]]
        if kind in ("move", "attack"):
            target = rng.choice([place for place in around if place in PLACES])
            document["actions"][str(number)] = [kind, target]
        elif kind:
            document["actions"][str(number)] = [kind]
    return document


def _patch(rng: random.Random) -> list[list[int]]:
    x, y, size = rng.randint(2, 13), rng.randint(2, 13), rng.randint(2, 5)
    patch = [place for place in PLACES if x <= place[0] < x + size and y <= place[1] < y + size]
    return patch or PLACES
