"""The guard alone, second by second: what it tells the robots, and when it lets them go on."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable, Collection, Coroutine, Iterator
from typing import Any, cast

import pytest

from boards.geometry import Point, Pose
from boards.kit.thing_keys import GolemKey
from calibration.camera_frames import FramesEnded, NoFrames
from controller.table.core.mailbox import ArenaChanged, Message, Unwatched
from controller.table.core.ports import FleetPort, VisionPort
from controller.table.motion.safety_monitor import SafetyMonitor
from controller.vision.intrusion import Intrusion
from controller.vision.scene import Scene, Seen, Trouble
from hardware.simulated.virtual_clock import run

HAND = Intrusion(Point(150.0, 250.0), 9000.0)
LOOK_S = 0.25


def seconds() -> float:
    return asyncio.get_running_loop().time()


class Eye:
    """Looks for a quarter of a second, and finds what it is told to find."""

    def __init__(self) -> None:
        self.found: Intrusion | None = None
        self.error: Exception | None = None
        self.look_s = LOOK_S
        self.age_s = 0.0
        self.trouble: tuple[Trouble, ...] = ()
        self.seen = True
        self.golems: tuple[str, ...] = ()
        self.looks = 0
        self.orders = 0
        self.opened: list[float] = []
        self.resting: tuple[str, ...] = ()

    async def over_arena(self, resting: Collection[str] = ()) -> Intrusion | None:
        self.resting = tuple(resting)
        self.looks += 1
        await asyncio.sleep(self.look_s)
        if self.error is not None:
            raise self.error
        return self.found

    def arena_in_order(self) -> None:
        self.orders += 1

    async def open(self) -> None:
        self.opened.append(seconds())
        if self.error is not None:
            raise self.error

    @property
    def latest(self) -> Scene | None:
        things = tuple(Seen(GolemKey(name), Pose(150.0, 250.0, 0.0), (), 1) for name in self.golems)
        return Scene(0, seconds() - self.age_s, (4, 3), None, things, (), self.trouble) if self.seen else None


class Robot:
    def __init__(self, busy: bool, by_hand: bool) -> None:
        self.busy, self.by_hand = busy, by_hand
        self.stops = 0
        self.lost = False
        self.slow = False

    async def stop(self) -> None:
        self.stops += 1
        if self.slow:
            try:
                await asyncio.get_running_loop().create_future()
            except GeneratorExit:
                self.lost = True
                raise


class Fleet(dict[str, Robot]):
    pauses = 0

    def pause(self) -> None:
        self.pauses += 1


class Watch:
    """A guard, what it watches, and what it has told the table."""

    def __init__(self, *, blind: bool = False) -> None:
        self.eye = Eye()
        self.fleet = Fleet({f"{busy}-{hand}": Robot(busy, hand) for busy in (True, False) for hand in (True, False)})
        self.told: list[tuple[float, Intrusion | Unwatched | None]] = []
        eye = None if blind else cast("VisionPort", self.eye)
        self.guard = SafetyMonitor(eye, cast("FleetPort", self.fleet), self._note)

    def _note(self, message: Message) -> None:
        assert isinstance(message, ArenaChanged)
        self.told.append((seconds(), message.found))

    def codes(self) -> list[tuple[float, str]]:
        return [(when, what.notice.code if isinstance(what, Unwatched) else str(what)) for when, what in self.told]


def watched(test: Callable[[Watch], Coroutine[Any, Any, None]], *, blind: bool = False) -> Watch:
    """Run a test from second 0; nothing may go wrong in the background."""
    watch = Watch(blind=blind)
    wrong: list[dict[str, Any]] = []

    async def main() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _, context: wrong.append(context))
        await test(watch)
        watch.guard.stop()
        await asyncio.sleep(0)

    run(main())
    assert not wrong
    return watch


def test_the_field_must_be_clear_for_seven_tenths_of_a_second() -> None:
    async def test(watch: Watch) -> None:
        watch.guard.start()
        watch.eye.found = HAND
        await asyncio.sleep(LOOK_S / 2)
        assert watch.guard.over is None
        await asyncio.sleep(LOOK_S)
        assert watch.guard.over == HAND
        watch.eye.found = None
        await asyncio.sleep(2.0)
        assert watch.guard.over is None

    # The second look finds nothing, at 0.5 s; the first one 0.7 s after the hand was seen ends at 1 s.
    assert watched(test).told == [(0.25, HAND), (1.0, None)]


def test_alarms_are_counted_once_for_each_that_comes() -> None:
    async def test(watch: Watch) -> None:
        counted = [watch.guard.alarms]
        watch.guard.start()
        for found in (HAND, HAND, None, HAND, None):
            watch.eye.found = found
            await asyncio.sleep(1.1)
            counted.append(watch.guard.alarms)
        assert counted == [0, 1, 1, 1, 2, 2] and watch.fleet.pauses == 2

    watched(test)


def test_only_robots_that_drive_by_themselves_are_stopped() -> None:
    async def test(watch: Watch) -> None:
        watch.guard.start()
        watch.eye.found = HAND
        await asyncio.sleep(0.3)
        assert {name: robot.stops for name, robot in watch.fleet.items() if robot.stops} == {"True-False": 1}
        assert watch.eye.resting == ("False-False",)

    watched(test)


def test_a_stop_that_takes_long_is_not_forgotten() -> None:
    async def test(watch: Watch) -> None:
        robot = watch.fleet["True-False"]
        robot.slow = True
        watch.guard.start()
        watch.eye.found = HAND
        await asyncio.sleep(0.3)
        gc.collect()
        assert robot.stops == 1 and not robot.lost
        for task in asyncio.all_tasks() - {asyncio.current_task()}:
            task.cancel()

    watched(test)


def test_a_picture_may_be_a_second_old_and_no_older() -> None:
    async def test(watch: Watch) -> None:
        watch.guard.start()
        watch.eye.age_s = 1.0
        await asyncio.sleep(1.1)
        assert not watch.told
        watch.eye.age_s = 1.01
        await asyncio.sleep(0.2)

    assert watched(test).codes() == [(1.25, "eye-late")]


def test_without_any_picture_nobody_drives() -> None:
    async def test(watch: Watch) -> None:
        watch.eye.seen = False
        watch.guard.start()
        await asyncio.sleep(0.3)

    assert watched(test).codes() == [(0.25, "eye-late")]


def test_a_look_that_takes_longer_than_a_second_is_late() -> None:
    async def test(watch: Watch) -> None:
        watch.eye.look_s = 3.0
        watch.guard.start()
        await asyncio.sleep(1.1)

    assert watched(test).codes() == [(1.0, "eye-late")]


@pytest.mark.parametrize("trouble", Trouble)
def test_pictures_that_show_nothing_stop_the_robots(trouble: Trouble) -> None:
    async def test(watch: Watch) -> None:
        watch.eye.trouble = (trouble,)
        watch.guard.start()
        await asyncio.sleep(0.3)

    stops = trouble in (Trouble.BLACK, Trouble.OVEREXPOSED, Trouble.FROZEN, Trouble.NO_FRAMES)
    assert watched(test).codes() == ([(0.25, f"eye-{trouble.value}")] if stops else [])


def test_a_hand_is_told_rather_than_the_picture() -> None:
    async def test(watch: Watch) -> None:
        watch.eye.found, watch.eye.trouble = HAND, (Trouble.BLACK,)
        watch.guard.start()
        await asyncio.sleep(0.3)

    assert watched(test).told == [(0.25, HAND)]


def test_a_camera_that_is_gone_is_opened_again_every_half_second() -> None:
    async def test(watch: Watch) -> None:
        watch.eye.error = NoFrames("/dev/video0")
        watch.guard.start()
        await asyncio.sleep(1.6)
        watch.eye.error = None
        await asyncio.sleep(2.5)

    watch = watched(test)
    # Opened, it looks for a quarter of a second; then it is gone again.
    assert watch.eye.opened == [0.75, 1.5]
    assert watch.codes() == [(0.25, "eye-no-frames"), (1.75, "None")]


def test_where_the_pictures_end_there_is_nothing_to_be_told() -> None:
    async def test(watch: Watch) -> None:
        watch.eye.error = FramesEnded("a file")
        watch.guard.start()
        await asyncio.sleep(1.0)

    watch = watched(test)
    assert not watch.told and not watch.eye.opened


def orders(found: Intrusion | None, trouble: tuple[Trouble, ...], seconds: float) -> Iterator[int]:
    async def test(watch: Watch) -> None:
        watch.eye.found, watch.eye.trouble = found, trouble
        watch.guard.start()
        await asyncio.sleep(seconds)
        watch.guard.stop()
        watch.guard.stop()

    yield watched(test).eye.orders


@pytest.mark.parametrize(
    ("found", "trouble", "seconds", "times"),
    [
        pytest.param(None, (), 0.3, 1, id="clear"),
        pytest.param(None, (), 0.1, 0, id="not looked yet"),
        pytest.param(HAND, (), 0.3, 0, id="hand"),
        pytest.param(None, (Trouble.BLACK,), 0.3, 0, id="black"),
    ],
)
def test_what_a_clear_field_looks_like_is_taken_when_the_robots_rest(
    found: Intrusion | None, trouble: tuple[Trouble, ...], seconds: float, times: int
) -> None:
    assert [*orders(found, trouble, seconds)] == [times]


def test_a_guard_that_was_stopped_has_seen_nothing() -> None:
    async def test(watch: Watch) -> None:
        watch.guard.start()
        await asyncio.sleep(0.3)
        watch.guard.stop()
        assert watch.eye.orders == 1
        await asyncio.sleep(0.1)
        watch.guard.start()
        await asyncio.sleep(0.1)
        watch.guard.stop()
        assert watch.eye.orders == 1
        watch.eye.found = HAND
        await asyncio.sleep(0.1)
        watch.guard.start()
        await asyncio.sleep(0.3)
        assert watch.guard.over == HAND
        watch.guard.stop()
        assert watch.guard.over is None and watch.eye.orders == 1

    watched(test)


def test_a_guard_that_watches_is_not_started_twice() -> None:
    async def test(watch: Watch) -> None:
        watch.guard.start()
        await asyncio.sleep(0.1)
        watch.guard.start()
        await asyncio.sleep(0.3)
        assert watch.eye.looks == 2

    watched(test)


def test_without_an_eye_nothing_is_watched() -> None:
    async def test(watch: Watch) -> None:
        watch.guard.start()
        watch.guard.in_order()
        await asyncio.sleep(1.0)
        assert len(asyncio.all_tasks()) == 1 and watch.guard.over is None

    assert not watched(test, blind=True).told


def test_nothing_to_see_is_not_how_the_field_should_look() -> None:
    async def test(watch: Watch) -> None:
        watch.eye.found = HAND
        watch.guard.start()
        await asyncio.sleep(0.3)
        watch.guard.in_order()
        assert watch.eye.orders == 1
        watch.eye.found, watch.eye.trouble = None, (Trouble.BLACK,)
        await asyncio.sleep(0.3)
        watch.guard.in_order()
        assert watch.eye.orders == 1

    watched(test)


def test_if_the_watch_itself_fails_the_robots_stand_and_it_begins_anew(caplog: pytest.LogCaptureFixture) -> None:
    async def test(watch: Watch) -> None:
        watch.guard.start()
        watch.eye.error = ZeroDivisionError("a mistake of ours")
        await asyncio.sleep(LOOK_S + 0.1)
        busy = [robot for robot in watch.fleet.values() if robot.busy and not robot.by_hand]
        assert [robot.stops for robot in busy] == [1] and watch.fleet.pauses == 1 and watch.guard.alarms == 1
        # People may go on: nothing is known to be over the field.
        assert watch.guard.over is None
        watch.eye.error, watch.eye.found = None, HAND
        watch.guard.start()
        await asyncio.sleep(LOOK_S + 0.1)
        assert watch.guard.over == HAND

    assert next(code for _, code in watched(test).codes()) == "watch-failed"
    [record] = caplog.records
    assert record.name == "controller.table.motion.safety_monitor" and "a mistake of ours" in caplog.text
    assert record.getMessage() == "the watch over the field failed"


@pytest.mark.parametrize(("hidden", "in_order"), [(True, 0), (False, 1)])
def test_what_hides_a_golem_is_not_how_the_field_should_look(hidden: bool, in_order: int) -> None:
    async def test(watch: Watch) -> None:
        watch.eye.golems = tuple(watch.fleet)[:2]
        watch.guard.start()
        await asyncio.sleep(0.3)
        # The hand lies only where a golem may have driven that is not seen: nothing is found.
        watch.eye.golems = watch.eye.golems[: 1 if hidden else 2]
        await asyncio.sleep(0.3)
        watch.guard.stop()
        assert watch.eye.orders == in_order

    watched(test)
