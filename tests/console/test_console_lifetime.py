"""How the console begins and ends: ports, addresses, keys, signals, and a page that dies."""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import re
import signal

import pytest
from starlette.datastructures import Headers
from starlette.responses import Response
from websockets.exceptions import ConnectionClosed

from controller.console.key_rights import CODE_S, KeyRights
from controller.console.server import Console
from controller.console.serving import web_server
from controller.console.serving.listening_socket import AddressUnusable, KeyUnusable, OpenToAll, PortBusy, listen
from controller.console.serving.server_options import ServerOptions
from tests.support import views
from tests.support.console_requests import WITH_KEY, next_view, run, watch
from tests.support.views import FakeTable
from tests.support.web import KEY, ask, order, serving

# Life and death


def test_a_busy_port_is_named_with_the_way_out() -> None:
    async def scene() -> None:
        async with serving(FakeTable()) as console:
            other = Console(FakeTable(), FakeTable(), ServerOptions(port=console.port))
            with pytest.raises(PortBusy, match=rf"port {console.port} .*--port {console.port + 1}.*--port 0"):
                other.start()

    run(scene())


def test_addresses_that_are_not_ours_are_refused_in_words() -> None:
    for host, port in (("192.0.2.1", 0), ("127.0.0.1", 70000), ("127.0.0.1", -1)):
        with pytest.raises(AddressUnusable, match=re.escape(host)):
            Console(FakeTable(), FakeTable(), ServerOptions(host=host, port=port), key="k").open()


def test_without_a_key_only_this_machine_may_come() -> None:
    for host in ("0.0.0.0", "::", "192.168.1.7", "table.example"):
        with pytest.raises(OpenToAll):
            Console(FakeTable(), FakeTable(), ServerOptions(host=host))
        Console(FakeTable(), FakeTable(), ServerOptions(host=host), key="k")
    for host in ("127.0.0.1", "::1", "localhost"):
        Console(FakeTable(), FakeTable(), ServerOptions(host=host))


def test_a_key_that_no_header_can_hold_is_refused() -> None:
    for key in ("", "two words", "ключ", "line\nbreak"):
        with pytest.raises(KeyUnusable):
            Console(FakeTable(), FakeTable(), key=key)
    assert Console(FakeTable(), FakeTable(), key="a&b#c").console_url.endswith("/console")


def test_addresses_for_people() -> None:
    console = Console(FakeTable(), FakeTable(), ServerOptions(host="0.0.0.0", port=0), key="k-1")
    console.open()
    try:
        assert console.port > 0
        assert console.url == f"http://127.0.0.1:{console.port}/"
        assert console.console_url == f"http://127.0.0.1:{console.port}/console"
    finally:
        console.close()
    assert Console(FakeTable(), FakeTable(), ServerOptions(host="::1")).url == "http://[::1]:8080/"
    assert Console(FakeTable(), FakeTable()).phones_url is None
    assert (
        Console(FakeTable(), FakeTable(), ServerOptions(host="10.1.2.3"), key="k").phones_url == "http://10.1.2.3:8080/"
    )


def test_phones_get_an_address_of_this_machine_or_none() -> None:
    url = Console(FakeTable(), FakeTable(), ServerOptions(host="0.0.0.0"), key="k").phones_url
    if url is not None:
        host = url.removeprefix("http://").partition(":")[0]
        assert ipaddress.ip_address(host).is_loopback is False
        here = Console(FakeTable(), FakeTable(), ServerOptions(host=host, port=0), key="k")
        here.open()
        here.close()


def test_an_end_tells_the_screens_and_frees_the_port_and_the_table() -> None:
    async def scene() -> None:
        table = FakeTable(shown=views.view())
        async with serving(table) as console, watch(console) as screen:
            await next_view(screen)
            port = console.port
            tasks = [task for task in asyncio.all_tasks() if task.get_name() == "console"]
            tasks[0].cancel()
            with pytest.raises(ConnectionClosed) as closed:
                await next_view(screen)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1012
            await asyncio.wait(tasks)
            assert table.listeners == []
        async with serving(table, port=port) as again:
            assert again.port == port

    run(scene())


def test_signals_stay_the_games() -> None:
    async def scene() -> None:
        before = [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)]
        async with serving(FakeTable()) as console:
            await ask(console, "/")
            assert [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)] == before

    run(scene())


def test_a_dead_page_does_not_stop_the_game(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    async def die(self: object, sockets: object = None) -> None:
        raise OSError("the network is gone")

    monkeypatch.setattr(web_server._Server, "serve", die)

    async def scene() -> None:
        table = FakeTable()
        task = Console(table, table, ServerOptions(port=0)).start()
        await asyncio.wait({task})
        table.show(views.view())
        assert table.listeners == []

    with caplog.at_level(logging.ERROR):
        run(scene())
    assert "the page is dead, the game goes on: the network is gone" in caplog.text


@pytest.mark.parametrize("port", [-1, 65536, 99999])
def test_ports_go_from_0_to_65535(port: int) -> None:
    with pytest.raises(AddressUnusable, match="ports go from 0 to 65535"):
        listen("127.0.0.1", port)


def test_a_key_or_a_code_in_an_address_becomes_a_cookie_at_once_and_is_never_shown() -> None:
    async def main() -> None:
        async with serving(FakeTable()) as console:
            led = await ask(console, f"/console?key={KEY}&lang=pl")
            assert (led.status, led.headers["location"]) == (303, "console?lang=pl") and KEY not in str(led)
            cookie, *flags = led.headers["set-cookie"].split("; ")
            assert {"HttpOnly", "SameSite=strict"} <= set(flags) and str(console.port) in cookie
            assert (await order(console, "pause", headers={"Cookie": cookie})).status == 200
            assert (await order(console, "pause", headers={"Cookie": cookie[:-1] + "x"})).status == 403
            # A cookie is no key, and a wrong key beside it stays wrong.
            assert (await order(console, "pause", headers={"X-Golem-Key": cookie.partition("=")[2]})).status == 403
            assert (await order(console, "pause", headers={"Cookie": cookie, "X-Golem-Key": "guess"})).status == 403
            foreign = {"Cookie": cookie, "Origin": "http://evil.example"}
            assert (await order(console, "pause", headers=foreign)).status == 403
            wrong = await ask(console, "/console?key=guess")
            assert (wrong.status, wrong.headers["location"]) == (303, "console") and "set-cookie" not in wrong.headers
            # A code is good once.
            path = "/" + console.entry_url().removeprefix(console.url)
            assert KEY not in path
            assert "set-cookie" in (await ask(console, path)).headers
            assert "set-cookie" not in (await ask(console, path)).headers
            for code in ("", "9999999999-00-11", path.partition("=")[2].replace("-", "")):
                assert "set-cookie" not in (await ask(console, f"/enter?code={code}")).headers
            # A typed key is exchanged, too; the QR code is the facilitator's.
            typed = await ask(console, "/key", method="POST", headers=WITH_KEY)
            assert typed.headers["set-cookie"].startswith(cookie)
            assert (await ask(console, "/hand-over.svg")).status == 403
            drawn = await ask(console, "/hand-over.svg", headers={"Cookie": cookie})
            assert drawn.status == 200 and b"<svg" in drawn.body and KEY.encode() not in drawn.body

    asyncio.run(main())


def test_a_code_is_good_for_ten_minutes_and_its_cookie_after_a_restart() -> None:
    now = [1000.0]
    rights, again = (KeyRights(KEY, lambda: 80, lambda: now[0]) for _ in range(2))
    code = rights.code()
    now[0] += CODE_S + 1
    assert not rights.enter(code) and rights.enter(rights.code())
    answers = [Response(), Response()]
    for each, answer in zip((rights, again), answers, strict=True):
        each.remember(answer)
    cookie = answers[0].headers["set-cookie"].partition(";")[0]
    assert answers[1].headers["set-cookie"].partition(";")[0] == cookie
    assert again.refuse_console(Headers({"cookie": cookie})) is None
    assert KeyRights("another", lambda: 80).refuse_console(Headers({"cookie": cookie})) is not None
