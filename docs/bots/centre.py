"""Goes to the centre and strikes whoever is beside it. A bot to begin with."""

import rg


class Robot:
    def act(self, game):
        for place in rg.locs_around(self.location):
            if place in game.robots and game.robots[place].player_id != self.player_id:
                return ["attack", place]
        if self.location == rg.CENTER_POINT:
            return ["guard"]
        return ["move", rg.toward(self.location, rg.CENTER_POINT)]
