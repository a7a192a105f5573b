"""Work that ended in a named error, and a record that could not be written: what becomes of the game."""

from __future__ import annotations

from boards.base.errors import GolemError
from calibration.camera_frames import CameraError, FramesEnded
from controller.journal import JournalFailed
from controller.table.core.entries import Controlled
from controller.table.core.ledger import Ledger
from controller.table.core.mailbox import Corrected, Message, RowActed, WorkFailed
from controller.table.core.phases import Phase, Signal
from controller.table.core.ports import FleetPort
from controller.table.core.state import TableState
from controller.table.core.transient_state import TransientState
from controller.table.motion.motion_plan import Acted
from controller.table.view.notices import camera_lost, halted


def again(message: Message, state: TableState) -> Message:
    """What to do with a message that could not be recorded, once that works again."""
    if not isinstance(message, WorkFailed):
        return message
    if state.phase is Phase.ROW:
        return RowActed(Acted(state.seen, {"": str(message.error)}))
    return Corrected({})


def work_failed(error: GolemError, ledger: Ledger, memory: TransientState, fleet: FleetPort) -> bool:
    """Say what failed. True if the work is tried again by itself; else the game is paused, for people to mend it.

    Raises JournalFailed, also if that is the error.
    """
    if isinstance(error, JournalFailed):
        raise error
    memory.eye_failed = isinstance(error, CameraError)
    if isinstance(error, CameraError) and not isinstance(error, FramesEnded):
        # The game waits for the camera, and goes on with it.
        ledger.tell((camera_lost(error),))
        return True
    ledger.tell((halted(error),))
    if ledger.state.phase is Phase.ROW:
        ledger.signal(Signal.ACTED, interrupted=True)
        memory.drive_home = True
    ledger.write(Controlled("pause"))
    fleet.pause()
    return False
