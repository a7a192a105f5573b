"""`golem robots list mqtt://HOST/TABLE`: who announces themselves at a broker, and with --watch who comes and goes."""

from __future__ import annotations

import os
import sys
from contextlib import suppress

from boards.base.catalogue import Language, translate
from boards.base.errors import Problem, Problems
from boards.base.reasons import Reason
from controller.app.config.broker_address import table_at
from controller.app.terminal.shutdown import run_until_ended
from controller.app.tools.channel_messages import error_at_place
from controller.app.tools.robot_tool_messages import TEXTS, phrase
from firmware_bridge.channels.channel import ChannelError
from firmware_bridge.channels.mosquitto import robot_user
from firmware_bridge.channels.mqtt_client import Endpoint
from firmware_bridge.channels.mqtt_topics import is_name
from firmware_bridge.robots.credentials import login_of
from firmware_bridge.robots.discovery.broker_presence import (
    AnnouncedRobot,
    TableHost,
    Watcher,
    look_at_broker,
    watch_broker,
)

NOT_ASKED = 2
"""The exit status when the broker could not be asked at all."""


def listed(url: str, watching: bool, language: Language) -> int:
    """Print who is there; go on until Ctrl-C if watching. Returns the exit status. Raises Problems."""
    endpoint, table = _table(url)
    place = f"{endpoint}/{table}"
    try:
        if watching:
            with suppress(KeyboardInterrupt):
                run_until_ended(watch_broker(endpoint, table, _printer(endpoint, place, language)))
            return 0
        board = run_until_ended(look_at_broker(endpoint, table))
    except ChannelError as error:
        print(f"golem robots: {error_at_place(place, error, language)}", file=sys.stderr)
        return NOT_ASKED
    _print_host(place, board.host, language)
    for one in board.robots:
        _print_robot(one, language)
    if not board.robots:
        _print_nobody(endpoint, place, language)
    well = board.robots and board.host.error is None
    return 0 if well and all(one.presence == "ready" and not one.errors for one in board.robots) else 1


def _table(url: str) -> tuple[Endpoint, str]:
    """Raise Problems."""
    problems: list[Problem] = []
    login = None
    try:
        login = login_of(os.environ)
    except Problems as wrong:
        problems += wrong.problems
    endpoint, table = table_at("BROKER", url, login, problems)
    user = endpoint.user or ""
    if user.startswith(robot_user(table, "")) and is_name(user.removeprefix(robot_user(table, ""))):
        problems.append(Problem("BROKER", TEXTS["robots-user"].bind(user=repr(user))))
    if problems:
        raise Problems(problems)
    return endpoint, table


def _print_nobody(endpoint: Endpoint, place: str, language: Language) -> None:
    """And why there may be robots that are not shown."""
    print(f"{place}: {phrase('none-announced', language)}")
    if endpoint.user is None:
        print(phrase("seen-as-nobody", language), flush=True)
    else:
        print(phrase("seen-as", language, user=repr(endpoint.user)), flush=True)


def _print_host(place: str, host: TableHost, language: Language) -> None:
    if host.error is None:
        print(f"{place}: {phrase('host-here' if host.here else 'host-away', language)}", flush=True)
    else:
        print(error_at_place(place, host.error, language), flush=True)


def _print_robot(one: AnnouncedRobot, language: Language) -> None:
    """Print what is known of a robot, and what is wrong with its announcement, a line each."""
    parts = [one.name, phrase(one.presence or "untold", language)]
    if one.firmware:
        parts.append(phrase("firmware", language, version=one.firmware))
    if one.battery_mv is not None:
        told = phrase("battery", language, volts=f"{one.battery_mv / 1000:.1f}")
        parts.append(told if one.battery_mv else phrase("no-battery", language))
    if one.presence or one.firmware or not one.errors:
        print(f"{one.port}: {', '.join(parts)}", flush=True)
    for error in one.errors:
        print(error_at_place(one.port, error, language), flush=True)


def _printer(endpoint: Endpoint, place: str, language: Language) -> Watcher:
    def trouble(why: Reason) -> None:
        told = translate(why.message, language) if why else phrase("broker-back", language)
        print(f"{place}: {told}", flush=True)

    return Watcher(
        on_host=lambda host: _print_host(place, host, language),
        on_seen=lambda one: _print_robot(one, language),
        on_gone=lambda port: print(f"{port}: {phrase('gone', language)}", flush=True),
        on_nobody=lambda: _print_nobody(endpoint, place, language),
        on_trouble=trouble,
    )
