"""Put a mutant in the place of what it was made from, in this process."""

from __future__ import annotations

import gc
import importlib.abc
import importlib.machinery
import importlib.util
import inspect
import sys
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import cast


def swap(path: Path, original: str, mutated: str) -> bool:
    """Give the functions that the mutant changed its code; False if it changed more than functions."""
    texts = (compile(text, str(path), "exec", dont_inherit=True) for text in (original, mutated))
    pairs = list(_changed(*texts))
    functions = [one for one in gc.get_objects() if isinstance(one, FunctionType)]
    for old, new in pairs:
        if new is None:
            return False
        found = [one for one in functions if _same(one.__code__, old)]
        if not found or any(len(one.__code__.co_freevars) != len(new.co_freevars) for one in found):
            return False
        for one in found:
            one.__code__ = new
    return bool(pairs)


def _same(code: CodeType, other: CodeType) -> bool:
    return (code.co_filename, code.co_qualname, code.co_firstlineno) == (
        other.co_filename,
        other.co_qualname,
        other.co_firstlineno,
    )


def _changed(old: CodeType, new: CodeType) -> Iterator[tuple[CodeType, CodeType | None]]:
    """Find the outermost functions that differ; None for a change of a module's or class's own body."""
    if old == new:
        return
    if old.co_flags & inspect.CO_OPTIMIZED:
        yield old, new
        return
    mine, theirs = _codes(old), _codes(new)
    inner = [pair for one, two in zip(mine, theirs, strict=False) for pair in _changed(one, two)]
    yield from inner
    if len(mine) != len(theirs) or not inner or _own(old) != _own(new):
        yield old, None


def _codes(code: CodeType) -> list[CodeType]:
    return [const for const in code.co_consts if isinstance(const, CodeType)]


def _own(code: CodeType) -> tuple[object, ...]:
    consts = tuple(repr(const) for const in code.co_consts if not isinstance(const, CodeType))
    return code.co_code, consts, code.co_names


class MutantFinder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Imports one module from another text than its file's."""

    def __init__(self, name: str, path: Path, mutated: str) -> None:
        self._name, self._path, self._mutated = name, path, mutated

    def find_spec(self, fullname: str, path: object = None, target: object = None) -> object:
        if fullname != self._name:
            return None
        return importlib.util.spec_from_file_location(fullname, self._path, loader=cast("importlib.abc.Loader", self))

    def create_module(self, spec: object) -> None:
        return None

    def exec_module(self, module: ModuleType) -> None:
        exec(compile(self._mutated, str(self._path), "exec", dont_inherit=True), module.__dict__)


def import_mutant(root: Path, path: Path, mutated: str) -> None:
    """Have the mutant imported in the place of its module, which nothing has imported yet."""
    name = ".".join(path.relative_to(root).with_suffix("").parts)
    sys.meta_path.insert(0, cast("importlib.abc.MetaPathFinder", MutantFinder(name, path, mutated)))
