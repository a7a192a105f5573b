"""Exactly once, with the real program at the robot's end of a bad line, judged by what the coil pins did."""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing
import time
from collections import Counter
from dataclasses import dataclass, field
from random import Random

from boards.geometry import Pose
from hardware.emulated.avr_chip import Seen
from hardware.emulated.emulated_golem import EmulatedGolem
from hardware.emulated.emulated_rig import emulated_golems
from hardware.emulated.firmware_build import build
from hardware.emulated.wheels import Wheels
from hardware.simulated.faults import LineFaults
from hardware.simulated.physics.drive_dimensions import MM_PER_STEP, TRACK_MM
from hardware.simulated.virtual_clock import run
from hardware.simulated.world import Body, World
from tests.torture.report import SHOWN, TITLES, Report, machine

A_RUN = 100
"""Commands with a seed and a golem of their own."""

DEGREES_PER_STEP = MM_PER_STEP * 2 / TRACK_MM * 57.29577951
BAD = LineFaults(loss=0.15, duplicate=0.2, late=0.1, late_s=0.2, bit_error=2e-4, cut=0.03, garbage=0.05, dribble=0.1)


@dataclass
class Judged:
    """What became of the commands, and what was wrong with it."""

    ends: Counter[str] = field(default_factory=Counter)
    resets: int = 0
    faults: list[str] = field(default_factory=list)


def steps(golem: EmulatedGolem) -> tuple[int, int]:
    """Steps of the left and the right wheel, from the pins."""
    golem.run_to(asyncio.get_running_loop().time())
    seen: Seen = golem.chip.seen()
    return seen.left, seen.right


def torture(seed: int, commands: int, resets: float, stops: float) -> Judged:
    """A host that sends commands over a bad line to a golem that is reset and stopped at any moment."""
    chance, judged = Random(seed), Judged()

    async def main() -> None:
        world = World(bodies={"red": Body(Pose(0, 0, 0))})
        async with emulated_golems(world, ("red",), seed, line=BAD, wheels=Wheels()) as rig:
            golem, red = rig.golems["red"], rig.open("red")
            await red.connect()
            loop = asyncio.get_running_loop()
            slack = 0
            for number in range(commands):
                before, resets_before = steps(golem), judged.resets
                way = chance.choice((-1, 1)) * chance.uniform(2, 12)
                moves = chance.random() < 0.5
                command = red.move(way, 45) if moves else red.turn(way * 2, 120)
                if chance.random() < resets:
                    judged.resets += 1
                    loop.call_later(chance.uniform(0, 0.5), golem.reset)
                elif chance.random() < stops:
                    loop.call_later(chance.uniform(0, 0.4), lambda: asyncio.ensure_future(red.stop()))
                result = await command
                judged.ends[result.kind] += 1
                # What a reset or a stop began must be over, and what was lost on the line mended.
                await asyncio.sleep(0.6)
                after = steps(golem)
                went = (after[0] - before[0], after[1] - before[1])
                ahead, around = round(result.mm / MM_PER_STEP), round(result.degrees / DEGREES_PER_STEP)
                wanted = round(way, 3) / MM_PER_STEP if moves else round(way * 2, 2) / DEGREES_PER_STEP
                whole = (wanted, wanted) if moves else (-wanted, wanted)
                # A reset in the middle of a step, between the two wheels' coils, costs a step, found out by the next
                # motion.
                restarted = judged.resets > resets_before
                slack = 1 if restarted else slack
                as_told = _near(went, (ahead - around, ahead + around), slack)
                right = {
                    "done": as_told and _near(went, whole, slack + 0.51),
                    "cancelled": as_told and _within(went, whole, slack + 0.51),
                    "uncertain": judged.ends["uncertain"] <= judged.resets and _within(went, whole, slack + 0.51),
                    "rejected": went == (0, 0),
                }[result.kind]
                if not right:
                    judged.faults.append(f"{number}: {result} for {wanted:.2f} steps, the pins say {went}")
                slack = slack if restarted else 0
            await red.close()

    run(main())
    return judged


def _near(went: tuple[int, int], wanted: tuple[float, float], slack: float) -> bool:
    return all(abs(a - b) <= slack for a, b in zip(went, wanted, strict=True))


def _within(went: tuple[int, int], whole: tuple[float, float], slack: float) -> bool:
    """Whether both wheels went between nothing and the whole way."""
    return all(min(0.0, b) - slack <= a <= max(0.0, b) + slack for a, b in zip(went, whole, strict=True))


def firmware(args: argparse.Namespace) -> Report:
    """So many commands as `args` says, in runs of their own, on `args.jobs` processes."""
    build()
    seeds = range(args.seed, args.seed + args.firmware_commands // A_RUN)
    found, began, cpu = Judged(), time.monotonic(), 0.0
    with multiprocessing.get_context("spawn").Pool(args.jobs) as pool:
        for part, seconds in pool.imap_unordered(one_run, seeds):
            found.ends += part.ends
            found.resets += part.resets
            found.faults += part.faults
            cpu += seconds
    rows = [
        ("commands", f"{found.ends.total():,}"),
        ("resets of the processor, at any moment", f"{found.resets:,}"),
        ("executed wrong, twice, or lost silently, by the coil pins", str(len(found.faults))),
        *((f"ended {kind}", f"{count:,}") for kind, count in found.ends.most_common()),
        ("time", f"{(time.monotonic() - began) / 60:.1f} min, {cpu / 60:.1f} min of processor time"),
    ]
    lines = [
        TITLES["firmware"],
        "",
        "Virtual time, the flashed program on an emulated processor: 15 % of the frames lost, 20 % doubled, 10 % late,",
        "bit errors, cut frames, garbage, frames that come byte by byte. What a command did is counted in steps, from",
        "the coil pins, and must be what DONE told, to the step (a reset in the middle of a step may cost that step).",
        "",
        "| what | measured |",
        "|---|---|",
        *(f"| {what} | {value} |" for what, value in rows),
        "",
        *(f"- {fault}" for fault in found.faults[:SHOWN]),
    ]
    return Report("\n".join(lines).rstrip() + f"\n\n{machine()}\n", not found.faults)


def one_run(seed: int) -> tuple[Judged, float]:
    """One seed's run, and its seconds of processor time."""
    began = time.process_time()
    found = torture(seed, A_RUN, resets=0.15, stops=0.12)
    found.faults = [f"seed {seed}, {fault}" for fault in found.faults]
    if found.ends["uncertain"] > found.resets:
        found.faults.append(f"seed {seed}: {found.ends['uncertain']} uncertain, {found.resets} resets")
    return found, time.process_time() - began
