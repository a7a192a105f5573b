"""Messages and their catalogues: told in a language, robust against whatever a catalogue contains."""

from __future__ import annotations

import json
import logging
import re
import struct
from collections.abc import Mapping
from gettext import GNUTranslations
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from hypothesis import given
from hypothesis import strategies as st

from boards.base import catalogue as catalogues
from boards.base.catalogue import Catalogue, language_name, languages, plural_form, template, translate, translate_all
from boards.base.message import Message, _, joined, literal, ngettext, npgettext, pgettext
from boards.base.message import given as inline
from tests.support.catalogues import Key, catalogue_of, compiled


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(catalogues.FOLDER_VARIABLE, str(tmp_path))
    return tmp_path


def add(folder: Path, texts: Mapping[Key, str], language: str = "xx") -> None:
    compiled(catalogue_of(texts, "de"), folder, language)


def test_a_message_is_told_in_the_language_that_is_asked_for(folder: Path) -> None:
    add(folder, {"{robot} goes.": "{robot} fährt."})
    message = _("{robot} goes.", robot="R2")
    assert translate(message, "xx") == "R2 fährt."
    assert translate(message, "en") == str(message) == "R2 goes."
    assert translate_all(message)["xx"] == "R2 fährt."
    assert {"xx", "en"} <= {*translate_all(message)}


def test_a_context_tells_equal_texts_apart(folder: Path) -> None:
    add(folder, {"Red": "Rot", ("golem, accusative", "Red"): "Roten"})
    assert translate(_("Red"), "xx") == "Rot"
    assert translate(pgettext("golem, accusative", "Red"), "xx") == "Roten"
    assert translate(pgettext("another", "Red"), "xx") == "Red"


def test_facts_that_are_messages_are_told_in_the_same_language(folder: Path) -> None:
    add(folder, {"{who} falls: {why}": "{who} fällt: {why}", "Red": "Rot", "struck": "getroffen"})
    message = _("{who} falls: {why}", who=_("Red"), why=joined([_("struck"), "x{y}", literal("{z}")], "; "))
    assert translate(message, "xx") == "Rot fällt: getroffen; x{y}; {z}"
    assert str(message) == "Red falls: struck; x{y}; {z}"


LIFE = ngettext("{lives} life left", "{lives} lives left", counted="lives")


def test_plurals_follow_the_rule_of_the_catalogue(folder: Path) -> None:
    russian = Catalog(locale="ru", domain="golem", charset="utf-8")
    russian.add(("{lives} life left", "{lives} lives left"), ("{lives} жизнь", "{lives} жизни", "{lives} жизней"))
    compiled(russian, folder, "xx")
    told = {
        lives: translate(LIFE.bind(lives=lives), "xx").split()[1] for lives in (0, 1, 2, 4, 5, 11, 21, 22, 25, 101, 111)
    }
    assert told == {
        0: "жизней", 1: "жизнь", 2: "жизни", 4: "жизни", 5: "жизней", 11: "жизней", 21: "жизнь", 22: "жизни",
        25: "жизней", 101: "жизнь", 111: "жизней",
    }  # fmt: skip
    assert [plural_form(number, "xx") for number in (1, 3, 7, 21)] == [0, 1, 2, 0]


@pytest.mark.parametrize("language", ["en", "xx"])
def test_english_plurals_where_there_is_no_translation(folder: Path, language: str) -> None:
    add(folder, {"other": "anders"})
    for number in (21, 1, 2, 0, 1):
        assert translate(LIFE.bind(lives=number), language) == f"{number} {'life' if number == 1 else 'lives'} left"
    in_context = npgettext("cards", "{count} card", "{count} cards")
    assert [translate(in_context.bind(count=count), language) for count in (1, 3)] == ["1 card", "3 cards"]


def test_a_plural_without_its_number_is_a_mistake_in_the_program() -> None:
    with pytest.raises(TypeError, match="lives"):
        translate(LIFE, "en")


def test_a_text_without_facts_is_told_as_it_stands(folder: Path) -> None:
    add(folder, {"write {at-most: 2}": "schreibe {at-most: 2}", "": "nothing"})
    assert translate(_("write {at-most: 2}"), "xx") == "schreibe {at-most: 2}"
    assert translate(_(""), "xx") == ""


def test_texts_that_come_in_several_languages_serve_before_the_catalogue(folder: Path) -> None:
    add(folder, {"Yard": "Hof", "Pond": "Teich"})
    assert translate(inline({"en": "Yard", "xx": "Garten"}), "xx") == "Garten"
    assert translate(inline({"en": "Pond", "fr": "Mare"}), "xx") == "Teich"
    assert translate(inline({"fr": "Mare"}), "xx") == "Mare"
    assert translate(literal("Yard"), "xx") == "Yard"


def test_languages_are_found(folder: Path) -> None:
    add(folder, {catalogues_key(): "Deutsch"}, "de")
    add(folder, {"a": "b"}, "pt_BR")
    add(folder, {"a": "b"}, "not a language")
    (folder / "xx").mkdir()
    found = languages()
    assert found[0] == "en" and list(found[1:]) == sorted(found[1:])
    assert {"de", "pt_BR"} <= {*found} and not {"not a language", "xx"} & {*found}
    assert language_name("de") == "Deutsch" and language_name("en") == "English" and language_name("pt_BR") == "pt_BR"


def catalogues_key() -> Key:
    return catalogues.OWN_NAME.context, catalogues.OWN_NAME.text


def test_an_unknown_language_is_told_in_english(folder: Path) -> None:
    assert translate(_("Red"), "qq") == "Red"


HOSTILE = (
    "{who.__class__}", "{who[0]}", "{0}", "{}", "{who", "who}", "{who!r}", "{who:>999999999}", "{who:{lives}}",
    "{lives}", "{other}", "{who}{who.__init__.__globals__}", "\x1b[2J{who}", "{who}\n{who}", "{who}" * 1000,
)  # fmt: skip


@pytest.mark.parametrize("told", HOSTILE)
def test_a_translation_that_is_not_sound_is_told_in_english_and_logged_once(
    folder: Path, caplog: pytest.LogCaptureFixture, told: str
) -> None:
    add(folder, {"{who} falls": told, "{who} goes": "{who} geht"})
    with caplog.at_level(logging.WARNING):
        assert [translate(_("{who} falls", who="Red"), "xx") for _number in range(3)] == ["Red falls"] * 3
        assert [template(_("{who} falls"), "xx").format(who="Red") for _number in range(3)] == ["Red falls"] * 3
    assert len(caplog.records) == 1 and "'{who} falls'" in caplog.text and "xx" in caplog.text
    assert translate(_("{who} goes", who="Red"), "xx") == "Red geht"


def test_a_format_of_the_source_may_be_kept_or_left_out(folder: Path) -> None:
    add(folder, {"byte 0x{byte:02x}": "Byte 0x{byte:02x}", "{px:.1f} px": "{px:.9f} px", "{n} of {m}": "{m}"})
    assert translate(_("byte 0x{byte:02x}", byte=10), "xx") == "Byte 0x0a"
    assert translate(_("{px:.1f} px", px=1.23), "xx") == "1.2 px"
    assert translate(_("{n} of {m}", n=1, m=2), "xx") == "2"


class Fixed(GNUTranslations):
    """Says the same of every text."""

    def __init__(self, told: str) -> None:
        super().__init__()
        self._told = told

    def gettext(self, message: str) -> str:
        return self._told or message


@given(told=st.text(st.sampled_from("{}!:.[]_who0r>d9 "), max_size=24))
def test_whatever_a_translation_says_nothing_breaks(told: str) -> None:
    source = _("{who} falls", who="Red")
    found = Catalogue("xx", (Fixed(told),)).template(source).format(who="Red")
    sound = bool(told) and re.fullmatch(r"([^{}]|\{\{|\}\}|\{who:?\})*", told)
    wanted = re.sub(r"\{\{|\}\}|\{who:?\}", lambda part: "Red" if "who" in part[0] else part[0][0], told)
    assert found == (wanted if sound else "Red falls")


BROKEN = {
    "no catalogue": b"",
    "text": b'msgid "a"\nmsgstr "b"\n',
    "cut off": None,
    "magic alone": b"\xde\x12\x04\x95",
    "a size that cannot be": b"\xde\x12\x04\x95" + b"\x00\x00\x00\x00" + b"\xff" * 32,
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_catalogue_is_left_out_with_its_place(
    folder: Path, caplog: pytest.LogCaptureFixture, name: str
) -> None:
    file = compiled(catalogue_of({"Red": "Rot"}), folder, "xx")
    content = BROKEN[name]
    file.write_bytes(file.read_bytes()[:-9] if content is None else content)
    with caplog.at_level(logging.WARNING):
        assert "xx" not in languages()
        assert translate(_("Red"), "xx") == "Red"
    assert len(caplog.records) == 1 and str(file) in caplog.text


@pytest.mark.parametrize(
    "header",
    [
        "nplurals=2; plural=n/0;",
        "nplurals=2; plural=(n;",
        "nplurals=2; plural=__import__('os');",
        "nplurals=2; plural=n;",
        "nplurals=0; plural=0;",
        "nplurals=2",
        "plural",
        "nplurals=2; plural=" + "(" * 400 + "n" + ")" * 400,
    ],
)
def test_a_catalogue_with_a_wrong_plural_rule_is_left_out(
    folder: Path, caplog: pytest.LogCaptureFixture, header: str
) -> None:
    file = write_raw(folder, f"Content-Type: text/plain; charset=utf-8\nPlural-Forms: {header}\n")
    with caplog.at_level(logging.WARNING):
        assert "xx" not in languages()
        assert translate(LIFE.bind(lives=3), "xx") == "3 lives left"
    assert str(file) in caplog.text


@pytest.mark.parametrize("charset", ["ascii", "utf-16", "no-such-charset", "rot13"])
def test_a_catalogue_in_another_charset_is_left_out(
    folder: Path, caplog: pytest.LogCaptureFixture, charset: str
) -> None:
    file = write_raw(folder, f"Content-Type: text/plain; charset={charset}\n")
    with caplog.at_level(logging.WARNING):
        assert "xx" not in languages()
    assert str(file) in caplog.text


def write_raw(folder: Path, header: str) -> Path:
    """Write a .mo with a header of its own, which Babel would not write."""
    pairs = [(b"", header.encode()), (b"Red", "Röt".encode())]
    file = folder / "xx" / "LC_MESSAGES" / "golem.mo"
    file.parent.mkdir(parents=True)
    start = 28 + 16 * len(pairs)
    tables, texts = [b"", b""], b""
    for side in (0, 1):
        for pair in pairs:
            tables[side] += struct.pack("<II", len(pair[side]), start + len(texts))
            texts += pair[side] + b"\0"
    head = struct.pack("<7I", 0x950412DE, 0, len(pairs), 28, 28 + 8 * len(pairs), 0, 0)
    file.write_bytes(head + tables[0] + tables[1] + texts)
    return file


def test_a_folder_that_is_not_there_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(catalogues.FOLDER_VARIABLE, str(tmp_path / "none"))
    assert languages()[0] == "en"


def test_messages_are_values(folder: Path) -> None:
    add(folder, {"Red": "Rot"})
    assert _("Red") == _("Red") and hash(_("Red")) == hash(_("Red"))
    assert _("Red") != pgettext("golem", "Red") and _("{n}", n=1) != _("{n}", n=2)
    assert _("{n}").bind(n=1) == _("{n}", n=1)
    assert isinstance(Message("a").bind(b=1), Message)
    assert json.loads(json.dumps([_("Red")], default=translate_all))[0]["xx"] == "Rot"
