"""The page's words and looks agree with the rest of the project."""

from __future__ import annotations

import posixpath
import re
from importlib.resources import files
from typing import Any

import pytest

from boards.base.catalogue import languages
from boards.colours import COLOURS, HEX, SHAPES
from boards.kit.cards import CardKind
from controller.console.assets import page_files, picture
from controller.console.console_ports import COMMANDS
from controller.console.page_texts import page_words
from controller.table.core.phases import Phase

STATIC = files("controller.console") / "static"
WORDS = {language: page_words(language)["texts"] for language in languages()}
FILES = {
    name.removeprefix("static/"): asset.body.decode("utf-8")
    for name, asset in page_files().items()
    if name.startswith("static/")
}
SCRIPTS = {name: text for name, text in FILES.items() if name.endswith(".js")}
PAGES = {name: text for name, text in FILES.items() if name.endswith(".html")}
PAGE = PAGES["table/index.html"]


def test_pages_are_sent_whole_and_what_they_share_is_sent_in_no_other_way() -> None:
    assert not [name for name, text in PAGES.items() if "include" in text]
    assert not [name for name in FILES if name.endswith(".inc")]
    assert all('<link rel="icon"' in text and 'id="shape-circle"' in text for text in PAGES.values())


@pytest.mark.parametrize("language", languages())
def test_every_language_has_the_same_words(language: str) -> None:
    assert list(WORDS[language]) == list(WORDS["en"])
    assert all(WORDS[language].values())


@pytest.mark.parametrize("language", languages())
def test_every_language_fills_in_the_same_values(language: str) -> None:
    def holes(told: str | dict[str, Any]) -> set[tuple[str, ...]]:
        """What each form of a text fills in; a text without plurals has one form."""
        forms = [told] if isinstance(told, str) else told["forms"]
        return {tuple(sorted(re.findall(r"\{(\w+)\}", form))) for form in forms}

    for key, text in WORDS[language].items():
        assert holes(text) == holes(WORDS["en"][key]), (language, key)


def test_languages_really_differ() -> None:
    for key in ("phase.programs", "over.estopped", "command.undo", "lost", "card.forward"):
        assert len({WORDS[language][key] for language in languages()}) == len(languages()), key


def test_whatever_the_table_may_say_has_a_word() -> None:
    wanted = {f"phase.{phase.shown.value}" for phase in Phase} | {f"hint.{phase.shown.value}" for phase in Phase}
    wanted |= {f"command.{name}" for name in COMMANDS}
    wanted |= {f"card.{kind.value}" for kind in CardKind}
    wanted |= {f"golem.{colour}" for colour in COLOURS} | {f"heading.{heading}" for heading in "NESW"}
    wanted |= {f"link.{link}" for link in ("connecting", "ready", "busy", "lost", "estopped", "fault", "ghost")}
    wanted |= {f"reason.{reason}" for reason in ("last-standing", "energy", "goal")}
    assert wanted <= set(WORDS["en"])


def test_every_word_that_the_page_asks_for_is_there_and_no_other() -> None:
    asked = {key for page in PAGES.values() for key in re.findall(r'data-(?:word|label|title|lead|to)="([^"]+)"', page)}
    families = set()
    for script in SCRIPTS.values():
        asked |= set(re.findall(r'"([a-z][\w-]*(?:\.[\w-]+)+)"', script)) & set(WORDS["en"])
        asked |= set(re.findall(r'word\("([^"]+)"', script))
        families |= set(re.findall(r"`([a-z]+\.)\$\{", script))
        for one, other in re.findall(r'\? "([\w.-]+)" : "([\w.-]+)"', script):
            asked |= {one, other} & set(WORDS["en"])
    missing = asked - set(WORDS["en"])
    assert not missing
    unused = {key for key in WORDS["en"] if key not in asked and not key.startswith(tuple(families))}
    assert not unused


def test_players_look_as_they_are_printed() -> None:
    theme = FILES["shared/theme.css"]
    assert dict(re.findall(r"--(red|blue|yellow|green): (#\w+);", theme)) == HEX
    shapes = re.search(r"SHAPES = \{ (.+?) \}", SCRIPTS["shared/dom.js"])
    assert shapes is not None
    assert dict(re.findall(r'(\w+): "(\w+)"', shapes[1])) == SHAPES
    assert all(f'id="shape-{shape}"' in PAGE for shape in SHAPES.values())


def test_nothing_comes_from_elsewhere_and_nothing_is_inline() -> None:
    for name, asset in page_files().items():
        if name.startswith("static/"):
            text = asset.body.decode("utf-8").replace("http://www.w3.org/2000/svg", "")
            assert "http://" not in text, name
            assert "https://" not in text, name
    for name, page in PAGES.items():
        assert not re.search(r"<script(?![^>]* src=)|<style| style=| on\w+=", page), name
    assert not any("innerHTML" in script or "eval(" in script for script in SCRIPTS.values())


def test_every_file_that_the_page_names_is_served() -> None:
    named = {name for page in PAGES.values() for name in re.findall(r'(?:src|href)="/(static/[^"#]+)"', page)}
    named |= set(re.findall(r'url\("/([^"]+)"\)', FILES["shared/theme.css"]))
    named |= {
        f"static/{posixpath.normpath(posixpath.join(posixpath.dirname(path), name))}"
        for path, script in SCRIPTS.items()
        for name in re.findall(r'from "(\.[^"]+)"', script)
    }
    assert len(named) > 12
    assert named <= set(page_files())


def test_every_picture_of_the_kit_is_drawn() -> None:
    for colour in COLOURS:
        assert picture(f"golem/{colour}") is not None
        for kind in CardKind:
            card = picture(f"card/{colour}/{kind.value}/pl")
            assert card is not None
            assert card.body.startswith(b"<svg")
    for language in languages():
        board = picture(f"board/6x6/{language}")
        assert board is not None
        assert b"layer-golems" in board.body
        assert b"layer-tokens" in board.body


@pytest.mark.parametrize(
    "name",
    [
        "",
        "board",
        "board/4x4",
        "board/4x4/xx",
        "board/0x4/en",
        "board/27x4/en",
        "board/4/en",
        "board/٤x4/en",
        "board/-1x4/en",
        "token/sword",
        "golem/purple",
        "card/red/forward",
        "card/red/fly/en",
        "card/purple/forward/en",
        "../server.py",
    ],
)
def test_other_pictures_there_are_none(name: str) -> None:
    assert picture(name) is None
