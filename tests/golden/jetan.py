"""Transcripts of Jetan: every end of a game, refusals, and a whole match told in four languages."""

from __future__ import annotations

import json
import random

from boards.base.errors import Problems
from controller.games.game import PieceMoved
from controller.games.jetan import GAME, resolve
from controller.games.jetan.event_text import tell_reason
from controller.games.jetan.illegal_moves import why_not
from controller.games.jetan.notation import parse_move, parse_position
from tests.golden.store import TOLD_IN
from tests.support import pictures, state_json
from tests.support.games import jetan as case
from tests.support.jetan_positions import START, position

POSITIONS = {
    "start": (START, ("d2-d3", "f1-e3", "f1~f5", "e1-e4", "d2-d4")),
    "ends": (
        position("Ce7 De9 Rb1 Nc3 re10 ce4", rights="Rr"),
        ("e7xe4", "e9xe10", "e7~e8", "b1~j9", "b1~e6", "b1xc3"),
    ),
    "chief-taken": (position("De5 Ca1 Rb1 Na9 ce8 rj10 ni9 nj9 wj8"), ("e5xe8", "e5-e7", "b1-b4", "a9-a10")),
    "tenth-move": (position("De7 Ca1 Rb1 re10 cj5", count=9), ("e7-e4", "e7xe10", "b1~b5")),
}


def transcripts() -> dict[str, str]:
    """Positions: what is legal, and what some moves lead to or why they are refused. A match: all of it."""
    told = {f"{name}.txt": told_moves(text, moves) for name, (text, moves) in POSITIONS.items()}
    told["match.txt"] = told_match(random.Random(5))
    return told


def told_moves(text: str, moves: tuple[str, ...]) -> str:
    """The answers of `golem resolve`; refusals in four languages."""
    lines = [text, resolve({"game": "jetan", "position": text}), ""]
    for move in moves:
        try:
            lines += [move, resolve({"game": "jetan", "position": text, "move": move}), ""]
        except Problems:
            reason = why_not(parse_position(text), parse_move(move))
            assert reason is not None
            lines += [f"{move} is refused", *(tell_reason(reason, language) for language in TOLD_IN), ""]
    return "\n".join(lines)


def told_match(rng: random.Random) -> str:
    """Every decision, what came of it in four languages, and the whole state at the end of each game."""
    state = GAME.start(case.SETUP)
    lines = [json.dumps(case.SETUP)]
    while requests := GAME.requests(state):
        decision = case.decide(requests[0], state, rng)
        words = f"{decision.player} {decision.move}" if isinstance(decision, PieceMoved) else "go on"
        step = GAME.advance(state, decision)
        lines += ["", words]
        lines += [f"  {GAME.explain(event, language)}" for event in step.events for language in TOLD_IN]
        state = step.state
        if state.result is not None:
            lines += [json.dumps(state_json.jetan(state)), json.dumps(pictures.jetan(state))]
    return "\n".join([*lines, "", str(GAME.outcome(state)), ""])
