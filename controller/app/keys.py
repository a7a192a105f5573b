"""Single keys in the terminal: pause, go, emergency stop, without a mouse."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TextIO

from controller.table.table import Table

HELP = (
    "Keys: [space] pause and go on   [enter] next row, lock   [e] EMERGENCY STOP   [c] release it   [u] undo   [q] end"
)


def command_of(key: str, may: tuple[str, ...]) -> str | None:
    """What a key asks for, given what makes sense now."""
    if key == "e":
        return "estop"
    wanted: dict[str, tuple[str, ...]] = {
        " ": ("resume", "pause"),
        "\n": ("go", "lock", "roll", "drive"),
        "c": ("clear",),
        "u": ("undo",),
        "s": ("stop",),
    }
    return next((name for name in wanted.get(key, ()) if name in may), None)


@contextmanager
def listen_to_keys(
    loop: asyncio.AbstractEventLoop, table: Table, end: Callable[[], object], keyboard: TextIO, out: TextIO
) -> Iterator[None]:
    """Listen while the game is played; without a terminal (or on Windows) there are no keys, the page has them all."""
    try:
        import termios
        import tty
    except ImportError:
        yield
        return
    if not keyboard.isatty():
        yield
        return
    descriptor = keyboard.fileno()
    before = termios.tcgetattr(descriptor)
    asked: set[asyncio.Task[None]] = set()

    async def ask(name: str) -> None:
        answer = await table.submit(name)
        if not answer.ok:
            out.write(f"  {answer.text['en']}\n")

    def pressed() -> None:
        key = keyboard.read(1)
        if key == "q":
            end()
            return
        name = command_of(key, table.latest().may)
        if name:
            task = loop.create_task(ask(name))
            asked.add(task)
            task.add_done_callback(asked.discard)

    out.write(f"{HELP}\n")
    out.flush()
    tty.setcbreak(descriptor)
    loop.add_reader(descriptor, pressed)
    try:
        yield
    finally:
        loop.remove_reader(descriptor)
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)
