"""Streams that FFmpeg knows, as OpenCV brings it along: RTSP, and whatever else has an address."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable

import cv2

from calibration.camera_frames import CameraMissing, CameraReason, Image, NoFrames
from controller.vision.cameras.address import Address
from controller.vision.cameras.camera_messages import SourceReason
from controller.vision.cameras.http import HttpSource, NotPictures
from controller.vision.cameras.latest_frame import LatestItemReader, RetryPolicy
from controller.vision.cameras.sources import PlainSource, Source, as_picture

# FFmpeg would print addresses, with passwords, on the terminal.
os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")

TIMEOUT_S = 4.0
"""For the first answer, and for each picture."""

_USUAL_PORTS = {"rtsp": 554, "http": 80, "https": 443}


class FfmpegConnection:
    """A stream through cv2: a :class:`~controller.vision.cameras.latest_frame.Connection`."""

    def __init__(self, address: Address) -> None:
        """Open the stream. Raises CameraMissing."""
        self._name = address.shown
        _must_answer(address)
        wait_ms = round(1000 * TIMEOUT_S)
        limits = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, wait_ms, cv2.CAP_PROP_READ_TIMEOUT_MSEC, wait_ms]
        self._capture = cv2.VideoCapture(address.whole, cv2.CAP_FFMPEG, limits)
        if not self._capture.isOpened():
            self._capture.release()
            if address.user is None:
                raise CameraMissing(self._name, SourceReason.NO_STREAM())
            raise CameraMissing(self._name, SourceReason.NO_STREAM_OR_LOGIN())

    def next(self) -> Image:
        """Return the next picture. Raises NoFrames."""
        got, image = self._capture.read()
        if not got:
            raise NoFrames(self._name, SourceReason.BROKE_OFF())
        return as_picture(image)

    def interrupt(self) -> None:
        """Do nothing: its time-out is short."""

    def close(self) -> None:
        """Close the stream."""
        self._capture.release()


class NetworkSource(PlainSource):
    """A camera with an address that is no picture's."""

    def __init__(self, address: Address, retry: RetryPolicy, clock: Callable[[], float]) -> None:
        self.name = address.shown
        self._address = address
        self._retry = retry
        self._clock = clock
        self._stream: LatestItemReader[Image] | None = None

    def open(self) -> None:
        """Connect to the stream. Raises CameraMissing."""
        self.close()
        connection = self._connect()
        self._stream = LatestItemReader(self.name, self._connect, self._retry, self._clock)
        self._stream.start(connection)

    def read(self) -> tuple[Image, str]:
        """Return the newest picture."""
        if self._stream is None:
            raise NoFrames(self.name, CameraReason.NOT_OPEN())
        return self._stream.take(), self.name

    def close(self) -> None:
        """Close the stream. May be called twice."""
        if self._stream is not None:
            self._stream.stop()
        self._stream = None

    def _connect(self) -> FfmpegConnection:
        return FfmpegConnection(self._address)


class HttpOrFilmSource(PlainSource):
    """An http address that gives pictures, or a film that FFmpeg decodes."""

    def __init__(self, address: Address, retry: RetryPolicy, clock: Callable[[], float]) -> None:
        self.name = address.shown
        self._pictures = HttpSource(address, retry, clock)
        self._film = NetworkSource(address, retry, clock)
        self._chosen: Source = self._pictures

    def open(self) -> None:
        """Connect, and find out which of the two it is. Raises CameraMissing, NoFrames."""
        self.close()
        self._chosen = self._pictures
        try:
            self._pictures.open()
        except NotPictures:
            self._chosen = self._film
            self._film.open()

    def read(self) -> tuple[Image, str]:
        """Return the newest picture."""
        return self._chosen.read()

    def close(self) -> None:
        """Close the connection. May be called twice."""
        self._chosen.close()


def _must_answer(address: Address) -> None:
    """Check that somebody answers: FFmpeg does not tell why a stream cannot be opened. Raises CameraMissing."""
    port = _USUAL_PORTS.get(address.scheme)
    if port is None:
        return
    host, asked = address.place
    try:
        socket.create_connection((host, asked or port), TIMEOUT_S).close()
    except socket.gaierror:
        raise CameraMissing(address.shown, SourceReason.STREAM_NAME_UNKNOWN()) from None
    except OSError:
        raise CameraMissing(address.shown, SourceReason.NO_ANSWER()) from None
