"""Learned odometry as a file beside the lens: versioned YAML, a section a robot; mistakes are told with their line."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

from boards.base.yaml_reader import Section, read_document
from calibration.odometry import PRIOR, DriveModel, Estimate

FORMAT = "golem-odometry/1"
"""The value of the file's ``format``."""

MOST_COUNT = 10**9
_FIGURES = ("scale", "veer", "turn", "backlash")
_LIMITS = ((0.3, 3.0), (-0.02, 0.02), (0.3, 3.0), (0.0, 20.0))
"""scale and turn: true over counted; veer: radians to the left a mm; backlash: mm."""


def dump_odometry(estimates: Mapping[str, Estimate]) -> str:
    """Write the file's text, which :func:`load_odometry` reads back as far as its figures go."""
    robots: dict[str, Any] = {}
    for name, estimate in sorted(estimates.items()):
        model = estimate.model
        figures = dict(zip(_FIGURES, (model.scale, model.veer, model.turn, model.backlash), strict=True))
        robots[name] = {
            **{key: round(value, 7) for key, value in figures.items()},
            "sigma": {key: round(value, 8) for key, value in zip(_FIGURES, estimate.sigmas, strict=True)},
            "seen": estimate.count,
        }
    return yaml.safe_dump({"format": FORMAT, "robots": robots}, sort_keys=False, allow_unicode=True)


def save_odometry(estimates: Mapping[str, Estimate], path: Path) -> None:
    """Write the file; the old one stays whole until the new one is written. Raises OSError."""
    fresh = path.with_name(path.name + ".new")
    fresh.write_text(dump_odometry(estimates), encoding="utf-8")
    fresh.replace(path)


def load_odometry(path: Path) -> dict[str, Estimate]:
    """Return the estimates by the robots' names. Raises :class:`boards.base.errors.Problems`."""
    return read_document(path, _build)


def _build(top: Section) -> dict[str, Estimate]:
    top.text("format", (FORMAT,))
    robots = top.section("robots")
    if robots is None:
        return {}
    found: dict[str, Estimate] = {}
    for name in robots.keys():  # noqa: SIM118 - a section is no mapping
        robots.has(name)
        section = robots.section(name)
        if section is not None:
            found[name] = _estimate(section)
    return found


def _estimate(section: Section) -> Estimate:
    values = [section.number(key, low, high) for key, (low, high) in zip(_FIGURES, _LIMITS, strict=True)]
    told = section.section("sigma")
    sigmas = [
        prior if told is None else told.number(key, 0.0, prior) for key, prior in zip(_FIGURES, PRIOR, strict=True)
    ]
    rows = tuple(tuple(sigma * sigma if n == row else 0.0 for n in range(4)) for row, sigma in enumerate(sigmas))
    return Estimate(DriveModel(*values), rows, section.integer("seen", 0, MOST_COUNT))
