"""What the pages for people point to is there: files, headings, make targets."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.packaging.__main__ import CHECKOUT


def _pages() -> list[str]:
    found = [page for pattern in ("*.md", "docs/**/*.md", "hardware/**/*.md") for page in CHECKOUT.glob(pattern)]
    return sorted(page.relative_to(CHECKOUT).as_posix() for page in found)


def _prose(page: Path) -> str:
    """The page without its examples."""
    return re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)


def _anchors(page: Path) -> set[str]:
    """The headings as GitHub makes links of them."""
    headings = re.findall(r"^#+ (.*)$", _prose(page), flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("name", _pages())
def test_every_link_leads_somewhere(name: str) -> None:
    page = CHECKOUT / name
    broken = []
    for target in re.findall(r"\]\(([^)\s]+)\)", _prose(page)):
        if re.match(r"\w+:", target):
            continue
        path, _, anchor = target.partition("#")
        file = (page.parent / path) if path else page
        if not file.exists() or (anchor and anchor not in _anchors(file)):
            broken.append(target)
    assert broken == []


def test_every_make_target_that_is_named_exists() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (CHECKOUT / "Makefile").read_text(encoding="utf-8"), flags=re.MULTILINE))
    mention = re.compile(r"(?:`|^    (?:sudo )?)make ([a-z][a-z-]*)", flags=re.MULTILINE)
    named = {target for name in _pages() for target in mention.findall((CHECKOUT / name).read_text(encoding="utf-8"))}
    assert named - targets == set()
    assert {"demo", "test"} <= named
