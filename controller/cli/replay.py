"""`golem replay`: tell a recorded game again, row by row, and check that the record is whole."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from boards.base.catalogue import translate
from boards.base.message import _
from controller.cli.options.command_parser import CommandParser, Description
from controller.cli.options.page_options import add_port_option

_WHOLE_AND_ON = _("{journal}: {count} entries, all whole; the rules agree with every row; the game goes on.")
_WHOLE_AND_OVER = _("{journal}: {count} entries, all whole; the rules agree with every row; the game is over.")
_TORN = _("The last line was cut off by a power cut; nothing had come of it.")


DESCRIPTION: Description = (
    _("Tell a recorded game again, row by row, and check that the record is whole."),
    _(
        "Every line of the record is verified, and every row is played again by the rules: what they give "
        "must be what the record tells."
    ),
)


def arguments(parser: CommandParser) -> None:
    """Add the command's arguments to its parser."""
    in_language = parser.in_language
    parser.describe(DESCRIPTION)
    parser.add_argument("journal", type=Path, help=in_language(_("a game's record, such as games/golems-7.jsonl")))
    parser.add_language_option()
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--check", action="store_true", help=in_language(_("only check, tell nothing but the result")))
    how.add_argument(
        "--web", action="store_true", help=in_language(_("show it in the browser: play, step, scrub, cards and story"))
    )
    add_port_option(parser, help_text=_("with --web: the page's port, 0 for a free one"))
    parser.add_argument(
        "--no-browser", action="store_true", help=in_language(_("with --web: don't open a browser here"))
    )


def run(args: argparse.Namespace) -> int:
    """Run the command and return its exit status."""
    from controller.app.terminal.story import TerminalNarrator
    from controller.games import game_registry as registry
    from controller.journal import read_record
    from controller.table.core.record.entries import (
        DiceThrown,
        MovePlayed,
        NoticesTold,
        PuzzleTakenUp,
        RowPlayed,
        Undone,
        VerdictGiven,
    )
    from controller.table.core.record.entry_codec import decode_entries, header_of
    from controller.table.core.record.fold import begin, fold
    from controller.table.view.view_builder import view_of

    record = read_record(args.journal)
    header = header_of(record)
    if args.web:
        from controller.app.lobby.front_door import FrontDoorPlan, open_front_door

        # Whatever is wrong with the record is said here, not in the browser.
        decode_entries(record.entries, args.journal)
        folder, browser = args.journal.resolve().parent, not args.no_browser
        plan = FrontDoorPlan(folder, port=args.port, browser=browser, language=args.language, replay=args.journal)
        return open_front_door(plan)
    entries = decode_entries(record.entries, args.journal)
    game = registry.game_named(header.game)
    teller = TerminalNarrator(sys.stdout, args.language, colour=sys.stdout.isatty(), progress=False)
    shown_kinds = (RowPlayed, MovePlayed, DiceThrown, Undone, NoticesTold, PuzzleTakenUp, VerdictGiven)
    state = begin(game, header)
    for entry in entries[1:]:
        state = fold(game, state, entry)
        if not args.check and isinstance(entry.content, shown_kinds):
            teller.on_view(view_of(game, state))
    view = view_of(game, state)
    if not args.check:
        teller.end(view)
        print()
    told_whole = [_WHOLE_AND_ON if view.winners is None else _WHOLE_AND_OVER, *([_TORN] if record.torn else [])]
    journal, count = str(args.journal), len(record.entries)
    print(*(translate(message.bind(journal=journal, count=count), args.language) for message in told_whole))
    return 0
