"""Texts about robots that are connected when a game begins."""

from __future__ import annotations

from boards.base.catalogue import Language, translate
from boards.base.message import Fact, Message, _
from firmware_bridge.link.commands import EndKind

TEXTS: dict[str, Message] = {
    "by-hand": _("! {robot} ({port}): {why} Until it answers, this golem is moved by hand."),
    "ghosts": _("! {robot} ({port}): {why} Until it answers, its pieces are ghosts."),
    "no-robot": _("{robot}: no robot in the table file; this golem is moved by hand"),
}

INTERRUPTED: dict[EndKind, Message] = {
    "done": _("{robot}: the motion that was under way came to its end"),
    "rejected": _("{robot}: the motion that was under way was refused ({why})"),
    "cancelled": _("{robot}: the motion that was under way ended early ({why})"),
    "uncertain": _("{robot}: nobody knows how the motion ended that was under way ({why}); the camera will look"),
}
"""How a motion ended during which the last controller ended; robot and why."""


def phrase(key: str, language: Language, **facts: Fact) -> str:
    """Return a sentence in this language."""
    return translate(TEXTS[key].bind(**facts), language)
