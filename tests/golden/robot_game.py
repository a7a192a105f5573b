"""Transcripts of Robot Game: crowded turns as `golem resolve` answers them, and a game told in four languages."""

from __future__ import annotations

import json
import random

from controller.games.robot_game import GAME, resolve
from tests.golden.store import TOLD_IN
from tests.support import state_json
from tests.support.games import robot_game as case
from tests.support.robot_game_positions import random_document

TURNS = 12


def transcripts() -> dict[str, str]:
    """Documents and answers; a whole short game with its sentences."""
    return {"turns.txt": told_turns(), "game.txt": told_game(random.Random(4))}


def told_turns() -> str:
    lines: list[str] = []
    for seed in range(TURNS):
        document = random_document(random.Random(seed))
        if seed % 3 == 0:
            # Rolls and spawning by the seed.
            del document["attack_damage"], document["spawn"]
            document |= {"seed": seed, "turn": 10 * seed}
        lines += [json.dumps(document), resolve(document), ""]
    return "\n".join(lines)


def told_game(rng: random.Random) -> str:
    """The last turns of a game: the actions, what came of them in four languages, where everybody stands."""
    state = GAME.start({"turn": 90, "seed": 6})
    lines: list[str] = []
    while requests := GAME.requests(state):
        decision = case.decide(requests[0], state, rng)
        step = GAME.advance(state, decision)
        lines += [f"turn {state.turn}: {decision}"]
        lines += [f"  {GAME.explain(event, language)}" for event in step.events for language in TOLD_IN]
        state = step.state
    return "\n".join([*lines, json.dumps(state_json.robot_game(state)), str(GAME.outcome(state)), ""])
