"""The files that go onto the board, as modules. What they import is what the board's MicroPython has as well."""

from __future__ import annotations

import importlib
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

HOME = Path(__file__).resolve().parents[1] / "firmware" / "micropython"


@dataclass(frozen=True)
class Program:
    """The board's modules, which know nothing of types."""

    messages: Any
    codec: Any
    cobs: Any
    link: Any
    motors: Any
    presence: Any


def load_program() -> Program:
    """Import them as the board does, by their plain names, and leave no such names behind."""
    names = ("messages", "codec", "cobs", "link", "motors", "presence")
    ours = {name: sys.modules.pop(name) for name in names if name in sys.modules}
    sys.path.insert(0, str(HOME))
    try:
        return Program(*(importlib.import_module(name) for name in names))
    finally:
        sys.path.remove(str(HOME))
        for name in names:
            sys.modules.pop(name, None)
        sys.modules |= ours
