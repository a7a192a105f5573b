"""The books' four examples told golem by golem, one sentence for each row, in four languages; and a crowded round."""

from __future__ import annotations

import random
from typing import Any

from controller.games.golems.documents.document_reader import read_task
from controller.games.golems.narration.golem_narration import narrate_round, remark_energy
from controller.games.golems.narration.narration_text import remark_sentence, sentence
from controller.games.golems.rules.round import play_round
from tests.golden.golems import BOOKS
from tests.golden.store import TOLD_IN
from tests.support.golem_positions import BRAWL, random_document


def transcripts() -> dict[str, str]:
    rng = random.Random(5)
    crowded = {
        "crowded": random_document(rng, golems=(4, 4), tokens=(4, 4), rules="3.1", way="standard"),
        "brawl": random_document(rng, **BRAWL, way="autonomous"),
        "streams": random_document(rng, golems=(4, 4), streams=True, goals=True),
    }
    return {f"{name}.txt": told_by_golem(given) for name, given in (BOOKS | crowded).items()}


def told_by_golem(given: dict[str, Any]) -> str:
    """A line for each row and golem, language by language."""
    position, programs = read_task(given)
    played = play_round(position, programs)
    accounts = narrate_round(position, programs, played.events)
    lines: list[str] = []
    for language in TOLD_IN:
        lines += [f"{told.row} {sentence(told, language)}" for told in accounts]
        energy = remark_energy(position.energy, played.position.energy)
        lines += [f"- {remark_sentence(remark, language)}" for remark in energy]
        lines.append("")
    return "\n".join(lines)
