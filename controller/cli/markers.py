"""`golem markers`: find ArUco and AprilTag markers in pictures: their ids and corners."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from boards.base.catalogue import translate
from boards.base.errors import Problem, Problems
from boards.base.message import Message, _
from boards.kit.marker_plan import DICTIONARY
from calibration.camera_frames import CameraError
from controller.cli.options.command_parser import CommandParser, Description, system_language
from controller.vision.cameras.image_files import load, pictures_in
from controller.vision.markers.detector import ANY_SIZE, detect_families
from controller.vision.markers.greyscale import to_grey
from controller.vision.markers.marker_dictionary import (
    PREFIX,
    MarkerDictionary,
    dictionary_names,
    largest_dictionaries,
    marker_dictionary,
)

Json = dict[str, Any]

_FOLDER = _("is a folder; passed over")
_NO_PICTURE = _("is no picture by its name; passed over")
_EMPTY = _("there are no pictures in this folder")
_FORBIDDEN = _("the folder may not be read")
_ANIMATED = _("is animated; the first of its {count} pictures is read")

ALL = "all"
"""As a dictionary's name: all of them."""

DIGITS = 2
"""Of a corner's place, after the point."""


DESCRIPTION: Description = (
    _("Find ArUco and AprilTag markers in pictures: their ids and corners."),
    _(
        "Takes pictures and folders of pictures. Corners are px of the upright picture, clockwise from the "
        "marker's own upper left, (0, 0) is the middle of the first pixel. Whatever cannot be read is "
        "named in a line of its own, the rest is read all the same; the exit status is then 2."
    ),
)


def arguments(parser: CommandParser) -> None:
    """Add the command's arguments to its parser."""
    in_language = parser.in_language
    parser.describe(DESCRIPTION)
    parser.add_argument(
        "pictures", nargs="+", metavar="IMAGE", help=in_language(_("a picture, or a folder of pictures"))
    )
    parser.add_argument(
        "--dictionary",
        action="append",
        metavar="NAME",
        help=in_language(
            _(
                "what the markers are of: 4X4_50 to 7X7_1000, ARUCO_ORIGINAL, ARUCO_MIP_36H12, APRILTAG_36H11... "
                "(default 5X5_250); may be repeated; 'all': any of OpenCV's"
            )
        ),
    )
    parser.add_argument("--json", action="store_true", help=in_language(_("print one JSON document")))


def run(args: argparse.Namespace) -> int:
    """Run the command and return its exit status."""
    dictionaries = _dictionaries(args.dictionary or [DICTIONARY])
    reports: list[Json] = []
    for path in _files(args.pictures):
        report = _report(path, dictionaries)
        reports.append(report)
        if "error" not in report and not args.json:
            print("\n".join(_lines(report)))
    if args.json:
        names = [dictionary.name for dictionary in dictionaries]
        meant: Json = {"dictionary": names[0]} if len(names) == 1 else {"dictionaries": names}
        print(json.dumps({**meant, "pictures": reports}, ensure_ascii=False, indent=1))
    return 2 if any("error" in report for report in reports) else 0


def _dictionaries(asked: Sequence[str]) -> tuple[MarkerDictionary, ...]:
    """Return the dictionaries by these names, each once. Raises :class:`Problems` for all unknown ones."""
    names: list[str] = []
    for name in asked:
        names += largest_dictionaries() if name.lower() == ALL else [name.upper().removeprefix(PREFIX)]
    known = dictionary_names()
    if unknown := [name for name in dict.fromkeys(names) if name not in known]:
        there = ", ".join([ALL, *known])
        none = _("there is no {dictionary}; there are {known}", known=there)
        raise Problems([Problem("--dictionary", none.bind(dictionary=repr(name))) for name in unknown])
    return tuple(marker_dictionary(name) for name in dict.fromkeys(names))


def _files(names: Sequence[str]) -> Iterator[Path]:
    """Return the files that are meant; what lies in a folder besides pictures is named and passed over.

    A folder of which nothing can be read is given as it is: reading it says why.
    """
    for path in map(Path, names):
        found = pictures_in(path) if path.is_dir() and os.access(path, os.R_OK | os.X_OK) else ()
        if not found:
            yield path
            continue
        for other in sorted(path.iterdir()):
            if other not in found:
                _say(other, _FOLDER if other.is_dir() else _NO_PICTURE)
        yield from found


def _report(path: Path, dictionaries: Sequence[MarkerDictionary]) -> Json:
    """Return what a picture shows, or why it cannot be read."""
    if path.is_dir():
        readable = os.access(path, os.R_OK | os.X_OK)
        return _refused(path, CameraError(str(path), _EMPTY if readable else _FORBIDDEN))
    try:
        loaded = load(path)
    except CameraError as error:
        return _refused(path, error)
    height, width = loaded.image.shape[:2]
    found = detect_families(to_grey(loaded.image), ANY_SIZE, dictionaries)
    # A very large picture was made smaller to be read.
    scale = (loaded.size[0] / width, loaded.size[1] / height)
    report: Json = {
        "source": str(path),
        "size": list(loaded.size),
        "markers": [
            {
                "id": int(number),
                **({"dictionary": dictionary.name} if len(dictionaries) > 1 else {}),
                "corners": [[round(x, DIGITS), round(y, DIGITS)] for x, y in ((four + 0.5) * scale - 0.5).tolist()],
                **({"inverted": True} if inverted else {}),
            }
            for dictionary, markers in zip(dictionaries, found, strict=True)
            for number, four, inverted in zip(markers.ids, markers.corners, markers.which_inverted, strict=True)
        ],
    }
    if loaded.frames > 1:
        _say(path, _ANIMATED.bind(count=loaded.frames))
        report["frames"] = loaded.frames
    return report


def _refused(path: Path, error: CameraError) -> Json:
    """Tell a person why a picture is not read; return the same for programs, in English."""
    print(f"golem markers: {error.translated(system_language())}", file=sys.stderr)
    return {"source": str(path), "error": str(error)}


def _say(path: Path, message: Message) -> None:
    print(f"golem markers: {path}: {translate(message, system_language())}", file=sys.stderr)


def _lines(report: Json) -> Iterator[str]:
    markers = report["markers"]
    width, height = report["size"]
    yield f"{report['source']}: {width} x {height} px, {len(markers)} marker{'' if len(markers) == 1 else 's'}"
    for marker in markers:
        family = f"{marker['dictionary']:<16}" if "dictionary" in marker else ""
        corners = "  ".join(f"({x:.1f}, {y:.1f})" for x, y in marker["corners"])
        yield f"  {family}{marker['id']:>4}  {corners}{'  inverted' if 'inverted' in marker else ''}"
