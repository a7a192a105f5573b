"""What a bot did wrong, as the end of its robot's row and as an event: ``7 guard ! exception 12: ZeroDivisionError``.

After the exclamation mark come the kind and, in the bot's own words, what happened, with the line of its file.
"""

from __future__ import annotations

from boards.base.errors import InvalidInput
from boards.base.message import _
from controller.games.robot_game.events import Event
from controller.games.robot_game.state import Mistake

SLIP_KINDS: tuple[str, ...] = ("exception", "nonsense", "slow", "gone")
"""What can go wrong with an act: the bot raised, returned no action, took too long, or its process is gone."""

SLIPPED = "slipped"
"""The name of the event."""
LONGEST = 240
"""Characters of what happened."""

_MARK = " ! "


class NotASlip(InvalidInput):
    """The end of a row that tells of no slip; says why."""


def format_slip(number: int, kind: str, text: str, line: int | None = None) -> str:
    """Return the row of a robot whose bot failed. What is not printable is shown as such."""
    told = text if line is None else f"{line}: {text}"
    plain = "".join(sign if sign.isprintable() else "�" for sign in told[:LONGEST]).strip()
    return f"{number} guard{_MARK}{kind} {plain}".rstrip()


def split_slip(row: str) -> tuple[str, str]:
    """Return the act and what is told of a slip (empty: nothing)."""
    act, _mark, told = row.partition(_MARK)
    return act, told.strip()


def read_slip(robot: int, player: int, told: str) -> Event:
    """Return the event of a slip. Raises :class:`NotASlip`."""
    kind, _space, text = told.partition(" ")
    if kind not in SLIP_KINDS:
        raise NotASlip(_("after ! comes what went wrong: {kinds}", kinds=", ".join(SLIP_KINDS)))
    if len(text) > LONGEST or not text.isprintable():
        raise NotASlip(_("what went wrong is told in at most {longest} printable characters", longest=LONGEST))
    return Event(robot, player, SLIPPED, (kind, text.strip()))


def mistake_of(slip: Event, turn: int) -> Mistake:
    """Return what an event of :func:`read_slip` tells, with the line of the bot's file taken off its text."""
    text = str(slip.value("text"))
    line, colon, rest = text.partition(": ")
    if colon and line.isascii() and line.isdigit() and len(line) < 8:
        return Mistake(turn, int(line), rest)
    return Mistake(turn, None, text)
