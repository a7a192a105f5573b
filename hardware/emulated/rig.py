"""A set of emulated golems, reachable as real ones are: by the path of a port."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from boards.geometry import Pose
from hardware.emulated.build import build
from hardware.emulated.golem import EmulatedGolem
from hardware.emulated.wheels import Wheels
from hardware.simulated.faults import CLEAN, LineFaults
from hardware.simulated.rig import Rig
from hardware.simulated.traffic import SimulatedTraffic
from hardware.simulated.uart import Uart
from hardware.simulated.world import Body, World


@dataclass(frozen=True)
class EmulatedRig(Rig):
    """Emulated golems by name."""

    golems: dict[str, EmulatedGolem] = field(default_factory=dict)


@asynccontextmanager
async def emulated_golems(
    world: World,
    names: Iterable[str],
    seed: int = 0,
    *,
    line: LineFaults = CLEAN,
    wheels: Wheels | None = None,
) -> AsyncIterator[EmulatedRig]:
    """Golems that run the firmware, on pseudo-terminals. Without `wheels` each has its own, as printed.

    Raises :class:`hardware.emulated.build.NoEmulator`, which says what to install, and
    :class:`hardware.emulated.build.BuildFailed`.
    """
    built = build()
    traffic = SimulatedTraffic()
    golems: dict[str, EmulatedGolem] = {}
    urls: dict[str, str] = {}
    try:
        for number, name in enumerate(names):
            uart = Uart(traffic, line=line, seed=seed * 1000 + number)
            body = world.bodies.setdefault(name, Body(Pose(0.0, 0.0, 0.0)))
            golems[name] = EmulatedGolem(name, body, uart, built, seed, wheels=wheels)
            urls[name] = f"serial:{uart.path}"
        yield EmulatedRig(urls, {}, traffic, golems=golems)
    finally:
        for golem in golems.values():
            golem.close()
        traffic.release()
