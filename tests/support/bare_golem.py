"""The firmware on an emulated processor, and a host that says what a test tells it: no event loop, no pty."""

from __future__ import annotations

from functools import cache

from firmware_bridge.protocol.codec import Frame, FrameError, Unwrapper, decode, encode, wrap
from firmware_bridge.protocol.messages import (
    DICTIONARY_HASH,
    MAJOR,
    MINOR,
    BootCause,
    Claim,
    Done,
    Hello,
    Message,
    Ping,
    Report,
    Status,
    Telemetry,
    Welcome,
)
from hardware.emulated.avr_chip import FREQUENCY, Chip
from hardware.emulated.emulated_golem import eeprom
from hardware.emulated.firmware_build import Built, build

MS = FREQUENCY // 1000
BYTE = FREQUENCY * 10 // 115200
SESSION = 9
FULL_MV = 8000


@cache
def built() -> Built:
    """The firmware and the emulator, built once."""
    return build()


class BareGolem:
    """A golem on the bench. Time is in milliseconds and passes only by :meth:`wait` and by what waits."""

    def __init__(
        self, name: str = "red", battery_mv: int = FULL_MV, program: Built | None = None, boots: int = 0
    ) -> None:
        self.chip = Chip(program or built(), eeprom(name, boots), battery_mv)
        self.heard: list[Frame] = []
        """All frames that it ever said."""
        self.seq = 0
        self._nonce = 0
        self._unwrapper = Unwrapper()
        self._until = 0

    @property
    def seconds(self) -> float:
        """Since it was switched on."""
        return self.chip.now / FREQUENCY

    def wait(self, ms: float) -> list[Frame]:
        """Let time pass; returns what it said meanwhile."""
        self._until = max(self._until, self.chip.now) + round(ms * MS)
        while self.chip.now < self._until:
            self.chip.run(self._until)
        said = bytes(byte for byte, _ in self.chip.said())
        frames = [decode(data) for data in self._unwrapper.feed(said)]
        self.heard += frames
        return frames

    def bytes_in(self, data: bytes, ms: float = 8.0) -> list[Frame]:
        """Bytes reach it from now on, whatever they are."""
        self.chip.hear(max(self._until, self.chip.now), data, BYTE)
        return self.wait(ms)

    def say(self, session: int, seq: int, message: Message, ms: float = 8.0) -> list[Frame]:
        """A frame reaches it; what it said in the next milliseconds."""
        return self.bytes_in(wrap(encode(Frame(session, seq, message))), ms)

    def ask(self, session: int, seq: int, message: Message) -> Message:
        """The one answer to a frame."""
        answers = [
            frame.message for frame in self.say(session, seq, message) if (frame.session, frame.seq) == (session, seq)
        ]
        assert answers, f"no answer to {message}"
        return answers[0]

    def nonce(self) -> int:
        self._nonce = self._nonce % 0xFFFF + 1
        return self._nonce

    # -- what hosts say --------------------------------------------------------------------------------

    def hello(self, claim: Claim = Claim.ASK, session: int = 0, replaces: int = 0, boot_id: int = 1) -> Welcome:
        answer = self.ask(session, self.nonce(), Hello(claim, MAJOR, MINOR, DICTIONARY_HASH, replaces, boot_id))
        assert isinstance(answer, Welcome)
        return answer

    def take(self, session: int = SESSION) -> None:
        """Begin a session, once it is up."""
        if not self.heard:
            self.wait(50)
        known = self.hello()
        assert self.hello(Claim.TAKE, session, known.session, known.boot_id).session == session
        self.seq = 0

    def ping(self) -> Report:
        answer = self.ask(SESSION, self.nonce(), Ping(0))
        assert isinstance(answer, Report)
        return answer

    def telemetry(self, session: int = SESSION) -> Telemetry:
        answer = self.ask(session, self.nonce(), Status())
        assert isinstance(answer, Telemetry)
        return answer

    def order(self, command: Message) -> Message:
        """The next numbered command; its answer."""
        self.seq += 1
        return self.ask(SESSION, self.seq, command)

    def done(self, seconds: float = 10.0) -> Done:
        """Wait for the DONE of the newest command, with signs of life."""
        for _ in range(round(seconds / 0.1)):
            for frame in self.heard:
                if isinstance(frame.message, Done) and (frame.session, frame.seq) == (SESSION, self.seq):
                    return frame.message
            self.say(SESSION, self.nonce(), Ping(0), 100)
        raise AssertionError(f"no DONE of number {self.seq} within {seconds:g} s")

    def whole(self, command: Message) -> Done:
        """A command from its beginning to its end."""
        self.order(command)
        return self.done()

    def reset(self, cause: BootCause = BootCause.RESET) -> None:
        self.chip.reset(cause)
        self._unwrapper = Unwrapper()
        self.seq = 0

    def is_frame(self, data: bytes) -> bool:
        try:
            decode(data)
        except FrameError:
            return False
        return True
