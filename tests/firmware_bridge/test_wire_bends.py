"""Hosts and robots of different minor versions of the wire dictionary play with what both know."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from boards.geometry import Pose
from firmware_bridge.conformance import Conformance, conform
from firmware_bridge.link.dialect import NEEDED
from firmware_bridge.link.dialect import OURS as OUR_VERSION
from firmware_bridge.link.robot_side import LAYOUT_HASHES, Identity
from firmware_bridge.protocol.dictionary import Dictionary, check, load
from firmware_bridge.protocol.messages import (
    DICTIONARIES,
    DICTIONARY_HASH,
    LAYOUTS,
    MAJOR,
    MINOR,
    Act,
    ActKind,
    Describe,
    Estop,
    Message,
    Move,
    Stop,
    Telemetry,
    Turn,
)
from firmware_bridge.robots import Robot
from firmware_bridge.robots.discovery.robot_queries import asking
from firmware_bridge.robots.discovery.serial_discovery import look
from firmware_bridge.robots.robot_families import open_channel
from firmware_bridge.robots.robot_status import RobotError
from hardware.emulated.emulated_rig import emulated_golems
from hardware.emulated.wheels import Wheels
from hardware.simulated.faults import LineFaults
from hardware.simulated.simulated_rig import Rig, serial_robots
from hardware.simulated.virtual_clock import run
from hardware.simulated.world import Body, World

FLASHED = Path(__file__).parents[1] / "hardware" / "golem-wire-1.0.bin"
"""The firmware as it was when the wire was 1.0: a golem that nobody flashed since."""

OURS = str(OUR_VERSION)
FIRST = 0x1F4FB278
"""The hash of dictionary 1.0, as golems have it that were flashed then."""

OLDER = Identity("red", protocol=(1, 0), dictionary=FIRST)
NEWER = Identity("red", protocol=(1, MINOR + 1), dictionary=0xDEADBEEF, firmware=(9, 8, 7))


def _code(kind: type[Message]) -> int:
    return next(layout.code for layout in LAYOUTS if layout.kind is kind)


def with_layouts(changed: Mapping[type[Message], int]) -> Identity:
    """A newer robot with these layouts of its own; 0: it does not know the message."""
    return replace(NEWER, layouts=LAYOUT_HASHES | {_code(kind): layout for kind, layout in changed.items()})


@asynccontextmanager
async def rig_of(identity: Identity, line: LineFaults | None = None) -> AsyncIterator[Rig]:
    async with serial_robots(World(), ("red",), 3, line=line or LineFaults()) as rig:
        rig.simulated_robots["red"].side.identity = identity
        yield rig


def with_robot(
    identity: Identity, test: Callable[[Rig, Robot], Awaitable[None]], line: LineFaults | None = None
) -> None:
    async def main() -> None:
        async with rig_of(identity, line) as rig:
            robot = rig.open("red")
            assert isinstance(robot, Robot)
            try:
                await test(rig, robot)
            finally:
                await robot.close()

    run(main())


# -- the dictionary ----------------------------------------------------------------------------------------


def test_earlier_dictionaries_are_what_they_were() -> None:
    dictionary = load()
    assert dictionary.as_of(0).hash == FIRST == DICTIONARIES[0]
    assert dictionary.as_of(MINOR).hash == dictionary.hash == DICTIONARY_HASH == DICTIONARIES[MINOR]
    assert {m.name: m.layout for m in dictionary.as_of(0).messages}.items() <= {
        m.name: m.layout for m in dictionary.messages
    }.items()


@pytest.mark.parametrize("what", ["code", "sender", "numbered", "name", "type", "unit", "least", "most", "order"])
def test_a_layout_is_all_that_both_ends_must_agree_on(what: str) -> None:
    move = next(message for message in load().messages if message.name == "MOVE")
    first, *others = move.fields
    changed = {
        "code": replace(move, code=0x22),
        "sender": replace(move, sender="robot"),
        "numbered": replace(move, numbered=False),
        "name": replace(move, fields=(replace(first, name="way_um"), *others)),
        "type": replace(move, fields=(replace(first, type="u32"), *others)),
        "unit": replace(move, fields=(replace(first, unit="mm"), *others)),
        "least": replace(move, fields=(replace(first, least=0), *others)),
        "most": replace(move, fields=(replace(first, most=1), *others)),
        "order": replace(move, fields=(*others, first)),
    }
    assert changed[what].layout != move.layout
    assert replace(move, doc="other words", fields=(replace(first, doc="too"), *others)).layout == move.layout


def test_a_minor_version_adds_messages_and_acts_only() -> None:
    dictionary = load()
    assert check(dictionary) == []

    def grown(name: str) -> Dictionary:
        enums = tuple(
            replace(e, values=(*e.values[:-1], replace(e.values[-1], since=1))) if e.name == name else e
            for e in dictionary.enums
        )
        return replace(dictionary, enums=enums)

    assert check(grown("ActKind")) == []
    assert [problem.at for problem in check(grown("Verdict"))] == ["messages.yaml: enums.Verdict.FAULT"]
    early = replace(dictionary, minor=0)
    assert {problem.at.rpartition(".")[2] for problem in check(early)} == {
        "DESCRIBE",
        "DESCRIPTION",
        "TRACK",
        "PROGRESS",
    }


# -- older robots ------------------------------------------------------------------------------------------


def test_an_older_robot_plays_on() -> None:
    async def test(rig: Rig, robot: Robot) -> None:
        await robot.connect()
        assert (await robot.move(20.0, 50.0)).done and (await robot.turn(90.0, 90.0)).done
        assert (await robot.act("shield")).done
        await robot.estop()
        await robot.clear()
        assert robot.status.link == "ready"
        # Nothing was said to it that it does not know.
        assert rig.simulated_robots["red"].side.bad_frames == 0

    with_robot(OLDER, test)


def test_what_an_older_robot_does_not_know_is_refused_by_name_with_both_versions() -> None:
    async def test(_rig: Rig, robot: Robot) -> None:
        await robot.connect()
        dialect = robot._link.dialect
        assert dialect is not None
        said = str(dialect.refusal(Describe))
        assert "does not know DESCRIBE" in said and "protocol 1.0 (dictionary 1f4fb278)" in said and OURS in said
        assert not any(dialect.refusal(kind) for kind in (*NEEDED, Move, Turn, Act, Telemetry))

    with_robot(OLDER, test)


def judged(identity: Identity) -> Conformance:
    async def main() -> Conformance:
        async with rig_of(identity) as rig:
            return await conform(open_channel("red", rig.urls["red"], rig.traffic))

    return run(main())


def test_an_older_robot_is_a_golem() -> None:
    found = judged(OLDER)
    assert found.sound
    missed = {finding.check: finding.why for finding in found.findings if finding.outcome != "passed"}
    assert missed == {"layouts": "older", "progress": "older", "restart": "no restart"}


def test_a_robot_that_describes_itself_wrongly_is_no_golem() -> None:
    found = judged(replace(Identity("red"), layouts=LAYOUT_HASHES | {_code(Move): 7}))
    assert [finding.check for finding in found.findings if finding.outcome == "failed"] == ["layouts"]


def test_a_dictionary_that_was_changed_without_a_version_is_refused() -> None:
    for identity in (
        replace(OLDER, dictionary=FIRST ^ 1),
        Identity("red", dictionary=DICTIONARY_HASH ^ 1),
        replace(NEWER, protocol=(MAJOR + 1, 0)),
    ):

        async def test(_rig: Rig, robot: Robot) -> None:
            with pytest.raises(RobotError, match=r"speaks protocol .*, this program speaks .*: flash the firmware"):
                await robot.connect()

        with_robot(identity, test)


def test_a_golem_that_was_flashed_at_1_0_plays_on() -> None:
    """The very bytes of that program, on the emulated processor."""

    async def main() -> None:
        world = World(bodies={"red": Body(Pose(0, 0, 0))})
        async with emulated_golems(world, ("red",), 4, wheels=Wheels(), program=FLASHED) as rig:
            robot = rig.open("red")
            await robot.connect()
            result = await robot.move(20.0, 45.0)
            assert result.done and world.bodies["red"].pose.x == pytest.approx(20.0, abs=0.5)
            assert (await robot.turn(90.0, 120.0)).done and (await robot.act("strike")).done
            await robot.close()

            async def restart() -> None:
                rig.golems["red"].reset()

            found = await conform(open_channel("red", rig.urls["red"], rig.traffic), restart)
            assert found.robot is not None
            assert (found.robot.minor, found.robot.dictionary) == (0, FIRST)
            missed = {finding.check: finding.why for finding in found.findings if finding.outcome != "passed"}
            assert found.sound and missed == {"layouts": "older", "progress": "older"}

    run(main())


# -- newer robots ------------------------------------------------------------------------------------------

BAD_LINE = LineFaults(loss=0.15, duplicate=0.1, late=0.1, bit_error=1e-4)


@pytest.mark.parametrize("line", [LineFaults(), BAD_LINE], ids=["clean", "bad"])
def test_a_newer_robot_plays_with_what_both_know(line: LineFaults) -> None:
    async def test(rig: Rig, robot: Robot) -> None:
        await robot.connect()
        assert (await robot.move(20.0, 50.0)).done
        # After a restart it is known already what it knows.
        rig.simulated_robots["red"].reset()
        await asyncio.sleep(1.5)
        assert (await robot.turn(90.0, 90.0)).done

    with_robot(NEWER, test, line)


def test_a_message_with_another_layout_is_refused_by_name_and_the_others_are_said() -> None:
    async def test(_rig: Rig, robot: Robot) -> None:
        await robot.connect()
        turned = await robot.turn(90.0, 90.0)
        assert turned.kind == "rejected" and turned.mm == turned.degrees == 0.0
        assert "firmware 9.8.7" in str(turned.reason) and "another layout of TURN" in str(turned.reason)
        assert f"protocol 1.{MINOR + 1} (dictionary deadbeef)" in str(turned.reason) and OURS in str(turned.reason)
        shown = await robot.act(ActKind.HIT.name.lower())
        assert shown.kind == "rejected" and "does not know ACT" in str(shown.reason)
        assert (await robot.move(20.0, 50.0)).done

    with_robot(with_layouts({Turn: 77, Act: 0}), test)


@pytest.mark.parametrize(("kind", "layout"), [(Stop, 77), (Estop, 0)])
def test_without_what_stops_a_robot_nothing_is_played(kind: type[Message], layout: int) -> None:
    name = kind.__name__.upper()
    said = f"another layout of {name}" if layout else f"does not know {name}"

    async def test(rig: Rig, robot: Robot) -> None:
        with pytest.raises(RobotError, match=said) as refused:
            await robot.connect()
        assert OURS in str(refused.value) and "deadbeef" in str(refused.value)
        assert robot.status.link == "fault"
        assert rig.simulated_robots["red"].side.session == 0, "no session is begun with it"
        async with rig_of(with_layouts({kind: layout})) as other:
            with pytest.raises(RobotError, match=said):
                async with asking("red", open_channel("red", other.urls["red"], other.traffic)):
                    pass

    with_robot(with_layouts({kind: layout}), test)


@pytest.mark.parametrize("identity", [OLDER, NEWER], ids=["older", "newer"])
def test_tools_ask_robots_of_other_minor_versions(identity: Identity) -> None:
    async def main() -> None:
        async with rig_of(identity) as rig:
            port = rig.urls["red"].partition(":")[2].partition("?")[0]
            seen = await look(port, traffic=rig.traffic)
            assert seen.error is None and seen.robot is not None and seen.robot.minor == identity.protocol[1]
            async with asking("red", open_channel("red", rig.urls["red"], rig.traffic)) as asker:
                assert (await asker.quality(3)).lost == 0
                await asker.estop()
                assert await asker.release() and await asker.halt()

    run(main())


def test_a_robot_that_never_describes_itself_is_given_up_on() -> None:
    async def test(rig: Rig, robot: Robot) -> None:
        side = rig.simulated_robots["red"].side
        hear = side.receive
        side.receive = lambda frame, now: [] if isinstance(frame.message, Describe) else hear(frame, now)
        with pytest.raises(RobotError):
            await robot.connect()

    with_robot(NEWER, test)
