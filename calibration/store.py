"""A camera model as a file: versioned YAML with its quality in it; every mistake is named with its line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

from boards.yaml_file import Section, parse_document, read_document
from calibration.camera_model import CameraModel, Quality

FORMAT = "golem-camera/1"
"""What the file's ``format`` says. Another number is another format, and refused."""

SOURCES = ("charuco", "table", "design")

_K = ("k1", "k2", "p1", "p2", "k3")
_LARGE = 1e6


def dump_camera(camera: CameraModel) -> str:
    """The file's text. :func:`parse_camera` gives the same model back."""
    quality = camera.quality
    said: dict[str, Any] = {"source": quality.source, "views": quality.views}
    if quality.rms_px is not None:
        said["rms_px"] = quality.rms_px
    if quality.focal_sigma is not None:
        said["focal_sigma"] = quality.focal_sigma
    data = {
        "format": FORMAT,
        "size": dict(zip(("width", "height"), camera.size, strict=True)),
        "focal": dict(zip("xy", camera.focal, strict=True)),
        "centre": dict(zip("xy", camera.centre, strict=True)),
        "distortion": dict(zip(_K, camera.distortion, strict=True)),
        "quality": said,
    }
    return yaml.safe_dump(data, sort_keys=False, default_flow_style=None)


def save_camera(camera: CameraModel, path: Path) -> None:
    """Write the model; the old file stays whole until the new one is."""
    fresh = path.with_name(path.name + ".new")
    fresh.write_text(dump_camera(camera), encoding="utf-8")
    fresh.replace(path)


def load_camera(path: Path) -> CameraModel:
    """Read a model. Raises :class:`boards.errors.Problems` with file, line and key of every mistake."""
    return read_document(path, _build)


def parse_camera(text: str, name: str) -> CameraModel:
    """A model from the file's text; ``name`` is how problems call the file."""
    return parse_document(text.encode(), name, _build)


def _build(top: Section) -> CameraModel:
    if top.text("format") != FORMAT:
        top.problem("format", f"this version reads {FORMAT}; calibrate the camera anew")
    size, focal = top.section("size"), top.section("focal")
    centre, distortion = top.section("centre"), top.section("distortion")
    width = size.integer("width", 1, 100_000) if size else 1
    height = size.integer("height", 1, 100_000) if size else 1
    fx, fy = (focal.number(axis, 1.0, _LARGE) if focal else 1.0 for axis in "xy")
    cx, cy = (centre.number(axis, -_LARGE, _LARGE) if centre else 0.0 for axis in "xy")
    k1, k2, p1, p2, k3 = (distortion.number(key, -_LARGE, _LARGE) if distortion else 0.0 for key in _K)
    return CameraModel((width, height), (fx, fy), (cx, cy), (k1, k2, p1, p2, k3), _quality(top.section("quality")))


def _quality(said: Section | None) -> Quality:
    if said is None:
        return Quality("design")
    return Quality(
        said.text("source", SOURCES),
        said.number("rms_px", 0.0, _LARGE) if said.has("rms_px") else None,
        said.integer("views", 0, 1_000_000),
        said.number("focal_sigma", 0.0, _LARGE) if said.has("focal_sigma") else None,
    )
