"""How golems move: how near they come to each other with all errors and faults, how long a row takes, how exactly they
stand, how they stop and find home. Simulated robots with bodies on wires in virtual time; true poses every 5 ms."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from random import Random
from statistics import median, quantiles
from typing import Any

from boards.colours import COLOURS
from boards.geometry import Cell, Pose
from controller.table.perception.differences import Tolerance
from hardware.simulated.drive_model import FIRMWARE_DRIVE
from hardware.simulated.faults import FaultKind, LineFaults
from hardware.simulated.physics.drive_train import DriveErrors
from hardware.simulated.script.fault_plan import FaultPlan, GolemPlan, Moment, RobotFault, StartError
from hardware.simulated.world import Begun, Ended
from tests.benchmarks import Row
from tests.support.acted_rows import Seen, act_rows, drive_home
from tests.support.motion_patterns import Pattern, document_of, patterns, random_rows
from tests.support.stops import hand_stops, stops

SHARE = float(os.environ.get("GOLEM_MOTION_SHARE", "1"))
"""How much of all is measured; 0.1 takes some minutes."""
ACTS = 250
"""Of four rows each."""
HOMES = 200

WANTED_MM = 72.0
ERRORS: dict[str, DriveErrors] = {
    "3 % different wheels": DriveErrors(left=1.015, right=0.985),
    "5 % track": DriveErrors(track=1.05),
    "2 mm backlash": DriveErrors(backlash_mm=2.0),
    "10 % lost steps": DriveErrors(lost_steps=0.1),
    "slip in bursts": DriveErrors(slip_every_mm=300.0),
}
WEAK = DriveErrors(weak_above_mm_s=35.0)
"""A motor that loses half of its steps as fast as golems drive: nobody can learn it, and nobody may run into it."""
MISHAPS: tuple[tuple[FaultKind, float], ...] = (
    ("refuse", 0.0),
    ("stall", 0.0),
    ("block", 1.5),
    ("block-left", 0.5),
    ("deaf", 1.5),
    ("lose-power", 0.0),
    ("die", 0.0),
)
USUAL_START = StartError(sigma_mm=1.5, sigma_degrees=1.2)


def measure() -> list[Row]:
    rows = _times()
    rows += _random_rows()
    rows += _patterns()
    rows += _staying()
    rows += _stopping()
    rows += _homing()
    return rows


def _some(number: int) -> int:
    return max(2, round(number * SHARE))


# -- plans of errors ---------------------------------------------------------------------------------------


def usual(seed: int) -> FaultPlan:
    """Firmware's acceleration and starts that are a little off."""
    golem = GolemPlan(FIRMWARE_DRIVE, start_error=USUAL_START)
    return FaultPlan(dict.fromkeys(COLOURS, golem))


def all_errors(seed: int) -> FaultPlan:
    """The same, half of the golems with something wrong with their drives, and lines that lose frames."""
    chance = Random(f"errors/{seed}")
    golems = {}
    for name in COLOURS:
        errors = chance.choice([*ERRORS.values(), WEAK]) if chance.random() < 0.5 else DriveErrors()
        golems[name] = GolemPlan(replace(FIRMWARE_DRIVE, errors=errors), start_error=USUAL_START)
    return FaultPlan(golems, line=LineFaults(loss=0.01, duplicate=0.01))


def with_mishap(seed: int, names: Sequence[str]) -> FaultPlan:
    """All errors, and one golem to which something happens on its way."""
    chance = Random(f"mishap/{seed}")
    kind, amount = chance.choice(MISHAPS)
    at = Moment(chance.uniform(0.0, 2.5), row=chance.randint(1, 4))
    fault = RobotFault(at, chance.choice(list(names)), kind, amount)
    return replace(all_errors(seed), robot_faults=(fault,))


def up_to_tolerance(seed: int) -> FaultPlan:
    """Starts anywhere up to what the table leaves uncorrected."""
    chance, tolerance = Random(f"tolerance/{seed}"), Tolerance()
    golems = {}
    for name in COLOURS:
        off, angle = tolerance.correct_mm * math.sqrt(chance.random()), chance.uniform(-math.pi, math.pi)
        turned = chance.uniform(-tolerance.correct_deg, tolerance.correct_deg)
        error = Pose(off * math.cos(angle), off * math.sin(angle), turned)
        golems[name] = GolemPlan(FIRMWARE_DRIVE, start_error=StartError(error))
    return FaultPlan(golems)


# -- rows --------------------------------------------------------------------------------------------------


def _times() -> list[Row]:
    """How long rows take, against the golem with the most to do."""
    ratios = _ratios(act_rows(random_rows(seed), usual(seed), seed) for seed in range(_some(ACTS)))
    note = f"{len(ratios)} random rows with 2 to 4 golems, starts off by 1.5 mm and 1.2 degrees"
    return [
        Row(
            "time of a row against the longest golem's own",
            f"median {median(ratios):.2f}, p95 {_p95(ratios):.2f}",
            "wanted: median 1.15, p95 1.5",
            note,
        )
    ]


def _ratios(runs: Iterable[Seen]) -> list[float]:
    return [row.seconds / row.longest_s for seen in runs for row in seen.rows if row.longest_s > 0.0]


def _p95(values: Sequence[float]) -> float:
    return quantiles(values, n=20)[-1]


def _random_rows() -> list[Row]:
    found = []
    plans: tuple[tuple[str, Callable[[int, Any], FaultPlan]], ...] = (
        ("starts a little off", lambda seed, _document: usual(seed)),
        ("all errors of drives and lines", lambda seed, _document: all_errors(seed)),
        (
            "all errors, and a robot fails on its way",
            lambda seed, document: with_mishap(seed, list(document["golems"])),
        ),
    )
    for name, plan in plans:
        runs = []
        for seed in range(_some(ACTS)):
            document = random_rows(seed)
            runs.append(act_rows(document, plan(seed, document), seed))
        found.append(_least(f"least distance in random rows: {name}", runs))
    return found


def _patterns() -> list[Row]:
    found = []
    for golems in (2, 3, 4):
        every = patterns(golems)
        some = every if SHARE >= 1 else Random(golems).sample(every, _some(len(every)))
        runs = [_pattern(pattern, seed) for seed, pattern in enumerate(some)]
        name = f"least distance of {golems} neighbours that drive at once"
        found.append(_least(name, runs, f"{len(some)} of {len(every)} patterns, starts up to the tolerance"))
    return found


def _pattern(pattern: Pattern, seed: int) -> Seen:
    return act_rows(document_of(pattern), up_to_tolerance(seed), seed, rows=1)


def _least(what: str, runs: Sequence[Seen], note: str = "") -> Row:
    least = min(seen.least_mm for seen in runs)
    touched = sum(seen.contacts > 0 for seen in runs)
    near = sum(seen.least_mm < WANTED_MM for seen in runs)
    rows = sum(len(seen.rows) for seen in runs)
    unfinished = sum(not seen.finished for seen in runs)
    told = note or f"{rows} rows in {len(runs)} runs"
    more = f"; {unfinished} came to no end" if unfinished else ""
    return Row(
        what, f"{least:.1f} mm; contact in {touched} runs", f"wanted: {WANTED_MM:g} mm; nearer in {near}", told + more
    )


# -- staying exact -----------------------------------------------------------------------------------------

_LOOP = ["forward", "turn-right", "forward", "turn-right"]
CIRCLING = {
    "game": "golems",
    "rules": "2.0",
    "way": "autonomous",
    "board": {"size": [4, 4]},
    "golems": {"red": {"at": "a1", "facing": "N"}, "blue": {"at": "d4", "facing": "S"}},
    "programs": {"red": _LOOP, "blue": _LOOP},
}
"""Two golems that drive round and round."""
LOOKED_AT = (1, 10, 40)


def circling(errors: DriveErrors, seed: int, rows: int = LOOKED_AT[-1]) -> Seen:
    """Two golems drive round: red has these errors."""
    golems = {"red": GolemPlan(replace(FIRMWARE_DRIVE, errors=errors)), "blue": GolemPlan(FIRMWARE_DRIVE)}
    return act_rows(CIRCLING, FaultPlan(golems), seed, rows)


def _staying() -> list[Row]:
    found = []
    for name, errors in {"no error": DriveErrors(), **ERRORS}.items():
        runs = [circling(errors, seed) for seed in range(_some(5))]
        offs = {n: median(seen.rows[n - 1].off_mm["red"] for seen in runs if len(seen.rows) >= n) for n in LOOKED_AT}
        told = ", ".join(f"{off:.1f}" for off in offs.values())
        aim = "" if errors.slip_every_mm else " (wanted: at most 5 %)"
        late = [share for seen in runs for share in [correction_share(seen, first=10)] if share is not None]
        found.append(
            Row(
                f"off after 1, 10, 40 rows, before it is corrected: {name}",
                f"{told} mm",
                f"{100 * median(late):.0f} % of the time after row 10 are corrections{aim}",
                f"medians of {len(runs)} runs; one of two golems has the error",
            )
        )
    return found


def correction_share(seen: Seen, first: int) -> float | None:
    """Return how much of the driving time after so many rows went into corrections between rows.

    Driving: some golem moves. None: there were no rows.
    """
    spans = _motion_spans(seen)
    rows = [(row.began, row.began + row.seconds) for row in seen.rows[first:]]
    if not rows:
        return None
    late = [(begin, end) for begin, end in spans if begin >= rows[0][0]]
    inside = sum(end - begin for begin, end in late if any(low <= begin <= high for low, high in rows))
    whole = sum(end - begin for begin, end in late)
    return (whole - inside) / whole if whole else 0.0


def _motion_spans(seen: Seen) -> list[tuple[float, float]]:
    """Times in which at least one golem moves."""
    spans: list[tuple[float, float]] = []
    moving: dict[str, float] = {}
    since = 0.0
    for event in seen.events:
        if isinstance(event, Begun):
            if not moving:
                since = event.t
            moving[event.name] = event.t
        elif isinstance(event, Ended) and moving.pop(event.name, None) is not None and not moving:
            spans.append((since, event.t))
    return spans


# -- stops -------------------------------------------------------------------------------------------------


def _stopping() -> list[Row]:
    found = []
    for name, hard in (("soft stop", False), ("emergency stop", True)):
        times, ways = zip(*stops(hard, FIRMWARE_DRIVE, _some(20)), strict=True)
        value = f"{max(times):.2f} s, {max(ways):.1f} mm"
        found.append(
            Row(f"{name} of golems that drive", value, f"medians {median(times):.2f} s, {median(ways):.1f} mm", "")
        )
    times, ways = zip(*hand_stops(_some(6)), strict=True)
    found.append(
        Row(
            "a hand over the field: until all stand",
            f"{max(times):.2f} s, {max(ways):.1f} mm",
            "wanted: one frame and 0.15 s, 5 mm",
            f"{len(times)} times, with the rendered camera and the guard; a frame is 0.03 s",
        )
    )
    return found


# -- the way home ------------------------------------------------------------------------------------------


def _homing() -> list[Row]:
    runs = [home(seed) for seed in range(_some(HOMES))]
    times = [seen.seconds for seen in runs if seen.finished]
    value = f"{sum(not seen.finished for seen in runs)} of {len(runs)} stuck"
    took = f"median {median(times):.0f} s, p95 {_p95(times):.0f} s" if len(times) > 1 else "no time"
    touched = sum(seen.contacts > 0 for seen in runs)
    return [
        Row(
            "the way home of four golems from anywhere",
            value,
            took,
            f"contact in {touched}; least distance {min(seen.least_mm for seen in runs):.1f} mm",
        )
    ]


def home(seed: int, golems: int = 4) -> Seen:
    """Drive golems home that stand anywhere on the field, 76 mm apart at least."""
    chance = Random(f"home/{seed}")
    names = COLOURS[:golems]
    poses: dict[str, Pose] = {}
    while len(poses) < golems:
        pose = Pose(chance.uniform(40, 360), chance.uniform(40, 360), chance.uniform(-180, 180))
        if all(pose.point.distance(other.point) >= 76.0 for other in poses.values()):
            poses[names[len(poses)]] = pose
    cells = chance.sample([Cell(column, row) for column in range(4) for row in range(4)], golems)
    stands = {name: {"at": str(cell), "facing": chance.choice("NESW")} for name, cell in zip(names, cells, strict=True)}
    document = {"game": "golems", "way": "scenario", "board": {"size": [4, 4]}, "golems": stands, "programs": {}}
    return drive_home(poses, document, seed)
