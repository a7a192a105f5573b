"""Exactly once, with the real program at the robot's end of a bad line (`make torture ARGS=firmware` does more)."""

from __future__ import annotations

import pytest

from tests.torture.firmware import torture


@pytest.mark.parametrize("seed", [1, 2])
def test_the_firmware_does_nothing_twice_and_loses_nothing_silently(seed: int) -> None:
    found = torture(seed, 45, resets=0.12, stops=0.1)
    print(f"seed {seed}: {dict(found.ends)}, {found.resets} resets")
    assert found.faults == []
    assert found.ends.total() == 45
    assert found.ends["uncertain"] <= found.resets
    assert found.ends["done"] > 25
