"""The dice race to the base: pure rules on numbered cells.

``board`` where the figures are, ``movement`` and ``turns`` what a roll and a choice lead to, ``game`` how the
table plays it, ``resolve`` how `golem resolve` does.
"""

from controller.games.spiral.game import Spiral
from controller.games.spiral.resolve import resolve

GAME = Spiral()

__all__ = ["GAME", "resolve"]
