"""What the table tells of a row of Battle of Golems, golem by golem, between two states of the game."""

from __future__ import annotations

from collections.abc import Sequence

from boards.base.catalogue import Language
from controller.games.golems.narration.golem_narration import narrate_golem_row, remark_all_dice, remark_energy
from controller.games.golems.narration.narration_text import remark_sentence, sentence
from controller.games.golems.rules.events import Event
from controller.games.golems.rules.state import State


def narrate_row(before: State, events: Sequence[Event], golems: Sequence[str], language: Language) -> tuple[str, ...]:
    """Return a sentence for each golem about the row played from this state."""
    row = 1 if before.round_is_over else before.row + 1
    told = narrate_golem_row(before.position, row, before.programs, events, golems)
    return tuple(sentence(each, language) for each in told)


def remarks(before: State, after: State, language: Language) -> tuple[str, ...]:
    """Return what became of the energy, and what the dice show that were rolled in between."""
    awaited = before.faces is None or after.round > before.round
    rolled = after.faces if awaited and after.row == 0 else None
    energy = remark_energy(before.position.energy, after.position.energy)
    found = (*energy, *remark_all_dice(dict(rolled or ())))
    return tuple(remark_sentence(remark, language) for remark in found)
