"""What a campaign is: cases by seed, each judged, and what is kept of them between two runs."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Any


@dataclass
class Case:
    """What came out of one seed."""

    seed: int
    tried: Counter[str] = field(default_factory=Counter)
    """What was tried, and how it ended: counts."""
    found: list[str] = field(default_factory=list)
    """What the oracle says is wrong."""

    def count(self, what: str, number: int = 1) -> None:
        self.tried[what] += number

    def wrong(self, what: str) -> None:
        self.found.append(f"seed {self.seed}: {what}".encode("utf-8", "backslashreplace").decode())

    def check(self, holds: bool, what: str) -> None:
        if not holds:
            self.wrong(what)


@dataclass(frozen=True)
class Campaign:
    """A kind of trouble."""

    name: str
    what: str
    """One line for people."""
    oracle: str
    """What must hold."""
    play: Callable[[Case], None]
    small: int = 1
    """Seeds of a day in `make test`."""


@dataclass
class Kept:
    """What one campaign has come to, over all runs."""

    next_seed: int = 1
    seconds: float = 0.0
    tried: Counter[str] = field(default_factory=Counter)
    found: list[str] = field(default_factory=list)


class Log:
    """The file that a storm goes on from. Written after each case, whole or not at all."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.kept: dict[str, Kept] = {}
        if path.exists():
            for name, told in json.loads(path.read_text(encoding="utf-8")).items():
                self.kept[name] = Kept(told["next_seed"], told["seconds"], Counter(told["tried"]), told["found"])

    def of(self, name: str) -> Kept:
        return self.kept.setdefault(name, Kept())

    def keep(self) -> None:
        told: Mapping[str, Any] = {
            name: {"next_seed": one.next_seed, "seconds": one.seconds, "tried": one.tried, "found": one.found}
            for name, one in self.kept.items()
        }
        self.path.parent.mkdir(parents=True, exist_ok=True)
        part = self.path.with_suffix(".part")
        part.write_text(json.dumps(told, indent=1), encoding="utf-8")
        part.replace(self.path)


def play_case(campaign: Campaign, seed: int) -> Case:
    """Play one case. An exception that reaches us is what no user may see: it is found, too."""
    case = Case(seed)
    try:
        campaign.play(case)
    except Exception as error:  # noqa: BLE001 - whatever comes is a finding
        case.wrong(f"{type(error).__name__}: {str(error)[:300]}")
    return case


def play_next(campaign: Campaign, log: Log) -> Case:
    """Play the next case of a campaign and keep what came of it."""
    kept = log.of(campaign.name)
    began = monotonic()
    case = play_case(campaign, kept.next_seed)
    kept.next_seed += 1
    kept.seconds += monotonic() - began
    kept.tried.update(case.tried)
    kept.found += case.found
    log.keep()
    return case
