"""Questions laid as cards: all of the language can be laid, mistakes are located, what is printed is what is read."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boards.base.catalogue import languages, translate
from boards.base.errors import Problems
from boards.hexagons.hex_question_cards import GROUPS, WORDS, group_of
from boards.hexagons.hex_question_messages import GROUP_WORDS, LABELS
from boards.hexagons.hex_step_cards import STEPS
from controller.games.game import PieceMoved, ProgramsLaid
from controller.games.game_registry import tabletop_named
from controller.games.robots_hex import GAME
from controller.games.robots_hex.card_programs import CARDS, cards_of, question_cards, rows_of
from controller.games.robots_hex.questions.grammar import Node, write
from controller.games.robots_hex.questions.lexicon import BARE, lexicon_of
from controller.games.robots_hex.questions.parse_errors import CARD_MISTAKES, PROGRAM_MISTAKES
from controller.games.robots_hex.questions.parser import format_question, parse_question
from tests.support.hex_questions import questions
from tests.support.robots_hex_positions import random_question

LAID = [name for name, _ in WORDS]
BEGINNINGS = "at least …, exactly …, no, a colour, what, about me"


def refused(*cards):
    with pytest.raises(Problems) as found:
        rows_of(cards)
    for problem in found.value.problems:
        assert len({problem.translated(language) for language in languages()}) == len(languages())
    return [problem.translated("en") for problem in found.value.problems]


@settings(max_examples=200, deadline=None)
@given(questions)
def test_every_question_can_be_laid_and_is_read_back(question):
    cards = question_cards(question)
    assert all(card in LAID for card in cards)
    rows = ("? 1", "T", f"test 1: {format_question(question)}")
    assert cards_of(rows) == ("? 1", "T", "test 1", *cards)
    assert rows_of(cards_of(rows)) == rows


def test_every_card_is_of_use():
    used = {
        card for seed in range(4000) for card in question_cards(parse_question(random_question(random.Random(seed))))
    }
    used |= {f"test {number}" for number in (1, 2, 3, 4)}
    # `at least 7` and such are rare among random numbers.
    assert set(LAID) - used <= {*GROUPS["number"]}
    rules = {rule: sorted(tags) for rule, tags in CARDS.rules.items()}
    assert rules == {rule: sorted(tags) for rule, tags in lexicon_of("en").rules.items()}


@settings(max_examples=200, deadline=None)
@given(st.lists(st.sampled_from([*LAID, *(text for text, _ in STEPS)]), max_size=14))
def test_any_cards_make_rows_that_the_game_reads_or_are_refused_with_their_place(cards):
    try:
        rows = rows_of(cards)
    except Problems as wrong:
        assert all(problem.people is not None for problem in wrong.problems)
        return
    assert len(rows) == sum(1 for card in cards if group_of(card) in (None, "test"))
    try:
        GAME.advance(GAME.start({"board": {}}), ProgramsLaid({"green1": rows}))
    except Problems as wrong:
        assert all(problem.people is not None for problem in wrong.problems)


@pytest.mark.parametrize(
    ("cards", "question"),
    [
        ("enemy-robots in-my-fire", "enemy robots in my column of fire"),
        ("no enemy-robots within 3 in-my-direction", "no enemy robots at 3 cells or less in my direction"),
        ("at-least 2 red squares at 1 2", "at least 2 red squares at exactly 12 cells"),
        ("exactly 1 my-robots in-direction 6", "exactly 1 my robot in direction 6"),
        ("not ( lakes and lightning ) or i-face 2", "not (lakes and lightning) or I face direction 2"),
        ("shots-left 1 0 and in-opposing-camp", "I have at least 10 shots left and I am in the opposing camp"),
        ("cell-ahead lakes", "the cell ahead is lake"),
        ("cell-ahead 2 enemy-robots", "the cell 2 ahead is enemy robot"),
        # As it stands in French: the colour behind.
        ("squares red and circles", "red squares and circles"),
        ("no cells green in-my-direction", "no green cells in my direction"),
    ],
)
def test_cards_read_as_questions(cards, question):
    assert rows_of(("test 3", *cards.split())) == (f"test 3: {question}",)


@pytest.mark.parametrize(
    ("cards", "says"),
    [
        (("D+1", "robots"), "card 2 is a word of a question; a question begins with its card “Test 1:”"),
        (("test 2", "robots", "D+1"), "test 2, card 2 is a step; lay all steps first, the questions after them"),
        (("test 2",), f"test 2: the question is not finished; what comes next: {BEGINNINGS}"),
        (("test 4", "at-least", "robots"), "test 4, card 2 does not fit here; what fits: a number"),
        (("test 1", "robots", "robots"), "test 1, card 2 does not fit here; what fits: where, and, or"),
        (("test 1", "(", "lakes"), "test 1: the question is not finished; what comes next: where, and, or, )"),
        (("test 1", "red", "lakes"), "test 1, card 2 does not fit here; what fits: what"),
        (("test 1", "robots", "within", "0", "in-direction", "2"), "test 1, card 3: distances are counted from 1"),
        (
            ("test 1", "1", "robots"),
            f"test 1, card 1 does not fit here; what fits: {BEGINNINGS}",
        ),
        (("test 1", "robots", "in-direction", "1", "2"), "test 1, card 3: directions are 1 to 6"),
        (("test 1", *["not"] * 50, "robots"), "test 1, card 40: too many parentheses and “not” within each other"),
    ],
)
def test_mistakes_name_the_card(cards, says):
    assert refused(*cards) == [says]


def test_all_mistakes_are_told_at_once_and_none_says_what_a_card_is():
    told = refused("lakes", "T", "or", "test 1", "robots", "T", "test 2", "lakes", "test 3", "no", "no")
    assert len(told) == 4
    assert not any("T " in sentence or "lake" in sentence for sentence in told)


def test_programs_with_mistakes_are_told_in_every_language():
    rows = (*["T"] * 14, "? 2", "-> 30", "jump", "test 1: robots", "test 1: lakes", "test 3: elephants")
    with pytest.raises(Problems) as found:
        GAME.advance(GAME.start({"board": {}}), ProgramsLaid({"green1": rows}))
    problems = found.value.problems
    assert [problem.at.removeprefix("programs.green1") for problem in problems] == [
        "[18]", "[19]", "", "[14]", "[15]", "[16]",
    ]  # fmt: skip
    # Why a written question is none is said in the language in which it is written.
    assert "'elephants'" in problems[1].translated("ru")
    for problem in (problems[0], *problems[2:]):
        assert len({problem.translated(language) for language in languages()}) == len(languages())
    assert "step 15" in problems[3].translated("en") and "krok 15" in problems[3].translated("pl")


def test_steps_are_located_among_the_rows_that_were_given():
    with pytest.raises(Problems) as found:
        GAME.advance(GAME.start({"board": {}}), ProgramsLaid({"green1": ("test 1: robots", "D+1", "D+9")}))
    (problem,) = found.value.problems
    assert problem.at == "programs.green1[2]" and problem.translated("fr").startswith("pas 2 :")


def test_all_words_are_there_in_all_languages():
    assert set(LABELS) == set(LAID) and set(GROUP_WORDS) == set(GROUPS)
    for words in (*LABELS.values(), *GROUP_WORDS.values(), *CARD_MISTAKES.values(), *PROGRAM_MISTAKES.values()):
        assert all(translate(words, language).strip() for language in languages())


@pytest.mark.parametrize("language", languages())
def test_cards_say_what_the_question_language_says(language):
    """`…` is the place of the number: a row of cards reads like the question."""
    lexicon = lexicon_of(language)
    for rule, tags in CARDS.rules.items():
        for tag, pattern in tags.items():
            card = pattern.replace("<colour?>", "").replace("<colour>", "").split()[0]
            text = write(Node(tag, 5, {}), rule, lexicon, BARE)
            if not card.startswith("<"):
                label = translate(LABELS[card], language).replace("…", "5")
                assert label.endswith(text) if rule == "camp" else text.startswith(label), (label, text)
    for word, card in ((lexicon.and_, "and"), (lexicon.or_, "or"), (lexicon.not_, "not")):
        assert translate(LABELS[card], language) == word


def test_the_table_says_the_questions_once_the_robots_stand():
    tabletop = tabletop_named("robots_hex")
    state = GAME.start({"board": tabletop.setup(2)["board"], "robots_each": 1})
    rows = tabletop.rows(("? 1", "T", "test 1", "enemy-robots", "in-my-fire"))
    state = GAME.advance(state, ProgramsLaid({"green1": rows})).state
    assert [translate(fact, "en") for fact in tabletop.facts(state)] == ["Aim: be the last side with robots."]
    for _ in (1, 2):
        placed = PieceMoved(tabletop.mover(state), tabletop.choices(state)[0].move)
        state = GAME.advance(state, placed).state
    told = [translate(fact, "en") for fact in tabletop.facts(state)]
    assert "green robot 1, test 1: enemy robots in my column of fire" in told
    assert any("na mojej linii ognia" in translate(fact, "pl") for fact in tabletop.facts(state))
