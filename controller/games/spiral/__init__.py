"""The dice race to the base: pure rules on numbered cells.

``board`` where the figures are, ``movement`` and ``turns`` what a roll and a choice lead to, ``game`` how the
table plays it, ``resolve`` how `golem resolve` does.
"""

from controller.games.spiral.documents.resolve import resolve
from controller.games.spiral.game import Spiral

GAME = Spiral()

__all__ = ["GAME", "resolve"]
