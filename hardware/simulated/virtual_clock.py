"""Virtual time: an asyncio loop whose clock jumps to the next timer as soon as nothing is left to do.

Real bytes still travel through real pseudo-terminals and real brokers, in real time. So that the clock
never runs ahead of them, whoever hands something to the world outside the loop (a pty, a thread, a
broker) registers a *hold*: a predicate that is true while something is on its way. While any hold is
true the loop waits for real I/O and its clock stands still.
"""

from __future__ import annotations

import asyncio
import select
import selectors
from collections.abc import Callable, Coroutine
from concurrent.futures import Executor, Future, ThreadPoolExecutor, wait
from typing import Any, TypeVar, TypeVarTuple, Unpack

from boards.base.errors import GolemError
from boards.base.message import _

ResultT = TypeVar("ResultT")
ArgsT = TypeVarTuple("ArgsT")

Hold = Callable[[], bool]
Landed = Callable[[], bool]
"""Whether all that is on its way has come as far as a descriptor that can be read."""

Machine = Callable[[float], float | None]
"""Runs up to a moment of the loop's clock, or until it does something that the loop must see: then it returns that
moment, else None. It schedules what follows by the loop's own timers."""

STUCK_AFTER_S = 20.0
"""Real seconds for which holds may keep the clock still with nothing arriving, before it is an error."""

_POLL_S = 0.01

_LOOKAHEAD_S = 0.001
"""How far one machine may run ahead of another that says something meanwhile."""

_LANDING_POLL_S = 0.0002
_LANDING_S = 2.0
"""Real seconds that bytes are given to land; a line that swallowed some does not stop the simulation."""


class StuckInTheWorld(GolemError):
    """Something was handed to the world outside the loop and never came back."""

    def __init__(self, seconds: float, holds: tuple[str, ...]) -> None:
        self.seconds = seconds
        self.holds = holds
        super().__init__(
            _(
                "the simulated clock stood still for {seconds:g} s, waiting for: {holds}",
                seconds=seconds,
                holds=", ".join(holds),
            )
        )


class NothingToDo(GolemError):
    """The simulation waits for ever: no timer, no byte on its way, nobody outside to wake it."""

    def __init__(self) -> None:
        super().__init__(_("the simulation came to rest before it was done: nothing is left that could wake it"))


class _VirtualSelector(selectors.BaseSelector):
    """The platform's selector, which jumps the clock instead of sleeping."""

    def __init__(self, inner: selectors.BaseSelector) -> None:
        self._inner = inner
        self.now = 0.0
        self.holds: dict[Hold, str] = {}
        self.landed: dict[Hold, Landed] = {}
        self.machines: list[Machine] = []
        self.jobs: list[tuple[Future[Any], asyncio.Future[Any]]] = []
        """Of threads that need nothing of the loop: each with whom its result is for."""
        self._order: dict[int, int] = {}
        self._registered = 0
        self._waited = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """Return what is ready; with nothing left to do, let the clock leap to the next timer."""
        if self._settle_jobs():
            timeout = 0.0
        ready = self._ready(0)
        if ready or (timeout is not None and timeout <= 0):
            self._waited = 0.0
            return ready
        if any(hold() for hold in list(self.holds)):
            return self._wait_for_the_world()
        self._waited = 0.0
        if timeout is None:
            raise NothingToDo
        self.now = self._leap(self.now + timeout)
        return []

    def _settle_jobs(self) -> bool:
        """Wait for the threads that need nothing of the loop, and deliver their results in the order of their start.

        So a run is the same every time, however long a disk takes. Returns whether there were any.
        """
        jobs, self.jobs = self.jobs, []
        for job, future in jobs:
            if not wait([job], STUCK_AFTER_S).done:
                raise StuckInTheWorld(STUCK_AFTER_S, ("a thread",))
            if future.cancelled():
                continue
            error = job.exception()
            if error is not None:
                future.set_exception(error)
            else:
                future.set_result(job.result())
        return bool(jobs)

    def _leap(self, until: float) -> float:
        """Let the machines run up to `until`, or until one does something. Returns how far the clock may jump."""
        now = self.now
        while self.machines and now < until:
            now = until if len(self.machines) == 1 else min(now + _LOOKAHEAD_S, until)
            did = [moment for moment in (machine(now) for machine in self.machines) if moment is not None]
            if did:
                return max(self.now, min(did))
        return until

    def _ready(self, timeout: float) -> list[tuple[selectors.SelectorKey, int]]:
        """Return what can be read or written now.

        All that was sent at one instant together, and in the order in which the descriptors were registered, so
        that a run is the same every time.
        """
        ready = self._inner.select(timeout)
        if not ready:
            return ready
        tries = int(_LANDING_S / _LANDING_POLL_S)
        while tries and not all(landed() for landed in self.landed.values()):
            select.select((), (), (), _LANDING_POLL_S)
            tries -= 1
        return sorted(self._inner.select(0), key=lambda item: self._order[item[0].fd])

    def _wait_for_the_world(self) -> list[tuple[selectors.SelectorKey, int]]:
        ready = self._ready(_POLL_S)
        if ready:
            self._waited = 0.0
            return ready
        self._waited += _POLL_S
        if self._waited > STUCK_AFTER_S:
            names = tuple(name for hold, name in self.holds.items() if hold())
            raise StuckInTheWorld(self._waited, names)
        return ready

    def register(self, fileobj: Any, events: int, data: Any = None) -> selectors.SelectorKey:
        """Watch a file object as a selector does."""
        key = self._inner.register(fileobj, events, data)
        self._order[key.fd] = self._registered = self._registered + 1
        return key

    def unregister(self, fileobj: Any) -> selectors.SelectorKey:
        """Watch a file object no more."""
        return self._inner.unregister(fileobj)

    def modify(self, fileobj: Any, events: int, data: Any = None) -> selectors.SelectorKey:
        """Change what a file object is watched for."""
        return self._inner.modify(fileobj, events, data)

    def close(self) -> None:
        """Close the selector."""
        self._inner.close()

    def get_map(self) -> Any:
        """Return the file objects that are watched."""
        return self._inner.get_map()


class VirtualTimeLoop(asyncio.SelectorEventLoop):
    """An event loop in virtual time: ``loop.time()`` starts at 0 s and costs no waiting.

    ``asyncio.sleep``, ``call_later`` and time-outs work as ever, at once. Executor threads hold the
    clock by themselves; everything else outside registers with :meth:`hold`. The work of an executor whose
    ``needs_loop`` is False ends before the loop's next step.
    """

    def __init__(self) -> None:
        # On Linux poll() has no limit on descriptors and, unlike epoll, works on ptys whose peer closed.
        inner = selectors.PollSelector() if hasattr(select, "poll") else selectors.DefaultSelector()
        self._virtual = _VirtualSelector(inner)
        self._in_threads = 0
        super().__init__(self._virtual)
        # One thread, so that what is begun first ends first, every time: ports open in their order.
        self.set_default_executor(ThreadPoolExecutor(1, thread_name_prefix="virtual time"))
        self.hold(lambda: self._in_threads > 0, "a thread")

    def time(self) -> float:
        """Return the virtual time, in s."""
        return self._virtual.now

    def hold(self, in_flight: Hold, name: str, landed: Landed | None = None) -> Callable[[], None]:
        """Keep the clock still while ``in_flight()`` is true. Returns a function that takes it back.

        Where ``landed`` is given, nothing of one instant is handed out before all of it has landed.
        """
        self._virtual.holds[in_flight] = name
        if landed is not None:
            self._virtual.landed[in_flight] = landed

        def release() -> None:
            self._virtual.holds.pop(in_flight, None)
            self._virtual.landed.pop(in_flight, None)

        return release

    def run_along(self, machine: Machine) -> Callable[[], None]:
        """Let a machine that has a clock of its own run in step with this one. Returns a function that takes it out."""
        self._virtual.machines.append(machine)
        return lambda: self._virtual.machines.remove(machine)

    def run_in_executor(
        self, executor: Executor | None, func: Callable[[Unpack[ArgsT]], ResultT], *args: *ArgsT
    ) -> asyncio.Future[ResultT]:
        """Run a function in a thread that virtual time waits for."""
        if executor is not None and not getattr(executor, "needs_loop", True):
            result: asyncio.Future[ResultT] = self.create_future()
            self._virtual.jobs.append((executor.submit(func, *args), result))
            return result
        self._in_threads += 1
        future = super().run_in_executor(executor, func, *args)

        def done(_future: asyncio.Future[ResultT]) -> None:
            self._in_threads -= 1

        future.add_done_callback(done)
        return future

    async def shutdown_default_executor(self, timeout: float | None = None) -> None:
        """End the threads."""
        self._in_threads += 1
        try:
            await super().shutdown_default_executor()
        finally:
            self._in_threads -= 1


def run(main: Coroutine[Any, Any, ResultT]) -> ResultT:
    """Run a coroutine to its end in virtual time."""
    with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
        return runner.run(main)
