"""Every word that people read has passed the catalogue: in the pseudo-locale each has an accent."""

from __future__ import annotations

import asyncio
import calendar
import os
import re
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pypdfium2
import pytest

from boards.base.catalogue import language_name, languages
from controller.cli import main
from controller.console.assets import page_files
from controller.console.front_door.server import PAGES
from controller.console.server import Console
from controller.console.serving.server_options import ServerOptions
from tests.journal.golden_records import record_file
from tests.messages.extract import ROOT, kept_template
from tests.pictures.scenes import SCENES
from tests.support.catalogues import PSEUDO, compiled, pseudo_catalogue
from tests.support.chromium import SharedBrowser
from tests.support.front_door import front_door
from tests.support.views import FakeTable

BOTS = ROOT / "docs" / "bots"

_NO_WORD = re.compile(r"`[^`]*`|\S*[/\\]\S*|\S+\.(?:pdf|yaml|jsonl|html|py)\b|\bgreen\d\b|\bviolet\d\b|--[a-z-]+")
"""Commands, paths, addresses, files, robots' names, options."""
_NAMES = {"Golem", "Table", "Jetan", "Robot", "Game", "Python", "OpenCV", "Linux", "MQTT", "mosquitto", "YAML", "RAZ"}
"""Names that are the same in every language."""


@pytest.fixture(scope="module")
def locale(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    folder = tmp_path_factory.mktemp("locale")
    compiled(pseudo_catalogue(kept_template()), folder, PSEUDO)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GOLEM_LOCALE_DIR", str(folder))
        # In an activated environment commands are told as `golem ...`, else by their path, which is no word.
        folders = os.environ["PATH"].split(os.pathsep)
        patch.setenv("PATH", os.pathsep.join(path for path in folders if not (Path(path) / "golem").exists()))
        assert PSEUDO in languages()
        # The page's words may have been made in this process before there was the pseudo-locale.
        page_files.cache_clear()
        yield
    page_files.cache_clear()


def strays(text: str, *names: str) -> set[str]:
    """Return the words of a text that have no accent: they did not pass the catalogue."""
    words = re.findall(r"[^\W\d_]{3,}", _NO_WORD.sub(" ", text))
    return {word for word in words if word.isascii()} - _NAMES - {*names}


def run(capsys: pytest.CaptureFixture[str], *words: str | Path, status: int = 0) -> str:
    """Run a command in the pseudo-locale; return what it prints."""
    assert main([*map(str, words), "--language", PSEUDO]) == status
    printed = capsys.readouterr()
    return printed.out + printed.err


def test_words_without_an_accent_are_found() -> None:
    assert strays("thé bàrrél of `golem read` îñ out/kit/deck.pdf, 20 mm") == set()
    assert strays("thé barrel") == {"barrel"}


@pytest.mark.usefixtures("locale")
@pytest.mark.parametrize(
    "what",
    [
        ("--players", "2"),
        ("scenarios", "puzzles"),
        ("hex-decks", "hex-questions", "hex-sheets", "calibration"),
        ("boards", "pieces", "die", "--game", "jetan"),
        ("boards", "pieces", "die", "--game", "spiral"),
        ("pieces", "die", "--game", "robots_hex"),
        ("stages", "--game", "robot_game"),
    ],
    ids=" ".join,
)
def test_all_that_is_printed(what: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert strays(run(capsys, "print", *what, "--out", tmp_path)) == set()
    for file in sorted(tmp_path.glob("*.pdf")):
        text = " ".join(page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(file))
        assert text and strays(text) == set(), file.name


NOTATION = ("forward", "backward", "turn", "left", "right", "stand", "attack", "defend", "take", "hop", "red")
PLAYERS = ("hunter", "centre", "wanderer")


@pytest.mark.usefixtures("locale")
@pytest.mark.parametrize(
    ("words", "status", "names"),
    [
        (("puzzle", "show", "sleepy-guard"), 0, ()),
        (("puzzle", "solve", "first-steps"), 0, NOTATION),
        (("puzzle", "check", "first-steps", "forward, hop"), 1, NOTATION),
        (("puzzle", "check", "first-steps", "forward, turn-left, forward, stand"), 1, ()),
        (("doctor",), 0, ()),
        (("match", BOTS / "hunter.py", BOTS / "centre.py"), 0, PLAYERS),
        (("league", BOTS, "--games", "1"), 0, PLAYERS),
    ],
)
def test_what_commands_say(
    words: tuple[str | Path, ...],
    status: int,
    names: tuple[str, ...],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert strays(run(capsys, *words, status=status), *names) == set()


@pytest.mark.usefixtures("locale")
@pytest.mark.parametrize("what", [("--puzzle", "knock-knock"), ("--game", "robots_hex")])
def test_a_game_is_told_and_told_again(
    what: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = tmp_path / "game.jsonl"
    told = run(capsys, "demo", "--no-web", *what, "--journal", record)
    assert strays(told, "replay") == set()
    assert strays(run(capsys, "replay", record)) == set()


SEEN = """() => {
    const said = [document.body.innerText];
    for (const one of document.querySelectorAll("[aria-label], [title], [placeholder]")) {
        said.push(one.ariaLabel ?? "", one.title ?? "", one.placeholder ?? "");
    }
    return said.join(" ");
}"""


@pytest.mark.usefixtures("locale")
@pytest.mark.parametrize("game", SCENES)
def test_the_page(game: str, tmp_path: Path, chrome: SharedBrowser) -> None:
    view = SCENES[game](tmp_path)
    over = replace(view, phase="over", winners=(), reason="last-standing")
    states = (view, replace(view, paused=True), replace(view, estopped=True), over)
    menu = {word for language in languages() for word in re.findall(r"\w+", language_name(language))}

    async def look() -> list[set[str]]:
        table = FakeTable(view)
        console = Console(table, table, ServerOptions(port=0), key="key")
        serving = console.start()
        found: list[set[str]] = []
        async with await chrome.browser.new_context() as people:
            for address in (f"{console.url}?", f"{console.entry_url()}&"):
                page = await people.new_page()
                for number, state in enumerate(states):
                    table.show(state)
                    assert table.shown is not None
                    if number == 0:
                        await page.goto(f"{address}lang={PSEUDO}")
                    await page.wait_for_selector(f'body[data-drawn="{table.shown.sequence}"]')
                    found.append(strays(await page.evaluate(SEEN), *menu, *PLAYERS))
                await page.close()
        serving.cancel()
        await asyncio.wait({serving})
        return found

    assert [words for words in chrome.run(look()) if words] == []


PLACES = (*PAGES, "/rules", "/replay/game/")
"""The front door's pages."""


@pytest.mark.usefixtures("locale")
def test_the_pages_of_the_front_door(tmp_path: Path, chrome: SharedBrowser) -> None:
    menu = {word for language in languages() for word in re.findall(r"\w+", language_name(language))}
    # The record's name, its date as the browser writes it, a format.
    shown = ("game", *calendar.month_abbr[1:], "PDF")
    record = tmp_path / "games" / "game.jsonl"
    record.parent.mkdir()
    shutil.copy(record_file("golems-locked"), record)

    async def look() -> dict[str, set[str]]:
        found: dict[str, set[str]] = {}
        async with front_door(record.parent) as door, await chrome.browser.new_context() as people:
            page = await people.new_page()
            for place in PLACES:
                await page.goto(f"{door.url}{place[1:]}?lang={PSEUDO}")
                await page.wait_for_selector(f'html[lang="{PSEUDO}"]')
                await page.wait_for_selector("body.ready")
                found[place] = strays(await page.evaluate(SEEN), *menu, *shown)
        return found

    assert {place: words for place, words in chrome.run(look()).items() if words} == {}
