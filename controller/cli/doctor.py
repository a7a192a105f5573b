"""Say what is there, what is missing and how to mend it: camera, mat, ports, broker, robots, page, disk.

Exit status 0 if a game can be played, 1 if something must be mended first.
"""

from __future__ import annotations

import argparse
from pathlib import Path


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--table", type=Path, help="the table file to check against (default: table.yaml, if it is there)"
    )


def run(args: argparse.Namespace) -> int:
    import asyncio

    from controller.app.config import read_table_file
    from controller.app.doctor import Health, report

    usual = Path("table.yaml")
    path = args.table or (usual if usual.exists() else None)
    table = read_table_file(path) if path else None
    if table is None:
        print("No table.yaml here: looking at what any table needs. docs/facilitator.md shows one to start from.")
    worst = asyncio.run(report(table, print))
    verdicts = {
        Health.GOOD: "All is there.",
        Health.WARNING: "Nothing is broken. Look at the lines marked !! before you play.",
        Health.BAD: "Mend what is marked NO, then ask again.",
    }
    print(verdicts[worst])
    return 1 if worst is Health.BAD else 0
