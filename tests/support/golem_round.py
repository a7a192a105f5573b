"""One round of Battle of Golems in a few words, for hand-written cases.

after = play({"red": "a1 N", "blue": "a3 S 1 barrel"}, {"red": ["forward"]}, walls=["b2"])
after.golem("red")    # "a2 N 3"
after.happened("red") # ["moved a1 a2", "stood", ...]
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from controller.games.golems.documents.resolve import resolve

BOARD_KEYS = ("size", "walls", "waters", "barrels", "streams")


def document(golems: dict[str, str], programs: dict[str, list[str]], **more: Any) -> dict[str, Any]:
    """A document. A golem is written ``cell facing [lives] [barrel] [side=NAME]``; programs are filled up."""
    found: dict[str, Any] = {"game": "golems", "board": {"size": [4, 4]}, "golems": {}}
    for colour, text in golems.items():
        at, facing, *rest = text.split()
        golem: dict[str, Any] = {"at": at, "facing": facing}
        for word in rest:
            if word == "barrel":
                golem["barrel"] = True
            elif word.startswith("side="):
                golem["side"] = word[5:]
            else:
                golem["lives"] = int(word)
        found["golems"][colour] = golem
    found["programs"] = {colour: _filled_up(rows) for colour, rows in programs.items()}
    for key, value in more.items():
        (found["board"] if key in BOARD_KEYS else found)[key] = value
    return found


def _filled_up(rows: list[str]) -> list[str]:
    """Four rows: those given, then as many that do nothing as the deck has cards for, shields if it has no more."""
    standing = 3 - " ".join(rows).count("stand")
    return (rows + ["stand"] * standing + ["defend"] * 2)[: max(4, len(rows))]


@dataclass(frozen=True)
class Result:
    """What came out."""

    events: list[dict[str, Any]]
    after: dict[str, Any]
    outcome: dict[str, Any] | None

    def golem(self, colour: str) -> str:
        """``cell facing lives [barrel]``, or ``dead``."""
        golem = self.after["golems"].get(colour)
        if golem is None:
            return "dead"
        return f"{golem['at']} {golem['facing']} {golem['lives']}" + (" barrel" if golem["barrel"] else "")

    def happened(self, colour: str, row: int = 1) -> list[str]:
        """The events of a golem in a row: the name and the values, as words."""
        told = ("row", "phase", "step", "golem", "event")
        return [
            " ".join([event["event"], *(str(value) for key, value in event.items() if key not in told)])
            for event in self.events
            if event["golem"] == colour and event["row"] == row
        ]

    @property
    def barrels(self) -> list[str]:
        found: list[str] = self.after["board"]["barrels"]
        return found


def play(golems: dict[str, str], programs: dict[str, list[str]], **more: Any) -> Result:
    """The round of :func:`document`."""
    given = document(golems, programs, **more)
    return Result(**json.loads(resolve(given)))
