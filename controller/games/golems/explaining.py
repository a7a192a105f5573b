"""`golem resolve --explain`: what `golem resolve` prints, and a sentence for each row and golem, in four languages."""

from __future__ import annotations

import json

from boards.errors import Problem, Problems
from boards.languages import LANGUAGES
from controller.games.game import Json
from controller.games.golems.account import Account, Remark, account_round, remark_dice, remark_energy
from controller.games.golems.account_words import remark_sentence, sentence
from controller.games.golems.position import NAME
from controller.games.golems.program import format_row
from controller.games.golems.reading import read_faces, read_task
from controller.games.golems.resolving import resolve
from controller.games.golems.round import play_round


def resolve_explained(document: Json) -> str:
    """The line of :func:`controller.games.golems.resolving.resolve` with two keys more: `explain`, in the order of
    rows and golems, and `remarks` about the whole round. Raises :class:`boards.errors.Problems`."""
    if isinstance(document, dict) and document.get("game") != NAME:
        raise Problems([Problem("game", f"only rounds of {NAME} can be explained")])
    position, programs = read_task(document)
    played = play_round(position, programs)
    laid = {colour: len(rows) for colour, rows in document.get("programs", {}).items()}
    accounts = account_round(position, programs, played.events, laid=laid)
    faces = read_faces(document["bonus"], position.colours, "bonus")[0] if "bonus" in document else {}
    remarks = (*remark_dice(faces), *remark_energy(position.energy, played.position.energy))
    told = json.dumps([account_json(account) for account in accounts])
    more = json.dumps([remark_json(remark) for remark in remarks])
    return f'{resolve(document)[:-1]}, "explain": {told}, "remarks": {more}}}'


def account_json(account: Account) -> dict[str, Json]:
    """A sentence as JSON: row, golem, what lay there (None: nothing), the keys of what is said, and the words."""
    keys = [clause.key for clause in (account.answer, *account.clauses) if clause is not None]
    return {
        "row": account.row,
        "golem": account.golem,
        "laid": None if account.laid is None else format_row(account.laid),
        "keys": keys,
        "words": {language: sentence(account, language) for language in LANGUAGES},
    }


def remark_json(remark: Remark) -> dict[str, Json]:
    """A remark as JSON."""
    return {
        "golem": remark.golem,
        "key": remark.key,
        "words": {language: remark_sentence(remark, language) for language in LANGUAGES},
    }
