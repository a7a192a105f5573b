"""`golem calibrate`: measure a camera's lens by a printed board, or one on a screen."""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from boards.base.catalogue import translate
from boards.base.errors import Problem, Problems
from boards.base.message import _
from controller.cli.options.command_parser import CommandParser, Description

T = TypeVar("T", int, float)

SCREEN = "1920x1200"


DESCRIPTION: Description = (
    _("Measure a camera's lens by a board that is held before it: printed (`golem print calibration`) or on a screen."),
    _(
        "Before a camera or with a video you are told which views are missing, until all are there (or you "
        "press Ctrl-C). A folder's pictures are all used. Poor sets are refused with what is wrong. The "
        "lens file then goes into table.yaml as `lens:` or to `golem read --lens`. Exit status 1 if the "
        "views were refused."
    ),
)


def arguments(parser: CommandParser) -> None:
    """Add the command's arguments to its parser."""
    in_language = parser.in_language
    parser.describe(DESCRIPTION)
    parser.add_argument(
        "source", nargs="?", help=in_language(_("camera (/dev/video0, 0, a name), address, video or folder"))
    )
    parser.add_argument(
        "--out", type=Path, default=Path("lens.yaml"), metavar="FILE", help=in_language(_("default lens.yaml"))
    )
    parser.add_argument(
        "--picture", type=Path, metavar="FILE", help=in_language(_("write a picture of where the lens is weak (.png)"))
    )
    parser.add_argument(
        "--camera", metavar="NAME", help=in_language(_("the camera of a folder or video: named as in table.yaml"))
    )
    parser.add_argument(
        "--board-mm",
        metavar="W[xH]",
        help=in_language(_("the whole board's width (and height), measured (default 252x168, A4)")),
    )
    parser.add_argument(
        "--size", default="1920x1080", metavar="WxH", help=in_language(_("of a camera's picture (default 1920x1080)"))
    )
    parser.add_language_option()
    parser.add_argument(
        "--screen", type=Path, metavar="FILE", help=in_language(_("write the board for a screen (.png), and no more"))
    )
    parser.add_argument(
        "--pixels", default=SCREEN, metavar="WxH", help=in_language(_("of that screen (default {size})", size=SCREEN))
    )


def run(args: argparse.Namespace) -> int:
    """Run the command and return its exit status."""
    problems: list[Problem] = []
    pixels = _pair(args.pixels, "--pixels", problems, int)
    size = _pair(args.size, "--size", problems, int)
    board = _board(args.board_mm, problems)
    if args.source is None and args.screen is None:
        problems.append(Problem("source", _("is missing; name a camera, an address, a video or a folder of pictures")))
    if problems:
        raise Problems(problems)
    # OpenCV loads slowly; a wrong option should be told at once.
    from calibration.board_views import BoardSize
    from calibration.lens_quality import PoorViews
    from controller.app.config.measured_lens import camera_name, today
    from controller.app.tools import lens_calibration as calibrating
    from controller.vision.cameras.camera_registry import camera_for, kind_of

    if args.screen is not None:
        width = calibrating.write_screen(args.screen, pixels, args.language)
        written = _(
            "{file}: {width} x {height} px, the board is {board} px wide",
            file=str(args.screen),
            width=pixels[0],
            height=pixels[1],
            board=width,
        )
        print(translate(written, args.language))
        return 0
    kind = kind_of(args.source)
    if kind == "picture":
        raise Problems([Problem("source", _("one picture does not fix a lens; give a folder, a video or a camera"))])
    plan = calibrating.LensPlan(
        camera_name=camera_name(args.camera if args.camera is not None else args.source) or args.camera or "",
        following=kind != "folder",
        out=args.out,
        picture=args.picture,
        board=BoardSize(board[0] / 9, board[1] / 6) if board else BoardSize(),
        language=args.language,
        today=today(),
    )
    try:
        asyncio.run(calibrating.measure(plan, camera_for(args.source, size), print))
    except PoorViews as error:
        for line in error.lines(args.language):
            print(f"golem calibrate: {line}", file=sys.stderr)
        return 1
    return 0


def _board(text: str | None, problems: list[Problem]) -> tuple[float, float] | None:
    """Return the board's width and height, mm."""
    if text is None:
        return None
    found = len(problems)
    width, height = _pair(text if "x" in text else f"{text}x{text}", "--board-mm", problems, float)
    height = height if "x" in text else width * 6 / 9
    if len(problems) == found and not (40 <= width <= 3000 and abs(width / height / 1.5 - 1) < 0.05):
        problems.append(
            Problem("--board-mm", _("{text}: the board has 9 x 6 squares; measure all of it, in mm", text=text))
        )
    return width, height


def _pair(text: str, option: str, problems: list[Problem], number: Callable[[str], T]) -> tuple[T, T]:
    """Two numbers with an x between them."""
    first, cross, second = text.partition("x")
    try:
        pair = number(first), number(second)
    except ValueError:
        pair = number("0"), number("0")
    if not cross or not all(0 < value < 100_000 for value in pair):
        problems.append(
            Problem(option, _("{text} is not a size; write it like {example}", text=repr(text), example=SCREEN))
        )
        return number("1"), number("1")
    return pair
