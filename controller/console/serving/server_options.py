"""Where a web server of ours listens, and for whom: what the table's page and the front door have in common."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from boards.base.catalogue import Language


@dataclass(frozen=True)
class ServerOptions:
    """The options of a web server."""

    host: str = "127.0.0.1"
    port: int = 8080
    """0 takes a free one."""
    language: Language = "en"
    """For browsers that ask for none of our languages."""
    names: Collection[str] = ()
    """Further host names of this machine."""
    stop_address: str = ""
    """Where pages over TLS reach the emergency stop's own port through a proxy, such as ``https://table.example:8443``;
    only a table has one."""


DEFAULT_OPTIONS = ServerOptions()
