"""What golems show comes after what led to it by the rules, and waits for nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from boards.geometry import Cell, Pose
from controller.table.motion.graph.execution_graph import PlannedOrder, build
from controller.table.motion.graph.row_plan import plan_row
from controller.table.motion.graph.stopping_distance import ahead_mm
from controller.table.motion.graph.story_order import leads_to
from controller.table.motion.motion_plan import REFERENCE_PACE, Drive, Order, Show, Spin
from tests.support.golem_rows import GRID, Row, off, rows
from tests.support.motion_rig import middle

RED = middle("b2", 90)
"""Red shows something here: it looks at b3."""


@pytest.mark.parametrize(
    ("order", "start", "end", "act", "expected"),
    [
        # Who drives into or out of the cell ahead, not who drives past beside or behind.
        (Drive(100), middle("a3", 0), middle("b3", 0), "strike", True),
        (Drive(100), middle("b3", 0), middle("c3", 0), "take", True),
        (Drive(100), middle("c3", 0), middle("d3", 0), "strike", False),
        (Drive(-100), middle("c2", 0), middle("b2", 0), "shield", False),
        # A bump may be one in driving back.
        (Drive(100), middle("b1", 0), middle("c1", 0), "bump", True),
        (Drive(100), middle("b1", 0), middle("c1", 0), "strike", False),
        # Who looks at red before or after it: red may be attacked.
        (Drive(100), middle("d2", 180), middle("c2", 180), "shield", True),
        (Spin(90), middle("c2", 90), middle("c2", 180), "shield", True),
        (Spin(90), middle("c2", 180), middle("c2", -90), "strike", True),
        (Spin(90), middle("c2", 0), middle("c2", 90), "strike", False),
        (Spin(90), middle("b3", 0), middle("b3", 90), "strike", False),
        # What happened in the cell ahead, or to a barrel in it.
        (Show("hit"), middle("b3", 0), middle("b3", 0), "strike", True),
        (Show("take"), middle("b4", -90), middle("b4", -90), "take", True),
        (Show("drop"), middle("c3", 0), middle("c3", 0), "take", True),
        (Show("drop"), middle("c4", 0), middle("c4", 0), "take", True),
        (Show("drop"), middle("d4", 0), middle("d4", 0), "take", False),
        (Show("strike"), middle("c3", 90), middle("c3", 90), "strike", False),
        # Who bumps or guards itself changes nothing for others.
        (Show("bump"), middle("b3", -90), middle("b3", -90), "strike", False),
        (Show("shield"), middle("b3", -90), middle("b3", -90), "strike", False),
        # What is done to red comes after the strike at it.
        (Show("strike"), middle("b3", -90), middle("b3", -90), "hit", True),
        (Show("strike"), middle("b3", 90), middle("b3", 90), "hit", False),
        (Show("bump"), middle("b3", -90), middle("b3", -90), "drop", False),
        (Drive(100), middle("a3", 0), middle("b3", 0), "die", False),
    ],
)
def test_what_leads_to_what(order: Order, start: Pose, end: Pose, act: str, expected: bool) -> None:
    assert leads_to(order, start, end, act, RED) is expected
    # The same with golems that stand a little off.
    chance = Random(7)
    for _ in range(10):
        moved = [
            Pose(p.x + chance.uniform(-6, 6), p.y + chance.uniform(-6, 6), p.heading + chance.uniform(-4, 4))
            for p in (start, end, RED)
        ]
        assert leads_to(order, moved[0], moved[1], act, moved[2]) is expected


def test_in_random_rows_a_gesture_waits_for_its_causes_and_for_nobody_else() -> None:
    """Cells are compared here, not millimetres."""
    waited = 0
    chance = Random(5)
    for seed in range(60):
        for row in rows(Random(seed)):
            graph = build(plan_row(row.groups, off(row, chance, 6, 4), GRID, REFERENCE_PACE), ahead_mm(REFERENCE_PACE))
            stories = _cells(row, graph.nodes)
            for n, node in enumerate(graph.nodes):
                if not isinstance(node.order, Show):
                    continue
                others = [m for m, other in enumerate(graph.nodes) if other.golem != node.golem]
                before = {m for m in others if graph.nodes[m].group < node.group}
                expected = {m for m in before if _caused(graph.nodes[m].order, stories[m], node.order, stories[n])}
                assert {edge.first for edge in graph.incoming[n]} == expected
                waited += len(expected)
    assert waited > 30


Story = tuple[tuple[Cell, Cell], tuple[Cell, Cell]]
"""Before and after an order: the golem's cell, and the cell that it looks at."""


def _cells(row: Row, nodes: tuple[PlannedOrder, ...]) -> list[Story]:
    """Where golems are and look by the rules, whatever they are off."""

    def place(pose: Pose) -> tuple[Cell, Cell]:
        cell = GRID.cell_at(pose.point)
        assert cell is not None
        dx, dy = ((1, 0), (0, 1), (-1, 0), (0, -1))[round(pose.heading / 90) % 4]
        return cell, Cell(cell.column + dx, cell.row + dy)

    return [(place(node.start), place(node.end)) for node in nodes]


def _beside(cell: Cell) -> Iterator[Cell]:
    for column in (-1, 0, 1):
        for row in (-1, 0, 1):
            yield Cell(cell.column + column, cell.row + row)


def _caused(order: Order, story: Story, show: Show, shown: Story) -> bool:
    (cell, looks), (after, looks_after) = story
    here, ahead = shown[0]
    if show.act in ("hit", "drop", "die"):
        return isinstance(order, Show) and order.act in ("strike", "take", "hit", "drop", "die") and looks == here
    cells = [ahead]
    if show.act == "bump":
        cells.append(Cell(2 * here.column - ahead.column, 2 * here.row - ahead.row))
    if isinstance(order, Show):
        if order.act in ("hit", "drop", "die") and any(around in cells for around in _beside(cell)):
            return True
        return order.act not in ("bump", "shield") and (cell in cells or looks in cells)
    if here in (looks, looks_after):
        return True
    return isinstance(order, Drive) and (cell in cells or after in cells)
