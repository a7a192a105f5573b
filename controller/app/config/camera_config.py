"""The cameras of a table file: which, how large their pictures are, through which lens; and what of them is kept."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from boards.base.message import _
from boards.base.yaml_reader import Section
from calibration.camera_frames import CameraError
from controller.vision.cameras.camera_registry import DEFAULT_SIZE, kind_of
from controller.vision.recording.recording_store import SMALLEST_LIMIT

MOST_CAMERAS = 4
USUAL_LIMIT = 500_000_000
FOUND = "auto"
"""As a camera's name: whichever of this computer's sees the mat."""

_UNITS = {"KB": 1_000, "MB": 1_000_000, "GB": 1_000_000_000}


@dataclass(frozen=True)
class CameraPlan:
    """One camera."""

    at: str
    """As a person wrote it; it may hold a password, see :mod:`controller.vision.cameras.address`."""
    called: str = ""
    """What people at the table call it, if there are several."""
    size: tuple[int, int] = DEFAULT_SIZE
    """Asked for, px."""
    lens: Path | None = None
    lock_exposure: bool = True
    """Whether its exposure is set by the markers, where the driver allows it."""


@dataclass(frozen=True)
class RecordPlan:
    """What is kept of the pictures: the mat, for replay."""

    folder: Path
    limit: int = USUAL_LIMIT
    """Bytes."""


def camera_plans(top: Section, folder: Path) -> tuple[CameraPlan, ...]:
    """`camera:` with `lens:`, or `cameras:` with a name for each."""
    if not top.has("cameras"):
        lens = _lens(top, folder)
        plan = _plan(top, "camera", "", folder)
        return (plan if lens is None else CameraPlan(plan.at, "", plan.size, lens, plan.lock_exposure),)
    for key in ("camera", "lens"):
        if top.has(key):
            top.problem(key, _("each camera has its own below cameras:; leave this out"))
    section = top.section("cameras")
    if section is None:
        return ()
    names = section.keys()
    if not 1 <= len(names) <= MOST_CAMERAS:
        top.problem(
            "cameras",
            _("{count} cameras; there may be 1 to {most}", count=len(names), most=MOST_CAMERAS),
        )
    plans = tuple(_plan(section, name, name, folder) for name in names if section.has(name))
    for number, plan in enumerate(plans):
        if plan.at in [other.at for other in plans[:number]]:
            section.problem(plan.called, _("is another camera's already"))
        if plan.at == FOUND and len(plans) > 1:
            section.problem(
                plan.called, _("of several cameras each must be named; `golem doctor` lists those of this computer")
            )
    return plans


def record_plan(top: Section, folder: Path) -> RecordPlan | None:
    """`record:` and `record_limit:`; None: nothing is kept."""
    if not top.has("record"):
        if top.has("record_limit"):
            top.problem("record_limit", _("nothing is recorded without record: FOLDER"))
        return None
    plan = RecordPlan(folder / top.text("record"))
    if not top.has("record_limit"):
        return plan
    text = top.text("record_limit")
    limit = bytes_of(text)
    if limit is None or limit < SMALLEST_LIMIT:
        top.problem(
            "record_limit",
            _(
                "{text} is no size of at least {mb} MB; write it like 500 MB or 2 GB",
                text=repr(text),
                mb=SMALLEST_LIMIT // 1_000_000,
            ),
        )
        return plan
    return RecordPlan(plan.folder, limit)


def bytes_of(text: str) -> int | None:
    """`500 MB` in bytes; None if it is not written so."""
    found = re.fullmatch(r"(\d{1,6}(?:\.\d{1,3})?) *([KMG]B)", text.strip(), re.IGNORECASE)
    return None if found is None else round(float(found[1]) * _UNITS[found[2].upper()])


def _plan(section: Section, key: str, called: str, folder: Path) -> CameraPlan:
    if not isinstance(section.plain(key) if section.has(key) else None, dict):
        numbered = section.has(key) and isinstance(section.plain(key), int)
        return CameraPlan(str(section.integer(key, 0, 99)) if numbered else _checked(section, key), called)
    inner = section.section(key)
    assert inner is not None
    numbered = inner.has("at") and isinstance(inner.plain("at"), int)
    at = str(inner.integer("at", 0, 99)) if numbered else _checked(inner, "at")
    size = _size(inner) if inner.has("size") else DEFAULT_SIZE
    locked = inner.truth("lock_exposure") if inner.has("lock_exposure") else True
    return CameraPlan(at, called, size, _lens(inner, folder), locked)


def _checked(section: Section, key: str) -> str:
    text = section.text(key)
    if "://" in text:
        try:
            kind_of(text)
        except CameraError as error:
            section.problem(key, error.message)
    return text


def _lens(section: Section, folder: Path) -> Path | None:
    lens = folder / section.text("lens") if section.has("lens") else None
    if lens is not None and not lens.is_file():
        section.problem("lens", _("there is no file {file}", file=str(lens)))
    return lens


def _size(section: Section) -> tuple[int, int]:
    text = section.text("size")
    found = re.fullmatch(r"(\d{2,5})x(\d{2,5})", text.strip())
    if found is None:
        section.problem(
            "size",
            _(
                "{text} is not a size; write it like {example}",
                text=repr(text),
                example=f"{DEFAULT_SIZE[0]}x{DEFAULT_SIZE[1]}",
            ),
        )
        return DEFAULT_SIZE
    return int(found[1]), int(found[2])
