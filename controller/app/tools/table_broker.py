"""`golem broker`: a broker of our own for robots that come over the network, with a secret for each of them."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from ipaddress import ip_address
from pathlib import Path

from boards.base.catalogue import Language
from boards.base.errors import Problem, Problems
from boards.base.system_errors import system_reason
from controller.app.tools.broker_messages import TEXTS, phrase
from firmware_bridge.channels.broker import own_broker
from firmware_bridge.channels.mosquitto import HOST_USER, BrokerPlan, new_secret, robot_user
from firmware_bridge.channels.mqtt_topics import is_name
from firmware_bridge.robots.credentials import Login, read_secrets


@dataclass(frozen=True)
class BrokerOptions:
    """What `golem broker` was asked for."""

    table: str
    robots: tuple[str, ...]
    port: int
    open_to: str | None
    """``ADDRESS:PORT`` of the network."""
    secrets: Path
    language: Language = "en"


def planned(wanted: BrokerOptions) -> BrokerPlan:
    """Return the broker that is asked for; secrets that are not in the file yet are made and kept. Raises Problems."""
    found = [
        Problem(at, TEXTS["no-topic"].bind(name=repr(name)))
        for at, name in (("--table", wanted.table), *(("--robot", robot) for robot in wanted.robots))
        if not is_name(name)
    ]
    if not 0 < wanted.port < 65536:
        found.append(Problem("--port", TEXTS["no-port"].bind(port=wanted.port)))
    open_to = _open_to(wanted, found)
    if found:
        raise Problems(found)
    login = kept_secrets(wanted.secrets, wanted.robots)
    robots = {robot: login.robots[robot] for robot in wanted.robots}
    return BrokerPlan(login.password or "", wanted.table, robots, wanted.port, open_to)


def _open_to(wanted: BrokerOptions, found: list[Problem]) -> tuple[str, int] | None:
    if wanted.open_to is None:
        return None
    address, _, port = wanted.open_to.rpartition(":")
    try:
        where = ip_address(address)
    except ValueError:
        where = None
    if where is None or not port.isdecimal() or not 0 < int(port) < 65536:
        found.append(Problem("--open", TEXTS["no-address"].bind(found=repr(wanted.open_to))))
        return None
    if int(port) == wanted.port and (where.is_unspecified or where.is_loopback):
        found.append(Problem("--open", TEXTS["port-taken"].bind(port=port)))
    return address, int(port)


def kept_secrets(path: Path, robots: Iterable[str]) -> Login:
    """Return the secrets in the file, with new ones for whoever has none yet; the file is for its owner alone.

    Raises Problems if others can read it or something is wrong with it.
    """
    kept = read_secrets(path) if path.exists() else Login(HOST_USER, new_secret())
    if kept.user != HOST_USER:
        raise Problems([Problem(str(path), TEXTS["other-broker"].bind(user=repr(HOST_USER)))])
    missing = {robot: new_secret() for robot in robots if robot not in kept.robots}
    if missing or not path.exists():
        kept = replace(kept, robots={**kept.robots, **missing})
        try:
            _write(path, kept)
        except OSError as error:
            raise Problems(
                [Problem(str(path), TEXTS["not-written"].bind(reason=system_reason(error).message))]
            ) from error
    return kept


def _write(path: Path, login: Login) -> None:
    lines = [
        "# Secrets of our broker: for the table, and for each robot. Keep this file to yourself.",
        f"user: {login.user}",
    ]
    lines += [f'password: "{login.password}"', "robots:" if login.robots else "robots: {}"]
    lines += [f'  {robot}: "{secret}"' for robot, secret in login.robots.items()]
    fresh = path.with_name(f"{path.name}.new")
    fresh.unlink(missing_ok=True)
    with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)


async def serve(wanted: BrokerOptions, say: Callable[[str], None]) -> None:
    """Run the broker until cancelled. Raises Problems, BrokerFailed."""
    plan = planned(wanted)
    async with own_broker("mosquitto", plan) as server:
        language = wanted.language
        say(phrase("listens", language, table=plan.table, port=server.endpoint.port))
        say(phrase("table-file", language, file=str(wanted.secrets)))
        for robot in plan.robots:
            say(f"    {robot}: {server.url(plan.table, robot)}")
        if plan.open_to is None:
            say(phrase("closed", language))
        else:
            address, port = plan.open_to
            say(phrase("open", language, address=address, port=port))
            for robot in plan.robots:
                say(phrase("user", language, user=robot_user(plan.table, robot), file=str(wanted.secrets)))
        say(phrase("how-to-end", language))
        await asyncio.get_running_loop().create_future()
