"""Mutants of a room, made by mutmut's operators: comparisons, numbers, arguments, assignments, branches; no strings."""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import libcst
from mutmut.mutation.file_mutation import Mutation, create_mutations

from tests.mutants.rooms import ROOT, Room


@dataclass(frozen=True)
class Mutant:
    """One change of one statement."""

    path: Path
    original: str
    """The whole module as it is."""
    source: str
    """The whole module with the change."""
    lines: frozenset[int]
    """Lines of the statement that was changed, in the module as it is."""
    around: frozenset[int]
    """Lines of the function or class that the statement is in; none for what the module says itself."""
    function: str
    """Qualified name of the function or class; empty for what the module says itself."""
    inside: bool
    """Whether it is in the body of a function."""
    name: str
    """The constant or field that a module's or class's own statement gives a value; empty for another statement."""
    before: str
    after: str

    @property
    def title(self) -> str:
        """Return the mutant as docs/mutants.md lists it."""
        where = f"{self.path.relative_to(ROOT)}" + (f", {self.function}" if self.function else "")
        return f"{where}: `{self.before}` → `{self.after}`"


def sampled(room: Room, size: int, seed: int) -> list[Mutant]:
    """Draw mutants of all the room's modules, each as likely as any other."""
    found = [(path, module, mutation) for path in room.paths for module, mutation in _mutations(path)]
    chosen = random.Random(seed).sample(range(len(found)), min(size, len(found)))
    return [mutant for index in sorted(chosen) if (mutant := _made(*found[index])) is not None]


def _mutations(path: Path) -> Iterator[tuple[libcst.Module, Mutation]]:
    module, mutations, _, _ = create_mutations(str(path), path.read_text("utf-8"))
    for mutation in mutations:
        if not isinstance(mutation.original_node, libcst.BaseString):
            yield module, mutation


def _made(path: Path, module: libcst.Module, mutation: Mutation) -> Mutant | None:
    """Return the mutant; None if it is the same text or no Python."""
    original = module.code
    mutated = libcst.ensure_type(module.deep_replace(mutation.original_node, mutation.mutated_node), libcst.Module).code
    try:
        ast.parse(mutated)
    except SyntaxError:
        return None
    prefix = next((i for i, (one, two) in enumerate(zip(original, mutated, strict=False)) if one != two), None)
    if prefix is None:
        return None
    line = original.count("\n", 0, prefix) + 1
    first, last, around, function, inside = _statement(original, line)
    rows, changed = original.splitlines(), mutated.splitlines()
    grown = len(changed) - len(rows)
    stated, now = rows[first - 1 : last], changed[first - 1 : last + grown]
    named = "" if inside else (match[0] if (match := re.match(r"\s*\w+(?=\s*[:=])", stated[0])) else "").strip()
    return Mutant(
        path,
        original,
        mutated,
        frozenset(range(first, last + 1)),
        frozenset(around),
        function,
        inside,
        named,
        *_shortened(stated, now),
    )


def _statement(source: str, line: int) -> tuple[int, int, range, str, bool]:
    """Return the first and last line of the smallest statement (a compound one: its head), the lines of the function
    or class that it is in, whose it is, and whether that is a function."""
    first, last = line, line
    around = range(0)
    names: list[str] = []
    inside = False
    body: list[ast.stmt] = ast.parse(source).body
    while node := next((one for one in body if _begin(one) <= line <= (one.end_lineno or one.lineno)), None):
        body = _blocks(node)
        head = min(map(_begin, body), default=(node.end_lineno or node.lineno) + 1) - 1
        first, last = (_begin(node), max(head, node.lineno)) if line <= head else (line, line)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            names.append(node.name)
            around = range(_begin(node), (node.end_lineno or node.lineno) + 1)
            inside = line > head and (inside or not isinstance(node, ast.ClassDef))
    return first, last, around, ".".join(names), inside


def _begin(node: ast.stmt) -> int:
    decorators = getattr(node, "decorator_list", [])
    return min([node.lineno, *(one.lineno for one in decorators)])


def _blocks(node: ast.AST) -> list[ast.stmt]:
    """Return the statements inside, those of handlers and cases with them."""
    return [
        statement
        for child in ast.iter_child_nodes(node)
        for statement in (
            [child]
            if isinstance(child, ast.stmt)
            else child.body
            if isinstance(child, ast.ExceptHandler | ast.match_case)
            else []
        )
    ]


LONG = 4
"""Lines of a statement that is told as a whole; of a longer one only those that were changed."""


def _shortened(before: list[str], after: list[str]) -> tuple[str, str]:
    if len(before) > LONG:
        while len(before) > 1 and len(after) > 1 and before[0] == after[0]:
            before, after = before[1:], after[1:]
        while len(before) > 1 and len(after) > 1 and before[-1] == after[-1]:
            before, after = before[:-1], after[:-1]
    return _text(before), _text(after)


def _text(rows: list[str]) -> str:
    return " ".join(row.strip() for row in rows)
