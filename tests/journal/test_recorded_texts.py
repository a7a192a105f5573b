"""Texts in records: the message with its facts, and those of older records in four languages."""

from __future__ import annotations

import json

import pytest

from boards.base.catalogue import translate, translate_all
from boards.base.message import Message, _, given, joined, literal, ngettext
from controller.table.core.record.entries import NoticesTold, notices_of, recorded_notices
from controller.table.core.record.entry_codec import decode_content, encode_content
from controller.table.core.record.recorded_text import recorded_text, text_of
from controller.table.view.table_messages import COLOUR_WORDS, say
from controller.table.view.view import Notice

TEXTS = [
    say("golem-astray", golem="red", cell="b2", facing="N"),
    say("hand-illegal-why", piece=_("black {piece}", piece=_("chief")), origin="b2", target="c3", reason=_("barrel")),
    given({"fr": "seulement ici", "ru": "только здесь"}),
    joined([COLOUR_WORDS["red"], "(5)", *map(str, range(12))], " "),
    ngettext("{count} page", "{count} pages", count=3),
    literal("as {it} is"),
    _("{golem}: take up your ready card of the last round; lay it again when you are done.", golem=given({"en": "Me"})),
]


@pytest.mark.parametrize("text", TEXTS, ids=str)
def test_a_text_comes_back_from_a_record_as_the_same_message(text: Message) -> None:
    kept = json.loads(json.dumps(recorded_text(text), sort_keys=True))
    assert text_of(kept) == text and translate_all(text_of(kept)) == translate_all(text)
    assert kept["en"] == str(text)


def test_the_notices_of_an_older_record_are_told_as_they_stand() -> None:
    old = {
        "notices": [{"code": "x", "severity": "info", "text": {"en": "One", "ru": "Раз"}, "facts": {"golem": "red"}}]
    }
    read = decode_content("notices", old)
    assert isinstance(read, NoticesTold)
    (notice,) = notices_of(read)
    assert (translate(notice.text, "ru"), translate(notice.text, "de"), notice.facts) == (
        "Раз",
        "One",
        {"golem": "red"},
    )


def test_notices_are_the_same_after_they_were_written() -> None:
    told = (Notice("stray", "stop", say("stray", golem="red"), {"golem": "red"}),)
    kind, data = encode_content(recorded_notices(told))
    read = decode_content(kind, json.loads(json.dumps(data)))
    assert isinstance(read, NoticesTold) and notices_of(read) == told


@pytest.mark.parametrize(
    "strange",
    [{"en": "Stop", "text": "{a.b}", "facts": {"a": "x"}}, {"en": "Stop", "text": True}, {"en": "Stop", "text": ""}],
    ids=str,
)
def test_of_a_strange_text_the_english_is_told(strange: dict[str, object]) -> None:
    assert translate_all(text_of(strange)) == translate_all(literal("Stop"))


def test_a_strange_text_without_english_is_empty() -> None:
    assert str(text_of({"text": "{a.b}", "facts": {"a": "x"}})) == ""
