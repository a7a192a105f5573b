"""The board's files under a real MicroPython: a micro:bit that QEMU emulates.

Its heap is too small for link, codec and stuffing at once, so they are tried in two sittings.
"""

from __future__ import annotations

import ast
from random import Random
from types import SimpleNamespace
from typing import Any

from cobs import cobs

from firmware_bridge.protocol.codec import Frame, decode, encode, wrap
from firmware_bridge.protocol.messages import Estop, Move, Ping, Report, State
from hardware.micropython_board.board_program import load_program
from tests.firmware_bridge.microbit import Microbit, pieces

PROGRAM = load_program()

SERVER = """\
import micropython
from microbit import uart
def serve():
 micropython.kbd_intr(-1)
 uart.write(b'\\0')
 kept = bytearray()
 while True:
  byte = uart.read(1)
  if byte is None:
   continue
  if byte != b'\\0':
   kept += byte
   continue
  frame = decode(unwrap(bytes(kept)) or b'')
  kept = bytearray()
  if frame is not None:
   time = frame[3][0] if frame[0] == 8 else 0
   uart.write(wrap(encode((134, frame[1], frame[2], (frame[0], 7, 1, 1, 0, 7400, 0, time)))))"""


def _load(board: Microbit, *names: str) -> None:
    for name in names:
        for piece in pieces(name, PROGRAM.messages):
            board.run(piece)


def test_it_answers_framed_messages_over_its_serial_line() -> None:
    """Frames go in stuffed, also those with 0x03 (Ctrl-C) inside; garbage and flipped bits are passed over."""
    chance = Random(11)
    with Microbit() as board:
        board.run(f"HOST={PROGRAM.messages.HOST!r}")
        board.run(f"ROBOT={PROGRAM.messages.ROBOT!r}")
        _load(board, "codec", "cobs")
        board.run(SERVER)
        board.serve("serve()")
        for number in range(60):
            message: Any = chance.choice((Ping(chance.getrandbits(32)), Ping(0x03030303), Move(-90_000, 45), Estop()))
            good = Frame(chance.choice((0, 0x0303, 0xC6F0)), number, message)
            spoilt = bytearray(encode(good))
            spoilt[chance.randrange(len(spoilt))] ^= 1 << chance.randrange(8)
            board.exchange(wrap(bytes(spoilt)) if number % 3 == 0 else b"\0\0", 0)
            (answer,) = board.exchange(wrap(encode(good)), 1)
            code = PROGRAM.messages
            asked = {Ping: code.PING, Move: code.MOVE, Estop: code.ESTOP}[type(message)]
            time = message.host_time_ms if isinstance(message, Ping) else 0
            told = Report(asked, 7, 1, 1, State.IDLE, 7400, 0, time)
            assert decode(cobs.decode(answer)) == Frame(good.session, number, told)


def test_its_link_decides_as_under_python() -> None:
    chance, m = Random(12), PROGRAM.messages
    body = SimpleNamespace(
        battery_mv=7400, fault=0, refusal=lambda _c, _v: None, begin=lambda _c, _v: None, halt=lambda _o, _h: None
    )
    link = PROGRAM.link.Link(b"red", body, 3, 0, lambda now, then: now - then)
    with Microbit() as board:
        _load(board, "link")
        limited = {code: host for code, host in m.HOST.items() if host[2]}
        limited[m.ACT] = m.HOST[m.ACT]
        board.run(f"HOST={limited!r}")
        board.run(next(piece for piece in pieces("codec", m) if piece.startswith("def in_range")))
        board.run("class B: pass")
        board.run("b=B()\nb.battery_mv=7400\nb.fault=0\nb.refusal=b.begin=b.halt=lambda x,y: None")
        board.run("k=Link(b'red',b,3,0,lambda a,c: a-c)")
        now, verdicts = 0, set()
        for number in range(100):
            now += chance.choice((0, 40, 1200))
            seq = (link.last_seq + chance.choice((1, 1, 1, 0, 0, -2, 2))) & 0xFFFF
            frame: tuple[Any, ...] = chance.choice(
                (
                    (m.MOVE, link.session, seq, (chance.choice((90_000, 3_000_001)), 45)),
                    (m.TURN, link.session, seq, (-9_000, 90)),
                    (m.ACT, link.session, seq, (7,)),
                    (m.STOP, link.session, seq, ()),
                    (m.MOVE, 99, seq, (1, 45)),
                    (m.ESTOP if number > 50 else m.PING, 0, chance.choice((0, 5, 6)), () if number > 50 else (0,)),
                    *3 * [(m.CLEAR, 0, 9, (link.latch,))],
                    (m.PING, link.session, 8, (number,)),
                    (m.STATUS, link.session, 8, ()),
                )
            )
            if number % 20 == 0:
                frame = (m.HELLO, 8 + number, 1, (1, 1, 0, m.DICTIONARY_HASH, link.session, 3))
            link.poll(now)
            board.run(f"k.poll({now})")
            told = link.receive(frame, now)
            assert ast.literal_eval(board.run(f"print(k.receive({frame!r},{now}))")) == told
            if told[0] == m.ACK:
                verdicts.add(told[3][0])
            if link._running is not None and chance.random() < 0.3:
                assert ast.literal_eval(board.run("print(k.finished(0,5,6))")) == link.finished(0, 5, 6)
        expected = {
            m.VERDICT_ACCEPTED,
            m.VERDICT_WRONG_SESSION,
            m.VERDICT_GAP,
            m.VERDICT_ESTOPPED,
            m.VERDICT_BAD_ARGUMENT,
        }
        assert verdicts >= expected, verdicts
