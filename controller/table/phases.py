"""The phases of a game on the table, and how one leads to the next: a table of data."""

from __future__ import annotations

from enum import Enum


class Phase(Enum):
    """What the table is doing."""

    SETUP = "setup"
    """Nothing has begun: golems are being put on their cells."""
    DICE = "dice"
    """The bonus dice of the round are awaited."""
    PROGRAMS = "programs"
    """The players lay their cards."""
    READY = "ready"
    """All programs are complete and locked; the next row waits for the word to go."""
    ROW = "row"
    """A row is being acted out by the robots."""
    CHECK = "check"
    """The camera looks whether the golems stand where they should; small errors are corrected."""
    DIFFERS = "differs"
    """The camera sees a golem that is not where it should be: people must put it right."""
    OVER = "over"
    """The game has ended."""


class Signal(Enum):
    """What moves the table from phase to phase."""

    PLACED = "placed"
    DICE_READ = "dice-read"
    NO_DICE = "no-dice"
    LOCKED = "locked"
    GO = "go"
    ACTED = "acted"
    STANDS = "stands"
    NEXT_ROUND = "next-round"
    NEXT_REPEAT = "next-repeat"
    ASTRAY = "astray"
    MENDED = "mended"
    ENDED = "ended"


TRANSITIONS: dict[tuple[Phase, Signal], Phase] = {
    (Phase.SETUP, Signal.PLACED): Phase.DICE,
    (Phase.DICE, Signal.DICE_READ): Phase.PROGRAMS,
    (Phase.DICE, Signal.NO_DICE): Phase.PROGRAMS,
    (Phase.PROGRAMS, Signal.LOCKED): Phase.READY,
    (Phase.READY, Signal.GO): Phase.ROW,
    (Phase.ROW, Signal.ACTED): Phase.CHECK,
    (Phase.CHECK, Signal.STANDS): Phase.READY,
    (Phase.CHECK, Signal.NEXT_ROUND): Phase.DICE,
    (Phase.CHECK, Signal.NEXT_REPEAT): Phase.READY,
    (Phase.CHECK, Signal.ASTRAY): Phase.DIFFERS,
    (Phase.CHECK, Signal.ENDED): Phase.OVER,
    (Phase.DIFFERS, Signal.MENDED): Phase.CHECK,
}
"""Whatever is not here does not happen: :func:`follow` refuses it."""


def follow(phase: Phase, signal: Signal) -> Phase:
    """The next phase. Raises ValueError for a step that the table above does not have."""
    try:
        return TRANSITIONS[phase, signal]
    except KeyError:
        raise ValueError(f"the table can't go on from {phase.value!r} by {signal.value!r}") from None
