"""The phases of a game on the table, and how one leads to the next: a table of data."""

from __future__ import annotations

from enum import Enum

from boards.base.errors import GolemError
from controller.games.game import Requirement


class Phase(Enum):
    """What the table is doing."""

    SETUP = "setup"
    """Nothing has begun: golems and tokens are being put on their cells."""
    DICE = "dice"
    """The bonus dice of the round are awaited."""
    PROGRAMS = "programs"
    """The players lay their cards."""
    MOVE = "move"
    """A player is asked for a move of a piece."""
    HANDS = "hands"
    """People put pieces where they belong that no robot moves, and say when it is done."""
    READY = "ready"
    """All programs are complete and locked; the next row waits for the word to go."""
    ROW = "row"
    """A row is being acted out by the robots."""
    CHECK = "check"
    """The camera looks whether everything stands where it should; small errors are corrected."""
    DIFFERS = "differs"
    """The table is not as it should be: people must put it right."""
    OVER = "over"
    """The game has ended."""


class Signal(Enum):
    """What moves the table from phase to phase."""

    WANTS_DICE = "wants-dice"
    WANTS_PROGRAMS = "wants-programs"
    WANTS_MOVE = "wants-move"
    WANTS_GO = "wants-go"
    NEEDS_HANDS = "needs-hands"
    PLACED = "placed"
    GO = "go"
    ACTED = "acted"
    ASTRAY = "astray"
    MENDED = "mended"
    ENDED = "ended"
    UNDONE = "undone"
    RESTARTED = "restarted"
    RECHARGED = "recharged"
    TAKEN_UP = "taken-up"


WANTED: dict[Requirement, Signal] = {
    Requirement.DICE: Signal.WANTS_DICE,
    Requirement.PROGRAMS: Signal.WANTS_PROGRAMS,
    Requirement.MOVE: Signal.WANTS_MOVE,
    Requirement.GO_ON: Signal.WANTS_GO,
}
"""What a game asks for next, as the signal that takes the table there."""

TRANSITIONS: dict[tuple[Phase, Signal], Phase] = {
    (Phase.SETUP, Signal.WANTS_DICE): Phase.DICE,
    (Phase.SETUP, Signal.WANTS_PROGRAMS): Phase.PROGRAMS,
    (Phase.SETUP, Signal.WANTS_MOVE): Phase.MOVE,
    (Phase.SETUP, Signal.WANTS_GO): Phase.READY,
    (Phase.SETUP, Signal.NEEDS_HANDS): Phase.HANDS,
    (Phase.SETUP, Signal.RESTARTED): Phase.SETUP,
    (Phase.SETUP, Signal.TAKEN_UP): Phase.SETUP,
    (Phase.DICE, Signal.WANTS_PROGRAMS): Phase.PROGRAMS,
    (Phase.DICE, Signal.WANTS_GO): Phase.READY,
    (Phase.DICE, Signal.GO): Phase.ROW,
    (Phase.DICE, Signal.UNDONE): Phase.CHECK,
    (Phase.DICE, Signal.RESTARTED): Phase.CHECK,
    (Phase.PROGRAMS, Signal.WANTS_GO): Phase.READY,
    (Phase.PROGRAMS, Signal.WANTS_MOVE): Phase.MOVE,
    (Phase.PROGRAMS, Signal.WANTS_DICE): Phase.DICE,
    (Phase.PROGRAMS, Signal.UNDONE): Phase.CHECK,
    (Phase.PROGRAMS, Signal.RESTARTED): Phase.CHECK,
    (Phase.PROGRAMS, Signal.TAKEN_UP): Phase.CHECK,
    (Phase.MOVE, Signal.GO): Phase.ROW,
    (Phase.MOVE, Signal.UNDONE): Phase.CHECK,
    (Phase.MOVE, Signal.RESTARTED): Phase.CHECK,
    (Phase.HANDS, Signal.PLACED): Phase.CHECK,
    (Phase.HANDS, Signal.UNDONE): Phase.CHECK,
    (Phase.HANDS, Signal.RESTARTED): Phase.CHECK,
    (Phase.READY, Signal.GO): Phase.ROW,
    (Phase.READY, Signal.ASTRAY): Phase.DIFFERS,
    (Phase.READY, Signal.UNDONE): Phase.CHECK,
    (Phase.READY, Signal.RESTARTED): Phase.CHECK,
    (Phase.READY, Signal.TAKEN_UP): Phase.CHECK,
    (Phase.ROW, Signal.ACTED): Phase.CHECK,
    (Phase.ROW, Signal.RESTARTED): Phase.CHECK,
    (Phase.CHECK, Signal.WANTS_DICE): Phase.DICE,
    (Phase.CHECK, Signal.WANTS_PROGRAMS): Phase.PROGRAMS,
    (Phase.CHECK, Signal.WANTS_MOVE): Phase.MOVE,
    (Phase.CHECK, Signal.WANTS_GO): Phase.READY,
    (Phase.CHECK, Signal.NEEDS_HANDS): Phase.HANDS,
    (Phase.CHECK, Signal.ASTRAY): Phase.DIFFERS,
    (Phase.CHECK, Signal.ENDED): Phase.OVER,
    (Phase.CHECK, Signal.RESTARTED): Phase.CHECK,
    (Phase.DIFFERS, Signal.MENDED): Phase.CHECK,
    (Phase.DIFFERS, Signal.UNDONE): Phase.CHECK,
    (Phase.DIFFERS, Signal.RESTARTED): Phase.CHECK,
    (Phase.DIFFERS, Signal.TAKEN_UP): Phase.CHECK,
    (Phase.OVER, Signal.UNDONE): Phase.CHECK,
    (Phase.OVER, Signal.RESTARTED): Phase.OVER,
    (Phase.OVER, Signal.RECHARGED): Phase.CHECK,
    (Phase.OVER, Signal.TAKEN_UP): Phase.CHECK,
}
"""Whatever is not here does not happen: :func:`follow` refuses it."""


class PhaseRefused(GolemError, ValueError):
    """A step that the table of transitions does not have."""

    def __init__(self, phase: Phase, signal: Signal) -> None:
        self.phase, self.signal = phase, signal
        super().__init__(f"the table can't go on from {phase.value!r} by {signal.value!r}")


def follow(phase: Phase, signal: Signal) -> Phase:
    """Return the next phase. Raises PhaseRefused for a step that the table above does not have."""
    try:
        return TRANSITIONS[phase, signal]
    except KeyError:
        raise PhaseRefused(phase, signal) from None
