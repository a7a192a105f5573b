"""docs/protocol.md is enough: a reader who has nothing else reads every example frame, and makes it anew.

Nothing of firmware_bridge.protocol is used to read: the CRC, the stuffing, the layouts and the enums are taken from
the page's own words and tables.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from controller.table.motion.motion_plan import REFERENCE_PACE
from firmware_bridge.link.robot_side import Identity, RobotSide
from firmware_bridge.protocol import protocol_page as handbook
from firmware_bridge.protocol.codec import Frame, code_of
from firmware_bridge.protocol.messages import (
    DICTIONARY_HASH,
    LAYOUTS,
    MAJOR,
    MINOR,
    Claim,
    FaultCode,
    Hello,
    State,
    Verdict,
)
from hardware.micropython_board.board_program import load_program
from tests.support.finding import part_of

PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")
PROGRAM = load_program()
SIZES = {"u8": 1, "u16": 2, "u32": 4, "i32": 4, "text8": 8}


def _chapter(heading: str) -> str:
    return PAGE.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]


def _rows(text: str) -> list[list[str]]:
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line.startswith("|")]
    return rows[2:]


def _enums() -> dict[str, dict[int, str]]:
    found = {}
    for section in re.split(r"^### ", _chapter("Enums"), flags=re.MULTILINE)[1:]:
        found[section.split()[0]] = {int(code): name for code, name, _ in _rows(section)}
    return found


def _layouts() -> dict[int, list[tuple[int, str, str]]]:
    """Code -> (offset, field, type)."""
    found = {}
    for section in re.split(r"^### ", _chapter("Messages"), flags=re.MULTILINE)[1:]:
        code = int(part_of(r"\(0x(..),", section)[1], 16)
        found[code] = [(int(row[0]), row[1].strip("`"), row[2]) for row in _rows(section)]
    return found


def _examples() -> list[tuple[str, bytes, bytes]]:
    return [
        (what, bytes.fromhex(a.strip("`")), bytes.fromhex(b.strip("`"))) for what, a, b in _rows(_chapter("Examples"))
    ]


def _crc(data: bytes) -> int:
    """As the page tells it."""
    c = 0xFFFFFFFF
    for byte in data:
        c ^= byte
        for _ in range(8):
            c = c >> 1 ^ 0xEDB88320 if c & 1 else c >> 1
    return c ^ 0xFFFFFFFF


def _stuffed(data: bytes) -> bytes:
    return b"".join(bytes((len(piece) + 1,)) + piece for piece in data.split(b"\0"))


def test_the_checksum_is_the_one_that_is_told() -> None:
    assert f"0x{_crc(b'123456789'):08X}" in _chapter("Frames")
    raw, stuffed = part_of(r"So `([^`]+)` becomes `([^`]+)`", PAGE).groups()
    assert _stuffed(bytes.fromhex(raw)) == bytes.fromhex(stuffed)


def test_every_message_has_an_example() -> None:
    assert {frame[0] for _, frame, _ in _examples()} == {layout.code for layout in LAYOUTS} == set(_layouts())


@pytest.mark.parametrize(
    ("what", "frame", "line"), _examples(), ids=lambda value: value if isinstance(value, str) else ""
)
def test_an_example_reads_as_the_page_says(what: str, frame: bytes, line: bytes) -> None:
    assert int.from_bytes(frame[-4:], "little") == _crc(frame[:-4])
    assert line == _stuffed(frame) + b"\0"
    layouts, enums = _layouts(), _enums()
    payload, end = frame[5:-4], 0
    told = next(frame_of for text, frame_of in handbook.EXAMPLES if text == what)
    assert (frame[0], int.from_bytes(frame[1:3], "little")) == (code_of(told.message), told.session)
    assert int.from_bytes(frame[3:5], "little") == told.seq
    for offset, field, kind in layouts[frame[0]]:
        size = SIZES.get(kind, 1)
        assert offset == end
        end = offset + size
        value = int.from_bytes(payload[offset:end], "little", signed=kind == "i32")
        meant = getattr(told.message, field)
        if kind == "text8":
            assert payload[offset:end].rstrip(b"\0").decode() == meant
        elif kind in enums:
            assert enums[kind][value] == meant.name
        else:
            assert value == meant
    assert end == len(payload)


def test_the_robots_table_and_diagram_name_every_verdict_and_state() -> None:
    chapter = _chapter("The robot, step by step")
    named = set(re.findall(r"ACK\((\w+)\)", chapter))
    assert named == {verdict.name for verdict in Verdict}
    assert {state.name for state in State} <= set(re.findall(r"\b[A-Z]{4,}\b", chapter.partition("```mermaid")[2]))


def test_the_speeds_are_those_that_a_table_asks_for() -> None:
    pace = f"{REFERENCE_PACE.speed_mm_s:g} mm/s and {REFERENCE_PACE.speed_deg_s:g} degrees/s"
    assert pace in " ".join(_chapter("Who says what").split())


def test_what_is_told_on_mqtt_is_what_the_second_family_tells() -> None:
    """The page's JSON is that of the gateways; the MicroPython golem makes its own by hand."""
    messages, presence = PROGRAM.messages, PROGRAM.presence.Presence("t", "red", 265)
    told = (
        presence.ready(),
        presence.described((1, 0, 0), 0x3FF),
        presence.telemetry(7400, messages.STATE_IDLE),
        *presence.fault(messages.FAULT_CODE_BATTERY),
    )
    rows = {
        name: (row[1], row[2], row[3]) for row in _rows(_chapter("Topics")) for name in re.findall("`(.+?)`", row[0])
    }
    for topic, payload, qos, retained in told:
        row = rows[topic.removeprefix("golem/1/t/red/")]
        assert row[:2] == (str(qos), "yes" if retained else "no")
        assert json.loads(part_of(r"`(\{.*?\})`", row[2])[1]) == json.loads(payload)


def test_a_robot_takes_a_session_only_for_what_the_page_names() -> None:
    """Each of the conditions of HELLO(TAKE) stands on the page, and alone keeps a robot from taking the session."""
    condition = part_of(r"The robot takes it only(.+?)\. Then", " ".join(_chapter("Who says what").split()))[1]
    right: dict[str, Any] = {"major": MAJOR, "dictionary": DICTIONARY_HASH, "replaces": 7, "boot_id": 3}
    assert _taken(9, right)
    for field, value in right.items():
        assert f"`{field}`" in condition
        assert not _taken(9, right | {field: value + 1})
    assert "neither 0 nor that one" in condition
    assert not _taken(0, right)


def _taken(session: int, fields: dict[str, Any]) -> bool:
    """Whether a robot in its boot 3 and session 7 takes this one."""
    motors: Any = SimpleNamespace(battery_mv=0, fault=FaultCode.NONE)
    side = RobotSide(Identity("red"), motors, 3, 0.0)
    side.session = 7
    side.receive(Frame(session, 1, Hello(Claim.TAKE, minor=MINOR, **fields)), 0.0)
    return side.session != 7
