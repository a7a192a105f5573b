"""Frames and bytes: golden bytes, there and back, and nothing bad gets through."""

from __future__ import annotations

import zlib
from enum import IntEnum
from pathlib import Path
from typing import Any, get_type_hints

import msgspec
import pytest
from cobs import cobs
from hypothesis import given
from hypothesis import strategies as st

from boards.base.errors import Problems
from firmware_bridge.protocol import generator as generate
from firmware_bridge.protocol import protocol_page as handbook
from firmware_bridge.protocol.codec import (
    MAX_ENCODED,
    Bad,
    Frame,
    FrameError,
    OutOfRange,
    Unwrapper,
    check_range,
    decode,
    encode,
    wrap,
)
from firmware_bridge.protocol.cpp_header import cpp_header
from firmware_bridge.protocol.dictionary import HOME, load
from firmware_bridge.protocol.messages import DICTIONARY_HASH, LAYOUTS, Layout, Move, State, Turn, Welcome

GOLDEN = Path(__file__).parent / "golden_frames.txt"

_SIZES = {"B": (0, 255), "H": (0, 65535), "I": (0, 2**32 - 1), "i": (-(2**31), 2**31 - 1)}


def _messages(layout: Layout) -> st.SearchStrategy[Any]:
    """Any message of a layout."""
    hints = get_type_hints(layout.kind)
    packing = iter(layout.packing[1:].replace("8s", "s"))
    fields: dict[str, st.SearchStrategy[Any]] = {}
    for field in msgspec.structs.fields(layout.kind):
        code, kind = next(packing), hints[field.name]
        if isinstance(kind, type) and issubclass(kind, IntEnum):
            fields[field.name] = st.sampled_from(kind)
        elif code == "s":
            fields[field.name] = st.text("abcdefghijklmnopqrstuvwxyz0123456789-", max_size=8)
        else:
            fields[field.name] = st.integers(*_SIZES[code])
    return st.builds(layout.kind, **fields)


u16 = st.integers(0, 65535)
frames = st.one_of([st.builds(Frame, u16, u16, _messages(layout)) for layout in LAYOUTS])


def golden() -> list[tuple[bytes, Frame]]:
    """The golden file: hexadecimal bytes, a tab, and what they say. No field has the value of another."""
    from firmware_bridge.protocol import codec
    from firmware_bridge.protocol import messages as tables

    names = vars(tables) | {"Frame": codec.Frame}
    lines = GOLDEN.read_text(encoding="ascii").splitlines()
    pairs = [line.split("\t") for line in lines if line and not line.startswith("#")]
    return [(bytes.fromhex(data), eval(told, {"__builtins__": {}}, names)) for data, told in pairs]


def test_golden_bytes_are_what_they_were() -> None:
    for data, frame in golden():
        assert encode(frame) == data
        assert decode(data) == frame


def test_every_message_is_in_the_golden_file() -> None:
    assert {type(frame.message) for _, frame in golden()} == {layout.kind for layout in LAYOUTS}


def test_a_golden_frame_by_hand() -> None:
    body = bytes([0x02, 0x34, 0x12, 0x78, 0x56]) + (-1500).to_bytes(4, "little", signed=True) + b"\x32\x00"
    data = body + zlib.crc32(body).to_bytes(4, "little")
    assert decode(data) == Frame(0x1234, 0x5678, Move(-1500, 50))


@given(frames)
def test_a_frame_comes_back(frame: Frame) -> None:
    assert decode(encode(frame)) == frame


@given(st.lists(frames, max_size=5), st.data())
def test_frames_come_back_however_the_bytes_are_cut(sent: list[Frame], data: st.DataObject) -> None:
    stream = b"".join(wrap(encode(frame)) for frame in sent)
    unwrapper, got = Unwrapper(), []
    while stream:
        cut = data.draw(st.integers(1, len(stream)))
        got += [decode(raw) for raw in unwrapper.feed(stream[:cut])]
        stream = stream[cut:]
    assert got == sent
    assert sum(unwrapper.dropped.values()) == 0


@pytest.mark.parametrize(
    ("plain", "stuffed"),
    [
        (b"", b"\x01"),
        (b"\x00", b"\x01\x01"),
        (b"\x00\x00", b"\x01\x01\x01"),
        (b"\x11\x22\x00\x33", b"\x03\x11\x22\x02\x33"),
        (bytes(range(1, 255)), b"\xff" + bytes(range(1, 255))),
        (bytes(range(255)), b"\x01\xff" + bytes(range(1, 255))),
        (bytes(range(1, 256)), b"\xff" + bytes(range(1, 255)) + b"\x02\xff"),
    ],
)
def test_stuffing_as_in_the_paper(plain: bytes, stuffed: bytes) -> None:
    assert wrap(plain) == stuffed + b"\x00"
    assert cobs.decode(stuffed) == plain


@given(st.binary(max_size=60))
def test_garbage_is_no_frame_and_nothing_worse(data: bytes) -> None:
    with pytest.raises(FrameError):
        decode(data)


@given(frames, st.sets(st.integers(0, 10_000), min_size=1, max_size=3))
def test_one_to_three_flipped_bits_are_seen(frame: Frame, places: set[int]) -> None:
    data = bytearray(encode(frame))
    for place in {place % (len(data) * 8) for place in places}:
        data[place // 8] ^= 1 << place % 8
    with pytest.raises(FrameError):
        decode(bytes(data))


@given(st.lists(st.binary(max_size=120), max_size=8), frames)
def test_a_frame_after_any_garbage_is_found(garbage: list[bytes], frame: Frame) -> None:
    unwrapper = Unwrapper()
    for piece in garbage:
        unwrapper.feed(piece)
    # One zero ends whatever the garbage began.
    assert unwrapper.feed(b"\0" + wrap(encode(frame)))[-1:] == [encode(frame)]


def test_an_over_long_run_is_counted_once_and_skipped() -> None:
    unwrapper = Unwrapper()
    frame = encode(Frame(1, 2, Move(3, 4)))
    for _ in range(10):
        assert unwrapper.feed(b"x" * 30) == []
    assert unwrapper.feed(b"yy\0" + wrap(frame)) == [frame]
    assert unwrapper.dropped[Bad.OVERLONG] == 1


def test_what_is_stuffed_wrongly_is_counted_and_skipped() -> None:
    unwrapper = Unwrapper()
    frame = encode(Frame(1, 2, Move(3, 4)))
    assert unwrapper.feed(b"\x05ab\0" + wrap(frame)) == [frame]
    assert unwrapper.dropped[Bad.STUFFING] == 1


def test_a_frame_of_the_wrong_length_or_code_is_named() -> None:
    def sealed(body: bytes) -> bytes:
        return body + zlib.crc32(body).to_bytes(4, "little")

    for body, why in (
        (bytes([0x02, 0, 0, 0, 0, 1]), Bad.LENGTH),
        (bytes([0x44, 0, 0, 0, 0]), Bad.UNKNOWN),
        (bytes([0x04, 0, 0, 0, 0, 99]), Bad.VALUE),
        (b"", Bad.LENGTH),
        (b"x" * 80, Bad.LENGTH),
    ):
        with pytest.raises(FrameError) as caught:
            decode(sealed(body))
        assert caught.value.why is why


def test_the_longest_frame_fits_the_limit() -> None:
    longest = Welcome(257, 257, 257, 257, 1, 1, 2**32 - 1, 1, 1, 1, 257, 257, State.IDLE, 257, "abcdefgh")
    assert len(wrap(encode(Frame(257, 257, longest)))) == MAX_ENCODED + 1


@pytest.mark.parametrize("message", [Move(3_000_001, 50), Move(10, 0), Turn(-72_001, 90), Turn(1, 721)])
def test_values_out_of_range_are_named_with_their_limits(message: Move | Turn) -> None:
    with pytest.raises(OutOfRange) as caught:
        check_range(message)
    assert str(caught.value.value) in str(caught.value)
    assert str(caught.value.most) in str(caught.value)


def test_what_is_made_from_the_dictionary_is_up_to_date() -> None:
    assert generate.MESSAGES.read_text(encoding="utf-8") == generate.python_tables(load())
    assert generate.HEADER.read_text(encoding="utf-8") == cpp_header(load())
    assert handbook.PAGE.read_text(encoding="utf-8") == handbook.page()
    assert load().hash == DICTIONARY_HASH


def test_a_field_that_moves_changes_the_hash_and_an_explanation_does_not(tmp_path: Path) -> None:
    text = HOME.read_text(encoding="utf-8")
    reworded = tmp_path / "reworded.yaml"
    reworded.write_text(text.replace("doc: how far}", "doc: what way}"), encoding="utf-8")
    assert load(reworded).hash == load().hash
    changed = tmp_path / "changed.yaml"
    changed.write_text(text.replace("max: 500", "max: 400"), encoding="utf-8")
    assert load(changed).hash != load().hash


@pytest.mark.parametrize(
    ("before", "after", "complaint"),
    [
        ("code: 0x02", "code: 0x03", "two messages have one code"),
        ("code: 0x02", "code: 0x92", "codes from 0x80 are the robot's"),
        ("type: ActKind", "type: Actkind", "there is no type 'Actkind'"),
        ("doc: how far}", "doc: how, far}", "means nothing here"),
        ("SHIELD: {code: 1", "SHIELD: {code: 0", "codes must differ"),
        ("name: latch, type: u16", "name: latch, type: text8", "the most is 32"),
    ],
)
def test_a_broken_dictionary_is_refused_with_its_place(tmp_path: Path, before: str, after: str, complaint: str) -> None:
    text = HOME.read_text(encoding="utf-8")
    assert before in text
    broken = tmp_path / "messages.yaml"
    broken.write_text(text.replace(before, after), encoding="utf-8")
    with pytest.raises(Problems, match=complaint):
        load(broken)
