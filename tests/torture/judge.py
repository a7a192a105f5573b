"""Compares what the wheels did with what is on record. Knows no frames, no sessions, no sequence numbers."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from controller.journal.journal_reader import Entry, read_record
from firmware_bridge.robots.journal_entries import CommandBegun, sent_of
from tests.torture.plan import command_of
from tests.torture.wheels import Motion, wanted_by


@dataclass
class Verdict:
    """What the judge found in one run, or in many."""

    commands: int = 0
    ends: Counter[str] = field(default_factory=Counter)
    """How commands ended, on record."""
    uncertain: Counter[str] = field(default_factory=Counter)
    """What had happened while a command became uncertain: a reset, a silence (or a pulled plug), or only a bad line."""
    resets: int = 0
    crashes: int = 0
    silences: int = 0
    unplugs: int = 0
    wrong: list[str] = field(default_factory=list)
    """Carried out otherwise than on record says, or without being on record."""
    twice: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    """Without a trace: no end on record, or two, or said to be done and not carried out."""

    @property
    def faults(self) -> list[str]:
        return [*self.wrong, *self.twice, *self.lost]

    def add(self, other: Verdict) -> None:
        self.commands += other.commands
        self.ends += other.ends
        self.uncertain += other.uncertain
        self.resets += other.resets
        self.crashes += other.crashes
        self.silences += other.silences
        self.unplugs += other.unplugs
        self.wrong += other.wrong
        self.twice += other.twice
        self.lost += other.lost


@dataclass(frozen=True)
class OnRecord:
    """One command as the journals have it."""

    number: int
    turning: bool
    wanted: int
    began: float
    ended: float
    kind: str
    way: int
    """What the record says that the wheels did, um or hundredths of a degree."""


def commands_in(journals: Iterable[bytes], folder: Path, verdict: Verdict) -> list[OnRecord]:
    """The commands of some journals, read and verified as the product does."""
    found: list[OnRecord] = []
    path = folder / "judged"
    for content in journals:
        path.write_bytes(content)
        begun: Entry | None = None
        for entry in read_record(path).entries[1:]:
            if entry.kind == "begun":
                if begun is not None:
                    verdict.lost.append(f"command {len(found) + 1} has no end on record")
                begun = entry
            elif begun is None:
                verdict.lost.append(f"command {len(found)} has two ends on record")
            else:
                found.append(_on_record(len(found) + 1, begun, entry))
                begun = None
        if begun is not None:
            verdict.lost.append(f"command {len(found) + 1} has no end on record")
    return found


def _on_record(number: int, begun: Entry, ended: Entry) -> OnRecord:
    turning, wanted = wanted_by(sent_of("robot", msgspec.convert(begun.data, CommandBegun)).command)
    way = round(float(ended.data["degrees"]) * 100) if turning else round(float(ended.data["mm"]) * 1000)
    return OnRecord(number, turning, wanted, begun.time, ended.time, str(ended.data["result"]), way)


def judge(
    commands: Sequence[OnRecord],
    motions: Sequence[Motion],
    resets: Sequence[float],
    outages: Sequence[tuple[float, float]],
    verdict: Verdict,
) -> None:
    """Walk along the record and the wheels' count together.

    The wheels' motions must be those of commands on record, in their order, each once; a motion that is left
    over was wrong, or a command carried out twice. `resets` are times, in order; `outages` when the robot could
    not be reached: (from, to).
    """
    at, before = 0, 0.0
    for command in commands:
        if (command.turning, command.wanted) != wanted_by(command_of(command.number)):
            verdict.wrong.append(f"command {command.number} on record is not that of the plan")
        motion: Motion | None = None
        if at < len(motions) and (motions[at].turning, motions[at].wanted) == (command.turning, command.wanted):
            motion = motions[at]
            at += 1
        verdict.ends[command.kind] += 1
        _compare(command, motion, verdict)
        if command.kind == "uncertain":
            verdict.uncertain[_cause(before, command.ended, resets, outages)] += 1
        before = command.began
    for motion in motions[at:]:
        again = any((other.turning, other.wanted) == (motion.turning, motion.wanted) for other in motions[:at])
        told = f"the wheels turned {motion.way} of {motion.wanted} at {motion.began:.3f} s"
        (verdict.twice if again else verdict.wrong).append(f"{told}, which is not on record there")


def _compare(command: OnRecord, motion: Motion | None, verdict: Verdict) -> None:
    way = motion.way if motion is not None else 0
    name = f"command {command.number}, {command.kind},"
    match command.kind:
        case "done":
            if motion is None:
                verdict.lost.append(f"{name} was not carried out")
            elif way != command.wanted or way != command.way:
                verdict.wrong.append(f"{name} went {way} of {command.wanted}, on record are {command.way}")
        case "rejected":
            if motion is not None:
                verdict.wrong.append(f"{name} was carried out")
        case "cancelled":
            if way != command.way:
                verdict.wrong.append(f"{name} went {way}, on record are {command.way}")
        case "uncertain":
            pass
        case _:
            verdict.lost.append(f"{name} is no end")
    if motion is not None and not command.began - 1e-6 <= motion.began:
        verdict.wrong.append(f"{name} began before it was on record")


def _cause(begin: float, end: float, resets: Sequence[float], outages: Sequence[tuple[float, float]]) -> str:
    """What had happened from the time that the command before had begun: a robot that restarts between two
    commands makes the second one uncertain, if that is sent before the robot has said so."""
    at = bisect_left(resets, begin)
    if at < len(resets) and resets[at] <= end:
        return "reset"
    return "silence" if any(since <= end and until >= begin for since, until in outages) else "line"
