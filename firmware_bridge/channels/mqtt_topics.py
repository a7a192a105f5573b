"""The topics of a table on MQTT (docs/protocol.md, "Topics"), and what is said on them besides frames."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

from firmware_bridge.protocol.messages import FaultCode

ROOT = "golem/1"

_NAME = re.compile(r"[\w-]{1,32}")


def is_name(text: str) -> bool:
    """Whether a table's or robot's name can be part of a topic: letters of any script, digits, - and _, at most 32."""
    return _NAME.fullmatch(text) is not None


@dataclass(frozen=True)
class TableTopics:
    """What belongs to a whole table."""

    table: str

    @property
    def estop(self) -> str:
        """QoS 1, retained: ``latched``, or empty."""
        return f"{ROOT}/{self.table}/$estop"

    @property
    def host(self) -> str:
        """QoS 1, retained: ``online``; the will is ``offline``."""
        return f"{ROOT}/{self.table}/$host"

    def robot(self, name: str) -> RobotTopics:
        """Return the topics of a robot."""
        return RobotTopics(f"{ROOT}/{self.table}/{name}")

    @property
    def of_all_robots(self) -> tuple[tuple[str, int], ...]:
        """What a host listens to: (filter, QoS)."""
        base = f"{ROOT}/{self.table}/+"
        return ((f"{base}/ack", 0), (f"{base}/state", 1))

    @property
    def announcements(self) -> tuple[tuple[str, int], ...]:
        """What tells a visitor who is there: (filter, QoS).

        With QoS 1 a broker would hold back what it keeps after the first twenty, until each is confirmed.
        """
        base = f"{ROOT}/{self.table}/+"
        return ((self.host, 0), *((f"{base}/{what}", 0) for what in ("state", "desc", "telemetry")))


@dataclass(frozen=True)
class RobotTopics:
    """What belongs to one robot."""

    base: str

    @property
    def cmd(self) -> str:
        """Frames to the robot: QoS 0, never retained."""
        return f"{self.base}/cmd"

    @property
    def ack(self) -> str:
        """Frames from the robot: QoS 0, never retained."""
        return f"{self.base}/ack"

    @property
    def state(self) -> str:
        """QoS 1, retained: ready or lost, with the boot id."""
        return f"{self.base}/state"

    @property
    def desc(self) -> str:
        """QoS 1, retained: firmware, capabilities, name."""
        return f"{self.base}/desc"

    @property
    def telemetry(self) -> str:
        """QoS 0: battery, state, counts."""
        return f"{self.base}/telemetry"

    def fault(self, code: FaultCode) -> str:
        """QoS 1, retained; empty when it is over."""
        return f"{self.base}/fault/{code.name.lower()}"

    @property
    def faults(self) -> tuple[str, ...]:
        """Where faults are told: a topic for each."""
        return tuple(self.fault(code) for code in FaultCode if code is not FaultCode.NONE)


ESTOP_LATCHED = b"latched"
HOST_ONLINE = b"online"
HOST_OFFLINE = b"offline"


def told(**values: Any) -> bytes:
    """Return a JSON payload with its keys in order."""
    return json.dumps(values, sort_keys=True, separators=(",", ":")).encode()
