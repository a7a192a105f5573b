"""The rules of games as documents to print: one sheet a game."""

from __future__ import annotations

from collections.abc import Sequence

from boards.base.catalogue import Language
from boards.base.errors import Problem, Problems
from boards.base.message import _
from boards.printing.rulebook_sheet import rulebook_document
from boards.printing.sheets import Document
from controller.games.game_registry import names, rulebook_named

WHAT = "rules"


def rule_documents(what: Sequence[str], game: str | None, language: Language, paper_name: str) -> tuple[Document, ...]:
    """Return the sheets, if they are asked for: of one game, else of each that has rules to read. Raises Problems."""
    if WHAT not in what:
        return ()
    found = {name: rulebook_named(name) for name in (names() if game is None else (game,))}
    if game is not None and found[game] is None:
        raise Problems([Problem("--game", _("{game} brings no rules to print", game=game))])
    return tuple(
        rulebook_document(name, rules, language, paper_name) for name, rules in found.items() if rules is not None
    )
