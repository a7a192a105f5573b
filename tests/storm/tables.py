"""Troubles in the middle of a game: cameras, hands, power, disks. An undisturbed run says what must come out."""

from __future__ import annotations

import asyncio
import errno
import json
import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

from controller.app.simulation import act
from controller.journal import read_record
from controller.table.core.settings import Settings
from controller.table.view.view import View
from hardware.simulated import virtual_clock
from hardware.simulated.virtual_clock import run
from tests.storm.campaign import Campaign, Case
from tests.storm.files import command, folder
from tests.support.quick_table import quick_table

GOLEMS = ("red", "blue")
CARDS = ("forward", "forward", "turn-left", "turn-left", "turn-right", "turn-right", "backward", "stand")
"""As many of a kind as a deck surely holds."""
BESIDE_MM = 40.0
"""Whoever ends farther from where it ended undisturbed stands on another cell, or between two."""
TURNED_DEGREES = 20.0
LONGEST_S = 300.0
"""On the table's clock: four rows take some ten seconds, a way home and corrections some more."""


def _position(rng: Random) -> dict[str, Any]:
    starts = {"red": ("a1", "N"), "blue": ("d4", "S")}
    return {
        "game": "golems",
        "board": {"size": [4, 4]},
        "golems": {name: {"at": at, "facing": facing} for name, (at, facing) in starts.items()},
        "programs": {name: rng.sample(CARDS, 4) for name in GOLEMS},
    }


def _act(case: Case, here: Path, position: dict[str, Any], faults: dict[str, Any], statuses: tuple[int, ...]) -> Any:
    """Act it out; return the exit status, what was said, and where everybody truly ended."""
    (here / "position.yaml").write_text(json.dumps(position), encoding="utf-8")
    (here / "faults.yaml").write_text(json.dumps(faults), encoding="utf-8")
    truth = here / "truth.jsonl"
    words = ["demo", "--act", str(here / "position.yaml"), "--faults", str(here / "faults.yaml")]
    status, said, _err = command(
        case, [*words, "--seed", str(case.seed % 1000), "--truth", str(truth)], statuses, slow_s=120
    )
    ends: dict[str, dict[str, float]] = {}
    for line in truth.read_bytes().splitlines() if truth.exists() else ():
        told = json.loads(line)
        if "heading" in told:
            ends[told["name"]] = told
    return status, said, ends


def _disturbed(
    case: Case,
    what: str,
    faults: dict[str, Any],
    disturbance: Callable[[], AbstractContextManager[object]] = nullcontext,
    longest_s: float = LONGEST_S,
) -> None:
    position = _position(Random(case.seed))
    with folder() as here:
        _status, _said, plain = _act(case, here, position, {"hands": []}, (0,))
        with disturbance():
            status, said, ends = _act(case, here, position, faults, (0, 1))
    case.count(f"rows acted out beside {what}", 4)
    if status != 0:
        case.count("asked people to mend it")
        case.check(len(said.splitlines()) > 1, f"{faults}: came to a stand and asks nobody for anything: {said!r}")
        return
    for name, end in ends.items():
        beside = max(abs(end[axis] - plain[name][axis]) for axis in ("x", "y"))
        turned = abs((end["heading"] - plain[name]["heading"] + 180) % 360 - 180)
        case.check(beside < BESIDE_MM and turned < TURNED_DEGREES, f"{faults}: {name} ended {beside:.0f} mm beside")
        case.check(end["t"] < longest_s, f"{faults}: {end['t']:.0f} s")


def cameras(case: Case) -> None:
    """A camera that is late, frozen, unplugged or in the dark for a while."""
    rng = Random(case.seed)
    faults = []
    for _ in range(rng.randint(1, 3)):
        what = rng.choice(("late", "freeze", "unplug", "dark"))
        fault = {"at": {"time": round(rng.uniform(0, 9), 1)}, "do": what, "for": round(rng.uniform(0.3, 4), 1)}
        faults.append({**fault, "by": round(rng.uniform(0.1, 1.5), 1)} if what == "late" else fault)
    _disturbed(case, "a camera's faults", {"camera": {"faults": faults}})


def hands(case: Case) -> None:
    """Hands over the field, that push, hold and take golems."""
    rng = Random(case.seed)
    told = []
    for _ in range(rng.randint(1, 3)):
        at = {"row": rng.randint(1, 4), "time": round(rng.uniform(0, 2), 1)}
        deed: dict[str, Any] = {"at": at, "for": round(rng.uniform(0.3, 3), 1)}
        match rng.choice(("over", "push", "hold", "take")):
            case "over":
                deed |= {"do": "over", "cell": rng.choice(("a1", "b2", "c3", "d4"))}
            case "push":
                by = {"x": rng.randint(-12, 12), "y": rng.randint(-12, 12)}
                deed |= {"do": "push", "golem": rng.choice(GOLEMS), "by": by}
            case what:
                deed |= {"do": what, "golem": rng.choice(GOLEMS)}
        told.append(deed)
    _disturbed(case, "hands", {"hands": told})


def power(case: Case) -> None:
    """Robots that lose their power in the middle of a motion, stall, are deaf or late for a while."""
    rng = Random(case.seed)
    faults = []
    for number in rng.sample(range(1, 8), rng.randint(1, 2)):
        golem = rng.choice(GOLEMS)
        match rng.choice(("lose-power", "stall", "deaf", "late", "refuse")):
            case "deaf":
                at = {"time": round(rng.uniform(0, 9), 1)}
                faults.append({"golem": golem, "at": at, "do": "deaf", "for": round(rng.uniform(0.1, 1.5), 1)})
            case "late":
                at = {"time": round(rng.uniform(0, 9), 1)}
                faults.append({"golem": golem, "at": at, "do": "late", "by": round(rng.uniform(0.01, 0.3), 2)})
            case "refuse":
                faults.append({"golem": golem, "at": {"command": number}, "do": "refuse"})
            case what:
                fault = {
                    "golem": golem,
                    "at": {"command": number},
                    "do": what,
                    "share": round(rng.uniform(0.1, 0.9), 1),
                }
                faults.append(fault)
    _disturbed(case, "power cuts", {"faults": faults})


def clocks(case: Case) -> None:
    """A computer that is suspended, or too busy to do anything, in the middle of a row: its clock jumps."""
    rng = Random(case.seed)
    jumps = sorted((rng.uniform(0, 12), rng.choice((0.4, 1.5, 20.0, 600.0)) * rng.random()) for _ in range(3))
    left = [*jumps]
    leap = virtual_clock._VirtualSelector._leap

    def late(selector: virtual_clock._VirtualSelector, until: float) -> float:
        now = leap(selector, until)
        while left and now >= left[0][0]:
            now += left.pop(0)[1]
        return now

    @contextmanager
    def disturbance() -> Iterator[None]:
        # A run may take so long by its own clock, suspended or not.
        with (
            patch.object(virtual_clock._VirtualSelector, "_leap", late),
            patch.object(act, "LONGEST_S", act.LONGEST_S + suspended_s),
        ):
            yield

    told = [f"{by:.1f} s at {at:.1f} s" for at, by in jumps]
    suspended_s = sum(by for _at, by in jumps)
    longest_s = LONGEST_S + suspended_s
    _disturbed(case, "a clock that jumps", {"hands": []}, disturbance, longest_s)
    case.count("jumps of the clock", len(jumps) - len(left))
    case.found = [f"{found} (jumps: {', '.join(told)})" for found in case.found]


# Disks


class _Disk:
    """A disk that is full, broken, read-only or slow for a while: seeded, counted in writes."""

    def __init__(self, rng: Random) -> None:
        self._real = os.write, os.fsync
        self._at = {
            rng.randrange(3, 90): rng.choice((errno.ENOSPC, errno.EIO, errno.EROFS, errno.EDQUOT)) for _ in range(3)
        }
        self._rng = rng
        self._writes = 0
        self.error = 0
        self.failed = 0

    def write(self, descriptor: int, data: Any) -> int:
        self._writes += 1
        self.error = self._at.pop(self._writes, self.error)
        if self.error:
            self.failed += 1
            raise OSError(self.error, os.strerror(self.error))
        if self._rng.random() < 0.1 and len(data) > 1:
            # A write may take less than it was given.
            data = data[: self._rng.randrange(1, len(data))]
        return self._real[0](descriptor, data)

    def fsync(self, descriptor: int) -> None:
        if self.error and self._rng.random() < 0.5:
            raise OSError(self.error, os.strerror(self.error))
        self._real[1](descriptor)

    def last(self) -> None:
        """Fail no more."""
        self._at.clear()

    @contextmanager
    def used(self) -> Iterator[None]:
        with patch.object(os, "write", self.write), patch.object(os, "fsync", self.fsync):
            yield


def _over(view: View) -> bool:
    return view.winners is not None


def _failed(view: View) -> bool:
    return any(notice.code == "record-failed" for notice in view.notices)


def _game(path: Path, seed: int, mend: Callable[[], None], done: Callable[[], None]) -> list[Any]:
    """Play a game to its end, and return what was played.

    `mend` is called before somebody has it tried again, `done` at the end.
    """

    async def main() -> None:
        async with quick_table(path, seed, settings=Settings(reveal_s=0.5)) as quick:
            while not _over(await quick.until(lambda view: _over(view) or _failed(view))):
                await asyncio.sleep(5)
                mend()
                await quick.table.submit("resume")
                if quick.table.latest().paused:
                    await quick.table.submit("resume")
                # It may fail again at once.
                await asyncio.sleep(1)
            # A disk that fails while the table ends is told as the last thing: not a part of the game.
            mend()
            done()

    run(main())
    entries = read_record(path).entries
    assert [entry.n for entry in entries] == [*range(len(entries))], "entries are missing or doubled"
    return [
        entry.data["programs"] if entry.kind == "programs" else entry.data
        for entry in entries
        if entry.kind in ("programs", "row")
    ]


@lru_cache(maxsize=8)
def _whole(seed: int) -> list[Any]:
    with folder() as here:
        return _game(here / "whole.jsonl", seed, lambda: None, lambda: None)


def disks(case: Case) -> None:
    """A disk that fails in the middle of a game: nothing goes on that is not on record, then the same game goes on."""
    rng = Random(case.seed)
    seed = case.seed % 40
    whole = _whole(seed)
    disk = _Disk(rng)

    def mend() -> None:
        disk.error = 0

    with folder() as here, disk.used():
        played = _game(here / "game.jsonl", seed, mend, disk.last)
    case.check(played == whole, "the game differs from the undisturbed one")
    case.count("writes that failed", disk.failed)
    case.count("games on a bad disk")


SAME = "the golems end where they end undisturbed, or people are asked to mend it; in time"
CAMPAIGNS = (
    Campaign("cameras", "cameras late, frozen, unplugged, in the dark while rows are acted out", SAME, cameras, 0),
    Campaign("hands", "hands over the field that push, hold and take golems", SAME, hands, 0),
    Campaign("power", "robots that lose power in mid-row, stall, refuse, are deaf or late", SAME, power, 0),
    Campaign(
        "clocks", "a computer that is suspended or stalls in mid-row: its clock jumps by up to 10 min", SAME, clocks, 0
    ),
    Campaign(
        "disks", "disks that are full, broken, read-only for a while", "the undisturbed game, nothing lost", disks
    ),
)
