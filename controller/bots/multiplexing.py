"""Several games at once in one thread: while one game's bots think, another one's answers are read.

A game is a generator. It yields whose answers it waits for (:class:`AwaitedAnswers`), and is sent the answers when all
have come or their time is up.
"""

from __future__ import annotations

import select
from collections.abc import Generator, Sequence
from time import monotonic
from typing import Any, NamedTuple, TypeVar

from controller.bots.bot_process import BotProcess, Gone, Json, Lane, why_ended
from controller.bots.bot_reasons import BotReason

T = TypeVar("T")


class AwaitedAnswers(NamedTuple):
    """Whom a game waits for."""

    lanes: Sequence[Lane]
    patience_s: float
    """By the clock."""
    farewell: bool = False
    """Whether the end of their children is awaited, and not an answer."""


Task = Generator[AwaitedAnswers, list[Json | Gone], T]
"""A game under way: it wants, and gets a frame or a :class:`Gone` of each lane; of a farewell, the wait status."""


class _Waiting:
    """A task that waits."""

    __slots__ = ("answers", "missing", "task", "turn")

    def __init__(self, turn: int, task: Task[Any]) -> None:
        self.turn = turn
        self.task = task
        self.answers: list[Any] | None = None
        self.missing = 0


class _Wait(NamedTuple):
    """One lane that somebody waits for."""

    waiting: _Waiting
    answers: list[Any]
    place: int
    since: float
    until: float
    farewell: bool


def run_task(task: Task[T]) -> T:
    """Play one game to its end; what it returns."""
    (result,) = run_tasks([task])
    return result


def run_tasks(tasks: Sequence[Task[T]]) -> list[T]:
    """Play games side by side; what they return. No two may use the same lane."""
    return _Loop().run(tasks)


class _Loop:
    def __init__(self) -> None:
        self._poll = select.poll()
        self._known: dict[int, Lane | BotProcess] = {}
        """By descriptor: whose it is."""
        self._waits: dict[Lane, _Wait] = {}
        self._posted: dict[Lane, None] = {}
        """Who may have something to be sent."""
        self._next_late = float("inf")
        """Nobody is late before."""
        self._results: dict[int, Any] = {}

    def run(self, tasks: Sequence[Task[T]]) -> list[T]:
        """Run all tasks to their end and return their results, in the order of the tasks."""
        for turn, task in enumerate(tasks):
            self._go_on(_Waiting(turn, task))
        self._flush()
        while self._waits:
            now = monotonic()
            ready = self._poll.poll(max(0.0, (self._next_late - now) * 1000))
            for descriptor, _ in ready:
                self._read(descriptor)
            if now >= self._next_late:
                self._give_up(now)
            self._flush()
        return [self._results[turn] for turn in range(len(tasks))]

    def _flush(self) -> None:
        """Send what was posted while all that had come was read."""
        while self._posted:
            lane, _ = self._posted.popitem()
            lane.flush()
            if lane.deaf:
                self._answer(lane, Gone(BotReason.DEAF()))

    def _go_on(self, waiting: _Waiting) -> None:
        """Let a task run until it waits for somebody who has not answered yet."""
        while True:
            try:
                task, answers = waiting.task, waiting.answers
                wanted = next(task) if answers is None else task.send(answers)
            except StopIteration as end:
                self._results[waiting.turn] = end.value
                return
            waiting.answers = answers = [None] * len(wanted.lanes)
            waiting.missing = 0
            now = monotonic()
            for place, lane in enumerate(wanted.lanes):
                self._posted[lane] = None
                try:
                    lane.check()
                except Gone as error:
                    # The end of a child is awaited, however it behaved; if there is none, there is no end either.
                    if not (wanted.farewell and lane.playing):
                        answers[place] = error
                        continue
                patience_s = wanted.patience_s
                if not wanted.farewell:
                    patience_s = min(lane.bot.shortened(patience_s), lane.bot.limits.game_s - lane.waited_s)
                until = now + max(0.0, patience_s)
                self._waits[lane] = _Wait(waiting, answers, place, now, until, wanted.farewell)
                if until < self._next_late:
                    self._next_late = until
                waiting.missing += 1
                if self._known.get(lane.child.descriptor) is not lane:
                    self._watch(lane.child.descriptor, lane)
                    self._watch(lane.bot.host.descriptor, lane.bot)
            if waiting.missing:
                return

    def _watch(self, descriptor: int, whose: Lane | BotProcess) -> None:
        if self._known.get(descriptor) is not whose:
            self._known[descriptor] = whose
            self._poll.register(descriptor, select.POLLIN)

    def _forget(self, descriptor: int) -> None:
        del self._known[descriptor]
        self._poll.unregister(descriptor)

    def _read(self, descriptor: int) -> None:
        """Something has come, or is no more."""
        whose = self._known.get(descriptor)
        if isinstance(whose, Lane):
            self._read_lane(descriptor, whose)
        elif whose is not None:
            self._read_host(descriptor, whose)

    def _read_lane(self, descriptor: int, lane: Lane) -> None:
        wait = self._waits.get(lane)
        if lane.child.descriptor != descriptor:
            # These pipes are closed.
            self._forget(descriptor)
            self._answer(lane, Gone(BotReason.ENDED()))
        elif wait is None or wait.farewell:
            # Nobody asked it.
            self._forget(descriptor)
        else:
            self._hear(lane)

    def _hear(self, lane: Lane) -> None:
        """Read what a child says."""
        try:
            said = lane.read()
        except Gone as error:
            self._forget(lane.child.descriptor)
            self._answer(lane, error)
            return
        # It was asked once: more than one answer is more than it was asked.
        lane.talks = lane.talks or len(said) > 1
        if said:
            self._answer(lane, said[0])

    def _read_host(self, descriptor: int, bot: BotProcess) -> None:
        if bot.host.descriptor != descriptor:
            self._forget(descriptor)
            return
        try:
            reports = bot.reports()
        except Gone as error:
            self._forget(descriptor)
            bot.close()
            for lane in bot.lanes:
                self._answer(lane, error)
            return
        for lane, status in reports:
            self._ended(lane, status)

    def _ended(self, lane: Lane, status: int) -> None:
        """Handle the end of a child process. What it sent before counts."""
        wait = self._waits.get(lane)
        lane.playing = False
        if wait is not None and wait.farewell:
            self._answer(lane, status)
            return
        if lane in self._waits:
            self._watch(lane.child.descriptor, lane)
            while select.select([lane.child.descriptor], [], [], 0)[0] and lane.child.descriptor in self._known:
                self._hear(lane)
        self._answer(lane, Gone(why_ended(status)))

    def _answer(self, lane: Lane, answer: Any) -> None:
        wait = self._waits.pop(lane, None)
        if wait is None:
            return
        lane.waited_s += monotonic() - wait.since
        waiting = wait.waiting
        wait.answers[wait.place] = answer
        waiting.missing -= 1
        if not waiting.missing:
            self._go_on(waiting)

    def _give_up(self, now: float) -> None:
        """Nobody waits for ever. What had come by `now` has been read."""
        for lane, wait in [*self._waits.items()]:
            if now >= wait.until and self._waits.get(lane) is wait:
                lane.bot.times_late += not wait.farewell
                self._answer(lane, Gone(BotReason.LATE(seconds=f"{wait.until - wait.since:.3g}")))
        self._next_late = min((wait.until for wait in self._waits.values()), default=float("inf"))
