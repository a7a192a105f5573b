"""What the firmware does with its pins: wheels to the step, ramps, stops, light, arm, buzzer, battery, sleep."""

from __future__ import annotations

import itertools
import re
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from firmware_bridge.protocol.codec import Frame, encode, wrap
from firmware_bridge.protocol.messages import (
    Ack,
    Act,
    ActKind,
    Boot,
    BootCause,
    Clear,
    Done,
    Estop,
    Fault,
    FaultCode,
    Move,
    Outcome,
    Ping,
    State,
    Stop,
    Turn,
    Verdict,
)
from hardware.emulated.avr_chip import FREQUENCY, Light, Step
from hardware.simulated.physics.drive_dimensions import MM_PER_STEP, TRACK_MM
from tests.support.bare_golem import BYTE, MS, SESSION, BareGolem, built

CDEG_PER_STEP = MM_PER_STEP * 2 / TRACK_MM * 5729.57795
ACCELERATION = 1500.0
"""Steps a second, per second; so are the rates below, as config.h has them."""
START_RATE, MOST_RATE = 200, 430
BRAKING = 3
"""A stop is so many times as steep as the ramp."""


def steps_told(done: Done) -> tuple[int, int]:
    """The steps of the wheels (left, right) that odometry means; it must mean whole ones."""
    ahead, around = done.distance_um / 1000 / MM_PER_STEP, done.angle_cdeg / CDEG_PER_STEP
    assert abs(ahead - round(ahead)) < 0.02 and abs(around - round(around)) < 0.02
    return round(ahead) - round(around), round(ahead) + round(around)


@pytest.mark.parametrize("seed", [1, 2])
def test_what_it_counts_is_what_its_pins_did_to_the_step(seed: int) -> None:
    golem, chance = BareGolem(), Random(seed)
    golem.take()
    left = right = 0
    for _ in range(25):
        way = chance.choice((-1, 1))
        drive = chance.choice((Move(way * chance.randrange(60_000), 500), Turn(way * chance.randrange(12_000), 400)))
        golem.order(drive)
        golem.say(SESSION, golem.nonce(), Ping(0), chance.uniform(0, 400))
        match chance.randrange(4):
            case 0:
                golem.ask(SESSION, golem.seq, Stop())
            case 1:
                golem.say(0, golem.nonce(), Estop())
                golem.say(0, golem.nonce(), Clear(golem.ping().latch))
            case 2:
                golem.wait(1100)
        told = steps_told(golem.done())
        left, right = left + told[0], right + told[1]
        seen = golem.chip.seen()
        assert (seen.left, seen.right) == (left, right), f"seed {seed}: after {drive}"
    assert seen.impossible == 0
    sums = golem.telemetry()
    assert abs(sums.distance_um / 1000 / MM_PER_STEP - (left + right) / 2) < 0.2
    assert abs(sums.angle_cdeg / CDEG_PER_STEP - (right - left) / 2) < 1


@pytest.mark.parametrize(
    ("drive", "ahead", "around"),
    [
        (Move(100_000, 50), 100.0, 0.0),
        (Move(-3_000, 10), -3.0, 0.0),
        (Turn(9000, 120), 0.0, 90.0),
        (Turn(-6000, 40), 0.0, -60.0),
    ],
)
def test_it_goes_where_it_was_told_to_within_half_a_step(drive: Move | Turn, ahead: float, around: float) -> None:
    golem = BareGolem()
    golem.take()
    assert golem.whole(drive).outcome is Outcome.DONE
    seen = golem.chip.seen()
    assert (seen.left + seen.right) / 2 * MM_PER_STEP == pytest.approx(ahead, abs=MM_PER_STEP / 2 + 1e-6)
    assert (seen.right - seen.left) / 2 * CDEG_PER_STEP / 100 == pytest.approx(around, abs=CDEG_PER_STEP / 200 + 1e-6)


def rates(steps: list[Step]) -> Iterator[tuple[float, float]]:
    """(Seconds between two steps, steps a second) all along a motion."""
    for one, two in itertools.pairwise(steps):
        seconds = (two.cycle - one.cycle) / FREQUENCY
        yield seconds, 1 / seconds


@pytest.mark.parametrize(
    ("drive", "most"),
    [
        (Move(30_000, 500), MOST_RATE),
        (Move(-20_000, 30), 30 / MM_PER_STEP),
        (Move(1_000, 500), MOST_RATE),
        (Move(700, 2), 2 / MM_PER_STEP),
        (Turn(4500, 720), MOST_RATE),
        (Turn(300, 1), 100 / CDEG_PER_STEP),
    ],
)
def test_a_motion_keeps_its_speed_and_ramps_up_and_down(drive: Move | Turn, most: float) -> None:
    golem = BareGolem()
    golem.take()
    golem.whole(drive)
    found = list(rates(golem.chip.steps()))
    assert len(found) > 5
    assert all(rate <= most * 1.02 for _, rate in found)
    if most > START_RATE:
        assert found[0][1] <= START_RATE * 1.1 and found[-1][1] <= START_RATE * 1.1
    else:
        assert all(rate == pytest.approx(most, rel=0.02) for _, rate in found)
    for (_, before), (seconds, rate) in itertools.pairwise(found):
        assert abs(rate - before) <= ACCELERATION * seconds * 1.15 + 0.01 * rate
    if drive == Move(30_000, 500):
        assert max(rate for _, rate in found) > MOST_RATE * 0.97


@pytest.mark.parametrize("phase", range(0, 2000, 250))
def test_from_an_emergency_stop_to_the_last_step_it_takes_less_than_2_5_ms(phase: int) -> None:
    golem = BareGolem()
    golem.take()
    golem.order(Move(200_000, 50))
    golem.wait(300 + phase / 1000)
    stop = wrap(encode(Frame(0, 7, Estop())))
    begins = golem.chip.now
    golem.bytes_in(stop, 100)
    assert golem.chip.seen().powered == 0
    assert (golem.chip.steps(1)[0].cycle - begins) / MS <= 2.5
    assert golem.done().outcome is Outcome.ESTOPPED
    # The wire's own time for the frame is most of it.
    assert len(stop) * BYTE / MS > 0.9


@pytest.mark.parametrize("after_ms", [1, 20, 60, 90, 500])
def test_stop_brakes_three_times_as_steeply_and_loses_no_step(after_ms: int) -> None:
    golem = BareGolem()
    golem.take()
    golem.order(Move(200_000, 50))
    golem.wait(after_ms)
    before, told = golem.chip.seen().left, golem.chip.now
    golem.ask(SESSION, golem.seq, Stop())
    done = golem.done()
    steps = golem.chip.steps()
    found = list(rates(steps))
    assert done.outcome is Outcome.STOPPED
    assert found[-1][1] <= START_RATE * 1.1
    assert steps_told(done) == (golem.chip.seen().left,) * 2
    for (_, faster), (seconds, rate) in itertools.pairwise(found):
        assert faster - rate <= BRAKING * ACCELERATION * seconds * 1.15 + 0.01 * faster
    # From full speed: (430^2 - 200^2) / (2 x 4500) = 16 steps, 1.4 mm and 51 ms; the frame's way is 1.5 ms.
    assert golem.chip.seen().left - before <= 20
    assert (steps[-1].cycle - told) / MS <= 65


def test_a_stop_near_the_end_of_a_motion_leaves_nothing_behind() -> None:
    golem = BareGolem()
    golem.take()
    golem.order(Move(10_000, 50))
    whole = round(10 / MM_PER_STEP)
    while golem.chip.seen().left < whole - 4:
        golem.wait(2)
    golem.ask(SESSION, golem.seq, Stop())
    done = golem.done()
    assert done.outcome in (Outcome.STOPPED, Outcome.DONE)
    assert steps_told(done) == (golem.chip.seen().left,) * 2
    assert whole - 4 <= golem.chip.seen().left <= whole
    golem.whole(Move(10_000, 50))
    # The next motion is not braked by the stop of the last one.
    assert max(rate for _, rate in rates(golem.chip.steps())) > START_RATE * 1.2


def test_a_second_of_silence_stops_it_and_signs_of_life_of_another_session_do_not_help() -> None:
    golem = BareGolem()
    golem.take()
    golem.order(Move(300_000, 50))
    for nonce in range(14):
        golem.say(SESSION + 1, nonce, Ping(0), 100)
    ends = [frame.message for frame in golem.heard if isinstance(frame.message, Done)]
    assert [end.outcome for end in ends] == [Outcome.SILENCE]
    # 1 s, the tick and the ramp, of at most 38.4 mm/s.
    assert 38_200 < ends[0].distance_um < 45_300


def test_coils_are_off_after_a_reset_and_a_while_after_a_motion() -> None:
    golem = BareGolem()
    golem.wait(60)
    assert golem.chip.seen().powered == 0
    golem.take()
    golem.order(Move(100_000, 50))
    golem.wait(300)
    assert golem.chip.seen().powered == 3
    golem.reset(BootCause.BROWNOUT)
    assert golem.chip.seen().powered == 0
    golem.wait(60)
    seen = golem.chip.seen()
    assert (seen.powered, Light(seen.light), seen.tone_hz) == (0, Light.OFF, 0)
    golem.heard.clear()
    golem.take()
    golem.whole(Move(2_000, 50))
    golem.wait(150)
    assert golem.chip.seen().powered == 0


def test_an_emergency_stop_stays_until_clear_and_nothing_moves_before() -> None:
    golem = BareGolem()
    golem.take()
    golem.say(0, 5, Estop())
    assert golem.order(Move(10_000, 50)) == Ack(Verdict.ESTOPPED, 1, State.ESTOPPED)
    golem.wait(300)
    assert golem.chip.seen().powered == 0
    golem.say(0, 6, Clear(golem.ping().latch + 1))
    assert golem.ping().state is State.ESTOPPED
    golem.say(0, 7, Clear(golem.ping().latch))
    assert golem.whole(Move(1_000, 50)).outcome is Outcome.DONE


def test_a_low_battery_refuses_to_move_says_so_and_still_shows_who_it_is() -> None:
    golem = BareGolem()
    golem.take()
    golem.chip.set_battery(6300)
    golem.wait(4000)
    told = [frame.message for frame in golem.heard if isinstance(frame.message, Fault)]
    assert [fault.code for fault in told] == [FaultCode.BATTERY]
    for drive in (Move(1_000, 50), Turn(1_000, 50)):
        answer = golem.order(drive)
        assert isinstance(answer, Ack) and (answer.verdict, answer.state) == (Verdict.LOW_BATTERY, State.FAULT)
    golem.order(Act(ActKind.IDENTIFY))
    golem.wait(200)
    assert golem.chip.seen().light and not golem.chip.seen().powered, "it blinks and does not wiggle"
    assert golem.done(2).outcome is Outcome.DONE
    seen = golem.chip.seen()
    assert (seen.left, seen.right) == (0, 0)
    golem.chip.set_battery(6500)
    golem.wait(4000)
    assert golem.ping().state is State.FAULT, "a pack that recovers a little without load is not charged"
    golem.chip.set_battery(7400)
    golem.wait(4000)
    assert isinstance(golem.heard[-1].message, Fault) and golem.heard[-1].message.code is FaultCode.NONE
    assert golem.whole(Move(1_000, 50)).outcome is Outcome.DONE


def test_a_battery_that_dies_under_way_ends_the_motion() -> None:
    golem = BareGolem()
    golem.take()
    golem.order(Move(300_000, 50))
    golem.chip.set_battery(5800)
    assert golem.done().outcome is Outcome.LOW_BATTERY


@pytest.mark.parametrize("pack_mv", [0, 6450, 7400, 8400])
def test_it_measures_its_battery_and_runs_on_a_cable_too(pack_mv: int) -> None:
    golem = BareGolem(battery_mv=pack_mv)
    golem.take()
    told = golem.hello()
    assert abs(told.battery_mv - pack_mv) <= 25 and told.state is State.IDLE
    assert golem.whole(Move(1_000, 50)).outcome is Outcome.DONE


@pytest.mark.parametrize("kind", list(ActKind))
def test_every_act_can_be_seen_and_is_over_in_time(kind: ActKind) -> None:
    golem = BareGolem()
    golem.take()
    began = golem.seconds
    golem.order(Act(kind))
    lights, tones, arms, powered = set(), set(), set(), 0
    while not any(isinstance(frame.message, Done) for frame in golem.heard):
        # A host gives signs of life: after a second of silence the golem would end the act.
        golem.say(SESSION, 0, Ping(0), 10)
        seen = golem.chip.seen()
        lights.add(Light(seen.light))
        tones.add(seen.tone_hz)
        arms.add(seen.arm_us)
        powered |= seen.powered
        assert golem.seconds - began < 2.0
    golem.wait(100)
    seen = golem.chip.seen()
    lasting = {ActKind.SHIELD: Light.BLUE, ActKind.DIE: Light.RED | Light.BLUE}
    assert Light(seen.light) is lasting.get(kind, Light.OFF)
    assert lights - {Light.OFF} and max(tones) > 200 and seen.tone_hz == 0
    assert seen.arm_us == 0, "the arm is limp when nothing wants it"
    assert (max(arms) > 1950) is (kind in (ActKind.STRIKE, ActKind.TAKE))
    assert all(arm == 0 or 990 <= arm <= 2010 for arm in arms)
    assert bool(powered) is (kind is ActKind.IDENTIFY)
    assert (seen.left, seen.right) == (0, 0), "a wiggle ends where it began"


def test_an_act_ends_at_a_stop_with_its_light_off() -> None:
    golem = BareGolem()
    golem.take()
    golem.order(Act(ActKind.IDENTIFY))
    golem.wait(200)
    golem.ask(SESSION, golem.seq, Stop())
    assert golem.done(1).outcome is Outcome.STOPPED
    assert Light(golem.chip.seen().light) is Light.OFF and golem.chip.seen().powered in (0, 3)
    golem.wait(200)
    assert golem.chip.seen().powered == 0


def test_a_stopped_strike_lets_the_arm_go() -> None:
    golem = BareGolem()
    golem.take()
    golem.order(Act(ActKind.STRIKE))
    golem.wait(150)
    assert golem.chip.seen().arm_us > 1950 and golem.chip.seen().tone_hz > 0
    golem.ask(SESSION, golem.seq, Stop())
    assert golem.done(1).outcome is Outcome.STOPPED
    golem.wait(100)
    assert golem.chip.seen().arm_us == golem.chip.seen().tone_hz == 0


def test_less_than_3_v_are_no_pack_but_a_cable() -> None:
    golem = BareGolem(battery_mv=2500)
    golem.take()
    assert golem.hello().battery_mv == 0
    assert golem.whole(Move(1_000, 50)).outcome is Outcome.DONE


def test_it_sleeps_when_it_has_nothing_to_do() -> None:
    golem = BareGolem()
    golem.take()

    def awake(ms: float) -> float:
        before, slept = golem.chip.now, golem.chip.seen().asleep
        golem.wait(ms)
        return 1 - (golem.chip.seen().asleep - slept) / (golem.chip.now - before)

    assert awake(2000) < 0.02
    golem.order(Move(100_000, 50))
    assert awake(900) < 0.10


def test_a_program_that_hangs_is_started_anew_by_the_watchdog_with_its_coils_off(tmp_path: Path) -> None:
    firmware = built()
    names = subprocess.run(
        ["avr-nm", "-C", str(firmware.program.with_suffix(".elf"))], capture_output=True, text=True, check=True
    ).stdout
    found = re.search(r"^([0-9a-f]+) . link::finished", names, re.MULTILINE)
    assert found is not None
    hanging = bytearray(firmware.program.read_bytes())
    # rjmp to itself, where a command's end is told.
    hanging[int(found[1], 16) : int(found[1], 16) + 2] = b"\xff\xcf"
    program = tmp_path / "hanging.bin"
    program.write_bytes(hanging)
    golem = BareGolem(program=replace(firmware, program=program))
    golem.take()
    golem.order(Move(2_000, 50))
    golem.wait(200)
    assert golem.chip.seen().powered == 3
    golem.heard.clear()
    golem.wait(1200)
    assert [frame.message for frame in golem.heard] == [Boot(2, BootCause.WATCHDOG)]
    assert golem.chip.seen().powered == 0
