"""What is said of a robot's address that cannot be right, in four languages."""

from __future__ import annotations

from boards.base.catalogue import Language, languages
from boards.base.message import Message, _

TEXTS: dict[str, Message] = {
    "unknown": _("{0} is no robot's address; write {1}"),
    "wrong": _("{0}: {1}; write {2}"),
    "unparsed": _("this cannot be taken apart (a bracket is missing, or too many are there)"),
    "no-port": _("no port is named"),
    "setting": _("there is no setting {0}; there are {1}"),
    "after": _("{0} at its end belongs to no address"),
    "baud": _("baud is {0}; it can be {1}"),
    "secret": _("a user and password do not belong into an address; put them into the environment ({0}, {1})"),
    "names": _("it must name a broker, a table and a robot (letters, digits, - and _)"),
    "port": _("Port out of range; it can be 1 to 65535"),
    "hands": _("it must name the golem that people move (letters, digits, - and _)"),
}


def words(key: str, *values: object) -> dict[Language, str]:
    """A sentence in every language; a value may be one itself."""
    return {
        language: TEXTS[key][language].format(
            *(value[language] if isinstance(value, dict) else value for value in values)
        )
        for language in languages()
    }
