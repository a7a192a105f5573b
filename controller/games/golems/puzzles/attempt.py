"""A try at a puzzle in text form.

    forward, repeat 2 forward, turn-left, take     rows, parted by commas or ends of lines
    ;                                              the next round: a semicolon, an empty line or a line ---
    red: forward, ... yellow: stand, ...           whose rows they are, where there are several golems

What the rows say is the judge's business.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

_ROUNDS = re.compile(r";|^[ \t]*-{3,}[ \t]*$|\n[ \t]*(?=\n)", re.MULTILINE)
_LABEL = re.compile(r"([a-z]+)\s*:")


def parse_try(text: str, plays: Sequence[str]) -> tuple[Mapping[str, tuple[str, ...]], ...]:
    """Return the rows of each golem, round by round.

    Rows before any name belong to the first of the player's golems.
    """
    lines = [line.partition("#")[0] for line in text.replace("\r", "").split("\n")]
    found = [_round(part, plays[0]) for part in _ROUNDS.split("\n".join(lines).strip())]
    return tuple(rows for rows in found if rows)


def _round(text: str, golem: str) -> dict[str, tuple[str, ...]]:
    rows: dict[str, tuple[str, ...]] = {}
    # A name may stand anywhere; it begins a golem's rows as a comma does.
    for part in re.split(r"[,\n]", _LABEL.sub(r",\1:,", text)):
        row = " ".join(part.split())
        label = _LABEL.fullmatch(row)
        if label:
            golem = label[1]
        elif row:
            rows[golem] = (*rows.get(golem, ()), row)
    return rows


def format_try(rounds: Sequence[Mapping[str, Sequence[str]]]) -> str:
    """Return the text of a try: a line for each golem, an empty line between rounds. ``parse_try`` reads it back."""
    return "\n\n".join("\n".join(f"{golem}: {', '.join(rows)}" for golem, rows in laid.items()) for laid in rounds)
