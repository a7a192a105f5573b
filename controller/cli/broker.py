"""Run a broker for robots that come over MQTT: mosquitto, with a user for each robot and rules by topic.

  golem broker --table club --robot red --robot blue
  golem broker --table club --robot red --robot blue --open 192.168.0.5:1883

Nobody but the table may command a robot or release the emergency stop, and a robot can only speak for itself. Without
--open only this computer reaches it. Passwords are made by chance and kept in a file that only you can read.
"""

from __future__ import annotations

import argparse
from contextlib import suppress
from pathlib import Path

from boards.base.catalogue import languages
from controller.app.terminal.shutdown import run_until_ended
from controller.app.tools.broker_messages import phrase
from controller.app.tools.table_broker import Wanted, serve
from controller.cli.options.log_options import add_log_options


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add this command's options."""
    add_log_options(parser)
    parser.add_argument("--table", required=True, metavar="NAME", help="the table's name in the topics")
    parser.add_argument("--robot", required=True, action="append", metavar="NAME", help="once for each robot")
    parser.add_argument("--port", type=int, default=1883, help="on this computer (default: %(default)s)")
    parser.add_argument("--open", metavar="ADDRESS:PORT", help="let robots in from the network at this address of ours")
    parser.add_argument(
        "--secrets", type=Path, default=Path("golem-broker.yaml"), help="the file of passwords (default: %(default)s)"
    )
    parser.add_argument("--language", choices=languages(), default="en", help="of what it says (default: %(default)s)")


def run(args: argparse.Namespace) -> int:
    """Serve until Ctrl-C. Raises Problems, BrokerFailed."""
    wanted = Wanted(args.table, tuple(dict.fromkeys(args.robot)), args.port, args.open, args.secrets, args.language)
    with suppress(KeyboardInterrupt):
        run_until_ended(serve(wanted, lambda text: print(text, flush=True)))
    print(phrase("ended", args.language))
    return 0
