"""What ends a command stops its robot first: Ctrl-C, the system's word to end, a terminal that is closed."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path

import pytest

from controller.app.terminal.shutdown import endings
from controller.cli import main
from firmware_bridge.link.commands import Command
from firmware_bridge.protocol.messages import Outcome, State
from hardware.simulated.simulated_rig import serial_robots
from hardware.simulated.world import World


@pytest.fixture
def hang_up() -> Iterator[None]:
    """SIGHUP as a terminal's programs have it; tests may themselves run under `nohup`."""
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    yield
    signal.signal(signal.SIGHUP, before)


@pytest.mark.parametrize(
    ("words", "by"),
    [
        (["jog", "--mm", "200"], signal.SIGINT),
        (["jog", "--mm", "200"], signal.SIGTERM),
        (["jog", "--mm", "200"], signal.SIGHUP),
        (["identify"], signal.SIGINT),
        (["conform"], signal.SIGINT),
    ],
)
def test_whatever_ends_it_stops_the_robot_first(
    words: list[str], by: int, hang_up: None, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """In real time, as signals are. The robot stops because it is told to, not because its host fell silent."""
    port: Future[str] = Future()
    over = threading.Event()
    ended: list[Outcome] = []
    states: list[State] = []

    async def robot() -> None:
        async with serial_robots(World(), ("red",), 3) as rig:
            simulated_robot, loop = rig.simulated_robots["red"], asyncio.get_running_loop()
            begin, halt = simulated_robot.begin, simulated_robot.halt

            def interrupted(command: Command) -> None:
                begin(command)
                monkeypatch.setattr(simulated_robot, "begin", begin)
                loop.call_soon(os.kill, os.getpid(), by)

            def halted(outcome: Outcome, *, hard: bool) -> None:
                ended.append(outcome)
                halt(outcome, hard=hard)

            monkeypatch.setattr(simulated_robot, "begin", interrupted)
            monkeypatch.setattr(simulated_robot, "halt", halted)
            port.set_result(rig.urls["red"].partition(":")[2].partition("?")[0])
            await loop.run_in_executor(None, over.wait)
            states.append(simulated_robot.side.state)

    thread = threading.Thread(target=asyncio.run, args=(robot(),))
    thread.start()
    try:
        assert main(["robots", words[0], port.result(30), *words[1:], "--language", "fr"]) == 130
    finally:
        over.set()
        thread.join()
    assert ended and Outcome.SILENCE not in ended
    assert states == [State.IDLE]
    told = capsys.readouterr().err
    assert "interrompu ; les robots ont reçu l’ordre de s’arrêter" in told and "Traceback" not in told


DEMO = """
import signal, sys
import controller.app.simulation.demo_session as demo
from controller.cli import main

def begun(*given):
    started = start_new(*given)
    print("begun", flush=True)
    return started

start_new, demo.start_new = demo.start_new, begun
signal.signal(signal.SIGHUP, signal.SIG_DFL)
sys.exit(main(["demo", "--game", "jetan", "--no-web", "--journal", sys.argv[1]]))
"""


@pytest.mark.parametrize(
    ("by", "lines"), [(signal.SIGTERM, 1), (signal.SIGTERM, 2), (signal.SIGHUP, 2)], ids=["at once", "TERM", "HUP"]
)
def test_a_demo_that_is_ended_leaves_a_whole_record_and_no_traceback(
    by: signal.Signals, lines: int, tmp_path: Path
) -> None:
    """At once: when there is a record and no table yet."""
    record = tmp_path / "game.jsonl"
    with subprocess.Popen(
        [sys.executable, "-c", DEMO, str(record)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as demo:
        assert demo.stdout is not None
        told = "".join(demo.stdout.readline() for _ in range(lines))
        assert told.startswith("begun\n")
        demo.send_signal(by)
        told += demo.stdout.read()
    assert demo.returncode == 130 and "Traceback" not in told, told
    assert main(["replay", str(record), "--check"]) == 0


def test_what_nohup_runs_outlives_its_terminal_and_not_every_system_has_terminals_that_close(
    hang_up: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert endings() == [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    assert endings() == [signal.SIGINT, signal.SIGTERM]
    monkeypatch.delattr(signal, "SIGHUP")
    assert endings() == [signal.SIGINT, signal.SIGTERM]
