"""A makerspace's own broker: mosquitto with TLS, a certificate for `localhost`, one user and a password."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from firmware_bridge.channels.broker import find_mosquitto
from firmware_bridge.channels.mosquitto import password_file
from firmware_bridge.channels.mqtt_client import Endpoint
from tests.support.ports import free_port

TLS = Path(__file__).parents[1] / "firmware_bridge" / "tls"
CA = str(TLS / "ca.pem")
SECRET = "s3cret-of-the-club"


@contextmanager
def tls_broker(folder: Path) -> Iterator[Endpoint]:
    """The broker while it runs, its configuration in the folder; it serves when this yields."""
    port = free_port()
    (folder / "passwords").write_text(password_file({"club": SECRET}), encoding="ascii")
    lines = [
        f"listener {port} 127.0.0.1",
        f"cafile {CA}",
        f"certfile {TLS / 'broker.pem'}",
        f"keyfile {TLS / 'broker.key'}",
        "allow_anonymous false",
        f"password_file {folder / 'passwords'}",
        "set_tcp_nodelay true",
        "log_dest stderr",
        # Not all: nobody reads on once it runs, and a full pipe would stop it.
        "log_type information",
        "log_type error",
        *(["user root"] if os.geteuid() == 0 else []),
    ]
    (folder / "conf").write_text("\n".join(lines) + "\n", encoding="utf-8")
    mosquitto = find_mosquitto()
    assert mosquitto is not None
    with subprocess.Popen([mosquitto, "-c", str(folder / "conf")], stderr=subprocess.PIPE, text=True) as child:
        try:
            assert child.stderr is not None
            said = ""
            while "running" not in said:
                line = child.stderr.readline()
                assert line, said
                said += line
            yield Endpoint("localhost", port, "club", SECRET, True, CA)
        finally:
            child.terminate()
