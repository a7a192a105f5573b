"""All that a screen is told of a game's state, by its Tabletop, as JSON."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

from boards.base.catalogue import translate_all
from controller.games.tabletop import Tabletop


def shown(tabletop: Tabletop[Any], state: Any) -> str:
    told = {
        "spots": [asdict(spot) for spot in tabletop.spots(state)],
        "pieces": [asdict(piece) for piece in tabletop.pieces(state)],
        "choices": [asdict(choice) for choice in tabletop.choices(state)],
        "tokens": [asdict(token) for token in tabletop.tokens(state)],
        "facts": [translate_all(words) for words in tabletop.facts(state)],
        "programs": {name: list(rows) for name, rows in tabletop.revealed(state).items()},
        "bonus": dict(tabletop.bonus(state)),
        "meters": [tabletop.energy(state), tabletop.most_lives(state), tabletop.round(state), tabletop.row(state, 1)],
        "task": asdict(task) if (task := tabletop.task(state)) is not None else {},
    }
    return json.dumps(told, default=translate_all)
