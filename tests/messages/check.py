"""What CI refuses in a catalogue: missing, fuzzy and unused entries, placeholders and plural forms that differ."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.plurals import get_plural

from boards.base.message import fields_of


def identities(catalogue: Catalog) -> set[tuple[str, str, str]]:
    """Return the keys of a catalogue: context, text, plural."""
    return {(each.context or "", *_texts(each)) for each in catalogue if each.id}


def problems(file: Path, catalogue: Catalog, source: Catalog) -> Iterator[str]:
    """Yield what is wrong with a catalogue, each with its file."""
    known = {(each.id if isinstance(each.id, str) else each.id[0], each.context): each for each in catalogue if each.id}
    forms = get_plural(catalogue.locale).num_plurals
    if catalogue.num_plurals != forms:
        yield f"{file}: Plural-Forms has {catalogue.num_plurals} forms, the language {forms}"
    wanted = identities(source)
    for context, text, plural in sorted(wanted - identities(catalogue)):
        yield f"{file}: missing (run `make messages`): {_shown(context, text, plural)}"
    for context, text, plural in sorted(identities(catalogue) - wanted):
        yield f"{file}: unused: {_shown(context, text, plural)}"
    for unused in catalogue.obsolete.values():
        what = _shown(unused.context or "", *_texts(unused))
        yield f"{file}: unused (run `make messages ARGS=--drop-unused`): {what}"
    for each in known.values():
        for why in entry_problems(each, forms):
            yield f"{file}: {why}: {_shown(each.context or '', *_texts(each))}"


def entry_problems(entry: Message, forms: int) -> Iterator[str]:
    """Yield what is wrong with the translation of one text in a language with so many plural forms."""
    text, plural = _texts(entry)
    told = (entry.string,) if isinstance(entry.string, str) else tuple(entry.string or ("",))
    if entry.fuzzy:
        yield "fuzzy"
    if not all(told):
        yield "not translated"
    elif plural and len(told) != forms:
        yield f"{len(told)} plural forms, the language has {forms}"
    else:
        source = fields_of(text + plural)
        for form in told:
            found = fields_of(form)
            if source is None:
                continue
            if found is None:
                yield "braces do not match"
            # "One card" needs no number; a form for several does without it in no language that we know.
            elif found - source or (source - found and not (plural and fields_of(text) != source)):
                differ = sorted(name for name, *_ in found ^ source)
                yield f"placeholders differ ({', '.join(differ)})"


def _texts(entry: Message) -> tuple[str, str]:
    return (entry.id, "") if isinstance(entry.id, str) else (entry.id[0], entry.id[1])


def _shown(context: str, text: str, plural: str) -> str:
    what = f"{text!r}" if not plural else f"{text!r} / {plural!r}"
    return f"{what} ({context})" if context else what
