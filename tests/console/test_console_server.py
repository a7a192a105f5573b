"""The server by itself: what it answers, what it refuses, what it survives. Real sockets on loopback."""

from __future__ import annotations

import asyncio
import gzip
import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from boards.base.catalogue import translate_all
from boards.base.errors import GolemError
from controller.console import table_routes
from controller.console.console_ports import COMMANDS, CommandAnswer
from controller.console.http_answers import BODY_LIMIT
from tests.support import views
from tests.support.console_requests import WITH_KEY, next_view, run, watch
from tests.support.views import FakeTable
from tests.support.web import KEY, ask, order, serving

JSON = {"Content-Type": "application/json"}


# Pages and views


def test_pages_and_files_are_served_with_strict_headers() -> None:
    async def scene() -> None:
        async with serving(FakeTable()) as console:
            for path, kind in {
                "/": "text/html; charset=utf-8",
                "/console": "text/html; charset=utf-8",
                "/static/table/table.js": "text/javascript; charset=utf-8",
                "/static/words/pl.json": "application/json",
                "/fonts/golem-text-bold-latin.woff2": "font/woff2",
                "/art/card/red/if%20enemy/fr": "image/svg+xml",
                "/nothing": "application/json",
            }.items():
                answer = await ask(console, path)
                assert answer.status == (404 if path == "/nothing" else 200), path
                assert answer.headers["content-type"] == kind
                policy = answer.headers["content-security-policy"]
                assert "default-src 'none'" in policy
                assert "script-src 'self'" in policy
                assert "unsafe" not in policy
                assert answer.headers["x-content-type-options"] == "nosniff"
                assert answer.headers["referrer-policy"] == "no-referrer"
                assert "server" not in answer.headers

    run(scene())


def test_a_file_that_did_not_change_is_not_sent_again() -> None:
    async def scene() -> None:
        async with serving(FakeTable()) as console:
            first = await ask(console, "/static/table/table.js")
            again = await ask(console, "/static/table/table.js", headers={"If-None-Match": first.headers["etag"]})
            assert (again.status, again.body) == (304, b"")

    run(scene())


@pytest.mark.parametrize("accepted", ["gzip", "br, gzip;q=0.5", "deflate, GZIP"])
def test_a_file_is_compressed_for_whoever_takes_it_so(accepted: str) -> None:
    async def scene() -> None:
        async with serving(FakeTable()) as console:
            path, asked = "/static/table/table.js", {"Accept-Encoding": accepted}
            plain, packed = await ask(console, path), await ask(console, path, headers=asked)
            assert "content-encoding" not in plain.headers and packed.headers["content-encoding"] == "gzip"
            assert gzip.decompress(packed.body) == plain.body and len(packed.body) < len(plain.body) / 2
            assert plain.headers["vary"] == packed.headers["vary"] == "accept-encoding"
            assert plain.headers["etag"] != packed.headers["etag"]
            for headers, tag in (({}, plain), (asked, packed)):
                again = await ask(console, path, headers={**headers, "If-None-Match": tag.headers["etag"]})
                assert (again.status, again.body, again.headers["etag"]) == (304, b"", tag.headers["etag"])
            letters = await ask(console, "/fonts/golem-text-bold-latin.woff2", headers=asked)
            assert "content-encoding" not in letters.headers and letters.body[:4] == b"wOF2"

    run(scene())


@pytest.mark.parametrize("refused", ["", "identity", "gzip;q=0", "gzip; q=0.000, br", "gzippy"])
def test_a_file_is_not_compressed_for_others(refused: str) -> None:
    async def scene() -> None:
        async with serving(FakeTable()) as console:
            answer = await ask(console, "/static/table/table.js", headers={"Accept-Encoding": refused})
            assert "content-encoding" not in answer.headers and b"import" in answer.body

    run(scene())


def test_the_view_is_the_tables_and_is_never_kept() -> None:
    async def scene() -> None:
        table = FakeTable()
        async with serving(table) as console:
            empty = await ask(console, "/view.json")
            assert (empty.status, empty.json()["error"]) == (503, "no-view")
            table.show(views.acting(2, 4))
            full = await ask(console, "/view.json")
            assert table.shown is not None
            assert full.json() == json.loads(json.dumps(table.shown.to_json()))
            assert full.headers["cache-control"] == "no-store"

    run(scene())


def test_the_next_game_is_the_facilitators_and_nothing_where_none_can_follow() -> None:
    async def scene() -> None:
        async with serving(FakeTable()) as console:
            assert (await ask(console, "/games.json")).status == 403
            assert (await ask(console, "/games", method="POST", body=b'{"game": "jetan"}')).status == 403
            assert (await ask(console, "/tasks", method="POST", body=b"{}")).status == 403
            assert (await ask(console, "/games.json", headers=WITH_KEY)).status == 404

    run(scene())


def test_the_cameras_picture_is_for_the_facilitator() -> None:
    async def scene() -> None:
        table = FakeTable(picture=b"\xff\xd8 cards lie here")
        async with serving(table) as console:
            assert (await ask(console, "/preview.jpg")).status == 403
            assert (await ask(console, "/preview.jpg", headers={"X-Golem-Key": "guess"})).status == 403
            assert (await ask(console, f"/preview.jpg?key={KEY}")).status == 403
            seen = await ask(console, "/preview.jpg", headers=WITH_KEY)
            assert (seen.status, seen.body) == (200, table.picture)
            assert seen.headers["cache-control"] == "no-store"
            table.picture = None
            assert (await ask(console, "/preview.jpg", headers=WITH_KEY)).status == 204

    run(scene())


# Screens


def test_a_screen_gets_the_whole_view_at_once_and_every_newest_after() -> None:
    async def scene() -> None:
        table = FakeTable()
        table.show(views.view())
        async with serving(table) as console, watch(console) as screen:
            assert (await next_view(screen))["phase"] == "setup"
            table.show(views.laying())
            assert (await next_view(screen))["phase"] == "programs"

    run(scene())


def test_a_quiet_line_says_that_it_is_alive() -> None:
    async def scene() -> None:
        async with serving(FakeTable(), alive_s=0.01) as console, watch(console) as screen:
            assert json.loads(await screen.recv()) == {"type": "alive"}

    run(scene())


def test_a_slow_screen_misses_views_and_holds_up_nobody() -> None:
    async def scene() -> None:
        table = FakeTable()
        told = views.STORY[1]
        long_row = replace(told, sentences=told.sentences * 8, golems=told.golems * 8)
        long_story = tuple(replace(long_row, round=number) for number in range(1, 60))
        async with serving(table) as console, watch(console) as quick, watch(console, max_queue=1) as slow:
            shown = 60
            for _ in range(shown):
                table.show(views.acting(3, 4) if table.shown is None else replace(table.shown, story=long_story))
                assert table.shown is not None
                # The quick screen has every view before the next is made, though the slow one reads nothing.
                assert (await next_view(quick))["sequence"] == table.shown.sequence
            received = 0
            while (await next_view(slow))["sequence"] < shown:
                received += 1
            assert received < shown - 1

    run(scene())


def test_a_screen_that_talks_is_shown_out() -> None:
    async def scene() -> None:
        async with serving(FakeTable()) as console:
            async with watch(console) as screen:
                await screen.send("pause")
                with pytest.raises(ConnectionClosed) as closed:
                    await screen.recv()
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.code == 1008
            async with watch(console) as screen:
                await screen.send("x" * (BODY_LIMIT + 1))
                with pytest.raises(ConnectionClosed) as closed:
                    await screen.recv()
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.code == 1009

    run(scene())


def test_foreign_pages_see_nothing() -> None:
    async def scene() -> None:
        table = FakeTable(shown=views.view())
        async with serving(table) as console:
            port = console.port
            for headers, status in (
                ({"Origin": "http://evil.example"}, 403),
                ({"Origin": f"http://127.0.0.1:{port + 1}"}, 403),
            ):
                with pytest.raises(InvalidStatus) as refused:
                    await watch(console, additional_headers=headers)
                assert refused.value.response.status_code == status
            with pytest.raises(InvalidStatus) as refused:
                await connect(f"ws://evil.example:{port}/ws", host="127.0.0.1", port=port, proxy=None)
            assert refused.value.response.status_code == 421
            async with watch(console, origin=f"http://127.0.0.1:{port}") as screen:
                assert (await next_view(screen))["phase"] == "setup"
            for path in ("/", "/view.json", "/setup.json", "/static/table/table.js"):
                assert (await ask(console, path, headers={"Host": "evil.example"})).status == 421

    run(scene())


def test_more_screens_than_fit_are_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_routes, "SCREENS_LIMIT", 2)

    async def scene() -> None:
        table = FakeTable(shown=views.view())
        async with serving(table) as console, watch(console) as one, watch(console) as two:
            await next_view(one)
            await next_view(two)
            with pytest.raises(InvalidStatus) as refused:
                await watch(console)
            assert refused.value.response.status_code == 503

    run(scene())


# Commands


def test_commands_reach_the_table_with_the_key_and_its_answer_comes_back() -> None:
    async def scene() -> None:
        table = FakeTable()
        async with serving(table) as console:
            for name in COMMANDS:
                answer = await order(console, name, headers=WITH_KEY, units=5)
                assert (answer.status, answer.json()) == (200, {"ok": True, "text": translate_all(table.answer.text)})
                assert answer.headers["cache-control"] == "no-store"
            assert table.asked == [(name, {"units": 5}) for name in COMMANDS]
            table.answer = CommandAnswer(False, views.words("Not now.", "Нет.", "Nie.", "Non."))
            answer = await order(console, "go", headers=WITH_KEY)
            assert (answer.status, answer.json()["ok"]) == (409, False)
            assert answer.json()["text"]["fr"] == "Non."

    run(scene())


def test_anyone_may_stop_the_robots_and_nobody_more_without_the_key() -> None:
    async def scene() -> None:
        table = FakeTable()
        async with serving(table) as console:
            for name in COMMANDS:
                for headers in ({}, {"X-Golem-Key": "guess"}, {"X-Golem-Key": ""}):
                    answer = await order(console, name, headers=headers)
                    assert answer.status == (200 if name == "estop" else 403), name
            assert {name for name, _ in table.asked} == {"estop"}

    run(scene())


def test_a_foreign_page_can_not_even_stop_the_robots() -> None:
    async def scene() -> None:
        table = FakeTable()
        async with serving(table) as console:
            for headers in (
                {"Origin": "http://evil.example"},
                {"Origin": "null"},
                {"Sec-Fetch-Site": "cross-site"},
            ):
                assert (await order(console, "estop", headers={**WITH_KEY, **headers})).status == 403
            assert (await order(console, "estop", headers={"Host": "evil.example"})).status == 421
            assert (await order(console, "estop", headers={"Host": None})).status == 400
            assert table.asked == []

    run(scene())


MALFORMED: tuple[tuple[Mapping[str, str], bytes, int, str], ...] = (
    ({}, b'{"name": "go"}', 415, "not-json"),
    ({"Content-Type": "text/plain"}, b'{"name": "go"}', 415, "not-json"),
    (JSON, b"", 400, "not-json"),
    (JSON, b"go", 400, "not-json"),
    (JSON, b"\xff\xfe\xff", 400, "not-json"),
    (JSON, b"[" * BODY_LIMIT, 400, "not-json"),
    (JSON, b'{"name": "\\ud800"}', 400, "not-json"),
    (JSON, b"[]", 400, "bad-command"),
    (JSON, b"{}", 400, "bad-command"),
    (JSON, b'{"name": ["go"]}', 400, "bad-command"),
    (JSON, b'{"name": "go", "args": []}', 400, "bad-command"),
    (JSON, b'{"name": "go", "key": "x"}', 400, "bad-command"),
    (JSON, b'{"name": "selfdestruct"}', 400, "unknown-command"),
    (JSON, b'{"name": "go"' + b" " * BODY_LIMIT + b"}", 413, "too-long"),
)


def test_malformed_commands_are_refused_in_json() -> None:
    async def scene() -> None:
        table = FakeTable()
        async with serving(table) as console:
            for headers, body, status, error in MALFORMED:
                answer = await ask(console, "/command", method="POST", headers={**WITH_KEY, **headers}, body=body)
                assert (answer.status, answer.json()["error"]) == (status, error), body[:40]
                assert answer.json()["message"]
        assert table.asked == []

    run(scene())


def test_what_is_not_there_is_not_there() -> None:
    async def scene() -> None:
        async with serving(FakeTable()) as console:
            for method, path, status in (
                ("GET", "/command", 405),
                ("POST", "/", 405),
                ("DELETE", "/view.json", 405),
                ("GET", "/static/../server.py", 404),
                ("GET", "/static/%2e%2e/server.py", 404),
                ("GET", "/fonts//etc/passwd", 404),
                ("GET", "/static/", 404),
                ("GET", "/art/golem/purple", 404),
                ("GET", "/art/board/99x99/en", 404),
                ("GET", "/ws", 404),
            ):
                answer = await ask(console, path, method=method)
                assert (answer.status, answer.json()["ok"]) == (status, False), path

    run(scene())


def test_no_bytes_at_all_make_a_fault_or_a_command() -> None:
    with asyncio.Runner() as runner:
        table = FakeTable()
        context = serving(table)
        console = runner.run(context.__aenter__())

        @settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow])
        @given(st.binary(max_size=200) | st.recursive(st.none() | st.text(max_size=9), st.lists).map(json.dumps))
        def bombard(body: bytes | str) -> None:
            data = body if isinstance(body, bytes) else json.dumps({"name": body}).encode()
            answer = runner.run(ask(console, "/command", method="POST", headers={**WITH_KEY, **JSON}, body=data))
            assert 400 <= answer.status < 500
            assert answer.json()["ok"] is False

        bombard()
        assert table.asked == []
        runner.run(context.__aexit__(None, None, None))


class BrokenTable(FakeTable):
    """Its commands end in errors."""

    async def submit(self, name: str, args: Mapping[str, Any]) -> CommandAnswer:
        raise GolemError("the disk is full") if name == "go" else RuntimeError("a bug, with a secret")


def test_errors_of_the_table_are_told_and_bugs_do_not_leak() -> None:
    async def scene() -> None:
        async with serving(BrokenTable()) as console:
            told = await order(console, "go", headers=WITH_KEY)
            assert (told.status, told.json()["message"]) == (409, "the disk is full")
            bug = await order(console, "estop")
            assert (bug.status, bug.json()["error"]) == (500, "fault")
            assert b"secret" not in bug.body
            assert (await ask(console, "/")).status == 200

    run(scene())
