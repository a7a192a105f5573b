"""`--robots simulated`: which robots a simulated game or a simulated wire has."""

from __future__ import annotations

ROBOTS = ("simulated", "emulated", "micropython")
"""Simulated in Python; the golem's program on an emulated processor; the MicroPython golem's program."""

_FORMER = {"twins": "simulated"}
"""Names of older versions, which still work."""


def robots_kind(text: str) -> str:
    """Return the kind of robots that a text means; a text that means none as it is, for the choices to refuse."""
    return _FORMER.get(text, text)
