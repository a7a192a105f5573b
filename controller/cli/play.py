"""`golem play`: play on the real table (--table table.yaml), or go on after a stop (--resume)."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from boards.base.catalogue import languages
from boards.base.message import Message, _
from controller.cli.options.command_parser import CommandParser, Description, system_language
from controller.cli.options.game_options import (
    CHOICES_OF_PIECES,
    add_computer_option,
    add_game_options,
    add_journal_option,
    add_set_option,
)
from controller.cli.options.log_options import add_log_options
from controller.cli.options.page_options import add_port_option

if TYPE_CHECKING:
    from boards.base.errors import Problem
    from controller.app.compose.game_setup import GamePlan
    from controller.app.config.table_file import TableFile


DESCRIPTION: Description = (
    _(
        "Play on a real table, as table.yaml says: Battle of Golems with a camera, printed cards and "
        "robots, or another game."
    ),
    _(
        "With --game no table.yaml is read. jetan, spiral and robots_hex are played with pieces on a board "
        "and with the page, which asks for what is to be moved; with --camera a camera sees the printed "
        "board, and moves are made on it. In robot_game two bots play a match on the page (golem play "
        "--game robot_game A.py B.py)."
    ),
    _(
        "After a power cut or Ctrl-C go on with --resume: the record tells the game, the camera where the "
        "golems are. docs/facilitator.md explains table.yaml; `golem doctor --table table.yaml` looks "
        "whether all is there."
    ),
)


def arguments(parser: CommandParser) -> None:
    """Add the command's arguments to its parser."""
    parser.describe(DESCRIPTION)
    add_log_options(parser)
    _add_table_options(parser)
    _add_piece_options(parser)


def _add_table_options(parser: CommandParser) -> None:
    """Add the table file, the journal, the recording."""
    in_language = parser.in_language
    parser.add_argument(
        "--table",
        type=Path,
        help=in_language(_("default: table.yaml; without such a file the front door is opened, as by `golem`")),
    )
    again = parser.add_mutually_exclusive_group()
    again.add_argument(
        "--resume",
        action="store_true",
        help=in_language(_("go on with the newest game, or with that of --journal, after a stop")),
    )
    again.add_argument(
        "--resume-unfinished",
        action="store_true",
        help=in_language(
            _("go on with the newest game if it is this table file's and has not ended, else begin a new one")
        ),
    )
    add_journal_option(parser, _("a new file in games/"))
    add_game_options(parser, None, _("what the table file says; other games need none"))
    parser.add_argument(
        "--record",
        type=Path,
        metavar="FOLDER",
        help=in_language(_("keep pictures of the mat (of nothing else) here, for replay")),
    )
    parser.add_argument(
        "--no-browser", action="store_true", help=in_language(_("don't open the page in a browser here"))
    )


def _add_piece_options(parser: CommandParser) -> None:
    """Add what a table file else says of a game of pieces."""
    in_language = parser.in_language
    pieces = parser.add_argument_group(in_language(_("games of pieces")))
    pieces.add_argument("--players", type=int, help=in_language(_("how many play (default: 2)")))
    add_computer_option(parser, pieces)
    add_set_option(parser, pieces, CHOICES_OF_PIECES)
    pieces.add_argument("--scenario", help=in_language(_("robots_hex: duel, invasion or computer (default: duel)")))
    pieces.add_argument(
        "--board", help=in_language(_("spiral, robots_hex: a board's YAML file, or a shipped board such as 9x7"))
    )
    _add_device_options(parser, pieces)


def _add_device_options(parser: CommandParser, pieces: argparse._ArgumentGroup) -> None:
    """Add the camera and the robots of a game of pieces."""
    in_language = parser.in_language
    pieces.add_argument(
        "--ghosts", action="store_true", help=in_language(_("no board on the table: pieces are on the page only"))
    )
    pieces.add_argument(
        "--camera",
        help=in_language(_("a camera watches the printed board, as in table.yaml: its number, path or address")),
    )
    pieces.add_argument(
        "--robot",
        action="append",
        default=[],
        metavar="COLOUR=ADDRESS",
        help=in_language(
            _(
                "robot_game, robots_hex: this golem acts out what is on the printed stage (golem print stage), "
                "with --camera; can be given again (red=serial:/dev/ttyUSB0)"
            )
        ),
    )
    pieces.add_argument("--lens", type=Path, help=in_language(_("the camera's lens, from golem calibrate")))
    pieces.add_argument(
        "--real-dice",
        action="store_true",
        help=in_language(_("people throw a die; they say what it shows, or --camera sees it")),
    )
    add_port_option(parser, pieces)
    pieces.add_argument(
        "--language", choices=languages(), help=in_language(_("the story's language (default: the system's)"))
    )


def run(args: argparse.Namespace) -> int:
    """Run the command and return its exit status."""
    from boards.base.errors import Problem, Problems
    from controller.app.choices.typed_game import typed_game
    from controller.app.compose.play import PlayPlan, check_pieces, check_resume, play_at_table

    if args.table is None:
        args.table = Path("table.yaml")
        if args.game is None and not args.resume and not args.resume_unfinished and not args.table.exists():
            return _front_door(args)
    given = args.game is None or typed_game(args.game).kit_mat
    if args.resume_unfinished and (args.journal is not None or not given):
        raise Problems([Problem("--resume-unfinished", _("goes with a table file, not with --journal or --game"))])
    table = _from_file(args) if given else _from_words(args)
    journal, resume = _journal(args, table)
    if resume and given:
        check_resume(table, journal)
    elif resume:
        check_pieces(journal)
    words = ("--table", str(args.table)) if given else _words(args)
    return play_at_table(PlayPlan(table, journal, resume, not args.no_browser, args.table, words))


def _front_door(args: argparse.Namespace) -> int:
    """Open the front door: nothing says yet which table there is."""
    from controller.app.lobby.front_door import FrontDoorPlan, open_front_door

    return open_front_door(FrontDoorPlan(port=args.port, browser=not args.no_browser, language=args.language or "en"))


def _journal(args: argparse.Namespace, table: TableFile) -> tuple[Path, bool]:
    """Return where the game is recorded, and whether a game that is recorded there goes on."""
    from controller.app.compose.play import newest_journal, unfinished_journal
    from controller.app.config.file_names import free_path

    if args.journal is not None:
        return args.journal, args.resume
    if args.resume:
        return newest_journal(table.journals), True
    unfinished = unfinished_journal(table) if args.resume_unfinished else None
    return (
        (unfinished, True)
        if unfinished
        else (free_path(table.journals, "game" if table.game.on_mat else table.game.game), False)
    )


def _from_file(args: argparse.Namespace) -> TableFile:
    from dataclasses import replace

    from controller.app.config.camera_config import USUAL_LIMIT, RecordPlan
    from controller.app.config.table_file import read_table_file

    _check_words_of_pieces(args)
    table = read_table_file(args.table, system_language())
    if args.language is not None:
        table = replace(table, game=replace(table.game, language=args.language))
    if args.record is None:
        return table
    limit = USUAL_LIMIT if table.record is None else table.record.limit
    return replace(table, record=RecordPlan(args.record, limit))


def _check_words_of_pieces(args: argparse.Namespace) -> None:
    """Refuse what a table file says itself: it would be dropped. Raises Problems."""
    from boards.base.errors import Problem, Problems

    given = {
        "--players": args.players is not None,
        "--computer": bool(args.computer),
        "--set": bool(args.chosen),
        "--scenario": args.scenario is not None,
        "--board": args.board is not None,
        "--ghosts": args.ghosts,
        "--camera": args.camera is not None,
        "--robot": bool(args.robot),
        "--lens": args.lens is not None,
        "--real-dice": args.real_dice,
        "BOT": bool(args.bots),
    }
    told = _("goes with --game; of this game {file} says it", file=str(args.table))
    found = [Problem(option, told) for option, is_given in given.items() if is_given]
    if found:
        raise Problems(found)


def _from_words(args: argparse.Namespace) -> TableFile:
    """Return a game of pieces as the command line says it."""
    from boards.base.errors import Problems
    from controller.app.choices.game_choices import GameChoices
    from controller.app.choices.typed_game import typed_plan
    from controller.app.compose.game_setup import GamePlan
    from controller.app.compose.staged_game import checked_robots
    from controller.app.config.camera_config import CameraPlan, RecordPlan
    from controller.app.config.default_settings import usual_settings
    from controller.app.config.table_file import PagePlan, TableFile
    from controller.app.simulation.demo import FOLDER

    robots, problems = checked_robots(args.robot)
    choices = GameChoices(
        game=args.game,
        players=args.players,
        board=args.board,
        scenario=args.scenario,
        bots=tuple(args.bots),
        dice="real" if args.real_dice else "",
        staged=bool(args.robot),
    )
    plain = GamePlan(language=args.language or system_language())
    game, wrong = typed_plan(choices, args.chosen, args.computer, plain)
    found = [*wrong, *problems, *_device_problems(args, game)]
    if found:
        raise Problems(found)
    return TableFile(
        game=game,
        cameras=() if args.camera is None else (CameraPlan(args.camera, lens=args.lens),),
        robots=robots,
        settings=usual_settings(args.game, ghosts=args.ghosts, staged=bool(robots)),
        page=PagePlan(port=args.port),
        journals=FOLDER,
        record=None if args.record is None else RecordPlan(args.record),
    )


def _device_problems(args: argparse.Namespace, game: GamePlan) -> list[Problem]:
    """Return which devices do not go with each other, or with a game of pieces."""
    from boards.base.errors import Problem
    from controller.app.compose.game_setup import camera_dice_problem
    from controller.games.game_registry import tabletop_named

    tabletop = tabletop_named(args.game)
    camera, no_camera = args.camera is not None, _("there is no camera; add --camera")
    found: list[tuple[bool, str, Message]] = [
        (
            bool(args.robot) and tabletop.stage is None,
            "--robot",
            _("{game} has no stage: no part of its board is acted out by a small fleet", game=args.game),
        ),
        (bool(args.robot) and not camera, "--camera", _("robots on a mat need a camera that sees it")),
        (
            camera and not args.robot and tabletop.automatic,
            "--camera",
            _("without robots there is nothing of {kind} to see", kind=args.game),
        ),
        (
            args.ghosts and (camera or bool(args.robot)),
            "--ghosts",
            _("without a board on the table there is nothing to see or to drive; leave out --camera and --robot"),
        ),
        (args.lens is not None and not camera, "--lens", no_camera),
        (args.record is not None and not camera, "--record", no_camera),
    ]
    dice = camera_dice_problem(game) if camera else None
    problems = [Problem(at, message) for wrong, at, message in found if wrong]
    return problems if dice is None else [*problems, Problem("--real-dice", dice)]


def _words(args: argparse.Namespace) -> tuple[str, ...]:
    """Return what goes on with a game of pieces; its record knows the rest."""
    from controller.vision.cameras.address import shown

    ghosts = ("--ghosts",) if args.ghosts else ()
    board = ("--board", args.board) if args.board is not None else ()
    camera = ("--camera", shown(args.camera)) if args.camera is not None else ()
    robots = tuple(word for robot in args.robot for word in ("--robot", robot))
    return ("--game", args.game, *board, *ghosts, *camera, *robots)
