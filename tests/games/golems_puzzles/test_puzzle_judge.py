"""The judge of tries: the first thing that went wrong, in words, in every language."""

from __future__ import annotations

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boards import puzzles
from boards.base.catalogue import languages, translate
from boards.base.yaml_reader import parse_document, read_document
from controller.games.golems.puzzles.attempt import format_try, parse_try
from controller.games.golems.puzzles.judge import Verdict, judge
from controller.games.golems.puzzles.puzzle import build
from controller.games.golems.puzzles.verdict_messages import VERDICTS
from controller.games.golems.rules.program import ACTIONS


def tried(key: str, text: str) -> Verdict:
    puzzle = read_document(puzzles.path(key), build)
    return judge(puzzle, parse_try(text, puzzle.plays))


CASES = [
    ("fetch", "", "empty", "There is no program yet."),
    ("fetch", "forward, forward, take, jump", "unreadable", "Round 1, row 4: “jump” is no row."),
    ("fetch", "forward, forward, take", "rows", "Round 1, Red: a program has 4 rows, this one has 3."),
    ("fetch", "blue: stand, stand, stand, stand", "no-golem", "Blue: you do not program this golem. Yours: Red."),
    ("two-friends", "forward, attack, stand, stand", "no-program", "Round 1: Yellow has no program."),
    ("postman", "forward, forward, forward, take; forward, forward, forward, take", "once", "rounds laid: 2"),
    ("fetch", "forward, forward, forward, forward", "deck", "Forward”. Used in this round: 4; in the deck: 3."),
    ("fetch", "repeat 2 forward, take, stand, stand", "forbidden", "the card “Repeat 2” is not allowed"),
    ("corner-to-corner", "if enemy repeat 2 attack else stand, stand, stand, forward", "nested", "autonomous golems"),
    ("knock-knock", "attack,forward,forward,stand;forward,stand,stand,stand", "too-many-rounds", "at most 1."),
    ("fetch", "forward, forward, take, stand", "not-yet", "Lay another round."),
    ("fetch", "forward, forward, take, backward; backward, stand, stand, stand", "solved", "Nobody can"),
    ("labyrinth", "stand, stand, stand, forward", "row", "Round 1, row 3: Red (Stand) stays in place."),
    ("about-face", "turn-left, forward, forward, forward", "row", "Round 1, row 2: Red (Forward) goes from b2 to c2"),
    ("garden-stairs", "forward, forward, forward, stand", "row", "Round 1, row 2: Red (Forward) does not move"),
    ("sleepy-guard", "forward, forward, forward, stand", "row", "Round 1, row 1: Red (Forward) goes from b1 to b2"),
    ("merry-go-round", "stand, stand, stand, defend", "row", "Round 1, row 2: Red (Stand) stays in place."),
    ("look-first", "forward, take, forward, forward", "unused", "Enemy ahead?, Under attack?"),
    ("parade", "stand, stand, defend, defend", "row", "Round 1, row 2: Red (Stand) stays in place. After this"),
    ("parade", "forward, turn-left, turn-right, stand", "wrong-round", "in round 1. Rounds: exactly 2."),
    ("robot-duel", "defend, defend, attack, attack", "row", "be the last one standing"),
]  # fmt: skip


@pytest.mark.parametrize(("key", "text", "name", "said"), CASES)
def test_the_first_thing_that_went_wrong(key: str, text: str, name: str, said: str) -> None:
    verdict = tried(key, text)
    assert verdict.name == name, verdict.words("en")
    assert said in " ".join(verdict.words("en"))
    told = [verdict.words(language) for language in languages()]
    assert len({*told}) == len(languages())
    assert not any("{" in sentence or "None" in sentence for words in told for sentence in words)


def test_a_longer_solution_is_a_solution_and_hears_how_short_it_could_be() -> None:
    verdict = tried("corner-to-corner", "repeat 2 forward, repeat 3 forward, turn-right, forward;"
                    "repeat 2 forward, forward, forward, stand")  # fmt: skip
    assert verdict.solved
    assert verdict.words("en")[-1] == "It can be done with less: rounds: 2, cards: 10."


def test_conditions_count_once_the_goal_is_reached() -> None:
    text = puzzles.path("first-steps").read_text(encoding="utf-8").partition("solution:")[0]
    for limit, name in (
        ("rounds: {exactly: 2}", "wrong-round"),
        ("cards: {exactly: 5}", "cards"),
        ("repeat-used: true", "unused"),
    ):
        puzzle = parse_document(text.replace("rounds: {at-most: 1}", limit).encode(), "x", build)
        assert judge(puzzle, parse_try("forward, forward, forward, stand", ["red"])).name == name


def test_a_mistake_that_could_be_mended_is_named_with_the_row_that_could_not() -> None:
    words = tried("knock-knock", "forward, forward, attack, forward").words("en")
    assert words[0] == "Round 1, row 1: Red (Forward) does not move: a barrel stands in a2."
    assert words[-1].startswith("Round 1, row 4: after this the puzzle can no longer be solved.")


def test_every_sentence_is_there_in_all_languages_with_the_same_facts() -> None:
    for name, words in VERDICTS.items():
        fields = [
            sorted({field for _, field, _, _ in string.Formatter().parse(translate(words, each)) if field})
            for each in languages()
        ]
        assert all(each == fields[0] for each in fields), name


GOLEMS = st.sampled_from([("red",), ("red", "yellow")])
ROW = st.sampled_from(
    [*ACTIONS, "repeat 2 forward", "if enemy attack else turn-left", "if attacked defend else repeat 3 stand"]
)
PROGRAM = st.lists(ROW, min_size=1, max_size=5).map(tuple)


@given(GOLEMS.flatmap(lambda golems: st.lists(st.fixed_dictionaries(dict.fromkeys(golems, PROGRAM)), max_size=4)))
def test_what_is_written_is_read_back(rounds: list[dict[str, tuple[str, ...]]]) -> None:
    assert list(parse_try(format_try(rounds), ["red"])) == rounds


@given(st.text(alphabet=string.ascii_lowercase + " ,;:-#\n\r\t23é", max_size=80))
def test_any_text_is_judged(text: str) -> None:
    puzzle = read_document(puzzles.path("fetch"), build)
    assert judge(puzzle, parse_try(text, puzzle.plays)).words("fr")
