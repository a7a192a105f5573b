"""The page of a match in a real browser: it needs no network, counts as the match counts, says it in words."""

from __future__ import annotations

import itertools
import re

import pytest

from boards.base.catalogue import languages, translate, translate_all
from controller.bots.bot_messages import TEXTS
from controller.bots.match import TurnPlayed, arena
from controller.bots.match_page import PAGE_WORDS, page, write_page
from controller.games.robot_game.actions import read_action
from controller.games.robot_game.document_reader import read_setup
from controller.games.robot_game.state import State, play_and_tell, scores
from tests.support.nasty_bots import CALM, QUICK, bot


@pytest.fixture(scope="module")
def match():
    """A bot that does all that can be done, mistakes with markup in them too."""
    act = """
    import random, rg
    around = rg.locs_around(self.location, ('invalid', 'obstacle'))
    kind = random.choice(['move', 'move', 'attack', 'guard', 'suicide', 'raise'])
    if kind == 'raise': raise ValueError('<b onclick="x">&amp;</b></script>')
    return [kind, random.choice(around)] if kind in ('move', 'attack') else [kind]
    """
    turns: list[TurnPlayed] = []
    with arena((bot(act), CALM), QUICK) as place:
        return place.play(3, turns.append), turns


def test_the_page_shows_every_turn(match, tmp_path, chrome):
    ended, turns = match
    path = tmp_path / "match.html"
    write_page(path, ("<i>one</i>", "two"), turns, "ru")
    chrome.run(_look(chrome.browser, path, ended, turns, "ru"))


@pytest.mark.parametrize("language", languages())
def test_the_page_speaks_each_language(match, language):
    text = page(("a", "b"), match[1][:1], language)
    assert f'<html lang="{language}">' in text
    assert all(translate(texts, language) in text for texts in PAGE_WORDS.values())


async def _look(browser, path, ended, turns, language):
    wrong: list[str] = []
    async with await browser.new_context() as person:
        opened = await person.new_page()
        opened.on("pageerror", lambda error: wrong.append(str(error)))
        opened.on("console", lambda message: wrong.append(message.text))
        opened.on("request", lambda request: wrong.append(request.url) if not request.url.startswith("file:") else None)
        await opened.goto(path.as_uri())
        assert await opened.title() == "<i>one</i> – two"
        for turn in (0, 1, 11, 50, 99):
            await opened.evaluate("turn => go(turn)", turn)
            before = turns[turn].before
            assert await opened.locator(".robot").count() == len(before.robots)
            big = await opened.locator(".big").all_text_contents()
            assert tuple(map(int, big)) == scores(before.robots)
            mistakes = await opened.locator("#log .slip").count()
            assert mistakes == len(turns[turn].mistakes)
            made = [mistake for one in turns[:turn] for mistake in one.mistakes if mistake.player == 0]
            if made:
                newest = await opened.locator(".p0 .bad").first.text_content()
                assert made[-1].text in newest and f" {made[-1].turn})" in newest
            hit = await opened.locator("#log li:not(.slip)").all_text_contents()
            told = [event for event in turns[turn].events if event.name not in ("moved", "guarded")]
            assert len(hit) == max(len(told), 0 if mistakes else 1)
            assert not any(re.search(r"\{\w+\}|undefined", line) for line in hit)
        await opened.keyboard.press("End")
        result = await opened.locator("#result").text_content()
        winner = (
            translate(PAGE_WORDS["draw"], language) if ended.winner is None else ["<i>one</i>", "two"][ended.winner]
        )
        assert winner in result
        await opened.keyboard.press("Home")
        await opened.keyboard.press("ArrowRight")
        assert translate(PAGE_WORDS["turn"], language) in await opened.locator("#label").text_content()
        assert await opened.evaluate("shown") == 1
        await opened.evaluate("document.getElementById('speed').value = 12")
        await opened.click("#play")
        await opened.get_by_text(re.compile(r" [4-9] / 99")).wait_for()
        assert await opened.locator("#play").text_content() == translate(PAGE_WORDS["pause"], language)
        assert wrong == []


def test_every_word_is_in_every_language():
    for code, text in itertools.chain(TEXTS.items(), PAGE_WORDS.items()):
        texts = translate_all(text)
        assert all(texts.values()), code
        holes = {language: sorted(re.findall(r"\{(\w+)\}", text)) for language, text in texts.items()}
        assert len(set(map(tuple, holes.values()))) == 1, code


def test_a_page_of_every_event():
    """Each event's phrase has a place in the page, whatever its values are."""
    robots = [
        {"id": 1, "player": 0, "loc": [9, 9], "hp": 50},
        {"id": 2, "player": 1, "loc": [9, 10], "hp": 3},
    ]
    state: State = read_setup({"turn": 10, "robots": robots})
    cells = {robot.id: cell for cell, robot in state.robots.items()}
    actions = {cells[1]: read_action(["attack", [9, 10]], cells[1]), cells[2]: read_action(["suicide"], cells[2])}
    after, events = play_and_tell(state, actions)
    text = page(("a", "b"), [TurnPlayed(state, actions, events, (), after)], "fr")
    assert '"burned"' in text and '"died suicide"' in text and '"spawned"' in text
