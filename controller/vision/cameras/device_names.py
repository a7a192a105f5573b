"""The cameras that Linux knows by name. Other systems have no such list; there a number or a path serves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

SYSTEM_LIST = Path("/sys/class/video4linux")

BY_ID, BY_PATH = Path("/dev/v4l/by-id"), Path("/dev/v4l/by-path")
"""Links that udev makes: by what the camera is (name and serial number), and by the socket that it is in."""


@dataclass(frozen=True)
class NamedCamera:
    """A camera as the system calls it."""

    path: str
    """``/dev/video0``"""
    name: str
    """``HD Pro Webcam C920``"""


def named_cameras(listed: Path = SYSTEM_LIST) -> tuple[NamedCamera, ...]:
    """List all of them, by number."""
    folders = sorted(listed.glob("video*"), key=lambda folder: (len(folder.name), folder.name))
    return tuple(
        NamedCamera(f"/dev/{folder.name}", (folder / "name").read_text(encoding="utf-8", errors="replace").strip())
        for folder in folders
        if (folder / "name").is_file()
    )


def camera_named(text: str, listed: Path = SYSTEM_LIST) -> NamedCamera | None:
    """Return the first camera whose name contains this text, in any case.

    A webcam's later nodes give no pictures.
    """
    wanted = text.casefold().strip()
    return next((camera for camera in named_cameras(listed) if wanted and wanted in camera.name.casefold()), None)


def stable_path(device: str, listed: Path = SYSTEM_LIST, by_id: Path = BY_ID, by_path: Path = BY_PATH) -> str:
    """Return a path by which a camera is found again after it was unplugged; ``device`` itself if there is none.

    Cameras of one kind without serial numbers share their name; those are told apart by their sockets.
    """
    node = Path(device).resolve()
    folders = (by_path, by_id) if _has_second_node(node.name, listed) else (by_id, by_path)
    links = [link for folder in folders if folder.is_dir() for link in sorted(folder.iterdir())]
    return next((str(link) for link in links if link.resolve() == node), device)


def _has_second_node(node: str, listed: Path) -> bool:
    """Tell whether another device has the name of this one; further nodes of one camera belong to one device."""
    here = listed / node
    if not (here / "name").is_file():
        return False
    name, device = (here / "name").read_bytes(), (here / "device").resolve()
    others = [folder for folder in listed.glob("video*") if (folder / "name").is_file()]
    return any((o / "name").read_bytes() == name and (o / "device").resolve() != device for o in others)


class StableDevice:
    """A camera's path: at first what a person wrote, later its stable path. For systems that have paths."""

    def __init__(self, text: str, stable: Callable[[str], str] = stable_path) -> None:
        """``text``: an index number, a device path or a part of a camera's name."""
        self._text = text
        self._stable = stable
        self._path: str | None = None

    def __call__(self) -> str | int:
        """Return the path, or the number where the system has no paths."""
        if self._path is None:
            path = f"/dev/video{self._text}" if self._text.isdigit() else self._text
            if not path.startswith("/dev/"):
                named = camera_named(path)
                path = path if named is None else named.path
            if self._text.isdigit() and not Path(path).exists():
                return int(self._text)
            if Path(path).exists():
                self._path = self._stable(path)
            return self._path or path
        return self._path
