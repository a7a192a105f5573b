"""The socket that the page is served on, and the plain words for when there can't be one."""

from __future__ import annotations

import errno
import ipaddress
import socket
import sys

from boards.base.errors import GolemError
from boards.base.message import Message, _, literal
from boards.base.system_errors import system_reason


class ConsoleError(GolemError):
    """The page can't be served."""


class PortBusy(ConsoleError):
    """Another program listens on the port."""

    def __init__(self, host: str, port: int) -> None:
        self.host = host
        self.port = port
        super().__init__(
            _(
                "port {port} on {host} is taken by another program (another `golem`, perhaps): end that, or choose "
                "another with --port {other}, or any free one with --port 0",
                port=port,
                host=host,
                other=port + 1 if port < 65535 else 8080,
            )
        )


class AddressUnusable(ConsoleError):
    """The address is not one of this machine's, or the port is not ours to use."""

    def __init__(self, host: str, port: int, why: Message) -> None:
        self.host = host
        self.port = port
        super().__init__(
            _(
                "can't serve the page on {host} port {port}: {why}; use 127.0.0.1 for this machine alone, "
                "0.0.0.0 for phones on the same network, and a port from 1024 to 65535",
                host=host,
                port=port,
                why=why,
            )
        )


class OpenToAll(ConsoleError):
    """Without a key, everybody in the network could command the robots."""

    def __init__(self, host: str) -> None:
        super().__init__(_("a page that others can reach ({host}) needs a facilitator's key", host=host))


class KeyUnusable(ConsoleError):
    """The key can't travel in a header."""

    def __init__(self) -> None:
        super().__init__(
            _("the facilitator's key needs at least one character, all of them plain letters, digits or signs")
        )


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach the address."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def listen(host: str, port: int) -> socket.socket:
    """Return a listening TCP socket; port 0 takes a free one. Raises :class:`PortBusy` or :class:`AddressUnusable`."""
    if not 0 <= port <= 65535:
        raise AddressUnusable(host, port, _("ports go from 0 to 65535"))
    try:
        family, kind, protocol, _name, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except (socket.gaierror, UnicodeError) as error:
        raise AddressUnusable(host, port, literal(str(error))) from None
    listener = socket.socket(family, kind, protocol)
    try:
        # On Windows the same option would let two programs share the port.
        if sys.platform != "win32":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(100)
        listener.setblocking(False)
    except OSError as error:
        listener.close()
        if error.errno == errno.EADDRINUSE:
            raise PortBusy(host, port) from None
        raise AddressUnusable(host, port, system_reason(error).message) from None
    return listener


def own_names() -> frozenset[str]:
    """Return the names under which this machine's page may be asked for."""
    name = socket.gethostname().lower()
    return frozenset({"localhost", name, f"{name.partition('.')[0]}.local"})


def address_for_phones() -> str | None:
    """Return this machine's address in the local network; None if there is none. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Only chooses a route. The address is from the block kept for documentation (RFC 5737).
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        name: str = probe.getsockname()[0]
    return None if name.startswith(("127.", "0.")) else name
