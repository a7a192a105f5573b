"""Robots on hexagons: robots run programs of 15 steps. The rules, as pure functions on frozen values.

``position`` what stands where, ``program`` the steps, ``questions`` what tests ask (``asking`` reads and writes
them in four languages, ``answering`` answers), ``turn`` what becomes of it; ``game`` is how the table plays it,
``resolve`` how `golem resolve` does.
"""

from controller.games.robots_hex.documents.resolve import resolve
from controller.games.robots_hex.game import RobotsHex

GAME = RobotsHex()

__all__ = ["GAME", "resolve"]
