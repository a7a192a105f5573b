"""Paper figures that stand up and spinning tops: beside the discs and dice, for tables without robots."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from boards.base.catalogue import Language, translate
from boards.base.message import Message, _
from boards.drawing.paper_art import paper_golem, spinning_top
from boards.drawing.primitives import Drawing
from boards.printing.sheets import Document, flow, paper

TITLES: dict[str, Message] = {
    "figures": _("Golems to stand up"),
    "tops": _("Spinning tops"),
}
HINTS: dict[str, Message] = {
    "figures": _("Cut out, fold at the dashed line, glue the feet onto each other. The arrow points ahead."),
    "tops": _("Cut out, glue onto card, put a match through the middle. The side that it lies on counts."),
}
GAP_MM = 6.0


def paper_documents(
    what: Sequence[str], colours: Sequence[str], language: Language, paper_name: str
) -> tuple[Document, ...]:
    """Return the documents of those asked for that are made of paper alone."""
    return tuple(_document(name, colours, language, paper_name) for name in WHAT if name in what)


def _document(name: str, colours: Sequence[str], language: Language, paper_name: str) -> Document:
    items = [(None, _DRAWINGS[name](colour, language)) for colour in colours]
    hint = translate(HINTS[name], language)
    pages = tuple(replace(page, hint=hint) for page in flow(items, paper(paper_name), GAP_MM))
    return Document(name, translate(TITLES[name], language), pages)


_DRAWINGS: dict[str, Callable[[str, Language], Drawing]] = {"figures": paper_golem, "tops": spinning_top}

WHAT: tuple[str, ...] = tuple(_DRAWINGS)
"""What can be printed, in the order of the files."""
