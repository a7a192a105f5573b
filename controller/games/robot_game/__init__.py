"""Robot Game: two players' code drives a swarm. The rules, as pure functions on frozen values.

``arena`` holds the cells, ``actions`` what a robot can do, ``turn`` the rules of a turn, ``turn_random`` its random
numbers, ``state`` a game between two turns; ``game`` is how the table plays it, ``resolve`` how `golem resolve` does.
"""

from controller.games.robot_game.game import RobotGame
from controller.games.robot_game.resolve import resolve

GAME = RobotGame()

__all__ = ["GAME", "resolve"]
