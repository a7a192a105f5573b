"""`golem resolve --explain`: what `golem resolve` prints, and a sentence for each row and golem.

`golem resolve --tell LANGUAGE`: the sentences alone, to be read.
"""

from __future__ import annotations

import json
from typing import NamedTuple

from boards.base.catalogue import Language, languages, translate
from boards.base.errors import Problem, Problems
from boards.base.message import _
from controller.games.game import Json, Outcome
from controller.games.golems.documents.document_reader import read_faces, read_task
from controller.games.golems.documents.resolve import resolve
from controller.games.golems.narration.ending import ending_sentence
from controller.games.golems.narration.event_messages import GOLEMS
from controller.games.golems.narration.golem_narration import (
    GolemNarration,
    Remark,
    narrate_round,
    remark_dice,
    remark_energy,
)
from controller.games.golems.narration.narration_text import remark_sentence, sentence
from controller.games.golems.rules.position import NAME, Position
from controller.games.golems.rules.program import format_row
from controller.games.golems.rules.round import play_round


def resolve_explained(document: Json) -> str:
    """Return the line of `resolve` with two keys more.

    `explain`, in the order of rows and golems, and `remarks` about the whole round. Raises
    :class:`boards.base.errors.Problems`.
    """
    narrations, before, after, _ending = _told(document)
    told = json.dumps([narration_json(narration) for narration in narrations])
    more = json.dumps([remark_json(remark) for remark in (*before, *after)])
    return f'{resolve(document)[:-1]}, "explain": {told}, "remarks": {more}}}'


def tell_round(document: Json, language: Language) -> str:
    """Return the same sentences as lines to read, in one language, each with the number of its row.

    The last line says how the game ended, if it did.
    """
    narrations, before, after, ending = _told(document)
    lines = [f"- {remark_sentence(remark, language)}" for remark in before]
    lines += [f"{narration.row} {sentence(narration, language)}" for narration in narrations]
    lines += [f"- {remark_sentence(remark, language)}" for remark in after]
    if ending is not None:
        position, outcome = ending
        names = [
            translate(GOLEMS[golem.colour], language) for golem in position.golems if golem.side in outcome.winners
        ]
        alone = len({golem.side for golem in position.golems}) == 1
        lines.append(f"- {ending_sentence(names, outcome.reason, language, alone=alone)}")
    return "\n".join(lines)


class _Told(NamedTuple):
    """What is said of a round: of rows and golems, before the round, after it; and how the game ended, if it did."""

    narrations: tuple[GolemNarration, ...]
    before: tuple[Remark, ...]
    after: tuple[Remark, ...]
    ending: tuple[Position, Outcome] | None


def _told(document: Json) -> _Told:
    """Return what is said of a round."""
    if isinstance(document, dict) and document.get("game") != NAME:
        raise Problems([Problem("game", _("only rounds of {name} can be explained", name=NAME))])
    position, programs = read_task(document)
    played = play_round(position, programs)
    laid = {colour: len(rows) for colour, rows in document.get("programs", {}).items()}
    narrations = narrate_round(position, programs, played.events, laid=laid)
    faces = read_faces(document["bonus"], position.colours, "bonus")[0] if "bonus" in document else {}
    after = remark_energy(position.energy, played.position.energy)
    ending = None if played.outcome is None else (position, played.outcome)
    return _Told(narrations, remark_dice(faces), after, ending)


def narration_json(narration: GolemNarration) -> dict[str, Json]:
    """Return a sentence as JSON: row, golem, card (None: nothing lay there), the keys of the facts, the texts."""
    keys = [clause.key for clause in (narration.answer, *narration.clauses) if clause is not None]
    return {
        "row": narration.row,
        "golem": narration.golem,
        "laid": None if narration.laid is None else format_row(narration.laid),
        "keys": keys,
        "words": {language: sentence(narration, language) for language in languages()},
    }


def remark_json(remark: Remark) -> dict[str, Json]:
    """Return a remark as JSON."""
    return {
        "golem": remark.golem,
        "key": remark.key,
        "words": {language: remark_sentence(remark, language) for language in languages()},
    }
