"""Bad .po files: the build refuses them with file and line; half translated or hostile ones break nothing."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from boards.base import catalogue as catalogues
from boards.base.catalogue import language_name, languages, translate
from boards.base.errors import GolemError, Problem
from boards.base.message import Message, literal
from boards.base.reasons import ReasonCode
from boards.base.yaml_messages import YamlMistake
from controller.console.page_texts import page_words
from controller.table.view.table_messages import say
from firmware_bridge.link.link_reasons import LinkReason
from firmware_bridge.robots.robot_status import NoAnswer
from hatch_build import CatalogueError, compile_catalogue, compile_catalogues
from tests.messages.extract import ROOT, kept_template
from tests.support.catalogues import compiled

SOURCE = kept_template()

HEADER = 'msgid ""\nmsgstr "Content-Type: text/plain; charset={charset}\\n"\n\n'

BROKEN = {
    "cut off in a text": (HEADER.format(charset="utf-8") + 'msgid "a"\nmsgstr "b\n').encode(),
    "no po at all": b"<html>not here</html>\n",
    "a text without an end": (HEADER.format(charset="utf-8") + "msgid a\nmsgstr b\n").encode(),
    "other bytes than its charset": (HEADER.format(charset="utf-8") + 'msgid "a"\nmsgstr "\xe4"\n').encode("latin-1"),
    "a charset that there is not": (HEADER.format(charset="klingon") + 'msgid "a"\nmsgstr "b"\n').encode(),
}


def put(root: Path, content: bytes, language: str = "de") -> Path:
    file = root / "boards" / "base" / "locale" / language / "LC_MESSAGES" / "golem.po"
    file.parent.mkdir(parents=True)
    file.write_bytes(content)
    return file


@pytest.mark.parametrize("name", BROKEN)
def test_the_build_refuses_a_broken_file_with_its_place_and_leaves_nothing_half_made(name: str, tmp_path: Path) -> None:
    file = put(tmp_path, BROKEN[name])
    with pytest.raises(CatalogueError) as raised:
        compile_catalogues(tmp_path)
    assert str(raised.value).startswith(str(file))
    assert [path.name for path in file.parent.iterdir()] == ["golem.po"]


def test_the_build_as_a_program_ends_with_the_place_and_no_traceback(tmp_path: Path) -> None:
    file = put(tmp_path, BROKEN["cut off in a text"])
    program = tmp_path / "hatch_build.py"
    program.write_bytes((ROOT / "hatch_build.py").read_bytes())
    run = subprocess.run([sys.executable, str(program)], capture_output=True, text=True, check=False)
    assert run.returncode == 1 and run.stderr.startswith(f"{file}:") and "Traceback" not in run.stderr


def test_what_is_fuzzy_or_empty_is_told_in_english(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = HEADER.format(charset="utf-8") + (
        'msgid "missing"\nmsgstr "fehlt"\n\n#, fuzzy\nmsgid "the file is empty"\nmsgstr "voll"\n\n'
        'msgid "an alias that contains itself"\nmsgstr ""\n'
    )
    compiled_file = compile_catalogue(put(tmp_path, text.encode(), "xx"))
    monkeypatch.setenv(catalogues.FOLDER_VARIABLE, str(compiled_file.parents[2]))
    said = {
        code: translate(code().message, "xx") for code in (YamlMistake.MISSING, YamlMistake.EMPTY, YamlMistake.ENDLESS)
    }
    assert [*said.values()] == ["fehlt", "the file is empty", "an alias that contains itself"]
    assert "xx" in languages() and language_name("xx") == "xx"


def everything_told(language: str) -> list[str]:
    """Texts of many kinds: the page's, a notice's, errors' in errors, problems'."""
    why = LinkReason.NO_END(seconds="2.5")
    error: GolemError = NoAnswer("red", "/dev/ttyUSB0", 5.0, why)
    problem = Problem("table.yaml:3: robots", YamlMistake.OUTSIDE(found=9, low=1, high=4))
    failed = translate(say("robot-failed", golem="red", how=why.message), language)
    words = map(str, page_words(language)["texts"].values())
    return [*words, failed, error.translated(language), problem.translated(language)]


def test_a_half_translated_catalogue_tells_the_rest_in_english(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(catalogues.FOLDER_VARIABLE, str(tmp_path))
    half = Catalog(locale="de", domain="golem", charset="utf-8")
    for number, entry in enumerate(SOURCE):
        if entry.id and isinstance(entry.id, str) and number % 2:
            half.add(entry.id, f"«{entry.id}»", context=entry.context)
    compiled(half, tmp_path, "xx")
    told = everything_told("xx")
    assert any("«" in text for text in told) and any("«" not in text for text in told)
    # A capital at the beginning of a sentence is the guillemet now.
    plain = [text.replace("«", "").replace("»", "").lower() for text in told]
    assert plain == [text.lower() for text in everything_told("en")]


HOSTILE = (
    "{}", "{0}", "{red", "red}", "{golem.__class__}", "{how.__init__.__globals__}", "{found!r:>99999999}",
    "{seconds[0]}", "{advice:{port}}", "\x1b[2J", "%s %(x)d", "x" * 1200,
)  # fmt: skip


@pytest.mark.parametrize("told", HOSTILE, ids=lambda told: ascii(told[:24]))
def test_a_hostile_catalogue_breaks_nothing(told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(catalogues.FOLDER_VARIABLE, str(tmp_path))
    hostile = Catalog(locale="de", domain="golem", charset="utf-8")
    # Babel takes time by the square of all bytes: a long text stands in every third entry.
    for entry in list(SOURCE)[:: 3 if len(told) > 1000 else 1]:
        if entry.id and isinstance(entry.id, str):
            hostile.add(entry.id, told, context=entry.context)
    compiled(hostile, tmp_path, "xx")
    for text in everything_told("xx"):
        assert len(text) < 20000 and "\x1b" not in text and "globals" not in text.replace(told, "")
    for codes in ReasonCode.__subclasses__():
        for code in codes:
            names = {name for name, *_rest in catalogues.fields_of(code.text.text) or ()}
            facts: dict[str, Message | int] = {name: 7 if name == "byte" else literal("value") for name in names}
            assert isinstance(translate(code(**facts).message, "xx"), str)


SHIPPED = tuple(each for each in languages() if each != "en")
PLAIN = YamlMistake.GIVEN_AGAIN(line=3).message
"""A text with a placeholder, translated in every shipped language."""

UNSOUND = {
    "a placeholder that is not there": "{line} {row}",
    "an unknown format": "{line:>9999}",
    "an attribute": "{line.__class__}",
    "an open brace": "{line",
}


@pytest.mark.parametrize("language", SHIPPED)
@pytest.mark.parametrize("name", UNSOUND)
def test_an_unsound_translation_of_a_shipped_language_is_told_in_english(
    name: str, language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(catalogues.FOLDER_VARIABLE, str(tmp_path))
    bad = Catalog(locale=language, domain="golem", charset="utf-8")
    bad.add(PLAIN.text, UNSOUND[name])
    compiled(bad, tmp_path, language)
    assert translate(PLAIN, language) == translate(PLAIN, "en")


@pytest.mark.parametrize("language", SHIPPED)
@pytest.mark.parametrize("name", ["cut", "plural forms"])
def test_a_broken_catalogue_of_a_shipped_language_leaves_the_shipped_one(
    name: str, language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shipped = translate(PLAIN, language)
    monkeypatch.setenv(catalogues.FOLDER_VARIABLE, str(tmp_path))
    text = HEADER.format(charset="utf-8").replace(
        "utf-8\\n", "utf-8\\nPlural-Forms: nplurals=2; plural=n;\\n" if name == "plural forms" else "utf-8\\n"
    )
    po = f'{text}msgid "{PLAIN.text}"\nmsgstr "bad"\n'.encode()
    file = compile_catalogue(put(tmp_path / "source", po, language))
    put_there = tmp_path / language / "LC_MESSAGES" / "golem.mo"
    put_there.parent.mkdir(parents=True)
    put_there.write_bytes(file.read_bytes()[: None if name == "plural forms" else -20])
    assert translate(PLAIN, language) == shipped != translate(PLAIN, "en")
