"""The conditions under which tables are photographed: each returns a shot for a random generator."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from tests.benchmarks.photographed import light_mishaps as light
from tests.benchmarks.photographed import paper_mishaps as paper
from tests.benchmarks.photographed.prints import Edition
from tests.benchmarks.photographed.shots import BODIES, Shot, usual_shot

EDITIONS = (Edition(), Edition(), Edition(mat="6x6"), Edition(language="ru"))
Random = np.random.Generator
Disturbance = Callable[[Random, Shot], None]


def _shot(*disturbances: Disturbance, filled: float = 0.75) -> Callable[[Random], Shot]:
    def make(rng: Random) -> Shot:
        shot = usual_shot(rng, EDITIONS[int(rng.integers(len(EDITIONS)))], filled)
        for disturbance in disturbances:
            disturbance(rng, shot)
        return shot

    return make


def _clear(number: int) -> Callable[[Random], Shot]:
    def make(rng: Random) -> Shot:
        return usual_shot(rng, EDITIONS[int(rng.integers(len(EDITIONS)))], 0.85, (BODIES[number],))

    return make


CONDITIONS: dict[str, Callable[[Random], Shot]] = {
    **{f"clear, {body.name}": _clear(number) for number, body in enumerate(BODIES)},
    "light patch, hard": _shot(light.patch_hard),
    "light patch, soft": _shot(light.patch_soft),
    "sun through a window": _shot(light.sun),
    "lamp's image": _shot(light.lamp_image),
    "phone torch": _shot(light.torch),
    "dim room": _shot(light.dim),
    "hard shadows, bare lanes": _shot(light.hard_shadows, filled=0.25),
    "card half upon another": _shot(paper.half_upon),
    "stack of three": _shot(paper.stack),
    "upside down over others": _shot(paper.back_over),
    "blank and grey cards": _shot(paper.blank),
    "cut and torn paper": _shot(paper.cut_and_torn),
    "two decks mixed": _shot(paper.two_decks),
    "fingers and sleeves": _shot(paper.hands),
    "cards on a phone": _shot(paper.phone),
    "cluttered table": _shot(paper.clutter),
    "blurred": _shot(light.blurred),
    "all at once": _shot(paper.clutter, paper.half_upon, light.any_light, paper.hands_sometimes),
}
