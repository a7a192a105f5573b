"""Who may ask for what: hosts, origins and the facilitator's key. Pure functions of a request's headers.

The page is open to the room, but a web page from elsewhere must neither command the robots nor read the
game. Two ways in are closed here:

* a foreign page sends a request or opens a websocket to us: its ``Origin`` is not ours;
* a foreign *name* is made to point at our address (DNS rebinding), so that its pages look like ours: its
  ``Host`` is a name we don't go by. An address in digits can't be made to point elsewhere, so it is fine.
"""

from __future__ import annotations

import hmac
import ipaddress
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

from boards.base.message import Message, _

KEY_HEADER = "x-golem-key"

_NAME = re.compile(r"[a-z0-9._:-]+")
"""What host names and addresses are written with, brackets and capitals aside."""

SECURITY_HEADERS: tuple[tuple[bytes, bytes], ...] = (
    (
        b"content-security-policy",
        b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; font-src 'self'; "
        b"connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
        b"base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)


def is_tls_address(text: str) -> bool:
    """Whether this is ``https://NAME`` or ``https://NAME:PORT``, and nothing else."""
    try:
        parts = urlsplit(text)
        name, port = parts.hostname, parts.port
    except ValueError:
        return False
    plain = f"https://{name}" + (f":{port}" if port is not None else "")
    return name is not None and text.lower() == plain and re.fullmatch(r"[a-z0-9.-]+", name) is not None


def security_headers(
    host: str | None, stop_port: int | None, stop_address: str = ""
) -> tuple[tuple[bytes, bytes], ...]:
    """Return the headers of every answer; pages may ask the port of the emergency stop under their own name, too.

    ``host`` is the name in the request's ``Host``. A policy can name no IPv6 address: a page that was opened by one
    may ask this port of any host. ``stop_address``: where a proxy with TLS takes what is meant for the stop's port.
    """
    if stop_port is None or host is None:
        return SECURITY_HEADERS
    (name, policy), *others = SECURITY_HEADERS
    ways = f"http://{'*' if ':' in host else host}:{stop_port} {stop_address}".rstrip()
    policy = policy.replace(b"connect-src 'self'", f"connect-src 'self' {ways}".encode("ascii"))
    return ((name, policy), *others)


@dataclass(frozen=True)
class Refusal:
    """Why a request is refused."""

    status: int
    error: str
    """A short code that the page can translate."""
    message: Message


FOREIGN_ORIGIN = Refusal(403, "foreign-origin", _("another site may not command the table or watch it"))


def host_name(host: str) -> str | None:
    """Return the name or address in a ``Host`` header, lower case, without the port; None if it makes no sense."""
    try:
        parts = urlsplit(f"//{host}")
        name, _port = parts.hostname, parts.port
    except ValueError:
        return None
    if not name or not _NAME.fullmatch(name) or parts.path or parts.query or parts.fragment or "@" in parts.netloc:
        return None
    return name.rstrip(".")


def is_address(name: str) -> bool:
    """Whether this is an IP address in digits."""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def refuse_host(headers: Mapping[str, str], names: Collection[str]) -> Refusal | None:
    """None if the request was meant for us: an address in digits, or a name in ``names`` (lower case)."""
    name = host_name(headers.get("host", ""))
    if name is None:
        return Refusal(400, "bad-host", _("the Host header is missing or makes no sense"))
    if is_address(name) or name in names:
        return None
    known = ", ".join(sorted(names))
    return Refusal(
        421,
        "unknown-host",
        _("this table does not go by the name {name}; it knows {known} and IP addresses", name=name, known=known),
    )


def refuse_origin(headers: Mapping[str, str]) -> Refusal | None:
    """None if no other site is behind the request. A browser always says; a program without Origin is no site."""
    origin = headers.get("origin")
    if origin is None:
        site = headers.get("sec-fetch-site", "none")
        if site in ("none", "same-origin"):
            return None
    elif origin in (f"http://{headers.get('host', '')}", f"https://{headers.get('host', '')}"):
        return None
    return FOREIGN_ORIGIN


def refuse_page_origin(headers: Mapping[str, str], page_port: int, *, behind_tls: bool = False) -> Refusal | None:
    """None if no other site is behind a request to another port of ours: it comes from our page's port, or no site.

    ``behind_tls``: a proxy with TLS has the page at a port of its own.
    """
    origin = headers.get("origin")
    if origin is None:
        return refuse_origin(headers)
    name = host_name(headers.get("host", ""))
    try:
        parts = urlsplit(origin)
        port_fits = (parts.port or 80) == page_port or (behind_tls and parts.scheme == "https")
        here = parts.hostname is not None and parts.hostname.rstrip(".") == name and port_fits
    except ValueError:
        here = False
    return None if here and parts.scheme in ("http", "https") else FOREIGN_ORIGIN


def refuse_key(headers: Mapping[str, str], key: str | None) -> Refusal | None:
    """None if the facilitator's key is in the headers, or none is needed. Compared in constant time."""
    if key is None:
        return None
    given = headers.get(KEY_HEADER)
    if given is None:
        return Refusal(403, "key-needed", _("this needs the facilitator's key"))
    if not hmac.compare_digest(given.encode("utf-8", "surrogateescape"), key.encode("utf-8")):
        return Refusal(403, "wrong-key", _("the facilitator's key is wrong"))
    return None
