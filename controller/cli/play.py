"""Play Battle of Golems on a real table: a camera, printed cards and robots, as table.yaml says.

With --game jetan, spiral or robots_hex people play with pieces on a board and with the page, which asks for what is to
be moved; with --camera a camera sees the printed board, and moves are made on it. No table.yaml is read. With --game
robot_game two bots play a match on the page (golem play --game robot_game A.py B.py).

After a power cut or Ctrl-C go on with --resume: the record tells the game, the camera where the golems are.
docs/facilitator.md explains table.yaml; `golem doctor --table table.yaml` looks whether all is there.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from boards.languages import LANGUAGES


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--table", type=Path, default=Path("table.yaml"), help="default: table.yaml")
    parser.add_argument(
        "--resume", action="store_true", help="go on with the newest game, or with that of --journal, after a stop"
    )
    parser.add_argument("--journal", type=Path, help="where the game is recorded (default: a new file in games/)")
    parser.add_argument(
        "--game", default="golems", help="golems, jetan, spiral, robots_hex or robot_game (default: golems)"
    )
    parser.add_argument("bots", metavar="BOT", nargs="*", type=Path, help="robot_game: two bots' Python files")
    parser.add_argument(
        "--record", type=Path, metavar="FOLDER", help="keep pictures of the mat (of nothing else) here, for replay"
    )
    parser.add_argument("--no-browser", action="store_true", help="don't open the page in a browser here")

    pieces = parser.add_argument_group("games of pieces")
    pieces.add_argument("--players", type=int, default=2, help="how many play (default: 2)")
    pieces.add_argument(
        "--computer",
        action="append",
        default=[],
        metavar="PLAYER:STRENGTH",
        help="the computer plays for this player: easy, medium or hard (orange:hard); can be given again",
    )
    pieces.add_argument("--ghosts", action="store_true", help="no board on the table: pieces are on the page only")
    pieces.add_argument(
        "--camera", help="a camera watches the printed board, as in table.yaml: its number, path or address"
    )
    pieces.add_argument(
        "--robot",
        action="append",
        default=[],
        metavar="COLOUR=ADDRESS",
        help="robot_game: this golem acts out what is on the printed stage (golem print stage), with --camera; can be "
        "given again (red=serial:/dev/ttyUSB0)",
    )
    pieces.add_argument("--lens", type=Path, help="the camera's lens, from golem calibrate")
    pieces.add_argument(
        "--real-dice", action="store_true", help="people throw a die; they say what it shows, or --camera sees it"
    )
    pieces.add_argument("--port", type=int, default=8080, help="the page's port, 0 for a free one (default: 8080)")
    pieces.add_argument("--language", choices=LANGUAGES, default="en", help="the story's language (default: en)")


def run(args: argparse.Namespace) -> int:
    return _golems(args) if args.game == "golems" else _pieces(args)


def _pieces(args: argparse.Namespace) -> int:
    from boards.errors import Problem, Problems
    from controller.app.config import PagePlan
    from controller.app.demo import FOLDER, free_path, this_command
    from controller.app.live import newest_journal
    from controller.app.openings import GamePlan, with_bots, with_computers, with_pieces
    from controller.app.piece_game import PiecePlan, play_pieces, usual_settings
    from controller.app.staged_game import checked_robots, checked_stage, real_stage
    from controller.cli.seats import computers
    from controller.vision.cameras.address import shown

    seats = computers(args.computer, args.game)
    robots = checked_robots(args.robot)
    plain = GamePlan(language=args.language, real_dice=args.real_dice)
    game = with_bots(with_pieces(plain, args.game, args.players, {}, staged=bool(robots)), args.bots)
    stage = None
    if robots:
        checked_stage(args.game)
        if args.camera is None:
            raise Problems([Problem("--camera", "robots on a mat need a camera that sees it")])
        stage = real_stage(args.camera, args.lens, robots)
    found = newest_journal if args.resume else lambda folder: free_path(folder, args.game)
    journal = args.journal or found(FOLDER)
    plan = PiecePlan(
        game=with_computers(game, seats),
        journal=journal,
        resume=args.resume,
        settings=usual_settings(args.game, ghosts=args.ghosts, staged=stage is not None),
        page=PagePlan(port=args.port),
        browser=not args.no_browser,
        camera=args.camera,
        lens=args.lens,
        stage=stage,
    )
    ghosts = ["--ghosts"] if args.ghosts else []
    ghosts += ["--camera", shown(args.camera)] if args.camera is not None else []
    ghosts += [word for robot in args.robot for word in ("--robot", robot)]
    return play_pieces(plan, this_command("play", "--game", args.game, *ghosts, "--resume", "--journal", str(journal)))


def _golems(args: argparse.Namespace) -> int:
    from dataclasses import replace

    from controller.app.cameras import USUAL_LIMIT, RecordPlan
    from controller.app.config import read_table_file
    from controller.app.demo import free_path
    from controller.app.live import LivePlan, check_resume, newest_journal, play_live

    table = read_table_file(args.table)
    if args.record is not None:
        limit = USUAL_LIMIT if table.record is None else table.record.limit
        table = replace(table, record=RecordPlan(args.record, limit))
    if args.resume:
        journal = args.journal or newest_journal(table.journals)
        check_resume(table, journal)
    else:
        journal = args.journal or free_path(table.journals, "game")
    return play_live(LivePlan(args.table, table, journal, args.resume, not args.no_browser))
