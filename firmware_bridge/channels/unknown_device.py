"""What other devices say on a port on which a golem is looked for."""

from __future__ import annotations

import re

from boards.base.reasons import Reason
from firmware_bridge.channels.channel_reasons import Device

KEPT = 512
"""So many bytes that were no frame are kept to be looked at."""

_MARKS: tuple[tuple[bytes, Device], ...] = (
    (rb"\$G[A-Z]{4},[^\r\n]*\*[0-9A-F]{2}", Device.SATELLITE_RECEIVER),
    (rb"(?i)marlin|FIRMWARE_NAME:|echo:|\bok T:-?\d|T:-?\d+\.\d+ ?/", Device.PRINTER),
    (rb"Grbl \d|\[MSG:|<Idle\|", Device.MILL),
    (rb"MicroPython v|>>> ", Device.MICROPYTHON),
    (rb"(?m)^(OK|ERROR|AT[+\r])", Device.MODEM),
)
"""What a device's text looks like -> what it is."""

_LEAST = 4


def recognised(data: bytes) -> Reason | None:
    """Return what sent these bytes; None if they are too few to say."""
    if len(data) < _LEAST:
        return None
    for mark, what in _MARKS:
        if re.search(mark, data):
            return what()
    printable = sum(32 <= byte < 127 or byte in b"\r\n\t" for byte in data)
    if printable >= 0.9 * len(data):
        text = " ".join(data.decode("ascii", "replace").split())[:40]
        return Device.TEXT(text=repr(text))
    return Device.BYTES()
