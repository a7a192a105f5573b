"""Walks about at random, and strikes at random when an enemy is near. Easy to beat."""

import random

import rg


class Robot:
    def act(self, game):
        ways = rg.locs_around(self.location, filter_out=("invalid", "obstacle"))
        enemies = [place for place in ways if place in game.robots and game.robots[place].player_id != self.player_id]
        if enemies:
            return ["attack", random.choice(enemies)]
        inwards = [place for place in ways if "spawn" not in rg.loc_types(place)]
        return ["move", random.choice(inwards or ways)]
