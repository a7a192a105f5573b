"""How long a golem's acts take and what its light shows, as its firmware does them."""

from __future__ import annotations

from firmware_bridge.protocol.messages import ActKind

ACT_SECONDS: dict[ActKind, float] = {
    ActKind.STRIKE: 0.6,
    ActKind.SHIELD: 0.3,
    ActKind.HIT: 0.8,
    ActKind.BUMP: 0.4,
    ActKind.TAKE: 0.5,
    ActKind.DROP: 0.5,
    ActKind.DIE: 1.0,
    ActKind.IDENTIFY: 1.8,
}

ACT_LIGHTS: dict[ActKind, tuple[str, str]] = {
    ActKind.STRIKE: ("white", "off"),
    ActKind.SHIELD: ("blue", "blue"),
    ActKind.HIT: ("red", "off"),
    ActKind.BUMP: ("yellow", "off"),
    ActKind.TAKE: ("green", "off"),
    ActKind.DROP: ("green", "off"),
    ActKind.DIE: ("red", "magenta"),
    ActKind.IDENTIFY: ("white", "off"),
}
"""The light during an act and after it, as the firmware shows it; a simulated robot does not blink."""
