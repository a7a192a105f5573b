"""On a bare table nothing is told to lie, in any condition. `make eye-bare` looks at more of them."""

from __future__ import annotations

from hardware.simulated.imaging_conditions import CONDITIONS
from tests.support.bare_ground import bare, told_of_nothing
from tests.support.ground import Table

TABLE = Table(players=("red",), size=(1280, 720))


def test_nothing_is_told_to_lie_where_nothing_lies() -> None:
    told = {name: [item.why for item in told_of_nothing(name, 0, bare(TABLE))] for name in CONDITIONS}
    assert {name: whys for name, whys in told.items() if whys} == {}
