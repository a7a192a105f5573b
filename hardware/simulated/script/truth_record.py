"""Write what truly happened on a simulated table: a JSON object a line (docs/faults.md).

Every 5 ms of the loop's clock one line for each golem on the table, and between them a line for each event.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from typing import TextIO

from firmware_bridge.link.commands import Command
from firmware_bridge.protocol.messages import Act, Move, Turn
from hardware.simulated.physics.collisions import Contact
from hardware.simulated.world import FINE_STEP_S, Begun, Ended, RobotEvent, Stopped, World


class TruthRecord:
    """Writes one run of a world into a text file, from now until :meth:`close`."""

    def __init__(self, world: World, file: TextIO, run: int = 0) -> None:
        self._world = world
        self._file = file
        self._run = run
        self._loop = asyncio.get_running_loop()
        self._began = self._loop.time()
        self._count = 0
        world.on_event.append(self._event)
        self._sample()

    def close(self) -> None:
        """Write no more; closing twice is no error."""
        self._timer.cancel()
        if self._event in self._world.on_event:
            self._world.on_event.remove(self._event)

    def note(self, name: str, event: str, **facts: str | float | bool) -> None:
        """Write an event that no robot tells: a hand, a fault, a row."""
        self._write(self._loop.time() - self._began, name, {"event": event, **facts})

    def _sample(self) -> None:
        self._world.write_truth()
        t = self._count * FINE_STEP_S
        for name, body in sorted(self._world.bodies.items()):
            if body.present:
                pose = body.pose
                facts = {"x": round(pose.x, 3), "y": round(pose.y, 3), "heading": round(pose.heading, 3)}
                self._write(t, name, facts)
        # From the count, not from the moment before: no error adds up.
        self._count += 1
        self._timer = self._loop.call_at(self._began + self._count * FINE_STEP_S, self._sample)

    def _event(self, event: RobotEvent) -> None:
        t = event.t - self._began
        match event:
            case Begun(name=name, command=command):
                self._write(t, name, {"event": "begun", **_told(command)})
            case Ended(name=name, command=command, outcome=outcome):
                self._write(t, name, {"event": "ended", **_told(command), "outcome": outcome.name.lower()})
            case Stopped(name=name, hard=hard):
                self._write(t, name, {"event": "stop", "hard": hard})
            case Contact(one=one, other=other, at=at):
                place = {"at": [round(at.x, 3), round(at.y, 3)]}
                self._write(t, one, {"event": "contact", "other": other, **place})

    def _write(self, t: float, name: str, facts: Mapping[str, object]) -> None:
        line = {"run": self._run, "t": round(t, 4), "name": name, **facts}
        self._file.write(json.dumps(line, separators=(", ", ": ")) + "\n")


def _told(command: Command) -> dict[str, object]:
    match command:
        case Move(distance_um=way, speed_mm_s=speed):
            return {"order": "move", "mm": way / 1000, "speed": speed}
        case Turn(angle_cdeg=angle, speed_deg_s=speed):
            return {"order": "turn", "degrees": angle / 100, "speed": speed}
        case Act(kind=kind):
            return {"order": "act", "act": kind.name.lower()}
