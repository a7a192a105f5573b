"""Cameras on the loopback network: an HTTP server by script, and a small RTSP server that plays JPEG over RTP."""

from __future__ import annotations

import hashlib
import re
import socket
import struct
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

import cv2
import numpy as np

from calibration.camera_frames import Image

SIZE = (64, 48)
Script = Callable[[socket.socket, str], None]
"""What the server does with one connection: it is handed the socket and the request."""


def flat(level: int, size: tuple[int, int] = SIZE) -> bytes:
    """A JPEG of one grey."""
    done, data = cv2.imencode(".jpg", np.full((size[1], size[0], 3), level, np.uint8))
    assert done
    return data.tobytes()


def level_of(image: Image) -> int:
    """The grey of such a picture, to the nearest ten."""
    return round(float(image.mean()) / 10) * 10


@dataclass
class Server:
    """A server on the loopback that lives for one test."""

    port: int
    requests: list[str] = field(default_factory=list)

    def url(self, path: str = "/video", login: str = "") -> str:
        return f"http://{login}127.0.0.1:{self.port}{path}"


@contextmanager
def http_camera(*scripts: Script) -> Iterator[Server]:
    """Serve each connection by the next script; the last one serves all that follow."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        server = Server(listener.getsockname()[1])
        left = list(scripts)
        open_ones: list[socket.socket] = []

        def serve(connection: socket.socket, script: Script) -> None:
            # The client may hang up at any time.
            with suppress(OSError), connection:
                request = b""
                while b"\r\n\r\n" not in request:
                    data = connection.recv(4096)
                    if not data:
                        return
                    request += data
                server.requests.append(request.decode("latin-1"))
                script(connection, server.requests[-1])

        def accept() -> None:
            while True:
                try:
                    connection, _from = listener.accept()
                except OSError:
                    return
                open_ones.append(connection)
                script = left.pop(0) if len(left) > 1 else left[0]
                threading.Thread(target=serve, args=(connection, script), daemon=True).start()

        accepting = threading.Thread(target=accept, daemon=True)
        accepting.start()
        try:
            yield server
        finally:
            with suppress(OSError):
                listener.shutdown(socket.SHUT_RDWR)
            for connection in open_ones:
                with suppress(OSError):
                    connection.shutdown(socket.SHUT_RDWR)


def answer(kind: str, body: bytes, status: str = "200 OK", headers: str = "") -> Script:
    """One whole answer."""

    def script(connection: socket.socket, _request: str) -> None:
        length = f"Content-Length: {len(body)}\r\n"
        connection.sendall(f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\n{length}{headers}\r\n".encode() + body)

    return script


def stream(parts: Sequence[bytes], then: Callable[[], object] | None = None, said: str = "--b") -> Script:
    """Motion JPEG: these parts, then whatever, then the end. ``said`` is the boundary as the header says it."""

    def script(connection: socket.socket, _request: str) -> None:
        head = f"HTTP/1.0 200 OK\r\nContent-Type: multipart/x-mixed-replace; boundary={said}\r\n\r\n"
        connection.sendall(head.encode())
        for part in parts:
            # Its length is wrong on purpose.
            connection.sendall(b"\r\n--b\r\nContent-Type: image/jpeg\r\nContent-Length: 7\r\n\r\n" + part)
        if then is not None:
            then()

    return script


def film(picture: bytes, until: threading.Event) -> Script:
    """Motion JPEG that goes on and on, 200 pictures a second, until somebody hangs up or says so."""

    def script(connection: socket.socket, request: str) -> None:
        stream([])(connection, request)
        while not until.wait(0.005):
            connection.sendall(b"--b\r\n\r\n" + picture)

    return script


def needs_login(user: str, password: str, inner: Script, *, digest: bool) -> Script:
    """Ask for a user and a password (RFC 7617; RFC 7616 with MD5), then go on."""

    def script(connection: socket.socket, request: str) -> None:
        given = re.search(r"^Authorization: (\w+) (.*)\r$", request, re.M | re.I)
        if given is not None and _right(given[1], given[2], user, password, digest):
            inner(connection, request)
            return
        wanted = 'Digest realm="table", nonce="abc", qop="auth"' if digest else 'Basic realm="table"'
        answer("text/plain", b"no", "401 Unauthorized", f"WWW-Authenticate: {wanted}\r\n")(connection, request)

    return script


def _right(kind: str, value: str, user: str, password: str, digest: bool) -> bool:
    if not digest:
        import base64

        return kind == "Basic" and base64.b64decode(value).decode() == f"{user}:{password}"
    told = dict(re.findall(r'(\w+)="?([^",]*)"?', value))

    def md5(text: str) -> str:
        return hashlib.md5(text.encode()).hexdigest()

    first, second = md5(f"{user}:table:{password}"), md5(f"GET:{told['uri']}")
    wanted = md5(":".join((first, "abc", told["nc"], told["cnonce"], "auth", second)))
    return kind == "Digest" and told["response"] == wanted


@contextmanager
def rtsp_camera(pictures: Sequence[Image], login: str | None = None) -> Iterator[Server]:
    """An RTSP server (RFC 2326) that plays pictures in turn as JPEG over RTP (RFC 2435) inside the connection.

    ``login``: ``user:password`` (basic) without which it refuses.
    """
    with http_camera(_Rtsp(pictures, login)) as server:
        yield server


class _Rtsp:
    def __init__(self, pictures: Sequence[Image], login: str | None) -> None:
        self._frames = [_rtp_jpeg(picture) for picture in pictures]
        self._login = login

    def __call__(self, connection: socket.socket, request: str) -> None:
        while request:
            self._answer(connection, request)
            if request.startswith("PLAY "):
                self._play(connection)
                return
            request = _next_request(connection)

    def _answer(self, connection: socket.socket, request: str) -> None:
        import base64

        number = re.search(r"^CSeq: *(\d+)", request, re.M)
        assert number is not None
        extra, body, status = "", "", "200 OK"
        if self._login is not None and base64.b64encode(self._login.encode()).decode() not in request:
            status, extra = "401 Unauthorized", 'WWW-Authenticate: Basic realm="table"\r\n'
        elif request.startswith("OPTIONS"):
            extra = "Public: OPTIONS, DESCRIBE, SETUP, PLAY, TEARDOWN\r\n"
        elif request.startswith("DESCRIBE"):
            body = "v=0\r\no=- 0 0 IN IP4 127.0.0.1\r\ns=t\r\nt=0 0\r\nm=video 0 RTP/AVP 26\r\na=control:track\r\n"
            extra = "Content-Type: application/sdp\r\n"
        elif request.startswith("SETUP"):
            extra = "Transport: RTP/AVP/TCP;unicast;interleaved=0-1\r\nSession: 1\r\n"
        elif request.startswith("PLAY"):
            extra = "Session: 1\r\n"
        length = f"Content-Length: {len(body)}\r\n" if body else ""
        connection.sendall(f"RTSP/1.0 {status}\r\nCSeq: {number[1]}\r\n{extra}{length}\r\n{body}".encode())

    def _play(self, connection: socket.socket) -> None:
        sequence = 0
        for count, packets in enumerate(self._frames):
            for index, payload in enumerate(packets):
                last = 0x80 if index == len(packets) - 1 else 0
                header = struct.pack(">BBHII", 0x80, 26 | last, sequence & 0xFFFF, 3000 * count, 7)
                packet = header + payload
                connection.sendall(b"$\x00" + struct.pack(">H", len(packet)) + packet)
                sequence += 1


def _next_request(connection: socket.socket) -> str:
    data = b""
    while b"\r\n\r\n" not in data:
        more = connection.recv(4096)
        if not more:
            return ""
        data += more
    return data.decode("latin-1")


def _rtp_jpeg(picture: Image) -> list[bytes]:
    """One picture's RTP payloads: RFC 2435, section 3.1, type 1 (4:2:0), quantisation tables sent along (Q 255)."""
    done, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_OPTIMIZE, 0, cv2.IMWRITE_JPEG_QUALITY, 90])
    assert done
    jpeg = data.tobytes()
    tables, at = b"", 2
    while jpeg[at + 1] != 0xDA:
        length = int.from_bytes(jpeg[at + 2 : at + 4], "big")
        if jpeg[at + 1] == 0xDB:
            segment = jpeg[at + 4 : at + 2 + length]
            tables += b"".join(segment[n + 1 : n + 65] for n in range(0, len(segment), 65))
        at += 2 + length
    scan = jpeg[at + 2 + int.from_bytes(jpeg[at + 2 : at + 4], "big") : -2]
    payloads = []
    for offset in range(0, len(scan), 1300):
        head = struct.pack(">I", offset) + bytes((1, 255, picture.shape[1] // 8, picture.shape[0] // 8))
        if offset == 0:
            head += struct.pack(">BBH", 0, 0, len(tables)) + tables
        payloads.append(head + scan[offset : offset + 1300])
    return payloads
