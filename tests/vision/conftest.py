"""What all tests of the eye share."""

from __future__ import annotations

import pytest

from tests.support.tables import restart_noise


@pytest.fixture(autouse=True)
def noise_of_its_own() -> None:
    """Begin each test with the same noise: what it sees does not depend on the tests before it."""
    restart_noise()
