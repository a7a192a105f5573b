"""Decide how the game goes on after work that ended in a named error."""

from __future__ import annotations

from boards.base.errors import GolemError
from calibration.camera_frames import CameraError, FramesEnded
from controller.table.core.phases import Phase, Signal
from controller.table.core.ports import FleetPort
from controller.table.core.record.entries import Controlled
from controller.table.core.record.ledger import Ledger
from controller.table.core.transient_state import TransientState
from controller.table.view.notices import camera_lost, halted


def work_failed(error: GolemError, ledger: Ledger, memory: TransientState, fleet: FleetPort) -> bool:
    """Say what failed. True if the work is tried again by itself; else the game is paused, for people to mend it."""
    memory.eye_failed = isinstance(error, CameraError)
    if isinstance(error, CameraError) and not isinstance(error, FramesEnded):
        # The game waits for the camera, and goes on with it.
        ledger.tell((camera_lost(error),))
        return True
    ledger.tell((halted(error),))
    if ledger.state.phase.shown is Phase.ROW:
        ledger.signal(Signal.ACTED, interrupted=True)
    ledger.write(Controlled("pause"))
    fleet.pause()
    return False
