"""Refusals say what is wrong and what to do, in these very words."""

from __future__ import annotations

from tests.golden.store import FILES
from tests.support.golem_refusals import told_refusals


def test_every_refusal_is_as_somebody_has_read_it():
    wanted = (FILES / "golem_refusals" / "refusals.txt").read_text(encoding="utf-8")
    assert told_refusals() == wanted, "if this is right: make golden, and look"
