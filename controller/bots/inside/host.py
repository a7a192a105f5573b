"""The process of one bot: confines itself, compiles the bot, then forks a child for each game.

A child begins with clean modules, so no game depends on the games before it; forking costs a millisecond
where a new Python costs twenty. The host itself never runs the bot's code.

Frames in: the start (an object), then ``["game"]`` and, for the child, ``["turn", ...]``.
Reports, on a pipe that the child does not have: ``["host", layers in force, refusal]``, ``["gone", wait status]``.
"""

from __future__ import annotations

import gc
import importlib
import os
import sys
from types import CodeType

from controller.bots.inside import frames, landlock, limits, player, rg, seccomp

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

PRELOADED = (
    "abc",
    "array",
    "bisect",
    "builtins",
    "cmath",
    "collections",
    "collections.abc",
    "contextlib",
    "copy",
    "dataclasses",
    "datetime",
    "decimal",
    "enum",
    "fractions",
    "functools",
    "heapq",
    "inspect",
    "itertools",
    "json",
    "logging",
    "math",
    "numbers",
    "operator",
    "os",
    "pprint",
    "queue",
    "random",
    "re",
    "statistics",
    "string",
    "sys",
    "textwrap",
    "time",
    "traceback",
    "types",
    "typing",
    "weakref",
)
"""What a bot may import where the kernel can't tell files apart and none may be opened at all."""

_LIBRARIES = ("/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib")


def main() -> None:
    """Serve games until the other end closes the pipe."""
    pipes = _own_channel()
    commands, reports = pipes[0], pipes[2]
    start = frames.receive(commands)
    ask: list[str] = start["ask"]
    os.environ.clear()
    sys.path[:] = [path for path in sys.path if path != start["root"]]
    rg.install(start["rules"])
    limits.limit_host(start["memory_bytes"], start["parent"])
    library = seccomp.load_library() if "seccomp" in ask else None
    files = "landlock" in ask and landlock.readable_only(_readable())
    for name in ("random",) if files and "random" in start["source"] else () if files else PRELOADED:
        importlib.import_module(name)
    calls = None if library is None else seccomp.build(library, files)
    if calls is not None and not _accepted(calls):
        calls = None
    in_force = ["limits", *(["landlock"] if files else []), *(["seccomp"] if calls else [])]
    board = player.Board(start["rules"])
    code, refusal = _compiled(start["source"], start["name"])
    frames.send(reports, ["host", in_force, refusal])
    gc.freeze()
    while True:
        try:
            message = frames.receive(commands)
        except (EOFError, frames.BadFrame):
            return
        if message == ["game"] and code is not None:
            status = _in_child(pipes, start, board, code, calls)
            frames.send(reports, ["gone", status])
        # All else is a turn that came after the child had ended.


def _in_child(
    pipes: tuple[int, int, int],
    start: dict[str, Any],
    board: player.Board,
    code: CodeType,
    calls: seccomp.Filter | None,
) -> int:
    """Play one game in a child; its wait status."""
    me = os.getpid()
    child = os.fork()
    if child == 0:
        os.close(pipes[2])
        limits.die_with(me)
        limits.limit_game(start["game_cpu_s"])
        # A filter that was accepted once and is refused now: no game without it.
        if calls is None or calls.load():
            player.Player(pipes[:2], start["act_cpu_s"], board).run(code, "random" in start["source"])
        os._exit(0)
    return os.waitpid(child, 0)[1]


def _accepted(calls: seccomp.Filter) -> bool:
    """Whether the kernel takes the filter, tried in a child, as it can't be taken back."""
    child = os.fork()
    if child == 0:
        os._exit(0 if calls.load() else 1)
    return os.waitpid(child, 0)[1] == 0


def _own_channel() -> tuple[int, int, int]:
    """The pipes moved away from 0, 1 and 2, where prints go: these now lead nowhere."""
    channel = os.dup(0), os.dup(1), os.dup(2)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(nowhere, descriptor)
    os.close(nowhere)
    return channel


def _readable() -> list[str]:
    """Where Python's library and the shared libraries of its modules are."""
    return [*sys.path, f"{sys.base_prefix}/lib", *_LIBRARIES]


def _compiled(source: str, name: str) -> tuple[CodeType | None, list[Any] | None]:
    """The bot's code, or line and message of why there is none."""
    try:
        return compile(source, name, "exec", dont_inherit=True), None
    except SyntaxError as error:
        return None, [error.lineno, f"{type(error).__name__}: {error.msg}", (error.text or "").strip()[:80]]
    except (ValueError, RecursionError, MemoryError, OverflowError) as error:
        return None, [None, f"{type(error).__name__}: {error}"[:200], ""]
