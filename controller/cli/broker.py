"""`golem broker`: run a broker for robots on MQTT, each of which can only speak for itself."""

from __future__ import annotations

import argparse
from contextlib import suppress
from pathlib import Path

from boards.base.message import _
from controller.app.terminal.shutdown import run_until_ended
from controller.app.tools.broker_messages import phrase
from controller.app.tools.table_broker import BrokerOptions, serve
from controller.cli.options.command_parser import CommandParser, Description
from controller.cli.options.log_options import add_log_options

DESCRIPTION: Description = (
    _("Run a broker for robots that come over MQTT: mosquitto, with a user for each robot and rules by topic."),
    (
        ("golem broker --table club --robot red --robot blue", None),
        ("golem broker --table club --robot red --robot blue --open 192.168.0.5:1883", None),
    ),
    _(
        "Nobody but the table may command a robot or release the emergency stop, and a robot can only "
        "speak for itself. Without --open only this computer reaches it. Passwords are made by chance and "
        "kept in a file that only you can read."
    ),
)


def arguments(parser: CommandParser) -> None:
    """Add this command's options."""
    in_language = parser.in_language
    parser.describe(DESCRIPTION)
    add_log_options(parser)
    parser.add_argument("--table", required=True, metavar="NAME", help=in_language(_("the table's name in the topics")))
    parser.add_argument(
        "--robot", required=True, action="append", metavar="NAME", help=in_language(_("once for each robot"))
    )
    parser.add_argument(
        "--port",
        type=int,
        default=1883,
        help=in_language(_("on this computer (default: {default})", default="%(default)s")),
    )
    parser.add_argument(
        "--open", metavar="ADDRESS:PORT", help=in_language(_("let robots in from the network at this address of ours"))
    )
    parser.add_argument(
        "--secrets",
        type=Path,
        default=Path("golem-broker.yaml"),
        help=in_language(_("the file of passwords (default: {default})", default="%(default)s")),
    )
    parser.add_language_option()


def run(args: argparse.Namespace) -> int:
    """Serve until Ctrl-C. Raises Problems, BrokerFailed."""
    wanted = BrokerOptions(
        args.table, tuple(dict.fromkeys(args.robot)), args.port, args.open, args.secrets, args.language
    )
    with suppress(KeyboardInterrupt):
        run_until_ended(serve(wanted, lambda text: print(text, flush=True)))
    print(phrase("ended", args.language))
    return 0
