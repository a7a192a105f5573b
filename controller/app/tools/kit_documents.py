"""The kit's documents for the page: which there are, and each as a PDF at true scale."""

from __future__ import annotations

import io
from collections.abc import Sequence
from functools import lru_cache

from boards.base.catalogue import languages
from boards.base.errors import Problem, Problems
from boards.base.message import _
from boards.colours import COLOURS
from boards.drawing.pdf import write_pdf
from boards.kit.kit import kit
from boards.kit.thing_keys import MatKey
from boards.mats import mats
from boards.printing.documents import TOGETHER, WHAT, Order, documents, joined
from boards.printing.sheets import PAPERS, Document
from controller.console.front_door.messages import PrintDocument, PrintOrder

DECK_SEED = 1
"""Of the markers on the cards: the deck that a table expects if its file says nothing else."""


def print_documents(order: PrintOrder) -> list[PrintDocument]:
    """Return what is printed for an order. Raises Problems."""
    return [PrintDocument(one.name, one.title, len(one.pages)) for one in _documents(order)]


def print_pdf(order: PrintOrder, name: str) -> bytes:
    """Return one of the documents as PDF, or all of one way to print (`TOGETHER`). Raises Problems."""
    if name in TOGETHER:
        document: Document | None = joined(_documents(order, TOGETHER[name]), name)
    else:
        document = next((one for one in _documents(order) if one.name == name), None)
    if document is None:
        raise Problems([Problem("document", _("there is no such document"))])
    out = io.BytesIO()
    write_pdf(document, out, order.language, DECK_SEED)
    return out.getvalue()


@lru_cache(maxsize=8)
def _documents(order: PrintOrder, what: Sequence[str] = WHAT) -> tuple[Document, ...]:
    problems = [
        Problem(at, _("there is no such choice"))
        for at, found, known in (
            ("board", MatKey(order.board), mats()),
            ("paper", order.paper, PAPERS),
            ("language", order.language, languages()),
            ("players", order.players, range(2, len(COLOURS) + 1)),
        )
        if found not in known
    ]
    if problems:
        raise Problems(problems)
    colours = COLOURS[: order.players]
    return documents(Order(kit(DECK_SEED), MatKey(order.board), colours, order.language, order.paper), tuple(what))
