"""Ctrl-C in a league on several workers: the results stay, and nobody shows a traceback."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

PROGRAM = """
import signal, sys
from controller.cli import main
# What runs these tests may ignore it.
signal.signal(signal.SIGINT, signal.default_int_handler)
if __name__ == "__main__":
    sys.exit(main())
"""
BOTS = Path(__file__).parents[2] / "docs" / "bots"
LONGEST_S = 120.0


def test_ctrl_c_reaches_workers_as_an_end_and_not_as_a_traceback(tmp_path: Path) -> None:
    """To the whole group of processes, as a terminal sends it, when the first results are there."""
    bots, results = tmp_path / "bots", tmp_path / "league.jsonl"
    bots.mkdir()
    for name in ("centre.py", "hunter.py"):
        shutil.copy(BOTS / name, bots)
    words = ["league", str(bots), "--workers", "2", "--games", "2000", "--results", str(results)]
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    ) as league:
        until = time.monotonic() + LONGEST_S
        while not (results.exists() and results.read_bytes().count(b"\n") > 1) and time.monotonic() < until:
            assert league.poll() is None
            threading.Event().wait(0.05)
        os.killpg(league.pid, signal.SIGINT)
        told, _ = league.communicate(timeout=LONGEST_S)
    assert league.returncode == 1 and "the same command goes on" in told
    assert "Traceback" not in told, told
