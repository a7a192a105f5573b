"""Who is at the other end of a connection, as far as shares and rates are concerned."""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence
from typing import Any

Address = Sequence[Any] | None
"""Host and port, as sockets and ASGI scopes tell them; None where they are not known."""


def group_of(peer: Address) -> str:
    """Return what shares are counted by: the address, of IPv6 the network of 64 bits that one household has."""
    if not peer:
        return ""
    host = str(peer[0])
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        if not address.is_loopback:
            return str(ipaddress.ip_network((address, 64), strict=False))
    return str(address)


def is_this_machine(peer: Address, local: Address) -> bool:
    """Whether a connection comes from the machine that it goes to."""
    return bool(peer) and bool(local) and group_of(peer) == group_of(local) and "/" not in group_of(peer)
