"""`golem read`: say what lies on the table in a picture, video or camera."""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2

from boards.base.catalogue import Language, languages, translate
from boards.base.errors import Problem, Problems
from boards.base.message import _
from boards.base.reasons import Reason
from boards.kit.kit import Kit, kit
from boards.kit.thing_keys import MatKey
from boards.mats import chosen
from calibration.camera_frames import BadPicture, CameraError, CameraReason, Frame, FramesEnded
from calibration.camera_model import CameraModel
from calibration.lens_match import LensUnfit
from controller.app.config.measured_lens import lens_named, measured_lens
from controller.cli.options.command_parser import CommandParser, Description
from controller.table.perception.reading_report import report_of
from controller.vision.cameras.camera import Camera
from controller.vision.cameras.camera_registry import DEFAULT_SIZE, camera_for, kind_of
from controller.vision.frame_reading import FrameReading
from controller.vision.fusion.temporal_voting import Voting
from controller.vision.markers.detector import RECALL
from controller.vision.overlay import draw_overlay
from controller.vision.reader import Reader

PATIENCE_FRAMES = 300
"""Pictures of a camera in which the table must come to rest."""


DESCRIPTION: Description = (
    _("Say what lies on the table in a picture, a folder of pictures, a video, at an address or before a camera."),
    _(
        "Prints JSON: programs, cards, golems, tokens, dice, and what is not read and why. Pictures of a "
        "folder are read one by one; a video or a camera is watched until the table is at rest. The exit "
        "status is 1 if the mat was not found or a picture could not be opened, else 0."
    ),
)


def arguments(parser: CommandParser) -> None:
    """Add the command's arguments to its parser."""
    in_language = parser.in_language
    parser.describe(DESCRIPTION)
    parser.add_argument(
        "source",
        help=in_language(
            _("picture, folder, video, recording, address (http, rtsp), camera (/dev/video0, 0 or picamera)")
        ),
    )
    parser.add_argument(
        "--mat",
        default="auto",
        metavar="MAT",
        help=in_language(_("which mat: 4x4, 6x6, a mat's YAML file (default: auto, any)")),
    )
    parser.add_argument(
        "--deck-seed", type=int, default=1, metavar="N", help=in_language(_("seed of the printed decks (default 1)"))
    )
    parser.add_argument(
        "--lens", type=Path, metavar="FILE", help=in_language(_("the camera's calibration; else it is estimated"))
    )
    parser.add_argument(
        "--overlay", type=Path, metavar="FILE", help=in_language(_("write the picture with the reading drawn on it"))
    )
    parser.add_argument(
        "--language", choices=languages(), default="en", help=in_language(_("of advice and overlay (default en)"))
    )
    parser.add_argument(
        "--size", default="1920x1080", metavar="WxH", help=in_language(_("of a camera's picture (default 1920x1080)"))
    )


def run(args: argparse.Namespace) -> int:
    """Run the command and return its exit status."""
    if not args.source.strip():
        raise Problems([Problem("source", _("is empty; name a picture, a folder, a video, an address or a camera"))])
    if kind_of(args.source) == "folder" and args.overlay is not None:
        raise Problems([Problem("--overlay", _("is for one picture; a folder has many"))])
    mat_key = None if args.mat == "auto" else chosen(args.mat)
    printed = kit(args.deck_seed)
    model = None if args.lens is None else measured_lens(args.lens, args.source, args.language).camera
    with lens_named(args.lens):
        if kind_of(args.source) != "folder":
            (report,) = asyncio.run(_read(args, printed, model, mat_key, lambda _report: None))
            print(json.dumps(report, ensure_ascii=False, indent=1))
            return 0 if report.get("mat") is not None else 1
        pictures = _PictureList()
        try:
            found = asyncio.run(_read(args, printed, model, mat_key, pictures.add))
        finally:
            pictures.end()
    return 0 if all(item.get("mat") is not None for item in found) else 1


class _PictureList:
    """The JSON of a folder's pictures, printed as they are read: the same text as of all at once."""

    def __init__(self) -> None:
        self._count = 0

    def add(self, report: dict[str, Any]) -> None:
        """Print one more picture's report."""
        text = textwrap.indent(json.dumps(report, ensure_ascii=False, indent=1), "  ")
        print('{\n "pictures": [\n' if not self._count else ",\n", text, sep="", end="", flush=True)
        self._count += 1

    def end(self) -> None:
        """Close the list, if it was begun."""
        if self._count:
            print("\n ]\n}", flush=True)


async def _read(
    args: argparse.Namespace,
    printed: Kit,
    model: CameraModel | None,
    mat_key: MatKey | None,
    print_report: Callable[[dict[str, Any]], None],
) -> list[dict[str, Any]]:
    """Return a report for each picture of a folder, told as soon as it is read; one for anything else."""
    kind = kind_of(args.source)

    def heard(said: Reason) -> None:
        print(f"golem read: {translate(said.message, args.language)}", file=sys.stderr)

    camera = camera_for(args.source, _size(args.size), heard)

    def reader() -> Reader:
        return Reader(printed, mat_key, model, RECALL, live=camera.live)

    watching = reader()

    def work(frame: Frame) -> FrameReading:
        # Pictures of a folder are of many tables: what was learnt from one says nothing about the next.
        if kind != "folder":
            return watching.read(frame)
        try:
            return reader().read(frame)
        except LensUnfit as error:
            # The folder's other pictures may be of the right size.
            raise BadPicture(frame.source, error.named(args.lens.name).message) from None

    await camera.open(work)
    try:
        if kind == "folder":
            return await _each(args, printed, camera, print_report)
        look = await camera.next() if kind == "picture" else await _at_rest(camera, args.language)
    finally:
        await camera.close()
    if args.overlay is not None:
        _write_overlay(look, args)
    return [_report(look, printed, args)]


async def _each(
    args: argparse.Namespace, printed: Kit, camera: Camera, print_report: Callable[[dict[str, Any]], None]
) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    while True:
        try:
            report = _report(await camera.next(), printed, args)
        except FramesEnded:
            return found
        except BadPicture as error:
            report = {"source": error.camera, "error": error.translated(args.language)}
        print_report(report)
        found.append(report)


async def _at_rest(camera: Camera, language: Language) -> FrameReading:
    """Return the last look at which the table was at rest; if it never was, the last look."""
    voting = Voting()
    look: FrameReading | None = None
    settled: FrameReading | None = None
    for _look in range(PATIENCE_FRAMES if camera.live else 10**9):
        try:
            look = await camera.next()
        except FramesEnded:
            break
        except BadPicture as error:
            print(f"golem read: {error.translated(language)}", file=sys.stderr)
            continue
        assert look is not None
        scene = voting.add(look.scene)
        if scene is not None:
            settled = FrameReading(look.frame, scene, look.sightings, look.view)
            if camera.live:
                break
    if look is None:
        raise CameraError(camera.name, CameraReason.EMPTY())
    return settled or look


def _report(look: FrameReading, printed: Kit, args: argparse.Namespace) -> dict[str, Any]:
    lens = None if look.view is None else look.view.camera.quality
    said = None if lens is None else {"source": lens.source, "rms_px": lens.rms_px, "focal_sigma": lens.focal_sigma}
    return {"source": look.frame.source, "lens": said, **report_of(look.scene, printed, args.language)}


def _write_overlay(look: FrameReading, args: argparse.Namespace) -> None:
    try:
        done = cv2.imwrite(str(args.overlay), draw_overlay(look, args.language))
    except cv2.error:
        raise Problems(
            [Problem("--overlay", _("{file} is no picture file's name; end it in .png", file=str(args.overlay)))]
        ) from None
    if not done:
        raise Problems(
            [Problem("--overlay", _("{file} cannot be written; is there such a folder?", file=str(args.overlay)))]
        )


def _size(text: str) -> tuple[int, int]:
    width, cross, height = text.partition("x")
    if not cross or not width.isdigit() or not height.isdigit() or not int(width) or not int(height):
        usual = f"{DEFAULT_SIZE[0]}x{DEFAULT_SIZE[1]}"
        raise Problems(
            [Problem("--size", _("{text} is not a size; write it like {example}", text=repr(text), example=usual))]
        )
    return int(width), int(height)
