"""Texts for people in a journal: the message with its facts, so that every screen tells it in its own language.

A recorded text is the text in English (``en``), its key in the catalogues (``text``) and its facts. A text that comes
in several languages itself is recorded as these: ``{"en": ..., "ru": ...}``. So were all texts before 2026-11-22.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from boards.base.message import Message, given, literal
from boards.base.reasons import message_of, plain

RecordedText = dict[str, str | bool | dict[str, Any]]
"""A text as it stands in an entry."""

MOST_DEEP = 8
"""How deep messages stand in messages: a notice tells why, and that may tell a place and a piece."""


def recorded_text(message: Message) -> RecordedText:
    """Return a message as it is recorded."""
    if message.own:
        return dict(message.own)
    told = plain(message)
    return {"en": str(message), **(told if isinstance(told, dict) else {"text": told, "literal": True})}


def text_of(recorded: Mapping[str, Any]) -> Message:
    """Return the message of a recorded text; its English alone, where the rest is strange."""
    if "text" in recorded:
        english = recorded.get("en")
        return message_of(dict(recorded), MOST_DEEP) or literal(english if isinstance(english, str) else "")
    return given({language: text for language, text in recorded.items() if isinstance(text, str)})
