"""Whose marker turned, and how: which robot carries which golem."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field

import pytest

from boards.base.reasons import NO_REASON, Reason, foreign_words
from boards.geometry import Pose
from boards.kit.thing_keys import GolemKey, MatKey
from controller.table.motion.robot_identification import Pairing, PairingReason, Turned, judge, pair, turned
from controller.vision.scene import Scene, Seen
from firmware_bridge.link.commands import EndKind
from firmware_bridge.link.link_reasons import ENDINGS

STOOD = Pose(100.0, 100.0, 10.0)


def scene(golems: Mapping[str, Pose]) -> Scene:
    things = [Seen(GolemKey(name), pose, (), 1) for name, pose in golems.items()]
    return Scene(0, 0.0, (4, 3), None, (Seen(MatKey("4x4"), STOOD, (), 1), *things), (), ())


@pytest.mark.parametrize(
    ("before", "after", "degrees"),
    [(10.0, 40.0, 30.0), (-175.0, 175.0, -10.0), (175.0, -155.0, 30.0), (10.0, 18.0, 8.0), (10.0, 2.0, -8.0)],
)
def test_a_turn_is_measured_the_short_way(before: float, after: float, degrees: float) -> None:
    (one,) = turned(scene({"red": Pose(100, 100, before)}), scene({"red": Pose(103, 104, after)}))
    assert one == Turned("red", pytest.approx(degrees), 5.0)


def test_what_hardly_moved_did_not() -> None:
    still = scene({"red": STOOD, "blue": STOOD, "green": STOOD})
    shaken = {"red": Pose(100, 100, 17.9), "blue": Pose(129.9, 100, 10), "yellow": Pose(0, 0, 0)}
    assert turned(still, scene(shaken)) == ()
    (one,) = turned(still, scene({"red": Pose(100, 130, 10)}))
    assert one == Turned("red", 0.0, 30.0)


@pytest.mark.parametrize(
    ("degrees", "mm", "found"),
    [
        (18.0, 29.9, "red"),
        (42.0, 0.0, "red"),
        (-18.0, 29.9, PairingReason.WRONG_WAY(golem="red")),
        (-42.0, 0.0, PairingReason.WRONG_WAY(golem="red")),
        (17.4, 0.0, PairingReason.TOUCHED(golem="red", degrees=17, mm=0, wanted=30)),
        (42.6, 1.6, PairingReason.TOUCHED(golem="red", degrees=43, mm=2, wanted=30)),
        (30.0, 30.0, PairingReason.TOUCHED(golem="red", degrees=30, mm=30, wanted=30)),
        (-30.0, 30.0, PairingReason.TOUCHED(golem="red", degrees=-30, mm=30, wanted=30)),
    ],
)
def test_a_golem_is_a_robots_if_it_turned_as_that_was_told(degrees: float, mm: float, found: str | Reason) -> None:
    assert judge((Turned("red", degrees, mm),), 30.0) == found


def test_a_golem_that_was_touched_is_told_with_all_figures() -> None:
    words = str(PairingReason.TOUCHED(golem="red", degrees=17, mm=4, wanted=30))
    assert all(part in words for part in ("red", "17 degrees", "4 mm", "30 degrees"))


def test_none_and_several_are_nobodys() -> None:
    assert judge((), 30.0) == PairingReason.NONE_TURNED()
    two = (Turned("red", 30.0, 0.0), Turned("blue", 30.0, 0.0))
    assert judge(two, 30.0) == PairingReason.SEVERAL_MOVED(golems="red, blue")


@dataclass(frozen=True)
class End:
    kind: EndKind = "done"
    why: Reason = NO_REASON
    degrees: float = 30.0


@dataclass
class Table:
    """Golems that turn as far as their robots say, or as a script says."""

    poses: dict[str, Pose]
    settled_s: list[float] = field(default_factory=list)

    async def settled(self, timeout_s: float) -> Scene:
        self.settled_s.append(timeout_s)
        return scene(self.poses)


@dataclass
class Robot:
    table: Table
    carries: str
    end: End = End()
    told: list[tuple[float, float]] = field(default_factory=list)

    async def turn(self, degrees: float, speed_deg_s: float) -> End:
        self.told.append((degrees, speed_deg_s))
        by = degrees if len(self.told) > 1 else self.end.degrees
        if self.carries:
            pose = self.table.poses[self.carries]
            self.table.poses[self.carries] = Pose(pose.x, pose.y, pose.heading + by)
        return self.end


def paired(robots: Mapping[str, tuple[str, End]]) -> tuple[Pairing, dict[str, Robot], list[str]]:
    table = Table(dict.fromkeys(("red", "blue"), STOOD))
    made = {name: Robot(table, carries, end) for name, (carries, end) in robots.items()}
    turns: list[str] = []
    found = asyncio.run(pair(table, made, turns.append))
    assert {*table.settled_s} == {10.0}
    return found, made, turns


def test_each_turns_there_and_back_and_gets_its_golem() -> None:
    found, robots, turns = paired({"one": ("blue", End()), "two": ("red", End(degrees=25.0))})
    assert found == Pairing({"one": "blue", "two": "red"}, {}) and turns == ["one", "two"]
    assert robots["one"].told == [(30.0, 60.0), (-30.0, 60.0)] and robots["two"].told == [(30.0, 60.0), (-25.0, 60.0)]


def test_who_did_not_turn_says_why_and_who_did_but_is_not_seen_is_told_so() -> None:
    refused = End("rejected", foreign_words("flat battery"), 0.0)
    found, robots, _ = paired({"one": ("red", refused), "two": ("", End()), "three": ("blue", End())})
    assert found.colours == {"three": "blue"} and robots["one"].told == [(30.0, 60.0)]
    assert found.unpaired["one"] == PairingReason.NOT_DONE(ended=ENDINGS["rejected"], why=refused.why.message)
    assert "flat battery" in str(found.unpaired["one"]) and found.unpaired["two"] == PairingReason.NONE_TURNED()


def test_a_golem_that_turned_is_the_robots_even_if_it_was_stopped_then_and_nobody_else_turns() -> None:
    stopped = End("cancelled", foreign_words("stopped"), 25.0)
    found, robots, turns = paired({"one": ("red", stopped), "two": ("blue", End())})
    assert found == Pairing({"one": "red"}, {}) and turns == ["one"] and not robots["two"].told


def test_one_golem_has_one_robot() -> None:
    found, _, _ = paired({"one": ("red", End()), "two": ("red", End())})
    assert found.colours == {"one": "red"}
    assert found.unpaired == {"two": PairingReason.TURNED_BEFORE(golem="red", robot="one")}
