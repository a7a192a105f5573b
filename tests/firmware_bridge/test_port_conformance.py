"""One conformance suite at the seam of a robot, for whatever moves it; and robots that break a promise fail."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager

import pytest

from boards.base.errors import GolemError
from firmware_bridge.conformance.certificate_messages import WORDS
from firmware_bridge.conformance.check_results import Finding
from firmware_bridge.conformance.port_checks import PORT_CHECKS, conform_port
from firmware_bridge.link.commands import Command
from firmware_bridge.robots import FAMILIES, MotionResult, Robot, RobotPort, open_robot
from firmware_bridge.robots.hands_robot import HandRequest, HandsRobot
from firmware_bridge.robots.robot_status import NotConnected
from hardware.simulated.virtual_clock import run
from tests.firmware_bridge.dishonest_robots import BROKEN, ForgetsHowItEnded, JustWithin
from tests.firmware_bridge.golems import GOLEMS
from tests.firmware_bridge.honest_robot import Honest

PERSON_S = 2.0
"""How long a person takes for a motion."""


@asynccontextmanager
async def _hands() -> AsyncIterator[RobotPort]:
    """A person who does what is asked, a moment later."""
    robot = open_robot("red", "hands:red")
    assert isinstance(robot, HandsRobot)

    doing: list[asyncio.TimerHandle] = []

    def ask(chore: HandRequest | None) -> None:
        for timer in doing:
            timer.cancel()
        if chore is not None:
            doing[:] = [asyncio.get_running_loop().call_later(PERSON_S, robot.confirm)]

    robot.on_request.append(ask)
    yield robot


@asynccontextmanager
async def _golem(name: str) -> AsyncIterator[RobotPort]:
    async with GOLEMS[name].made() as subject:
        yield Robot("red", subject.channel)


def port_of(name: str) -> AbstractAsyncContextManager[RobotPort]:
    """A robot of this name, unconnected."""
    return _hands() if name == "hands" else _golem(name)


PORTS: dict[str, tuple[str, ...]] = {"hands": ("hands",), **{name: golem.schemes for name, golem in GOLEMS.items()}}
"""Robot -> the schemes of the families by which it is reached."""


def findings_of(robot: AbstractAsyncContextManager[RobotPort]) -> tuple[Finding, ...]:
    async def main() -> tuple[Finding, ...]:
        async with robot as port:
            return await conform_port(port)

    return run(main())


@pytest.mark.parametrize("name", PORTS)
def test_a_robot_keeps_every_promise_to_its_table(name: str) -> None:
    findings = findings_of(port_of(name))
    assert [(finding.check, finding.outcome) for finding in findings if finding.outcome != "passed"] == []
    assert [finding.check for finding in findings] == [check.key for check in PORT_CHECKS]


def test_every_family_is_in_the_suite() -> None:
    reached = {scheme for schemes in PORTS.values() for scheme in schemes}
    assert set(FAMILIES) <= reached, "a way to reach robots without a robot in this suite"


def findings_about(robot: RobotPort) -> dict[str, Finding]:
    @asynccontextmanager
    async def made() -> AsyncIterator[RobotPort]:
        yield robot

    return {finding.check: finding for finding in findings_of(made())}


@pytest.mark.parametrize(("robot", "seen"), BROKEN)
def test_a_robot_that_breaks_a_promise_fails_that_check(robot: type[Honest], seen: str) -> None:
    found = findings_about(robot())
    assert list(found) == [check.key for check in PORT_CHECKS]
    assert found[seen].outcome == "failed", found
    assert found[seen].expected and found[seen].seen and (robot is ForgetsHowItEnded or found[seen].seen != "None")


def test_every_promise_is_broken_by_some_robot() -> None:
    assert {seen for _, seen in BROKEN} == {check.key for check in PORT_CHECKS}


def test_a_base_that_is_used_as_it_is_meant_keeps_every_promise() -> None:
    assert {finding.outcome for finding in findings_about(Honest()).values()} == {"passed"}


def test_a_count_that_is_off_by_no_more_than_a_wheels_slip_is_true() -> None:
    assert findings_about(JustWithin())["port-moves"].outcome == "passed"


def test_a_robot_that_refuses_everything_is_not_judged_by_what_it_was_doing() -> None:
    class Refuses(Honest):
        def can(self, command: Command) -> bool:
            return False

    found = findings_about(Refuses())["port-interrupted"]
    assert (found.check, found.outcome, found.why) == ("port-interrupted", "not applicable", "refuses")
    assert found.why in WORDS


def test_an_error_of_the_robot_fails_the_check_and_the_others_go_on() -> None:
    class Breaks(Honest):
        async def act(self, kind: str) -> MotionResult:
            raise NotConnected(self.name)

    found = findings_about(Breaks())
    assert (found["port-acts"].outcome, found["port-acts"].expected) == ("failed", "no error")
    assert found["port-acts"].seen.startswith("NotConnected: ") and found["port-limits"].outcome == "passed"


def test_a_robot_stands_where_it_stood_after_the_checks_that_go_there_and_back() -> None:
    class Counts(Honest):
        mm, degrees, farthest = 0.0, 0.0, 0.0

        async def perform(self, command: Command) -> MotionResult:
            result = await super().perform(command)
            self.mm, self.degrees = self.mm + result.mm, self.degrees + result.degrees
            self.farthest = max(self.farthest, abs(self.mm))
            return result

    robot = Counts()
    at: dict[str, tuple[float, float]] = {}
    run(conform_port(robot, lambda finding: at.update({finding.check: (robot.mm, robot.degrees)})))
    assert at["port-moves"] == at["port-connects"] == (0.0, 0.0)
    assert at["port-in-order"] == at["port-waits"]
    assert robot.farthest == 20.0 and {mm for mm, _ in at.values()} == {0.0}


def test_whatever_is_found_the_gate_is_open_and_the_robot_closed_afterwards() -> None:
    class Breaks(Honest):
        async def open(self) -> None:
            self.gate.pause()
            raise GolemError("no such robot")

    robot = Breaks()
    with pytest.raises(GolemError, match="no such robot"):
        run(conform_port(robot))
    assert not robot.gate.paused and robot.status.link == "lost"
