"""Games of pieces on the page, in a real browser."""

from __future__ import annotations

from dataclasses import replace

import pytest
from playwright.async_api import expect

from tests.console.test_console_page import Show, Stage, stage
from tests.support import views
from tests.support.piece_views import piece_scenes
from tests.support.web import KEY

__all__ = ["stage"]


def test_a_touched_piece_and_its_goal_become_a_move(stage: Stage) -> None:
    move = piece_scenes("jetan", 8)["move"]
    play = move.play
    assert play is not None
    choice = next(c for c in play.choices if c.origin and c.target)
    goals = {c.target for c in play.choices if c.origin == choice.origin}

    async def scene(show: Show) -> None:
        await show.goto(f"console?key={KEY}")
        await show.see(move)
        page = show.page
        shown = await page.eval_on_selector_all(
            ".piece", "all => all.map((piece) => [piece.dataset.piece, piece.dataset.spot])"
        )
        assert dict(shown) == {piece.name: piece.spot for piece in play.pieces}
        await expect(page.locator(".spot.last")).to_have_count(len(play.last))
        await page.click(f'.spot[data-spot="{choice.origin}"]')
        await expect(page.locator(".spot.goal")).to_have_count(len(goals))
        await page.click(f'.spot[data-spot="{choice.target}"]')
        assert await show.asked() == ("move", {"player": play.turn, "move": choice.move})
        # What is refused is said; what no touch can say is written.
        show.table.answer = replace(show.table.answer, ok=False)
        await page.fill(".written input", "e2-e9")
        await page.click(".written button")
        assert await show.asked() == ("move", {"player": play.turn, "move": "e2-e9"})
        await expect(page.locator("#toast.bad")).to_have_text("Done.")

    stage.play(scene)


def test_spectators_see_the_game_and_can_move_nothing(stage: Stage) -> None:
    move = piece_scenes("jetan", 8)["move"]
    play = move.play
    assert play is not None
    choice = next(c for c in play.choices if c.origin and c.target)

    async def scene(show: Show) -> None:
        await show.goto("?lang=fr")
        await show.see(move)
        page = show.page
        assert play.turn is not None
        await expect(page.locator("#phase")).to_contain_text(play.players[play.turn]["fr"])
        await page.click(f'.spot[data-spot="{choice.origin}"]')
        await expect(page.locator(".spot.goal, .spot.chosen, .written")).to_have_count(0)
        assert show.table.asked == []
        # Golems after pieces, and pieces after golems: one page serves both.
        await show.see(views.view())
        await expect(page.locator("#mat .golem")).to_have_count(2)
        await show.see(move)
        await expect(page.locator("#mat .piece")).to_have_count(len(play.pieces))

    stage.play(scene)


@pytest.mark.parametrize(("language", "width"), [("ru", 390), ("pl", 1366)])
def test_hands_are_told_what_to_move_and_say_that_it_is_done(stage: Stage, language: str, width: int) -> None:
    hands = piece_scenes("spiral")["hands"]

    async def scene(show: Show) -> None:
        await show.goto(f"console?key={KEY}&lang={language}")
        await show.see(hands)
        page = show.page
        await expect(page.locator("#notices li").first).to_contain_text(hands.notices[0].text[language])
        asked = {spot for n in hands.notices for spot in (n.facts["from"], n.facts["to"]) if spot}
        await expect(page.locator(".spot.awaited")).to_have_count(len(asked))
        await page.click('[data-command="done"]')
        assert await show.asked() == ("done", {})
        assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        await expect(page.locator("#eye")).to_be_hidden()

    stage.play(scene, width=width, height=844 if width < 800 else 768)
