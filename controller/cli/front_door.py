"""Open the front door in the browser: play now, set up a table, go on, watch, print, puzzles, replays.

Nothing else is needed: no table, no camera, no robots, no internet. Records are written to games/.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from boards.base.catalogue import languages
from controller.cli.options.log_options import add_log_options


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments to its parser."""
    add_log_options(parser)
    parser.add_argument("--no-browser", action="store_true", help="don't open the page in a browser here")
    parser.add_argument("--port", type=int, default=8080, help="the page's port, 0 for a free one (default: 8080)")
    parser.add_argument(
        "--host",
        default="127.0.0.1",
        help="the address that the page is served on (default: %(default)s; phones come in by the network's own "
        "address, as soon as somebody plays on one)",
    )
    parser.add_argument("--language", choices=languages(), default="en", help="for browsers that ask for none of ours")
    parser.add_argument("--journals", type=Path, default=Path("games"), help="folder of the records (default: games)")


def run(args: argparse.Namespace) -> int:
    """Run the command and return its exit status."""
    from controller.app.compose.front_door import FrontDoorPlan, open_front_door

    return open_front_door(FrontDoorPlan(args.journals, args.host, args.port, not args.no_browser, args.language))
