"""An MQTT broker of our own: mosquitto if it is there, else the embedded one.

It listens on loopback, and on the network only if it is asked to. Secrets that nobody hands in are made anew for every
run; they go to the children through a pipe and a private folder, never on a command line.
"""

from __future__ import annotations

import asyncio
import errno
import json
import logging
import os
import re
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

from boards.base.errors import GolemError
from boards.base.message import _
from boards.base.reasons import Reason, foreign_words
from firmware_bridge.channels.channel_reasons import BrokerTrouble
from firmware_bridge.channels.mosquitto import HOST_USER, BrokerPlan, configuration, password_file, topic_rules
from firmware_bridge.channels.mosquitto import robot_user as user_of
from firmware_bridge.channels.mqtt_client import Endpoint
from firmware_bridge.channels.network_errors import network_reason

log = logging.getLogger(__name__)

BrokerKind = Literal["mosquitto", "embedded"]

START_S = 15.0
"""A broker that does not listen after so long has failed to start (amqtt on a slow machine takes seconds)."""

AGAIN_MOST_S = 2.0
"""A broker that does not last is started again at most so slowly."""


class BrokerFailed(GolemError):
    """Our own broker did not start."""

    def __init__(self, kind: BrokerKind, reason: Reason) -> None:
        self.kind, self.reason = kind, reason
        super().__init__(_("the {kind} broker did not start: {reason}", kind=kind, reason=reason.message))


class BrokerMissing(BrokerFailed):
    """There is no mosquitto."""

    def __init__(self) -> None:
        super().__init__("mosquitto", BrokerTrouble.NOT_INSTALLED())


class PortTaken(BrokerFailed):
    """Somebody listens there already. Debian starts a mosquitto of its own as soon as it is installed."""

    def __init__(self, kind: BrokerKind, address: str, port: int) -> None:
        self.address, self.port = address, port
        super().__init__(kind, BrokerTrouble.TAKEN(address=address, port=port))


class NoSuchAddress(BrokerFailed):
    """The broker is to listen where it cannot."""

    def __init__(self, kind: BrokerKind, address: str, port: int, reason: Reason) -> None:
        self.address, self.port = address, port
        super().__init__(kind, BrokerTrouble.NO_ADDRESS(address=address, port=port, reason=reason.message))


def find_mosquitto() -> str | None:
    """Where mosquitto is. Debian keeps it in /usr/sbin, which is not on a user's PATH."""
    return shutil.which("mosquitto") or shutil.which("mosquitto", path="/usr/sbin:/usr/local/sbin")


class _Reserved:
    """Ports that nobody else is given until a broker of ours listens there.

    A stranger who listens there would be taken for ours, and hear our secret. On Linux a port that is bound and not
    listened at can be bound once more by who asks for that (SO_REUSEADDR), as mosquitto and asyncio do; elsewhere it is
    only looked at whether it is free.
    """

    def __init__(self) -> None:
        self._held: list[socket.socket] = []

    def take(self, kind: BrokerKind, address: str, port: int) -> int:
        """Reserve a port, 0: any that is free, and return it. Raises PortTaken, NoSuchAddress."""
        held = socket.socket(socket.AF_INET6 if ":" in address else socket.AF_INET)
        if os.name == "posix":
            # What was closed a moment ago is no obstacle. (Elsewhere it would take a port away.)
            held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            held.bind((address, port))
        except OSError as error:
            held.close()
            if error.errno == errno.EADDRINUSE:
                raise PortTaken(kind, address, port) from error
            raise NoSuchAddress(kind, address, port, network_reason(error)) from error
        taken: int = held.getsockname()[1]
        if sys.platform == "linux":
            self._held.append(held)
        else:
            held.close()
        return taken

    def release(self) -> None:
        """Let go of all: somebody listens there now, or never will."""
        for held in self._held:
            held.close()
        self._held.clear()


def _user_to_stay() -> str | None:
    """Name the user for mosquitto: started by root, it would change to one who cannot read our private folder."""
    return "root" if hasattr(os, "geteuid") and os.geteuid() == 0 else None


_FOLDER = "golem-broker-"


def _remove_leftovers(temporary: Path) -> None:
    """Remove folders of brokers, with passwords in them, whose golem was killed and could not do it itself."""
    for folder in temporary.glob(f"{_FOLDER}*"):
        pid = folder.name.removeprefix(_FOLDER).partition("-")[0]
        with suppress(OSError):
            if pid.isdecimal() and not _is_running(int(pid)) and folder.stat().st_uid == os.getuid():
                shutil.rmtree(folder)
                log.warning("%s: left behind by a golem that was killed, and removed", folder)


def _is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        return True
    return True


class OwnBroker:
    """A running broker, started again if it dies. Made by :func:`own_broker`."""

    def __init__(self, kind: BrokerKind, mosquitto: str | None, plan: BrokerPlan | None = None) -> None:
        self.kind = kind
        self._mosquitto = mosquitto
        self._plan = plan = plan or BrokerPlan()
        _remove_leftovers(Path(tempfile.gettempdir()))
        self._folder = tempfile.TemporaryDirectory(prefix=f"{_FOLDER}{os.getpid()}-")
        self._child: subprocess.Popen[bytes] | None = None
        self._told = b""
        """What the child is told to run."""
        self._ending = threading.Event()
        self._lock = threading.Lock()
        self.restarts = 0
        """How often the process had to be started again (a mosquitto that dies is started again inside it)."""
        self._reserved = _Reserved()
        port = plan.port if plan.port is not None else self._reserved.take(kind, "127.0.0.1", 0)
        self._robots_port = None if plan.open_to is None else self._reserved.take(kind, "127.0.0.1", 0)
        """On loopback, behind the door to the network."""
        self.endpoint = Endpoint("127.0.0.1", port, HOST_USER, plan.host_secret)
        """For the table."""

    def endpoint_of(self, robot: str) -> Endpoint:
        """For a robot of the plan, on this computer."""
        user = user_of(self._plan.table, robot)
        return Endpoint(self.endpoint.host, self.endpoint.port, user, self._plan.robots[robot])

    @property
    def pid(self) -> int:
        """Of the process that keeps the broker. Raises BrokerFailed if it was not started."""
        if self._child is None:
            raise BrokerFailed(self.kind, BrokerTrouble.NOBODY_STARTED_IT())
        return self._child.pid

    def url(self, table: str, robot: str) -> str:
        """Return the address of a robot on this broker, for `open_robot`."""
        return f"mqtt://{self.endpoint.host}:{self.endpoint.port}/{table}/{robot}"

    def start(self) -> None:
        """Start it and wait until it listens. Blocks; raises BrokerFailed."""
        try:
            if self._plan.port is not None:
                self._reserved.take(self.kind, self.endpoint.host, self.endpoint.port)
            if self._plan.open_to is not None:
                self._reserved.take(self.kind, *self._plan.open_to)
        except BrokerFailed:
            self.stop()
            raise
        with self._lock:
            if self._ending.is_set():
                raise BrokerFailed(self.kind, BrokerTrouble.ENDED_EARLY())
            self._told = json.dumps(self._wanted()).encode() + b"\n"
            child = self._spawn()
        for _try in range(int(START_S / 0.02)):
            if child.poll() is not None and not self._ending.is_set():
                said = self._log.read_text(encoding="utf-8", errors="replace").strip().splitlines()
                self.stop()
                # mosquitto's lines begin with the second of the epoch.
                last = foreign_words(re.sub(r"^\d+: ", "", said[-1])) if said else BrokerTrouble.ENDED_AT_ONCE()
                raise BrokerFailed(self.kind, last)
            with socket.socket() as probe:
                if probe.connect_ex((self.endpoint.host, self.endpoint.port)) == 0:
                    self._reserved.release()
                    threading.Thread(target=self._keep, args=(child,), name="broker", daemon=True).start()
                    return
            if self._ending.wait(0.02):
                raise BrokerFailed(self.kind, BrokerTrouble.ENDED_EARLY())
        self.stop()
        raise BrokerFailed(self.kind, BrokerTrouble.NOT_LISTENING(seconds=f"{START_S:g}"))

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
        plan = self._plan
        robots = plan.robot_users
        users = {HOST_USER: plan.host_secret} | robots
        if self.kind == "embedded":
            return {"port": self.endpoint.port, "users": users, "table": plan.table}
        folder = Path(self._folder.name)
        for name, text in (
            ("passwords", password_file(users)),
            ("robots", password_file(robots)),
            ("rules", topic_rules(plan.table, plan.robots)),
            ("mosquitto.conf", configuration(self.endpoint.port, folder, self._robots_port, _user_to_stay())),
        ):
            (folder / name).touch(mode=0o600)
            (folder / name).write_text(text, encoding="utf-8")
        door = {"open": plan.open_to, "behind": self._robots_port} if plan.open_to is not None else None
        return {"mosquitto": [self._mosquitto, "-c", str(folder / "mosquitto.conf")], "door": door}

    def stop(self) -> None:
        """End it. Blocks for a moment."""
        self._reserved.release()
        with self._lock:
            self._ending.set()
        if self._child is not None and self._child.stdin is not None:
            with suppress(BrokenPipeError):  # it had ended by itself
                self._child.stdin.close()
            self._child.wait()
            self._child = None
        self._folder.cleanup()


@asynccontextmanager
async def own_broker(kind: BrokerKind | None = None, plan: BrokerPlan | None = None) -> AsyncIterator[OwnBroker]:
    """Return a broker as planned; without a plan on loopback, for the table alone.

    Without a kind: mosquitto, if there is one.

    Raises BrokerFailed.
    """
    mosquitto = find_mosquitto()
    chosen: BrokerKind = kind or ("mosquitto" if mosquitto else "embedded")
    if chosen == "mosquitto" and mosquitto is None:
        raise BrokerMissing
    if chosen == "embedded" and plan is not None and plan.open_to is not None:
        raise BrokerFailed("embedded", BrokerTrouble.NOT_FOR_OTHERS())
    broker = OwnBroker(chosen, mosquitto, plan)
    loop = asyncio.get_running_loop()
    try:
        await loop.run_in_executor(None, broker.start)
        yield broker
    finally:
        await loop.run_in_executor(None, broker.stop)
