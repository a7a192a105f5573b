"""What people do in robots' stead during a row: it ends when the camera sees it done. Virtual time."""

from __future__ import annotations

import asyncio
from typing import cast

import pytest

from boards.base.catalogue import languages, translate_all
from boards.geometry import Pose
from boards.kit.thing_keys import GolemKey
from controller.table.core.mailbox import HandMoveRequested, Message
from controller.table.core.ports import VisionPort
from controller.table.motion.graph.people_moves import PeopleMoves
from controller.vision.scene import Scene, Seen, Trouble
from hardware.simulated.virtual_clock import run
from tests.support.motion_rig import GRID, middle

RED = GolemKey("red")
OFF = Pose(-80.0, 50.0, 0.0)


class Looks:
    """An eye that shows one pose after the other, and after the last one always that; None: nothing."""

    def __init__(self, *poses: Pose | None, trouble: tuple[int, ...] = ()) -> None:
        self.poses, self.trouble = poses, trouble
        self.count = 0
        self.waits: set[float] = set()

    async def settled(self, timeout_s: float) -> Scene:
        await asyncio.sleep(0.1)
        self.waits.add(timeout_s)
        pose = self.poses[min(self.count, len(self.poses) - 1)]
        trouble = (Trouble.DARK,) if self.count in self.trouble else ()
        self.count += 1
        others = (Seen(GolemKey("blue"), middle("a1", 0), (), 1),)
        seen = () if pose is None else (Seen(RED, pose, (), 1),)
        return Scene(self.count, 0.0, (4, 3), None, (*others, *seen), (), trouble)


def looks_until(eye: Looks, pose: Pose | None) -> tuple[int, list[Message]]:
    """How often the eye looked until the golem had arrived, and what was posted."""
    posted: list[Message] = []

    async def main() -> None:
        async with asyncio.timeout(5.0):
            await PeopleMoves(cast("VisionPort", eye), GRID, posted.append).arrived("red", pose)

    run(main())
    assert eye.waits == {1.0}
    return eye.count, posted


def test_a_golem_has_arrived_where_it_stands_straight_on_its_cell() -> None:
    target = middle("b2", 90)
    near = Pose(target.x + 30.0, target.y, 90.0)
    count, posted = looks_until(Looks(None, Pose(target.x + 30.1, target.y, 90.0), near), target)
    assert count == 3
    assert looks_until(Looks(Pose(target.x, target.y, 110.1), Pose(target.x, target.y, 69.9), target), target)[0] == 3
    assert looks_until(Looks(Pose(target.x, target.y, 110.0)), target)[0] == 1
    assert looks_until(Looks(Pose(target.x, target.y, 70.0)), target)[0] == 1
    asked, over = posted
    assert isinstance(asked, HandMoveRequested) and isinstance(over, HandMoveRequested)
    assert (asked.golem, over.golem, over.asked) == ("red", "red", None)
    notice = asked.asked
    assert notice is not None and (notice.code, notice.severity) == ("golem-astray", "warning")
    assert notice.facts == {"golem": "red", "cell": "b2", "facing": "N"}
    assert len({*translate_all(notice.text).values()}) == len(languages()) and "b2" in str(notice.text)


@pytest.mark.parametrize(("heading", "facing"), [(0, "E"), (91, "N"), (179, "W"), (-179, "W"), (-88, "S"), (44, "E")])
def test_people_are_told_which_way_it_looks(heading: float, facing: str) -> None:
    _, (asked, _) = looks_until(Looks(middle("b2", heading)), middle("b2", heading))
    assert isinstance(asked, HandMoveRequested) and asked.asked is not None and asked.asked.facts["facing"] == facing


def test_headings_meet_behind() -> None:
    assert looks_until(Looks(middle("b2", -175)), middle("b2", 175))[0] == 1


def test_a_golem_is_off_the_mat_when_two_looks_in_a_row_do_not_show_it_there() -> None:
    count, (asked, _) = looks_until(Looks(middle("b2", 0), None, middle("b2", 0), None, OFF), None)
    assert count == 5
    assert isinstance(asked, HandMoveRequested) and asked.asked is not None
    assert (asked.asked.code, asked.asked.severity) == ("golem-fallen", "warning")
    assert asked.asked.facts == {"golem": "red"} and "red" in str(asked.asked.text)
    assert len({*translate_all(asked.asked.text).values()}) == len(languages())


def test_pictures_in_trouble_tell_nothing() -> None:
    assert looks_until(Looks(None, trouble=(0, 1, 3)), None)[0] == 5
    assert looks_until(Looks(middle("b2", 0), trouble=(0, 1)), middle("b2", 0))[0] == 3


def test_without_an_eye_people_are_believed() -> None:
    posted: list[Message] = []
    run(PeopleMoves(None, GRID, posted.append).arrived("red", None))
    assert not posted


def test_the_question_ends_with_the_work() -> None:
    posted: list[Message] = []

    async def main() -> None:
        waiting = asyncio.ensure_future(
            PeopleMoves(cast("VisionPort", Looks(OFF)), GRID, posted.append).arrived("red", middle("a1", 0))
        )
        await asyncio.sleep(1.0)
        waiting.cancel()
        await asyncio.wait({waiting})

    run(main())
    assert [isinstance(message, HandMoveRequested) and message.asked is None for message in posted] == [False, True]
