"""Robots without a table: bytes of anybody at a simulated one's port, and strangers' robots in a simulated game."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import select
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from time import monotonic

from controller.app.terminal.shutdown import endings
from controller.app.tools.standalone_robots import StandalonePlan, simulate
from firmware_bridge.protocol.codec import wrap
from firmware_bridge.robots.discovery.robot_queries import asking
from firmware_bridge.robots.robot_families import open_channel
from tests.storm.campaign import Campaign, Case
from tests.storm.files import command, folder
from tests.storm.wires import random_frame

ROOT = Path(__file__).parents[2]
PIECES = 300
THERE_S = 120.0
"""The longest until a process says that it is there, and until it has ended."""


def _path(url: str) -> str:
    return url.removeprefix("serial:").partition("?")[0]


def _noise(path: str, case: Case, rng: Random) -> None:
    """Write anything to a port as fast as it takes it, and read some of what comes."""
    port = os.open(path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
    try:
        for _ in range(PIECES):
            good = wrap(random_frame(rng, rng.randrange(65536)))
            piece = rng.choice((good, good, good[: rng.randrange(len(good))], rng.randbytes(rng.randrange(200)), b"\0"))
            with contextlib.suppress(BlockingIOError):
                case.count("bytes at a robot's port", os.write(port, piece))
            if rng.random() < 0.5 and select.select([port], [], [], 0)[0]:
                os.read(port, 4096)
        # What is left ends here, and is no part of the next one's frame.
        with contextlib.suppress(BlockingIOError):
            os.write(port, b"\0")
    finally:
        os.close(port)


def simulated(case: Case) -> None:
    """Noise at the port of `golem robots simulate`, again and again: whoever asks in between is answered."""
    rng = Random(case.seed)

    async def main() -> None:
        lines: list[str] = []
        there = asyncio.Event()

        def say(text: str) -> None:
            lines.append(text)
            if len(lines) == 2:
                there.set()

        running = asyncio.ensure_future(
            simulate(StandalonePlan(("red",), "simulated", None, None, case.seed, "en"), say)
        )
        await asyncio.wait_for(there.wait(), THERE_S)
        url = lines[0].partition(": ")[2]
        for _ in range(3):
            await asyncio.to_thread(_noise, _path(url), case, rng)
            async with asking("red", open_channel("red", url)) as asker:
                case.check(asker.welcome is not None and asker.welcome.name == "red", "it calls itself otherwise")
                quality = await asker.quality(8)
                # On a busy machine an answer may come later than a question is waited for.
                case.check(quality.lost < 4, f"{quality.lost} of 8 questions lost")
            case.count("robots asked after noise")
        case.check(not running.done(), "it has ended")
        running.cancel()
        await asyncio.wait({running})
        case.check(running.cancelled(), f"it ended with {running}")
        case.check(not Path(_path(url)).exists(), "its port is left behind")

    asyncio.run(main())


@contextlib.contextmanager
def _golem(*words: str) -> Iterator[subprocess.Popen[str]]:
    """Run a command in a process of its own, that is ended at the end."""
    with subprocess.Popen(
        [sys.executable, "-m", "controller", *words],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def _faults(rng: Random) -> dict[str, object]:
    told: list[dict[str, object]] = []
    for number in rng.sample(range(1, 12), rng.randrange(4)):
        what = rng.choice(("lose-power", "stall", "refuse", "deaf", "late"))
        fault: dict[str, object] = {"golem": "red", "do": what}
        if what in ("deaf", "late"):
            fault["at"] = {"time": round(rng.uniform(0, 20), 1)}
            fault |= {"for": round(rng.uniform(0.1, 2), 1)} if what == "deaf" else {"by": round(rng.uniform(0, 0.3), 2)}
        else:
            fault["at"] = {"command": number}
            fault |= {} if what == "refuse" else {"share": round(rng.uniform(0.1, 0.9), 1)}
        told.append(fault)
    return {"faults": told}


def strange_robots(case: Case) -> None:
    """`golem demo --robot` with a robot that has faults, is killed, hears noise; then the game is ended by a signal."""
    rng = Random(case.seed)
    with folder() as here:
        faults, record = here / "faults.yaml", here / "game.jsonl"
        faults.write_text(json.dumps(_faults(rng)), encoding="utf-8")
        words = ["demo", "--no-web", "--speed", "real", "--seed", str(case.seed % 50), "--journal", str(record)]
        with _golem("robots", "simulate", "red", "--faults", str(faults)) as robot:
            assert robot.stdout is not None
            url = robot.stdout.readline().strip().partition(": ")[2]
            # The game looks for its robot there as long as it lasts: the port itself may be another program's by then.
            port = here / "port"
            port.symlink_to(_path(url))
            with _golem(*words, "--robot", f"red={url.replace(_path(url), str(port))}") as game:
                until = monotonic() + THERE_S
                while not record.exists() and game.poll() is None and monotonic() < until:
                    with contextlib.suppress(subprocess.TimeoutExpired):
                        game.wait(0.1)
                # It has its robots by then, and their ports.
                until = monotonic() + rng.uniform(10, 30)
                while monotonic() < until and game.poll() is None:
                    with contextlib.suppress(subprocess.TimeoutExpired):
                        game.wait(rng.uniform(2, 6))
                    match rng.randrange(6):
                        case 0 if port.is_symlink():
                            with contextlib.suppress(OSError):
                                _noise(str(port), case, rng)
                            case.count("noise at a robot's port in mid-game")
                        case 1:
                            port.unlink(missing_ok=True)
                            robot.kill()
                            robot.wait()
                            case.count("robots killed in mid-game")
                        case _:
                            pass
                ended = game.poll()
                # Who has no port when the game begins is told so, with status 2.
                case.check(ended in (None, 1, 2), f"the game ended by itself with {ended}")
                # What runs the storm in the background may ignore Ctrl-C, and then its programs do.
                heard = [number for number in endings() if signal.getsignal(number) is not signal.SIG_IGN]
                game.send_signal(rng.choice(heard))
                said, _none = game.communicate(timeout=THERE_S)
            case.check("Traceback" not in said, said[-600:])
            case.check(game.returncode in (0, 1, 2, 130), f"exit status {game.returncode}: {said[-300:]}")
            if robot.poll() is None:
                robot.send_signal(signal.SIGTERM)
                told, _none = robot.communicate(timeout=THERE_S)
                case.check("Traceback" not in told and robot.returncode == 0, f"{robot.returncode}: {told[-600:]}")
        if record.exists():
            command(case, ["replay", str(record), "--check"], (0,))
        case.count("games with a stranger's robot")


CAMPAIGNS = (
    Campaign(
        "simulated",
        "`golem robots simulate`: bytes and frames of anybody at its port",
        "whoever asks in between is answered; it ends when it is ended, its port with it",
        simulated,
        0,
    ),
    Campaign(
        "strange-robots",
        "`golem demo --robot`: a robot from outside that has faults, hears noise, is killed; a signal ends the game",
        "no traceback; exit status 0 to 2 or 130; the record is whole",
        strange_robots,
        0,
    ),
)
