"""However a game ends, its terminal is as it was, and shows no traceback."""

from __future__ import annotations

import asyncio
import os
import pty
import select
import signal
import subprocess
import sys
import termios
import time
from pathlib import Path

import pytest

from controller.app.terminal.shutdown import cancel_on_signals

LONGEST_S = 60.0
PROGRAM = """
import fcntl, signal, sys, termios
from controller.cli import main
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
# What runs these tests may ignore them.
signal.signal(signal.SIGHUP, signal.SIG_DFL)
signal.signal(signal.SIGINT, signal.default_int_handler)
if sys.argv.pop() == "crash":
    import controller.app.simulation.demo_session as demo
    from boards.base.errors import Problem, Problems
    from boards.base.message import _
    async def play(*given):
        await demo.asyncio.sleep(0)
        raise Problems([Problem("the table", _("the page"))])
    demo.play = play
sys.exit(main())
"""


class _Terminal:
    """A program in a terminal of its own."""

    def __init__(self, folder: Path, how: str, *words: str) -> None:
        self.master, self.slave = pty.openpty()
        self.before = termios.tcgetattr(self.slave)
        self.shown = b""
        self.errors = folder / "errors"
        words = words or ("demo", "--speed", "real", "--no-web", "--game", "jetan")
        more = () if words[0] == "replay" else ("--journal", str(folder / "game.jsonl"))
        with self.errors.open("wb") as errors:
            self.program = subprocess.Popen(
                [sys.executable, "-c", PROGRAM, *words, *more, how],
                stdin=self.slave,
                stdout=self.slave,
                stderr=errors,
                start_new_session=True,
            )

    def read_until(self, what: bytes) -> None:
        """Read what is shown until this is there; an empty one: until the program has ended."""
        until = time.monotonic() + LONGEST_S
        while (what not in self.shown) if what else (self.program.poll() is None):
            assert time.monotonic() < until, self.shown
            ready, _, _ = select.select([self.master], [], [], 0.05 if not what else LONGEST_S)
            assert ready or not what, self.shown
            if ready:
                self.shown += os.read(self.master, 4096)


@pytest.mark.parametrize(
    ("how", "signals"),
    [
        ("INT twice", [signal.SIGINT, signal.SIGINT]),
        ("HUP", [signal.SIGHUP]),
        ("crash", []),
    ],
    ids=["INT twice", "HUP", "crash"],
)
def test_a_terminal_is_given_back_as_it_was(how: str, signals: list[signal.Signals], tmp_path: Path) -> None:
    terminal = _Terminal(tmp_path, how)
    try:
        terminal.read_until(b"[q]")
        for number in signals:
            terminal.program.send_signal(number)
        terminal.read_until(b"")
        assert termios.tcgetattr(terminal.slave) == terminal.before
        assert b"Traceback" not in terminal.shown and "Traceback" not in terminal.errors.read_text("utf-8")
    finally:
        terminal.program.kill()
        terminal.program.wait()
        os.close(terminal.slave)
        os.close(terminal.master)


RECORD = Path(__file__).parents[1] / "journal" / "records" / "golems-estop.jsonl"
PAGE = ("--no-browser", "--port", "0")
KEYS, ADDRESS = b"[q]", b"http://"


@pytest.mark.parametrize(
    ("words", "shown", "number"),
    [
        (("play", "--game", "jetan", *PAGE), KEYS, signal.SIGTERM),
        (("play", "--game", "jetan", *PAGE), KEYS, signal.SIGHUP),
        (("replay", str(RECORD), "--web", *PAGE), ADDRESS, signal.SIGTERM),
    ],
    ids=["play TERM", "play HUP", "replay TERM"],
)
def test_play_and_replay_end_on_a_signal_without_a_traceback(
    words: tuple[str, ...], shown: bytes, number: signal.Signals, tmp_path: Path
) -> None:
    terminal = _Terminal(tmp_path, "signal", *words)
    try:
        terminal.read_until(shown)
        terminal.program.send_signal(number)
        terminal.read_until(b"")
        assert terminal.program.returncode in (0, 130), terminal.program.returncode
        assert termios.tcgetattr(terminal.slave) == terminal.before
        assert b"Traceback" not in terminal.shown and "Traceback" not in terminal.errors.read_text("utf-8")
    finally:
        terminal.program.kill()
        terminal.program.wait()
        os.close(terminal.slave)
        os.close(terminal.master)


def test_a_terminal_that_is_closed_ends_the_game_without_a_traceback(tmp_path: Path) -> None:
    terminal = _Terminal(tmp_path, "closed")
    terminal.read_until(b"[q]")
    os.close(terminal.slave)
    os.close(terminal.master)
    assert terminal.program.wait(LONGEST_S) in (1, 130)
    assert terminal.errors.read_text("utf-8") == ""


def test_a_second_ctrl_c_is_no_error_of_the_task_that_it_ends(caplog: pytest.LogCaptureFixture) -> None:
    async def program() -> None:
        loop, me = asyncio.get_running_loop(), asyncio.current_task()
        assert me is not None
        cancel_on_signals(me, interrupt=False)
        for error in (KeyboardInterrupt("second"), ValueError("a fault")):
            loop.call_exception_handler({"message": "Task exception was never retrieved", "exception": error})

    asyncio.run(program())
    assert "a fault" in caplog.text and "second" not in caplog.text
