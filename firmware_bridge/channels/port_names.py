"""Names of serial ports that stay with a device, whatever else is plugged in (Linux): by-id, never by number."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

BY_ID = Path("/dev/serial/by-id")
BY_PATH = Path("/dev/serial/by-path")


@dataclass(frozen=True)
class Device:
    """A serial port as the system numbers it."""

    path: str
    identity: tuple[int | None, int | None, str | None] = (None, None, None)
    """USB vendor, product, serial number."""


def links_in(folder: Path) -> dict[str, str]:
    """Device -> the link to it."""
    try:
        return {str(link.resolve()): str(link) for link in sorted(folder.iterdir(), reverse=True)}
    except OSError:
        # No such folder: no udev here, or nothing is plugged in.
        return {}


def stable_names(devices: Iterable[Device], by_id: Mapping[str, str], by_path: Mapping[str, str]) -> dict[str, str]:
    """Device's path -> the name to call it by.

    By its id; by its socket where two devices have the same id (cheap USB chips have no serial number, and the link
    by id points to only one of the two); by its own path where there is neither (Bluetooth, other systems).
    """
    found = list(devices)
    alike = Counter(device.identity for device in found if device.identity[0] is not None)
    names: dict[str, str] = {}
    for device in found:
        links = (by_path, by_id) if alike[device.identity] > 1 else (by_id, by_path)
        names[device.path] = links[0].get(device.path) or links[1].get(device.path) or device.path
    return names
