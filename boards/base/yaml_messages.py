"""What is wrong with YAML files: codes, and the texts that tell them."""

from __future__ import annotations

from boards.base.errors import Problem
from boards.base.message import Message, _
from boards.base.reasons import Reason, ReasonCode


class YamlMistake(ReasonCode):
    """A mistake in a YAML file."""

    MISSING = "missing", _("missing")
    UNKNOWN = "unknown", _("unknown key; known here are {known}")
    CHOICE = "choice", _("{found} is not one of {choices}")
    LANGUAGE = "language", _("{found} is no language's code (ISO 639: en, de, fr, pl, ru ...)")
    LANGUAGE_SHORT = "language-short", _("the code of this language has two letters: {code}")
    AGAIN = "again", _("{found} again")
    OUTSIDE = "outside", _("{found} is outside the range {low} to {high}")
    LENGTH = "length", _("{found} characters where {low} to {high} are wanted")
    COUNT = "count", _("{found} values where {wanted} are wanted")
    TOO_MANY = "too-many", _("more than {most} values, aliases followed; nothing here has as many")
    UNREADABLE = "unreadable", _("cannot be read: {reason}")
    TOO_LARGE = "too-large", _("larger than {most} KiB; no such file is that large")
    NOT_UTF8 = "not-utf8", _("not UTF-8 (byte 0x{byte:02x}); save the file as UTF-8")
    NOT_YAML = "not-yaml", _("not YAML: {reason}")
    TAB = "tab", _("a tab; indent with spaces")
    NOT_CLOSED = "not-closed", _("what begins with {sign} on line {line} has no end")
    COLON = "colon", _("a colon where none can stand; put the text in quotes, or check the indentation")
    NO_COLON = "no-colon", _("a key without a colon and a space behind it; or a text that wants quotes")
    SIGN = "sign", _("{sign} cannot begin a value; put the text in quotes")
    NO_ALIAS = "no-alias", _("nothing has the anchor that this alias names")
    SEVERAL = "several", _("a second document begins here; only one is wanted")
    INDENTATION = "indentation", _("this does not fit what stands before it; check indentation, commas and quotes")
    CHARACTER = "character", _("a character that YAML does not allow")
    DEEP = "deep", _("nested too deeply")
    EMPTY = "empty", _("the file is empty")
    PLAIN_KEY = "plain-key", _("a key must be a plain word")
    GIVEN_AGAIN = "given-again", _("given again; first on line {line}")
    ENDLESS = "endless", _("an alias that contains itself")
    INSTEAD = "instead", _("{found} where {wanted} is wanted")
    INSTEAD_OF_KEYS = "instead-of-keys", _("{found} where {wanted} are wanted")


KEYS = _("keys with values")
LIST = _("a list")
NOTHING = _("nothing")
SOMETHING_ELSE = _("something else")
QUOTED = _("a text (in quotes, as it looks like something else)")
TEXT = _("a text")
NUMBER = _("a number")
WHOLE = _("a whole number")
WHOLE_SHORT = _("a whole number of reasonable length")
WHOLES = _("a list of {count} whole numbers")
SINGLE = _("a single value")
TRUTH = _("true or false")
PLAIN = _("a text or a number")


def instead(found: Message | str, wanted: Message) -> Reason:
    """Return the mistake that something else is there than what is wanted."""
    mistake = YamlMistake.INSTEAD_OF_KEYS if wanted == KEYS else YamlMistake.INSTEAD
    return mistake(found=found, wanted=wanted)


def redacted(problem: Problem) -> Problem:
    """Return the problem without what is there instead of what is wanted: for files that hold secrets."""
    if problem.code not in (YamlMistake.INSTEAD.value, YamlMistake.INSTEAD_OF_KEYS.value):
        return problem
    return Problem(problem.at, Reason(problem.code, problem.message.bind(found=SOMETHING_ELSE)))
