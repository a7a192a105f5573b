"""`--port 8080`: where a page is served."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from boards.base.catalogue import translate
from boards.base.message import Message, _
from controller.cli.options.command_parser import CommandParser, Options

USUAL_PORT = 8080
LARGEST_PORT = 65535


def add_port_option(parser: CommandParser, group: Options | None = None, help_text: Message | None = None) -> None:
    """Add ``--port`` of a page to a command, or to a group of its options."""
    usual = _("the page's port, 0 for a free one (default: {default})", default=str(USUAL_PORT))
    (group or parser).add_argument(
        "--port", type=port_reader(parser), default=USUAL_PORT, help=parser.in_language(help_text or usual)
    )


def port_reader(parser: CommandParser) -> Callable[[str], int]:
    """Return what reads a port for argparse, which tells the option and exits with status 2 on what is none."""

    def port(text: str) -> int:
        if text.isascii() and text.isdecimal() and len(text) < 10 and int(text) <= LARGEST_PORT:
            return int(text)
        message = _("{port} is no port: 0 to {largest}", port=repr(text[:40]), largest=LARGEST_PORT)
        raise argparse.ArgumentTypeError(translate(message, parser.language))

    return port
