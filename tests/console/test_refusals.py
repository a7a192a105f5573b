"""What the page's server refuses is told in every language."""

from __future__ import annotations

import asyncio
import json

import pytest
from starlette.exceptions import HTTPException
from starlette.requests import Request

from boards.base.catalogue import languages
from controller.console.access_control import refuse_key
from controller.console.front_door.print_routes import _order
from controller.console.http_answers import Refused, http_error, refused


def request(query: str) -> Request:
    return Request({"type": "http", "query_string": query.encode(), "headers": []})


def test_a_refusal_has_its_code_and_its_words_in_every_language() -> None:
    refusal = refuse_key({}, "key")
    assert refusal is not None
    told = json.loads(bytes(refused(refusal).body))
    assert (told["error"], told["message"]) == ("key-needed", "this needs the facilitator's key")
    assert {*told["text"]} == {*languages()} and len({*told["text"].values()}) == len(languages())


@pytest.mark.parametrize(
    ("query", "wrong"),
    [
        ("players=x&paper=A4", "players: 'x' where a whole number is wanted"),
        ("players=2&colour=1", "colour: unknown key; known here are board, players, paper, language"),
        (
            "board=&players=y",
            "board: 0 characters where 1 to 60 are wanted; players: 'y' where a whole number is wanted",
        ),
    ],
)
def test_an_order_of_prints_that_makes_no_sense_is_told(query: str, wrong: str) -> None:
    with pytest.raises(Refused) as raised:
        _order(request(query))
    assert str(raised.value.message) == wrong
    answer = asyncio.run(http_error(request(""), raised.value))
    told = json.loads(bytes(answer.body))
    assert answer.status_code == 400 and told["message"] == wrong and told["text"]["de"] != wrong


def test_an_address_that_there_is_not_is_told() -> None:
    told = json.loads(bytes(asyncio.run(http_error(request(""), HTTPException(404))).body))
    assert told["error"] == "http-404" and told["text"]["de"] == "hier ist nichts"
