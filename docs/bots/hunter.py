"""Leaves the doors, hunts the weakest enemy nearby, and takes its enemies along when it is lost."""

import rg


class Robot:
    def act(self, game):
        enemies = {place: bot for place, bot in game.robots.items() if bot.player_id != self.player_id}
        beside = [place for place in rg.locs_around(self.location) if place in enemies]
        if len(beside) >= 2 and self.hp <= 10 * len(beside):
            return ["suicide"]
        if "spawn" in rg.loc_types(self.location) and game.turn % 10 in (9, 0):
            return self.go(game, rg.CENTER_POINT)
        if beside:
            return ["attack", min(beside, key=lambda place: enemies[place].hp)]
        near = min(
            enemies, key=lambda place: (rg.wdist(place, self.location), enemies[place].hp), default=rg.CENTER_POINT
        )
        if rg.wdist(near, self.location) == 2:
            return ["attack", rg.toward(self.location, near)]
        return self.go(game, near)

    def go(self, game, goal):
        """One step nearer that no friend stands in the way of, or a guard."""
        ways = rg.locs_around(self.location, filter_out=("invalid", "obstacle"))
        free = [place for place in ways if place not in game.robots]
        best = min(free, key=lambda place: rg.dist(place, goal), default=None)
        if best is None or rg.dist(best, goal) >= rg.dist(self.location, goal):
            return ["guard"]
        return ["move", best]
