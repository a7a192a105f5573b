"""Transcripts of the dice race: turns with every figure in four languages, and a whole game of rounds."""

from __future__ import annotations

import json
import random
from typing import Any

from controller.games.game import DiceRolled, PieceMoved
from controller.games.spiral import GAME, resolve
from controller.games.spiral.board import standard_board
from controller.games.spiral.documents.document_reader import read_task
from controller.games.spiral.legal import legal_choices
from controller.games.spiral.turns import play
from tests.golden.store import TOLD_IN
from tests.support import pictures, state_json
from tests.support.games import spiral as case
from tests.support.spiral_positions import document

TURNS = {
    "king": document(1, red="9 28 3", blue="1 30"),
    "dragon": document(1, red="6 19", blue="13 9", green="25"),
    "shop": document(1, red="15 27 39", blue="37 21"),
    "chess": document(1, red="8 20 30", blue="44 40 6"),
    "spider-and-heart": document(6, red="6 16 31", blue="10"),
    "base": document(3, red="45 44 1", blue="47 48h"),
    "full": document(1, red="44 48h 47h", blue="46h 9", green="7", skips={"blue": 1}),
    "nothing-legal": document(6, red="39 45 46h 47h", blue="48h"),
}


def transcripts() -> dict[str, str]:
    """Turns: all choices and what they lead to. A game: all of it."""
    told = {f"{name}.txt": told_turn(given) for name, given in TURNS.items()}
    told["game.txt"] = told_game(random.Random(3))
    return told


def told_turn(given: dict[str, Any]) -> str:
    """What is legal; for each choice what happens in four languages and the answer of `golem resolve`."""
    board = standard_board()
    position, roll, _ = read_task(board, given)
    lines = [json.dumps(given), resolve(given), ""]
    legal = json.loads(resolve(given))["legal"]
    for choice, plain in zip(legal_choices(board, position, roll), legal, strict=True):
        events = play(board, position, roll, choice).events
        lines.append(json.dumps(plain))
        lines += [f"  {GAME.explain(event, language)}" for event in events for language in TOLD_IN]
        lines += [resolve({**given, "choice": plain}), ""]
    return "\n".join(lines)


def told_game(rng: random.Random) -> str:
    """Every decision and what came of it; what a screen shows at the end of each round."""
    setup = {**case.SETUP, "sum": 100}
    state = GAME.start(setup)
    lines = [json.dumps(setup), json.dumps(pictures.spiral(state))]
    while requests := GAME.requests(state):
        decision = case.decide(requests[0], state, rng)
        step = GAME.advance(state, decision)
        if isinstance(decision, DiceRolled):
            lines.append("")
        elif isinstance(decision, PieceMoved):
            lines.append(f"{decision.player}: {decision.move}")
        lines += [f"  {GAME.explain(event, 'en')}" for event in step.events]
        state = step.state
        if state.over:
            lines += [json.dumps(pictures.spiral(state)), json.dumps(state_json.spiral(state))]
    return "\n".join([*lines, "", str(GAME.outcome(state)), ""])
