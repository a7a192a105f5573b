"""Battle of Golems: the rules of both rulebooks, as pure functions on frozen values.

``rules`` are positions, programs and what becomes of them; ``game`` is how the table plays it, ``documents`` how
`golem resolve` does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.games.golems.documents.resolve import resolve, resolve_lines

if TYPE_CHECKING:
    from controller.games.golems.game import Golems

    GAME: Golems

__all__ = ["GAME", "resolve", "resolve_lines"]


def __getattr__(name: str) -> Golems:
    """`GAME` is loaded when it is first asked for: `golem resolve` needs none of its words and gestures."""
    if name != "GAME":
        raise AttributeError(f"{__name__} has no {name}")
    from controller.games.golems.game import Golems

    game = globals()["GAME"] = Golems()
    return game
