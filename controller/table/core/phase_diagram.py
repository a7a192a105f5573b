"""The diagram of the phases, made from their table.

``python -m controller.table.core.phase_diagram > docs/phases.md`` writes it.
"""

from __future__ import annotations

import sys

from controller.table.core.phases import TRANSITIONS, Phase, Signal

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
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.stdout.write(page())
