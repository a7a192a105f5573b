"""Load what a bot's text imports before the bot runs: in its own process it may not even ask for the size of a file.

Only modules of Python's standard library are loaded, and only those whose import does nothing else.
"""

from __future__ import annotations

import importlib
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

USUAL = (
    "abc", "array", "bisect", "builtins", "cmath", "collections", "collections.abc", "contextlib", "copy",
    "dataclasses", "datetime", "decimal", "enum", "fractions", "functools", "hashlib", "heapq", "inspect", "itertools",
    "json", "logging", "math", "numbers", "operator", "os", "pprint", "queue", "random", "re", "statistics", "string",
    "sys", "textwrap", "time", "traceback", "types", "typing", "weakref",
)  # fmt: skip
"""What is loaded for a bot that imports by names that it computes."""
_COMPUTED = ("importlib", "__import__", "import_module")
_LATER = {"datetime": ("_strptime",), "time": ("_strptime",), "traceback": ("linecache", "tokenize")}
"""What modules load when they are used."""
_UNSUITABLE = frozenset(
    ("antigravity", "curses", "idlelib", "readline", "rlcompleter", "test", "this", "tkinter", "turtle", "turtledemo")
)
"""Modules that open a window, a browser or a terminal, or print, when they are imported."""
_ALLOWED = frozenset(sys.stdlib_module_names) - _UNSUITABLE


def preload(source: str) -> None:
    """Import what the lines of a bot's text with the word `import` name."""
    words = {word for line in source.splitlines() if "import" in line for word in _words(line)}
    names = {word for word in words if word.split(".")[0] in _ALLOWED}
    if not words.isdisjoint(_COMPUTED):
        names.update(USUAL)
    for name in sorted(names):
        for loaded in (name, *_LATER.get(name, ())):
            _load(loaded, words)


def _load(name: str, words: set[str]) -> None:
    """Load a module with the packages that it is in; of a package, what the text names in it."""
    parts = name.split(".")
    for length in range(1, len(parts) + 1):
        if not _loaded(".".join(parts[:length])):
            return
    if hasattr(sys.modules.get(name), "__path__"):
        for word in sorted(words):
            if "." not in word:
                _loaded(f"{name}.{word}")


def _loaded(name: str) -> bool:
    try:
        importlib.import_module(name)
    except Exception:  # noqa: BLE001 - a module that is not there, or not for this system: the bot is told when it imports it
        return False
    return True


def _words(line: str) -> Iterator[str]:
    yield from "".join(sign if sign.isalnum() or sign in "._" else " " for sign in line).split()
