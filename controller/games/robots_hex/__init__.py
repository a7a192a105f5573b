"""Robots on hexagons: robots run programs of 15 steps. The rules, as pure functions on frozen values.

``position`` is what stands where, ``program`` the steps, ``questions`` the language of tests (lexicon, grammar, parser,
evaluation), ``turn`` plays a robot's turn; ``game`` is how the table plays it, ``documents`` how `golem resolve` does.
"""

from controller.games.robots_hex.documents.resolve import resolve
from controller.games.robots_hex.game import RobotsHex

GAME = RobotsHex()

__all__ = ["GAME", "resolve"]
