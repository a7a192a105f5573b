"""The virtual clock: timers cost nothing, the world outside holds it still."""

from __future__ import annotations

import asyncio
import os
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from hardware.simulated.virtual_clock import NothingToDo, VirtualTimeLoop, run


def test_a_long_wait_costs_nothing_and_ends_at_its_time() -> None:
    async def main() -> float:
        await asyncio.sleep(3600)
        return asyncio.get_running_loop().time()

    assert run(main()) == 3600


def test_timers_fire_in_the_order_of_their_times() -> None:
    async def main() -> list[float]:
        seen: list[float] = []
        loop = asyncio.get_running_loop()
        for when in (5.0, 1.0, 3.0):
            loop.call_later(when, lambda: seen.append(loop.time()))
        await asyncio.sleep(6)
        return seen

    assert run(main()) == [1.0, 3.0, 5.0]


def test_a_thread_holds_the_clock() -> None:
    async def main() -> tuple[int, float]:
        loop = asyncio.get_running_loop()
        gate = threading.Event()
        loop.call_later(1.0, lambda: None)
        work = loop.run_in_executor(None, gate.wait)
        gate.set()
        await work
        return int(gate.is_set()), loop.time()

    assert run(main()) == (1, 0.0)


def test_bytes_in_a_pipe_hold_the_clock_until_they_are_read() -> None:
    async def main() -> tuple[bytes, float]:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, VirtualTimeLoop)
        reading, writing = os.pipe()
        on_their_way = 0
        release = loop.hold(lambda: on_their_way > 0, "a pipe")
        got = loop.create_future()
        loop.add_reader(reading, lambda: got.set_result(os.read(reading, 9)))
        on_their_way = 3
        # Written from outside the loop, some real time later: the clock must not reach the time-out.
        writer = threading.Timer(0.05, os.write, (writing, b"abc"))
        writer.start()
        async with asyncio.timeout(0.001):
            data = await got
        on_their_way = 0
        when = loop.time()
        release()
        loop.remove_reader(reading)
        writer.join()
        os.close(reading)
        os.close(writing)
        return data, when

    assert run(main()) == (b"abc", 0.0)


def test_a_simulation_that_waits_for_nothing_is_an_error() -> None:
    async def main() -> None:
        await asyncio.get_running_loop().create_future()

    with pytest.raises(NothingToDo):
        run(main())


def test_what_is_handed_to_threads_first_ends_first() -> None:
    async def main() -> list[int]:
        loop = asyncio.get_running_loop()
        ended: list[int] = []

        def work(number: int) -> None:
            threading.Event().wait(0.02 if number == 0 else 0.0)
            ended.append(number)

        await asyncio.gather(*(loop.run_in_executor(None, work, number) for number in range(3)))
        return ended

    assert run(main()) == [0, 1, 2]


class SelfContained(ThreadPoolExecutor):
    needs_loop = False


def test_work_that_needs_nothing_of_the_loop_ends_before_its_next_step_in_the_order_of_its_beginning() -> None:
    async def main() -> tuple[list[str], float]:
        loop = asyncio.get_running_loop()
        heard: list[str] = []

        def work(name: str, seconds: float) -> str:
            threading.Event().wait(seconds)
            return name

        def refuse() -> None:
            raise OSError("the disk is full")

        with SelfContained(2) as one, SelfContained(1) as other:
            loop.call_later(0.001, heard.append, "a timer")
            slow = loop.run_in_executor(one, work, "slow", 0.05)
            quick = loop.run_in_executor(other, work, "quick", 0.0)
            for future in (slow, quick):
                future.add_done_callback(lambda done: heard.append(done.result()))
            refused = loop.run_in_executor(one, refuse)
            given_up = loop.run_in_executor(one, work, "given up", 0.0)
            given_up.cancel()
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            assert heard == ["slow", "quick"]
            with pytest.raises(OSError, match="full"):
                await refused
            await asyncio.sleep(0.002)
            return heard, loop.time()

    assert run(main()) == (["slow", "quick", "a timer"], 0.002)


def test_what_lands_at_one_instant_is_handed_out_together_in_the_order_of_registration() -> None:
    async def main() -> list[str]:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, VirtualTimeLoop)
        pipes = {name: os.pipe() for name in ("first", "second")}
        heard: list[str] = []
        done = loop.create_future()

        def hear(name: str) -> None:
            os.read(pipes[name][0], 1)
            heard.append(name)
            if len(heard) == 2:
                done.set_result(None)

        for name, (reading, _) in pipes.items():
            loop.add_reader(reading, hear, name)
        written: list[str] = []
        release = loop.hold(lambda: len(heard) < 2, "pipes", lambda: len(written) == 2)

        def write(name: str) -> None:
            os.write(pipes[name][1], b"x")
            written.append(name)

        # The second is there long before the first.
        late = threading.Timer(0.05, write, ("first",))
        write("second")
        late.start()
        await done
        release()
        late.join()
        for reading, writing in pipes.values():
            loop.remove_reader(reading)
            os.close(reading)
            os.close(writing)
        return heard

    assert run(main()) == ["first", "second"]
