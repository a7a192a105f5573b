"""A camera model as a file: versioned YAML with its quality in it; every mistake is named with its line."""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

from boards.errors import Problem, Problems
from calibration.camera_model import CameraModel, Quality

FORMAT = "golem-camera/1"
"""What the file's ``format`` says. Another number is another format, and refused."""

_REQUIRED: Mapping[str, int] = {"size": 2, "focal": 2, "centre": 2, "distortion": 5}
"""Key -> how many numbers it holds."""

_SOURCES = ("charuco", "table", "design")


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
        "size": list(camera.size),
        "focal": list(camera.focal),
        "centre": list(camera.centre),
        "distortion": list(camera.distortion),
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
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise Problems([Problem(str(path), f"cannot be read: {error.strerror or error}")]) from None
    except UnicodeDecodeError:
        raise Problems([Problem(str(path), "is not a text file; a camera file is YAML")]) from None
    return parse_camera(text, str(path))


def parse_camera(text: str, name: str) -> CameraModel:
    """A model from the file's text; ``name`` is how problems call the file."""
    try:
        node = yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = f":{mark.line + 1}" if mark else ""
        raise Problems([Problem(f"{name}{line}", "this is not YAML; was the file cut off?")]) from None
    if not isinstance(node, yaml.MappingNode):
        raise Problems([Problem(f"{name}:1", f"a camera file is a mapping that starts with `format: {FORMAT}`")])
    return _Reader(name, node, yaml.safe_load(text)).read()


class _Reader:
    """Collects all the mistakes of one file."""

    def __init__(self, name: str, node: yaml.MappingNode, data: Mapping[str, Any]) -> None:
        self.name = name
        self.lines = {key.value: key.start_mark.line + 1 for key, _value in node.value}
        self.data = data
        self.problems: list[Problem] = []

    def read(self) -> CameraModel:
        if self.data.get("format") != FORMAT:
            self._wrong("format", f"this version reads `{FORMAT}`, not {self.data.get('format')!r}; calibrate anew")
            raise Problems(self.problems)
        for key in self.data:
            if key not in (*_REQUIRED, "format", "quality"):
                self._wrong(str(key), "unknown key")
        numbers = {key: self._numbers(key, count) for key, count in _REQUIRED.items()}
        for key in ("size", "focal"):
            if any(value <= 0 for value in numbers[key]):
                self._wrong(key, "must be above 0")
        quality = self._quality()
        if self.problems:
            raise Problems(self.problems)
        (width, height), (fx, fy), (cx, cy) = numbers["size"], numbers["focal"], numbers["centre"]
        k1, k2, p1, p2, k3 = numbers["distortion"]
        return CameraModel((int(width), int(height)), (fx, fy), (cx, cy), (k1, k2, p1, p2, k3), quality)

    def _numbers(self, key: str, count: int) -> tuple[float, ...]:
        if key not in self.data:
            self._wrong(key, "is missing")
            return ()
        value = self.data[key]
        if not isinstance(value, list) or len(value) != count or not all(_is_number(item) for item in value):
            self._wrong(key, f"must be a list of {count} numbers")
            return ()
        return tuple(float(item) for item in value)

    def _quality(self) -> Quality:
        value = self.data.get("quality")
        if not isinstance(value, dict) or value.get("source") not in _SOURCES:
            self._wrong("quality", f"must say its source, one of {', '.join(_SOURCES)}")
            return Quality("design")
        for key in value.keys() - {"source", "views", "rms_px", "focal_sigma"}:
            self._wrong("quality", f"unknown key {key!r}")
        for key in ("rms_px", "focal_sigma", "views"):
            if key in value and (not _is_number(value[key]) or value[key] < 0):
                self._wrong("quality", f"{key} must be a number, 0 or more")
                return Quality("design")
        return Quality(
            value["source"],
            float(value["rms_px"]) if "rms_px" in value else None,
            int(value.get("views", 0)),
            float(value["focal_sigma"]) if "focal_sigma" in value else None,
        )

    def _wrong(self, key: str, message: str) -> None:
        self.problems.append(Problem(f"{self.name}:{self.lines.get(key, 1)}: {key}", message))


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
