"""Single keys in the terminal: pause, go, emergency stop, without a mouse."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import TextIO

from boards.base.catalogue import Language, translate
from boards.base.message import _
from controller.table.core.actor import Table
from controller.table.view.view import View

HELP = _(
    "Keys: [space] pause and go on · [enter] next row, lock · [e] EMERGENCY STOP · [c] release it · [u] undo\n"
    "      [q] end · with puzzles: [t] try again, [n] next puzzle"
)

HELP_REPLACE = _(
    "For a golem whose robot is out: [h] play on by hand, [g] on the screen only, [p] with a spare robot,\n"
    "      [o] with its own robot again"
)

HELP_RECHARGE = _("After a draw for want of energy: [2] to [9] recharge with so many units and play on, [0] with ten")

_SAME_KEY = str.maketrans("угысйетрпзщ", "euscqtnhgpo")
"""Keys of a Russian keyboard that lie where the Latin ones lie."""

OUT = ("lost", "fault", "connecting")
"""Robots that do not play."""

_DIGITS = tuple("0123456789")
_WANTED: dict[str, tuple[str, ...]] = {
    " ": ("resume", "pause"),
    "\n": ("go", "lock", "roll", "done", "drive"),
    "c": ("clear",),
    "u": ("undo",),
    "t": ("again",),
    "n": ("next",),
    "s": ("stop",),
    "h": ("replace",),
    "g": ("replace",),
    "p": ("replace",),
    "o": ("replace",),
}
_BY = {"h": "hands", "g": "ghost", "p": "spare"}
"""Who plays for the golem whose robot is out."""


def keys_of(typed: bytes) -> list[str]:
    """Return the keys in what a terminal sent at once: an emergency stop first, whatever came before it."""
    text = typed.decode(errors="replace").lower().translate(_SAME_KEY)
    return sorted(text, key=lambda key: key != "e")


def units_of(key: str) -> int | None:
    """Return with how many units of energy a digit recharges the golems, 0 with ten; None for other keys."""
    return (int(key) or 10) if key in _DIGITS else None


def command_of(key: str, may: tuple[str, ...]) -> str | None:
    """Return what a key asks for, given what makes sense now."""
    if key == "e":
        return "estop"
    if units_of(key) is not None and "recharge" in may:
        return "recharge"
    return next((name for name in _WANTED.get(key, ()) if name in may), None)


def arguments_of(key: str, view: View) -> dict[str, object]:
    """Return what goes with the command of a key: units of energy, or the first golem whose robot is out."""
    if key in _BY:
        out = next((robot.name for robot in view.robots if robot.link in OUT and robot.plays != "idle"), "")
        return {"golem": out, "by": _BY[key]}
    if key == "o":
        replaced = next((robot.name for robot in view.robots if robot.plays in _BY.values()), "")
        return {"golem": replaced, "by": "robot"}
    units = units_of(key)
    return {} if units is None else {"units": units}


@dataclass
class _KeyReader:
    """Turns keys into commands to a table."""

    loop: asyncio.AbstractEventLoop
    table: Table
    end: Callable[[], object]
    descriptor: int
    out: TextIO
    language: Language
    asked: set[asyncio.Task[None]] = field(default_factory=set)
    """Commands that are under way."""

    def tell_keys(self) -> None:
        """Print which keys there are."""
        view = self.table.latest()
        self.out.write(f"{translate(HELP, self.language)}\n")
        if "replace" in view.may:
            self.out.write(f"      {translate(HELP_REPLACE, self.language)}\n")
        if view.energy is not None:
            self.out.write(f"      {translate(HELP_RECHARGE, self.language)}\n")
        self.out.flush()

    def pressed(self) -> None:
        """Read what was typed and ask for it."""
        # Straight from the descriptor: what a text file keeps in its buffer would wait for the next key.
        try:
            typed = os.read(self.descriptor, 1024)
        except OSError:
            # The terminal was closed.
            typed = b""
        if not typed:
            self.loop.remove_reader(self.descriptor)
        for key in keys_of(typed):
            name = command_of(key, self.table.latest().may)
            if key == "q":
                self.end()
            elif name:
                task = self.loop.create_task(self._ask(name, key))
                self.asked.add(task)
                task.add_done_callback(self.asked.discard)

    async def _ask(self, name: str, key: str) -> None:
        arguments = arguments_of(key, self.table.latest())
        answer = await (self.table.submit(name, arguments) if arguments else self.table.submit(name))
        self.out.write(f"\r\033[K  {translate(answer.text, self.language)}\n")
        self.out.flush()


@contextmanager
def listen_to_keys(
    loop: asyncio.AbstractEventLoop,
    table: Table,
    end: Callable[[], object],
    keyboard: TextIO,
    out: TextIO,
    language: Language,
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
    reader = _KeyReader(loop, table, end, descriptor, out, language)
    reader.tell_keys()
    with suppress(termios.error):
        tty.setcbreak(descriptor)
    loop.add_reader(descriptor, reader.pressed)
    try:
        yield
    finally:
        loop.remove_reader(descriptor)
        # Nothing is to be restored of a terminal that was closed; one that is held (Ctrl-S) is not waited for.
        with suppress(termios.error):
            termios.tcsetattr(descriptor, termios.TCSANOW, before)
