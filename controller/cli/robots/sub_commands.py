"""The sub-commands of `golem robots` and their options."""

from __future__ import annotations

from pathlib import Path

from boards.base.message import Message, _, sentence
from controller.cli.options.command_parser import CommandParser
from controller.cli.options.log_options import add_log_options
from firmware_bridge.channels.serial_port import BAUD
from firmware_bridge.robots.robot_families import BAUDS

ROBOT_HELP = "/dev/ttyUSB0, COM3, serial:/dev/...?baud=9600, mqtt://..."
JOG_MOST_MM = 300.0
JOG_MOST_DEG = 360.0


class CommandAdder:
    """Adds sub-commands to the command's parser."""

    def __init__(self, parser: CommandParser) -> None:
        self.in_language = parser.in_language
        self._language = parser.language
        self._commands = parser.add_subparsers(dest="do", required=True, metavar="WHAT")

    def __call__(self, name: str, summary: Message, robots: str | None) -> CommandParser:
        """Add one. `robots`: how many robots it takes, ``1``, ``*`` or, as None, none."""
        one = self._commands.add_parser(name, help=self.in_language(summary), language=self._language)
        one.describe([sentence(summary)])
        if robots is not None:
            metavar = "PORT" if name == "flash" else "PORT|URL"
            one.add_argument("robots", metavar=metavar, nargs=None if robots == "1" else "*", help=ROBOT_HELP)
        one.add_language_option()
        add_log_options(one)
        return one


def add_questions(add: CommandAdder) -> None:
    """Add what moves no robot: list, ping."""
    in_language = add.in_language
    here = add("list", _("ask on every serial port, or at a broker, who is there; nothing is moved"), None)
    broker_help = _(
        "mqtt://HOST[:PORT]/TABLE (or mqtts:): who announces themselves there; default: who is on the ports"
    )
    here.add_argument("broker", nargs="?", metavar="BROKER", help=in_language(broker_help))
    here.add_argument(
        "--baud",
        type=int,
        choices=BAUDS,
        default=BAUD,
        metavar="BAUD",
        help=in_language(_("default: {default}", default="%(default)s")),
    )
    here.add_argument(
        "--watch", action="store_true", help=in_language(_("go on, and tell who comes and goes, until Ctrl-C"))
    )
    add("ping", _("battery, round trips and losses"), "*").add_argument(
        "--count", type=int, default=10, help=in_language(_("questions"))
    )


def add_actions(add: CommandAdder) -> None:
    """Add what moves, stops, programs or tests robots."""
    in_language = add.in_language
    identify = add("identify", _("blink and wiggle; with --camera find out which robot is which golem"), "*")
    identify.add_argument(
        "--camera", help=in_language(_("a camera over the mat, as in table.yaml: each robot turns a little"))
    )
    calibrate = add("calibrate", _("learn what a robot's wheels truly do, from what a camera sees"), "*")
    calibrate.add_argument("--camera", help=in_language(_("a camera over the mat, as in table.yaml")))
    kept = _("where it is kept (default: {file}, which belongs beside the table file)", file="odometry.yaml")
    calibrate.add_argument("--file", type=Path, default=Path("odometry.yaml"), help=in_language(kept))
    jog = add("jog", _("go a little way, or turn a little"), "1")
    jog.add_argument(
        "--mm", type=float, help=in_language(_("ahead; back if negative (at most {mm})", mm=f"{JOG_MOST_MM:g}"))
    )
    jog.add_argument(
        "--degrees",
        type=float,
        help=in_language(_("counter-clockwise if positive (at most {degrees})", degrees=f"{JOG_MOST_DEG:g}")),
    )
    add("stop", _("end what is under way"), "*")
    add("estop", _("emergency stop, which stays until `release`"), "*")
    add("release", _("release the emergency stop"), "*")
    flash = add("flash", _("write the golem's own program to an Arduino Nano"), "1")
    flash.add_argument(
        "--bootloader", choices=("auto", "new", "old"), default="auto", help=in_language(_("default: try both"))
    )
    flash.add_argument("--name", default="", help=in_language(_("the golem's own name, at most eight letters")))
    flash.add_argument("--hex", type=Path, help=in_language(_("another program than ours")))
    add("name", _("whether a golem has this name, and how it gets it"), "1").add_argument("name", metavar="NAME")
    add("monitor", _("show all frames, asking once a second"), "1").add_argument(
        "--seconds", type=float, help=in_language(_("end then"))
    )
    add("conform", _("test a robot against the rules of the wire; it moves"), "1")
