"""The Pi's camera is a program that writes JPEGs: a stand-in program writes the same bytes."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Sequence
from pathlib import Path

import pytest

from calibration.camera_frames import CameraBusy, CameraError, CameraMissing, NoFrames
from controller.vision.cameras.camera_registry import kind_of
from controller.vision.cameras.latest_frame import RetryPolicy
from controller.vision.cameras.pipe import PipeSource, pi_command
from tests.support.net_cameras import flat, level_of

HEAD = """
import sys, threading
def send(data):
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()
wait = threading.Event().wait
"""


def program(folder: Path, text: str) -> Sequence[str]:
    """A command that runs these lines; ``one`` and ``two`` are JPEGs of grey 50 and 90."""
    path = folder / "program.py"
    path.write_text(f"{HEAD}one, two = {flat(50)!r}, {flat(90)!r}\n{textwrap.dedent(text)}")
    return (sys.executable, "-S", str(path))


def source(command: Sequence[str]) -> PipeSource:
    return PipeSource("picamera:0", lambda: command, RetryPolicy(0.0, 0.0, 20.0), iter(range(10**9)).__next__)


def test_its_pictures_are_cut_out_of_what_it_writes_and_it_is_ended(tmp_path: Path) -> None:
    text = """
    while True:
        send(one + two[:100])
        wait(0.002)
        send(two[100:] + one[:50])
    """
    camera = source(program(tmp_path, text))
    for _ in range(2):
        camera.open()
        assert {level_of(camera.read()[0]) for _ in range(6)} <= {50, 90}
        stream = camera._stream
        camera.close()
        assert stream is not None and not stream._thread.is_alive()
    with pytest.raises(NoFrames, match="not open"):
        camera.read()


def test_a_program_that_dies_is_started_again(tmp_path: Path) -> None:
    text = f"""
    import pathlib
    log = pathlib.Path({str(tmp_path)!r}) / "log"
    log.write_bytes((log.read_bytes() if log.exists() else b"") + b"x")
    for _ in range(3):
        send(one)
    if len(log.read_bytes()) > 1:
        while not wait(0.002):
            send(two)
    """
    camera = source(program(tmp_path, text))
    camera.open()
    seen = level_of(camera.read()[0])
    while seen != 90:
        seen = level_of(camera.read()[0])
    camera.close()
    assert (tmp_path / "log").read_bytes() == b"xx"


@pytest.mark.parametrize(
    ("text", "kind", "said"),
    [
        ("sys.exit('ERROR: *** no cameras available ***')", CameraMissing, "no camera is connected"),
        ("sys.exit('failed to acquire camera: Device or resource busy')", CameraBusy, "close other programs"),
        ("sys.stderr.write('one\\nlast words\\n' * 9000); sys.exit(3)", NoFrames, r"its program ended \(last words\)"),
        ("pass", NoFrames, r"its program ended \(it said nothing\)"),
        ("send(b'no picture')", NoFrames, "its program ended"),
    ],
)
def test_why_it_gives_no_pictures_is_told(tmp_path: Path, text: str, kind: type[CameraError], said: str) -> None:
    with pytest.raises(kind, match=said) as caught:
        source(program(tmp_path, text)).open()
    assert str(caught.value).startswith("picamera:0: ")


def test_the_command_is_that_of_the_pi() -> None:
    found = pi_command(1, (1280, 720), lambda name: "/usr/bin/" + name if name == "libcamera-vid" else None)
    assert found[0] == "/usr/bin/libcamera-vid"
    assert {"--camera=1", "--width=1280", "--height=720", "--codec=mjpeg", "--timeout=0", "--output=-"} <= set(found)
    with pytest.raises(CameraMissing, match="sudo apt install rpicam-apps"):
        pi_command(0, (1280, 720), lambda _name: None)
    with pytest.raises(CameraMissing, match="cannot be started"):
        source(("/no/such/program",)).open()
    assert [kind_of(text) for text in ("picamera", "picamera:1")] == ["pi", "pi"]
