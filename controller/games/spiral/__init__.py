"""The dice race to the base: pure rules on numbered cells.

``board`` holds the figures, ``movement`` and ``turns`` play a roll and a choice, ``game`` is how the table plays it,
``documents`` how `golem resolve` does.
"""

from controller.games.spiral.documents.resolve import resolve
from controller.games.spiral.game import Spiral

GAME = Spiral()

__all__ = ["GAME", "resolve"]
