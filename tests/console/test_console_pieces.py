"""Games of pieces on the page, in a real browser."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
from playwright.async_api import Route, expect

from boards.base.catalogue import languages, translate
from controller.games.spiral.die_sounds import SOUNDS, sound
from controller.table.view.view import View
from tests.support import views
from tests.support.console_stage import Show, Stage
from tests.support.page_states import reached, speak
from tests.support.piece_views import choosing, piece_scenes, placing, swarm
from tests.support.views import FakeTable
from tests.support.web import KEY, ask, serving


def test_a_touched_piece_and_its_goal_become_a_move(stage: Stage) -> None:
    move = piece_scenes("jetan", 8)["move"]
    play = move.play
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
        await reached(page, "console-jetan-piece-chosen")
        await page.click(f'.spot[data-spot="{choice.target}"]')
        assert await show.asked() == ("move", {"player": play.turn, "move": choice.move})
        # What is refused is said; what no touch can say is written.
        show.table.answer = replace(show.table.answer, ok=False)
        await page.fill(".written input", "e2-e9")
        await page.click(".written button")
        assert await show.asked() == ("move", {"player": play.turn, "move": "e2-e9"})
        await expect(page.locator("#toast.bad")).to_have_text("Done.")

    stage.play(scene)


def test_a_robot_is_placed_by_its_cell_and_the_arrow_of_its_direction(stage: Stage) -> None:
    view = placing()
    play = view.play
    places = {choice.target for choice in play.choices}

    async def scene(show: Show) -> None:
        await show.goto(f"console?key={KEY}")
        await show.see(view)
        page = show.page
        await expect(page.locator(".spot.goal")).to_have_count(len(places))
        await reached(page, "console-hexagons-placing")
        await expect(page.locator("#hint")).to_contain_text("arrow")
        other, cell = sorted(place for place in places if place is not None)[:2]
        await page.click(f'.spot[data-spot="{other}"]')
        await page.click(f'.spot[data-spot="{cell}"]')
        await expect(page.locator(".way")).to_have_count(6)
        # Direction 1 is north: its arrow is above the cell's middle.
        north, south = [
            await page.locator(f'.way[data-move="violet1 {cell} {direction}"]').bounding_box() for direction in (1, 4)
        ]
        middle = await page.locator(f'.spot[data-spot="{cell}"] polygon').bounding_box()
        assert north is not None and south is not None and middle is not None
        assert north["y"] + north["height"] < middle["y"] + middle["height"] / 2 < south["y"]
        await page.click(f'.way[data-move="violet1 {cell} 3"]')
        assert await show.asked() == ("move", {"player": "violet", "move": f"violet1 {cell} 3"})
        await expect(page.locator(".way")).to_have_count(0)
        # Who plays it on the mat is seen on the piece.
        await expect(page.locator(".piece .emblem")).to_have_count(0)
        other = replace(play.pieces[0], name="green2", golem="yellow")
        await show.see(replace(view, play=replace(play, pieces=(other,))))
        await expect(page.locator(".piece .emblem.of-yellow")).to_have_count(1)

    stage.play(scene)


def test_spectators_see_the_game_and_can_move_nothing(stage: Stage) -> None:
    move = piece_scenes("jetan", 8)["move"]
    play = move.play
    choice = next(c for c in play.choices if c.origin and c.target)

    async def scene(show: Show) -> None:
        await show.goto("?lang=fr")
        await show.see(move)
        page = show.page
        assert play.turn is not None
        await expect(page.locator("#phase")).to_contain_text(translate(play.players[play.turn], "fr"))
        await page.click(f'.spot[data-spot="{choice.origin}"]')
        await expect(page.locator(".spot.goal, .spot.chosen, .written")).to_have_count(0)
        assert show.table.asked == []
        # Golems after pieces, and pieces after golems: one page serves both.
        await show.see(views.view())
        await expect(page.locator("#mat .golem")).to_have_count(2)
        await show.see(move)
        await expect(page.locator("#mat .piece")).to_have_count(len(play.pieces))
        # Programs with many questions leave the story its place.
        many = dict.fromkeys(languages(), "green1, test 1: no enemy robots at 2 cells or less in my column of fire")
        await show.see(replace(move, play=replace(play, facts=(many,) * 40)))
        await expect(page.locator(".piece-facts li")).to_have_count(40)
        await expect(page.locator("#newest h3")).to_be_in_viewport(ratio=1.0)

    stage.play(scene)


@pytest.mark.parametrize(("language", "width"), [("ru", 390), ("pl", 1366), ("de", 390)])
def test_hands_are_told_what_to_move_and_say_that_it_is_done(stage: Stage, language: str, width: int) -> None:
    hands = piece_scenes("spiral")["hands"]

    async def scene(show: Show) -> None:
        await show.goto(f"console?key={KEY}&lang={language}")
        await show.see(hands)
        page = show.page
        await expect(page.locator("#notices li").first).to_contain_text(translate(hands.notices[0].text, language))
        asked = {spot for n in hands.notices for spot in (n.facts["from"], n.facts["to"]) if spot}
        await expect(page.locator(".spot.awaited")).to_have_count(len(asked))
        if language == "pl":
            await reached(page, "console-race-hands")
            await speak(page, language)
        await page.click('[data-command="done"]')
        assert await show.asked() == ("done", {})
        assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        await expect(page.locator("#eye")).to_be_hidden()

    stage.play(scene, width=width, height=844 if width < 800 else 768)


def test_a_player_throws_and_moves_with_a_key_of_the_own(stage: Stage) -> None:
    move = choosing()
    play = move.play
    own = str(1 + list(play.players).index(play.turn or ""))
    other = "1" if own != "1" else "2"
    places = [choice.origin or choice.target for choice in play.choices]

    async def scene(show: Show) -> None:
        await show.goto(f"console?key={KEY}")
        page, keys = show.page, show.page.keyboard
        pointed = "[...document.querySelectorAll('.spot.pointed')].map((spot) => spot.dataset.spot)"
        await show.see(replace(move, phase="dice", may=("roll",)))
        for key in (other, own):
            await keys.press(key)
        assert await show.asked() == ("roll", {})
        await show.see(move)
        await keys.press(other)
        assert await page.evaluate(pointed) == []
        # From move to move and round again.
        for place in (*places, places[0]):
            await keys.press(own)
            assert await page.evaluate(pointed) == [place]
        # A button that was pressed before has the focus still.
        await page.focus("#sounds")
        await keys.press(own)
        await keys.press("Enter")
        assert await show.asked() == ("move", {"player": play.turn, "move": play.choices[1 % len(play.choices)].move})
        assert await page.evaluate(pointed) == []
        # A button that types nothing but its digit: held down, it plays the move, and only once.
        await keys.press(own)
        await keys.press(own)
        for _ in range(3):
            await keys.down(own)
        await keys.up(own)
        played = await show.asked()
        assert played[0] == "move" and played[1]["move"] in {choice.move for choice in play.choices}
        assert show.table.asked == []

    stage.play(scene)


AUDIO_KEPT = """
globalThis.audio = [];
globalThis.AudioContext = class extends AudioContext {
    constructor(...options) {
        super(...options);
        audio.push(this);
    }
};
"""
"""Keeps the audio contexts of a page, so that a test can wait for them."""


def test_dice_on_the_screen_are_heard_before_their_face_is_shown(stage: Stage) -> None:
    before = piece_scenes("spiral")["move"]
    play = before.play
    assert play.sounds == ("throw", "shake", "poom")

    def thrown(times: int) -> View:
        facts = (dict.fromkeys(languages(), f"throw {times}"),)
        return replace(before, play=replace(play, throws=times, facts=facts))

    async def scene(show: Show) -> None:
        page = show.page
        await page.add_init_script(AUDIO_KEPT)
        await show.goto(f"console?key={KEY}")
        await show.see(thrown(1))
        # Nobody has touched the page: browsers are silent, and nothing waits.
        await show.see(thrown(2))
        assert await page.get_attribute("body", "data-heard") is None
        await page.click("#phase")
        # The browser's audio needs a moment to run, and more on a busy machine.
        await page.wait_for_function("() => audio.some((context) => context.state === 'running')")
        held = asyncio.Event()

        async def late(route: Route) -> None:
            await held.wait()
            await route.continue_()

        await page.route("**/sound/**", late)
        async with page.expect_request("**/sound/**"):
            show.table.show(thrown(3))
        seen = "() => [document.body.dataset.heard ?? '', document.querySelector('.piece-facts').textContent]"
        told = await page.evaluate(seen)
        assert told == ["", "throw 2"]
        held.set()
        await page.wait_for_function("() => document.querySelector('.piece-facts').textContent === 'throw 3'")
        assert await page.evaluate(seen) == ["throw shake poom", "throw 3"]
        # What is taken back makes no noise, nor does anything once the sounds are off; that is remembered.
        await page.evaluate("() => delete document.body.dataset.heard")
        await show.see(thrown(2))
        assert await page.get_attribute("#sounds", "aria-pressed") == "true"
        await page.click("#sounds")
        await show.see(thrown(3))
        assert await page.get_attribute("body", "data-heard") is None
        assert await page.get_attribute("#sounds", "aria-label") == "Sounds are off. Turn them on."
        await page.reload()
        await page.wait_for_selector("body.ready")
        await expect(page.locator("#sounds")).to_have_attribute("aria-pressed", "false")
        # A game without dice on the screen has sounds as well: of moves, captures, the end.
        await show.see(replace(before, play=replace(play, sounds=())))
        assert await page.is_visible("#sounds")

    stage.play(scene)


def test_sounds_are_served_by_name_and_nothing_else_is() -> None:
    async def scene() -> None:
        async with serving(FakeTable()) as console:
            for name in SOUNDS:
                answer = await ask(console, f"/sound/spiral/{name}")
                assert (answer.status, answer.headers["content-type"]) == (200, "audio/wav")
                assert answer.body == sound(name)
            for path in ("spiral/bang", "jetan/throw", "os/throw", "golems/throw", "spiral/..%2fthrow", "/throw"):
                assert (await ask(console, f"/sound/{path}")).status == 404

    asyncio.run(scene())


def test_a_swarm_shows_its_strength_its_bots_and_their_mistakes(stage: Stage) -> None:
    before, after = swarm()
    strengths = {piece.name: piece.strength for piece in after.play.pieces}
    assert strengths["0"] is not None and strengths["0"] < 1.0
    ghosts = replace(
        after, play=replace(after.play, pieces=(replace(after.play.pieces[0], ghost=True), *after.play.pieces[1:]))
    )

    async def scene(show: Show) -> None:
        await show.goto(f"console?key={KEY}&lang=pl")
        await show.see(before)
        page = show.page
        await expect(page.locator(".piece .strength")).to_have_count(2)
        dashes = "document.querySelector('[data-piece=\"0\"] .strength').style.strokeDasharray"
        assert (await page.evaluate(dashes)).startswith("100")
        await expect(page.locator("select.seat").first).to_have_value("sleeper")
        await expect(page.locator("select.seat").first.locator("option")).to_have_text(
            ["Dziecko", "sleeper", "Komputer, łatwy"]
        )
        await show.see(ghosts)
        assert float((await page.evaluate(dashes)).split()[0].rstrip("px,")) == pytest.approx(100 * strengths["0"])
        await expect(page.locator(".piece.ghost")).to_have_count(1)
        await expect(page.locator("#newest")).to_contain_text("odpowiedź jego bota to nie akcja")
        await expect(page.locator(".piece-facts")).to_contain_text("Gracz 1, błędy bota: 1")
        await reached(page, "console-swarm")

    stage.play(scene)
