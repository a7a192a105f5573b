"""Transcripts of Battle of Golems: the books' examples and whole seeded games, told in four languages."""

from __future__ import annotations

import json
import random
from typing import Any

from controller.games.game import DiceRolled, GoOn, ProgramsLaid, Requirement
from controller.games.golems import GAME, resolve
from controller.games.golems.documents.document_reader import read_task
from controller.games.golems.rules.program import FACES
from controller.games.golems.rules.round import play_round
from controller.games.golems.rules.setup import standard_setup
from tests.golden.store import TOLD_IN
from tests.support import pictures
from tests.support.golem_positions import BRAWL, random_document, random_program
from tests.support.golem_round import document

BOOKS = {
    "book-1-edge": document(
        {"red": "a1 N"}, {"red": ["forward", "turn-right", "forward", "forward"]}, size=[2, 2], way="scenario"
    ),
    "book-2-attack-and-defence": document(
        {"red": "a1 N", "blue": "a3 N"},
        {"red": ["forward", "attack", "stand", "defend"], "blue": ["turn-right", "turn-right", "defend", "attack"]},
    ),
    "book-3-leaving": document({"red": "b1 N", "blue": "a1 E"}, {"red": ["forward"], "blue": ["attack"]}),
    "book-4-barrel": document(
        {"red": "a1 N"}, {"red": ["forward", "attack", "forward", "forward"]}, barrels=["a2"], way="scenario"
    ),
}


def transcripts() -> dict[str, str]:
    """Books, a stream, brawls: a round each. Games: all rounds."""
    rounds = dict(BOOKS)
    rng = random.Random(31)
    rounds["stream"] = random_document(rng, streams=True, goals=True, golems=(4, 4))
    for number in (1, 2, 3):
        rounds[f"brawl-{number}"] = random_document(rng, **BRAWL, goals=True, teams=number == 3)
    told = {f"{name}.txt": told_round(given) for name, given in rounds.items()}
    for players, size, way in ((2, (4, 4), "standard"), (4, (6, 6), "standard"), (3, (4, 4), "autonomous")):
        told[f"game-{way}-{players}.txt"] = told_game(standard_setup(players, size, way=way), random.Random(players))
    return told


def told_round(given: dict[str, Any]) -> str:
    """The document, what happens in four languages, and the answer of `golem resolve`."""
    events = play_round(*read_task(given)).events
    lines = [json.dumps(given), ""]
    for language in TOLD_IN:
        lines += [f"{event.row}.{event.phase}.{event.step} {GAME.explain(event, language)}" for event in events]
        lines.append("")
    return "\n".join([*lines, resolve(given), ""])


def told_game(setup: dict[str, Any], rng: random.Random) -> str:
    """A whole game on the table: every decision, every row in words, what a screen shows, how it ends."""
    state = GAME.start(setup)
    lines = [json.dumps(setup)]
    while requests := GAME.requests(state):
        players = requests[0].players
        if requests[0].requirement is Requirement.DICE:
            decision: Any = DiceRolled({player: rng.choice(tuple(FACES)) for player in players})
            lines += ["", f"dice {json.dumps(decision.faces)}"]
        elif requests[0].requirement is Requirement.PROGRAMS:
            # Beginners' programs are allowed whatever the dice show.
            way = "autonomous" if setup["way"] == "autonomous" else "beginner"
            decision = ProgramsLaid({player: tuple(random_program(rng, way)) for player in players})
            lines.append(f"programs {json.dumps(decision.programs)}")
        else:
            decision = GoOn()
        step = GAME.advance(state, decision)
        if decision == GoOn():
            lines += [f"round {step.state.round} row {step.state.row}"]
            lines += [f"  {GAME.explain(event, 'en')}" for event in step.events]
            lines += [f"  {json.dumps(pictures.golems(step.state))}"]
        state = step.state
    return "\n".join([*lines, "", str(GAME.outcome(state)), ""])
