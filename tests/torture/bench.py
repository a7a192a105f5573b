"""One robot, one line, one controller and everything that goes wrong between them, on one heap of timers."""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Callable
from pathlib import Path
from random import Random

from firmware_bridge.link.robot_side import Identity, RobotSide
from firmware_bridge.protocol.codec import Frame, FrameError, Unwrapper, decode, encode, wrap
from firmware_bridge.protocol.messages import BootCause, Outcome
from hardware.simulated.serial_line import Arrival, Line
from tests.torture.host import Host
from tests.torture.judge import Verdict, commands_in, judge
from tests.torture.plan import Plan
from tests.torture.wheels import Wheels

BAUD = 115200
STUCK_S = 60.0
"""A run in which no command ends for so long has got stuck."""


class Bench:
    """A run. The link and the codec are the product's; only time, the line and the motors are the test's."""

    def __init__(self, plan: Plan, seed: int, folder: Path) -> None:
        """`folder` is for the journals."""
        self.plan, self.chance, self.folder = plan, Random(seed), folder
        self.now = 0.0
        self.resets: list[float] = []
        self.outages: list[tuple[float, float]] = []
        self._heap: list[tuple[float, int, Callable[[], None]]] = []
        self._order = itertools.count()
        self._down, self._up = (Line(BAUD, plan.line, self.chance) for _ in "du")
        self._to_robot, self._to_host = Unwrapper(), Unwrapper()
        self._cable = 0
        self._reset_at = self._boot_at = -1.0
        self._boot_id = 1
        self._watched: float | None = None
        self.wheels = Wheels(self.at, self._finished)
        self.side = self._program()
        self.host = Host(plan, self.chance, folder, self.at, self._host_says, self._mishaps, self._between_games)

    def at(self, delay: float, what: Callable[[], None]) -> None:
        heapq.heappush(self._heap, (self.now + delay, next(self._order), what))

    # -- the line --------------------------------------------------------------------------------------

    def _host_says(self, frames: list[Frame]) -> None:
        for frame in frames:
            if self.host.plugged:
                for arrival in self._down.carry(wrap(encode(frame)), self.now):
                    self._later(arrival, self._robot_hears)

    def _robot_says(self, frames: list[Frame]) -> None:
        for frame in frames:
            if self.host.plugged:
                for arrival in self._up.carry(wrap(encode(frame)), self.now):
                    self._later(arrival, self._host_hears)

    def _later(self, arrival: Arrival, arrive: Callable[[Arrival], None]) -> None:
        cable = self._cable
        self.at(arrival.at - self.now, lambda: arrive(arrival) if cable == self._cable else None)

    def _robot_hears(self, arrival: Arrival) -> None:
        data = arrival.data
        if self.now < self._boot_at:
            return
        if self._boot_at > self.now - len(data) * self._down.byte_s:
            # The robot came to life in the middle of these bytes.
            data = data[-int((self.now - self._boot_at) / self._down.byte_s) - 1 :]
        for raw in self._to_robot.feed(data):
            try:
                frame = decode(raw)
            except FrameError:
                self.side.bad_frames += 1
                continue
            self._robot_says(self.side.receive(frame, self.now))
            self._watch()

    def _host_hears(self, arrival: Arrival) -> None:
        data = arrival.data
        began = arrival.left_at - len(data) * self._up.byte_s
        if began < self._reset_at < arrival.left_at:
            # The robot died in the middle of these bytes.
            data = data[: int((self._reset_at - began) / self._up.byte_s)]
        if not self.host.alive:
            return
        for raw in self._to_host.feed(data):
            try:
                frame = decode(raw)
            except FrameError:
                continue
            self.host.hear(frame)

    # -- the robot -------------------------------------------------------------------------------------

    def _program(self) -> RobotSide:
        """The robot's program begins."""
        side = RobotSide(Identity("torture"), self.wheels, self._boot_id, self.now)
        self.wheels.latched = lambda: side.latched
        return side

    def _finished(self, outcome: Outcome, distance_um: int, angle_cdeg: int) -> None:
        self._robot_says(self.side.finished(outcome, distance_um, angle_cdeg))

    def _watch(self) -> None:
        due = self.side.next_timer()
        if due is not None and self._watched is None:
            self._watched = due
            self.at(max(0.0, due - self.now), self._bark)

    def _bark(self) -> None:
        self._watched = None
        if self.now >= self._boot_at:
            self.side.poll(self.now)
            self._watch()

    def _reset(self) -> None:
        """All memory is gone; what was half sent is cut; it takes a while until the robot hears again."""
        if self.now < self._boot_at:
            return
        self.resets.append(self.now)
        self._reset_at = self.now
        self._boot_at = self.now + self.chance.uniform(0.0, 0.05)
        self.wheels.lose_power()
        self._boot_id += 1
        self._to_robot = Unwrapper()
        self.side = self._program()
        self.at(self._boot_at - self.now, lambda: self._robot_says(self.side.boot(BootCause.RESET)))

    # -- mishaps ---------------------------------------------------------------------------------------

    def _mishaps(self, span: float) -> None:
        """Something may happen within so many seconds from now, a command's time."""
        if self.chance.random() < self.plan.resets:
            self.at(self.chance.uniform(0, span), self._reset)
        if self.chance.random() < self.plan.unplugs:
            self.at(self.chance.uniform(0, span), self._unplug)

    def _between_games(self, span: float) -> None:
        """Every other time somebody switches the robot off and on, if robots restart at all."""
        if self.plan.resets and self.chance.random() < 0.5:
            self.at(self.chance.uniform(0, span), self._reset)

    def _unplug(self) -> None:
        if not self.host.plugged:
            return
        self._cable += 1
        self._to_host = Unwrapper()
        away = self.chance.uniform(0.05, 3.0)
        self.outages.append((self.now, self.now + away))
        self.host.unplug()
        self.at(away, self.host.plug_in)

    # -- the run ---------------------------------------------------------------------------------------

    def run(self) -> Verdict:
        """Until every command of the plan has its end on record."""
        host, wheels = self.host, self.wheels
        begun, moved_at = -1, 0.0
        while not host.finished:
            self.now, _, what = heapq.heappop(self._heap)
            host.now = wheels.now = self.now
            what()
            if host.begun != begun:
                begun, moved_at = host.begun, self.now
            elif self.now - moved_at > STUCK_S:
                break
        wheels.lose_power()
        found = Verdict(self.plan.commands, resets=len(self.resets), crashes=host.deaths, unplugs=len(self.outages))
        if not host.finished:
            found.lost.append(f"nothing happened for {STUCK_S:g} s in phase {host.link.phase}")
        host.close_journal()
        silences = [*self._down.silences, *self._up.silences]
        found.silences = len(silences)
        found.wrong += wheels.wrong
        commands = commands_in(host.journals, self.folder, found)
        if len(commands) != self.plan.commands:
            found.lost.append(f"{len(commands)} of {self.plan.commands} commands are on record")
        judge(commands, wheels.motions, self.resets, [*self.outages, *silences], found)
        return found
