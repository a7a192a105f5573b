"""Why a bot failed: codes and facts, told in the reader's language.

A bot's process sends a code with its facts (:mod:`controller.bots.sandbox.bot_game`), never a text for people but what
Python itself says of an error. What it sends is a stranger's: :func:`told_reason` checks it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from boards.base.message import Fact, _, fields_of
from boards.base.reasons import Reason, ReasonCode, foreign_words
from controller.bots.bot_source import printable
from controller.bots.sandbox.bot_game import PYTHON


class BotReason(ReasonCode):
    """Why a bot, or one act of it, failed."""

    # What its process says.
    NO_CLASS = "no-class", _("there is no class Robot in it")
    NO_METHOD = "no-method", _("its class Robot has no method act(self, game)")
    UNTOLD = "untold", _("{error} ({worse} while it was told)")
    SLOW = "slow", _("an act took more than {seconds} s of processor time")
    NO_ACTION = "no-action", _("act returned {found}, which is no action")
    UNKNOWN_KIND = "unknown-kind", _("act returned {found}; actions are move, attack, guard and suicide")
    NO_TARGET = "no-target", _("{kind} needs a target (x, y), and act returned {found}")
    NO_NUMBERS = "no-numbers", _("a target is two numbers, and act returned {found}")
    NOT_BESIDE = "not-beside", _("{kind} from {place} to {target}: that is no free cell beside it")
    # What is seen of it.
    ENDED = "ended", _("its process ended")
    LEFT = "left", _("it ended its process (exit status {status})")
    USED_UP = "used-up", _("it used up its processor time, or was killed")
    CRASHED = "crashed", _("its process crashed ({signal})")
    LATE = "late", _("no answer in {seconds} s")
    TOO_LONG = "too-long", _("it takes too long")
    DEAF = "deaf", _("it does not listen")
    WROTE_MORE = "wrote-more", _("it wrote more than it was asked")
    NO_ANSWER = "no-answer", _("it wrote something else than answers")
    FORGED = "forged", _("it wrote something that is no action")
    NOT_COMPILED = "not-compiled", _("it can't be compiled: {reason}")
    NOT_LOADED = "not-loaded", _("it can't be loaded: {reason}")


class LoadFailure(NamedTuple):
    """Why a bot can't play."""

    line: int | None
    """Of its file; None where no line is to blame."""
    reason: Reason

    @property
    def located(self) -> Reason:
        """The reason with the line before it."""
        return self.reason if self.line is None else self.reason.at(str(self.line))


def told_reason(code: object, facts: object, otherwise: Reason) -> Reason:
    """Return what a bot's process says; `otherwise`, if that is nothing that it should say."""
    given: Mapping[Any, Any] = facts if isinstance(facts, dict) else {}
    if code == PYTHON:
        return foreign_words(printable(given.get("text", ""))) or otherwise
    known = next((reason for reason in BotReason if reason.value == code), None)
    fields = None if known is None else fields_of(known.text.text)
    if known is None or fields is None:
        return otherwise
    names = {name for name, _how, _form in fields}
    shown: dict[str, Fact] = {name: printable(given[name]) for name in names if name in given}
    return known(**shown) if len(shown) == len(names) else otherwise
