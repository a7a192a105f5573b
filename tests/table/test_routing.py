"""Ways of several robots over a mat: never two in a cell, never into a cell that is not free, and they arrive."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import pytest

from boards.cell_grid import Grid
from boards.geometry import Cell, Point, SquareGrid
from boards.hex_grid import DIRECTIONS
from controller.games.robots_hex.tabletop import TABLETOP
from controller.games.stage_area import stage_of
from controller.table.motion import routing
from controller.table.motion.robot_assignment import AssignmentByName, AssignmentBySide, StagePart, places
from controller.table.motion.routing import CellStep, Wave, route

GRID = SquareGrid(7, 7, 100.0)
CELLS = [Cell(column, row) for column in range(7) for row in range(7)]
HEXAGONS = stage_of(TABLETOP, TABLETOP.game.start(TABLETOP.staged(2))).grid
BODY_MM = 70.0


def drive(
    at: Mapping[str, Cell], ways: tuple[Wave, ...], blocked: frozenset[Cell] = frozenset(), grid: Grid = GRID
) -> dict[str, Cell]:
    """Where everybody is in the end, if the rules of the road are kept."""
    now = dict(at)
    for wave in ways:
        assert wave
        touched = [cell for step in wave for cell in (step.origin, step.target)]
        assert len({*touched}) == len(touched), "two bodies share a cell on their way"
        for step in wave:
            assert now[step.robot] == step.origin and grid.distance(step.origin, step.target) == 1
            assert step.target in grid and step.target not in blocked and step.target not in now.values()
        apart = nearest(now, wave, grid)
        assert apart >= grid.clearance_mm - 1e-6 and apart >= BODY_MM + 1.0
        now |= {step.robot: step.target for step in wave}
    return now


def nearest(now: Mapping[str, Cell], wave: Wave, grid: Grid) -> float:
    """How near two middles come while a wave drives, however slow or fast each of its robots is, mm."""
    steps = {step.robot: (grid.centre(step.origin), grid.centre(step.target)) for step in wave}
    ends = {robot: steps.get(robot, (grid.centre(cell), grid.centre(cell))) for robot, cell in now.items()}
    ways = {
        robot: [Point(a.x + (b.x - a.x) * n / 8, a.y + (b.y - a.y) * n / 8) for n in range(9)]
        for robot, (a, b) in ends.items()
    }
    pairs = [(one, other) for one in steps for other in now if other != one]
    return min(p.distance(q) for one, other in pairs for p in ways[one] for q in ways[other]) if pairs else 1e9


@pytest.mark.parametrize("seed", range(60))
def test_everybody_arrives(seed: int) -> None:
    rng = Random(seed)
    count = rng.randint(1, 4)
    cells = rng.sample(CELLS, count + 3)
    at = {f"r{n}": cells[n] for n in range(count)}
    blocked = frozenset(cells[count:])
    free = [cell for cell in CELLS if cell not in blocked]
    goals = {name: cell for name, cell in zip(at, rng.sample(free, count), strict=True) if rng.random() < 0.8}
    ways = route(at, goals, GRID, blocked)
    assert ways is not None
    end = drive(at, ways, blocked)
    assert {name: end[name] for name in goals} == goals
    assert route(at, goals, GRID, blocked) == ways


@pytest.mark.parametrize("seed", range(40))
def test_nobody_touches_another_on_hexagons_and_everybody_arrives(seed: int) -> None:
    """The real distance of middles along every wave: 86.6 mm and more, for bodies of 70."""
    rng = Random(seed)
    cells = [Cell(column, row) for column in range(HEXAGONS.columns) for row in range(HEXAGONS.rows)]
    count = rng.randint(2, 4)
    # In a corner they are in each other's way.
    near = cells if seed % 2 else [cell for cell in cells if cell.column < 4 and cell.row < 4]
    at = {f"r{n}": cell for n, cell in enumerate(rng.sample(near, count))}
    goals = dict(zip(at, rng.sample(near, count), strict=True))
    blocked = frozenset(cell for cell in rng.sample(cells, 3) if cell not in {*at.values(), *goals.values()})
    ways = route(at, goals, HEXAGONS, blocked)
    assert ways is not None
    assert drive(at, ways, blocked, HEXAGONS) == goals


def test_a_move_of_two_goes_straight_through_the_cells() -> None:
    for direction in DIRECTIONS:
        origin = Cell(5, 4)
        over, target = (HEXAGONS.ahead(origin, direction, cells) for cells in (1, 2))
        ways = route({"a": origin, "b": Cell(0, 0)}, {"a": target}, HEXAGONS)
        assert ways == ((CellStep("a", origin, over),), (CellStep("a", over, target),))


def test_where_the_shortest_ways_are_too_many_a_longer_one_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    # With the usual limit it is so for one of 200 beginnings, and takes a second.
    monkeypatch.setattr(routing, "MOST_STATES", 1000)
    cells = [Cell(column, row) for column in range(11) for row in range(9)]
    rng = Random(34)
    at = {f"r{n}": cell for n, cell in enumerate(rng.sample(cells, 4))}
    goals = dict(zip(at, rng.sample(cells, 4), strict=True))
    ways = route(at, goals, HEXAGONS)
    assert ways is not None and drive(at, ways, grid=HEXAGONS) == goals
    shortest = sum(HEXAGONS.distance(at[name], goals[name]) for name in at)
    assert sum(map(len, ways)) > shortest
    monkeypatch.setattr(routing, "HEURISTIC_WEIGHT", 1)
    assert route(at, goals, HEXAGONS) is None


def test_chains_go_together_and_rings_find_a_way_round() -> None:
    chain = {f"r{n}": Cell(n, 3) for n in range(4)}
    ahead = {name: Cell(cell.column + 1, 3) for name, cell in chain.items()}
    ways = route(chain, ahead, GRID)
    assert ways is not None and drive(chain, ways) == ahead and sum(map(len, ways)) == 4
    ring = {"a": Cell(2, 2), "b": Cell(3, 2), "c": Cell(3, 3), "d": Cell(2, 3)}
    turned = dict(zip(ring, [*[*ring.values()][1:], Cell(2, 2)], strict=True))
    ways = route(ring, turned, GRID)
    assert ways is not None and drive(ring, ways) == turned
    swapped = {"a": Cell(3, 2), "b": Cell(2, 2)}
    ways = route({name: ring[name] for name in swapped}, swapped, GRID)
    assert ways is not None and drive({name: ring[name] for name in swapped}, ways) == swapped


def test_those_who_have_nothing_to_do_with_each_other_go_at_the_same_time() -> None:
    at = {"a": Cell(0, 0), "b": Cell(0, 6)}
    ways = route(at, {"a": Cell(5, 0), "b": Cell(5, 6)}, GRID)
    assert ways is not None and len(ways) == 5


def test_where_there_is_no_way_there_is_none() -> None:
    walls = frozenset({Cell(0, 1), Cell(1, 0)})
    assert route({"a": Cell(0, 0)}, {"a": Cell(3, 3)}, GRID, walls) is None
    narrow = SquareGrid(3, 1, 100.0)
    assert route({"a": Cell(0, 0), "b": Cell(1, 0)}, {"a": Cell(1, 0), "b": Cell(0, 0)}, narrow) is None


SIDES = {"red": "0", "yellow": "0", "blue": "1"}
SIDED = AssignmentBySide(SIDES)


def test_a_robot_is_the_piece_where_it_stands_and_others_take_the_nearest() -> None:
    at = {"red": Cell(3, 3), "yellow": Cell(0, 0), "blue": Cell(6, 6)}
    parts = {
        "7": StagePart("0", Cell(3, 3)),
        "8": StagePart("0", Cell(1, 1)),
        "9": StagePart("0", Cell(5, 5)),
        "4": StagePart("1", Cell(0, 1)),
    }
    playing = SIDED.standing(at, parts)
    assert playing == {"red": "7"}
    assert SIDED.assign(at, playing, parts, GRID) == {"red": "7", "yellow": "8", "blue": "4"}
    # Another side's piece on the same cell is nobody's part.
    assert SIDED.standing(at, {"4": StagePart("1", Cell(3, 3))}) == {}
    # Whose piece left the stage is free again.
    assert SIDED.assign(at, {"red": "1"}, {"9": StagePart("0", Cell(5, 5))}, GRID) == {"red": "9"}


def test_a_golem_stays_the_same_robot_wherever_it_is() -> None:
    assignment = AssignmentByName({"green": "green1", "blue": "violet1"})
    at = {"green": Cell(3, 3), "blue": Cell(0, 0), "red": Cell(4, 4)}
    parts = {"green1": StagePart("green", Cell(4, 4), 90.0), "violet1": StagePart("violet", Cell(0, 0), 30.0)}
    # Green goes to its own piece, though red stands there; who is in place stands for it.
    assert assignment.assign(at, {"red": "green1"}, parts, GRID) == {"green": "green1", "blue": "violet1"}
    assert assignment.standing(at, parts) == {"blue": "violet1"}
    # Its piece is gone: it waits, and takes no other.
    assert assignment.assign(at, {}, {"violet1": parts["violet1"], "green2": parts["green1"]}, GRID) == {
        "blue": "violet1"
    }


@pytest.mark.parametrize("seed", range(20))
def test_nobody_gets_the_place_of_another(seed: int) -> None:
    rng = Random(seed)
    at = dict(zip(SIDES, rng.sample(CELLS, 3), strict=True))
    inner = [cell for cell in CELLS if 0 < cell.column < 6 and 0 < cell.row < 6]
    wings = tuple(cell for cell in CELLS if cell not in inner)
    cells = rng.sample(inner, 6)
    parts = {str(n): StagePart(str(n % 2), cell) for n, cell in enumerate(cells)}
    playing = SIDED.assign(at, {}, parts, GRID)
    goals = places(at, playing, parts, wings, GRID)
    assert set(goals) == set(at) and len({*goals.values()}) == 3
    assert all(
        parts[piece].owner == SIDES[robot] and goals[robot] == parts[piece].cell for robot, piece in playing.items()
    )
    assert all(goals[robot] in wings for robot in at if robot not in playing)
    assert len({*playing.values()}) == len(playing) == 3
