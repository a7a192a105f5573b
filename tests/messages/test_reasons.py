"""Reasons and errors: codes and facts, told in every language, kept in records and read from them with care."""

from __future__ import annotations

import importlib
import json
import pkgutil

import pytest
from hypothesis import given
from hypothesis import strategies as st

import boards
import calibration
import controller
import firmware_bridge
from boards.base.catalogue import languages, translate, translate_all
from boards.base.errors import GolemError, Problem, Problems
from boards.base.message import Message, _, fields_of, joined, literal, ngettext
from boards.base.reasons import NO_REASON, Reason, ReasonCode, foreign_words, message_of, plain
from boards.base.yaml_messages import YamlMistake, redacted


def everything() -> list[type[ReasonCode]]:
    """The codes of all rooms."""
    for room in (boards, calibration, controller, firmware_bridge):
        for found in pkgutil.walk_packages(room.__path__, f"{room.__name__}."):
            if not found.name.endswith("__main__"):
                importlib.import_module(found.name)
    return sorted(ReasonCode.__subclasses__(), key=lambda each: each.__name__)


CODES = everything()


def test_the_rooms_have_codes() -> None:
    assert YamlMistake in CODES and len(CODES) > 3


@pytest.mark.parametrize("codes", CODES, ids=lambda codes: codes.__name__)
def test_every_code_is_told_in_every_language_with_its_facts(codes: type[ReasonCode]) -> None:
    assert len({code.value for code in codes}) == len(codes.__members__), "two names for one code"
    for code in codes:
        fields = fields_of(code.text.text)
        assert fields is not None
        assert not any(name.isdecimal() or not name for name, *_rest in fields), f"{code}: a fact without a name"
        facts: dict[str, int | str] = {name: 7 if spec else f"<{name}>" for name, _how, spec in fields}
        reason = code(**facts)
        told = {language: translate(reason.message, language) for language in languages()}
        assert str(reason) == told["en"] and reason.code == code.value and dict(reason.facts) == facts
        for language, text in told.items():
            missing = [fact for fact in facts.values() if f"{fact}".lstrip("<") not in text and fact != 7]
            assert not missing, (language, text)


def test_no_reason_is_false_and_silent() -> None:
    assert not NO_REASON and str(NO_REASON) == "" and not foreign_words("")
    strange = foreign_words("smoke {comes} out")
    assert strange and strange.code == "" and {*translate_all(strange.message).values()} == {"smoke {comes} out"}


def test_an_error_is_its_class_and_facts_and_english_for_logs() -> None:
    class OutOfPaper(GolemError):
        def __init__(self, sheets: int) -> None:
            self.sheets = sheets
            super().__init__(YamlMistake.TOO_LARGE.text.bind(most=sheets))

    error = OutOfPaper(3)
    assert (error.code, error.sheets) == ("out-of-paper", 3)
    assert str(error) == "larger than 3 KiB; no such file is that large" == error.translated("en")
    assert error.translated("fr") != str(error) and "3" in error.translated("fr")
    assert error.as_reason() == Reason("out-of-paper", error.message)
    assert [each.translated("pl") for each in (GolemError("x {y}"), GolemError())] == ["x {y}", ""]


def test_problems_are_told_with_their_places_in_a_language() -> None:
    problem = Problem("a.yaml:3: b", YamlMistake.GIVEN_AGAIN(line=2))
    plainly = Problem("", "only this")
    assert (problem.code, plainly.code) == ("given-again", "")
    problems = Problems([problem, plainly])
    assert str(problems) == "a.yaml:3: b: given again; first on line 2; only this"
    assert problems.translated("fr") == f"{problem.translated('fr')}; only this"
    assert problem.translated("fr").startswith("a.yaml:3: b: ") and problem.translated("fr") != str(problem)
    people = Problem("rows[2]", "no step", _("the file is empty"))
    assert str(people) == "rows[2]: no step" and people.translated("en") == "the file is empty"


def test_what_is_veiled_is_chosen_by_its_code() -> None:
    told = Problem("s.yaml:1: password", YamlMistake.INSTEAD(found="'where sesame is wanted'", wanted=literal("text")))
    assert str(redacted(told)) == "s.yaml:1: password: something else where text is wanted"
    assert "sesame" not in str([redacted(told).translated(language) for language in languages()])
    assert redacted(redacted(told)) == redacted(told)
    other = Problem("s.yaml:1", literal("sesame where text is wanted"))
    assert redacted(other) is other


MESSAGES = [
    literal("as {it} is"),
    _("given again; first on line {line}", line=7),
    _("cannot be read: {reason}", reason=_("the file is empty")),
    joined(["red", _("the file is empty")], ": "),
    ngettext("{count} card", "{count} cards", count=2),
    Message("x", context="y"),
    _("{px:.1f} px", px=1.25),
]


@pytest.mark.parametrize("message", MESSAGES, ids=str)
def test_a_message_is_kept_in_a_record_and_read_from_it(message: Message) -> None:
    read = message_of(json.loads(json.dumps(plain(message))))
    assert read is not None
    assert {language: translate(read, language) for language in languages()} == translate_all(message)


NESTED: dict[str, object] = {"text": "deep"}
for _step in range(4):
    NESTED = {"text": "{a}", "facts": {"a": NESTED}}

STRANGE: list[object] = [
    None,
    3,
    [],
    {"text": 3},
    {"text": "{a}", "facts": [1]},
    {"text": "{a}", "facts": {"a": None}},
    {"text": "a", "plural": "b", "counted": "n"},
    {"text": "{n}", "facts": {"n": 1}, "plural": "{m}", "counted": "n"},
    NESTED,
    *(
        {"text": text, "facts": {"a": fact}}
        for text in ("{a.b}", "{a[0]}", "{b}", "{a:>999999999}", "{a!x}", "{a", "{a:02x}", "{a:{a}}")
        for fact in ("c", 1.5)
    ),
]


@pytest.mark.parametrize("value", STRANGE)
def test_a_strange_message_in_a_record_is_none(value: object) -> None:
    assert message_of(value) is None


@given(st.recursive(st.none() | st.integers() | st.text("{}a:.x9!"), lambda inner: st.dictionaries(
    st.sampled_from(["text", "facts", "a", "plural", "counted", "literal", "context"]), inner)))  # fmt: skip
def test_whatever_stands_in_a_record_can_be_told(value: object) -> None:
    read = message_of(value)
    assert read is None or all(isinstance(translate(read, language), str) for language in languages())
