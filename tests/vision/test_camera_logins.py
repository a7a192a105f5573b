"""Users and passwords of network cameras, and RTSP."""

from __future__ import annotations

import socket
import threading
from pathlib import Path

import numpy as np
import pytest

from calibration.camera_frames import CameraError, CameraMissing, Image
from controller.app.tools import doctor
from controller.cli import main as golem
from controller.cli import read
from controller.vision.cameras import camera_registry as registry
from controller.vision.cameras import network
from controller.vision.cameras.address import parse_address, shown
from controller.vision.cameras.camera_registry import camera_for
from controller.vision.cameras.http import HttpSource
from controller.vision.cameras.latest_frame import RetryPolicy
from controller.vision.cameras.network import NetworkSource
from hardware.simulated.virtual_clock import run
from tests.support.net_cameras import (
    Server,
    answer,
    film,
    flat,
    http_camera,
    needs_login,
    rtsp_camera,
    stream,
)
from tests.support.network_sources import SOON, levels, source_of, waited

# Users and passwords


@pytest.mark.parametrize("digest", [False, True])
def test_users_and_passwords_basic_and_digest(digest: bool) -> None:
    film = stream([flat(100)] * 60)
    with http_camera(needs_login("anna", "p@ss w", film, digest=digest)) as server:
        assert levels(source_of(server, login="anna:p%40ss%20w@"), 2) == [100, 100]
        with pytest.raises(CameraMissing, match="wants a user and a password"):
            source_of(server).open()
        with pytest.raises(CameraMissing, match="does not take this user and password"):
            source_of(server, login="anna:wrong@").open()


@pytest.mark.parametrize(
    "url",
    [
        "http://anna:sesame@cam.invalid/video",
        "http://anna:sesame@cam.invalid:99999/video",
        "http://anna:se[same@cam.invalid/video",
        "http://sesame@cam.invalid/video",
        "http://cam.invalid/video.cgi?user=anna&pwd=sesame",
        "http://anna:x/sesame@cam.invalid/",
        "http://anna:x#sesame@cam.invalid/",
        "http://anna:x?sesame@cam.invalid/",
        " rtsp://anna:sesame@cam.invalid/h264?token=sesame ",
        "rtsp://:sesame@/",
        "udp://anna:sesame@cam.invalid",
    ],
)
def test_a_password_in_an_address_is_never_shown(url: str) -> None:
    told = [shown(url)]
    try:
        address = parse_address(url)
        told += [repr(address), address.shown, HttpSource(address, SOON, waited()).name]
        camera = camera_for(url)
        told += [camera.name, repr(camera)]
        run(camera.open(lambda frame: frame))
    except CameraError as error:
        told += [str(error), error.camera, repr(error), repr(error.__context__ if error.__suppress_context__ else "")]
    secret = [text for text in told if "se[same" in text or "sesame" in text]
    assert secret == []


def test_no_password_in_reports_and_the_names_of_threads(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "RETRY", RetryPolicy(0.0, 0.0, 0.2))
    monkeypatch.setattr(doctor, "LOOK_S", 0.0)
    monkeypatch.setattr(read, "PATIENCE_FRAMES", 2)
    threads: list[str] = []

    def script(connection: socket.socket, request: str) -> None:
        threads.extend(thread.name for thread in threading.enumerate())
        film(flat(130, (480, 270)), threading.Event())(connection, request)

    table = tmp_path / "table.yaml"
    with http_camera(script) as server:
        url = server.url("/video?token=sesame", "anna:sesame@")
        table.write_text(f"camera: {url}\ngame: {{board: 4x4}}\n")
        commands = (["read", url], ["doctor", "--table", str(table)])
        assert [golem(command) for command in commands] == [1, 1]
    assert [golem(command) for command in commands] == [1, 1]
    out, err = capfd.readouterr()
    assert out.count(f"http://127.0.0.1:{server.port}/video") >= 3
    assert f"camera http://127.0.0.1:{server.port}/video?...: 480 x 270 px" in out
    assert "sesame" not in out + err + " ".join(threads)


# RTSP, through FFmpeg


def rtsp(server: Server, login: str = "") -> str:
    return server.url("/live", login).replace("http://", "rtsp://")


def plain(levels_sent: range) -> list[Image]:
    return [np.full((48, 64, 3), level, np.uint8) for level in levels_sent]


def test_rtsp_is_played_and_taken_up_again() -> None:
    with rtsp_camera(plain(range(50, 150, 10)) * 20) as server:
        source = NetworkSource(parse_address(rtsp(server)), SOON, waited())
        assert set(levels(source, 3)) <= set(range(50, 150, 10))
        source.open()
        # It has fewer pictures than are asked for: it breaks off meanwhile, and is opened again.
        while len(server.requests) < 4:
            assert source.read()[0].shape == (48, 64, 3)
        source.close()


def test_rtsp_with_a_password() -> None:
    with rtsp_camera(plain(range(50, 150, 10)) * 20, "anna:sesame") as server:
        source = NetworkSource(parse_address(rtsp(server, "anna:sesame@")), SOON, waited())
        assert len(levels(source, 2)) == 2
        with pytest.raises(CameraMissing, match="does not take this user and password") as caught:
            NetworkSource(parse_address(rtsp(server, "anna:sesame1@")), SOON, waited()).open()
        assert "sesame" not in str(caught.value)


def test_rtsp_that_is_something_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "TIMEOUT_S", 0.3)
    with (
        http_camera(answer("text/html", b"hello")) as server,
        pytest.raises(CameraMissing, match="gives no stream"),
    ):
        NetworkSource(parse_address(rtsp(server)), SOON, waited()).open()
