"""Addresses of cameras on the network. They may hold a password, which is shown nowhere."""

from __future__ import annotations

from dataclasses import dataclass, field
from urllib.parse import SplitResult, unquote, urlsplit, urlunsplit

from calibration.camera_frames import CameraMissing
from controller.vision.cameras.camera_messages import SourceReason

HIDDEN = "..."
"""Replaces what is not shown."""


@dataclass(frozen=True)
class Address:
    """Where a camera is on the network."""

    shown: str
    """For screens, logs and records: without user, password, and the values of a query (``?user=...&pwd=...``)."""
    scheme: str
    """``http``, ``rtsp``..., in lower case."""
    plain: str = field(repr=False)
    """Without user and password."""
    whole: str = field(repr=False)
    """As it was written."""
    user: str | None = field(repr=False)
    password: str | None = field(repr=False)
    place: tuple[str, int | None] = field(repr=False)
    """Host and port, if the address has one."""


_EXAMPLE = "http://192.168.0.7:8080/video"


def parse_address(text: str) -> Address:
    """Take an address apart. Raises CameraMissing, which does not show a password either."""
    text = text.strip()
    try:
        parts = urlsplit(text)
        bare = parts._replace(netloc=parts.netloc.rpartition("@")[2])
        port = parts.port
    except ValueError:
        # Python's own message would repeat the address, with its password.
        raise CameraMissing(shown(text), SourceReason.NO_ADDRESS(example=_EXAMPLE)) from None
    if parts.scheme in ("http", "https", "rtsp") and (not parts.hostname or port == 0):
        raise CameraMissing(shown(text), SourceReason.NO_COMPUTER(example=_EXAMPLE))
    user = None if parts.username is None else unquote(parts.username)
    password = None if parts.password is None else unquote(parts.password)
    return Address(
        _shown(bare), parts.scheme.lower(), urlunsplit(bare), text, user, password, (parts.hostname or "", port)
    )


def shown(text: str) -> str:
    """Return what a person wrote for a camera as it may be shown: an address without its secrets."""
    if "://" not in text:
        return text
    try:
        parts = urlsplit(text.strip())
    except ValueError:
        return f"{text.partition('://')[0].strip()}://{HIDDEN}"
    return _shown(parts._replace(netloc=parts.netloc.rpartition("@")[2]))


def _shown(bare: SplitResult) -> str:
    # A password with an unquoted slash or question mark lies in what looks like the path.
    path = HIDDEN if "@" in bare.path else bare.path
    rest = HIDDEN if bare.query else ""
    fragment = HIDDEN if bare.fragment else ""
    return urlunsplit((bare.scheme, bare.netloc, path, rest, fragment))
