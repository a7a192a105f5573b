"""All checks, and how they are run against one robot."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from firmware_bridge.channels.channel import Channel, ChannelError
from firmware_bridge.conformance import checks_commands as commands
from firmware_bridge.conformance import checks_hello as hello
from firmware_bridge.conformance import checks_stop as stop
from firmware_bridge.conformance.check_results import Differs, DoesNotApply, Finding
from firmware_bridge.conformance.probe import Probe
from firmware_bridge.protocol.messages import Welcome


@dataclass(frozen=True)
class Check:
    """One thing that a golem must do."""

    key: str
    """Its name in reports and tests; the words for people are in :mod:`.certificate_messages`."""
    rule: str
    """The heading of docs/protocol.md that it comes from."""
    run: Callable[[Probe], Awaitable[None]]
    """Raises :class:`Differs` or :class:`DoesNotApply`; anything else that it lets through is a bug of ours."""


CHECKS: tuple[Check, ...] = (
    Check("welcome", "Who says what", hello.welcome),
    Check("layouts", "Who says what", hello.layouts),
    Check("checksum", "Frames", hello.checksum),
    Check("length", "Frames", hello.length),
    Check("unknown-type", "Frames", hello.unknown_type),
    Check("resynchronisation", "Frames", hello.resynchronisation),
    Check("byte-by-byte", "Frames", hello.byte_by_byte),
    Check("asking", "Who says what", hello.asking),
    Check("taking", "Who says what", hello.taking),
    Check("late-hello", "Who says what", hello.late_hello),
    Check("motions", "Who says what, 3", commands.motions),
    Check("acts", "Who says what, 3", commands.acts),
    Check("copy-under-way", "Who says what, 3", commands.copy_under_way),
    Check("copy-afterwards", "Who says what, 3", commands.copy_afterwards),
    Check("memory", "Who says what, 3", commands.memory),
    Check("old-copy", "Who says what, 3", commands.old_copy),
    Check("gap", "Who says what, 2", commands.gap),
    Check("other-session", "Who says what, 4", commands.other_session),
    Check("busy", "Who says what, 2", commands.busy),
    Check("numbers", "Who says what, 3", commands.numbers),
    Check("out-of-range", "Who says what, 2", commands.out_of_range),
    Check("mended", "Who says what, 3", commands.mended),
    Check("progress", "Who says what", commands.progress),
    Check("stop-under-way", "Who says what, 6", stop.stop_under_way),
    Check("stop-before", "Who says what, 6", stop.stop_before),
    Check("acts-end", "Who says what, 6", stop.acts_end),
    Check("estop", "Who says what, 7", stop.estop),
    Check("latched", "Who says what, 7", stop.latched),
    Check("estop-counts", "Who says what, 7", stop.estop_counts),
    Check("clear-of-old", "Who says what, 7", stop.clear_of_old),
    Check("silence", "Who says what, 8", stop.silence),
    Check("strangers", "Who says what, 8", stop.strangers),
    Check("new-session", "Who says what", stop.new_session),
    Check("signs-of-life", "Who says what", stop.signs_of_life),
    Check("restart", "Who says what, 4", hello.restart),
)
"""In the order in which they are run; the robot turns on the spot and goes 2 cm forth and back."""


@dataclass(frozen=True)
class Conformance:
    """What the checks found about one robot."""

    port: str
    robot: Welcome | None
    """Who answered; None if nobody did."""
    findings: tuple[Finding, ...]
    kind: str = ""
    """What answered, if it is a robot that does not speak the wire."""

    @property
    def sound(self) -> bool:
        """Whether it is a golem: somebody answered, and nothing failed."""
        return (self.robot is not None or bool(self.kind)) and all(
            finding.outcome != "failed" for finding in self.findings
        )


async def conform(
    channel: Channel,
    restart: Callable[[], Awaitable[None]] | None = None,
    on_finding: Callable[[Finding], None] = lambda _finding: None,
    checks: tuple[Check, ...] = CHECKS,
) -> Conformance:
    """Run the checks against the robot at the other end of an unopened channel.

    `restart` switches the robot off and on, where somebody can; `on_finding` hears of each finding as it comes.
    Raises ChannelError if the channel cannot be opened or breaks for good. Cancelled, it stops the robot first.
    """
    probe = Probe(channel, restart)
    findings: list[Finding] = []
    try:
        try:
            robot = await probe.open()
        except Differs as differs:
            findings.append(Finding("welcome", "failed", differs.expected, differs.seen))
            on_finding(findings[-1])
            return Conformance(channel.port, None, tuple(findings))
        for check in checks:
            findings.append(await _finding(check, probe))
            on_finding(findings[-1])
            if check.key == "welcome" and findings[-1].outcome == "failed":
                # Who speaks another dictionary is asked nothing more: it might understand something else.
                break
        await _leave(probe)
    except asyncio.CancelledError:
        # Whoever interrupts it wants the robot to stand.
        if probe.welcome is not None:
            await _leave(probe)
        raise
    finally:
        await probe.close()
    return Conformance(channel.port, robot, tuple(findings))


async def _finding(check: Check, probe: Probe) -> Finding:
    try:
        await check.run(probe)
    except Differs as differs:
        return Finding(check.key, "failed", differs.expected, differs.seen)
    except DoesNotApply as why:
        return Finding(check.key, "not applicable", seen=why.seen, why=why.why)
    return Finding(check.key, "passed")


async def _leave(probe: Probe) -> None:
    """Leave the robot at rest and released, if it still listens."""
    try:
        async with asyncio.timeout(10):
            await probe.rest()
    except (Differs, ChannelError, TimeoutError):
        return
