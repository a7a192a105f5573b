"""Locked rows of two players, for tests."""

from __future__ import annotations

from boards.kit.thing_keys import MatKey
from boards.table_layout import standard_layout

PLAYERS = ("red", "blue")
TRAYS = standard_layout(MatKey("4x4"), PLAYERS)
