"""The diagram of the phases, made from their table.

``python -m controller.table.core.phase_diagram > docs/phases.md`` writes it.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import Any

from controller.table.core.phases import GATES, TRANSITIONS, Gate, Phase, Signal
from controller.table.perception.ready_cards import TRANSITIONS as CARDS
from controller.table.perception.ready_cards import ReadyCard

_GATE_NOTE = (
    "What comes of work waits behind a closed gate, and is taken when it opens. Over the gate lie `pairing`, while "
    "robots turn to show which golem they carry, and `unwritten`, while the disk refuses the record: `resume` has it "
    "tried again."
)
_CARD_NOTE = "From the moment that programs are asked for; all players' laid cards lock the programs."

_EVERYWHERE = (Signal.RESTARTED, Signal.UNDONE)
"""Signals that lead from nearly every phase back to the check; they are said in words."""


def page() -> str:
    """docs/phases.md."""
    lines = [
        "# The phases of a game on the table",
        "",
        "Made from `controller/table/core/phases.py` by `python -m controller.table.core.phase_diagram`; "
        "a test compares them.",
        "",
        "```mermaid",
        "stateDiagram-v2",
        f"    [*] --> {Phase.SETUP.value}",
    ]
    lines += [
        f"    {source.value} --> {target.value}: {signal.value}"
        for (source, signal), target in TRANSITIONS.items()
        if signal not in _EVERYWHERE
    ]
    lines += ["```", "", "| phase | on | leads to |", "|---|---|---|"]
    lines += [
        f"| {source.value} | {signal.value} | {target.value} |" for (source, signal), target in TRANSITIONS.items()
    ]
    lines += ["", "Screens show some phases as another one:", "", "| phase | is shown as |", "|---|---|"]
    lines += [f"| {phase.value} | {phase.shown.value} |" for phase in Phase if phase.shown is not phase]
    gates = {(gate, str(control)): then for (gate, control), then in GATES.items()}
    lines += _diagram("What holds the game", _GATE_NOTE, Gate.OPEN.value, _steps(gates))
    cards = {(card, "lies there" if lying else "is away"): then for (card, lying), then in CARDS.items()}
    lines += _diagram("A player's ready card", _CARD_NOTE, ReadyCard.LEFT.value, _steps(cards))
    return "\n".join(lines) + "\n"


def _steps(table: Mapping[tuple[Any, str], Any]) -> list[tuple[str, str, str]]:
    """Return the steps that change something, as source, cause and target."""
    return [(one.value, cause, then.value) for (one, cause), then in table.items() if one is not then]


def _diagram(title: str, note: str, first: str, steps: Sequence[tuple[str, str, str]]) -> list[str]:
    lines = ["", f"## {title}", "", note, "", "```mermaid", "stateDiagram-v2", f"    [*] --> {first}"]
    return [*lines, *(f"    {source} --> {target}: {cause}" for source, cause, target in steps), "```"]


if __name__ == "__main__":
    sys.stdout.write(page())
