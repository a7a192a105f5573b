"""A simulated golem: the robot's own side of the link, motors, battery, light, and scripted faults.

It is a peer on the wire: it knows nothing of the table but the frames that reach it. It writes the truth
of where it is into the simulated world; its answers say what its wheels counted.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from random import Random
from typing import Protocol

from boards.geometry import Pose
from firmware_bridge.link.commands import Command
from firmware_bridge.link.robot_side import Identity, RobotSide
from firmware_bridge.protocol.codec import Frame, FrameError, decode, encode
from firmware_bridge.protocol.messages import (
    Act,
    ActKind,
    BootCause,
    FaultCode,
    Move,
    Outcome,
    Turn,
    Verdict,
)
from hardware.simulated.drive_model import Braking, Build, Drift, Ramp, moved
from hardware.simulated.faults import Fault, FaultKind
from hardware.simulated.world import Body

TICK_S = 0.04
"""How often the truth of a moving robot is written."""

BOOT_S = 0.3
"""From power to the first word."""

ACT_SECONDS: dict[ActKind, float] = {
    ActKind.STRIKE: 0.6,
    ActKind.SHIELD: 0.3,
    ActKind.HIT: 0.8,
    ActKind.BUMP: 0.4,
    ActKind.TAKE: 0.5,
    ActKind.DROP: 0.5,
    ActKind.DIE: 1.0,
    ActKind.IDENTIFY: 1.8,
}

ACT_LIGHTS: dict[ActKind, tuple[str, str]] = {
    ActKind.STRIKE: ("white", "off"),
    ActKind.SHIELD: ("blue", "blue"),
    ActKind.HIT: ("red", "off"),
    ActKind.BUMP: ("yellow", "off"),
    ActKind.TAKE: ("green", "off"),
    ActKind.DROP: ("green", "off"),
    ActKind.DIE: ("red", "magenta"),
    ActKind.IDENTIFY: ("white", "off"),
}
"""The light during an act and after it, as the firmware shows it; a simulated robot does not blink."""

FULL_MV = 8300
LOW_MV = 6400
MV_PER_MM = 0.002
MV_PER_S = 0.02


class TwinPort(Protocol):
    """The robot's end of a wire."""

    on_frame: Callable[[bytes], None] | None

    def send(self, frame: bytes) -> None:
        """Send bytes to the host."""
        ...

    def close(self) -> None:
        """Close the line."""
        ...


@dataclass(frozen=True)
class Executed:
    """A command that the motors really carried out: what tests judge the link by."""

    boot_id: int
    session: int
    seq: int
    command: Command


@dataclass
class _Motion:
    """The command under way."""

    command: Command
    drift: Drift
    start: Pose
    began_at: float
    way: Ramp | Braking
    since: float
    """When the way began."""
    outcome: Outcome = Outcome.DONE
    ends_at: float = 0.0
    braked_hard: bool | None = None
    """None: not braked."""

    def counted(self, now: float) -> float:
        """Return what the wheels have counted, mm or degrees (an act: seconds)."""
        return self.way.at(now - self.since)[0]


class SimulatedRobot:
    """A simulated golem on a port."""

    def __init__(
        self,
        name: str,
        body: Body,
        port: TwinPort,
        seed: int = 0,
        *,
        faults: Iterable[Fault] = (),
        build: Build | None = None,
        identity: Identity | None = None,
    ) -> None:
        self.name = name
        self.body = body
        self.port = port
        self.executed: list[Executed] = []
        self.boots = 0
        self.battery = float(FULL_MV)
        self.wrong_code = FaultCode.NONE
        self._loop = asyncio.get_running_loop()
        self._chance = Random(f"{seed}/{name}")
        self._boot_id = self._chance.randrange(1, 1000)
        self._build = build or Build()
        self._identity = identity or Identity(name[:8])
        self._faults: dict[int, list[Fault]] = {}
        for fault in faults:
            self._faults.setdefault(fault.at, []).append(fault)
        self._commands = 0
        self._late_s = 0.0
        self._wrong = False
        self._deaf_until = 0.0
        self._motion: _Motion | None = None
        self._tick: asyncio.TimerHandle | None = None
        self._watchdog: asyncio.TimerHandle | None = None
        self._booting: asyncio.TimerHandle | None = None
        self.side = self._start()
        port.on_frame = self._hear

    # -- power -----------------------------------------------------------------------------------------

    def _start(self) -> RobotSide:
        self.boots += 1
        self._boot_id = self._boot_id % 0xFFFF + 1
        self.body.powered = True
        self._booting = None
        return RobotSide(self._identity, self, self._boot_id, self._loop.time())

    def reset(self, cause: BootCause = BootCause.RESET) -> None:
        """Lose all memory at once and start anew: the motion ends wherever it is."""
        self._end_motion()
        self.body.powered = False
        self.body.led = "off"
        self._cancel(self._booting)
        self._booting = self._loop.call_later(BOOT_S, self._boot, cause)

    def _boot(self, cause: BootCause) -> None:
        self.side = self._start()
        self._say(self.side.boot(cause))

    def close(self) -> None:
        """Take the robot away."""
        self._end_motion()
        for timer in (self._watchdog, self._booting):
            self._cancel(timer)
        self.port.on_frame = None
        self.port.close()

    # -- the wire --------------------------------------------------------------------------------------

    def _hear(self, data: bytes) -> None:
        if not self.body.powered or self._loop.time() < self._deaf_until:
            return
        try:
            frame = decode(data)
        except FrameError:
            self.side.bad_frames += 1
            return
        self._late_s, self._wrong = 0.0, False
        self._say(self.side.receive(frame, self._loop.time()))
        self._watch()

    def _say(self, frames: Iterable[Frame]) -> None:
        for frame in frames:
            if self._wrong:
                # An answer to a number that nobody asked about.
                frame = Frame(frame.session, (frame.seq + 7) & 0xFFFF, frame.message)  # noqa: PLW2901
            self._loop.call_later(self._late_s, self._send, self._boot_id, encode(frame))

    def _send(self, boot_id: int, data: bytes) -> None:
        if self.body.powered and boot_id == self._boot_id:
            self.port.send(data)

    def _watch(self) -> None:
        self._cancel(self._watchdog)
        due = self.side.next_timer()
        self._watchdog = None if due is None else self._loop.call_at(due, self._bark)

    def _bark(self) -> None:
        self._watchdog = None
        self.side.poll(self._loop.time())

    # -- the motors ------------------------------------------------------------------------------------

    @property
    def battery_mv(self) -> int:
        """Return the voltage of the battery, in mV."""
        return round(self.battery)

    @property
    def fault(self) -> FaultCode:
        """Return the fault that the robot tells."""
        return FaultCode.BATTERY if self.battery < LOW_MV else self.wrong_code

    def refusal(self, command: Command) -> Verdict | None:
        """Return why the motors refuse a command; None if they take it."""
        self._commands += 1
        if self._now_fault("refuse") is not None:
            return Verdict.FAULT
        if self.battery < LOW_MV and not isinstance(command, Act):
            return Verdict.LOW_BATTERY
        return Verdict.FAULT if self.wrong_code is not FaultCode.NONE else None

    def _now_fault(self, kind: FaultKind) -> Fault | None:
        return next((fault for fault in self._faults.get(self._commands, ()) if fault.kind == kind), None)

    def begin(self, command: Command) -> None:
        """Begin a motion."""
        side, now = self.side, self._loop.time()
        self.executed.append(Executed(side.boot_id, side.session, side.last_seq, command))
        slip = self._now_fault("slip")
        drift = Drift.drawn(self._build, self._chance, slip.amount if slip else 0.0)
        ramp = self._ramp(command)
        self._motion = motion = _Motion(command, drift, self.body.pose, now, ramp, now)
        motion.ends_at = now + ramp.duration
        if isinstance(command, Act):
            self.body.led = ACT_LIGHTS[command.kind][0]
        self._mishaps(motion, ramp, now)
        self._next_tick()

    def _mishaps(self, motion: _Motion, ramp: Ramp, now: float) -> None:
        if stall := self._now_fault("stall"):
            motion.ends_at = now + ramp.time_of(stall.amount * ramp.length)
            motion.outcome = Outcome.STALLED
        if power := self._now_fault("lose-power"):
            when = ramp.time_of(power.amount * ramp.length)
            self._loop.call_later(when, self._lose_power, motion)
        if late := self._now_fault("late"):
            self._late_s = late.amount
        if self._now_fault("wrong"):
            self._wrong = True
        if deaf := self._now_fault("deaf"):
            self._deaf_until = now + deaf.amount

    def _lose_power(self, motion: _Motion) -> None:
        if self._motion is motion:
            self.reset(BootCause.BROWNOUT)

    def _ramp(self, command: Command) -> Ramp:
        match command:
            case Move():
                length = abs(command.distance_um) / 1000
                return Ramp(length, command.speed_mm_s, self._build.acceleration_mm_s2)
            case Turn():
                length = abs(command.angle_cdeg) / 100
                return Ramp(length, command.speed_deg_s, self._build.acceleration_deg_s2)
            case Act(kind=kind):
                # One "second a second", without a ramp worth speaking of.
                return Ramp(ACT_SECONDS[kind], 1.0, 1e6)

    def progress(self) -> tuple[int, int]:
        """Return what the wheels have counted of the motion under way, um and 0.01 degrees."""
        motion = self._motion
        return (0, 0) if motion is None else _odometry(motion.command, motion.counted(self._loop.time()))

    def halt(self, outcome: Outcome, *, hard: bool) -> None:
        """Brake the motors."""
        motion = self._motion
        if motion is None or motion.braked_hard in (hard, True):
            return
        now = self._loop.time()
        if isinstance(motion.command, Move):
            deceleration = self._build.acceleration_mm_s2
        else:
            deceleration = self._build.acceleration_deg_s2
        deceleration *= self._build.hard_factor if hard else 1.0
        motion.way, motion.since = Braking(motion.way, now - motion.since, deceleration), now
        motion.ends_at = now + motion.way.duration
        motion.outcome, motion.braked_hard = outcome, hard
        self._next_tick()

    def _next_tick(self) -> None:
        assert self._motion is not None
        self._cancel(self._tick)
        due = min(self._motion.ends_at, self._loop.time() + TICK_S)
        self._tick = self._loop.call_at(due, self._advance)

    def _advance(self) -> None:
        motion = self._motion
        assert motion is not None
        if self._loop.time() + 1e-9 < motion.ends_at:
            self._place(motion, self._loop.time())
            self._next_tick()
            return
        counted = self._end_motion(motion.ends_at)
        if isinstance(motion.command, Act):
            self.body.led = ACT_LIGHTS[motion.command.kind][1]
        self._say(self.side.finished(motion.outcome, *_odometry(motion.command, counted)))
        self._use_battery(counted, motion)
        self._watch()

    def _end_motion(self, at: float | None = None) -> float:
        """Return the motors stand still; returns what they counted."""
        motion, self._motion = self._motion, None
        self._cancel(self._tick)
        self._tick = None
        if motion is None:
            return 0.0
        when = self._loop.time() if at is None else at
        self._place(motion, when)
        return motion.counted(when)

    def _place(self, motion: _Motion, now: float) -> None:
        """Write the truth."""
        if not isinstance(motion.command, Act):
            self.body.pose = moved(motion.start, motion.command, motion.counted(now), motion.drift)

    def _use_battery(self, counted: float, motion: _Motion) -> None:
        was_low = self.battery < LOW_MV
        self.battery -= counted * MV_PER_MM + (motion.ends_at - motion.began_at) * MV_PER_S
        if self.battery < LOW_MV and not was_low:
            self._say(self.side.fault(FaultCode.BATTERY))

    @staticmethod
    def _cancel(timer: asyncio.TimerHandle | None) -> None:
        if timer is not None:
            timer.cancel()


def _odometry(command: Command, counted: float) -> tuple[int, int]:
    """Return what the wheels counted, as DONE tells it: (micrometres, hundredths of a degree)."""
    match command:
        case Move():
            return round(math.copysign(counted * 1000, command.distance_um)), 0
        case Turn():
            return 0, round(math.copysign(counted * 100, command.angle_cdeg))
        case Act():
            return 0, 0
