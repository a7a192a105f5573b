"""The cameras that Linux knows by name. Other systems have no such list; there a number or a path serves."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

SYSTEM_LIST = Path("/sys/class/video4linux")


@dataclass(frozen=True)
class NamedCamera:
    """A camera as the system calls it."""

    path: str
    """``/dev/video0``"""
    name: str
    """``HD Pro Webcam C920``"""


def named_cameras(listed: Path = SYSTEM_LIST) -> tuple[NamedCamera, ...]:
    """All of them, by number."""
    folders = sorted(listed.glob("video*"), key=lambda folder: (len(folder.name), folder.name))
    return tuple(
        NamedCamera(f"/dev/{folder.name}", (folder / "name").read_text(encoding="utf-8", errors="replace").strip())
        for folder in folders
        if (folder / "name").is_file()
    )


def camera_named(text: str, listed: Path = SYSTEM_LIST) -> NamedCamera | None:
    """The first camera whose name has this text in it, whatever the case. (A webcam's later nodes give no pictures.)"""
    wanted = text.casefold().strip()
    return next((camera for camera in named_cameras(listed) if wanted and wanted in camera.name.casefold()), None)
