"""What came out of the long runs, and the page that keeps it."""

from __future__ import annotations

import os
import platform
from dataclasses import dataclass
from pathlib import Path

SHOWN = 10
"""So many faults are printed."""

TITLES = {
    "wire": "## Serial lines, virtual time",
    "firmware": "## The firmware",
    "broker": "## A broker that is killed",
}

HEAD = """# Torture

`make torture` runs this anew and writes this page. What is compared is what the robot's wheels did and what the
journal says; the judge knows nothing of frames and sequence numbers (`tests/torture/judge.py`). A gate of 20,000
commands and a few kills of the broker are in every test run.
"""


@dataclass(frozen=True)
class Report:
    """What came out of a part."""

    text: str
    sound: bool


def machine() -> str:
    return f"{os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}."


def keep(page: Path, part: str, text: str) -> None:
    """Put a part's section into the page; the others stay."""
    sections: dict[str, str] = {}
    if page.exists():
        for chunk in page.read_text(encoding="utf-8").split("\n## ")[1:]:
            title = "## " + chunk.partition("\n")[0]
            sections.update({name: "## " + chunk for name, known in TITLES.items() if known == title})
    sections[part] = text
    body = "\n".join(sections[name].rstrip() + "\n" for name in TITLES if name in sections)
    page.write_text(f"{HEAD}\n{body}", encoding="utf-8")
