"""One timer for many robots: each rings when it was last set to, whatever the others do."""

from __future__ import annotations

import asyncio
from math import inf
from random import Random

from firmware_bridge.robots.timers import Timer, TimerQueue
from hardware.simulated.virtual_clock import run


def test_every_alarm_rings_when_it_was_last_set_to_and_never_else() -> None:
    """Robots that move their timers at random; a list of what is due is the judge."""
    chance = Random(11)
    rung: list[tuple[float, int]] = []
    due: dict[int, float] = {}

    async def main() -> None:
        loop = asyncio.get_running_loop()
        clock = TimerQueue.of(loop)
        alarms: list[Timer] = []

        def ring(number: int) -> None:
            now = round(loop.time(), 6)
            assert abs(due.pop(number) - now) < 1e-5
            rung.append((now, number))

        for number in range(6):
            alarms.append(clock.alarm(lambda number=number: ring(number)))
        for _ in range(2000):
            number = chance.randrange(6)
            when = inf if chance.random() < 0.2 else round(loop.time() + chance.choice((0.001, 0.025, 0.2)), 6)
            due.pop(number, None)
            if when < inf:
                due[number] = when
            alarms[number].set(when)
            await asyncio.sleep(chance.choice((0.0, 0.0004, 0.01)))
            assert all(then >= loop.time() - 1e-5 for then in due.values())
        await asyncio.sleep(1)
        for alarm in alarms:
            alarm.close()
        assert TimerQueue.of(loop) is not clock

    run(main())
    assert not due
    assert len(rung) > 500


def test_one_that_fails_keeps_no_other_from_ringing() -> None:
    rung: list[str] = []

    async def main() -> None:
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda _loop, context: rung.append(str(context["exception"])))
        clock = TimerQueue.of(loop)

        def fail() -> None:
            raise ValueError("broken")

        bad, good = clock.alarm(fail), clock.alarm(lambda: rung.append("good"))
        for alarm in (bad, good):
            alarm.set(loop.time() + 0.5)
        await asyncio.sleep(1)
        bad.close()
        good.close()

    run(main())
    assert rung == ["broken", "good"]
