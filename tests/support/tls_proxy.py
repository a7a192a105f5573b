"""A proxy that speaks TLS before a server that does not, as a makerspace has it."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from tests.support.tls_broker import TLS


class TlsProxy:
    """Takes connections on a free port, and carries their bytes to a port of this machine."""

    def __init__(self) -> None:
        self.port = 0
        self.target = 0

    @asynccontextmanager
    async def serving(self) -> AsyncIterator[None]:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(TLS / "broker.pem", TLS / "broker.key")
        server = await asyncio.start_server(self._carry, "127.0.0.1", 0, ssl=context)
        self.port = server.sockets[0].getsockname()[1]
        try:
            yield
        finally:
            server.close()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        inner_reader, inner_writer = await asyncio.open_connection("127.0.0.1", self.target)
        await asyncio.gather(_copy(reader, inner_writer), _copy(inner_reader, writer))


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
    except OSError:
        # Either side may go away at any time.
        return
    finally:
        writer.close()
