"""The golem's own program, on an emulated processor, keeps the rules of the link: it says what the reference in Python
says, frame by frame, and nothing that is no frame moves it."""

from __future__ import annotations

import zlib
from collections import Counter
from random import Random

import pytest

from firmware_bridge.link.commands import Command
from firmware_bridge.link.robot_side import Identity, RobotSide
from firmware_bridge.protocol.codec import Frame, Unwrapper, encode, wrap
from firmware_bridge.protocol.messages import (
    DICTIONARY_HASH,
    MAJOR,
    MINOR,
    Ack,
    Act,
    ActKind,
    Boot,
    BootCause,
    Claim,
    Clear,
    Done,
    Estop,
    FaultCode,
    Hello,
    Message,
    Move,
    Outcome,
    Ping,
    State,
    Stop,
    Turn,
    Verdict,
)
from tests.support.bare_golem import SESSION, BareGolem


def test_it_starts_says_who_it_is_and_takes_a_session() -> None:
    golem = BareGolem("red")
    [boot] = golem.wait(60)
    assert boot == Frame(0, 0, Boot(1, BootCause.POWER))
    who = golem.hello()
    assert (who.major, who.minor, who.dictionary) == (MAJOR, MINOR, DICTIONARY_HASH)
    assert (who.boot_id, who.session, who.state, who.name) == (1, 0, State.IDLE, "red")
    assert who.capabilities == 0x3FF
    assert abs(who.battery_mv - 8000) < 40
    golem.take()
    assert golem.hello().session == SESSION


def test_another_protocol_or_dictionary_gets_an_answer_and_no_session() -> None:
    golem = BareGolem()
    golem.wait(60)
    for major, dictionary in ((MAJOR + 1, DICTIONARY_HASH), (MAJOR, DICTIONARY_HASH ^ 1)):
        answer = golem.ask(SESSION, 1, Hello(Claim.TAKE, major, MINOR, dictionary, 0, 1))
        assert getattr(answer, "session", None) == 0


class _Reference:
    """The Python reference of a robot's side, with motors that end when the firmware's do."""

    battery_mv = 0
    fault = FaultCode.NONE

    def __init__(self) -> None:
        self.side = RobotSide(Identity("red"), self, 1, 0.0)
        self.outcome: Outcome | None = None
        """How the command under way will end; None if none is."""
        self._hard = False

    def refusal(self, _command: Command) -> Verdict | None:
        return None

    def begin(self, _command: Command) -> None:
        self.outcome, self._hard = Outcome.DONE, False

    def progress(self) -> tuple[int, int]:
        return 0, 0

    def halt(self, outcome: Outcome, *, hard: bool) -> None:
        if self.outcome is Outcome.DONE or (hard and not self._hard):
            self.outcome, self._hard = outcome, hard


class _Duel:
    """Both get the same frames and must say the same, byte for byte."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)
        self.golem = BareGolem("red")
        self.golem.wait(60)
        self.reference = _Reference()
        self.reference.battery_mv = self.golem.hello().battery_mv
        self.ends: Counter[Outcome] = Counter()

    def message(self) -> Message:
        chance, side = self.chance, self.reference.side
        if side.latched and chance.random() < 0.4:
            return chance.choice((Clear(side.latch), Clear(side.latch), Estop()))
        way = chance.choice((-1, 1)) * chance.choice((300, 900, 4000, 40_000))
        boot_id = chance.choice((1, 1, 1, 2))
        move, turn = Move(way, chance.choice((30, 50, 400))), Turn(way // 4, chance.choice((60, 120)))
        hello = Hello(chance.choice(list(Claim)), MAJOR, MINOR, DICTIONARY_HASH, side.session, boot_id)
        [message] = chance.choices(
            (
                chance.choice((move, turn, Act(chance.choice(list(ActKind))))),
                chance.choice((Turn(72_001, 90), Move(1000, 0), Move(1000, 501))),
                Stop(),
                Ping(chance.randrange(2**32)),
                Clear(side.latch - 1 & 0xFFFF),
                Estop(),
                hello,
            ),
            (12, 1, 3, 3, 1, 1, 2),
        )
        return message

    def frame(self) -> Frame:
        side, chance, message = self.reference.side, self.chance, self.message()
        if isinstance(message, Hello):
            return Frame(side.session + chance.choice((-1, 0, 1, 1, 1)) & 0xFFFF, chance.randrange(65536), message)
        if isinstance(message, Estop):
            # A repeat, a standing order, a new one.
            return Frame(side.session, chance.choice((side._estop_nonce, 0, chance.randrange(65536))), message)
        seq = side.last_seq + chance.choice((1,) * 9 + (0,) * 4 + (-1, -3, 4, 9))
        session = side.session + chance.choice((0,) * 12 + (1, -1))
        return Frame(session & 0xFFFF, seq & 0xFFFF, message)

    def play(self) -> None:
        """One frame to both, and sometimes a while of waiting."""
        frame, side = self.frame(), self.reference.side
        got = self.golem.say(frame.session, frame.seq, frame.message)
        # The command under way may end just before the frame is there; until then no answer to a copy is a DONE.
        if side._running is not None and got and got[0].seq == side._running[1] and isinstance(got[0].message, Done):
            self.end(got.pop(0))
        wanted = side.receive(frame, self.golem.seconds)
        assert got[:1] == wanted, f"to {frame}"
        for late in got[1:]:
            self.end(late)
        if side._running is not None and side._running[0] != side.session:
            self.end_unsaid()
        elif self.chance.random() < 0.4:
            for late in self.golem.wait(self.chance.choice((20, 100, 400))):
                self.end(late)

    def end(self, frame: Frame) -> None:
        """A DONE that came by itself."""
        assert isinstance(frame.message, Done), frame
        assert self.reference.outcome is not None, f"nobody waits for {frame}"
        self.ends[self.reference.outcome] += 1
        told = frame.message.distance_um, frame.message.angle_cdeg
        [wanted] = self.reference.side.finished(self.reference.outcome, *told)
        self.reference.outcome = None
        assert frame == wanted

    def end_unsaid(self) -> None:
        """A command of a session that was taken over ends without a word; only the sums tell how far it came."""
        assert self.golem.wait(600) == []
        told = self.golem.telemetry(self.reference.side.session)
        before = self.reference.side._sum
        assert self.reference.outcome is not None
        self.ends[self.reference.outcome] += 1
        gone = told.distance_um - before[0], told.angle_cdeg - before[1]
        assert self.reference.side.finished(self.reference.outcome, *gone) == []
        self.reference.outcome = None


@pytest.mark.parametrize("seed", [1, 4])
def test_it_says_what_the_reference_says_frame_by_frame(seed: int) -> None:
    duel = _Duel(seed)
    for _ in range(500):
        duel.play()
    print(f"seed {seed}: {dict(duel.ends)}")
    assert duel.ends.keys() >= {Outcome.DONE, Outcome.STOPPED, Outcome.ESTOPPED, Outcome.TAKEN}


def test_bytes_that_are_no_frame_move_nothing_and_are_counted() -> None:
    golem, chance = BareGolem(), Random(7)
    golem.take()
    good = [wrap(encode(Frame(SESSION, 1, command))) for command in (Move(50_000, 50), Turn(9000, 90))]
    damaged = 0
    for _ in range(300):
        data = bytearray(chance.choice(good))
        match chance.randrange(4):
            case 0:
                for _ in range(chance.randrange(1, 6)):
                    data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
            case 1:
                del data[chance.randrange(len(data) - 1) : -1]
            case 2:
                data[:0] = chance.randbytes(chance.randrange(1, 80))
            case 3:
                data = bytearray(chance.randbytes(chance.randrange(1, 120)) + b"\0")
        whole = Unwrapper().feed(bytes(data))
        if any(golem.is_frame(frame) for frame in whole):
            continue
        damaged += 1
        assert golem.bytes_in(bytes(data), 12) == []
    seen = golem.chip.seen()
    assert (seen.left, seen.right, seen.powered) == (0, 0, 0)
    golem.bytes_in(b"\0")
    told = golem.telemetry()
    assert told.done_seq == 0 and damaged > 250
    assert damaged * 0.9 < told.bad_frames < damaged * 1.5
    assert golem.whole(Move(2000, 50)).outcome is Outcome.DONE


def test_a_frame_may_come_byte_by_byte_and_right_behind_another() -> None:
    golem = BareGolem()
    golem.take()
    ping = wrap(encode(Frame(SESSION, 5, Ping(1))))
    for byte in ping[:-1]:
        assert golem.bytes_in(bytes((byte,)), 3) == []
    assert len(golem.bytes_in(ping[-1:])) == 1
    assert [frame.seq for frame in golem.bytes_in(ping * 3, 20)] == [5, 5, 5]


def test_frames_with_codes_that_the_dictionary_does_not_have_are_dropped() -> None:
    golem = BareGolem()
    golem.take()
    act = encode(Frame(SESSION, 1, Act(ActKind.STRIKE)))[:-4]
    unknown = act[:-1] + b"\x08"
    assert golem.bytes_in(wrap(unknown + zlib.crc32(unknown).to_bytes(4, "little"))) == []
    longer = act + b"\0"
    assert golem.bytes_in(wrap(longer + zlib.crc32(longer).to_bytes(4, "little"))) == []
    assert golem.telemetry().bad_frames == 2


def test_a_flood_of_questions_does_not_keep_an_emergency_stop_out() -> None:
    golem = BareGolem()
    golem.take()
    golem.order(Turn(36_000, 90))
    flood = wrap(encode(Frame(SESSION, 5, Ping(1)))) * 40
    golem.bytes_in(flood + wrap(encode(Frame(0, 77, Estop()))) + flood, 150)
    assert golem.chip.seen().powered == 0
    assert golem.ping().state is State.ESTOPPED
    # Its DONE found no room on the line: a copy of the command fetches it.
    done = golem.ask(SESSION, golem.seq, Turn(36_000, 90))
    assert isinstance(done, Done) and done.outcome is Outcome.ESTOPPED


def test_after_a_reset_at_any_moment_the_boot_id_is_new_and_the_session_void() -> None:
    golem, chance = BareGolem(), Random(5)
    golem.wait(60)
    last = 1
    for _ in range(40):
        # Often while the boot count is being written.
        golem.reset()
        golem.wait(chance.uniform(0, 12))
        golem.reset(chance.choice(list(BootCause)))
        golem.wait(60)
        boot = golem.heard[-1].message
        assert isinstance(boot, Boot) and last < boot.boot_id <= last + 300
        last = boot.boot_id
    assert golem.ask(SESSION, 1, Move(1000, 50)) == Ack(Verdict.WRONG_SESSION, 0, State.IDLE)


def test_power_that_fails_between_the_two_bytes_of_the_boot_count_never_counts_back() -> None:
    golem = BareGolem(boots=0x01FF)
    before = golem.chip.memory()
    while golem.chip.memory() == before:
        golem.chip.run(golem.chip.now + 8)
    assert golem.chip.memory()[:2] != b"\x02\x00", "one byte, not both"
    golem.reset(BootCause.POWER)
    golem.wait(60)
    boot = golem.heard[-1].message
    assert isinstance(boot, Boot) and 0x01FF < boot.boot_id < 0x0400


@pytest.mark.parametrize("cause", list(BootCause))
def test_it_says_why_it_started(cause: BootCause) -> None:
    golem = BareGolem()
    golem.wait(60)
    golem.reset(cause)
    golem.wait(60)
    assert golem.heard[-1].message == Boot(2, cause)
