"""The languages in which games explain themselves: those of the catalogues."""

from __future__ import annotations

from boards.base.catalogue import Language, languages
from boards.base.errors import Problem, Problems
from boards.base.message import _
from boards.base.reasons import ReasonCode


class LanguageMistake(ReasonCode):
    """What is wrong with a language that somebody asks for."""

    UNKNOWN_LANGUAGE = "unknown-language", _("the languages are {languages}, not {found}")


def spoken(language: str) -> Language:
    """Return the language. Raises :class:`boards.base.errors.Problems` for one that has no catalogue."""
    if language in (known := languages()):
        return language
    raise Problems(
        [Problem("language", LanguageMistake.UNKNOWN_LANGUAGE(languages=", ".join(known), found=repr(language)))]
    )
