"""What is said of a broker's user and secret, in four languages."""

from __future__ import annotations

from boards.base.catalogue import Language, languages
from boards.base.message import Message, _

TEXTS: dict[str, Message] = {
    "half-environment": _("missing in the environment; user and password belong together"),
    "half": _("missing; user and password belong together"),
    "no-authority": _("there is no such file of a certificate authority"),
    "not-private": _("other people can read or change this file (mode {0}); run `chmod 600 {1}`"),
    "not-here": _(
        "a secret does not belong here; put it into the environment ({0}, {1}) or a file of mode 600 (secrets:)"
    ),
}


def words(key: str, *values: object) -> dict[Language, str]:
    """A sentence in every language."""
    return {language: TEXTS[key][language].format(*values) for language in languages()}
