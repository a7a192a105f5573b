"""What the checks found, as people read it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from boards.base.catalogue import Language
from firmware_bridge.conformance.certificate_messages import title, word
from firmware_bridge.conformance.check_results import Finding
from firmware_bridge.conformance.suite import CHECKS, Conformance

_RULES = {check.key: f"docs/protocol.md, {check.rule}" for check in CHECKS}
_PORT_RULE = "firmware_bridge/robots/robot_port.py"
_MARKS = {"passed": "+", "failed": "!", "not applicable": "-"}


def finding_line(finding: Finding, language: Language) -> str:
    """One finding in a line, two more if it failed (frames are told in the wire's own terms, docs/protocol.md)."""
    told = word(finding.outcome, language)
    text = f"{_MARKS[finding.outcome]} {title(finding.check, language)}: {told}"
    if finding.outcome == "failed":
        text += f" ({word('rule', language)}: {_RULES.get(finding.check, _PORT_RULE)})"
        text += f"\n    {word('expected', language)}: {finding.expected}"
        text += f"\n    {word('seen', language)}: {finding.seen}"
    elif finding.why:
        reason = word(finding.why, language)
        text += f" ({reason}: {finding.seen})" if finding.seen else f" ({reason})"
    return text


_LEFT_OUT = ("no restart", "refuses")
"""Why a check that applies was not made."""


def certificate(found: Conformance, language: Language = "en", day: date | None = None) -> str:
    """Return the whole certificate, with the day of the test if it is given."""
    return "\n".join(_lines(found, language, day)) + "\n"


def _lines(found: Conformance, language: Language, day: date | None) -> Iterator[str]:
    yield word("certificate", language)
    if day is not None:
        yield f"{word('tested', language)}: {day.isoformat()}"
    yield f"{word('port', language)}: {found.port}"
    who = found.robot
    if who is None and found.kind:
        yield f"{word('robot', language)}: {found.kind}"
    elif who is None:
        yield f"{word('robot', language)}: {word('nobody', language)}"
    else:
        firmware = f"{who.firmware_major}.{who.firmware_minor}.{who.firmware_patch}"
        yield f"{word('robot', language)}: {who.name or word('unnamed', language)}"
        yield f"{word('firmware', language)}: {firmware}"
        yield f"{word('protocol', language)}: {who.major}.{who.minor} ({who.dictionary:08x})"
    yield ""
    for finding in found.findings:
        yield finding_line(finding, language)
    yield ""
    failed = sum(finding.outcome == "failed" for finding in found.findings)
    left_out = sum(finding.why in _LEFT_OUT for finding in found.findings)
    key = "unsound" if not found.sound else "untested" if left_out else "sound"
    yield word(key, language).format(failed=failed, left=left_out, all=len(found.findings))
