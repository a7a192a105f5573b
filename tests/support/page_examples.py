"""What a page of docs/ tells a stranger to write and to type: its files and its commands, chapter by chapter."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"


def chapter(page: str, heading: str) -> str:
    """The text below a heading, up to the next one of any level."""
    text = (DOCS / page).read_text(encoding="utf-8")
    found = re.search(rf"^#+ {re.escape(heading)}\n(.*?)(?=^#+ |\Z)", text, re.MULTILINE | re.DOTALL)
    assert found is not None, f"{page} has no chapter {heading!r}"
    return found[1]


def files_of(text: str) -> dict[str, str]:
    """The files whose names stand before their contents."""
    return dict(re.findall(r"^`([\w./-]+)`:\n\n```\w+\n(.*?)^```$", text, re.MULTILINE | re.DOTALL))


def commands_of(text: str) -> list[list[str]]:
    """The `golem` commands that stand on lines of their own, without that word."""
    return [shlex.split(line)[1:] for line in re.findall(r"^    (golem .+)$", text, re.MULTILINE)]
