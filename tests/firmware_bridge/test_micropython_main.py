"""main.py with a board, a Wi-Fi and a broker made of paper: that what it calls is there, and that it says what it must.

This is no proof that a real board runs it; README.md says so.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, ClassVar

import pytest

from firmware_bridge.protocol.codec import Frame, decode, encode
from firmware_bridge.protocol.tables import (
    DICTIONARY_HASH,
    Ack,
    Boot,
    Claim,
    Done,
    Hello,
    Message,
    Move,
    Outcome,
    State,
    Verdict,
    Welcome,
)
from hardware.board.program import HOME


class _Broker:
    """Both ends of umqtt.simple's client: `inbox` holds what check_msg will deliver."""

    made: ClassVar[list[_Broker]] = []

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


def _board() -> dict[str, Any]:
    """The modules that a board has, with a clock that goes on only while the program sleeps."""
    clock = SimpleNamespace(ms=0, ticks=[])

    class Timer:
        PERIODIC = 1

        def __init__(self, _number: int) -> None: ...

        def init(self, period: int, mode: int, callback: Callable[[Any], None]) -> None:
            assert period == 1
            clock.ticks.append(callback)

    def sleep_ms(ms: int) -> None:
        for _ in range(ms):
            clock.ms += 1
            for tick in clock.ticks:
                tick(None)

    quiet = SimpleNamespace(duty_u16=lambda _v: None, freq=lambda _v: None)
    machine = SimpleNamespace(
        Pin=_Pin,
        PWM=lambda _pin: quiet,
        ADC=lambda _pin: SimpleNamespace(read_u16=lambda: 37_000),
        Timer=Timer,
        reset_cause=lambda: 1,
        PWRON_RESET=1,
    )
    wifi = SimpleNamespace(active=lambda _on: None, isconnected=lambda: True)
    time = SimpleNamespace(ticks_ms=lambda: clock.ms, ticks_diff=lambda a, b: a - b, sleep_ms=sleep_ms)
    network = SimpleNamespace(WLAN=lambda _kind: wifi, STA_IF=0)
    simple = SimpleNamespace(MQTTClient=_Broker, MQTTException=RuntimeError)
    return {"machine": machine, "network": network, "time": time, "umqtt": simple, "umqtt.simple": simple}


def test_it_connects_answers_moves_and_stops_at_an_emergency(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(HOME))
    ours = [path.stem for path in HOME.glob("*.py")]
    with monkeypatch.context() as patch:
        for name, module in _board().items():
            patch.setitem(sys.modules, name, module)
        for name in ours:
            patch.delitem(sys.modules, name, raising=False)
        main: Any = importlib.import_module("main")
    for name in ours:
        sys.modules.pop(name, None)

    golem = main.Golem()
    assert (tmp_path / "boots").read_text() == str(golem.link.boot_id)
    golem.connect()
    client = _Broker.made[-1]
    assert client.topics == ["golem/1/table/$estop", "golem/1/table/red/cmd"]
    cmd = "golem/1/table/red/cmd"
    boot_id = golem.link.boot_id
    take = encode(Frame(9, 1, Hello(Claim.TAKE, 1, 0, DICTIONARY_HASH, 0, boot_id)))
    move = encode(Frame(9, 1, Move(10_000, 45)))
    # A command that the broker had kept is passed over; 600 ms are enough for 10 mm.
    client.inbox = [(cmd, take), *[None] * 320, (cmd, take), (cmd, move), *[None] * 600]
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
    again.inbox = [*[None] * 320, (cmd, far), ("golem/1/table/$estop", b"latched"), *[None] * 5]
    with pytest.raises(OSError, match="cut"):
        golem.serve()
    ack, done = again.frames()
    assert isinstance(ack, Ack) and isinstance(done, Done)
    assert (done.outcome, done.state) == (Outcome.ESTOPPED, State.ESTOPPED)
    assert main.next_boot_id() == boot_id % 65535 + 1
