"""Cameras over HTTP and RTSP: torn, slow, wrong and absent ones; the newest picture; no password is ever shown."""

from __future__ import annotations

import itertools
import queue
import random
import socket
import ssl
import threading
import urllib.error
from collections.abc import Iterator
from dataclasses import dataclass, field

import cv2
import numpy as np
import pytest

from calibration.camera_frames import CameraError, CameraMissing, Frame, NoFrames, WrongSize
from controller.vision.cameras import http
from controller.vision.cameras.address import parse_address
from controller.vision.cameras.camera_registry import camera_for
from controller.vision.cameras.http import HttpSource
from controller.vision.cameras.latest_frame import BUFFERED_ITEMS, FRESH_AFTER_S, LatestItemReader, RetryPolicy
from controller.vision.cameras.mjpeg import JpegSplitter
from controller.vision.cameras.network import HttpOrFilmSource
from hardware.simulated.virtual_clock import run
from tests.support.net_cameras import (
    Script,
    answer,
    film,
    flat,
    http_camera,
    level_of,
    stream,
)
from tests.support.network_sources import SOON, levels, source_of, waited

# Pictures out of bytes


@pytest.mark.parametrize("seed", range(8))
def test_pictures_are_cut_out_of_any_stream_however_it_is_chopped(seed: int) -> None:
    chance = random.Random(seed)
    noise = np.random.default_rng(seed).integers(0, 256, (40, 56, 3), dtype=np.uint8)
    options = ([], [cv2.IMWRITE_JPEG_PROGRESSIVE, 1], [cv2.IMWRITE_JPEG_RST_INTERVAL, 2])
    whole = [cv2.imencode(".jpg", noise, chance.choice(options))[1].tobytes() for _ in range(5)]
    sent = b""
    for picture in whole:
        torn = chance.choice([b"", picture[: chance.randrange(len(picture))]])
        sent += (
            torn + chance.choice([b"", b"\r\n--b\r\nContent-Length: 9\r\n\r\n", bytes(chance.randrange(40))]) + picture
        )
    splitter, found = JpegSplitter(), []
    while sent:
        count = chance.choice([1, 2, 7, 300, 5000])
        found += splitter.feed(sent[:count])
        sent = sent[count:]
    # A tear between two pictures may take the one behind it along, if its bytes look like the torn one's.
    assert [picture for picture in found if picture in whole] == found
    assert len(found) >= 4 and found[-1] == whole[-1]


def test_bytes_without_pictures_are_not_kept() -> None:
    splitter = JpegSplitter()
    for _ in range(40):
        assert splitter.feed(b"\xff\xd8\xff\xe0\xff\xff" + bytes(1 << 20)) == []
    assert len(splitter._data) <= http.LARGEST
    assert splitter.feed(b"\x00" + flat(50)) == [flat(50)]


# The newest one


@dataclass
class Tap:
    """A connection by hand: items are put in, errors are raised."""

    items: queue.Queue[int | CameraError] = field(default_factory=queue.Queue)
    closed: threading.Event = field(default_factory=threading.Event)

    def next(self) -> int:
        item = self.items.get()
        if isinstance(item, CameraError):
            raise item
        return item

    def interrupt(self) -> None:
        self.items.put(NoFrames("tap", "was interrupted"))

    def close(self) -> None:
        self.closed.set()


def asked(newest: LatestItemReader[int]) -> queue.Queue[int]:
    """Somebody waits for the newest item already; it comes here."""
    taken: queue.Queue[int] = queue.Queue()
    threading.Thread(target=lambda: taken.put(newest.take()), daemon=True).start()
    while not newest._changed._waiters:
        threading.Event().wait(0.001)
    return taken


def test_pictures_that_lay_in_a_buffer_are_passed_over() -> None:
    tap = Tap()
    # Asked and answered, for each item: two came at once, the third had to be waited for, then all at once.
    times = iter([0.0, 0.0, 1.0, 1.0, 2.0, 2.0 + 2 * FRESH_AFTER_S, *itertools.repeat(9.0, 40)])
    newest: LatestItemReader[int] = LatestItemReader("tap", lambda: tap, SOON, lambda: next(times))
    newest.start(tap)
    taken = asked(newest)
    for item in (1, 2, 3):
        tap.items.put(item)
    assert taken.get(timeout=20) == 3
    # Of those that always come at once, not too many.
    taken = asked(newest)
    for item in range(10, 10 + BUFFERED_ITEMS):
        assert taken.empty()
        tap.items.put(item)
    assert taken.get(timeout=20) == 9 + BUFFERED_ITEMS
    newest.stop(20.0)
    assert tap.closed.is_set()


def test_a_broken_connection_is_closed_and_made_anew_after_growing_pauses() -> None:
    retry = RetryPolicy(first_s=0.1, longest_s=5.0)
    assert [retry.pause_s(failed) for failed in (0, 1, 2, 5, 6, 400)] == [0.1, 0.2, 0.4, 3.2, 5.0, 5.0]
    first, second = Tap(), Tap()
    offers: Iterator[Tap | CameraError] = iter([CameraMissing("tap", "is away"), second])

    def connect() -> Tap:
        offered = next(offers)
        if isinstance(offered, CameraError):
            raise offered
        return offered

    newest: LatestItemReader[int] = LatestItemReader("tap", connect, SOON, waited())
    newest.start(first)
    taken = asked(newest)
    first.items.put(NoFrames("tap", "the stream broke off"))
    second.items.put(5)
    assert taken.get(timeout=20) == 5
    assert first.closed.is_set() and not second.closed.is_set()
    newest.stop(20.0)
    assert second.closed.is_set()


# HTTP


@pytest.mark.parametrize("said", ["b", "--b", '"b"', "another"])
def test_motion_jpeg_whatever_its_boundary_and_lengths(said: str) -> None:
    with http_camera(stream([flat(80)] * 60, said=said)) as server:
        assert levels(source_of(server), 3) == [80, 80, 80]
        assert server.requests[0].startswith("GET /video HTTP/1.1")


def test_a_torn_stream_is_taken_up_again_and_nobody_hears_of_it() -> None:
    torn = stream([flat(30), flat(40)[:-300]])
    with http_camera(torn, torn, answer("text/plain", b"", "503 Busy"), stream([flat(90)] * 60)) as server:
        source = source_of(server)
        source.open()
        seen = level_of(source.read()[0])
        while seen != 90:
            assert seen == 30
            seen = level_of(source.read()[0])
        source.close()
        assert len(server.requests) >= 4


def test_a_stream_that_stays_away_is_named_and_can_be_opened_again() -> None:
    retry = RetryPolicy(first_s=0.0, longest_s=0.01, forgiven_s=0.2)
    gone = answer("text/plain", b"", "503 Busy")
    with http_camera(stream([flat(30)]), gone) as server:
        source = HttpSource(parse_address(server.url()), retry, waited())
        source.open()
        with pytest.raises(CameraError, match=r"127\.0\.0\.1:\d+/video: (answers with an error|the stream broke)"):
            for _ in range(3):
                source.read()
        source.close()
    with http_camera(stream([flat(70)] * 60)) as server:
        assert levels(source_of(server), 1) == [70]


def test_a_still_address_is_asked_for_every_picture() -> None:
    with http_camera(*(answer("image/jpeg", flat(level)) for level in (10, 50, 60, 70))) as server:
        assert levels(source_of(server, "/shot.jpg"), 3) == [50, 60, 70]
        assert all("no-cache" in request for request in server.requests)


@pytest.mark.parametrize("kind", ["application/octet-stream", "text/plain", "image/png", "video/x-motion-jpeg"])
def test_wrong_content_types_do_not_matter(kind: str) -> None:
    with http_camera(answer(kind, flat(120))) as server:
        assert levels(source_of(server), 2) == [120, 120]
    with http_camera(answer(kind, b"".join(flat(level) for level in (10, 20, 30, 40) * 20))) as server:
        assert len(levels(source_of(server), 2)) == 2


@pytest.mark.parametrize(
    ("script", "said"),
    [
        (answer("text/html", b"<html>hello</html>"), "answers with a web page, not with JPEG pictures"),
        (answer("image/png", b"\x89PNG"), "answers with image/png"),
        (answer("text/plain", b"", "404 Not Found"), "nothing at this address"),
        (answer("text/plain", b"", "500 Oh"), "answers with an error .500."),
        (answer("text/plain", b"", "401 Unauthorized"), "wants a user and a password"),
        (answer("image/jpeg", flat(9)[:200]), "broke off"),
        (lambda connection, _request: connection.sendall(b"hello"), "does not answer"),
        (lambda connection, _request: None, "does not answer"),
        (answer("image/jpeg", b"\xff\xd8\xff\xd9"), "damaged pictures only"),
        (stream([b"no picture"]), "broke off"),
        (answer("video/mp2t", b"no film"), "gives no stream"),
    ],
)
def test_what_gives_no_pictures_is_told_in_plain_words(script: Script, said: str) -> None:
    with http_camera(script) as server:
        retry = RetryPolicy(first_s=0.0, longest_s=0.01, forgiven_s=0.2)
        with pytest.raises(CameraError, match=said) as caught:
            levels(HttpOrFilmSource(parse_address(server.url()), retry, waited()), 1)
        assert str(caught.value).startswith(f"http://127.0.0.1:{server.port}/video: ")


def test_no_server_and_no_such_computer() -> None:
    with http_camera(stream([])) as server:
        port = server.port
    for url in (f"http://127.0.0.1:{port}/", f"rtsp://127.0.0.1:{port}/", "http://no-such-camera.invalid/video"):
        with pytest.raises(CameraMissing, match="address"):
            camera = camera_for(url)
            run(camera.open(lambda frame: frame))


def test_a_server_that_says_nothing_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http, "TIMEOUT_S", 0.05)
    gate = threading.Event()
    with http_camera(lambda _connection, _request: gate.wait(20)) as server:
        with pytest.raises(CameraMissing, match="does not answer"):
            source_of(server).open()
        gate.set()
    gate.clear()
    # Here it is the server that must be in time, on busy cores, too.
    monkeypatch.setattr(http, "TIMEOUT_S", 1.0)
    with http_camera(stream([flat(40)[:-50]], lambda: gate.wait(20)), stream([flat(60)] * 60)) as server:
        assert levels(source_of(server), 1) == [60], "a stalled stream is left for a new one"
        gate.set()


def test_a_camera_that_drips_is_let_go_when_it_is_closed() -> None:
    """It never times out and never sends a whole picture."""
    hung_up = threading.Event()

    def drips(connection: socket.socket, request: str) -> None:
        stream([])(connection, request)
        while not hung_up.wait(0.002):
            try:
                connection.sendall(b"-")
            except OSError:
                hung_up.set()

    with http_camera(drips) as server:
        source = HttpSource(parse_address(server.url()), RetryPolicy(0.0, 0.01, 0.05), waited())
        source.open()
        with pytest.raises(NoFrames, match="sends no pictures"):
            source.read()
        source.close()
        assert hung_up.wait(20), "nobody reads it any more"


def test_https_that_nobody_vouches_for_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    source = HttpSource(parse_address("https://anna:sesame@cam.invalid/video"), SOON, waited())

    def refuse(*_args: object, **_more: object) -> None:
        raise urllib.error.URLError(ssl.SSLCertVerificationError("anna:sesame"))

    monkeypatch.setattr(source._opener, "open", refuse)
    with pytest.raises(CameraMissing, match="certificate") as caught:
        source.open()
    assert "sesame" not in str(caught.value)


# Sizes


def test_a_phone_that_was_turned_is_named_and_then_read_anew() -> None:
    gate = threading.Event()
    turned = film(flat(90, (48, 64)), threading.Event())

    def turns(connection: socket.socket, request: str) -> None:
        film(flat(50), gate)(connection, request)
        turned(connection, request)

    async def main(url: str) -> tuple[int, int]:
        camera = camera_for(url)
        await camera.open(lambda frame: frame)
        first: Frame = await camera.next()
        gate.set()
        with pytest.raises(WrongSize, match="48 x 64 px, not 64 x 48"):
            while True:
                await camera.next()
        await camera.open(lambda frame: frame)
        later: Frame = await camera.next()
        await camera.close()
        return first.image.shape[1], later.image.shape[1]

    with http_camera(turns, turned) as server:
        assert run(main(server.url())) == (64, 48)
