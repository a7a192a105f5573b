"""`golem print`: make the kit as PDF at true scale."""

from __future__ import annotations

import argparse
import io
import json
from collections.abc import Sequence
from pathlib import Path

from boards.base.catalogue import languages, translate
from boards.base.errors import GolemError, Problem, Problems
from boards.base.message import Message, _, npgettext
from boards.base.system_errors import system_reason
from boards.base.yaml_messages import YamlMistake
from boards.colours import COLOURS
from boards.kit.piece_set import PieceSet
from boards.kit.thing_keys import MatKey
from boards.mats import BUILT_IN, SUFFIXES, UnknownMat, chosen, mats
from boards.printing.sheets import PAPERS
from boards.stage import Stage
from controller.cli.options.command_parser import CommandParser, Description

PICTURES = (
    "figures",
    "tops",
    "scenarios",
    "puzzles",
    "hex-mats",
    "hex-decks",
    "hex-questions",
    "hex-sheets",
    "boards",
    "pieces",
    "die",
    "setup",
    "stages",
    "rules",
    "calibration",
)
"""Printed only when they are asked for by name. What begins with hex- is for Robots on hexagons."""
OF_FILES = ("scenarios", "puzzles")
"""A file of one's own may be named beside them."""
OF_A_GAME = ("boards", "pieces", "die", "setup")
"""Of the game of pieces that --game names."""
WHAT = ("guide", "mats", "decks", "trays", "golems", "dice", "tokens", "energy", "lives")


class CannotWrite(GolemError):
    """A file of the kit could not be written."""

    exit_status = 2

    def __init__(self, path: Path, error: OSError, instead: Message) -> None:
        super().__init__(
            _(
                "cannot write {file}: {reason}. {instead}",
                file=str(path),
                reason=system_reason(error).message,
                instead=instead,
            )
        )
        self.path = path


DESCRIPTION: Description = (
    _("Make the kit as PDF at true scale."),
    _(
        "Without WHAT everything is made: guide, mats, decks, trays, golems, dice, tokens, energy, lives. "
        "Print at 100 %; decks on both sides, flipped along the long edge. The line at the foot of every "
        "sheet must measure 100 mm. `golem print scenario FILE` and `golem print puzzle FILE` draw one of "
        "your own."
    ),
)


def arguments(parser: CommandParser) -> None:
    """Add the command's arguments to its parser."""
    in_language = parser.in_language
    parser.describe(DESCRIPTION)
    # Checked in run(), so that one run names every mistake.
    parser.add_argument(
        "what",
        nargs="*",
        metavar="WHAT",
        help=in_language(
            _(
                "some of {usual} (default: all of these), {others}; beside scenarios or puzzles the YAML files of "
                "your own",
                usual=", ".join(WHAT),
                others=", ".join(PICTURES),
            )
        ),
    )
    parser.add_argument(
        "--language",
        default=parser.language,
        help=in_language(
            _(
                "{languages} (default: the system's, here {default})",
                languages=", ".join(languages()),
                default="%(default)s",
            )
        ),
    )
    parser.add_argument(
        "--paper", default="A4", help=in_language(_("{papers} (default: A4)", papers=", ".join(PAPERS)))
    )
    parser.add_argument(
        "--out", type=Path, default=Path("out/kit"), help=in_language(_("the folder to write into (default: out/kit)"))
    )
    parser.add_argument("--deck-seed", default="1", help=in_language(_("which marker is on which card (default: 1)")))
    parser.add_argument("--players", default="2", help=in_language(_("2, 3 or 4, in spiral up to 6 (default: 2)")))
    parser.add_argument(
        "--game",
        help=in_language(
            _(
                "boards, pieces, die, stages: of which game: jetan, spiral, robots_hex or robot_game; rules: of this "
                "game alone, golems too"
            )
        ),
    )
    parser.add_argument("--mat", default="4x4", help=in_language(_("4x4, 6x6 or a mat's YAML file (default: 4x4)")))
    parser.add_argument("--board", help=in_language(_("boards, pieces: of spiral or robots_hex a board's YAML file")))
    parser.add_argument("--hex-board", type=Path, help=in_language(_("hex-mats: a board of your own, a YAML file")))
    parser.add_argument(
        "--manifest", type=Path, help=in_language(_("write a JSON file that says what is where, with all markers"))
    )


def run(args: argparse.Namespace) -> int:
    """Run the command and return its exit status."""
    files = [Path(name) for name in args.what if _is_file(name)]
    what = [_plural(name) for name in args.what if not _is_file(name)] or ([] if files else list(WHAT))
    problems = list(_problems(args, what))
    mat_key = _mat_key(args.mat, problems)
    if files and len({*OF_FILES} & {*what}) != 1:
        which = (
            _("is this a scenario or a puzzle? say `golem print scenario {file}` or `golem print puzzle {file}`")
            if len(files) == 1
            else _("are these scenarios or puzzles? say `golem print scenario {file}` or `golem print puzzle {file}`")
        )
        problems.append(Problem(", ".join(map(str, files)), which.bind(file=str(files[0]))))
    if problems:
        raise Problems(problems)
    # The drawings load slowly; a wrong option should be told at once.
    from boards.drawing.pdf import write_pdf
    from boards.hexagons.hex_documents import HexOrder, hex_documents
    from boards.hexboards import load
    from boards.kit.charuco import NAME, sheet_document
    from boards.kit.kit import kit
    from boards.kit.stage_kit import stage_documents
    from boards.printing.documents import Order, documents
    from boards.printing.manifest import manifest
    from boards.printing.paper_documents import paper_documents
    from boards.printing.piece_documents import piece_documents
    from controller.app.tools.rule_documents import rule_documents
    from controller.app.tools.task_documents import picture_documents

    order = Order(kit(int(args.deck_seed)), mat_key, COLOURS[: int(args.players)], args.language, args.paper.upper())
    board = load(args.hex_board) if args.hex_board else None
    hexagons = HexOrder(order.language, order.paper, order.kit.deck_seed, board)
    pieces = _pieces(args, what)
    stage = _stage(args.game or "robot_game") if "stages" in what else None
    made = (
        *documents(order, what),
        *paper_documents(what, order.colours, order.language, order.paper),
        *picture_documents(what, order.language, order.paper, files),
        *rule_documents(what, args.game, order.language, order.paper),
        *hex_documents(what, hexagons),
        *((sheet_document(order.language, order.paper),) if NAME in what else ()),
        *((piece_documents(pieces, what, order.language, order.paper)) if pieces else ()),
        *(stage_documents(stage, order.language, order.paper) if stage else ()),
    )
    for document in made:
        out = io.BytesIO()
        write_pdf(document, out, order.language, order.kit.deck_seed)
        path = args.out / f"{document.name}.pdf"
        write_whole(path, out.getvalue(), path.with_name(f"{path.name}.part"), _("Choose another folder with --out"))
        count = len(document.pages)
        sheets = translate(npgettext("number of sheets", "page", "pages", count=count), order.language)
        print(f"{path!s:<36} {count:>3} {sheets}  {document.title}")
    if args.manifest:
        text = json.dumps(manifest(order, made), ensure_ascii=False, indent=1) + "\n"
        part = args.manifest.parent / f"{args.manifest.name}.part"
        write_whole(args.manifest, text.encode(), part, _("Choose another file with --manifest"))
        print(f"{args.manifest!s:<36}            {translate(_('what is where, with all markers'), order.language)}")
    return 0


def _stage(game: str) -> Stage:
    """Return what of a game a small fleet acts out. Raises Problems at ``--game``."""
    from controller.app.compose.staged_game import checked_stage

    try:
        return checked_stage(game)
    except Problems as refused:
        raise Problems([Problem("--game", problem.message) for problem in refused.problems]) from None


def _pieces(args: argparse.Namespace, what: Sequence[str]) -> PieceSet | None:
    """Return the things of the game that is asked for, if something of one is. Raises Problems."""
    from controller.app.choices.game_choices import GameChoices
    from controller.app.choices.game_plan import plan_of
    from controller.app.choices.text_choices import option_of
    from controller.app.choices.typed_game import typed_game
    from controller.app.compose.game_setup import GamePlan
    from controller.games.printed_pieces import piece_set

    if not any(name in OF_A_GAME for name in what):
        return None
    tabletop = typed_game(args.game)
    if tabletop.kit_mat:
        raise Problems([Problem("--game", _("{name} is not played with pieces at the table", name=args.game))])
    choices = GameChoices(args.game, int(args.players), args.board)
    plan = plan_of(choices, GamePlan(), option_of)
    if tabletop.automatic:
        raise Problems(
            [
                Problem(
                    "--game",
                    _("{game} is played on the screen; `stages` is what a small fleet acts out", game=args.game),
                )
            ]
        )
    if what == ["die"] and not tabletop.faces:
        raise Problems([Problem("die", _("{game} is played without one", game=args.game))])
    return piece_set(tabletop, plan.setup)


def _is_file(name: str) -> bool:
    return name.endswith(SUFFIXES)


def _plural(name: str) -> str:
    """`deck` is as good as `decks`."""
    return f"{name}s" if f"{name}s" in (*WHAT, *PICTURES) else name


def _mat_key(name: str, problems: list[Problem]) -> MatKey:
    """Return the key of the mat of this name or YAML file; add what is wrong with it to the problems."""
    try:
        return chosen(name)
    except UnknownMat:
        known = ", ".join(key.name for key in mats())
        problems.append(
            Problem("--mat", _("{name} is not one of {known}, nor a mat's YAML file", name=repr(name), known=known))
        )
    except Problems as wrong:
        problems += wrong.problems
    return BUILT_IN[0]


def _problems(args: argparse.Namespace, what: Sequence[str]) -> Sequence[Problem]:
    problems = [
        Problem(name, _("is not something to print; choose from {known}", known=", ".join((*WHAT, *PICTURES))))
        for name in what
        if name not in (*WHAT, *PICTURES)
    ]
    for option, value, choices in (
        ("--language", args.language, languages()),
        ("--paper", args.paper.upper(), tuple(PAPERS)),
        ("--players", args.players, ("2", "3", "4", "5", "6") if args.game else ("2", "3", "4")),
    ):
        if value not in choices:
            problems.append(Problem(option, YamlMistake.CHOICE(found=repr(value), choices=", ".join(choices))))
    if args.game is None and any(name in OF_A_GAME for name in what):
        problems.append(
            Problem("--game", _("{things} are a game's: say which, such as --game jetan", things=", ".join(OF_A_GAME)))
        )
    digits = args.deck_seed.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 18):
        problems.append(
            Problem(
                "--deck-seed",
                _("{found} is not a whole number of at most 18 digits", found=repr(args.deck_seed)),
            )
        )
    return problems


def write_whole(path: Path, data: bytes, part: Path, instead: Message) -> None:
    """Write a file whole or not at all, by way of another beside it: half a PDF is worse than none.

    ``instead`` is what to do if it can't be written. Raises :class:`CannotWrite`.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_bytes(data)
        part.replace(path)
    except OSError as error:
        if part.is_file():
            part.unlink()
        raise CannotWrite(path, error, instead) from error
