"""Read a fault file (docs/faults.md): errors of golems, faults at a time or place, camera latency, hands.

All mistakes are told at once, each at ``file:line: key``.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations
from pathlib import Path
from typing import get_args

from boards.base.message import _
from boards.base.yaml_reader import Section, read_document
from boards.geometry import Cell, Point, Pose
from hardware.simulated.drive_model import DriveParameters
from hardware.simulated.faults import CLEAN, FAULT_KINDS, Fault, FaultKind, LineFaults
from hardware.simulated.physics.collisions import BODY_MM
from hardware.simulated.physics.drive_train import Cabling, DriveErrors
from hardware.simulated.script.fault_plan import (
    CameraFault,
    CameraKind,
    FaultPlan,
    GolemPlan,
    Hand,
    HandKind,
    Moment,
    RobotFault,
    StartError,
    slowed,
)

ALL = "all"
"""In place of a golem's name: every golem that has no keys of its own."""

FAR_MM = 5000.0
LONG_S = 3600.0
LATEST_S = 10.0

_KINDS: dict[str, FaultKind] = {kind: kind for kind in FAULT_KINDS}
_CAMERA_KINDS: dict[str, CameraKind] = {kind: kind for kind in get_args(CameraKind)}
_HAND_KINDS: dict[str, HandKind] = {kind: kind for kind in get_args(HandKind)}
_CABLINGS: dict[str, Cabling] = {kind: kind for kind in get_args(Cabling)}
_LASTING = ("deaf", "block", "block-left", "block-right")
_OF_COMMANDS = ("slip", "wrong")


@dataclass(frozen=True)
class Table:
    """What a fault file may name."""

    golems: tuple[str, ...]
    cells: frozenset[Cell]
    starts: Mapping[str, Pose] = field(default_factory=dict)
    """Where the golems stand at the start, as far as that is known; empty where people put them down."""


def read_fault_file(path: Path, table: Table) -> FaultPlan:
    """Return the plan in a file. Raises :class:`boards.base.errors.Problems`."""
    return read_document(path, lambda section: _plan(section, table))


def _plan(top: Section, table: Table) -> FaultPlan:
    golems = _golems(top, table)
    _check_starts(top, table, golems)
    robot_faults: list[RobotFault] = []
    commands: dict[str, tuple[Fault, ...]] = {}
    for section in top.sections("faults") if top.has("faults") else ():
        _fault(section, table, robot_faults, commands)
    latency, camera_faults = 0.0, tuple[CameraFault, ...]()
    camera = top.section("camera") if top.has("camera") else None
    if camera is not None:
        latency = _number(camera, "latency", 0.0, 0.0, LATEST_S)
        items = camera.sections("faults") if camera.has("faults") else ()
        camera_faults = tuple(_camera_fault(item, table) for item in items)
    hands = tuple(_hand(item, table) for item in top.sections("hands")) if top.has("hands") else ()
    line = top.section("line") if top.has("line") else None
    return FaultPlan(
        golems,
        commands,
        tuple(robot_faults),
        CLEAN if line is None else _line(line),
        latency,
        camera_faults,
        hands,
        guard=top.truth("guard") if top.has("guard") else bool(hands),
    )


# -- golems ------------------------------------------------------------------------------------------------


def _golems(top: Section, table: Table) -> dict[str, GolemPlan]:
    section = top.section("golems") if top.has("golems") else None
    if section is None:
        return {}
    named = {name: plan for name in section.keys() if (plan := _golem_at(section, name, table))}  # noqa: SIM118
    usual = named.pop(ALL, None)
    if usual is None:
        return named
    return {name: named.get(name, usual) for name in table.golems}


def _golem_at(section: Section, name: str, table: Table) -> GolemPlan | None:
    known = (ALL, *table.golems)
    section.has(name)
    if name not in known:
        section.problem(
            name, _("there is no golem {found} here; there are {known}", found=repr(name[:40]), known=", ".join(known))
        )
        return None
    golem = section.section(name)
    return None if golem is None else _golem(golem, name, table)


def _golem(section: Section, name: str, table: Table) -> GolemPlan:
    start, start_error = None, StartError()
    if section.has("start"):
        at = section.section("start")
        start = None if at is None else _pose(at)
        if name == ALL:
            section.problem("start", _("two golems cannot stand at one place; give each golem its own"))
    if section.has("start_error") and (error := section.section("start_error")) is not None:
        start_error = _start_error(error)
    for key in ("start", "start_error"):
        if section.has(key) and not table.starts:
            section.problem(key, _("is for --act; in a whole game people put the golems down"))
    return GolemPlan(_build(section), start, start_error)


def _start_error(section: Section) -> StartError:
    off = Pose(*(_number(section, key, 0.0, -200.0, 200.0) for key in ("x", "y", "heading")))
    return StartError(off, _number(section, "mm", 0.0, 0.0, 50.0), _number(section, "degrees", 0.0, 0.0, 90.0))


def _build(section: Section) -> DriveParameters:
    usual = DriveErrors()
    left = right = 1.0
    if section.has("wheels") and (wheels := section.section("wheels")) is not None:
        left, right = (_number(wheels, key, 1.0, 0.5, 1.5) for key in ("left", "right"))
    every, length, share = 0.0, usual.slip_mm, usual.slip_share
    if section.has("slip") and (slip := section.section("slip")) is not None:
        every = slip.number("every", 1.0, FAR_MM)
        length, share = _number(slip, "length", length, 1.0, 500.0), _number(slip, "share", share, 0.0, 1.0)
    errors = DriveErrors(
        left,
        right,
        _number(section, "track", 1.0, 0.5, 1.5),
        _number(section, "backlash", 0.0, 0.0, 10.0),
        _number(section, "lost_steps", 0.0, 0.0, 0.9),
        every,
        length,
        share,
        _number(section, "weak_above", math.inf, 1.0, 500.0),
        _cabling(section),
    )
    build = DriveParameters(errors=errors, answer_late_s=_number(section, "answers_late", 0.0, 0.0, LATEST_S))
    if section.has("drift"):
        factor = section.number("drift", 0.0, 20.0)
        build = replace(
            build,
            scale_error=build.scale_error * factor,
            veer_deg_per_m=build.veer_deg_per_m * factor,
            turn_shift_mm=build.turn_shift_mm * factor,
        )
    return slowed(build, section.number("acceleration", 10.0, 5000.0)) if section.has("acceleration") else build


def _cabling(section: Section) -> Cabling:
    return _CABLINGS.get(section.text("cables", tuple(_CABLINGS)), "right") if section.has("cables") else "right"


def _check_starts(top: Section, table: Table, golems: Mapping[str, GolemPlan]) -> None:
    """No two bodies may stand in each other at the start. What is by chance is not looked at."""
    poses = {name: _expected(golems.get(name), pose) for name, pose in table.starts.items()}
    told = {name for name, golem in golems.items() if golem.start is not None or golem.start_error != StartError()}
    for one, other in combinations(poses, 2):
        apart = poses[one].point.distance(poses[other].point)
        if apart < BODY_MM and told & {one, other}:
            name = other if other in told else one
            key = f"golems.{name}" if _has(top, name) else "golems"
            message = _(
                "{one} and {other} would stand in each other: {apart} mm between their middles, {body} mm across"
            )
            top.problem(key, message.bind(one=one, other=other, apart=f"{apart:.1f}", body=f"{BODY_MM:g}"))


def _has(top: Section, name: str) -> bool:
    golems = top.plain("golems")
    return isinstance(golems, dict) and name in golems


def _expected(plan: GolemPlan | None, pose: Pose) -> Pose:
    if plan is None:
        return pose
    here, off = plan.start or pose, plan.start_error.off
    return Pose(here.x + off.x, here.y + off.y, here.heading + off.heading)


# -- what happens ------------------------------------------------------------------------------------------


def _fault(
    section: Section, table: Table, robot_faults: list[RobotFault], commands: dict[str, tuple[Fault, ...]]
) -> None:
    golem = _name(section, "golem", table)
    kind = _KINDS.get(section.text("do", FAULT_KINDS), "refuse")
    at = section.section("at")
    if at is not None and at.has("command"):
        number = at.integer("command", 1, 100_000)
        amount = _amount(section, kind, in_command=True)
        commands[golem] = (*commands.get(golem, ()), Fault(kind, number, amount))
        return
    moment = Moment() if at is None else _moment(at, table)
    if kind in _OF_COMMANDS:
        section.problem("do", _("{kind} belongs to a command; say which: at, command", kind=kind))
        return
    robot_faults.append(RobotFault(moment, golem, kind, _amount(section, kind, in_command=False)))


def _amount(section: Section, kind: str, *, in_command: bool) -> float:
    """Return `share`, `for` or `by` as far as the kind has it."""
    if kind == "late":
        return section.number("by", 0.0, LATEST_S)
    if kind == "deaf" or (kind in _LASTING and not in_command):
        return _number(section, "for", math.inf, 0.0, LONG_S)
    if in_command and kind in ("stall", "slip", "lose-power", "die", *_LASTING):
        return _number(section, "share", 0.5, 0.0, 1.0)
    return 0.0


def _moment(section: Section, table: Table) -> Moment:
    keys = [key for key in ("cell", "time", "row") if section.has(key)]
    if "cell" in keys:
        golem = _name(section, "golem", table)
        return Moment(golem=golem, cell=_cell(section, table), within_mm=_number(section, "within", 20.0, 1.0, 200.0))
    if not keys:
        section.problem("time", _("say when: time (seconds), row, cell (with golem), or command for a robot's fault"))
    row = section.integer("row", 1, 100_000) if section.has("row") else None
    return Moment(_number(section, "time", 0.0, 0.0, 24 * LONG_S), row)


def _camera_fault(section: Section, table: Table) -> CameraFault:
    kind = _CAMERA_KINDS.get(section.text("do", tuple(_CAMERA_KINDS)), "dark")
    at = section.section("at")
    moment = Moment() if at is None else _moment(at, table)
    late = section.number("by", 0.0, LATEST_S) if kind == "late" else 0.0
    return CameraFault(moment, kind, _number(section, "for", math.inf, 0.0, LONG_S), late)


def _hand(section: Section, table: Table) -> Hand:
    kind = _HAND_KINDS.get(section.text("do", tuple(_HAND_KINDS)), "over")
    at = section.section("at")
    moment = Moment() if at is None else _moment(at, table)
    seconds = _number(section, "for", 1.0, 0.0, LONG_S)
    golem = "" if kind == "over" and not section.has("golem") else _name(section, "golem", table)
    cell = over = by = to = None
    if kind == "over" and section.has("cell"):
        cell = _cell(section, table)
    elif kind == "over" and not golem:
        place = section.section("place")
        over = None if place is None else _point(place)
    if kind == "push" and (way := section.section("by")) is not None:
        by = _point(way)
    if kind == "move" and (target := section.section("to")) is not None:
        to = _pose(target)
    return Hand(moment, kind, seconds, golem, cell, over, by or Point(0.0, 0.0), to)


def _line(section: Section) -> LineFaults:
    chances = ("loss", "duplicate", "late", "cut", "garbage")
    loss, duplicate, late, cut, garbage = (_number(section, key, 0.0, 0.0, 1.0) for key in chances)
    bits = _number(section, "bit_error", 0.0, 0.0, 0.1)
    by = _number(section, "by", CLEAN.late_s, 0.0, LATEST_S)
    return LineFaults(loss, duplicate, late, by, bit_error=bits, cut=cut, garbage=garbage)


# -- values ------------------------------------------------------------------------------------------------


def _number(section: Section, key: str, usual: float, low: float, high: float) -> float:
    return section.number(key, low, high) if section.has(key) else usual


def _point(section: Section) -> Point:
    return Point(section.number("x", -FAR_MM, FAR_MM), section.number("y", -FAR_MM, FAR_MM))


def _pose(section: Section) -> Pose:
    at = _point(section)
    return Pose(at.x, at.y, section.number("heading", -360.0, 360.0))


def _name(section: Section, key: str, table: Table) -> str:
    return section.text(key, table.golems)


def _cell(section: Section, table: Table) -> Cell | None:
    told = section.text("cell")
    try:
        cell = Cell.parse(told)
    except ValueError:
        if told:
            message = _("{found} is not a cell; a cell is a letter and a number, like a1", found=repr(told[:40]))
            section.problem("cell", message)
        return None
    if cell not in table.cells:
        section.problem("cell", _("{cell} is not on this board", cell=str(cell)))
        return None
    return cell
