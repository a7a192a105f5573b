"""`golem resolve`: a position and programs in, events and the next position out."""

from __future__ import annotations

import argparse
import sys
from io import BufferedReader
from pathlib import Path
from typing import cast

from boards.base.catalogue import Language, languages
from boards.base.errors import Problem, Problems
from boards.base.message import _
from boards.base.system_errors import system_reason
from controller.cli.document_files import read_document
from controller.cli.options.command_parser import CommandParser, Description
from controller.cli.resolve.answer_blocks import answer_document, refusal
from controller.cli.resolve.bulk_resolve import cores, resolve_bulk

MOST_WORKERS = 512


DESCRIPTION: Description = (
    _("A position and programs in, events and the next position out."),
    (
        ("golem resolve position.yaml", _("one document, YAML or JSON")),
        ("golem resolve --jsonl < many.jsonl", _("one JSON object a line in, one a line out, in order")),
        ("golem resolve --jsonl --workers 0", _("the same on all cores")),
        (
            "golem resolve --explain position.yaml",
            _("and a sentence for each row and golem, in every language (golems only)"),
        ),
        ("golem resolve --tell fr position.yaml", _("the sentences alone, to be read")),
    ),
    _(
        "Prints one JSON object a document; the same input gives the same bytes. What is refused becomes {answer} in "
        "its place, with exit status 2 unless in bulk.",
        answer='{"error": "...", "at": "programs.red[2]"}',
    ),
)


def arguments(parser: CommandParser) -> None:
    """Declare the command's options."""
    in_language = parser.in_language
    parser.describe(DESCRIPTION)
    parser.add_argument("file", nargs="?", type=Path, metavar="FILE", help=in_language(_("a position, YAML or JSON")))
    parser.add_argument(
        "--jsonl", action="store_true", help=in_language(_("bulk: a JSON object a line, from FILE or standard input"))
    )
    parser.add_argument(
        "--workers",
        metavar="N",
        help=in_language(_("bulk: so many processes; 0 or auto: one for each core (default: 1)")),
    )
    parser.add_argument(
        "--explain", action="store_true", help=in_language(_("golems: add a sentence for each row and golem"))
    )
    parser.add_argument(
        "--tell", choices=languages(), help=in_language(_("golems: print these sentences alone, in a language"))
    )


def run(args: argparse.Namespace) -> int:
    """Run the command. Raises Problems, WorkerLost."""
    file: Path | None = args.file
    if args.tell is not None and (args.jsonl or args.explain):
        raise Problems([Problem("--tell", _("prints sentences for people; leave out --jsonl and --explain"))])
    workers = _workers(args)
    if args.jsonl:
        _bulk(file, args.explain, workers)
        return 0
    if file is None:
        raise Problems(
            [Problem("FILE", _("name a file with a position, or use --jsonl to read many from standard input"))]
        )
    if args.tell is not None:
        return _tell(file, args.tell)
    try:
        _print(answer_document(read_document(file), args.explain))
    except Problems as problems:
        _print(refusal(problems))
        raise
    return 0


def _workers(args: argparse.Namespace) -> int:
    wanted: str | None = args.workers
    if wanted is None:
        return 1
    if not args.jsonl:
        raise Problems([Problem("--workers", _("is for bulk; add --jsonl"))])
    if wanted == "auto":
        return cores()
    if not wanted.isascii() or not wanted.isdecimal() or len(wanted) > 4 or int(wanted) > MOST_WORKERS:
        message = _(
            "a whole number from 0 to {most} is wanted, or auto, not {found}",
            most=MOST_WORKERS,
            found=repr(wanted[:40]),
        )
        raise Problems([Problem("--workers", message)])
    return int(wanted) or cores()


def _tell(file: Path, language: Language) -> int:
    from controller.games.golems.narration.explanation import tell_round

    print(tell_round(read_document(file), language))
    return 0


def _bulk(file: Path | None, explain: bool, workers: int) -> None:
    if file is None:
        resolve_bulk(cast(BufferedReader, sys.stdin.buffer), _write, explain=explain, workers=workers)
        return
    try:
        with file.open("rb") as lines:
            resolve_bulk(lines, _write, explain=explain, workers=workers)
    except BrokenPipeError:
        raise  # Of the output.
    except OSError as error:
        raise Problems(
            [Problem(str(file), _("the file can't be read: {reason}", reason=system_reason(error).message))]
        ) from error


def _print(text: str) -> None:
    _write(text.encode("ascii") + b"\n")


def _write(text: bytes) -> None:
    """Write to standard output as bytes: the same on every system."""
    sys.stdout.flush()
    sys.stdout.buffer.write(text)
    sys.stdout.buffer.flush()
