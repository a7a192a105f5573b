"""A phone or a network camera over HTTP: Motion JPEG that goes on and on, or an address that gives one JPEG at a time.

What an address gives is told by its bytes, since content types are often wrong. Users and passwords (basic or digest)
are taken from the address. Films (MPEG-TS, HLS) are FFmpeg's business: :mod:`controller.vision.cameras.network`.
"""

from __future__ import annotations

import http.client
import socket
import ssl
import urllib.error
import urllib.request
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from boards.base.message import joined
from boards.base.reasons import Reason
from calibration.camera_frames import CameraMissing, Image, NoFrames
from controller.vision.cameras.address import Address
from controller.vision.cameras.camera_messages import SourceReason
from controller.vision.cameras.latest_frame import LatestItemReader, RetryPolicy
from controller.vision.cameras.mjpeg import LARGEST, START, JpegSplitter, first_decodable
from controller.vision.cameras.sources import PlainSource

TIMEOUT_S = 4.0
"""A camera that sends nothing for this long has broken off."""

SNIFFED = 64 * 1024
"""Bytes within which a picture must begin."""

MOST_WITHOUT = 2 * LARGEST
"""Bytes without a whole picture after which a stream is rejected."""

_CHUNK = 64 * 1024
_FILMS = ("video/", "application/vnd.apple.mpegurl", "application/x-mpegurl")


_ENDINGS = joined(["/video", "/mjpeg", ".jpg"], ", ")
"""Of addresses under which cameras give pictures."""


class NotPictures(CameraMissing):
    """The address answers, but with something that FFmpeg may know."""


class Body(Protocol):
    """An answer's bytes."""

    def read1(self, most: int, /) -> bytes:
        """Read at most ``most`` bytes, as soon as there are some."""
        ...

    def close(self) -> None:
        """Close the connection."""
        ...


class HttpConnection:
    """A stream of JPEGs: a :class:`~controller.vision.cameras.latest_frame.Connection`."""

    def __init__(self, name: str, body: Body, begun: bytes) -> None:
        """``begun`` has been read of the body already."""
        self._name = name
        self._body = body
        self._splitter = JpegSplitter()
        self._ready = deque(self._splitter.feed(begun))
        self._interrupted = False

    def next(self) -> bytes:
        """Return the next whole picture. Raises NoFrames."""
        without = 0
        while not self._ready:
            data = _read(self._name, self._body)
            without += len(data)
            if not data or self._interrupted:
                raise NoFrames(self._name, SourceReason.BROKE_OFF())
            if without > MOST_WITHOUT:
                raise NoFrames(self._name, SourceReason.NO_JPEG())
            self._ready.extend(self._splitter.feed(data))
        return self._ready.popleft()

    def interrupt(self) -> None:
        """End a wait at the next bytes, or at the time-out if there are none."""
        self._interrupted = True

    def close(self) -> None:
        """Close the connection."""
        self._body.close()


@dataclass(frozen=True)
class _Answer:
    body: http.client.HTTPResponse
    begun: bytes
    """The bytes up to a picture's start, or all of a small answer."""
    kind: str
    """The content type, in lower case, without parameters."""


class HttpSource(PlainSource):
    """A camera over HTTP."""

    def __init__(self, address: Address, retry: RetryPolicy, clock: Callable[[], float]) -> None:
        self.name = address.shown
        self._address = address
        self._retry = retry
        self._clock = clock
        self._opener = _opener(address)
        self._stream: LatestItemReader[bytes] | None = None

    def open(self) -> None:
        """Connect, and find out whether there is one picture or a stream.

        Raises CameraMissing, NotPictures, NoFrames.
        """
        self.close()
        answer = self._ask()
        if answer.kind.startswith("multipart/"):
            self._follow(HttpConnection(self.name, answer.body, answer.begun))
            return
        if START not in answer.begun:
            answer.body.close()
            raise self._not_pictures(answer.kind)
        first = HttpConnection(self.name, answer.body, answer.begun)
        first.next()
        try:
            # A second picture tells a stream from a single picture.
            first.next()
        except NoFrames:
            first.close()
        else:
            self._follow(first)

    def read(self) -> tuple[Image, str]:
        """Return the newest picture. A network's delay is not known, and is not in it."""
        return first_decodable(self.name, self._still if self._stream is None else self._stream.take), self.name

    def close(self) -> None:
        """Close the connection. May be called twice."""
        if self._stream is not None:
            self._stream.stop()
        self._stream = None

    def _follow(self, connection: HttpConnection) -> None:
        self._stream = LatestItemReader(self.name, self._connect, self._retry, self._clock)
        self._stream.start(connection)

    def _connect(self) -> HttpConnection:
        answer = self._ask()
        return HttpConnection(self.name, answer.body, answer.begun)

    def _still(self) -> bytes:
        answer = self._ask()
        connection = HttpConnection(self.name, answer.body, answer.begun)
        try:
            return connection.next()
        finally:
            connection.close()

    def _ask(self) -> _Answer:
        request = urllib.request.Request(self._address.plain, headers={"Cache-Control": "no-cache"})
        try:
            body = self._opener.open(request, timeout=TIMEOUT_S)
        except urllib.error.HTTPError as error:
            error.close()
            raise CameraMissing(self.name, self._refused(error.code)) from None
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise CameraMissing(self.name, _no_answer(error)) from None
        kind = str(body.headers.get_content_type()).lower()
        begun = b""
        # Pictures need not begin at the beginning.
        while START not in begun and len(begun) < SNIFFED:
            data = _read(self.name, body)
            begun += data
            if not data or kind.startswith("multipart/"):
                break
        return _Answer(body, begun, kind)

    def _refused(self, status: int) -> Reason:
        if status in (401, 403):
            if self._address.user is None:
                return SourceReason.WANTS_LOGIN(example=f"{self._address.scheme}://USER:PASSWORD@...")
            return SourceReason.LOGIN_REFUSED()
        if status == 404:
            return SourceReason.NOTHING_THERE()
        return SourceReason.HTTP_ERROR(status=status)

    def _not_pictures(self, kind: str) -> CameraMissing:
        if kind.startswith(_FILMS):
            return NotPictures(self.name, SourceReason.FILM(kind=kind))
        if kind == "text/html":
            return CameraMissing(self.name, SourceReason.WEB_PAGE(endings=_ENDINGS))
        return CameraMissing(self.name, SourceReason.OTHER_KIND(kind=kind, endings=_ENDINGS))


def _opener(address: Address) -> urllib.request.OpenerDirector:
    known = urllib.request.HTTPPasswordMgrWithDefaultRealm()
    handlers: list[urllib.request.BaseHandler] = [urllib.request.ProxyHandler({})]
    if address.user is not None:
        known.add_password(None, address.plain, address.user, address.password or "")
        handlers += [urllib.request.HTTPBasicAuthHandler(known), urllib.request.HTTPDigestAuthHandler(known)]
    return urllib.request.build_opener(*handlers)


def _read(name: str, body: Body) -> bytes:
    try:
        return body.read1(_CHUNK)
    except (OSError, http.client.HTTPException, ValueError):
        # ValueError: a chunk's length that is no number.
        raise NoFrames(name, SourceReason.BROKE_OFF_OR_SILENT(seconds=f"{TIMEOUT_S:g}")) from None


def _no_answer(error: Exception) -> Reason:
    """Tell why nobody answers; nothing of the address is repeated."""
    why = error.reason if isinstance(error, urllib.error.URLError) else error
    if isinstance(why, socket.gaierror):
        return SourceReason.NAME_UNKNOWN()
    if isinstance(why, ssl.SSLError):
        return SourceReason.UNTRUSTED()
    if isinstance(why, ConnectionRefusedError):
        return SourceReason.PORT_CLOSED()
    return SourceReason.NO_ANSWER()
