"""Configuration of mosquitto: listeners, users, access rules. Text only, no process.

The rules are made so that a robot can only speak for itself: it says its own acknowledgements, state, description,
telemetry and faults, and hears its own commands, the table's emergency stop and whether the table is there. The table
may do everything below ``golem/1``. Who has no user, may do nothing.
"""

from __future__ import annotations

import base64
import hashlib
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from firmware_bridge.channels.broker_proxy import CONNECTIONS
from firmware_bridge.channels.mqtt_topics import ROOT, TableTopics
from firmware_bridge.channels.packet_limits import PACKET_BYTES

_QUEUED = 200
"""Messages that wait for somebody who reads slowly."""

HOST_USER = "golem"
"""The table's own user."""

_PBKDF2_ROUNDS = 101
"""mosquitto's own default; our secrets are random, so that guessing is hopeless anyway."""

SALT_BYTES = 12


def new_secret() -> str:
    """Return a secret that nobody guesses."""
    return secrets.token_urlsafe(24)


def robot_user(table: str, robot: str) -> str:
    """Return the user that a robot comes as. No table's or robot's name has a dot."""
    return f"{table}.{robot}"


@dataclass(frozen=True)
class BrokerPlan:
    """Who may come to a broker of ours, and where it listens."""

    host_secret: str = field(default_factory=new_secret, repr=False)
    table: str = ""
    robots: Mapping[str, str] = field(default_factory=dict, repr=False)
    """Robot -> its secret."""
    port: int | None = None
    """On loopback; None: any that is free."""
    open_to: tuple[str, int] | None = None
    """An address and port of the network. Only robots are let in there: the table's own secret never leaves this
    computer. None: loopback only."""

    @property
    def robot_users(self) -> dict[str, str]:
        """User -> secret."""
        return {robot_user(self.table, robot): secret for robot, secret in self.robots.items()}


def password_line(user: str, secret: str, salt: bytes) -> str:
    """Return a line of mosquitto's password file (PBKDF2 with SHA-512, mosquitto_passwd's format 7)."""
    digest = hashlib.pbkdf2_hmac("sha512", secret.encode(), salt, _PBKDF2_ROUNDS, 64)
    told = (base64.b64encode(part).decode() for part in (salt, digest))
    return f"{user}:$7${_PBKDF2_ROUNDS}${'$'.join(told)}"


def password_file(users: Mapping[str, str]) -> str:
    """Mosquitto's password file for these users (user -> secret), with fresh salts."""
    lines = (password_line(user, secret, secrets.token_bytes(SALT_BYTES)) for user, secret in users.items())
    return "".join(f"{line}\n" for line in lines)


def topic_rules(table: str, robots: Iterable[str]) -> str:
    """Mosquitto's file of topic rules.

    What is not allowed there is forbidden.
    """
    lines = [f"user {HOST_USER}", f"topic readwrite {ROOT}/#"]
    for robot in robots:
        lines += ["", f"user {robot_user(table, robot)}"]
        lines += [f"topic write {topic}" for topic in _own_topics(table, robot)]
        lines += [f"topic read {topic}" for topic in hears(table, robot)]
    return "\n".join(lines) + "\n"


def hears(table: str, robot: str) -> tuple[str, ...]:
    """Return the topics that a robot may listen to."""
    whole = TableTopics(table)
    return whole.robot(robot).cmd, whole.estop, whole.host


def says(table: str, robot: str, topic: str) -> bool:
    """Whether a robot may say something on a topic."""
    return topic in _own_topics(table, robot)


def _own_topics(table: str, robot: str) -> tuple[str, ...]:
    own = TableTopics(table).robot(robot)
    # Each fault by name: with a wildcard a robot could have a broker keep as many retained messages as it likes.
    return own.ack, own.state, own.desc, own.telemetry, *own.faults


def configuration(port: int, folder: Path, robots_port: int | None = None, user: str | None = None) -> str:
    """Return mosquitto's configuration: a listener on loopback, and a second one for a door to the network.

    `folder` holds ``passwords``, ``robots`` (the passwords without the table's) and ``rules``. `robots_port`, on
    loopback: where only robots are let in. `user` is the system's user to stay, where mosquitto would change to one of
    its own.
    """
    lines = ["per_listener_settings true", f"max_packet_size {PACKET_BYTES}", f"max_queued_messages {_QUEUED}"]
    lines += _listener(port, folder / "passwords", folder / "rules")
    if robots_port is not None:
        lines += _listener(robots_port, folder / "robots", folder / "rules")
        # Or a robot could throw another one out by coming under its client id.
        lines.append("use_username_as_clientid true")
    lines += [
        "",
        "persistent_client_expiration 1h",
        "set_tcp_nodelay true",
        "persistence false",
        "log_dest stderr",
        "log_type error",
    ]
    if user is not None:
        lines.append(f"user {user}")
    return "\n".join(lines) + "\n"


def _listener(port: int, passwords: Path, rules: Path) -> list[str]:
    return [
        "",
        f"listener {port} 127.0.0.1",
        f"max_connections {CONNECTIONS}",
        "allow_anonymous false",
        f"password_file {passwords}",
        f"acl_file {rules}",
    ]
