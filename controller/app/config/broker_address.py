"""A table on a broker, by the address that somebody typed."""

from __future__ import annotations

from boards.base.errors import Problem
from boards.base.reasons import Reason
from controller.app.tools.gateway_messages import GatewayMistake
from firmware_bridge.channels.mqtt_client import Endpoint
from firmware_bridge.channels.mqtt_topics import is_name
from firmware_bridge.robots.credentials import Login
from firmware_bridge.robots.robot_families import WrongAddress, broker_at, shown, split


def table_at(at: str, url: str, login: Login | None, problems: list[Problem]) -> tuple[Endpoint, str]:
    """Return the broker and the table that an address names.

    What is wrong with it is added to `problems`, located at `at`; the result is then of no use.
    """
    wrong: list[Reason] = []
    table = ""
    endpoint = Endpoint("")
    try:
        parts = split(url)
        table = parts.path.strip("/")
        endpoint = broker_at(parts, login, wrong)
        plain = parts.scheme in ("mqtt", "mqtts") and parts.hostname and is_name(table)
        if not plain or parts.query or parts.fragment:
            wrong.append(GatewayMistake.NO_BROKER(found=repr(shown(url))))
    except WrongAddress as error:
        wrong += [*error.mistakes, GatewayMistake.NO_BROKER(found=repr(shown(url)))]
    problems += [Problem(at, mistake) for mistake in wrong]
    return endpoint, table
