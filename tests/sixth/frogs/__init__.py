"""Frogs on stones: the tiny sixth game of docs/sixth-game.md. Two frogs, a die, and who is first on the last stone."""

from .game import Frogs

GAME = Frogs()

__all__ = ["GAME"]
