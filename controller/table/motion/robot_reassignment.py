"""Robots at a table get the colours of the golems that they carry."""

from __future__ import annotations

from boards.colours import COLOURS
from controller.table.core.ports import FleetPort
from controller.table.core.record.entries import Controlled, PairingEnded
from controller.table.core.record.ledger import Ledger
from controller.table.core.state import TableState
from controller.table.motion.identification_messages import notices_of
from controller.table.motion.robot_identification import Pairing


def answering(state: TableState, fleet: FleetPort) -> tuple[str, ...]:
    """Return the robots that are there and stand still."""
    ready = {robot.name for robot in state.robots.values() if robot.link == "ready"}
    return tuple(name for name in COLOURS if name in fleet and name in ready)


def take_over(found: Pairing, ledger: Ledger, fleet: FleetPort) -> None:
    """Assign each robot to the golem that it carries, if the assignment is unique.

    The game waits until people have read what was found.
    """
    crossed = {name: colour for name, colour in found.colours.items() if name != colour}
    exchanged = bool(crossed) and set(crossed) == set(crossed.values())
    ports = {name: fleet[name].port for name in found.colours}
    ledger.write(PairingEnded(dict(found.colours), exchanged))
    if exchanged:
        fleet.rename(crossed)
    ledger.tell(notices_of(found, ports, exchanged))
    fleet.pause()
    ledger.write(Controlled("pause"))
