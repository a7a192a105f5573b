"""The MicroPython golem: its link against the reference, its bytes against ours, its pins against its words."""

from __future__ import annotations

import ast
from pathlib import Path
from random import Random
from typing import Any

import pytest
from cobs import cobs
from msgspec.structs import astuple

from firmware_bridge.channels.mqtt_topics import TableTopics, told
from firmware_bridge.link.robot_side import Identity, RobotSide
from firmware_bridge.protocol.codec import Frame, FrameError, decode, encode, wrap
from firmware_bridge.protocol.dictionary import load
from firmware_bridge.protocol.generator import MICROPYTHON
from firmware_bridge.protocol.messages import (
    DICTIONARY_HASH,
    LAYOUTS,
    Act,
    ActKind,
    BootCause,
    Claim,
    Clear,
    Estop,
    FaultCode,
    Hello,
    Message,
    Move,
    Outcome,
    Ping,
    Status,
    Stop,
    Turn,
    Verdict,
)
from firmware_bridge.protocol.micropython_tables import micropython_tables
from hardware.micropython_board.board_program import HOME, load_program
from hardware.micropython_board.board_rig import micropython_golems
from hardware.simulated.virtual_clock import run
from hardware.simulated.world import World

PROGRAM = load_program()
GOLDEN = Path(__file__).with_name("golden_frames.txt")


def test_its_tables_are_made_from_the_dictionary() -> None:
    assert MICROPYTHON.read_text(encoding="utf-8") == micropython_tables(load())


@pytest.mark.parametrize("path", sorted(HOME.glob("*.py")), ids=lambda path: path.name)
def test_the_board_can_compile_it(path: Path) -> None:
    """MicroPython has no dataclasses, typing, enum or pattern matching; names of imports tell what it needs."""
    tree = ast.parse(path.read_text(encoding="utf-8"), feature_version=(3, 4))
    imported = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    imported |= {str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    ours = {file.stem for file in HOME.glob("*.py")}
    board = {"machine", "network", "umqtt.simple", "time", "os", "sys"} if path.name == "main.py" else set()
    assert imported <= ours | board | {"struct", "binascii"}


# -- bytes -----------------------------------------------------------------------------------------------


def _plain(frame: Frame) -> tuple[Any, ...]:
    """A frame as the board has it."""
    layout = next(layout for layout in LAYOUTS if isinstance(frame.message, layout.kind))
    values = (v.encode() if isinstance(v, str) else int(v) for v in astuple(frame.message))
    return layout.code, frame.session, frame.seq, tuple(values)


def _some_message(chance: Random) -> Message:
    return chance.choice(
        (
            Hello(chance.choice(list(Claim)), 1, 0, DICTIONARY_HASH, chance.choice((0, 7, 8)), chance.choice((3, 4))),
            Move(chance.choice((1, -90_000, 3_000_001)), chance.choice((0, 45))),
            Turn(chance.choice((9_000, 72_001)), 90),
            Act(chance.choice(list(ActKind))),
            Stop(),
            Estop(),
            Clear(chance.randrange(4)),
            Ping(chance.getrandbits(32)),
            Status(),
        )
    )


def test_both_read_the_same_frames_and_drop_the_same_garbage() -> None:
    chance = Random(5)
    dropped = 0
    for _ in range(4000):
        frame = Frame(chance.getrandbits(16), chance.getrandbits(16), _some_message(chance))
        data = bytearray(encode(frame))
        if chance.random() < 0.5:
            data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        if chance.random() < 0.1:
            del data[chance.randrange(len(data)) :]
        try:
            read = _plain(decode(bytes(data)))
        except FrameError:
            read = None
            dropped += 1
        assert PROGRAM.codec.decode(bytes(data)) == read
    assert 1000 < dropped < 3000


def test_the_slow_checksum_is_the_quick_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a board without binascii the checksum is worked out by hand."""
    monkeypatch.setitem(__import__("sys").modules, "binascii", None)
    slow, chance = load_program().codec, Random(6)
    assert slow.crc32 is not PROGRAM.codec.crc32
    for length in range(45):
        data = chance.randbytes(length)
        assert slow.crc32(data) == PROGRAM.codec.crc32(data)


def test_its_stuffing_is_ours() -> None:
    chance = Random(7)
    for length in range(1, 42):
        data = bytes(chance.choice((0, 0, 1, 255)) for _ in range(length))
        assert PROGRAM.cobs.wrap(data) == wrap(data)
        assert PROGRAM.cobs.unwrap(cobs.encode(data)) == data
    for _ in range(2000):
        block = bytes(chance.choice((1, 2, 3, 9, 200)) for _ in range(chance.randrange(1, 12)))
        try:
            expected: bytes | None = cobs.decode(block)
        except cobs.DecodeError:
            expected = None
        assert PROGRAM.cobs.unwrap(block) == expected
    assert PROGRAM.cobs.unwrap(b"") is None and PROGRAM.cobs.unwrap(b"\x01" * 43) is None


# -- the link against the reference ----------------------------------------------------------------------


class _Motors:
    """One body for both links: keeps what they ask for."""

    def __init__(self) -> None:
        self.battery_mv = 7400
        self.fault = FaultCode.NONE
        self.low = False
        self.log: list[tuple[Any, ...]] = []

    def begin(self, *command: Any) -> None:
        self.log.append(("begin", *command))

    def progress(self) -> tuple[int, int]:
        return 1234, -567

    def halt(self, outcome: int, hard: bool) -> None:
        self.log.append(("halt", int(outcome), hard))


class _Reference(_Motors):
    def refusal(self, command: Message) -> Verdict | None:
        return Verdict.LOW_BATTERY if self.low and not isinstance(command, Act) else None

    def begin(self, command: Message) -> None:
        super().begin(*_plain(Frame(0, 0, command))[::3])

    def halt(self, outcome: int, *, hard: bool) -> None:
        super().halt(outcome, hard)


class _Board(_Motors):
    def refusal(self, code: int, values: tuple[int, ...]) -> int | None:
        return PROGRAM.messages.VERDICT_LOW_BATTERY if self.low and code != PROGRAM.messages.ACT else None


@pytest.mark.parametrize("seed", range(4))
def test_its_link_says_what_the_reference_says(seed: int) -> None:
    chance = Random(seed)
    ours, theirs = _Reference(), _Board()
    reference = RobotSide(Identity("red"), ours, 3, 0.0)
    board = PROGRAM.link.Link(b"red", theirs, 3, 0, lambda now, then: now - then)
    assert PROGRAM.codec.encode(board.boot(1)) == encode(reference.boot(BootCause.RESET)[0])
    now, seq, answered = 0, 0, 0
    for _ in range(3000):
        now += chance.choice((0, 5, 40, 400, 1200))
        reference.poll(now / 1000)
        board.poll(now)
        if board._running is not None and chance.random() < 0.5:
            ending = (chance.choice(list(Outcome)), chance.randrange(-9000, 9000), chance.randrange(-9000, 9000))
            mine, said = reference.finished(*ending), board.finished(*ending)
            assert [encode(frame) for frame in mine] == ([] if said is None else [PROGRAM.codec.encode(said)])
        if chance.random() < 0.05:
            ours.low = theirs.low = not ours.low
            ours.fault = theirs.fault = FaultCode.BATTERY if ours.low else FaultCode.NONE
            assert PROGRAM.codec.encode(board.told_fault()) == encode(reference.fault(ours.fault)[0])
        message = _some_message(chance)
        if isinstance(message, Hello) and chance.random() < 0.8:
            message = Hello(Claim.TAKE, 1, 0, DICTIONARY_HASH, reference.session, 3)
        if isinstance(message, Clear) and chance.random() < 0.8:
            message = Clear(reference.latch)
        # Mostly the next number, often a copy, sometimes nonsense; the count runs over its end too.
        if isinstance(message, Hello) and chance.random() < 0.9:
            message = Ping(1)
        seq = (reference.last_seq + chance.choice((1, 1, 1, 1, 0, 0, -1, -3, -5, 2))) & 0xFFFF
        session = chance.choice((reference.session, reference.session, reference.session, 7, 8, 9))
        frame = Frame(session, seq, message)
        answers = reference.receive(frame, now / 1000)
        assert [PROGRAM.codec.encode(board.receive(_plain(frame), now))] == [encode(answer) for answer in answers]
        assert theirs.log == ours.log
        answered += 1
        if reference.session and chance.random() < 0.002:
            reference.last_seq = board.last_seq = 0xFFFE
    assert answered == 3000 and {entry[0] for entry in ours.log} == {"begin", "halt"}


# -- the body ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("millivolts", "fastest"), [(5000, 430), (6000, 510)])
def test_it_speeds_up_to_what_its_motors_follow_and_stops_three_times_as_fast(millivolts: int, fastest: int) -> None:
    """Steps counted at a coil, second by second (docs/firmware.md)."""
    levels: list[int] = []
    coil, rest = levels.append, [lambda _level: None] * 3
    wheels = PROGRAM.motors.Wheels([coil, *rest], [lambda _level: None] * 4, millivolts)
    levels.clear()
    wheels.begin(1, 1, 10_000, 10_000)

    def steps(ms: int) -> int:
        before = len(levels)
        for _ in range(ms):
            wheels.tick()
        return len(levels) - before

    ramp_ms = round(1000 * (fastest - 200) / 1500)
    assert steps(ramp_ms) == pytest.approx((200 + fastest) / 2 * ramp_ms / 1000, abs=3)
    assert steps(1000) == pytest.approx(fastest, abs=1)
    wheels.brake()
    stopped = steps(ramp_ms // 3 + 10)
    assert wheels.remaining == 0 and stopped == pytest.approx((fastest**2 - 200**2) / 2 / 4500, abs=3)


@pytest.mark.parametrize("seed", range(3))
def test_its_pins_turn_as_far_as_it_says(seed: int) -> None:
    """Every motion, also those cut short: steps counted at the coils against DONE, and no pattern that loses a step."""
    chance, motors = Random(seed), PROGRAM.motors

    async def main() -> None:
        async with micropython_golems(World(), ("red",)) as rig:
            golem = rig.golems["red"]
            body, m = golem.body, PROGRAM.messages
            for _ in range(12):
                left, right = golem.left.steps, golem.right.steps
                code = chance.choice((m.MOVE, m.TURN))
                way = chance.choice((-1, 1)) * chance.randrange(1, 60_000 if code == m.MOVE else 9_000)
                body.begin(code, (way, chance.choice((3, 45, 500))))
                cut_at = chance.choice((10**9, chance.randrange(1, 900)))
                hard, ticks, ending = chance.random() < 0.5, 0, None
                while ending is None:
                    if ticks == cut_at:
                        body.halt(m.OUTCOME_STOPPED, hard)
                    body.tick()
                    ticks += 1
                    ending = body.take_ending()
                turned = (
                    (golem.left.steps - left) * motors.LEFT_FORWARD,
                    (golem.right.steps - right) * motors.RIGHT_FORWARD,
                )
                _, um, cdeg = ending
                sign = 1 if code == m.MOVE else -1
                assert turned[0] == sign * turned[1]
                assert um == round(turned[1] * motors.UM_PER_STEP) * (code == m.MOVE)
                assert cdeg == round(turned[1] * motors.CDEG_PER_STEP) * (code == m.TURN)
                if cut_at == 10**9:
                    assert abs((um or cdeg) - way) <= motors.UM_PER_STEP
            assert golem.left.lost == golem.right.lost == 0

    run(main())


def test_the_product_drives_it_and_a_low_battery_refuses() -> None:
    async def main() -> None:
        world = World()
        async with micropython_golems(world, ("red",)) as rig:
            golem, robot = rig.golems["red"], rig.open("red")
            await robot.connect()
            done = await robot.move(100.0, 45.0)
            assert done.done and abs(done.mm - 100.0) < 0.1
            steps = golem.right.steps * PROGRAM.motors.RIGHT_FORWARD
            assert steps == golem.left.steps == round(100_000 / PROGRAM.motors.UM_PER_STEP)
            # Its wheels are as printed, not as designed: it is nearly where it believes.
            assert world.bodies["red"].pose.x == pytest.approx(100.0, abs=1.0)
            assert (await robot.act("shield")).done and world.bodies["red"].led == "blue"
            golem.battery_mv = 6000
            refused = await robot.move(100.0, 45.0)
            assert (refused.kind, refused.reason) == ("rejected", "the battery is too low to move; charge it")
            await robot.close()

    run(main())


def test_it_tells_the_broker_what_the_handbook_says() -> None:
    said = PROGRAM.presence.Presence("t", "red", 41)
    topics = TableTopics("t").robot("red")
    assert (said.cmd, said.ack, said.estop) == (topics.cmd, topics.ack, TableTopics("t").estop)
    assert said.ready() == (topics.state, told(state="ready", boot_id=41, name="red"), 1, True)
    assert said.lost() == (topics.state, told(state="lost", boot_id=41, name="red"), 1, True)
    assert said.described((1, 0, 0), 1023) == (
        topics.desc,
        told(name="red", firmware="1.0.0", capabilities=1023),
        1,
        True,
    )
    assert said.telemetry(7400, 1) == (topics.telemetry, told(battery_mv=7400, state="busy"), 0, False)
    fault = told(code="BATTERY", boot_id=41)
    assert said.fault(FaultCode.BATTERY) == [(topics.fault(FaultCode.BATTERY), fault, 1, True)]
    over = said.fault(FaultCode.NONE)
    assert [what[0] for what in over] == [*topics.faults]
    assert {what[1] for what in over} == {b""}
