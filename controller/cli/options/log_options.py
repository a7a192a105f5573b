"""`--log FILE --log-level LEVEL`: what a command that runs for a while did, for whoever looks for a cause.

Every module that has something to tell has a logger of its own (`logging.getLogger(__name__)`). What people must know
is said on the terminal and on the page in their language; a log is English, and for engineers. Warnings that nobody
else tells, such as a plug-in that is broken, go to the terminal as well.
"""

from __future__ import annotations

import argparse
import logging
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from boards.base.errors import Problem, Problems
from boards.base.message import _
from boards.base.system_errors import system_reason
from controller.cli.options.command_parser import CommandParser

LEVELS = ("debug", "info", "warning", "error")
USUAL = "info"

_SECRETS = (
    (re.compile(r"(\w+://)\S*@"), r"\1...@"),
    (
        re.compile(r"""(?i)\b((?:password|passwd|token|secret|key)\b['"]?\s*[=:]\s*)('[^']*'|"[^"]*"|[^\s,;&)}]+)"""),
        r"\1...",
    ),
)
"""What may stand in an address, a query or a message, and must not stand in a log."""


def add_log_options(parser: CommandParser) -> None:
    """Add the two options to a command."""
    in_language = parser.in_language
    parser.add_argument(
        "--log", type=Path, metavar="FILE", help=in_language(_("write what happens into this file, at its end"))
    )
    parser.add_argument(
        "--log-level",
        choices=LEVELS,
        default=USUAL,
        help=in_language(_("how much of it, debug: every frame (default: {default})", default="%(default)s")),
    )


def redacted(text: str) -> str:
    """Return a text without passwords and keys."""
    for secret, instead in _SECRETS:
        text = secret.sub(instead, text)
    return text


class _RedactingFormatter(logging.Formatter):
    """Keeps secrets out of every line, tracebacks included."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line of a record, without secrets."""
        return redacted(super().format(record))


@contextmanager
def logged(name: str, args: argparse.Namespace) -> Iterator[None]:
    """Log while a command runs. Raises Problems at ``--log`` for a file that cannot be written."""
    root = logging.getLogger()
    before = root.level
    handlers: list[logging.Handler] = [logging.StreamHandler(sys.stderr)]
    handlers[0].setLevel(logging.WARNING)
    handlers[0].setFormatter(_RedactingFormatter(f"golem {name}: %(message)s"))
    path: Path | None = getattr(args, "log", None)
    if path is not None:
        try:
            handlers.append(logging.FileHandler(path, encoding="utf-8"))
        except OSError as error:
            message = _("{file} cannot be written: {reason}", file=str(path), reason=system_reason(error).message)
            raise Problems([Problem("--log", message)]) from error
        level = logging.getLevelName(args.log_level.upper())
        handlers[1].setLevel(level)
        handlers[1].setFormatter(_RedactingFormatter("%(asctime)s %(levelname)-7s %(name)s: %(message)s"))
        root.setLevel(min(level, logging.WARNING))
    for handler in handlers:
        root.addHandler(handler)
    log = logging.getLogger(__name__)
    try:
        log.info("golem %s begins (Python %s, %s)", name, sys.version.split()[0], sys.platform)
        yield
        log.info("golem %s ends", name)
    except BaseException as error:
        log.info("golem %s ends: %s: %s", name, type(error).__name__, error)
        raise
    finally:
        for handler in handlers:
            root.removeHandler(handler)
            handler.close()
        root.setLevel(before)
