"""The long runs of torture, their figures in words."""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing
import tempfile
import time
from pathlib import Path

from tests.torture.bench import Bench
from tests.torture.broker import kill_often
from tests.torture.judge import Verdict
from tests.torture.plan import drawn_plan
from tests.torture.report import SHOWN, TITLES, Report, machine

A_RUN = 20_000
"""Commands with a seed, a line and a robot of their own."""

QUANTILES = (("median", 0.5), ("95 %", 0.95), ("99 %", 0.99))


def wire(args: argparse.Namespace) -> Report:
    """The commands of `args`, in runs of their own, on `args.jobs` processes."""
    sizes = [min(A_RUN, args.commands - at) for at in range(0, args.commands, A_RUN)]
    work = [(args.seed + number, size) for number, size in enumerate(sizes)]
    found, began = Verdict(), time.monotonic()
    cpu = 0.0
    with multiprocessing.get_context("spawn").Pool(args.jobs) as pool:
        for seed, part, seconds in pool.imap_unordered(one_run, work):
            found.add(part)
            cpu += seconds
            print(f"seed {seed}: {found.commands:,} commands so far, {len(found.faults)} faults", flush=True)
    return Report(_wire_text(found, args.seed, len(work), time.monotonic() - began, cpu), not found.faults)


def one_run(work: tuple[int, int]) -> tuple[int, Verdict, float]:
    """One seed's run; the verdict and its seconds of processor time."""
    seed, commands = work
    began = time.process_time()
    with tempfile.TemporaryDirectory(prefix="golem-torture-") as folder:
        found = Bench(drawn_plan(seed, commands), seed, Path(folder)).run()
    return seed, found, time.process_time() - began


def _wire_text(found: Verdict, seed: int, runs: int, wall: float, cpu: float) -> str:
    uncertain = ", ".join(f"{count:,} {cause}" for cause, count in found.uncertain.most_common())
    rows = [
        ("commands", f"{found.commands:,}"),
        ("robot resets, at any byte", f"{found.resets:,}"),
        ("controllers killed, half of them at a byte of the journal", f"{found.crashes:,}"),
        ("silences of the line / ports pulled and plugged in again", f"{found.silences:,} / {found.unplugs:,}"),
        ("executed wrong", str(len(found.wrong))),
        ("executed twice", str(len(found.twice))),
        ("lost silently", str(len(found.lost))),
        *((f"ended {kind}", f"{count:,}") for kind, count in found.ends.most_common()),
        ("uncertain, by what had happened", uncertain),
        ("time", f"{wall / 60:.1f} min, {cpu / 60:.1f} min of processor time: {found.commands / cpu:,.0f} commands/s"),
    ]
    lines = [TITLES["wire"], ""]
    lines += [
        f"Seeds {seed} to {seed + runs - 1}; each draws a line of its own: up to 20 % of the frames lost,",
        "20 % doubled, 10 % late or overtaken, bit errors up to 1e-3, cut frames, garbage between frames, frames",
        "that come byte by byte, lines that fall silent for up to 1.5 s.",
        "",
        "| what | measured |",
        "|---|---|",
        *(f"| {what} | {value} |" for what, value in rows),
        "",
        *(f"- {fault}" for fault in found.faults[:SHOWN]),
    ]
    return "\n".join(lines).rstrip() + f"\n\n{machine()}\n"


def broker(args: argparse.Namespace) -> Report:
    """10,000 commands over a mosquitto that is killed at least 100 times."""
    found = asyncio.run(kill_often(args.broker_commands, args.kills))
    verdict, times = found.verdict, sorted(found.recovered_s)
    rows = [
        ("commands, 20 robots", f"{verdict.commands:,}"),
        ("mosquitto killed (SIGKILL)", str(len(times))),
        (
            "from the kill until every robot was heard again",
            ", ".join(f"{what} {times[int(len(times) * share)]:.2f} s" for what, share in QUANTILES),
        ),
        ("slowest recovery", f"{times[-1]:.2f} s; later than 1 s: {sum(time > 1 for time in times)}"),
        ("executed wrong", str(len(verdict.wrong))),
        ("executed twice", str(len(verdict.twice))),
        ("lost silently", str(len(verdict.lost))),
        *((f"ended {kind}", f"{count:,}") for kind, count in verdict.ends.most_common()),
    ]
    lines = [
        TITLES["broker"],
        "",
        "Real time, a real mosquitto on loopback, simulated robots.",
        "",
        "| what | measured |",
    ]
    lines += ["|---|---|", *(f"| {what} | {value} |" for what, value in rows), ""]
    lines += [f"- {fault}" for fault in verdict.faults[:SHOWN]]
    return Report("\n".join(lines).rstrip() + f"\n\n{machine()}\n", not verdict.faults)
