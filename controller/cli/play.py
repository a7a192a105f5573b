"""Play Battle of Golems on a real table: a camera, printed cards and robots, as table.yaml says.

After a power cut or Ctrl-C go on with --resume: the record tells the game, the camera where the golems are.
docs/facilitator.md explains table.yaml; `golem doctor --table table.yaml` looks whether all is there.
"""

from __future__ import annotations

import argparse
from pathlib import Path


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--table", type=Path, default=Path("table.yaml"), help="default: table.yaml")
    parser.add_argument(
        "--resume", action="store_true", help="go on with the newest game, or with that of --journal, after a stop"
    )
    parser.add_argument("--journal", type=Path, help="where the game is recorded (default: a new file in games/)")
    parser.add_argument("--no-browser", action="store_true", help="don't open the page in a browser here")


def run(args: argparse.Namespace) -> int:
    from controller.app.config import read_table_file
    from controller.app.demo import free_path
    from controller.app.live import LivePlan, check_resume, newest_journal, play_live

    table = read_table_file(args.table)
    if args.resume:
        journal = args.journal or newest_journal(table.journals)
        check_resume(table, journal)
    else:
        journal = args.journal or free_path(table.journals, "game")
    return play_live(LivePlan(args.table, table, journal, args.resume, not args.no_browser))
