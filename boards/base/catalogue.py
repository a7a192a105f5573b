"""The catalogues of translations, and the one function that tells a message in a language.

A catalogue is ``<language>/LC_MESSAGES/golem.mo``, compiled by the build from the ``.po`` beside it, in the folder
``locale`` here or in the folder that the environment variable ``GOLEM_LOCALE_DIR`` names; the latter comes first.
Languages are found, not listed: English, which is the source, and every folder with a catalogue.

Nothing in a catalogue can break a game. A catalogue that cannot be read is left out; a translation that is missing, or
whose placeholders are not those of its source, is told in English. Both are logged once.
"""

from __future__ import annotations

import logging
import os
import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from gettext import GNUTranslations, c2py
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from struct import error as StructError

from boards.base.language_codes import is_language_code
from boards.base.message import Fact, Message, fields_of, pgettext

Language = str
"""The name of a catalogue's folder, such as ``en``, ``de`` or ``pt_BR``."""

SOURCE: Language = "en"
"""The language of the source texts."""

OWN_NAME = pgettext("the name of this language, in this language", "English")

FOLDER_VARIABLE = "GOLEM_LOCALE_DIR"
"""The environment variable that names a folder with more catalogues."""

_FILE = ("LC_MESSAGES", "golem.mo")
_SAMPLES = (*range(202), 1000, 1001, 1002, 1011, 10**6)
"""Numbers that a plural rule is tried with."""
_BROKEN = (OSError, ValueError, LookupError, StructError, ArithmeticError, RecursionError, TypeError)
"""What gettext raises for a file that is no catalogue: cut off, in another charset, with a wrong header."""

log = logging.getLogger(__name__)


def translate(message: Message, language: Language) -> str:
    """Return a message as text in a language; in English where the language has no translation of it."""
    if message.literal:
        return _filled(message.text, message, language)
    if message.own and language in (own := dict(message.own)):
        return own[language]
    number = None
    if message.plural:
        number = message.facts.get(message.counted)
        if not isinstance(number, int):
            raise TypeError(f"the number {message.counted!r} of {message.text!r} is {number!r}")
    return _filled(_catalogue(language, _extra()).template(message, number), message, language)


def template(message: Message, language: Language, number: int | None = None) -> str:
    """Return a translated text with its placeholders, for those who fill them in elsewhere, such as the page."""
    return _catalogue(language, _extra()).template(message, number)


def translate_all(message: Message) -> dict[Language, str]:
    """Return a message in every language."""
    return {language: translate(message, language) for language in languages()}


def languages() -> tuple[Language, ...]:
    """Return the languages that there are, English first."""
    return tuple(_found(_extra()))


def is_language(language: str) -> bool:
    """Return whether there is such a language."""
    return language in _found(_extra())


def language_name(language: Language) -> str:
    """Return what a language calls itself; its code, if its catalogue does not say."""
    name = translate(OWN_NAME, language)
    return language if name == OWN_NAME.text and language != SOURCE else name


def plural_form(number: int, language: Language) -> int:
    """Return which of a language's plural forms goes with a number, counted from 0, by its catalogue's rule."""
    return _catalogue(language, _extra()).form(number)


class Catalogue:
    """The translations of one language; those of the first file win."""

    def __init__(self, language: Language, translations: tuple[GNUTranslations, ...]) -> None:
        self._language = language
        self._translations = translations
        self._rule = next((rule for each in translations if (rule := _plural_rule(each)) is not None), _english_rule)
        self._templates: dict[tuple[str, str, str, int], str | None] = {}

    def form(self, number: int) -> int:
        """Return which plural form goes with a number."""
        return self._rule(abs(number))

    def template(self, message: Message, number: Fact | None = None) -> str:
        """Return the translated text with its placeholders; the source text where there is no sound translation."""
        form = self.form(number) if isinstance(number, int) else 0
        key = (message.context, message.text, message.plural, form)
        if key not in self._templates:
            self._templates[key] = self._sound(message, number)
        found = self._templates[key]
        if found is not None:
            return found
        return message.plural if message.plural and number != 1 else message.text

    def _sound(self, message: Message, number: Fact | None) -> str | None:
        """Return the translation, if there is one that can stand for its source."""
        translated = self._translated(message, number)
        why = None if translated is None else _unsound(message, translated)
        if why is None:
            return translated
        log.warning("%s: the translation of %r is not used: %s", self._language, message.text[:200], why)
        return None

    def _translated(self, message: Message, number: Fact | None) -> str | None:
        """Return what the first catalogue with a translation says."""
        if not message.text:
            return None
        for each in self._translations:
            if isinstance(number, int):
                found = _plural_of(each, message, abs(number))
            elif message.context:
                found = each.pgettext(message.context, message.text)
            else:
                found = each.gettext(message.text)
            if found and found not in (message.text, message.plural):
                return found
        return None


def _plural_of(translations: GNUTranslations, message: Message, number: int) -> str | None:
    """Return the form of a translation that goes with a number; None where its plural rule fails."""
    try:
        if message.context:
            return translations.npgettext(message.context, message.text, message.plural, number)
        return translations.ngettext(message.text, message.plural, number)
    except _BROKEN:
        return None


def _unsound(message: Message, translated: str) -> str | None:
    """Return why a translation can't stand for its source; None if it can."""
    source = message.text + message.plural
    if any(ord(letter) < 32 and letter not in source for letter in translated):
        return "it has control characters"
    if len(translated) > 4 * len(source) + 200:
        return f"it has {len(translated)} characters, its source {len(source)}"
    wanted = fields_of(source)
    if wanted is None:
        # No format string, such as a text with an example in braces: nothing is ever filled in.
        return None
    found = fields_of(translated)
    if found is None:
        return "its braces do not match"
    strange = sorted(f"{{{name}}}" for name, *_ in found - wanted)
    return f"{', '.join(strange)[:200]} is not in its source" if strange else None


def _filled(template: str, message: Message, language: Language) -> str:
    text = template
    if message.pairs:
        facts = {name: translate(fact, language) if isinstance(fact, Message) else fact for name, fact in message.pairs}
        text = template.format(**facts)
    return f"{text[:1].upper()}{text[1:]}" if message.begins else text


def _english_rule(number: int) -> int:
    return int(number != 1)


def _plural_rule(translations: GNUTranslations) -> Callable[[int], int] | None:
    """Return the plural rule of a catalogue's header; None without one, or if it does not hold for every number."""
    header = translations.info().get("plural-forms", "")
    parts = re.fullmatch(r"\s*nplurals\s*=\s*([1-9])\s*;\s*plural\s*=\s*([^;]+);?\s*", header)
    if parts is None:
        return None
    try:
        rule = c2py(parts[2])
        if all(0 <= rule(number) < int(parts[1]) for number in _SAMPLES):
            return lambda number: int(rule(number))
    except _BROKEN:
        pass
    return None


def _extra() -> str:
    return os.environ.get(FOLDER_VARIABLE, "")


@lru_cache(maxsize=8)
def _found(extra: str) -> Mapping[Language, tuple[GNUTranslations, ...]]:
    """Return the catalogues of every language, those of the extra folder first. Broken ones are left out."""
    shipped = files("boards.base") / "locale"
    found: dict[Language, list[GNUTranslations]] = {SOURCE: []}
    for folder in (*([Path(extra)] if extra else []), shipped):
        for language in sorted(_names_in(folder)):
            translations = _read(folder / language / _FILE[0] / _FILE[1])
            if translations is not None:
                found.setdefault(language, []).append(translations)
    others = sorted({*found} - {SOURCE})
    return {language: tuple(found[language]) for language in (SOURCE, *others)}


def _names_in(folder: Traversable) -> list[Language]:
    """Return the languages that have a catalogue in a folder."""
    try:
        names = [entry.name for entry in folder.iterdir() if is_language_code(entry.name)]
    except OSError as error:
        log.warning("%s: no catalogues there: %s", folder, error.strerror)
        return []
    return [name for name in names if (folder / name / _FILE[0] / _FILE[1]).is_file()]


def _read(file: Traversable) -> GNUTranslations | None:
    """Return a compiled catalogue; None, with a warning, if it cannot be read."""
    try:
        with file.open("rb") as opened:
            translations = GNUTranslations(opened)
    except _BROKEN as error:
        log.warning("%s: this catalogue is left out, it cannot be read: %s", file, error)
        return None
    if "plural-forms" in translations.info() and _plural_rule(translations) is None:
        log.warning("%s: this catalogue is left out, its Plural-Forms cannot be used", file)
        return None
    return translations


@lru_cache(maxsize=64)
def _catalogue(language: Language, extra: str) -> Catalogue:
    return Catalogue(language, _found(extra).get(language, ()))
