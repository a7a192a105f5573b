"""One conformance suite for everything that claims to be a golem; and robots that are none are seen through.

A real robot: ``GOLEM_PORT=serial:/dev/serial/by-id/... python -m pytest -m robot tests/firmware_bridge``.
"""

from __future__ import annotations

import asyncio
import importlib
import inspect
import os
import pkgutil
import re
from pathlib import Path
from typing import Any

import pytest

import hardware
from boards.base.catalogue import languages
from firmware_bridge.conformance import CHECKS, Conformance, certificate, conform
from firmware_bridge.conformance.certificate_messages import TITLES, WORDS
from firmware_bridge.conformance.check_results import Finding
from firmware_bridge.conformance.port_checks import PORT_CHECKS
from firmware_bridge.link.robot_side import Identity, RobotSide
from firmware_bridge.robots import FAMILIES
from firmware_bridge.robots.robot_families import open_channel
from hardware.simulated.simulated_rig import serial_robots
from hardware.simulated.virtual_clock import run
from hardware.simulated.world import World
from tests.firmware_bridge.golems import GOLEMS
from tests.firmware_bridge.tampered import TAMPERED

ONLY_SERIAL = {"resynchronisation", "byte-by-byte"}


@pytest.mark.parametrize("name", GOLEMS)
def test_a_golem_keeps_every_rule(name: str) -> None:
    async def main() -> Conformance:
        async with GOLEMS[name].made() as subject:
            return await conform(subject.channel, subject.restart)

    found = run(main())
    assert [finding for finding in found.findings if finding.outcome == "failed"] == []
    assert found.sound and len(found.findings) == len(CHECKS)
    missed = {finding.check for finding in found.findings if finding.outcome != "passed"}
    no_line = set() if "serial" in GOLEMS[name].schemes else ONLY_SERIAL
    assert missed == no_line


@pytest.mark.robot
def test_a_real_robot_keeps_every_rule() -> None:
    found = asyncio.run(conform(open_channel("robot", os.environ["GOLEM_PORT"])))
    print(certificate(found))
    assert found.sound


# -- the registry ----------------------------------------------------------------------------------------


def _rigs() -> set[str]:
    """Every function that makes robots, in whatever package of the hardware; not what only holds something open."""
    found: set[str] = set()
    for package in pkgutil.iter_modules(hardware.__path__, "hardware."):
        names = [f"{package.name}.{module.name}" for module in pkgutil.iter_modules([_folder(package.name)])]
        for name in names:
            if name.endswith("_rig"):
                module = importlib.import_module(name)
                found |= {
                    f"{name}.{function}"
                    for function, what in inspect.getmembers(module, inspect.isfunction)
                    if what.__module__ == name
                    and "AsyncIterator" in (made := str(what.__annotations__.get("return", "")))
                    and made != "AsyncIterator[None]"
                }
    return found


def _folder(package: str) -> str:
    return str(Path(str(hardware.__path__[0])) / package.rpartition(".")[2])


def test_every_robot_family_is_in_the_suite() -> None:
    reached = {scheme for golem in GOLEMS.values() for scheme in golem.schemes}
    on_the_wire = {scheme for scheme, family in FAMILIES.items() if family.open is not None}
    assert on_the_wire <= reached, "a way to reach robots without a robot in tests/firmware_bridge/golems.py"
    assert _rigs() <= {golem.rig for golem in GOLEMS.values()}, "a rig that is not in tests/firmware_bridge/golems.py"


def test_the_registry_test_finds_rigs() -> None:
    assert {"hardware.simulated.simulated_rig.serial_robots", "hardware.simulated.simulated_rig.mqtt_robots"} <= _rigs()


def test_every_check_has_its_words_and_its_rule() -> None:
    keys = [check.key for check in CHECKS]
    assert {*keys, *(check.key for check in PORT_CHECKS)} == TITLES and len(set(keys)) == len(keys)
    page = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")
    for check in CHECKS:
        heading, _, number = check.rule.partition(", ")
        chapter = page.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
        assert chapter, check
        assert not number or re.search(rf"^{number}\. ", chapter, re.MULTILINE), check


# -- robots that are none --------------------------------------------------------------------------------


def _judged(program: type[RobotSide], identity: Identity | None = None, only: str = "") -> Conformance:
    """A simulated robot with this program, judged by all checks or one."""
    checks = tuple(check for check in CHECKS if not only or check.key == only)

    async def main() -> Conformance:
        async with serial_robots(World(), ("red",), 3) as rig:
            simulated_robot = rig.simulated_robots["red"]
            if identity is not None:
                simulated_robot.side.identity = identity
            simulated_robot.side.__class__ = program
            return await conform(open_channel("red", rig.urls["red"], rig.traffic), checks=checks)

    return run(main())


def _failed(found: Conformance) -> set[str]:
    return {finding.check for finding in found.findings if finding.outcome == "failed"}


@pytest.mark.parametrize(("program", "seen"), TAMPERED)
def test_a_robot_that_breaks_a_rule_fails_that_check(program: type[RobotSide], seen: str) -> None:
    found = _judged(program, only=seen)
    assert _failed(found) == {seen}, found
    assert not found.sound
    failed = next(finding for finding in found.findings if finding.check == seen)
    assert failed.expected and failed.seen


def test_a_robot_of_another_dictionary_is_asked_nothing_more() -> None:
    found = _judged(RobotSide, Identity("red", dictionary=0x12345678))
    assert [finding.check for finding in found.findings] == ["welcome"]
    assert "12345678" in found.findings[0].seen and not found.sound


def test_an_act_that_a_robot_cannot_is_unsupported() -> None:
    found = _judged(RobotSide, Identity("red", capabilities=0b11))
    assert _failed(found) == set()


# -- the certificate -------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", languages())
def test_a_certificate_says_all_in_every_language(language: Any) -> None:
    findings = tuple(
        Finding(check.key, ("passed", "failed", "not applicable")[number % 3], "this", "that", "refuses")
        for number, check in enumerate(CHECKS)
    )
    text = certificate(Conformance("serial:/dev/x", None, findings), language)
    assert "serial:/dev/x" in text and "{" not in text
    assert sum(line.startswith(("+ ", "! ", "- ")) for line in text.splitlines()) == len(CHECKS)


def test_every_reason_has_its_words() -> None:
    """A check may say only that it does not apply for a reason that people can read."""
    folder = Path(certificate.__code__.co_filename).parent
    given = {
        reason
        for module in folder.glob("*.py")
        for reason in re.findall(r'DoesNotApply\(\s*"([^"]+)"', module.read_text(encoding="utf-8"))
    }
    assert len(given) >= 3 and given <= WORDS


def test_nobody_at_the_other_end_gets_no_certificate() -> None:
    async def main() -> Conformance:
        async with serial_robots(World(), ("red",), 3) as rig:
            rig.simulated_robots["red"].body.powered = False
            return await conform(open_channel("red", rig.urls["red"], rig.traffic))

    found = run(main())
    assert not found.sound and found.robot is None
    assert "nobody answers" in certificate(found)
