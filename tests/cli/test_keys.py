"""Keys in the terminal: nothing typed is left lying, and an emergency stop comes before all else."""

from __future__ import annotations

import asyncio
import io
import os
import pty
from typing import Any

import pytest

from controller.app.terminal.keyboard import command_of, keys_of, listen_to_keys
from controller.table.core.mailbox import CommandAnswer
from controller.table.view.table_messages import say


@pytest.mark.parametrize(
    ("typed", "keys"),
    [
        (b" e", ["e", " "]),
        (b"\x1b[Ae", ["e", "\x1b", "[", "a"]),
        ("у".encode(), ["e"]),
        ("Г".encode(), ["u"]),
        (b"\xff\xfe", ["�", "�"]),
        (b"", []),
    ],
)
def test_what_was_typed_is_read_whole_with_the_emergency_stop_first(typed: bytes, keys: list[str]) -> None:
    assert keys_of(typed) == keys


def test_a_key_means_what_makes_sense_now() -> None:
    assert command_of(" ", ("pause", "stop")) == "pause"
    assert command_of(" ", ("resume", "stop")) == "resume"
    assert command_of("\n", ("pause",)) is None
    assert command_of("e", ()) == "estop"
    assert command_of("x", ("go",)) is None


class FakeTable:
    """Hears what is asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.heard = asyncio.Event()

    def latest(self) -> Any:
        return type("View", (), {"may": ("pause", "undo"), "energy": None})

    async def submit(self, name: str) -> CommandAnswer:
        self.asked.append(name)
        if len(self.asked) == 2:
            self.heard.set()
        return CommandAnswer(True, say("done"))


def test_two_keys_in_one_go_are_both_obeyed_and_the_terminal_is_given_back() -> None:
    async def main() -> list[str]:
        table, out = FakeTable(), io.StringIO()
        master, slave = pty.openpty()
        with (
            os.fdopen(slave, "r") as keyboard,
            listen_to_keys(asyncio.get_running_loop(), table, lambda: None, keyboard, out, "en"),
        ):
            os.write(master, b" e")
            await asyncio.wait_for(table.heard.wait(), 30)
        os.close(master)
        assert "EMERGENCY STOP" in out.getvalue()
        return table.asked

    assert asyncio.run(main()) == ["estop", "pause"]
