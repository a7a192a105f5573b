"""The phases of a game on the table, and how one leads to the next: a table of data."""

from __future__ import annotations

from enum import Enum
from typing import Literal

from boards.base.errors import GolemError
from boards.base.message import _
from controller.games.game import Requirement


class Phase(Enum):
    """What the table is doing. Screens show some phases as another one: :attr:`shown`."""

    SETUP = "setup"
    """Nothing has begun: golems and tokens are being put on their cells."""
    GATHERING = "gathering"
    """As setup, but golems drive to their cells by themselves: they were stopped on their way, or begin elsewhere."""
    DICE = "dice"
    """The dice are awaited."""
    ROLLING = "rolling"
    """Somebody has asked for the dice: they are taken as soon as all are read."""
    PROGRAMS = "programs"
    """The players lay their cards."""
    LOCKING = "locking"
    """Somebody has asked for the lock: programs are taken as soon as they can be read."""
    MOVE = "move"
    """A player is asked for a move of a piece."""
    HANDS = "hands"
    """People put pieces where they belong that no robot moves, and say when it is done."""
    CONFIRMED = "confirmed"
    """As hands, after somebody said that it is done: what the next look can't see is on the screen only."""
    READY = "ready"
    """All programs are complete and locked; the next row waits for the word to go."""
    ROW = "row"
    """A row is being acted out by the robots."""
    CHECK = "check"
    """The camera looks whether everything stands where it should; small errors are corrected."""
    HOMING = "homing"
    """As the check, but golems may be anywhere for a known reason (they were stopped, a row was undone): those that are
    astray drive home by themselves."""
    DIFFERS = "differs"
    """The table is not as it should be: people must put it right."""
    STRANDED = "stranded"
    """As differs, but golems drive home by themselves once nothing else differs."""
    OVER = "over"
    """The game has ended."""

    @property
    def shown(self) -> Phase:
        """What screens show."""
        return _SHOWN.get(self, self)

    @property
    def drives_home(self) -> bool:
        """Whether golems that are astray drive home by themselves."""
        return self in (Phase.GATHERING, Phase.HOMING, Phase.STRANDED)


_SHOWN = {
    Phase.GATHERING: Phase.SETUP,
    Phase.ROLLING: Phase.DICE,
    Phase.LOCKING: Phase.PROGRAMS,
    Phase.CONFIRMED: Phase.HANDS,
    Phase.HOMING: Phase.CHECK,
    Phase.STRANDED: Phase.DIFFERS,
}


class Signal(Enum):
    """What moves the table from phase to phase."""

    WANTS_DICE = "wants-dice"
    WANTS_PROGRAMS = "wants-programs"
    WANTS_MOVE = "wants-move"
    WANTS_GO = "wants-go"
    NEEDS_HANDS = "needs-hands"
    DONE = "done"
    """Somebody says that the pieces stand as they should."""
    NOT_DONE = "not-done"
    """The camera sees that they do not."""
    PLACED = "placed"
    ROLL = "roll"
    """Somebody asks for the dice to be taken."""
    LOCK = "lock"
    """Somebody asks for the programs to be locked."""
    READ = "read"
    """One of several programs was locked, or was locked before."""
    GO = "go"
    ACTED = "acted"
    CUT_SHORT = "cut-short"
    """A row was acted out in part. In a journal: ``acted``, ``interrupted``."""
    ASTRAY = "astray"
    MENDED = "mended"
    DRIVE = "drive"
    """Somebody lets golems drive home."""
    HOMED = "homed"
    """A small fleet has arrived where the pieces stand."""
    STOPPED = "stopped"
    """Robots were stopped, which may have been on their way. In a journal: a control entry."""
    ENDED = "ended"
    UNDONE = "undone"
    RESTARTED = "restarted"
    RECHARGED = "recharged"
    TAKEN_UP = "taken-up"
    FURNISHED = "furnished"
    """Other tokens were chosen. In a journal: the entry that names them."""


WANTED: dict[Requirement, Signal] = {
    Requirement.DICE: Signal.WANTS_DICE,
    Requirement.PROGRAMS: Signal.WANTS_PROGRAMS,
    Requirement.MOVE: Signal.WANTS_MOVE,
    Requirement.GO_ON: Signal.WANTS_GO,
}
"""What a game asks for next, as the signal that takes the table there."""

_WANTS = {
    Signal.WANTS_DICE: Phase.DICE,
    Signal.WANTS_PROGRAMS: Phase.PROGRAMS,
    Signal.WANTS_MOVE: Phase.MOVE,
    Signal.WANTS_GO: Phase.READY,
}
_BEGINS = {**_WANTS, Signal.NEEDS_HANDS: Phase.HANDS}
_PLAYED = {Signal.GO: Phase.ROW, Signal.UNDONE: Phase.HOMING, Signal.RESTARTED: Phase.CHECK}
_FURNISHED = {Signal.FURNISHED: Phase.SETUP}
_THROWN = {
    **_PLAYED,
    **_FURNISHED,
    Signal.ROLL: Phase.ROLLING,
    Signal.WANTS_PROGRAMS: Phase.PROGRAMS,
    Signal.WANTS_GO: Phase.READY,
}
_LAID = {
    **_FURNISHED,
    Signal.LOCK: Phase.LOCKING,
    Signal.WANTS_GO: Phase.READY,
    Signal.WANTS_MOVE: Phase.MOVE,
    Signal.WANTS_DICE: Phase.DICE,
    Signal.UNDONE: Phase.HOMING,
    Signal.RESTARTED: Phase.CHECK,
    Signal.TAKEN_UP: Phase.HOMING,
}
_HELPED = {
    Signal.DONE: Phase.CONFIRMED,
    Signal.PLACED: Phase.CHECK,
    Signal.UNDONE: Phase.HOMING,
    Signal.RESTARTED: Phase.CHECK,
}
_CHECKED = {**_BEGINS, Signal.ENDED: Phase.OVER}
_LEFT = {Signal.DRIVE: Phase.HOMING, Signal.UNDONE: Phase.HOMING, Signal.TAKEN_UP: Phase.HOMING}

_RULES: dict[Phase, dict[Signal, Phase]] = {
    Phase.SETUP: {
        **_BEGINS,
        **_FURNISHED,
        Signal.RESTARTED: Phase.SETUP,
        Signal.TAKEN_UP: Phase.GATHERING,
        Signal.STOPPED: Phase.GATHERING,
    },
    Phase.GATHERING: {
        **_BEGINS,
        Signal.HOMED: Phase.SETUP,
        Signal.FURNISHED: Phase.GATHERING,
        Signal.RESTARTED: Phase.GATHERING,
        Signal.TAKEN_UP: Phase.GATHERING,
        Signal.STOPPED: Phase.GATHERING,
    },
    Phase.DICE: _THROWN,
    Phase.ROLLING: _THROWN,
    Phase.PROGRAMS: _LAID,
    Phase.LOCKING: {**_LAID, Signal.READ: Phase.PROGRAMS},
    Phase.MOVE: _PLAYED,
    Phase.HANDS: _HELPED,
    Phase.CONFIRMED: {**_HELPED, Signal.NOT_DONE: Phase.HANDS},
    Phase.READY: {**_PLAYED, Signal.ASTRAY: Phase.DIFFERS, Signal.TAKEN_UP: Phase.HOMING},
    Phase.ROW: {
        Signal.ACTED: Phase.CHECK,
        Signal.CUT_SHORT: Phase.HOMING,
        Signal.UNDONE: Phase.HOMING,
        Signal.RESTARTED: Phase.HOMING,
    },
    Phase.CHECK: {
        **_CHECKED,
        Signal.UNDONE: Phase.HOMING,
        Signal.ASTRAY: Phase.DIFFERS,
        Signal.RESTARTED: Phase.CHECK,
        Signal.STOPPED: Phase.HOMING,
    },
    Phase.HOMING: {
        **_CHECKED,
        Signal.UNDONE: Phase.HOMING,
        Signal.HOMED: Phase.CHECK,
        Signal.ASTRAY: Phase.STRANDED,
        Signal.RESTARTED: Phase.HOMING,
        Signal.STOPPED: Phase.HOMING,
    },
    Phase.DIFFERS: {
        **_LEFT,
        Signal.MENDED: Phase.CHECK,
        Signal.RESTARTED: Phase.CHECK,
        Signal.STOPPED: Phase.STRANDED,
    },
    Phase.STRANDED: {
        **_LEFT,
        Signal.MENDED: Phase.HOMING,
        Signal.RESTARTED: Phase.HOMING,
        Signal.STOPPED: Phase.STRANDED,
    },
    Phase.OVER: {
        Signal.UNDONE: Phase.HOMING,
        Signal.RESTARTED: Phase.OVER,
        Signal.RECHARGED: Phase.CHECK,
        Signal.TAKEN_UP: Phase.HOMING,
    },
}

TRANSITIONS: dict[tuple[Phase, Signal], Phase] = {
    (phase, signal): target for phase, rules in _RULES.items() for signal, target in rules.items()
}
"""Whatever is not here does not happen: :func:`follow` refuses it."""


class Gate(Enum):
    """What holds the game. What comes of work waits behind a gate that is not open."""

    OPEN = "open"
    PAIRING = "pairing"
    """Robots turn to show which golem they carry."""
    PAUSED = "paused"
    GUARDED = "guarded"
    """Something is over the field while robots drive: it opens by itself when that is gone, or by a person's word."""
    UNWRITTEN = "unwritten"
    """The disk refuses the record: nothing that was decided since is done or shown."""
    ESTOPPED = "estopped"


Control = Literal["pause", "guard", "resume", "stop", "estop", "clear"]
"""What opens and closes the gate, as the journal calls it."""

GATES: dict[tuple[Gate, Control], Gate] = {
    (Gate.OPEN, "pause"): Gate.PAUSED,
    (Gate.OPEN, "guard"): Gate.GUARDED,
    (Gate.OPEN, "resume"): Gate.OPEN,
    (Gate.OPEN, "stop"): Gate.PAUSED,
    (Gate.OPEN, "estop"): Gate.ESTOPPED,
    (Gate.OPEN, "clear"): Gate.OPEN,
    (Gate.PAUSED, "pause"): Gate.PAUSED,
    (Gate.PAUSED, "guard"): Gate.GUARDED,
    (Gate.PAUSED, "resume"): Gate.OPEN,
    (Gate.PAUSED, "stop"): Gate.PAUSED,
    (Gate.PAUSED, "estop"): Gate.ESTOPPED,
    (Gate.PAUSED, "clear"): Gate.PAUSED,
    (Gate.GUARDED, "pause"): Gate.PAUSED,
    (Gate.GUARDED, "guard"): Gate.GUARDED,
    (Gate.GUARDED, "resume"): Gate.OPEN,
    (Gate.GUARDED, "stop"): Gate.PAUSED,
    (Gate.GUARDED, "estop"): Gate.ESTOPPED,
    (Gate.GUARDED, "clear"): Gate.GUARDED,
    (Gate.ESTOPPED, "pause"): Gate.ESTOPPED,
    (Gate.ESTOPPED, "guard"): Gate.ESTOPPED,
    (Gate.ESTOPPED, "resume"): Gate.ESTOPPED,
    (Gate.ESTOPPED, "stop"): Gate.ESTOPPED,
    (Gate.ESTOPPED, "estop"): Gate.ESTOPPED,
    (Gate.ESTOPPED, "clear"): Gate.PAUSED,
}
"""Every gate that is on record, at every control. Pairing and a disk that refuses are no controls: they lie over it."""


class PhaseRefused(GolemError, ValueError):
    """A step that the table of transitions does not have."""

    def __init__(self, phase: Phase, signal: Signal) -> None:
        self.phase, self.signal = phase, signal
        super().__init__(
            _("the table can't go on from {value} by {value2}", value=repr(phase.value), value2=repr(signal.value))
        )


def follow(phase: Phase, signal: Signal) -> Phase:
    """Return the next phase. Raises PhaseRefused for a step that the table above does not have."""
    try:
        return TRANSITIONS[phase, signal]
    except KeyError:
        raise PhaseRefused(phase, signal) from None
