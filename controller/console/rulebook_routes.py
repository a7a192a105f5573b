"""The rules of games: a page with pictures, and the same as one sheet to print. The same for everybody."""

from __future__ import annotations

import asyncio
import io

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from boards.base.catalogue import Language, language_name, languages, translate_all
from boards.base.errors import Problems
from boards.base.message import Message, _
from boards.drawing.pdf import write_pdf
from boards.printing.rulebook_sheet import capitalised, rulebook_document
from boards.printing.sheets import PAPERS
from boards.rulebook import Rulebook
from controller.console.assets import page_files
from controller.console.http_answers import NEVER_KEEP, Refused, json_answer, send_asset
from controller.console.rulebook_messages import RulebookIndex, RulebookView, RuleEntryView
from controller.games.game_registry import names, rulebook_named


def rulebook_routes(language: Language) -> list[Route]:
    """Return them; ``language`` is for browsers that ask for none of the catalogue's."""

    async def index(request: Request) -> Response:
        return json_answer(await asyncio.to_thread(_index, language))

    return [
        Route("/rules", _page),
        Route("/rules.json", index),
        Route("/rules/{game}.json", _rules),
        Route("/rules/{game}.pdf", _sheet),
    ]


async def _page(request: Request) -> Response:
    return send_asset(request, page_files()["static/rules/index.html"])


def _index(language: Language) -> RulebookIndex:
    found = {name: rules for name in names() if (rules := rulebook_named(name)) is not None}
    titles = {name: _words(rules.title) for name, rules in found.items()}
    return RulebookIndex(language, {code: language_name(code) for code in languages()}, titles)


async def _rules(request: Request) -> Response:
    game = request.path_params["game"]
    rules = await asyncio.to_thread(_known, game)
    return json_answer(rulebook_view(game, rules))


def rulebook_view(game: str, rules: Rulebook) -> RulebookView:
    """Return the rules as the page is sent them."""
    steps = [
        RuleEntryView(str(number), _words(one.heading), _words(one.text), f"rules/{game}/step/{number}")
        for number, one in enumerate(rules.steps, start=1)
    ]
    legend = [
        RuleEntryView(one.key, _heading(one.name), _words(one.meaning), f"rules/{game}/legend/{number}")
        for number, one in enumerate(rules.legend, start=1)
    ]
    title, aim = _words(rules.title), _words(rules.aim)
    return RulebookView(game, title, aim, f"rules/{game}/title/1", steps, _words(rules.legend_title), legend)


async def _sheet(request: Request) -> Response:
    game, asked = request.path_params["game"], request.query_params
    language = next((code for code in languages() if code == asked.get("language", "en")), None)
    paper = asked.get("paper", "A4")
    if language is None or paper not in PAPERS:
        raise Refused(
            400,
            _("a sheet is in {languages}, on {papers}", languages=", ".join(languages()), papers=" / ".join(PAPERS)),
        )
    rules = await asyncio.to_thread(_known, game)
    body = await asyncio.to_thread(_pdf, game, rules, language, paper)
    named = {**NEVER_KEEP, "content-disposition": f'inline; filename="rules-{game}.pdf"'}
    return Response(body, media_type="application/pdf", headers=named)


def _pdf(game: str, rules: Rulebook, language: Language, paper: str) -> bytes:
    out = io.BytesIO()
    write_pdf(rulebook_document(game, rules, language, paper), out, language, 0)
    return out.getvalue()


def _known(game: str) -> Rulebook:
    try:
        rules = rulebook_named(game)
    except Problems:
        rules = None
    if rules is None:
        raise HTTPException(404)
    return rules


def _words(message: Message) -> dict[str, str]:
    return dict(translate_all(message))


def _heading(message: Message) -> dict[str, str]:
    return {language: capitalised(text) for language, text in translate_all(message).items()}
