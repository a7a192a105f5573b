"""Battle of Golems: the rules of both rulebooks, as pure functions on frozen values.

``program`` what golems are told, ``position`` what lies on the board, ``round`` what becomes of it;
``game`` is how the table plays it, ``resolving`` how `golem resolve` does.
"""

from controller.games.golems.game import Golems
from controller.games.golems.resolving import resolve

GAME = Golems()

__all__ = ["GAME", "resolve"]
