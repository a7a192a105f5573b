"""What is said about documents of Battle of Golems that are refused, word by word."""

from __future__ import annotations

from tests.support.golem_refusals import told_refusals


def transcripts() -> dict[str, str]:
    return {"refusals.txt": told_refusals()}
