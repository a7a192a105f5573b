"""Jetan, the chess of Mars: pure rules on sets of squares.

``pieces`` are the kinds and their routes, ``moves`` what is legal, ``notation`` the text of both, ``game`` is how the
table plays it, ``resolve`` how `golem resolve` does.
"""

from controller.games.jetan.game import Jetan
from controller.games.jetan.resolve import resolve

GAME = Jetan()

__all__ = ["GAME", "resolve"]
