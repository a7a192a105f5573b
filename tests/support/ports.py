"""Ports for servers that must be told their port before they start."""

from __future__ import annotations

import itertools
import os
import socket

LOW, HIGH = 15_000, 32_000
"""Below those that systems give to outgoing connections: between the choice and the use, none of these takes it."""

_following = itertools.count(os.getpid() * 61)


def free_port(address: str = "127.0.0.1") -> int:
    """A port at which nobody listens; never the same twice in one process, and hardly ever in two."""
    for number in _following:
        port = LOW + number % (HIGH - LOW)
        with socket.socket() as probe:
            try:
                probe.bind((address, port))
            except OSError:
                continue
            return port
    raise AssertionError("the count has no end")
