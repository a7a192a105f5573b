"""`golem notation`: a round of Battle of Golems as short text, and back."""

from __future__ import annotations

import argparse
import json
import re
import sys
from pathlib import Path

from boards.base.errors import Problem, Problems
from boards.base.message import _
from boards.base.system_errors import system_reason
from controller.cli.document_files import LARGEST, decode, parse_json, parse_yaml
from controller.cli.options.command_parser import CommandParser, Description

_NOTATION = re.compile(r"\s*(?:#[^\n]*\n\s*)*[0-9]")
"""Text begins with the rulebook, 3.1 or 2.0; no document begins with a digit."""


DESCRIPTION: Description = (
    _("A round of Battle of Golems as short text, and back."),
    (
        ("golem notation position.yaml", _("a document of `golem resolve` as text: position, programs, dice")),
        ("golem notation round.txt", _("the text as a document again, ready for `golem resolve`")),
    ),
    _("FILE may be - for standard input. docs/notation.md describes the text."),
)


def arguments(parser: CommandParser) -> None:
    """Add the command's arguments to its parser."""
    in_language = parser.in_language
    parser.describe(DESCRIPTION)
    parser.add_argument(
        "file", metavar="FILE", help=in_language(_("a document (YAML or JSON) or a text, - for standard input"))
    )


def run(args: argparse.Namespace) -> int:
    """Run the command and return its exit status."""
    from controller.games.golems.documents.notation import format_document
    from controller.games.golems.documents.notation_parser import parse_document

    text = decode(_bytes(args.file))
    if _NOTATION.match(text):
        print(json.dumps(parse_document(text)))
    else:
        document = parse_json(text) if text.lstrip().startswith("{") else parse_yaml(text)
        print(format_document(document))
    return 0


def _bytes(name: str) -> bytes:
    if name == "-":
        return sys.stdin.buffer.read(LARGEST + 1)
    try:
        with Path(name).open("rb") as file:
            return file.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        raise Problems(
            [Problem(name, _("the file can't be read: {reason}", reason=system_reason(error).message))]
        ) from error
