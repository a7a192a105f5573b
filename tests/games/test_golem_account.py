"""One sentence for each row and golem: on random rounds, and on a case for everything that can be said."""

from __future__ import annotations

import json
import random
import re
from string import Formatter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boards.base.catalogue import languages, translate, translate_all
from boards.base.errors import Problems
from boards.kit.cards import CardKind, word
from controller.games.golems.documents.document_reader import read_task
from controller.games.golems.documents.resolve import resolve
from controller.games.golems.narration.event_messages import ACCUSATIVES, GOLEMS
from controller.games.golems.narration.explanation import resolve_explained
from controller.games.golems.narration.golem_narration import (
    Clause,
    GolemNarration,
    narrate_golem_row,
    narrate_round,
    remark_all_dice,
    remark_dice,
    remark_energy,
)
from controller.games.golems.narration.narration_text import remark_sentence, sentence
from controller.games.golems.narration.sentence_parts import ANSWERS, BLANK_DIE, CLAUSES, REMARKS
from controller.games.golems.rules.program import FACES, If, cards_of, parse_row
from controller.games.golems.rules.round import play_round, play_row, sides
from tests.games.test_golem_properties import KINDS
from tests.support.golem_positions import random_document
from tests.support.golem_round import document

documents = st.builds(
    lambda seed, kind: random_document(random.Random(seed), **kind), st.integers(0, 2**64), st.sampled_from(KINDS)
)


def accounts_of(given_document) -> tuple[GolemNarration, ...]:
    position, programs = read_task(given_document)
    laid = {colour: len(rows) for colour, rows in given_document["programs"].items()}
    return narrate_round(position, programs, play_round(position, programs).events, laid=laid)


def named(text: str, golem: str, language: str) -> bool:
    return translate(GOLEMS[golem], language) in text or translate(ACCUSATIVES[golem], language) in text


@settings(max_examples=120, deadline=None)
@given(documents)
def test_every_row_and_golem_has_exactly_one_whole_sentence(given_document):
    position, programs = read_task(given_document)
    events = play_round(position, programs).events
    accounts = narrate_round(position, programs, events)
    assert [(told.row, told.golem) for told in accounts] == [(row, c) for row in (1, 2, 3, 4) for c in position.colours]
    for told in accounts:
        for language in languages():
            text = sentence(told, language)
            assert text.endswith(".")
            assert text.startswith(translate(GOLEMS[told.golem], language))
            assert not re.search(r"[{}]|\. |None|  ", text), text
            if told.golem in programs:
                row = programs[told.golem][told.row - 1]
                wanted = cards_of(row)
                if isinstance(row, If):
                    played = cards_of(row.yes if told.yes else row.no) if told.answer else ()
                    wanted = (wanted[0], *played)
                assert all(word(CardKind(card), language) in text for card in wanted), text


@settings(max_examples=120, deadline=None)
@given(documents)
def test_what_kept_or_hit_a_golem_is_named(given_document):
    position, programs = read_task(given_document)
    events = play_round(position, programs).events
    told = {(each.row, each.golem): each for each in narrate_round(position, programs, events)}
    for event in events:
        for language in languages():
            text = sentence(told[event.row, event.golem], language)
            if event.other and event.name not in ("died", "condition"):
                assert named(text, event.other, language), (event, text)
            if event.name == "blocked" and event.value("to"):
                assert re.search(rf"\b{event.value('to')}\b", text), (event, text)
            if event.name == "lost-life":
                assert re.search(rf": {event.value('lives')}\b", text), (event, text)
            if event.name in ("moved", "carried", "took", "destroyed", "dropped", "died", "lost-barrel"):
                assert all(cell in text for cell in event.values), (event, text)


@settings(max_examples=60, deadline=None)
@given(documents, st.integers(0, 3))
def test_a_row_is_told_alike_with_and_without_the_rest_and_keeps_later_rows_secret(given_document, last):
    """What the table tells after a row is what `golem resolve` tells, and does not hang on cards still face down."""
    position, programs = read_task(given_document)
    whole = narrate_round(position, programs, play_round(position, programs).events)
    secret = {colour: (*rows[: last + 1], *(parse_row("stand"),) * (3 - last)) for colour, rows in programs.items()}
    began, now = sides(position), position
    for row in range(1, last + 2):
        played = play_row(now, row, secret, began)
        told = narrate_golem_row(now, row, secret, played.events, now.colours)
        assert told == tuple(each for each in whole if each.row == row and each.golem in now.colours)
        if played.outcome is not None:
            break
        now = played.position


STREAM = {"way": "scenario", "streams": [{"cells": ["b1"], "banks": ["b1.N"], "exit": "d4"}]}
AT_EXIT = {"red": "a1 E", "blue": "d4 N"}


def case(key: str, golems: dict[str, str], programs: dict[str, list[str]], **more):
    return pytest.param(key, document(golems, programs, **more), id=key)


CASES = (
    case("go", {"red": "a1 N"}, {"red": ["forward"]}),
    case("go on", {"red": "a1 N"}, {"red": ["repeat 3 forward"]}),
    case("go follow", {"red": "a1 N", "blue": "a2 N"}, {"red": ["forward"], "blue": ["forward"]}),
    case(
        "go ring",
        {"red": "a1 N", "blue": "a2 E", "yellow": "b2 S", "green": "b1 W"},
        {colour: ["forward"] for colour in ("red", "blue", "yellow", "green")},
    ),
    case("turn", {"red": "a1 N"}, {"red": ["repeat 2 turn-left"]}),
    case("stand", {"red": "a1 N"}, {"red": ["stand"]}),
    case("blocked edge", {"red": "a1 S"}, {"red": ["forward"]}),
    case("blocked wall", {"red": "a1 N"}, {"red": ["forward"]}, walls=["a2"]),
    case("blocked barrel", {"red": "a1 N"}, {"red": ["forward"]}, barrels=["a2"]),
    case("blocked water", {"red": "a1 N"}, {"red": ["forward"]}, waters=["a2"]),
    case("blocked bank", {"red": "b2 S"}, {"red": ["forward"]}, **STREAM),
    case("blocked swap", {"red": "a1 N", "blue": "a2 S"}, {"red": ["forward"], "blue": ["forward"]}),
    case("blocked contested", {"red": "a1 N", "blue": "a3 S"}, {"red": ["forward"], "blue": ["forward"]}),
    case("blocked golem", {"red": "a1 N", "blue": "a2 S"}, {"red": ["forward"], "blue": ["stand"]}),
    case("blocked held", {"red": "a1 N", "blue": "a2 W"}, {"red": ["forward"], "blue": ["forward"]}),
    case("stream", {"red": "a1 E"}, {"red": ["forward"]}, **STREAM),
    case(
        "stream back", {"red": "a1 E"}, {"red": ["forward"]}, way="scenario", streams=[{"cells": ["b1"], "exit": "a1"}]
    ),
    case("stream follow", AT_EXIT, {"red": ["forward"], "blue": ["backward"]}, **STREAM),
    case(
        "stream ring",
        {"red": "a1 E", "blue": "a3 W", "yellow": "a2 S"},
        {"red": ["forward"], "blue": ["backward"], "yellow": ["forward"]},
        way="scenario",
        streams=[{"cells": ["b1"], "exit": "a3"}, {"cells": ["b3"], "exit": "a2"}],
    ),
    case("stream blocked wall", {"red": "a1 E"}, {"red": ["forward"]}, **STREAM, walls=["d4"]),
    case("stream blocked barrel", {"red": "a1 E"}, {"red": ["forward"]}, **STREAM, barrels=["d4"]),
    case("stream blocked golem", AT_EXIT, {"red": ["forward"]}, **STREAM),
    case("stream blocked held", AT_EXIT, {"red": ["forward"], "blue": ["forward"]}, **STREAM),
    case(
        "stream blocked swap",
        {"red": "a1 E", "blue": "a2 S"},
        {"red": ["forward"], "blue": ["forward"]},
        way="scenario",
        streams=[{"cells": ["b1"], "exit": "a2"}],
    ),
    case(
        "stream blocked contested", {"red": "a1 E", "blue": "d3 N"}, {"red": ["forward"], "blue": ["forward"]}, **STREAM
    ),
    case("struck life", {"red": "a1 N", "blue": "a2 S"}, {"red": ["attack"]}),
    case("struck barrel", {"red": "a1 N", "blue": "a2 S 3 barrel"}, {"red": ["attack"]}),
    case(
        "struck fell",
        {"red": "a1 N", "blue": "a2 S 1", "green": "b2 W"},
        {"red": ["attack"], "green": ["attack"]},
    ),
    case("parried", {"red": "a1 N", "blue": "a2 S"}, {"red": ["attack"], "blue": ["defend"]}),
    case("missed", {"red": "a1 N"}, {"red": ["attack"]}),
    case("missed left", {"red": "a1 N", "blue": "a2 N"}, {"red": ["attack"], "blue": ["forward"]}),
    case("missed wall", {"red": "a1 N"}, {"red": ["attack"]}, walls=["a2"]),
    case("missed water", {"red": "a1 N"}, {"red": ["attack"]}, waters=["a2"]),
    case("missed edge", {"red": "a1 S"}, {"red": ["attack"]}),
    case("destroyed", {"red": "a1 N"}, {"red": ["attack"]}, barrels=["a2"]),
    case("guard", {"red": "a1 N"}, {"red": ["repeat 2 defend"]}),
    case("defended", {"red": "a1 N", "blue": "a2 S"}, {"red": ["attack"], "blue": ["defend"]}),
    case("lost life strike", {"red": "a1 N", "blue": "a2 S"}, {"red": ["attack"]}),
    case("lost life water", {"red": "a1 N"}, {"red": ["forward"]}, waters=["a2"]),
    case("lost life stream", {"red": "a1 E"}, {"red": ["forward"]}, **STREAM),
    case("died", {"red": "a1 N 1"}, {"red": ["forward"]}, waters=["a2"]),
    case("took", {"red": "a1 N"}, {"red": ["take"]}, barrels=["a2"]),
    case("not taken nothing", {"red": "a1 N"}, {"red": ["take"]}),
    case("not taken edge", {"red": "a1 S"}, {"red": ["take"]}),
    case("not taken carrying", {"red": "a1 N 3 barrel"}, {"red": ["take"]}, barrels=["a2"]),
    case("not taken struck", {"red": "a1 N", "blue": "b2 W"}, {"red": ["take"], "blue": ["attack"]}, barrels=["a2"]),
    case("not taken contested", {"red": "a1 N", "blue": "b2 W"}, {"red": ["take"], "blue": ["take"]}, barrels=["a2"]),
    case("dropped struck", {"red": "a1 N", "blue": "a2 S 3 barrel"}, {"red": ["attack"]}),
    case(
        "dropped home",
        {"red": "a1 N 3 barrel"},
        {"red": ["forward"]},
        goals={"red": [{"bring-barrel": "a2"}]},
    ),
    case("dropped fallen", {"red": "a1 N 1 barrel"}, {"red": ["forward"]}, waters=["a2"]),
    case("lost-barrel struck", {"red": "a1 E", "blue": "b1 W 3 barrel"}, {"red": ["attack"]}, size=[2, 1]),
    case(
        "lost-barrel home",
        {"red": "a1 E 3 barrel"},
        {"red": ["turn-left"]},
        size=[1, 1],
        goals={"red": [{"bring-barrel": "a1"}]},
    ),
    case("no program", {"red": "a1 N"}, {}),
    pytest.param(
        "no card",
        {**document({"red": "a1 N"}, {}), "rules": "2.0", "programs": {"red": ["forward"]}},
        id="no card",
    ),
    case("fallen in", {"red": "a1 N 1"}, {"red": ["forward"]}, waters=["a2"]),
    case("over", {"red": "a1 N"}, {"red": ["forward"]}, goals={"red": [{"reach": "a2"}]}),
    case("enemy golem", {"red": "a1 N", "blue": "a2 S"}, {"red": ["if enemy defend else take"]}),
    case("enemy barrel", {"red": "a1 N"}, {"red": ["if enemy defend else take"]}, barrels=["a2"]),
    case(
        "enemy ally",
        {"red": "a1 N 3 side=us", "blue": "a2 S 3 side=us", "green": "d4 N"},
        {"red": ["if enemy defend else take"]},
    ),
    case("enemy nobody", {"red": "a1 N"}, {"red": ["if enemy defend else take"]}),
    case("enemy wall", {"red": "a1 N"}, {"red": ["if enemy defend else take"]}, walls=["a2"]),
    case("enemy water", {"red": "a1 N"}, {"red": ["if enemy defend else take"]}, waters=["a2"]),
    case("enemy edge", {"red": "a1 S"}, {"red": ["if enemy defend else take"]}),
    case(
        "attacked yes", {"red": "a1 N", "blue": "a2 S"}, {"red": ["if attacked defend else take"], "blue": ["attack"]}
    ),
    case("attacked no", {"red": "a1 N"}, {"red": ["if attacked defend else take"]}),
)


def keys(accounts) -> list[str]:
    return [clause.key for told in accounts for clause in (told.answer, *told.clauses) if clause is not None]


@pytest.mark.parametrize(("key", "given_document"), CASES)
def test_a_case_for_everything_that_can_be_said(key, given_document):
    assert key in keys(accounts_of(given_document))


def test_there_is_a_case_for_every_phrase():
    # A golem that fell in an earlier round is in no position; the table tells of it.
    assert {str(one.values[0]) for one in CASES} | {"fallen"} == {*CLAUSES, *ANSWERS}


def test_a_golem_that_fell_in_an_earlier_round_is_told_of():
    position, programs = read_task(document({"red": "a1 N"}, {"red": ["stand"]}))
    (red, blue) = narrate_golem_row(position, 1, programs, play_row(position, 1, programs, 1).events, ("red", "blue"))
    assert red.clauses == (Clause("stand", (("at", "a1"),)),)
    assert sentence(blue, "en") == "Blue does not act: it has no lives left and is out of the game."


@pytest.mark.parametrize("phrases", [CLAUSES, ANSWERS, REMARKS])
def test_every_phrase_says_the_same_in_every_language(phrases):
    for key, words in phrases.items():
        assert all(translate_all(words).values())
        asked = [{name for _, name, _, _ in Formatter().parse(text) if name} for text in translate_all(words).values()]
        # The other golem is named in the case that the language wants.
        asked = [{"other" if name == "whom" else name for name in names} for names in asked]
        assert all(names == asked[0] for names in asked), key
        assert len(set(translate_all(words).values())) == len(languages()), key
        assert re.search("[а-я]", translate(words, "ru"))


@pytest.mark.parametrize("language", languages())
def test_dice_energy_and_recharge_have_their_sentences(language):
    told = [remark_sentence(one, language) for one in remark_dice(dict(zip(GOLEMS, FACES, strict=True)))]
    assert [text.split()[0] for text in told] == [translate(GOLEMS[golem], language) for golem in GOLEMS]
    assert word(CardKind.REPEAT_3, language) in told[2]
    for before, after in ((10, 9), (2, 1), (1, 5)):
        (remark,) = remark_energy(before, after)
        assert f"{before} → {after}" in remark_sentence(remark, language)
    (dice,) = remark_all_dice({"red": "repeat 2", "blue": "blank"})
    words = remark_sentence(dice, language)
    assert words.index(translate(GOLEMS["red"], language)) < words.index(word(CardKind.REPEAT_2, language))
    assert words.endswith(f"{translate(GOLEMS['blue'], language)} – {translate(BLANK_DIE, language)}.")
    assert remark_all_dice({}) == ()
    assert remark_energy(None, None) == remark_energy(5, 5) == ()


@settings(max_examples=30, deadline=None)
@given(documents)
def test_explaining_adds_to_what_resolve_prints_and_changes_nothing(given_document):
    plain, more = resolve(given_document), resolve_explained(given_document)
    assert more.startswith(plain[:-1])
    told = json.loads(more)
    assert list(told) == ["events", "after", "outcome", "explain", "remarks"]
    assert len(told["explain"]) == 4 * len(given_document["golems"])
    assert all(list(each["words"]) == list(languages()) for each in (*told["explain"], *told["remarks"]))


def test_only_golems_are_explained():
    with pytest.raises(Problems) as refusal:
        resolve_explained({"game": "jetan"})
    assert [problem.at for problem in refusal.value.problems] == ["game"]
