"""The front door leads the facilitator to the console of a table that runs on this computer, and nobody else."""

from __future__ import annotations

import asyncio
import stat
from pathlib import Path

from controller.app.lobby.table_processes import FOLDER, TableProcesses, announced
from tests.support.views import FakeTable
from tests.support.web import KEY, ask, serving


def test_a_running_tables_console_opens_once_by_what_only_its_owner_can_read(tmp_path: Path) -> None:
    async def main() -> None:
        tables = TableProcesses(tmp_path, tmp_path)
        async with serving(FakeTable()) as console:
            with announced(tmp_path, tmp_path / "table.yaml", "Club", console.url, KEY):
                (file,) = (tmp_path / FOLDER).iterdir()
                assert stat.S_IMODE(file.stat().st_mode) == 0o600
                address = await asyncio.to_thread(tables.entry, "table.yaml")
                assert address is not None and address.startswith(console.url) and KEY not in address
                path = "/" + address.removeprefix(console.url)
                assert "set-cookie" in (await ask(console, path)).headers
                assert "set-cookie" not in (await ask(console, path)).headers
                assert await asyncio.to_thread(tables.entry, "another.yaml") is None
            assert await asyncio.to_thread(tables.entry, "table.yaml") is None

    asyncio.run(main())
