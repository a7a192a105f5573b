"""What a page weighs before its pictures: the files that it links and loads, as they are sent, and its letters."""

from __future__ import annotations

import asyncio
import posixpath
import re
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from playwright.async_api import Page

from controller.console.assets import Asset, page_files
from tests.fonts.web_fonts import font_parts

MOST_BYTES = 300_000
"""Of a page before pictures, with its letters, as they are sent."""

_IMPORT = re.compile(r'(?:from|import) "(\.[^"]+)"')
_LINKED = re.compile(r'(?:src|href)="/(static/[^"]+\.(?:js|css))"')


def sent(file: Asset) -> int:
    """Return how many bytes a browser gets of a file."""
    return len(file.body if file.packed is None else file.packed)


def loaded_files(page: str) -> frozenset[str]:
    """Return a page's HTML and the scripts and styles that it needs, by path."""
    files = page_files()
    loaded, left = {page}, set(_LINKED.findall(files[page].body.decode()))
    while left:
        path = left.pop()
        loaded.add(path)
        found = _IMPORT.findall(files[path].body.decode()) if path.endswith(".js") else []
        left |= {posixpath.normpath(posixpath.join(posixpath.dirname(path), one)) for one in found} - loaded
    return frozenset(loaded)


def letters_for(text: Iterable[str]) -> frozenset[str]:
    """Return the files of letters that browsers load to show these characters, regular and bold, by path."""
    codes = {ord(letter) for letter in text}
    return frozenset(f"fonts/{part.file}" for part in font_parts() if any(map(part.has, codes)))


@dataclass
class Transfer:
    """What a browser has got."""

    sizes: dict[str, int] = field(default_factory=dict)
    """Bytes by path, heads of answers included, without pictures."""

    @property
    def bytes(self) -> int:
        return sum(self.sizes.values())


@asynccontextmanager
async def transfer(page: Page) -> AsyncIterator[Transfer]:
    """Count what a page loads in the block, with nothing kept from before. Needs Chromium."""
    session = await page.context.new_cdp_session(page)
    await session.send("Network.enable")
    await session.send("Network.setCacheDisabled", {"cacheDisabled": True})
    counted, paths = Transfer(), dict[str, str]()
    opened, quiet = set[str](), asyncio.Event()

    def asked(event: dict[str, Any]) -> None:
        # The end of an answer that the page does not read (to its key) is not told.
        if event["request"]["method"] == "GET":
            opened.add(event["requestId"])
            quiet.clear()

    def answered(event: dict[str, Any]) -> None:
        if not event["response"]["mimeType"].startswith("image/"):
            paths[event["requestId"]] = urlsplit(event["response"]["url"]).path.removeprefix("/")

    def complete(event: dict[str, Any]) -> None:
        path = paths.get(event["requestId"])
        if path is not None:
            counted.sizes[path] = counted.sizes.get(path, 0) + int(event.get("encodedDataLength", 0))
        opened.discard(event["requestId"])
        if not opened:
            quiet.set()

    session.on("Network.requestWillBeSent", asked)
    session.on("Network.responseReceived", answered)
    session.on("Network.loadingFinished", complete)
    session.on("Network.loadingFailed", complete)
    yield counted
    # Letters are asked for when they are laid out.
    await page.evaluate("document.fonts.ready.then(() => true)")
    await quiet.wait()
    await session.detach()
