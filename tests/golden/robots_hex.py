"""Transcripts of Robots on hexagons: turns as `golem resolve` answers them, a game in four languages, questions."""

from __future__ import annotations

import json
import random

from controller.games.robots_hex import GAME, resolve
from controller.games.robots_hex.questions.parser import NotAQuestion, format_question, parse_question
from tests.golden.store import TOLD_IN
from tests.support import state_json
from tests.support.games import robots_hex as case
from tests.support.robots_hex_positions import random_document, random_question

TURNS = 20
QUESTIONS = 25
NOT_QUESTIONS = ("", "red robots", "robots at 3 cells", "I face direction 7", "(lakes", "robots robots", "not")


def transcripts() -> dict[str, str]:
    """Documents and answers; an invasion from the programs to the end; what the parser makes of questions."""
    return {"turns.txt": told_turns(), "game.txt": told_game(random.Random(4)), "questions.txt": told_questions()}


def told_turns() -> str:
    lines: list[str] = []
    for seed in range(TURNS):
        document = random_document(random.Random(seed))
        lines += [json.dumps(document), resolve(document), ""]
    return "\n".join(lines)


def told_game(rng: random.Random) -> str:
    """Every decision and what came of it in four languages."""
    state = GAME.start(case.SETUP)
    lines: list[str] = []
    while requests := GAME.requests(state):
        # Where a signal may be sent, one is sent now and then.
        decision = case.decide(rng.choice(requests), state, rng)
        step = GAME.advance(state, decision)
        lines += [str(decision)]
        lines += [f"  {GAME.explain(event, language)}" for event in step.events for language in TOLD_IN]
        state = step.state
    return "\n".join([*lines, json.dumps(state_json.robots_hex(state)), str(GAME.outcome(state)), ""])


def told_questions() -> str:
    """Questions in four languages, and what is wrong with some that are none."""
    lines: list[str] = []
    for seed in range(QUESTIONS):
        question = parse_question(random_question(random.Random(seed)))
        lines += [*(format_question(question, language) for language in TOLD_IN), ""]
    for text in NOT_QUESTIONS:
        try:
            parse_question(text)
        except NotAQuestion as error:
            lines += [f"{text!r}: {error}"]
    return "\n".join([*lines, ""])
