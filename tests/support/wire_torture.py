"""A bad line between the two ends of the link, in a time of its own; and a judge who believes only the motors."""

from __future__ import annotations

import heapq
import itertools
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from firmware_bridge.link.latch import LatchPhase
from firmware_bridge.link.link import Link
from firmware_bridge.link.robot_side import Identity, RobotSide
from firmware_bridge.link.table import Phase
from firmware_bridge.link.values import (
    Begun,
    ClearRefused,
    Command,
    Ended,
    Ending,
    Latched,
    Sent,
    Timers,
    expected_s,
)
from firmware_bridge.protocol.codec import Frame, FrameError, Unwrapper, decode, encode, wrap
from firmware_bridge.protocol.tables import FaultCode, Move, Outcome, Verdict
from hardware.simulated.faults import LineFaults

BYTE_S = 10 / 115200


@dataclass
class Execution:
    """What the motors did with one command."""

    command: Command
    complete: bool = False


@dataclass
class Plan:
    """How bad a run is."""

    commands: int
    line: LineFaults
    resets: float = 0.0
    """Chance that the robot restarts during a command."""
    crashes: float = 0.0
    """Chance that the controller dies during a command."""
    stops: float = 0.0
    estops: float = 0.0


class Motors:
    """The robot's motors: they take the time that a command takes and write down what they did."""

    battery_mv = 8000
    fault = FaultCode.NONE

    def __init__(self, bench: Bench) -> None:
        self._bench = bench
        self._running: tuple[Execution, object] | None = None

    def refusal(self, _command: Command) -> Verdict | None:
        return None

    def begin(self, command: Command) -> None:
        if self._running is not None:
            self._bench.broken.append("began a command while another was under way")
        if self._bench.side.latched:
            self._bench.broken.append("began a command while the emergency stop was on")
        execution = Execution(command)
        self._bench.executed.append(execution)
        token = object()
        self._running = (execution, token)
        self._bench.at(expected_s(command), lambda: self._end(token, Outcome.DONE))

    def halt(self, outcome: Outcome, *, hard: bool) -> None:
        if self._running is not None:
            token = self._running[1]
            self._bench.at(0.002 if hard else 0.02, lambda: self._end(token, outcome))

    def _end(self, token: object, outcome: Outcome) -> None:
        if self._running is None or self._running[1] is not token:
            return
        execution, self._running = self._running[0], None
        execution.complete = outcome is Outcome.DONE
        assert isinstance(execution.command, Move)
        way = execution.command.distance_um if execution.complete else 1
        self._bench.from_robot(self._bench.side.finished(outcome, way, 0))


@dataclass
class Verdicts:
    """What the judge found."""

    ends: Counter[str] = field(default_factory=Counter)
    resets: int = 0
    crashes: int = 0
    faults: list[str] = field(default_factory=list)


class Bench:
    """Host, line and robot, driven by one heap of timers."""

    def __init__(self, plan: Plan, seed: int) -> None:
        self.plan = plan
        self.chance = Random(seed)
        self.now = 0.0
        self.executed: list[Execution] = []
        self.broken: list[str] = []
        self.resets = self.crashes = 0
        self.journal: list[tuple[str, Sent, Ending | None]] = []
        self.endings: dict[int, list[Ending]] = {}
        self._heap: list[tuple[float, int, Callable[[], None]]] = []
        self._order = itertools.count()
        self._boot = 1
        self._motors = Motors(self)
        self.side = RobotSide(Identity("torture"), self._motors, 1, 0.0)
        self._to_robot, self._to_host = Unwrapper(), Unwrapper()
        self._link_no = 0
        self._tickets: dict[int, int] = {}
        self._next = 0
        self._open_link()

    def at(self, delay: float, what: Callable[[], None]) -> None:
        heapq.heappush(self._heap, (self.now + delay, next(self._order), what))

    # -- the line --------------------------------------------------------------------------------------

    def _carry(self, frame: Frame, arrive: Callable[[bytes], None]) -> None:
        for late, data in self.plan.line.carry(wrap(encode(frame)), self.chance):
            if data:
                self.at(len(data) * BYTE_S + late, lambda data=data: arrive(data))  # type: ignore[misc]

    def from_robot(self, frames: list[Frame]) -> None:
        for frame in frames:
            self._carry(frame, self._host_hears)

    def _robot_hears(self, data: bytes) -> None:
        for raw in self._to_robot.feed(data):
            try:
                frame = decode(raw)
            except FrameError:
                continue
            self.from_robot(self.side.receive(frame, self.now))
            self._watch()

    def _watch(self) -> None:
        due, side = self.side.next_timer(), self.side
        if due is not None:
            self.at(max(0.0, due - self.now), lambda: side.poll(self.now) if side is self.side else None)

    def _host_hears(self, data: bytes) -> None:
        for raw in self._to_host.feed(data):
            try:
                frame = decode(raw)
            except FrameError:
                continue
            self.link.receive(frame, self.now)
            self._pump()

    # -- the host --------------------------------------------------------------------------------------

    def _open_link(self) -> None:
        self._link_no += 1
        self.link = Link(Timers.serial(115200))
        self._wake_at: float | None = None
        self._tickets.clear()
        interrupted = None
        if self.journal and self.journal[-1][0] == "begun":
            interrupted = self.journal[-1][1]
        ticket = self.link.open(self.now, interrupted)
        if ticket is not None and interrupted is not None:
            self._tickets[ticket] = self._number(interrupted.command)
        self._pump()

    @staticmethod
    def _number(command: Command) -> int:
        assert isinstance(command, Move)
        return command.distance_um

    def _pump(self) -> None:
        link = self.link
        while True:
            for event in link.take_events():
                self._hear(event)
            if link is not self.link:
                return
            frames = link.take_frames()
            for frame in frames:
                self._carry(frame, self._robot_hears)
            if not frames:
                break
        due = link.next_timer()
        if due is not None and (self._wake_at is None or due < self._wake_at or self._wake_at <= self.now):
            self._wake_at = due
            self.at(max(0.0, due - self.now), lambda: self._wake(link))

    def _wake(self, link: Link) -> None:
        if link is self.link:
            self._wake_at = None
            link.poll(self.now)
            self._pump()

    def _hear(self, event: object) -> None:
        match event:
            case Begun(ticket, sent):
                self.journal.append(("begun", sent, None))
                self._mishaps(sent)
            case Ended(ticket, sent, ending):
                number = self._tickets.pop(ticket)
                self.endings.setdefault(number, []).append(ending)
                if sent is not None:
                    self.journal.append(("ended", sent, ending))
                self.at(self.chance.uniform(0, 0.01), self._submit)
            case Latched() | ClearRefused():
                link = self.link
                self.at(0.05, lambda: self._clear(link))
            case _:
                pass

    def _clear(self, link: Link) -> None:
        if link is self.link and link.latch.phase in (LatchPhase.LATCHED, LatchPhase.FOUND):
            link.clear(self.now)
            self._pump()

    def _mishaps(self, sent: Sent) -> None:
        span = expected_s(sent.command) + 0.03
        plan, chance, link = self.plan, self.chance, self.link
        if chance.random() < plan.resets:
            self.at(chance.uniform(0, span), self._reset)
        if chance.random() < plan.crashes:
            if chance.random() < 0.2:
                self._crash(link)  # on record, but not sent
            else:
                self.at(chance.uniform(0, span), lambda: self._crash(link))
        if chance.random() < plan.stops:
            self.at(chance.uniform(0, span), lambda: self._call(link, link.stop))
        if chance.random() < plan.estops:
            self.at(chance.uniform(0, span), lambda: self._call(link, link.estop))

    def _call(self, link: Link, what: Callable[[float], None]) -> None:
        if link is self.link:
            what(self.now)
            self._pump()

    def _reset(self) -> None:
        self.resets += 1
        self._boot += 1
        self._motors = Motors(self)
        self.side = RobotSide(Identity("torture"), self._motors, self._boot, self.now)
        self.from_robot(self.side.boot())

    def _crash(self, link: Link) -> None:
        if link is not self.link:
            return
        self.crashes += 1
        self._to_host = Unwrapper()
        self._open_link()
        if self.link.idle or not self._tickets:
            self.at(0.0, self._submit)

    def _submit(self) -> None:
        link = self.link
        if self._tickets or self._next >= self.plan.commands:
            return
        if link.phase not in (Phase.READY, Phase.GREETING, Phase.CLAIMING) or link.latch.engaged:
            self.at(0.02, self._submit)
            return
        self._next += 1
        command = Move(self._next, 500)
        ticket = link.submit(command, self.now)
        self._tickets[ticket] = self._next
        self._pump()

    # -- the run and the judge -------------------------------------------------------------------------

    def run(self) -> Verdicts:
        """Until every command has its end (or the simulation shows that one never gets it)."""
        self.at(0.0, self._submit)
        # Commands that wait in a dead controller's memory never began; they are handed in again.
        idle_since = 0.0
        while self._heap:
            self.now, _, what = heapq.heappop(self._heap)
            what()
            if self._tickets:
                idle_since = self.now
            elif self._next >= self.plan.commands:
                break
            elif self.now - idle_since > 60:
                self.broken.append(f"nothing happened for 60 s in phase {self.link.phase}")
                break
        return self._judge()

    def _judge(self) -> Verdicts:
        found = Verdicts(resets=self.resets, crashes=self.crashes, faults=list(self.broken))
        times = Counter(self._number(execution.command) for execution in self.executed)
        complete = {self._number(e.command) for e in self.executed if e.complete}
        begun = {self._number(sent.command) for what, sent, _ in self.journal if what == "begun"}
        for number, count in times.items():
            if count > 1:
                found.faults.append(f"command {number} was executed {count} times")
            if number not in begun:
                found.faults.append(f"command {number} was executed but is not on record")
        for number in sorted(begun):
            endings = self.endings.get(number, [])
            if len(endings) != 1:
                found.faults.append(f"command {number} ended {len(endings)} times")
                continue
            kind = endings[0].kind
            found.ends[kind] += 1
            if kind == "done" and (number not in complete or endings[0].distance_um != number):
                found.faults.append(f"command {number} is said to be done and is not")
            if kind == "rejected" and times[number]:
                found.faults.append(f"command {number} is said to be rejected and was executed")
        return found
