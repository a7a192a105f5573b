"""The process that a broker of ours lives in: ``python -m firmware_bridge.channels.broker_child``.

It reads one line of JSON from its standard input: ``{"mosquitto": [program, arguments...]}``, or
``{"port": ..., "users": {...}}`` for the embedded broker. It ends, and the broker with it, when its
standard input ends: nothing is left behind even if the parent was killed.
"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import threading


def _end_with_parent(child: subprocess.Popen[bytes] | None) -> None:
    # Byte by byte past Python's own buffer, which main() read the first line from.
    while os.read(sys.stdin.fileno(), 1):
        pass
    if child is not None:
        child.kill()
        child.wait()
    # At once: amqtt's own shutdown can stall for seconds.
    os._exit(0)


def main() -> int:
    """Run the broker that the first line of standard input asks for."""
    wanted = json.loads(sys.stdin.buffer.readline())
    program = wanted.get("mosquitto")
    child = subprocess.Popen(program, stdin=subprocess.DEVNULL) if program else None
    threading.Thread(target=_end_with_parent, args=(child,), daemon=True).start()
    if child is not None:
        return child.wait()
    # amqtt takes long to load; mosquitto's keeper does not need it.
    from firmware_bridge.channels.embedded_broker import serve

    asyncio.run(serve(wanted["port"], wanted["users"]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
