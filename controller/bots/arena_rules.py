"""The arena's data as `rg.settings` shows it to bots: names and values of the public rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from controller.games.robot_game.arena import PLACES, SIZE, SPAWN_CELLS, place_of
from controller.games.robot_game.turn import COLLISION_DAMAGE, HP, LAST_TURN, SPAWN_EACH, SPAWN_EVERY, SUICIDE_DAMAGE

RULES: Mapping[str, Any] = {
    "spawn_every": SPAWN_EVERY,
    "spawn_per_player": SPAWN_EACH,
    "board_size": SIZE,
    "robot_hp": HP,
    "attack_range": [8, 10],
    "collision_damage": COLLISION_DAMAGE,
    "suicide_damage": SUICIDE_DAMAGE,
    "max_turns": LAST_TURN + 1,
    "max_seed": 2**31 - 1,
    "player_count": 2,
    "start": None,
    "str_limit": 50,
    "default_rating": 1200,
    "max_time_initialization": 2000,
    "max_time_first_act": 1500,
    "max_time_per_act": 300,
    "exposed_properties": ["location", "hp", "player_id"],
    "player_only_properties": ["robot_id"],
    "user_obj_types": ["Robot"],
    "valid_commands": ["move", "attack", "guard", "suicide"],
    "spawn": [place_of(cell) for cell in SPAWN_CELLS],
    "obstacle": [(x, y) for y in range(SIZE) for x in range(SIZE) if (x, y) not in PLACES],
}
