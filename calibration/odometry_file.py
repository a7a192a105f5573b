"""Learned odometry as a file beside the lens: versioned YAML, a section a robot; mistakes are told with their line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from boards.base.yaml_reader import Section, read_document
from calibration.odometry import PRIOR, DriveModel, Estimate

FORMAT = "golem-odometry/1"
"""The value of the file's ``format``."""

MOST_COUNT = 10**9
MOST_LATENCY_S = 60.0
_FIGURES = ("scale", "veer", "turn", "backlash")
_LIMITS = ((0.3, 3.0), (-0.02, 0.02), (0.3, 3.0), (0.0, 20.0))
"""scale and turn: true over counted; veer: radians to the left a mm; backlash: mm."""


@dataclass(frozen=True)
class StoredOdometry:
    """What is kept of a table's robots and cameras."""

    robots: Mapping[str, Estimate] = field(default_factory=dict)
    """By the name that each calls itself."""
    cameras: Mapping[str, float] = field(default_factory=dict)
    """How late each one's pictures come, in s, by its address in the table file."""


def dump_odometry(kept: StoredOdometry) -> str:
    """Write the file's text, which :func:`load_odometry` reads back as far as its figures go."""
    robots: dict[str, Any] = {}
    for name, estimate in sorted(kept.robots.items()):
        model = estimate.model
        figures = dict(zip(_FIGURES, (model.scale, model.veer, model.turn, model.backlash), strict=True))
        robots[name] = {
            **{key: round(value, 7) for key, value in figures.items()},
            "sigma": {key: round(value, 8) for key, value in zip(_FIGURES, estimate.sigmas, strict=True)},
            "seen": estimate.count,
        }
    cameras = {name: {"latency": round(seconds, 3)} for name, seconds in sorted(kept.cameras.items())}
    data = {"format": FORMAT, "robots": robots, **({"cameras": cameras} if cameras else {})}
    return yaml.safe_dump(data, sort_keys=False, allow_unicode=True)


def save_odometry(kept: StoredOdometry, path: Path) -> None:
    """Write the file; the old one stays whole until the new one is written. Raises OSError."""
    fresh = path.with_name(path.name + ".new")
    fresh.write_text(dump_odometry(kept), encoding="utf-8")
    fresh.replace(path)


def load_odometry(path: Path) -> StoredOdometry:
    """Return what is kept in a file. Raises :class:`boards.base.errors.Problems`."""
    return read_document(path, _build)


def _build(top: Section) -> StoredOdometry:
    top.text("format", (FORMAT,))
    robots, cameras = top.section("robots"), top.section("cameras") if top.has("cameras") else None
    return StoredOdometry(
        {name: _estimate(section) for name, section in _named(robots)},
        {name: section.number("latency", 0.0, MOST_LATENCY_S) for name, section in _named(cameras)},
    )


def _named(section: Section | None) -> list[tuple[str, Section]]:
    """Return the sections below one that names its own keys."""
    if section is None:
        return []
    found: list[tuple[str, Section]] = []
    for name in section.keys():  # noqa: SIM118 - a section is no mapping
        section.has(name)
        if (inner := section.section(name)) is not None:
            found.append((name, inner))
    return found


def _estimate(section: Section) -> Estimate:
    values = [section.number(key, low, high) for key, (low, high) in zip(_FIGURES, _LIMITS, strict=True)]
    told = section.section("sigma")
    sigmas = [
        prior if told is None else told.number(key, 0.0, prior) for key, prior in zip(_FIGURES, PRIOR, strict=True)
    ]
    rows = tuple(tuple(sigma * sigma if n == row else 0.0 for n in range(4)) for row, sigma in enumerate(sigmas))
    return Estimate(DriveModel(*values), rows, section.integer("seen", 0, MOST_COUNT))
