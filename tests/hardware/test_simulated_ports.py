"""Ports of simulated robots: whoever holds the name of one that is gone gets no other one, of whichever process."""

from __future__ import annotations

import asyncio
import os
import pty
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from firmware_bridge.channels.channel import PortMissing
from firmware_bridge.channels.serial_port import SerialChannel
from hardware.simulated.io_barrier import SimulatedTraffic
from hardware.simulated.uart import Uart
from hardware.simulated.virtual_clock import run

KILLED = """
import asyncio, os
from hardware.simulated.io_barrier import SimulatedTraffic
from hardware.simulated.uart import Uart

async def main():
    print(Uart(SimulatedTraffic()).path, flush=True)
    os._exit(9)

asyncio.run(main())
"""


async def opens(path: str) -> bool:
    """Whether a host finds a port at this path."""
    channel = SerialChannel(path)
    try:
        await channel.open(lambda _frame: None, lambda _error: None)
    except PortMissing:
        return False
    await channel.close()
    return True


def test_a_port_is_there_as_long_as_it_is_plugged_in_and_never_again() -> None:
    async def main() -> None:
        traffic = SimulatedTraffic()
        uart = Uart(traffic)
        first = uart.path
        assert await opens(first)
        uart.unplug()
        assert not await opens(first)
        uart.plug_in()
        assert uart.path != first and await opens(uart.path) and not await opens(first)
        second = uart.path
        uart.close()
        # The system deals the lowest free numbers: those that were ours.
        others = [pty.openpty() for _ in range(3)]
        assert not await opens(first) and not await opens(second)
        assert not Path(second).parent.exists()
        for descriptor in sum(others, ()):
            os.close(descriptor)
        traffic.release()

    run(main())


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="terminals have no names but their numbers here")
def test_the_port_of_a_process_that_was_killed_is_nobody_elses() -> None:
    killed = subprocess.run([sys.executable, "-c", KILLED], capture_output=True, text=True, check=False)
    assert killed.returncode == 9
    path = Path(killed.stdout.strip())
    assert path.is_symlink()
    others = [pty.openpty() for _ in range(3)]
    assert not asyncio.run(opens(str(path)))
    for descriptor in sum(others, ()):
        os.close(descriptor)
    shutil.rmtree(path.parent)
