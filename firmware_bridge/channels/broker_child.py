"""The process that a broker of ours lives in: ``python -m firmware_bridge.channels.broker_child``.

It reads one line of JSON from its standard input: ``{"mosquitto": [program, arguments...], "door": ...}``, or
``{"port": ..., "users": {...}, "table": ...}`` for the embedded broker. The door to the network, if there is one, is
``{"open": [address, port], "behind": port}``. It ends, and the broker with it, when its
standard input ends: nothing is left behind even if the parent was killed. A mosquitto that dies is started
again at once.
"""

from __future__ import annotations

import asyncio
import ctypes
import json
import logging
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

from firmware_bridge.channels.broker_proxy import BrokerProxy

LIVED_S = 0.3
"""A broker that ended before it was so old has never served."""
TRIES = 5
"""So many starts in a row that come to nothing, and it is given up."""


_PR_SET_PDEATHSIG = 1


def _end_with_keeper() -> None:
    """In a new process, before its program: Linux ends it if its keeper is killed."""
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


_BEFORE = _end_with_keeper if sys.platform == "linux" else None


class BrokerSupervisor:
    """Keeps a program running."""

    def __init__(self, program: list[str]) -> None:
        self._program = program
        self._lock = threading.Lock()
        self._ended = False
        self._child: subprocess.Popen[bytes] | None = None

    def run(self) -> int:
        """Start it, again and again; returns its exit status if it cannot even begin."""
        failed, served = 0, False
        while True:
            began = time.monotonic()
            with self._lock:
                if self._ended:
                    return 0
                self._child = subprocess.Popen(
                    self._program,
                    stdin=subprocess.DEVNULL,
                    preexec_fn=_BEFORE,  # noqa: PLW1509 (the only other thread waits in a read)
                )
            status = self._child.wait()
            if time.monotonic() - began >= LIVED_S:
                failed, served = 0, True
            else:
                failed += 1
            if not served or failed > TRIES:
                return status

    def end(self) -> None:
        """End it for good."""
        with self._lock:
            self._ended = True
            if self._child is not None:
                self._child.kill()
                self._child.wait()


def _end_with_parent(end: Callable[[], None]) -> None:
    # Byte by byte past Python's own buffer, which main() read the first line from.
    while os.read(sys.stdin.fileno(), 1):
        pass
    end()
    # At once: amqtt's own shutdown can stall for seconds.
    os._exit(0)


def _open_door(wanted: dict[str, Any]) -> None:
    """Serve the door to the network, for ever; without it there is no use in going on."""

    async def serve() -> None:
        server = await BrokerProxy(("127.0.0.1", wanted["behind"])).open(*wanted["open"])
        await server.serve_forever()

    try:
        asyncio.run(serve())
    except OSError as error:
        logging.error("%s", error.strerror or error)
        os._exit(1)


def main() -> int:
    """Run the broker that the first line of standard input asks for."""
    wanted = json.loads(sys.stdin.buffer.readline())
    program = wanted.get("mosquitto")
    keeper = BrokerSupervisor(program) if program else None
    end = keeper.end if keeper is not None else lambda: None
    threading.Thread(target=_end_with_parent, args=(end,), daemon=True).start()
    logging.basicConfig(format="%(message)s", level=logging.WARNING)
    if keeper is not None:
        if wanted["door"] is not None:
            threading.Thread(target=_open_door, args=(wanted["door"],), name="door", daemon=True).start()
        return keeper.run()
    # amqtt takes long to load; mosquitto's keeper does not need it.
    from firmware_bridge.channels.embedded_broker import serve

    asyncio.run(serve(wanted["port"], wanted["users"], wanted["table"]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
