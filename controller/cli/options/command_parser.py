"""The parser of a command's options: argparse, with every text told in one language."""

from __future__ import annotations

import argparse
import os
import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from shutil import get_terminal_size
from typing import Any

from boards.base.catalogue import SOURCE, Language, is_language, languages, translate
from boards.base.message import Message, _
from controller.cli.options.argparse_messages import PLURALS, TEXTS

LOCALE_VARIABLES: tuple[str, ...] = ("LC_ALL", "LC_MESSAGES", "LANG")
"""The environment variables in which a system names its language; the first that is set counts."""

LANGUAGE_OPTION = "--language"

Options = argparse._ActionsContainer
"""A parser, or a group of its options; argparse has no public name for what both are."""

Example = tuple[str, Message | None]
"""A command as it is typed, and what it is for."""
Description = Sequence[Message | Sequence[Example]]
"""Paragraphs and lists of examples."""


def system_language(environment: Mapping[str, str] = os.environ) -> Language:
    """Return the language of the system, if there is a catalogue of it; else English."""
    name = next((environment[variable] for variable in LOCALE_VARIABLES if environment.get(variable)), "")
    code = re.split(r"[.@]", name)[0]
    return next((each for each in (code, code.partition("_")[0]) if is_language(each)), SOURCE)


def language_asked(words: Sequence[str]) -> Language:
    """Return the language that a command line asks for, before it is parsed; else the system's."""
    for number, word in enumerate(words):
        option, equals, value = word.partition("=")
        if option == LANGUAGE_OPTION:
            wanted = value if equals else next(iter(words[number + 1 :]), "")
            if is_language(wanted):
                return wanted
    return system_language()


class CommandParser(argparse.ArgumentParser):
    """An argument parser that tells its help and its errors in a language."""

    def __init__(self, *args: Any, language: Language = SOURCE, **options: Any) -> None:
        self.language = language
        options.setdefault("formatter_class", argparse.RawDescriptionHelpFormatter)
        super().__init__(*args, **options)

    def in_language(self, message: Message) -> str:
        """Return a text of the help. Argparse fills in ``%(default)s``; other signs of percentage stay."""
        return translate(message, self.language).replace("%", "%%").replace("%%(default)s", "%(default)s")

    def describe(self, description: Description) -> None:
        """Set what stands above the list of options."""
        width = max(40, min(120, get_terminal_size().columns - 2))
        parts = [self._examples(part) if not isinstance(part, Message) else self._wrapped(part, width)
                 for part in description]  # fmt: skip
        self.description = "\n\n".join(parts)

    def keep_usage(self) -> None:
        """Keep the usage as it is now: to parse intermixed arguments, argparse cuts an English ``usage: `` off it."""
        prefix = "usage: " if self.language == SOURCE else translate(TEXTS["usage: "], self.language)
        self.usage = self.format_usage().removeprefix(prefix).rstrip().replace("%", "%%")

    def add_language_option(self, help_text: Message | None = None, default: Language | None = None) -> None:
        """Add ``--language``. Its default is the system's language."""
        usual = self.language if default is None else default
        message = _("the language of what is said (default: the system's, here {language})", language=usual)
        self.add_argument(
            LANGUAGE_OPTION, choices=languages(), default=usual, help=self.in_language(help_text or message)
        )

    def _wrapped(self, paragraph: Message, width: int) -> str:
        return textwrap.fill(translate(paragraph, self.language), width, break_on_hyphens=False, break_long_words=False)

    def _examples(self, examples: Sequence[Example]) -> str:
        size = max(len(command) for command, _said in examples)
        lines = [
            f"  {command:<{size}}  {'' if said is None else translate(said, self.language)}"
            for command, said in examples
        ]
        return "\n".join(line.rstrip() for line in lines)


@contextmanager
def argparse_in_language(language: Language) -> Iterator[None]:
    """Tell argparse's own texts in a language meanwhile.

    Argparse looks its texts up with functions of :mod:`gettext` that it has imported by name; they are replaced. The
    domain of :mod:`gettext` itself is no way: its catalogues' placeholders are not checked.
    """
    names = vars(argparse)
    before = {name: names[name] for name in ("_", "ngettext")}

    def one(text: str) -> str:
        return text if language == SOURCE or text not in TEXTS else _percent(text, TEXTS[text], language)

    def several(singular: str, plural: str, number: int) -> str:
        text = singular if number == 1 else plural
        if language == SOURCE or singular not in PLURALS:
            return text
        return _percent(text, PLURALS[singular].bind(count=number), language)

    names.update(_=one, ngettext=several)
    try:
        yield
    finally:
        names.update(before)


_CONVERSION = re.compile(r"%(?:\((\w+)\))?[sr]")


def _percent(source: str, message: Message, language: Language) -> str:
    """Return a translation with the conversions of its source (``%(prog)s``, ``%r``) in place of facts.

    A conversion without a name is the fact ``it``.
    """
    conversions = {match[1] or "it": match[0] for match in _CONVERSION.finditer(source)}
    told = translate(message.bind(**{name: f"\0{name}\0" for name in conversions}), language).replace("%", "%%")
    return re.sub("\0(\\w+)\0", lambda match: conversions[match[1]], told)
