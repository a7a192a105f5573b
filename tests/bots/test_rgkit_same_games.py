"""Whole games of the same bots in rgkit and here, with the same chances: every robot the same in every turn."""

from __future__ import annotations

from pathlib import Path

import pytest
import rgkit

from controller.bots.bot_source import BotSource, read_bot
from controller.bots.match import arena
from controller.games.robot_game.arena import place_of
from tests.support import rgkit_match

SHIPPED = sorted(Path(rgkit.__path__[0], "bots").glob("*.py"))
OURS = sorted((Path(__file__).parents[2] / "docs" / "bots").glob("*.py"))

CURIOUS = BotSource(
    "curious",
    "curious.py",
    """
import random
from rgkit import rg
from rgkit.settings import settings
import rgkit.rg

class Robot:
    def __init__(self):
        self.calls = 0

    def act(self, game):
        self.calls += 1
        where = self.location
        assert game['turn'] == game.turn and game.robots[where].hp == self.hp == game['robots'][where]['hp']
        assert game.robots[where].robot_id == self.robot_id and hasattr(game.robots[where], 'robot_id')
        enemies = [loc for loc, bot in game.robots.items() if bot.player_id != self.player_id]
        assert not any('robot_id' in game.robots[loc] or hasattr(game.robots[loc], 'robot_id') for loc in enemies)
        assert rg is rgkit.rg and settings is rg.settings
        around = rg.locs_around(where, filter_out=('invalid', 'obstacle'))
        pick = random.Random(game.seed + str(self.calls)).random()
        if pick < 0.1:
            return ['suicide', None][:1] if self.hp < 20 else ['guard']
        if pick < 0.2:
            return ['move', rg.locs_around(where)[0]]          # sometimes an obstacle: a guard
        if pick < 0.25:
            return 1 / (self.robot_id % 2)                      # an exception, or no action
        if pick < 0.3:
            return ('move', [where[0] + 1, where[1]])           # a list is no place
        if pick < 0.35:
            return ('attack', (where[0] + 0.0, where[1] + 1.0))
        near = sorted(enemies, key=lambda loc: (rg.wdist(loc, where), rg.dist(loc, rg.CENTER_POINT)))
        if near and rg.wdist(near[0], where) == 1:
            return ['attack', near[0]]
        if 'spawn' in rg.loc_types(where) or pick < 0.7:
            return ['move', rg.toward(where, random.choice(near) if near else rg.CENTER_POINT)]
        return ['attack', random.choice(around)]
""",
)
MUTABLE = BotSource(
    "mutable",
    "mutable.py",
    """
import rg
seen = {}
class Robot:
    plan = None
    def act(self, game):
        if self.plan != game.turn:
            self.plan, self.taken = game.turn, set()
        for step in sorted(rg.locs_around(self.location, ['obstacle', 'invalid']), key=lambda l: rg.dist(l, (9, 9))):
            if step not in self.taken and step not in game.robots:
                self.taken.add(step)
                game.robots[step] = game.robots.pop(self.location)     # the rest of this turn's robots see it
                return 'move', step
        seen[self.robot_id] = seen.get(self.robot_id, 0) + 1
        for loc in rg.locs_around(self.location):
            if loc in game.robots and game.robots[loc].player_id != self.player_id:
                return ['attack', loc]
        return ['suicide'] if seen[self.robot_id] > 6 else ['guard']
""",
)
BOTS = [*map(read_bot, [*SHIPPED, *OURS]), CURIOUS, MUTABLE]
PAIRS = [(CURIOUS, MUTABLE), *zip(BOTS[::2], BOTS[1::2], strict=False)]


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: f"{pair[0].name}-{pair[1].name}")
def test_same_game(pair):
    seed = 2026 + PAIRS.index(pair)
    turns = []
    with arena(pair) as place:
        match = place.play(seed, turns.append)
    robots, errors = rgkit_match.play((pair[0].text, pair[1].text), seed)
    for turn, expected, wrong in zip(turns, robots[1:], errors, strict=True):
        found = [(robot.id, robot.player, *place_of(cell), robot.hp) for cell, robot in turn.after.robots.items()]
        assert sorted(found) == expected, f"seed {seed}, turn {turn.before.turn}"
        assert sorted(mistake.robot for mistake in turn.mistakes) == wrong, f"seed {seed}, turn {turn.before.turn}"
    assert match.gone == (None, None)


def test_the_module_rg_is_rgkits():
    """Every name with every argument: places, far places, kinds of places, all settings that rgkit has."""
    from rgkit import rg as theirs
    from rgkit.settings import settings

    from controller.bots.arena_rules import RULES
    from controller.bots.sandbox import rg

    ours = rg.functions(rg.settings_of(dict(RULES)))
    places = [(x, y) for x in range(-1, 20) for y in range(-1, 20)]
    between = [(x / 4, y / 4) for x in range(-3, 80, 7) for y in range(-3, 80, 7)]
    assert ours["CENTER_POINT"] == theirs.CENTER_POINT
    for place in places:
        assert ours["loc_types"](place) == theirs.loc_types(place), place
        for kinds in (None, ["spawn"], ("invalid", "obstacle"), {"normal"}, ["obstacle"]):
            assert ours["locs_around"](place, kinds) == theirs.locs_around(place, kinds), place
        assert ours["_locs_around"](place) == theirs._locs_around(place)
        for other in places[::37]:
            assert ours["toward"](place, other) == theirs.toward(place, other), (place, other)
            assert ours["dist"](place, other) == theirs.dist(place, other)
            assert ours["wdist"](place, other) == theirs.wdist(place, other)
    for place in [*between, (3, 4, 5)]:
        assert ours["loc_types"](place) == theirs.loc_types(place), place
    for place in between:
        assert ours["locs_around"](place, ["invalid"]) == theirs.locs_around(place, ["invalid"]), place
    assert [ours["_sign"](number) for number in (-2, 0, 3)] == [theirs._sign(number) for number in (-2, 0, 3)]
    public = {name for name in vars(theirs) if not name.startswith("__")}
    assert public <= set(ours), public - set(ours)
    for name, value in settings.items():
        mine = ours["settings"][name]
        both = (sorted(mine), sorted(map(tuple, value))) if name in ("spawn_coords", "obstacles") else (mine, value)
        assert both[0] == both[1], name


def test_a_bot_may_take_another_arena():
    """As in rgkit: what was not asked about before is as the new arena says."""
    from controller.bots.arena_rules import RULES
    from controller.bots.sandbox import rg

    settings = rg.settings_of(dict(RULES))
    ours = rg.functions(settings)
    assert ours["toward"]((9, 9), (12, 9)) == (10, 9) and ours["loc_types"]((9, 10)) == {"normal"}
    settings.init_map({"spawn": [(11, 9)], "obstacle": [(10, 9), [1, 2]]})
    assert ours["toward"]((9, 9), (12, 9)) == (9, 8)
    assert ours["loc_types"]((10, 9)) == {"normal", "obstacle"} and ours["loc_types"]((11, 9)) == {"normal", "spawn"}
    assert (settings.player_count, settings.start) == (2, None)
