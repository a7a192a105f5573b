"""main.py with a board, a Wi-Fi and a broker made of paper: that what it calls is there, and that it says what it must.

This is no proof that a real board runs it; README.md says so.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any, ClassVar

import pytest

from firmware_bridge.protocol.codec import Frame, decode, encode
from firmware_bridge.protocol.messages import (
    DICTIONARY_HASH,
    Ack,
    Boot,
    Claim,
    Done,
    Hello,
    Message,
    Move,
    Outcome,
    Report,
    State,
    Verdict,
    Welcome,
)
from hardware.micropython_board.board_program import HOME


class _Broker:
    """Both ends of umqtt.simple's client: `inbox` holds what check_msg will deliver."""

    made: ClassVar[list[_Broker]] = []
    hanging: ClassVar[Callable[[], None] | None] = None
    """What goes by while connect() waits for a broker that does not answer."""

    def __init__(self, who: str, *_settings: Any) -> None:
        self.who = who
        self.inbox: list[tuple[str, bytes] | OSError | None] = []
        self.said: list[tuple[str, bytes, bool, int]] = []
        self.topics: list[str] = []
        self.will: tuple[str, bytes] | None = None
        _Broker.made.append(self)

    def set_last_will(self, topic: str, told: bytes, retain: bool, qos: int) -> None:
        assert retain and qos == 1
        self.will = topic, told

    def set_callback(self, heard: Callable[[bytes, bytes], None]) -> None:
        self._heard = heard

    def connect(self) -> None:
        assert self.will is not None
        if _Broker.hanging is not None:
            _Broker.hanging()
            raise OSError("timed out")

    def subscribe(self, topic: str, _qos: int) -> None:
        self.topics.append(topic)

    def publish(self, topic: str, told: bytes, retain: bool = False, qos: int = 0) -> None:
        self.said.append((topic, told, retain, qos))

    def ping(self) -> None:
        pass

    def check_msg(self) -> None:
        what = self.inbox.pop(0) if self.inbox else OSError("the line is cut")
        if isinstance(what, OSError):
            raise what
        if what is not None:
            self._heard(what[0].encode(), what[1])

    def frames(self) -> list[Message]:
        return [decode(told).message for topic, told, _, _ in self.said if topic.endswith("/ack")]


class _Pin:
    OUT = 1

    def __init__(self, *_settings: Any, **_more: Any) -> None:
        self.level = 0

    def __call__(self, level: int) -> None:
        self.level = level


PIN_UV = 1_865_000
"""At the battery's pin: 7.5 V over 100 and 33 kohm."""


class _PicoAdc:
    """An RP2040's converter: 16 bits up to 3.3 V."""

    def __init__(self, _pin: _Pin) -> None: ...

    def read_u16(self) -> int:
        return PIN_UV * 65535 // 3_300_000


class _Esp32Adc:
    """An ESP32's: up to 1 V unless it is told to take more, and then by its own curve."""

    ATTN_11DB = 3

    def __init__(self, _pin: _Pin) -> None:
        self._most = 1_000_000

    def atten(self, attenuation: int) -> None:
        assert attenuation == self.ATTN_11DB
        self._most = 3_100_000

    def read_u16(self) -> int:
        return 65535 * min(PIN_UV, self._most) // self._most

    def read_uv(self) -> int:
        return min(PIN_UV, self._most)


@dataclass(frozen=True)
class _Kind:
    """What differs between the two boards."""

    platform: str
    timers: tuple[int, ...]
    adc: type


KINDS = (_Kind("rp2", (-1,), _PicoAdc), _Kind("esp32", (0, 1, 2, 3), _Esp32Adc))
"""Which numbers `machine.Timer` takes: an RP2040 has only virtual ones, MicroPython 1.25 on an ESP32 none."""


def _board(kind: _Kind, clock: Any) -> dict[str, Any]:
    """The modules that a board has, with a clock that goes on only while the program sleeps."""

    class Timer:
        PERIODIC = 1

        def __init__(self, number: int) -> None:
            if number not in kind.timers:
                raise ValueError("invalid Timer number")

        def init(self, period: int, mode: int, callback: Callable[[Any], None]) -> None:
            assert period == 1
            clock.ticks.append(callback)

    quiet = SimpleNamespace(duty_u16=lambda _v: None, freq=lambda _v: None)
    machine = SimpleNamespace(
        Pin=_Pin,
        PWM=lambda _pin: quiet,
        ADC=kind.adc,
        Timer=Timer,
        reset_cause=lambda: 1,
        PWRON_RESET=1,
    )
    wifi = SimpleNamespace(active=lambda _on: None, isconnected=lambda: True)
    time = SimpleNamespace(ticks_ms=lambda: clock.ms, ticks_diff=lambda a, b: a - b, sleep_ms=clock.sleep_ms)
    network = SimpleNamespace(WLAN=lambda _kind: wifi, STA_IF=0)
    simple = SimpleNamespace(MQTTClient=_Broker, MQTTException=RuntimeError)
    return {
        "machine": machine,
        "network": network,
        "time": time,
        "umqtt": simple,
        "umqtt.simple": simple,
        "sys": SimpleNamespace(platform=kind.platform),
    }


class _Clock:
    def __init__(self) -> None:
        self.ms = 0
        self.ticks: list[Callable[[Any], None]] = []

    def sleep_ms(self, ms: int) -> None:
        for _ in range(ms):
            self.ms += 1
            for tick in self.ticks:
                tick(None)


def _program(kind: _Kind, clock: _Clock, home: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """main.py as it starts on that board."""
    monkeypatch.chdir(home)
    monkeypatch.syspath_prepend(str(HOME))
    monkeypatch.setattr(_Broker, "hanging", None)
    ours = [path.stem for path in HOME.glob("*.py")]
    with monkeypatch.context() as patch:
        for name, module in _board(kind, clock).items():
            patch.setitem(sys.modules, name, module)
        for name in ours:
            patch.delitem(sys.modules, name, raising=False)
        main: Any = importlib.import_module("main")
    for name in ours:
        sys.modules.pop(name, None)
    return main


CMD = "golem/1/table/red/cmd"


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.platform)
def test_it_connects_answers_moves_and_stops_at_an_emergency(
    kind: _Kind, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    main = _program(kind, _Clock(), tmp_path, monkeypatch)

    golem = main.Golem()
    assert (tmp_path / "boots").read_text() == str(golem.link.boot_id)
    golem.connect()
    client = _Broker.made[-1]
    assert client.topics == ["golem/1/table/$estop", "golem/1/table/red/cmd"]
    boot_id = golem.link.boot_id
    take = encode(Frame(9, 1, Hello(Claim.TAKE, 1, 0, DICTIONARY_HASH, 0, boot_id)))
    move = encode(Frame(9, 1, Move(10_000, 45)))
    # A command that the broker had kept is passed over; 600 ms are enough for 10 mm.
    client.inbox = [(CMD, take), *[None] * 320, (CMD, take), (CMD, move), *[None] * 600]
    with pytest.raises(OSError, match="cut"):
        golem.serve()
    boot, welcome, ack, done = client.frames()
    assert isinstance(boot, Boot) and boot.boot_id == boot_id
    assert isinstance(welcome, Welcome) and (welcome.session, welcome.battery_mv // 100) == (9, 75)
    assert isinstance(ack, Ack) and ack.verdict is Verdict.ACCEPTED
    assert isinstance(done, Done) and done.outcome is Outcome.DONE and abs(done.distance_um - 10_000) < 100

    # It comes back, doesn't claim to have started again, and obeys the table's emergency stop at once.
    golem.connect()
    again = _Broker.made[-1]
    far = encode(Frame(9, 2, Move(90_000, 45)))
    again.inbox = [*[None] * 320, (CMD, far), ("golem/1/table/$estop", b"latched"), *[None] * 5]
    with pytest.raises(OSError, match="cut"):
        golem.serve()
    ack, report, done = again.frames()
    assert isinstance(ack, Ack) and isinstance(done, Done)
    assert isinstance(report, Report) and (report.state, report.latch) == (State.ESTOPPED, 1)
    assert (done.outcome, done.state) == (Outcome.ESTOPPED, State.ESTOPPED)
    assert main.next_boot_id() == boot_id % 65535 + 1


def test_it_stops_by_itself_also_while_it_waits_for_a_broker_that_is_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The client's calls block, for as long as the network wants; the silence is counted all the same."""
    clock = _Clock()
    main = _program(KINDS[0], clock, tmp_path, monkeypatch)
    golem = main.Golem()
    golem.connect()
    client = _Broker.made[-1]
    take = encode(Frame(9, 1, Hello(Claim.TAKE, 1, 0, DICTIONARY_HASH, 0, golem.link.boot_id)))
    client.inbox = [*[None] * 320, (CMD, take), (CMD, encode(Frame(9, 1, Move(500_000, 45))))]
    with pytest.raises(OSError, match="cut"):
        golem.serve()
    monkeypatch.setattr(_Broker, "hanging", lambda: clock.sleep_ms(5000))
    with pytest.raises(OSError, match="timed out"):
        golem.connect()
    assert golem.wheels.remaining == 0
    done = golem.mind()[0]
    assert decode(main.codec.encode(done)).message.outcome is Outcome.SILENCE
