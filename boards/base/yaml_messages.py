"""What is said of mistakes in YAML files, in four languages."""

from __future__ import annotations

from collections.abc import Mapping

from boards.base.catalogue import Language, languages
from boards.base.errors import Problem
from boards.base.message import Message, _

Words = Mapping[Language, str]

TEXTS: dict[str, Message] = {
    "missing": _("missing"),
    "unknown": _("unknown key; known here are {0}"),
    "choice": _("{0} is not one of {1}"),
    "again": _("{0} again"),
    "outside": _("{0} is outside the range {1} to {2}"),
    "count": _("{0} values where {1} are wanted"),
    "too-many": _("more than {0} values, aliases followed; nothing here has as many"),
    "unreadable": _("cannot be read: {0}"),
    "too-large": _("larger than {0} KiB; no such file is that large"),
    "not-utf8": _("not UTF-8 (byte 0x{0:02x}); save the file as UTF-8"),
    "not-yaml": _("not YAML: {0}"),
    "character": _("a character that YAML does not allow"),
    "deep": _("nested too deeply"),
    "empty": _("the file is empty"),
    "plain-key": _("a key must be a plain word"),
    "given-again": _("given again; first on line {0}"),
    "endless": _("an alias that contains itself"),
    "instead": _("{0} where {1} is wanted"),
    "instead-keys": _("{0} where {1} are wanted"),
    "keys": _("keys with values"),
    "list": _("a list"),
    "nothing": _("nothing"),
    "something-else": _("something else"),
    "quoted": _("a text (in quotes, as it looks like something else)"),
    "text": _("a text"),
    "number": _("a number"),
    "whole": _("a whole number"),
    "whole-short": _("a whole number of reasonable length"),
    "wholes": _("a list of {0} whole numbers"),
    "single": _("a single value"),
    "truth": _("true or false"),
    "plain": _("a text or a number"),
}


def words(key: str, *values: object) -> Words:
    """A sentence in every language; values that are words themselves are told in the same."""
    return {
        language: TEXTS[key][language].format(
            *(value[language] if isinstance(value, Mapping) else value for value in values)
        )
        for language in languages()
    }


def fault(at: str, said: Words) -> Problem:
    """A mistake at its place, told in every language."""
    return Problem(at, said["en"], {language: f"{at}: {text}" for language, text in said.items()})


def instead(found: Words | str, wanted: Words) -> Words:
    """Something else is there than what is wanted."""
    return words("instead-keys" if wanted == words("keys") else "instead", found, wanted)


def veiled(problem: Problem) -> Problem:
    """The same without what is there instead of what is wanted: for files that hold secrets."""
    told = {language: problem.told(language).removeprefix(f"{problem.at}: ") for language in languages()}
    hidden: dict[Language, str] = {}
    for language, text in told.items():
        between = TEXTS["instead"][language].removeprefix("{0}").partition("{1}")[0]
        _, where, wanted = text.rpartition(between)
        hidden[language] = f"{TEXTS['something-else'][language]}{where}{wanted if where else ''}"
    return fault(problem.at, hidden) if " where " in told["en"] else problem
