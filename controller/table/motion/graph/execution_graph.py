"""The execution graph of a row or a stage: what may begin, and how far it may go, once something else has come so far.

An *action dependency graph* (Hönig et al. 2019, "Persistent and robust execution of MAPF schedules in warehouses"):
nodes are turns, drives and acts; an edge says that the second node may begin, or pass so many mm, once the first has
confirmed so many mm. What is confirmed comes from odometry, from the camera or from a node's end, never from time. So a
delay anywhere delays others, and nothing else. Pure.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import inf

from boards.geometry import Point, Pose
from controller.table.motion.graph.clearance import (
    LEAST_MM,
    Limits,
    Segment,
    allowed,
    begin_at,
    clear_between,
    least_distance,
    limits,
)
from controller.table.motion.graph.story_order import leads_to
from controller.table.motion.motion_plan import Drive, Leave, Order, Show, Spin, for_hands


@dataclass(frozen=True)
class PlannedOrder:
    """One order of a golem: a node of the graph."""

    golem: str
    order: Order
    start: Pose
    end: Pose
    group: int
    """The motion group that it is of."""
    stage: int
    """Within the group. Even: turns; odd: drives and acts."""
    level: int
    """Within the stage: a leader's is lower than that of a golem that follows into its cell."""
    leader: str = ""
    """In a ring, where nobody is first: whose cell this golem drives into."""

    @property
    def segment(self) -> Segment:
        """Where the middle goes."""
        return Segment(self.start.point, self.end.point)

    @property
    def length(self) -> float:
        """How much there is to confirm: mm, degrees; an act: 0."""
        match self.order:
            case Drive(mm):
                return abs(mm)
            case Spin(degrees):
                return abs(degrees)
            case Show() | Leave():
                return 0.0


@dataclass(frozen=True)
class Edge:
    """The second node waits for the first."""

    first: int
    second: int
    table: Limits = ()
    """How far the second may come, by what the first has confirmed. Empty: it may begin when the first has ended."""
    begin_mm: float = inf
    """The second begins once the first has confirmed so much; then it flows without a stop if both are equally fast."""

    def reach(self, confirmed: float, *, ended: bool) -> float:
        """How far the second may come, mm; negative: it may not begin."""
        return inf if ended else allowed(self.table, confirmed)

    def begins(self, confirmed: float, *, ended: bool) -> bool:
        """Whether the second may begin."""
        return ended or confirmed >= self.begin_mm


@dataclass(frozen=True)
class ExecutionGraph:
    """Nodes in an order in which they could be carried out one after the other, and what each waits for.

    Every edge leads from an earlier node to a later one, but for those of a ring, whose members wait for each other's
    progress only.
    """

    nodes: tuple[PlannedOrder, ...]
    edges: tuple[Edge, ...]
    standing: Mapping[str, Point] = field(default_factory=dict)
    """Where all golems of the mat stand before it begins, as far as is known."""

    @cached_property
    def incoming(self) -> Mapping[int, tuple[Edge, ...]]:
        """The edges by their second node."""
        return {n: tuple(edge for edge in self.edges if edge.second == n) for n in range(len(self.nodes))}

    @cached_property
    def outgoing(self) -> Mapping[int, tuple[Edge, ...]]:
        """The edges by their first node."""
        return {n: tuple(edge for edge in self.edges if edge.first == n) for n in range(len(self.nodes))}

    @cached_property
    def golems(self) -> tuple[str, ...]:
        """Who takes part."""
        return tuple(sorted({node.golem for node in self.nodes}))

    def of(self, golem: str) -> tuple[int, ...]:
        """Return the nodes of a golem, in its own order."""
        return tuple(n for n, node in enumerate(self.nodes) if node.golem == golem)

    def successors(self, node: int) -> frozenset[int]:
        """All nodes that wait for this one, also by way of others; a golem's own later nodes included."""
        found: set[int] = set()
        waiting = [node]
        while waiting:
            here = waiting.pop()
            own = [n for n in self.of(self.nodes[here].golem) if n > here]
            for after in (*own, *(edge.second for edge in self.outgoing[here])):
                if after not in found and after != node:
                    found.add(after)
                    waiting.append(after)
        return frozenset(found)

    def ends(self, silent: Collection[str] = ()) -> bool:
        """Whether all nodes come to their end, whatever is delayed: nobody waits for ever.

        `silent` golems confirm nothing but their ends. The reach of a node only grows with what others confirm, so that
        it is enough to let each go as far as it may, until nothing changes.
        """
        done = [0.0] * len(self.nodes)
        ended = [False] * len(self.nodes)
        changed = True
        while changed:
            changed = False
            for golem in self.golems:
                here = next((n for n in self.of(golem) if not ended[n]), None)
                if here is None:
                    continue
                length = self.nodes[here].length
                edges = self.incoming[here]
                told = {
                    e: 0.0 if self.nodes[e.first].golem in silent else done[e.first]
                    for e in edges
                    if not ended[e.first]
                }
                if not done[here] and not all(e.begins(confirmed, ended=False) for e, confirmed in told.items()):
                    continue
                reach = min((e.reach(confirmed, ended=False) for e, confirmed in told.items()), default=inf)
                if reach >= length:
                    ended[here], changed = True, True
                elif reach > done[here]:
                    done[here], changed = reach, True
        return all(ended)


@dataclass(frozen=True)
class TooNear:
    """Two golems that would come too near to each other, whoever goes first."""

    golem: str
    """Who would drive."""
    other: str
    mm: float
    """How near the middles would come."""


def build(
    orders: Iterable[PlannedOrder],
    ahead_mm: float,
    by_hand: Collection[str] = (),
    standing: Mapping[str, Point] | None = None,
) -> ExecutionGraph:
    """Join the orders of a row to a graph.

    Each golem's orders come in its own order. `ahead_mm`: so far before its limit a golem that drives must know that it
    may go on, or it brakes. What is moved `by_hand` goes no straight way: nobody drives meanwhile.
    """
    nodes = tuple(sorted(orders, key=lambda node: (node.group, node.stage, node.level, node.golem)))
    rest = _rest(nodes)
    edges: list[Edge] = []
    for second, later in enumerate(nodes):
        for first, earlier in enumerate(nodes[:second]):
            if earlier.golem == later.golem:
                continue
            clear = clear_between(
                one.distance(other) for one, other in zip(rest[earlier.golem], rest[later.golem], strict=True)
            )
            edges += _between(_Pair(first, earlier, second, later), clear, ahead_mm, by_hand)
    edges += _preparations(nodes, edges)
    return ExecutionGraph(nodes, tuple(edges), standing or {})


def too_near(graph: ExecutionGraph) -> tuple[TooNear, ...]:
    """Return the drives that lead past a golem at rest nearer than they stood before."""
    found: list[TooNear] = []
    places = dict(graph.standing)
    for node in graph.nodes:
        if isinstance(node.order, Drive):
            for other, place in places.items():
                near = node.segment.distance(place)
                at_rest = min(node.start.point.distance(place), node.end.point.distance(place))
                ring = node.leader and any(n.golem == other and n.leader for n in graph.nodes)
                if other != node.golem and not ring and near < min(LEAST_MM, at_rest - 1.0):
                    found.append(TooNear(node.golem, other, near))
        places[node.golem] = node.end.point
        if isinstance(node.order, Leave):
            del places[node.golem]
    return tuple(found)


@dataclass(frozen=True)
class _Pair:
    """Two nodes of two golems, and their places in the graph."""

    first: int
    earlier: PlannedOrder
    second: int
    later: PlannedOrder


def _rest(nodes: Sequence[PlannedOrder]) -> dict[str, tuple[Point, Point]]:
    """Where each golem stands before and after all its nodes."""
    found: dict[str, tuple[Point, Point]] = {}
    for node in nodes:
        before, _ = found.get(node.golem, (node.start.point, node.start.point))
        # Who is taken off is near nobody in the end.
        found[node.golem] = (before, Point(inf, inf) if isinstance(node.order, Leave) else node.end.point)
    return found


def _between(pair: _Pair, clear: float, ahead_mm: float, by_hand: Collection[str]) -> Iterator[Edge]:
    earlier, later = pair.earlier, pair.later
    if isinstance(later.order, Show):
        # What a golem shows comes after all that led to it.
        if earlier.group < later.group and leads_to(
            earlier.order, earlier.start, earlier.end, later.order.act, later.start
        ):
            yield Edge(pair.first, pair.second)
        return
    if isinstance(earlier.order, Leave):
        if isinstance(later.order, Drive) and later.segment.distance(earlier.start.point) < clear:
            yield Edge(pair.first, pair.second)
        return
    if not isinstance(earlier.order, Drive) or not isinstance(later.order, Drive):
        if any(_by_people(node, by_hand) for node in (earlier, later)) and not isinstance(earlier.order, Show):
            yield Edge(pair.first, pair.second)
        return
    if {earlier.golem, later.golem} & {*by_hand}:
        yield Edge(pair.first, pair.second)
    elif least_distance(earlier.segment, later.segment) < clear:
        yield from _drives(pair, clear, ahead_mm)


def _by_people(node: PlannedOrder, by_hand: Collection[str]) -> bool:
    """Whether people carry an order out.

    A turn too small for them to be asked is over at once: nobody waits for it, and it waits for nobody.
    """
    return node.golem in by_hand and (for_hands(node.order) or not isinstance(node.order, Spin))


def _drives(pair: _Pair, clear: float, ahead_mm: float) -> Iterator[Edge]:
    earlier, later = pair.earlier, pair.later
    if earlier.leader and later.leader and earlier.group == later.group:
        # In a ring the head start would be a lap: each keeps its distance to its leader instead.
        if later.leader == earlier.golem:
            table = limits(earlier.segment, later.segment, clear)
            yield Edge(pair.first, pair.second, table, table[0][0] if table else inf)
        if earlier.leader == later.golem:
            table = limits(later.segment, earlier.segment, clear)
            yield Edge(pair.second, pair.first, table, table[0][0] if table else inf)
        return
    table = limits(earlier.segment, later.segment, clear)
    yield Edge(pair.first, pair.second, table, begin_at(table, later.length, ahead_mm))


def _preparations(nodes: Sequence[PlannedOrder], edges: Iterable[Edge]) -> list[Edge]:
    """Let no drive begin before all turns that prepare drives of the same component are done."""
    together: dict[tuple[int, str], set[str]] = {}
    for edge in edges:
        first, second = nodes[edge.first], nodes[edge.second]
        if first.group == second.group and isinstance(first.order, Drive) and isinstance(second.order, Drive):
            one = together.setdefault((first.group, first.golem), {first.golem})
            other = together.setdefault((first.group, second.golem), {second.golem})
            if one is not other:
                one |= other
                for golem in other:
                    together[first.group, golem] = one
    return [
        Edge(turn, drive)
        for drive, node in enumerate(nodes)
        if isinstance(node.order, Drive) and node.stage == 1
        for turn, other in enumerate(nodes[:drive])
        if isinstance(other.order, Spin)
        and (other.group, other.stage) == (node.group, 0)
        and other.golem != node.golem
        and other.golem in together.get((node.group, node.golem), ())
    ]
