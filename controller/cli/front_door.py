"""`golem` without a command: open the front door in the browser."""

from __future__ import annotations

import argparse
from pathlib import Path

from boards.base.message import _
from controller.cli.options.command_parser import CommandParser, Description
from controller.cli.options.log_options import add_log_options
from controller.cli.options.page_options import add_port_option

DESCRIPTION: Description = (
    _("Open the front door in the browser: play now, set up a table, go on, watch, print, puzzles, replays."),
    _("Nothing else is needed: no table, no camera, no robots, no internet. Records are written to games/."),
)


def arguments(parser: CommandParser) -> None:
    """Add the command's arguments to its parser."""
    in_language = parser.in_language
    parser.describe(DESCRIPTION)
    add_log_options(parser)
    parser.add_argument(
        "--no-browser", action="store_true", help=in_language(_("don't open the page in a browser here"))
    )
    add_port_option(parser)
    parser.add_argument(
        "--host",
        default="127.0.0.1",
        help=in_language(
            _(
                "the address that the page is served on (default: {default}; phones come in by the network's own "
                "address, as soon as somebody plays on one)",
                default="%(default)s",
            )
        ),
    )
    parser.add_language_option(_("for browsers that ask for none of ours"))
    parser.add_argument(
        "--journals", type=Path, default=Path("games"), help=in_language(_("folder of the records (default: games)"))
    )


def run(args: argparse.Namespace) -> int:
    """Run the command and return its exit status."""
    from controller.app.lobby.front_door import FrontDoorPlan, open_front_door

    return open_front_door(
        FrontDoorPlan(args.journals, args.host, args.port, not args.no_browser, language=args.language)
    )
