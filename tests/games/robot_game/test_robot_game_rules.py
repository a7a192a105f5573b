"""Every sentence of the rules of Robot Game."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

from controller.games.robot_game import resolve
from controller.games.robot_game.arena import CELLS, NEIGHBOURS, SPAWN_CELLS, is_free, mirrored, place_of
from controller.games.robot_game.turn_random import Chance

CENTRE = (9, 9)


def turn(
    *robots: tuple[int, tuple[int, int], list[Any] | None],
    hp: int = 50,
    damage: int | None = 9,
    number: int = 3,
    **more: Any,
) -> dict[str, Any]:
    """A turn of robots given as player, place and action; their ids are 1, 2, 3, ..."""
    document: dict[str, Any] = {
        "game": "robot_game",
        "turn": number,
        "robots": [
            {"id": index, "player": player, "loc": list(place), "hp": hp}
            for index, (player, place, _) in enumerate(robots, 1)
        ],
        "actions": {str(index): action for index, (_, _, action) in enumerate(robots, 1) if action},
        "spawn": False,
        **more,
    }
    if damage is not None:
        document["attack_damage"] = damage
    return json.loads(resolve(document))


def left(result: dict[str, Any]) -> dict[int, tuple[tuple[int, int], int]]:
    """Id -> place and HP."""
    return {robot["id"]: (tuple(robot["loc"]), robot["hp"]) for robot in result["after"]["robots"]}


def move(x: int, y: int) -> list[Any]:
    return ["move", [x, y]]


def attack(x: int, y: int) -> list[Any]:
    return ["attack", [x, y]]


# --- the arena


def test_the_arena_has_136_obstacles_225_free_cells_and_48_spawn_cells():
    everywhere = [(x, y) for x in range(19) for y in range(19)]
    obstacles = [(x, y) for x, y in everywhere if (x - 9) ** 2 + (y - 9) ** 2 >= 73]
    assert len(obstacles) == 136 and len(CELLS) == 225
    assert not any(is_free(x, y) for x, y in obstacles)
    spawn = [
        (x, y)
        for x, y in everywhere
        if is_free(x, y) and not all(is_free(x + a, y + b) for a, b in ((0, 1), (1, 0), (0, -1), (-1, 0)))
    ]
    assert sorted(map(place_of, SPAWN_CELLS)) == sorted(spawn) and len(spawn) == 48


def test_upper_left_is_0_0_and_neighbours_come_in_the_bots_order():
    assert [place_of(cell) for cell in NEIGHBOURS[CELLS[CENTRE]]] == [(9, 10), (10, 9), (9, 8), (8, 9)]
    assert place_of(mirrored(CELLS[3, 4])) == (15, 14)


def test_robots_may_walk_on_spawn_cells():
    assert left(turn((0, (9, 2), move(9, 1)))) == {1: ((9, 1), 50)}


# --- moves


def test_a_move_to_a_free_cell_succeeds():
    assert left(turn((0, CENTRE, move(10, 9)))) == {1: ((10, 9), 50)}


def test_two_that_claim_the_same_cell_both_fail():
    assert left(turn((0, (8, 9), move(9, 9)), (0, (10, 9), move(9, 9)))) == {1: ((8, 9), 50), 2: ((10, 9), 50)}


def test_a_robot_that_does_not_move_claims_its_own_cell():
    for action in (None, ["guard"], attack(9, 8)):
        assert left(turn((0, (8, 9), move(9, 9)), (0, CENTRE, action)))[1] == ((8, 9), 50)


def test_two_cannot_swap():
    assert left(turn((0, (8, 9), move(9, 9)), (0, (9, 9), move(8, 9)))) == {1: ((8, 9), 50), 2: ((9, 9), 50)}


def test_a_mover_fails_if_the_occupant_fails_to_move():
    # 1 follows 2, which runs into 3.
    result = left(turn((0, (7, 9), move(8, 9)), (0, (8, 9), move(9, 9)), (0, CENTRE, None)))
    assert [result[number][0] for number in (1, 2, 3)] == [(7, 9), (8, 9), (9, 9)]


def test_chains_move():
    chain = [(0, (x, 9), move(x + 1, 9)) for x in range(5, 10)]
    assert [place for place, _ in left(turn(*chain)).values()] == [(x + 1, 9) for x in range(5, 10)]


def test_one_blocked_member_stops_all_behind_it():
    chain = [(0, (x, 9), move(x + 1, 9)) for x in range(5, 10)]
    result = left(turn(*chain, (0, (10, 9), None)))
    assert [place for place, _ in result.values()] == [(x, 9) for x in range(5, 11)]


def test_rings_of_four_and_more_move():
    four = [(9, 9), (10, 9), (10, 10), (9, 10)]
    six = [(9, 9), (10, 9), (11, 9), (11, 10), (10, 10), (9, 10)]
    for ring in (four, six, four[::-1], six[::-1]):
        goals = [*ring[1:], ring[0]]
        robots = [(index % 2, place, move(*goal)) for index, (place, goal) in enumerate(zip(ring, goals, strict=True))]
        assert list(left(turn(*robots)).values()) == [(goal, 50) for goal in goals]


def test_a_ring_with_a_rival_for_one_cell_stops_as_a_whole():
    ring = [(9, 9), (10, 9), (10, 10), (9, 10)]
    robots = [(0, place, move(*goal)) for place, goal in zip(ring, [*ring[1:], ring[0]], strict=True)]
    result = left(turn(*robots, (0, (9, 8), move(9, 9))))
    assert [place for place, _ in result.values()] == [*ring, (9, 8)]


# --- collisions


def test_whoever_bumps_into_a_standing_enemy_both_lose_five():
    assert left(turn((0, (8, 9), move(9, 9)), (1, CENTRE, attack(9, 8)))) == {1: ((8, 9), 45), 2: ((9, 9), 45)}


def test_a_mover_collides_with_the_occupant_that_stays_only():
    # 1 and 3 both want the cell of 2, which stays: they collide with it and not with each other.
    result = left(turn((0, (8, 9), move(9, 9)), (1, CENTRE, attack(9, 8)), (1, (10, 9), move(9, 9))))
    assert result == {1: ((8, 9), 45), 2: ((9, 9), 45), 3: ((10, 9), 50)}


def test_claimants_of_a_cell_collide_pairwise():
    robots = [(0, (8, 9), move(9, 9)), (1, (10, 9), move(9, 9)), (1, (9, 8), move(9, 9)), (0, (9, 10), move(9, 9))]
    assert [hp for _, hp in left(turn(*robots)).values()] == [40, 40, 40, 40]


def test_claimants_collide_where_the_occupant_leaves():
    result = left(turn((0, (8, 9), move(9, 9)), (1, (10, 9), move(9, 9)), (1, CENTRE, move(9, 8))))
    assert result == {1: ((8, 9), 45), 2: ((10, 9), 45), 3: ((9, 8), 50)}


def test_a_swap_is_one_pair():
    assert left(turn((0, (8, 9), move(9, 9)), (1, CENTRE, move(8, 9)))) == {1: ((8, 9), 45), 2: ((9, 9), 45)}


def test_five_for_every_distinct_enemy():
    # 2 stands still in the middle of three enemies that bump into it.
    robots = [(0, (8, 9), move(9, 9)), (1, CENTRE, attack(9, 10)), (0, (10, 9), move(9, 9)), (0, (9, 8), move(9, 9))]
    assert [hp for _, hp in left(turn(*robots)).values()] == [45, 35, 45, 45]


def test_a_guarding_robot_takes_no_collision_damage_but_gives_it():
    for guard in (["guard"], None):
        assert left(turn((0, (8, 9), move(9, 9)), (1, CENTRE, guard))) == {1: ((8, 9), 45), 2: ((9, 9), 50)}


def test_robots_behind_a_blocked_one_collide_with_it():
    result = left(turn((0, (7, 9), move(8, 9)), (1, (8, 9), move(9, 9)), (1, CENTRE, ["guard"])))
    assert [hp for _, hp in result.values()] == [45, 45, 50]


# --- attacks


def test_an_attack_hits_whoever_stands_there_after_the_moves():
    assert left(turn((0, CENTRE, attack(10, 9)), (1, (11, 9), move(10, 9))))[2] == ((10, 9), 41)
    assert left(turn((0, CENTRE, attack(10, 9)), (1, (10, 9), move(11, 9))))[2] == ((11, 9), 50)


def test_attacks_hit_enemies_only():
    assert left(turn((0, CENTRE, attack(10, 9)), (0, (10, 9), attack(9, 9)))) == {1: ((9, 9), 50), 2: ((10, 9), 50)}


def test_attacks_roll_eight_to_ten_evenly():
    rolls = Counter(
        Chance(seed, number).roll(robot) for seed in range(20) for number in range(50) for robot in range(9)
    )
    assert sorted(rolls) == [8, 9, 10]
    expected = sum(rolls.values()) / 3
    assert sum((count - expected) ** 2 / expected for count in rolls.values()) < 13.8  # chi-square, 2 df, p = 0.001


def test_the_seed_decides_the_rolls_and_the_order_of_robots_does_not():
    robots = [(0, (8, 9), attack(9, 9)), (0, (10, 9), attack(9, 9)), (1, CENTRE, attack(9, 8))]
    found = {seed: left(turn(*robots, damage=None, seed=seed))[3][1] for seed in range(40)}
    assert sorted(set(found.values())) == [30, 31, 32, 33, 34]
    assert found == {seed: left(turn(*robots, damage=None, seed=seed))[3][1] for seed in range(40)}


def test_attack_damage_fixes_every_roll():
    for damage in (8, 9, 10):
        assert left(turn((0, CENTRE, attack(10, 9)), (1, (10, 9), attack(9, 9)), damage=damage)) == {
            1: ((9, 9), 50 - damage),
            2: ((10, 9), 50 - damage),
        }


# --- suicide and guard


def test_suicide_takes_fifteen_from_enemies_orthogonally_beside():
    others = [(1, (9, 8), attack(9, 7)), (0, (8, 9), attack(7, 9)), (1, (10, 10), attack(10, 11))]
    result = left(turn((0, CENTRE, ["suicide"]), *others))
    assert result == {2: ((9, 8), 35), 3: ((8, 9), 50), 4: ((10, 10), 50)}


def test_suicide_hits_after_the_moves():
    result = left(turn((0, CENTRE, ["suicide"]), (1, (11, 9), move(10, 9)), (1, (9, 10), move(9, 11))))
    assert result == {2: ((10, 9), 35), 3: ((9, 11), 50)}


def test_a_suicide_still_blocks_and_collides():
    assert left(turn((0, CENTRE, ["suicide"]), (1, (10, 9), move(9, 9)))) == {2: ((10, 9), 30)}


def test_guard_halves_each_hit_rounded_down():
    for damage, lost in ((8, 4), (9, 4), (10, 5)):
        result = left(turn((0, CENTRE, attack(10, 9)), (0, (11, 9), attack(10, 9)), (1, (10, 9), None), damage=damage))
        assert result[3] == ((10, 9), 50 - 2 * lost)
    assert left(turn((0, CENTRE, ["suicide"]), (1, (10, 9), ["guard"]))) == {2: ((10, 9), 43)}


# --- deaths


def test_friends_never_hurt_but_block():
    robots = [(0, (8, 9), move(9, 9)), (0, CENTRE, attack(10, 9)), (0, (10, 9), ["suicide"])]
    assert left(turn(*robots)) == {1: ((8, 9), 50), 2: ((9, 9), 50)}


def test_the_dying_still_hit_block_and_collide():
    robots = [(0, CENTRE, attack(10, 9)), (1, (10, 9), attack(9, 9)), (1, (8, 9), move(9, 9))]
    assert left(turn(*robots, hp=9)) == {3: ((8, 9), 4)}


def test_zero_hp_is_dead():
    assert left(turn((0, CENTRE, attack(10, 9)), (1, (10, 9), attack(10, 8)), hp=9)) == {1: ((9, 9), 9)}


# --- spawning


def spawned(number: int, seed: int, **more: Any) -> list[dict[str, Any]]:
    document = {"game": "robot_game", "turn": number, "robots": [], "seed": seed, **more}
    return json.loads(resolve(document))["after"]["robots"]


def test_five_robots_of_each_player_appear_every_ten_turns():
    for number in range(100):
        robots = spawned(number, 5)
        assert len(robots) == (10 if number % 10 == 0 else 0)
    robots = spawned(0, 5)
    assert [robot["hp"] for robot in robots] == [50] * 10
    assert Counter(robot["player"] for robot in robots) == {0: 5, 1: 5}
    assert [robot["id"] for robot in robots] == list(range(10))


def test_spawns_are_on_spawn_cells_and_symmetric():
    for seed in range(50):
        robots = spawned(10, seed)
        first, second = ([tuple(r["loc"]) for r in robots if r["player"] == player] for player in (0, 1))
        assert second == [(18 - x, 18 - y) for x, y in first]
        assert len({*first, *second}) == 10
        assert all(CELLS[place] in SPAWN_CELLS for place in (*first, *second))


def test_every_spawn_cell_is_used_about_as_often():
    for symmetric in (True, False):
        counts = Counter(
            tuple(robot["loc"])
            for seed in range(1500)
            for robot in spawned(0, seed, symmetric=symmetric)
            if robot["player"] == 0
        )
        expected = 1500 * 5 / 48
        assert sum((counts[place_of(cell)] - expected) ** 2 / expected for cell in SPAWN_CELLS) < 90  # 47 df


def test_whoever_stands_on_a_spawn_cell_then_dies():
    robots = [(0, (9, 2), move(9, 1)), (1, (3, 3), move(4, 4 - 1)), (1, CENTRE, None)]
    for number, kept in ((10, [3]), (11, [1, 2, 3])):
        result = turn(*robots, number=number, spawn=True)
        assert [r["id"] for r in result["after"]["robots"] if r["id"] <= 3] == kept


def test_spawn_false_leaves_the_spawning_out():
    assert left(turn((0, (9, 1), None), number=10)) == {1: ((9, 1), 50)}


def test_new_ids_go_on_after_the_highest():
    result = turn((0, CENTRE, None), (1, (9, 10), None), number=20, spawn=True)
    assert [robot["id"] for robot in result["after"]["robots"]] == list(range(1, 13))


# --- the end


def test_after_turn_100_the_player_with_more_robots_wins():
    one, two, three = (0, CENTRE, None), (1, (9, 7), None), (1, (9, 11), None)
    assert turn(one, two, three, number=98)["outcome"] is None
    assert turn(one, two, three, number=99)["outcome"] == {"winners": [1], "reason": "most-robots"}
    assert turn(one, two, number=99)["outcome"] == {"winners": [], "reason": "most-robots"}
    assert turn(one, number=99)["outcome"] == {"winners": [0], "reason": "most-robots"}


def test_a_player_without_robots_has_not_lost_yet():
    assert turn((0, CENTRE, None), number=50)["outcome"] is None


def test_after_has_the_next_turn_and_the_robots_by_id():
    result = turn((0, CENTRE, None), (1, (9, 7), None))
    assert list(result["after"]) == ["game", "turn", "robots"]
    assert result["after"]["turn"] == 4
    assert [list(robot) for robot in result["after"]["robots"]] == [["id", "player", "loc", "hp"]] * 2


# --- events


def test_events_tell_what_happened_and_why():
    result = turn(
        (0, (7, 9), move(8, 9)), (0, (8, 9), move(9, 9)), (1, CENTRE, attack(8, 9)), (1, (12, 9), ["suicide"])
    )
    assert result["events"] == [
        {"robot": 1, "player": 0, "event": "blocked", "to": [8, 9], "reason": "jammed"},
        {"robot": 2, "player": 0, "event": "blocked", "to": [9, 9], "reason": "occupied"},
        {"robot": 2, "player": 0, "event": "collided", "with": 3, "damage": 5},
        {"robot": 3, "player": 1, "event": "collided", "with": 2, "damage": 5},
        {"robot": 3, "player": 1, "event": "hit", "target": 2, "at": [8, 9], "damage": 9},
        {"robot": 4, "player": 1, "event": "exploded", "at": [12, 9]},
        {"robot": 4, "player": 1, "event": "died", "at": [12, 9], "cause": "suicide"},
    ]
