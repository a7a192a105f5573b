"""An Arduino Nano's bootloader on a pseudo-terminal: it speaks what avrdude calls "arduino" (STK500 version 1)."""

from __future__ import annotations

import os
import pty
import threading
import tty
from enum import IntEnum

INSYNC, OK = b"\x14", b"\x10"


class Ask(IntEnum):
    """What a programmer says."""

    SYNC = 0x30
    PARAMETER = 0x41
    DEVICE = 0x42
    DEVICE_MORE = 0x45
    ENTER = 0x50
    LEAVE = 0x51
    ADDRESS = 0x55
    UNIVERSAL = 0x56
    PROGRAM_PAGE = 0x64
    READ_PAGE = 0x74
    SIGNATURE = 0x75


SIGNATURE = b"\x1e\x95\x0f"
"""Of an ATmega328P."""


class NanoBootloader:
    """Answers in a thread until it is closed."""

    def __init__(self) -> None:
        self.flash: dict[int, int] = {}
        """Address -> byte, as written."""
        self._master, self._slave = pty.openpty()
        tty.setraw(self._slave)
        self.port = os.ttyname(self._slave)
        self._address = 0
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Let go of the port; the thread ends with it."""
        os.close(self._slave)
        self._thread.join(10)
        os.close(self._master)

    def contents(self, length: int) -> bytes:
        """What is in the flash from its beginning; 0xFF where nothing was written."""
        return bytes(self.flash.get(address, 0xFF) for address in range(length))

    def _read(self, count: int) -> bytes:
        got = b""
        while len(got) < count:
            got += os.read(self._master, count - len(got))
        return got

    def _serve(self) -> None:
        try:
            while True:
                answer = self._answer(self._read(1)[0])
                if answer is not None:
                    os.write(self._master, INSYNC + answer + OK)
        except OSError:  # the port is closed
            return

    def _answer(self, command: int) -> bytes | None:
        """What comes between INSYNC and OK; None for what is no command. Each ends with a space (0x20)."""
        match command:
            case Ask.SYNC | Ask.ENTER | Ask.LEAVE:
                self._read(1)
            case Ask.PARAMETER:
                self._read(2)
                return b"\x04"
            case Ask.DEVICE:
                self._read(21)
            case Ask.DEVICE_MORE:
                self._read(self._read(1)[0])
            case Ask.ADDRESS:
                low, high, _end = self._read(3)
                self._address = 2 * (low | high << 8)
            case Ask.UNIVERSAL:
                self._read(5)
                return b"\x00"
            case Ask.PROGRAM_PAGE:
                high, low, _memory = self._read(3)
                data = self._read(high << 8 | low)
                self._read(1)
                self.flash.update(enumerate(data, self._address))
            case Ask.READ_PAGE:
                high, low, _memory, _end = self._read(4)
                return bytes(self.flash.get(self._address + n, 0xFF) for n in range(high << 8 | low))
            case Ask.SIGNATURE:
                self._read(1)
                return SIGNATURE
            case _:
                return None
        return b""
