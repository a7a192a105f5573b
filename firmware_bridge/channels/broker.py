"""An MQTT broker of our own on loopback: mosquitto if it is there, else the embedded one.

Users and tokens are made anew for every run and never leave the process and its children.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import json
import os
import secrets
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from time import monotonic
from typing import Literal

from boards.errors import GolemError
from firmware_bridge.channels.mqtt_client import Endpoint

BrokerKind = Literal["mosquitto", "embedded"]

START_S = 15.0
"""A broker that does not listen after so long has failed to start (amqtt on a slow machine takes seconds)."""

AGAIN_MOST_S = 2.0
"""A broker that does not last is started again at most so slowly."""

_PBKDF2_ROUNDS = 101
"""mosquitto's own default; the secret is random, so that guessing is hopeless anyway."""


class BrokerFailed(GolemError):
    """Our own broker did not start."""

    def __init__(self, kind: BrokerKind, reason: str) -> None:
        self.kind = kind
        super().__init__(f"the {kind} broker did not start: {reason}")


def find_mosquitto() -> str | None:
    """Where mosquitto is. Debian keeps it in /usr/sbin, which is not on a user's PATH."""
    return shutil.which("mosquitto") or shutil.which("mosquitto", path="/usr/sbin:/usr/local/sbin")


def password_line(user: str, token: str, salt: bytes) -> str:
    """A line of mosquitto's password file (PBKDF2 with SHA-512, mosquitto_passwd's format 7)."""
    digest = hashlib.pbkdf2_hmac("sha512", token.encode(), salt, _PBKDF2_ROUNDS, 64)
    told = (base64.b64encode(part).decode() for part in (salt, digest))
    return f"{user}:$7${_PBKDF2_ROUNDS}${'$'.join(told)}"


def mosquitto_config(port: int, passwords: Path) -> str:
    """A configuration for one listener on loopback with users."""
    lines = [
        f"listener {port} 127.0.0.1",
        "allow_anonymous false",
        f"password_file {passwords}",
        "set_tcp_nodelay true",
        "persistence false",
        "log_dest stderr",
        "log_type error",
    ]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        # Started by root it would change to a user who cannot read our private folder.
        lines.append("user root")
    return "\n".join(lines) + "\n"


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class OwnBroker:
    """A running broker, started again if it dies. Made by :func:`own_broker`."""

    def __init__(self, kind: BrokerKind, mosquitto: str | None) -> None:
        self.kind = kind
        self._mosquitto = mosquitto
        self._folder = tempfile.TemporaryDirectory(prefix="golem-broker-")
        self._child: subprocess.Popen[bytes] | None = None
        self._told = b""
        """What the child is told to run."""
        self._ending = threading.Event()
        self._lock = threading.Lock()
        self.restarts = 0
        """How often the process had to be started again (a mosquitto that dies is started again inside it)."""
        self.endpoint = Endpoint("127.0.0.1", _free_port(), "golem", secrets.token_urlsafe(24))

    @property
    def pid(self) -> int:
        """Of the process that keeps the broker. Raises BrokerFailed if it was not started."""
        if self._child is None:
            raise BrokerFailed(self.kind, "nobody started it")
        return self._child.pid

    def url(self, table: str, robot: str) -> str:
        """The address of a robot on this broker, for `open_robot`."""
        return f"mqtt://{self.endpoint.host}:{self.endpoint.port}/{table}/{robot}"

    def start(self) -> None:
        """Start it and wait until it listens. Blocks; raises BrokerFailed."""
        self._told = json.dumps(self._wanted()).encode() + b"\n"
        child = self._spawn()
        for _ in range(int(START_S / 0.02)):
            if child.poll() is not None:
                said = self._log.read_text(encoding="utf-8", errors="replace").strip().splitlines()
                self.stop()
                raise BrokerFailed(self.kind, said[-1] if said else "it ended at once")
            with socket.socket() as probe:
                if probe.connect_ex((self.endpoint.host, self.endpoint.port)) == 0:
                    threading.Thread(target=self._keep, args=(child,), name="broker", daemon=True).start()
                    return
            self._ending.wait(0.02)
        self.stop()
        raise BrokerFailed(self.kind, f"it does not listen after {START_S:g} s")

    @property
    def _log(self) -> Path:
        return Path(self._folder.name) / "log"

    def _spawn(self) -> subprocess.Popen[bytes]:
        with self._log.open("ab") as stderr:
            child = self._child = subprocess.Popen(
                [sys.executable, "-m", "firmware_bridge.channels.broker_child"],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=stderr,
            )
        assert child.stdin is not None
        child.stdin.write(self._told)
        child.stdin.flush()
        return child

    def _keep(self, child: subprocess.Popen[bytes]) -> None:
        """In a thread: start it again whenever it ends, later and later if it does not last."""
        pause = 0.0
        while True:
            began = monotonic()
            child.wait()
            pause = 0.0 if monotonic() - began > AGAIN_MOST_S else min(max(0.05, 2 * pause), AGAIN_MOST_S)
            self._ending.wait(pause)
            with self._lock:
                if self._ending.is_set():
                    return
                try:
                    child = self._spawn()
                except OSError:
                    # Out of processes or memory, or it died while it was told: the next round finds it ended.
                    continue
                self.restarts += 1

    def _wanted(self) -> dict[str, object]:
        user, token = self.endpoint.user or "", self.endpoint.password or ""
        if self.kind == "embedded":
            return {"port": self.endpoint.port, "users": {user: token}}
        folder = Path(self._folder.name)
        passwords, config = folder / "passwords", folder / "mosquitto.conf"
        passwords.touch(mode=0o600)
        passwords.write_text(password_line(user, token, secrets.token_bytes(12)) + "\n", encoding="ascii")
        config.write_text(mosquitto_config(self.endpoint.port, passwords), encoding="utf-8")
        return {"mosquitto": [self._mosquitto, "-c", str(config)]}

    def stop(self) -> None:
        """End it. Blocks for a moment."""
        with self._lock:
            self._ending.set()
        if self._child is not None and self._child.stdin is not None:
            with suppress(BrokenPipeError):  # it had ended by itself
                self._child.stdin.close()
            self._child.wait()
            self._child = None
        self._folder.cleanup()


@asynccontextmanager
async def own_broker(kind: BrokerKind | None = None) -> AsyncIterator[OwnBroker]:
    """A broker on loopback with a random user's token. Without a kind: mosquitto if it is installed.

    Raises BrokerFailed.
    """
    mosquitto = find_mosquitto()
    chosen: BrokerKind = kind or ("mosquitto" if mosquitto else "embedded")
    if chosen == "mosquitto" and mosquitto is None:
        raise BrokerFailed("mosquitto", "it is not installed (Debian: sudo apt-get install mosquitto)")
    broker = OwnBroker(chosen, mosquitto)
    loop = asyncio.get_running_loop()
    await loop.run_in_executor(None, broker.start)
    try:
        yield broker
    finally:
        await loop.run_in_executor(None, broker.stop)
