"""A bot's file, read with every mistake located. It is never run or compiled in this process."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from boards.base.errors import Problem, Problems
from boards.base.message import _
from boards.base.system_errors import system_reason

LARGEST = 1 << 18
"""Bytes of a bot's file; the longest bots that people published have about 60,000."""


@dataclass(frozen=True)
class BotSource:
    """A bot as text."""

    name: str
    """The file's name without its ending: how people call the bot."""
    file: str
    """As the user gave it: the place of messages."""
    text: str

    @property
    def sum(self) -> str:
        """Tells one version of a bot from another."""
        return sha256(self.text.encode()).hexdigest()[:16]


def read_bots(paths: Sequence[Path]) -> tuple[BotSource, ...]:
    """Read the files. Raises :class:`boards.base.errors.Problems` with what is wrong with all of them."""
    found: list[BotSource] = []
    problems: list[Problem] = []
    for path in paths:
        try:
            found.append(read_bot(path))
        except Problems as error:
            problems += [problem for problem in error.problems if problem not in problems]
    if problems:
        raise Problems(problems)
    return tuple(found)


def read_bot(path: Path) -> BotSource:
    """Read one file. Raises :class:`boards.base.errors.Problems`."""
    place = printable(str(path))
    try:
        if path.is_dir():
            raise Problems([Problem(place, _("this is a folder; a bot is one Python file"))])
        if path.exists() and not path.is_file():
            raise Problems([Problem(place, _("this is no file; a bot is one Python file"))])
        if path.is_symlink() and not _is_link_to_bot(path):
            # What is wrong with a bot is told with its line: a link would show other people's files.
            raise Problems([Problem(place, _("this is a link to a file elsewhere; put the file itself here"))])
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        raise Problems(
            [Problem(place, _("the bot can't be read: {reason}", reason=system_reason(error).message))]
        ) from None
    if len(data) > LARGEST:
        raise Problems([Problem(place, _("larger than {most} KiB; no bot is that large", most=LARGEST // 1024))])
    if b"\0" in data:
        raise Problems([Problem(place, _("this is not Python: it holds zero bytes"))])
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        message = _("the byte 0x{byte} is not UTF-8; save the file as UTF-8", byte=f"{data[error.start]:02x}")
        raise Problems([Problem(f"{place}:{line}", message)]) from None
    return BotSource(printable(path.stem), place, text)


def bot_of_text(name: str, text: str) -> BotSource:
    """Return a bot whose file lies on another computer. Raises :class:`boards.base.errors.Problems` at ``NAME.py``."""
    place = printable(f"{name}.py")
    if len(text.encode()) > LARGEST:
        raise Problems([Problem(place, _("larger than {most} KiB; no bot is that large", most=LARGEST // 1024))])
    if "\0" in text:
        raise Problems([Problem(place, _("this is not Python: it holds zero bytes"))])
    return BotSource(name, place, text)


def _is_link_to_bot(path: Path) -> bool:
    """Whether a link leads to another Python file of the same folder."""
    target = path.resolve()
    return target.parent == path.parent.resolve() and target.suffix == ".py"


def printable(text: object, longest: int = 200) -> str:
    """Return a stranger's text without what a terminal or a page would act on."""
    return "".join(sign if sign.isprintable() else "�" for sign in str(text)[:longest])
