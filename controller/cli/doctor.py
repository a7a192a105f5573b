"""`golem doctor`: say what is there, what is missing and how to mend it."""

from __future__ import annotations

import argparse
from pathlib import Path

from boards.base.catalogue import languages
from boards.base.message import _
from controller.cli.options.command_parser import CommandParser, Description, system_language
from controller.cli.options.log_options import add_log_options

DESCRIPTION: Description = (
    _("Say what is there, what is missing and how to mend it: camera, mat, ports, broker, robots, page, disk."),
    _("Exit status 0 if a game can be played, 1 if something must be mended first."),
)


def arguments(parser: CommandParser) -> None:
    """Add the command's arguments to its parser."""
    in_language = parser.in_language
    parser.describe(DESCRIPTION)
    add_log_options(parser)
    parser.add_argument(
        "--table",
        type=Path,
        help=in_language(_("the table file to check against (default: table.yaml, if it is there)")),
    )
    parser.add_argument(
        "--language",
        choices=languages(),
        help=in_language(_("of what is said (default: the table file's, or the system's)")),
    )


def run(args: argparse.Namespace) -> int:
    """Run the command and return its exit status."""
    import asyncio

    from controller.app.config.table_file import read_table_file
    from controller.app.tools.doctor import Health, report
    from controller.app.tools.doctor_messages import teller

    usual = Path("table.yaml")
    path = args.table or (usual if usual.exists() else None)
    table = read_table_file(path, system_language()) if path else None
    language = args.language or (system_language() if table is None else table.game.language)
    tell = teller(language)
    if table is None:
        print(tell("no-table"))
    worst = asyncio.run(report(table, print, language))
    print(tell(worst.name.lower()))
    return 1 if worst is Health.BAD else 0
