"""What a check is, and what it finds."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from firmware_bridge.conformance.probe import Probe

Outcome = Literal["passed", "failed", "not applicable"]


@dataclass(frozen=True)
class Check:
    """One thing that a golem must do."""

    key: str
    """Its name in reports and tests; the words for people are in :mod:`.words`."""
    rule: str
    """The heading of docs/protocol.md that it comes from."""
    run: Callable[[Probe], Awaitable[None]]
    """Raises :class:`Differs` or :class:`DoesNotApply`; anything else that it lets through is a bug of ours."""


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
    """If it does not apply: the key of the reason in :mod:`.words`."""


class Differs(Exception):
    """The golem does something else than the rule says."""

    def __init__(self, expected: str, seen: str) -> None:
        self.expected, self.seen = expected, seen
        super().__init__(f"expected {expected}, saw {seen}")


class DoesNotApply(Exception):
    """This golem, or this way to it, has nothing that the check could look at."""

    def __init__(self, why: str, seen: str = "") -> None:
        """`why` is a key of :mod:`.words`."""
        self.why, self.seen = why, seen
        super().__init__(why)
