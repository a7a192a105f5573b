"""Leagues on workers of Dask that are lost: a scheduler that is killed or frozen, workers that die."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from time import monotonic

from tests.storm.campaign import Campaign, Case
from tests.storm.files import command, folder

ROOT = Path(__file__).parents[2]
GAMES = 60
WORDS = ("--games", str(GAMES), "--seed", "3")
BEGUN_S = 120.0
ENDED_S = 150.0
"""A frozen scheduler is noticed after 45 s; its client takes 20 s to close."""
CLUSTER = """
import sys, time
from distributed import LocalCluster
if __name__ == "__main__":
    cluster = LocalCluster(n_workers=2, threads_per_worker=1, protocol="tcp", host="127.0.0.1", dashboard_address=None)
    print(cluster.scheduler_address, *(worker.pid for worker in cluster.workers.values()), flush=True)
    time.sleep(1000)
"""


@contextlib.contextmanager
def _cluster() -> Iterator[tuple[subprocess.Popen[str], str, list[int]]]:
    """Yield a scheduler's process, its address, and its workers' processes."""
    with subprocess.Popen(
        [sys.executable, "-c", CLUSTER],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        start_new_session=True,
    ) as process:
        assert process.stdout is not None
        address, *workers = process.stdout.readline().split()
        try:
            yield process, address, [int(pid) for pid in workers]
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


def _league(bots: Path, results: Path, *words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "controller", "league", str(bots), *WORDS, "--results", str(results), *words],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def leagues(case: Case) -> None:
    """Lose the scheduler or a worker in mid-league; the same command, without it, ends with the undisturbed table."""
    rng = Random(case.seed)
    with folder() as here:
        bots, torn, whole = here / "bots", here / "torn.jsonl", here / "whole.jsonl"
        bots.mkdir()
        for name in ("centre.py", "hunter.py"):
            shutil.copy(ROOT / "docs" / "bots" / name, bots)
        how = rng.choice(("kill the scheduler", "freeze the scheduler", "kill a worker", "kill all workers", "Ctrl-C"))
        with _cluster() as (scheduler, address, workers), _league(bots, torn, "--scheduler", address) as league:
            began = monotonic()
            lines = rng.randrange(1, GAMES // 2)
            while league.poll() is None and monotonic() - began < BEGUN_S:
                with contextlib.suppress(subprocess.TimeoutExpired):
                    league.wait(0.05)
                if torn.exists() and torn.read_bytes().count(b"\n") > lines:
                    break
            with contextlib.suppress(ProcessLookupError):
                match how:
                    case "kill the scheduler":
                        scheduler.send_signal(signal.SIGKILL)
                    case "freeze the scheduler":
                        scheduler.send_signal(signal.SIGSTOP)
                    case "Ctrl-C":
                        league.send_signal(signal.SIGINT)
                    case _:
                        for pid in workers[: 1 if how == "kill a worker" else 2]:
                            os.kill(pid, signal.SIGKILL)
            try:
                said, _none = league.communicate(timeout=ENDED_S)
            except subprocess.TimeoutExpired:
                league.kill()
                said, _none = league.communicate()
                case.wrong(f"{how}: it still waits after {ENDED_S:g} s")
            case.check("Traceback" not in said, f"{how}: {said[-600:]}")
            ended_well = league.returncode == 0 or "the same command goes on" in said
            case.check(ended_well, f"{how}: exit status {league.returncode}: {said[-300:]}")
        case.count(f"leagues: {how}")
        _status, table, _told = command(
            case, ["league", str(bots), *WORDS, "--results", str(torn), "--json"], (0,), slow_s=300
        )
        _status, undisturbed, _told = command(
            case, ["league", str(bots), *WORDS, "--results", str(whole), "--json"], (0,), slow_s=300
        )
        case.check(table == undisturbed, f"{how}: another table than undisturbed")


CAMPAIGNS = (
    Campaign(
        "leagues",
        "leagues whose Dask scheduler is killed or frozen, whose workers die",
        "a sentence and no traceback, in time; the same command goes on to the undisturbed table",
        leagues,
        0,
    ),
)
