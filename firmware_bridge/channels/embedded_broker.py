"""The embedded MQTT broker: amqtt, for machines without mosquitto. Lets in who knows a token, nobody else."""

from __future__ import annotations

import asyncio
import hmac
import logging
from dataclasses import dataclass, field
from typing import Any

from amqtt.broker import Broker
from amqtt.plugins.base import BaseAuthPlugin
from amqtt.session import Session


class TokenAuth(BaseAuthPlugin):  # type: ignore[misc]
    """Checks a user's token.

    (amqtt's own plugin lets in any user name.)
    """

    @dataclass
    class Config:
        """User -> token."""

        users: dict[str, str] = field(default_factory=dict)

    async def authenticate(self, *, session: Session) -> bool:
        """Return whether the user and the token belong together."""
        token = self.config.users.get(session.username or "")
        if token is None or session.password is None:
            return False
        return hmac.compare_digest(token.encode(), str(session.password).encode())


async def serve(port: int, users: dict[str, str]) -> None:
    """Serve on loopback for ever."""
    logging.getLogger("amqtt").setLevel(logging.CRITICAL)
    plugin = f"{TokenAuth.__module__}.{TokenAuth.__name__}"
    config: dict[str, Any] = {
        "listeners": {"default": {"type": "tcp", "bind": f"127.0.0.1:{port}"}},
        "plugins": {plugin: {"users": users}},
    }
    await Broker(config).start()
    await asyncio.get_running_loop().create_future()
