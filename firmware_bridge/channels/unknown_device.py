"""What other devices say on a port on which a golem is looked for."""

from __future__ import annotations

import re

KEPT = 512
"""So many bytes that were no frame are kept to be looked at."""

_MARKS: tuple[tuple[bytes, str], ...] = (
    (rb"\$G[A-Z]{4},[^\r\n]*\*[0-9A-F]{2}", "a satellite receiver (GPS; it speaks NMEA 0183)"),
    (rb"(?i)marlin|FIRMWARE_NAME:|echo:|\bok T:-?\d|T:-?\d+\.\d+ ?/", "a 3D printer (it speaks as Marlin does)"),
    (rb"Grbl \d|\[MSG:|<Idle\|", "a milling machine or plotter (it speaks as Grbl does)"),
    (rb"MicroPython v|>>> ", "a board with MicroPython, without the golem's program"),
    (rb"(?m)^(OK|ERROR|AT[+\r])", "a modem or a Bluetooth module in command mode"),
)
"""What a device's text looks like -> what it is."""

_LEAST = 4


def recognised(data: bytes) -> str:
    """Return what sent these bytes, in plain words; "" if they are too few to say."""
    if len(data) < _LEAST:
        return ""
    for mark, what in _MARKS:
        if re.search(mark, data):
            return what
    printable = sum(32 <= byte < 127 or byte in b"\r\n\t" for byte in data)
    if printable >= 0.9 * len(data):
        text = " ".join(data.decode("ascii", "replace").split())[:40]
        return f"a device that sends text: {text!r}"
    return "a device that sends bytes which are no golem's (or at another speed)"
