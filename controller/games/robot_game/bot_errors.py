"""What a bot did wrong, as the end of its robot's row and as an event: ``7 guard ! exception 12: ZeroDivisionError``.

After the exclamation mark come the kind and what happened: in the bot's own words, with the line of its file, or a
message in the form of :func:`boards.base.reasons.plain`, which is told in every language.
"""

from __future__ import annotations

import json

from boards.base.errors import InvalidInput
from boards.base.message import Message, _
from boards.base.reasons import message_of, plain
from controller.games.robot_game.events import Event
from controller.games.robot_game.state import Mistake

MISTAKE_KINDS: tuple[str, ...] = ("exception", "nonsense", "slow", "gone")
"""What can go wrong with an act: the bot raised, returned no action, took too long, or its process is gone."""

SLIPPED = "slipped"
"""The name of the event."""
LONGEST = 240
"""Characters of what happened."""

_MARK = " ! "


class NotABotMistake(InvalidInput):
    """The end of a row that tells of no mistake; says why."""


def format_mistake(number: int, kind: str, why: Message | str, line: int | None = None) -> str:
    """Return the row of a robot whose bot failed. What is not printable is shown as such."""
    coded = plain(why) if isinstance(why, Message) and line is None else str(why)
    text = coded if isinstance(coded, str) else json.dumps(coded, ensure_ascii=False, separators=(",", ":"))
    if len(text) > LONGEST:
        text = str(why)
    told = text if line is None else f"{line}: {text}"
    shown = "".join(sign if sign.isprintable() else "�" for sign in told[:LONGEST]).strip()
    return f"{number} guard{_MARK}{kind} {shown}".rstrip()


def split_mistake(row: str) -> tuple[str, str]:
    """Return the act and what is told of a mistake (empty: nothing)."""
    act, _mark, told = row.partition(_MARK)
    return act, told.strip()


def read_mistake(robot: int, player: int, told: str) -> Event:
    """Return the event of a mistake. Raises :class:`NotABotMistake`."""
    kind, _space, text = told.partition(" ")
    if kind not in MISTAKE_KINDS:
        raise NotABotMistake(_("after ! comes what went wrong: {kinds}", kinds=", ".join(MISTAKE_KINDS)))
    if len(text) > LONGEST or not text.isprintable():
        raise NotABotMistake(_("what went wrong is told in at most {longest} printable characters", longest=LONGEST))
    return Event(robot, player, SLIPPED, (kind, _message(text.strip()) or text.strip()))


def _message(text: str) -> Message | None:
    """Return the message that a row holds; None for a bot's own words."""
    if not text.startswith("{"):
        return None
    try:
        return message_of(json.loads(text))
    except (ValueError, RecursionError):
        return None


def mistake_of(mistake: Event, turn: int) -> Mistake:
    """Return what an event of :func:`read_mistake` tells, with the line of the bot's file taken off its text."""
    text = mistake.value("text")
    if isinstance(text, Message):
        return Mistake(turn, None, text)
    line, colon, rest = str(text).partition(": ")
    if colon and line.isascii() and line.isdigit() and len(line) < 8:
        return Mistake(turn, int(line), rest)
    return Mistake(turn, None, str(text))
