"""Modules that a bot gets in a way of their own: `random`, seeded for it, and `numpy`, where it is installed.

Both are found by finders at the front of `sys.meta_path`, so it does not matter how a bot asks for them: by an import
statement, by importlib, or through another module that needs them.
"""

from __future__ import annotations

import importlib
import sys
from importlib.machinery import ModuleSpec, PathFinder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from importlib.abc import Loader
    from types import ModuleType
    from typing import Any

    _Loader = Loader
else:
    _Loader = object

NUMPY = "numpy"


class SeededRandom(_Loader):
    """The module `random`, kept out of `sys.modules` until a bot asks for it; from then on it is seeded for each act.

    Seeding costs more than most acts, and many bots never look at `random`.
    """

    def __init__(self) -> None:
        self._module: Any = importlib.import_module("random")
        # From Python 3.13 on, the first text that is a seed loads another module: now, not in every game.
        self._module.seed("load")
        self._seed = "load"
        self._asked_for = False
        del sys.modules["random"]
        sys.meta_path.insert(0, self)

    def seed(self, seed: str) -> None:
        """Seed the module's own generator, as rgkit does before each act; when it is asked for later, then."""
        self._seed = seed
        if self._asked_for:
            self._module.seed(seed)

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        """Answer the import system."""
        return ModuleSpec(name, self) if name == "random" else None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """Hand the module out, seeded as it would be if it had been there all the time."""
        self._asked_for = True
        self._module.seed(self._seed)
        module: ModuleType = self._module
        return module

    def exec_module(self, module: ModuleType) -> None:
        """Do nothing: it was loaded before."""


class NumpyFinder:
    """Finds numpy, and nothing else, in the folder where it is installed."""

    def __init__(self, folder: str) -> None:
        self._folder = folder

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        """Answer the import system."""
        return PathFinder.find_spec(name, [self._folder]) if name == NUMPY else None
