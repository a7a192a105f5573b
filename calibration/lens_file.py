"""A measured lens as a file: versioned YAML with its camera, date and quality; mistakes are named with their line."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

import yaml

from boards.base.message import _
from boards.base.yaml_reader import Section, parse_document, read_document
from calibration.camera_model import CameraModel, Quality
from calibration.lens_match import LensMismatch, LensMismatchReason, LensUnfit

FORMAT = "golem-camera/2"
"""The value of the file's ``format``. Files with another number are refused."""

SOURCES = ("charuco", "table", "design")

_K = ("k1", "k2", "p1", "p2", "k3")
_LARGE = 1e6
_OTHER_FORMAT = re.compile(r"golem-camera/[0-9]{1,6}")


@dataclass(frozen=True)
class Calibration:
    """A lens, and which camera it was measured in, when."""

    camera: CameraModel
    name: str = ""
    """The camera's name as the system reports it; empty if it is not known (pictures of a folder)."""
    made: date | None = None


def dump_calibration(calibration: Calibration) -> str:
    """Write the file's text, which :func:`parse_calibration` reads back."""
    camera, quality = calibration.camera, calibration.camera.quality
    said: dict[str, Any] = {"source": quality.source, "views": quality.views}
    said |= {key: getattr(quality, key) for key in _MEASURED if getattr(quality, key) is not None}
    data: dict[str, Any] = {"format": FORMAT}
    if calibration.name:
        data["camera"] = calibration.name
    if calibration.made is not None:
        data["made"] = calibration.made.isoformat()
    data |= {
        "size": dict(zip(("width", "height"), camera.size, strict=True)),
        "focal": dict(zip("xy", camera.focal, strict=True)),
        "centre": dict(zip("xy", camera.centre, strict=True)),
        "distortion": dict(zip(_K, camera.distortion, strict=True)),
        "quality": said,
    }
    return yaml.safe_dump(data, sort_keys=False, default_flow_style=None, allow_unicode=True)


def save_calibration(calibration: Calibration, path: Path) -> None:
    """Write a calibration; the old file stays whole until the new one is written. Raises OSError."""
    fresh = path.with_name(path.name + ".new")
    fresh.write_text(dump_calibration(calibration), encoding="utf-8")
    fresh.replace(path)


def load_calibration(path: Path) -> Calibration:
    """Read a calibration file.

    Raises :class:`boards.base.errors.Problems` with file, line and key of every mistake, and
    :class:`calibration.lens_match.LensUnfit` for a file of another version.
    """
    return read_document(path, lambda top: _build(top, path.name))


def parse_calibration(text: str, name: str) -> Calibration:
    """Parse a calibration file's text as :func:`load_calibration` does; ``name`` is the file's name in errors."""
    return parse_document(text.encode(), name, lambda top: _build(top, name))


_MEASURED = ("rms_px", "focal_sigma", "coverage", "error_px")
"""Optional keys of the quality."""


def _build(top: Section, name: str) -> Calibration:
    found = top.text("format")
    if found != FORMAT and _OTHER_FORMAT.fullmatch(found):
        # The rest of another version's file is not known here.
        raise LensUnfit([LensMismatchReason(LensMismatch.OLD_FORMAT, {"found": found, "wanted": FORMAT}, name)])
    if found not in ("", FORMAT):
        top.problem("format", _("this version reads {format}; golem calibrate writes it", format=FORMAT))
    called = top.text("camera") if top.has("camera") else ""
    made = _day(top) if top.has("made") else None
    size, focal = top.section("size"), top.section("focal")
    centre, distortion = top.section("centre"), top.section("distortion")
    width = size.integer("width", 1, 100_000) if size else 1
    height = size.integer("height", 1, 100_000) if size else 1
    fx, fy = (focal.number(axis, 1.0, _LARGE) if focal else 1.0 for axis in "xy")
    cx, cy = (centre.number(axis, -_LARGE, _LARGE) if centre else 0.0 for axis in "xy")
    k1, k2, p1, p2, k3 = (distortion.number(key, -_LARGE, _LARGE) if distortion else 0.0 for key in _K)
    camera = CameraModel((width, height), (fx, fy), (cx, cy), (k1, k2, p1, p2, k3), _quality(top.section("quality")))
    return Calibration(camera, called, made)


def _day(top: Section) -> date | None:
    text = top.text("made")
    try:
        return date.fromisoformat(text)
    except ValueError:
        top.problem(
            "made", _("{found} is no day; write it like {example}, in quotes", found=repr(text), example="'2026-03-31'")
        )
        return None


def _quality(said: Section | None) -> Quality:
    if said is None:
        return Quality("design")
    rms, sigma, coverage, error = (said.number(key, 0.0, _LARGE) if said.has(key) else None for key in _MEASURED)
    return Quality(said.text("source", SOURCES), rms, said.integer("views", 0, 1_000_000), sigma, coverage, error)
