"""The question language: grammar, meaning, mistakes, every language."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boards.base.catalogue import languages, translate, translate_all
from controller.games.game_registry import rulebook_named
from controller.games.robots_hex import GAME
from controller.games.robots_hex.event_text import reason
from controller.games.robots_hex.questions.evaluation import answer
from controller.games.robots_hex.questions.lexicon import lexicon_of
from controller.games.robots_hex.questions.parse_errors import END, MISTAKES, NUMBER
from controller.games.robots_hex.questions.parser import NotAQuestion, format_question, parse_question
from controller.games.robots_hex.questions.question import (
    All,
    Any,
    CellAhead,
    Count,
    Facing,
    InCamp,
    Not,
    ShotsLeft,
    Things,
)
from controller.games.robots_hex.setup import in_english
from controller.games.robots_hex.state import State
from tests.support.hex_questions import questions
from tests.support.robots_hex_positions import random_question


@settings(max_examples=400, deadline=None)
@given(questions, st.sampled_from(languages()))
def test_every_language_reads_what_it_writes(question, language):
    assert parse_question(format_question(question, language), language) == question


@settings(max_examples=200, deadline=None)
@given(st.integers(0, 2**32))
def test_a_question_goes_through_all_languages_and_back(seed):
    question = parse_question(random_question(random.Random(seed)))
    there = question
    for language in (*languages(), "en"):
        there = parse_question(format_question(there, language), language)
    assert there == question


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet="aI ()not dr1234567890?,éё", max_size=60) | st.text(max_size=40), st.sampled_from(languages()))
def test_any_text_is_a_question_or_refused(text, language):
    try:
        parse_question(text, language)
    except NotAQuestion as error:
        assert str(error)


def test_all_languages_have_the_same_rules():
    rules = {
        language: {rule: sorted(tags) for rule, tags in lexicon_of(language).rules.items()} for language in languages()
    }
    assert all(found == rules["en"] for found in rules.values())


def test_how_questions_read_in_every_language():
    question = parse_question("no red squares at 3 cells or less in my direction or not I face direction 2")
    told = {
        "en": "no red squares at 3 cells or less in my direction or not I face direction 2",
        "ru": "красных квадратов нет не дальше 3 клеток в моём направлении или не я смотрю в направлении 2",
        "pl": "czerwonych kwadratów brak w odległości do 3 pól w moim kierunku lub nie patrzę w kierunku 2",
        "fr": "zéro carré rouge à 3 cases ou moins dans ma direction ou non je suis orienté dans la direction 2",
        "de": "kein rotes Quadrat höchstens 3 Felder entfernt in meiner Richtung oder nicht ich schaue in Richtung 2",
    }
    assert {language: format_question(question, language) for language in told} == told


ROBOTS, ENEMIES = Things("robots"), Things("enemy robots")


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("enemy robots", Count(ENEMIES)),
        ("enemy robot", Count(ENEMIES)),
        ("AT LEAST 2 Enemy ROBOTS", Count(ENEMIES, "at least", 2)),
        ("exactly 1 robots", Count(ROBOTS, "exactly", 1)),
        ("no my robots", Count(Things("my robots"), "no", 0)),
        ("robots at 1 cell or less", Count(ROBOTS, None, 1, "within", 1)),
        ("robots at exactly 2 cells", Count(ROBOTS, None, 1, "at", 2)),
        ("robots in my direction", Count(ROBOTS, where="ahead")),
        ("robots in direction 6", Count(ROBOTS, where="direction", direction=6)),
        ("robots in my column of fire", Count(ROBOTS, where="fire")),
        ("robots at 2 cells or less in direction 3", Count(ROBOTS, None, 1, "within", 2, "direction", 3)),
        ("squares", Count(Things("square"))),
        ("orange circle", Count(Things("circle", "orange"))),
        ("yellow cells", Count(Things("cells", "yellow"))),
        ("red cell", Count(Things("cells", "red"))),
        ("lightning", Count(Things("lightning"))),
        ("I face direction 4", Facing(4)),
        ("i am in my camp", InCamp("my")),
        ("I am in the opposing camp", InCamp("opposing")),
        ("I am in opposing camp", InCamp("opposing")),
        ("I am in green camp", InCamp("green")),
        ("I am in the violet camp", InCamp("violet")),
        ("I have at least 1 shot left", ShotsLeft(1)),
        ("I have at least 0 shots left", ShotsLeft(0)),
        ("the cell ahead is lake", CellAhead(Things("lakes"))),
        ("the cell 2 ahead is an enemy robot", CellAhead(ENEMIES, 2)),
        ("the cell 2 ahead is a red square", CellAhead(Things("square", "red"), 2)),
        (
            "lakes and robots or lightning",
            Any((All((Count(Things("lakes")), Count(ROBOTS))), Count(Things("lightning")))),
        ),
        (
            "lakes and (robots or lightning)",
            All((Count(Things("lakes")), Any((Count(ROBOTS), Count(Things("lightning")))))),
        ),
        ("not lakes and robots", All((Not(Count(Things("lakes"))), Count(ROBOTS)))),
        ("not (lakes and robots)", Not(All((Count(Things("lakes")), Count(ROBOTS))))),
        ("((robots))", Count(ROBOTS)),
    ],
)
def test_questions_mean(text, question):
    assert parse_question(text) == question


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "word 1 is the end"),
        ("   ", "word 1 is the end"),
        ("is there a robot", "word 1 is 'is'"),
        ("red lakes", "word 2 is 'lakes'"),
        ("at least robots", "word 3 is 'robots'; one of these is expected: a number"),
        ("at least -1 robots", "word 3 is '-1'"),
        ("at least 1.5 robots", "word 3 is '1.5'"),
        ("at least 99999 robots", "word 3 is '99999'"),
        ("robots at 3 cells", "one of these is expected: or"),
        ("robots at 0 cells or less", "counted from 1"),
        ("robots at exactly 0 cells", "counted from 1"),
        ("robots in my direction at 2 cells or less", "word 5 is 'at'"),
        ("robots in direction 7", "directions are 1 to 6"),
        ("robots in direction 0", "directions are 1 to 6"),
        ("I face direction", "a number"),
        ("I face direction 9", "directions are 1 to 6"),
        ("I am in the my camp", "word 5 is 'my'"),
        ("I am in red camp", "word 4 is 'red'"),
        ("the cell 0 ahead is lake", "counted from 1"),
        ("the cell ahead is", "word 5 is the end"),
        ("robots and", "word 3 is the end"),
        ("robots robots", "word 2 is 'robots'"),
        ("(robots", "one of these is expected: at, in, and, or, )"),
        ("robots)", "word 2 is ')'"),
        ("()", "word 2 is ')'"),
        ("not", "word 2 is the end"),
        ("cells", "word 1 is 'cells'"),
        ("(" * 5000, "at most 2000 characters"),
        ("(" * 900, "within each other"),
        ("not " * 400 + "robots", "within each other"),
    ],
)
def test_mistakes_are_located(text, says):
    with pytest.raises(NotAQuestion) as refused:
        parse_question(text)
    assert says in str(refused.value)


@pytest.mark.parametrize(
    ("text", "language", "says"),
    [
        ("at least 1 enemy robot at 3 elephants", "en", "word 8 is 'elephants'"),
        (f"{format_question(parse_question('I face direction 2'), 'ru')} слон", "ru", "'слон'; здесь ожидается"),
        (f"{format_question(parse_question('I face direction 2'), 'pl')} słoń", "pl", "'słoń'; oczekiwane"),
        (f"{format_question(parse_question('I face direction 2'), 'fr')} éléphant", "fr", "'éléphant' ; on attend"),
        (format_question(parse_question("I face direction 2"), "ru").replace("2", "7"), "ru", "направления от 1 до 6"),
        (format_question(parse_question("I face direction 2"), "fr").replace("2", "0"), "fr", "de 1 à 6"),
        ("elephants", "en", "word 1 is 'elephants'"),
    ],
)
def test_a_mistake_is_told_in_the_language_of_the_question(text, language, says):
    with pytest.raises(NotAQuestion) as refused:
        in_english(text)
    assert refused.value.language == language
    assert says in refused.value.translated(language)


def test_mistakes_have_the_same_facts_in_every_language():
    for words in (*MISTAKES.values(), END, NUMBER):
        assert set(translate_all(words)) == set(languages())
        assert len({tuple(sorted(re.findall(r"{\w+}", text))) for text in translate_all(words).values()}) == 1


# --- answers

DOCUMENT = {
    "board": {
        "size": [9, 9],
        "lakes": ["e7", "a1"],
        "shapes": {"e8": "red square", "g5": "red circle", "b2": "blue square"},
        "lightning": ["e4", "d5"],
        "camps": {"green": ["e5", "e6"], "violet": ["e9", "i9"]},
        "computers": {"green": "i1"},
    },
    "robots": {
        "me": {"side": "green", "at": "e5", "facing": 1, "program": [], "shots": 3},
        "pal": {"side": "green", "at": "e6", "facing": 1, "program": []},
        "foe": {"side": "violet", "at": "f5", "facing": 1, "program": []},
        "red": {"side": "red", "at": "e9", "facing": 1, "program": []},
    },
    "turn": "green",
}
STATE = GAME.start(DOCUMENT)
IGNORING = GAME.start({**DOCUMENT, "shapes": "ignored"})


def ask(text: str, state: State = STATE, who: str = "me") -> bool:
    position = state.position
    return answer(parse_question(text), position, position.robots[who]).yes


@pytest.mark.parametrize(
    ("text", "yes"),
    [
        ("exactly 3 robots", True),
        ("exactly 1 my robots", True),
        ("exactly 2 enemy robots", True),
        ("at least 3 enemy robots", False),
        ("robots in my direction", True),
        ("exactly 2 robots in my direction", True),
        ("exactly 1 robots in my column of fire", True),
        ("no enemy robots in my column of fire", True),
        ("enemy robots at 1 cell or less", True),
        ("enemy robots at exactly 2 cells", False),
        ("enemy robots at exactly 4 cells in my direction", True),
        ("enemy robots in direction 2", True),
        ("enemy robots in direction 5", False),
        ("exactly 2 squares", True),
        ("exactly 1 red squares", True),
        ("red squares in my direction", True),
        ("exactly 2 lakes", True),
        ("exactly 2 blue cells", True),
        ("lakes at exactly 2 cells", True),
        ("exactly 2 lightning", True),
        ("exactly 2 yellow cells", True),
        # The own cell is green and is not counted; a shape does not colour its cell.
        ("exactly 1 green cells", True),
        ("exactly 2 violet cells", True),
        ("red cells", False),
        ("I face direction 1", True),
        ("I face direction 2", False),
        ("I am in my camp", True),
        ("I am in the green camp", True),
        ("I am in the violet camp", False),
        ("I am in the opposing camp", False),
        ("I have at least 3 shots left", True),
        ("I have at least 4 shots left", False),
        ("the cell ahead is my robot", True),
        ("the cell ahead is a robot", True),
        ("the cell ahead is an enemy robot", False),
        ("the cell ahead is green cell", True),
        ("the cell 2 ahead is lake", True),
        ("the cell 2 ahead is blue cell", True),
        ("the cell 3 ahead is square", True),
        ("the cell 3 ahead is red square", True),
        ("the cell 3 ahead is red cell", False),
        ("the cell 4 ahead is enemy robot", True),
        ("the cell 5 ahead is robot", False),
        ("not the cell 5 ahead is robot", True),
        ("no robots and I face direction 1 or lakes", True),
        ("no robots and (I face direction 1 or lakes)", False),
        ("at least 0 robots in direction 4", True),
    ],
)
def test_answers(text, yes):
    assert ask(text) is yes


def test_ignored_shapes_are_not_seen():
    assert not ask("squares", IGNORING) and not ask("the cell 3 ahead is square", IGNORING)


def test_a_side_without_a_camp_has_only_opposing_ones():
    assert ask("I am in the opposing camp", who="red") and not ask("I am in my camp", who="red")


def test_reasons_say_what_was_seen():
    position = STATE.position
    found = answer(
        parse_question("robots in my direction and I have at least 9 shots left"), position, position.robots["me"]
    )
    assert not found.yes
    assert [reason(finding, "en") for finding in found.findings] == [
        "“robots in my direction”: yes, counted 2 (e6, e9).",
        "“I have at least 9 shots left”: no, shots left: 3.",
    ]
    found = answer(
        parse_question("the cell 7 ahead is robot or I face direction 1 or lakes"), position, position.robots["me"]
    )
    assert [reason(finding, "fr") for finding in found.findings] == [
        "« la case 7 devant moi est de type robot » : non, il a regardé un endroit hors du plateau.",
        "« je suis orienté dans la direction 1 » : oui, sa direction est 1.",
    ]


BOOK_EXAMPLE = "at least 1 red robots at 3 cells or less in my direction"
"""The example of the book, with the colour that a robot has."""


@pytest.mark.parametrize(
    ("text", "side", "at", "yes"),
    [
        (BOOK_EXAMPLE, "red", "c5", True),
        (BOOK_EXAMPLE, "red", "c7", False),
        (BOOK_EXAMPLE, "red", "d4", False),
        (BOOK_EXAMPLE, "violet", "c5", False),
        ("at least 1 red robot at 3 cells or less in my direction", "red", "c5", True),
        ("no violet robots", "violet", "c5", False),
        ("exactly 1 green robots", "green", "c5", True),
        ("exactly 1 green robot", "violet", "c5", False),
        ("the cell 2 ahead is a violet robot", "violet", "c5", True),
        ("THE CELL 2 AHEAD IS RED ROBOT", "violet", "c5", False),
        ("black robots", "team black", "c5", False),
    ],
)
def test_a_robot_has_the_colour_of_its_side(text, side, at, yes):
    robots = {
        "green1": {"side": "green", "at": "c3", "facing": 1, "program": []},
        "other1": {"side": side, "at": at, "facing": 1, "program": []},
    }
    state: State = GAME.start({"game": "robots_hex", "robots": robots, "turn": "green"})
    assert answer(parse_question(text), state.position, state.position.robots["green1"]).yes is yes


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("de", "mindestens 1 roter Roboter"),
        ("fr", "au moins 1 robot rouge"),
        ("pl", "czerwonych robotów co najmniej 1"),
        ("ru", "красных роботов не менее 1"),
    ],
)
def test_coloured_robots_are_read_in_every_language(language, text):
    meant = parse_question("at least 1 red robot")
    assert meant == Count(Things("robots", "red"), "at least", 1)
    assert parse_question(text, language) == meant, format_question(meant, language)


@pytest.mark.parametrize("language", languages())
def test_the_question_that_the_rules_show_is_one(language):
    (step,) = [step for step in rulebook_named("robots_hex").steps if "no enemy robots" in step.text.text]
    written = format_question(parse_question("no enemy robots at 2 cells or less"), language)
    assert written in translate(step.text, language)
