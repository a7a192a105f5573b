"""A card that is not surely read is told for the right reason: some seeded cases; `make eye-causes` has more."""

from __future__ import annotations

import pytest

from tests.support.unread_cases import KINDS, READ, told

DEAR = ("moving", "glare", "other-deck", "too-small")
"""Kinds of which a case takes longer."""


@pytest.mark.parametrize("kind", KINDS)
def test_the_reason_is_the_right_one(kind: str) -> None:
    said = [told(kind, seed) for seed in range(1 if kind in DEAR else 3)]
    assert set(said) <= {kind, READ} and kind in said
