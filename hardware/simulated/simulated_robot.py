"""A simulated golem: the robot's own side of the link, motors, battery, light, and scripted faults.

It is a peer on the wire: it knows nothing of the table but the frames that reach it. It writes the truth
of where it is into the simulated world; its answers say what its wheels counted.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Iterable
from random import Random

from firmware_bridge.link.commands import Command
from firmware_bridge.link.robot_side import Identity, RobotSide
from firmware_bridge.protocol.codec import Frame, FrameError, decode, encode
from firmware_bridge.protocol.messages import (
    Act,
    BootCause,
    FaultCode,
    Move,
    Outcome,
    Turn,
    Verdict,
)
from hardware.simulated.drive_model import Braking, Drift, DriveParameters, Ramp, drifted
from hardware.simulated.faults import Fault, FaultKind
from hardware.simulated.physics.drive_dimensions import TRACK_MM
from hardware.simulated.physics.drive_train import DriveTrain
from hardware.simulated.robot_acts import ACT_LIGHTS, ACT_SECONDS
from hardware.simulated.robot_motion import Executed, MotionUnderWay, SimulatedPort
from hardware.simulated.world import FINE_STEP_S, Begun, Body, Ended, Stopped

BOOT_S = 0.3
"""From power to the first word."""

FULL_MV = 8300
LOW_MV = 6400
MV_PER_MM = 0.002
MV_PER_S = 0.02


class SimulatedRobot:
    """A simulated golem on a port."""

    def __init__(
        self,
        name: str,
        body: Body,
        port: SimulatedPort,
        seed: int = 0,
        *,
        faults: Iterable[Fault] = (),
        build: DriveParameters | None = None,
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
        self._build = build or DriveParameters()
        # Chance of its own: a golem without errors does what it did before there were any.
        self.train = DriveTrain(self._build.errors, Random(f"wheels/{seed}/{name}"))
        self._identity = identity or Identity(name[:8])
        self._faults: dict[int, list[Fault]] = {}
        for fault in faults:
            self._faults.setdefault(fault.at, []).append(fault)
        self._commands = 0
        self._answer_late_s = self._late_s = self._build.answer_late_s
        self._wrong = False
        self._refusing = 0
        self._deaf_until = 0.0
        self._motion: MotionUnderWay | None = None
        self._tick: asyncio.TimerHandle | None = None
        self._watchdog: asyncio.TimerHandle | None = None
        self._booting: asyncio.TimerHandle | None = None
        self.side = self._start()
        port.on_frame = self._hear
        body.write_truth = self._write_truth

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

    def _die(self) -> None:
        self._end_motion()
        self.body.powered = False
        self.body.led = "off"
        self._cancel(self._booting)
        self._cancel(self._watchdog)

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
        self._late_s, self._wrong = self._answer_late_s, False
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
        if self._refusing > 0:
            self._refusing -= 1
            return Verdict.FAULT
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
        self._motion = motion = MotionUnderWay(command, drift, now, ramp, now, truth_at=now)
        self.body.tell(Begun(now, self.body.name, command))
        motion.ends_at = now + ramp.duration
        if isinstance(command, Act):
            self.body.led = ACT_LIGHTS[command.kind][0]
        self._mishaps(motion, ramp, now)
        self._next_tick()

    def _mishaps(self, motion: MotionUnderWay, ramp: Ramp, now: float) -> None:
        if stall := self._now_fault("stall"):
            motion.ends_at = now + ramp.time_of(stall.amount * ramp.length)
            motion.outcome = Outcome.STALLED
        for fault in self._faults.get(self._commands, ()):
            match fault.kind:
                case "lose-power" | "die" | "block-left" | "block-right" | "block":
                    when = ramp.time_of(fault.amount * ramp.length)
                    self._loop.call_later(when, self._go_wrong, motion, fault)
                case "late":
                    self._late_s = fault.amount
                case "wrong":
                    self._wrong = True
                case "deaf":
                    self._deaf_until = now + fault.amount

    def _go_wrong(self, motion: MotionUnderWay, fault: Fault) -> None:
        """Have a fault happen on the way, if that command is still under way."""
        if self._motion is not motion:
            return
        if fault.kind in ("die", "lose-power"):
            self.inject(fault.kind)
        else:
            self._catch_up()
            motion.blocked |= _wheels(fault.kind) - self.train.blocked
            self.train.blocked |= motion.blocked

    def inject(self, kind: FaultKind, amount: float = math.inf) -> None:
        """Have something go wrong now.

        stall ends the motion under way, and the robot says so; refuse turns the next command down; deaf and blocked
        wheels last for `amount` seconds, late delays every answer by so many from now on; lose-power restarts it, die
        is for good. Raises ValueError for slip and wrong, which belong to a command.
        """
        now = self._loop.time()
        match kind:
            case "stall":
                if self._motion is not None:
                    self._end_early(self._motion, now)
            case "refuse":
                self._refusing += 1
            case "lose-power":
                self.reset(BootCause.BROWNOUT)
            case "die":
                self._die()
            case "deaf":
                self._deaf_until = now + amount
            case "late":
                self._answer_late_s = self._late_s = amount
            case "block" | "block-left" | "block-right":
                wheels = _wheels(kind) - self.train.blocked
                self._catch_up()
                self.train.blocked |= wheels
                if math.isfinite(amount):
                    self._loop.call_later(amount, self._unblock, wheels)
            case "slip" | "wrong":
                raise ValueError(f"{kind} belongs to a command, not to a moment")

    def _end_early(self, motion: MotionUnderWay, now: float) -> None:
        motion.ends_at = now
        motion.outcome = Outcome.STALLED
        self._next_tick()

    def _unblock(self, wheels: set[str]) -> None:
        self._catch_up()
        self.train.blocked -= wheels

    def _catch_up(self) -> None:
        """Write the truth up to now, before something about the wheels changes."""
        if self._motion is not None:
            self._roll(self._motion, self._loop.time())

    def _write_truth(self) -> None:
        """Write the truth up to now, for whoever looks at the table."""
        if self._motion is not None:
            self._place(self._motion, self._loop.time())

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
        self._catch_up()
        self.body.tell(Stopped(now, self.body.name, hard))
        if isinstance(motion.command, Move):
            deceleration = self._build.acceleration_mm_s2
        else:
            deceleration = self._build.acceleration_deg_s2
        deceleration *= self._build.hard_factor if hard else self._build.braking_factor
        motion.way, motion.since = Braking(motion.way, now - motion.since, deceleration), now
        motion.ends_at = now + motion.way.duration
        motion.outcome, motion.braked_hard = outcome, hard
        self._next_tick()

    def _next_tick(self) -> None:
        assert self._motion is not None
        self._cancel(self._tick)
        due = min(self._motion.ends_at, self._loop.time() + self.body.step_s)
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
        self._roll(motion, when)
        self.train.blocked -= motion.blocked
        self.body.tell(Ended(self._loop.time(), self.body.name, motion.command, motion.outcome))
        return motion.counted(when)

    def _place(self, motion: MotionUnderWay, now: float) -> None:
        """Write the truth in steps of one length: where it is does not depend on who looks when."""
        while motion.truth_at + FINE_STEP_S <= now + 1e-9:
            self._roll(motion, motion.truth_at + FINE_STEP_S)

    def _roll(self, motion: MotionUnderWay, now: float) -> None:
        """Move the body by what the wheels rolled since the truth was written last."""
        motion.truth_at = now
        command = motion.command
        if isinstance(command, Act):
            return
        counted, speed = motion.way.at(now - motion.since)
        further, motion.rolled = counted - motion.rolled, max(counted, motion.rolled)
        if further <= 0.0:
            return
        turning = isinstance(command, Turn)
        wheels_mm_s = math.radians(speed) * TRACK_MM / 2 if turning else speed
        step = self.train.roll(command, further, wheels_mm_s)
        self.body.advance(drifted(step, turning, self.body.pose.heading, motion.drift), now)

    def _use_battery(self, counted: float, motion: MotionUnderWay) -> None:
        was_low = self.battery < LOW_MV
        self.battery -= counted * MV_PER_MM + (motion.ends_at - motion.began_at) * MV_PER_S
        if self.battery < LOW_MV and not was_low:
            self._say(self.side.fault(FaultCode.BATTERY))

    @staticmethod
    def _cancel(timer: asyncio.TimerHandle | None) -> None:
        if timer is not None:
            timer.cancel()


def _wheels(kind: FaultKind) -> set[str]:
    return {"left", "right"} if kind == "block" else {kind.removeprefix("block-")}


def _odometry(command: Command, counted: float) -> tuple[int, int]:
    """Return what the wheels counted, as DONE tells it: (micrometres, hundredths of a degree)."""
    match command:
        case Move():
            return round(math.copysign(counted * 1000, command.distance_um)), 0
        case Turn():
            return 0, round(math.copysign(counted * 100, command.angle_cdeg))
        case Act():
            return 0, 0
