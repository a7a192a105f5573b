"""What a check finds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Outcome = Literal["passed", "failed", "not applicable"]


@dataclass(frozen=True)
class Finding:
    """What became of a check."""

    check: str
    outcome: Outcome
    expected: str = ""
    """If it failed: what the rule wants."""
    seen: str = ""
    """If it failed: what came instead. If it does not apply: what there is instead, if anything."""
    why: str = ""
    """If it does not apply: the key of the reason in :mod:`.certificate_messages`."""


class Differs(Exception):
    """The golem does something else than the rule says."""

    def __init__(self, expected: str, seen: str) -> None:
        self.expected, self.seen = expected, seen
        super().__init__(f"expected {expected}, saw {seen}")


class DoesNotApply(Exception):
    """The check has nothing to look at in this golem, or on this channel."""

    def __init__(self, why: str, seen: str = "") -> None:
        """`why` is a key of :mod:`.certificate_messages`."""
        self.why, self.seen = why, seen
        super().__init__(why)
