"""What pages, comments and docstrings cite is there: files, modules, names in modules, tests."""

from __future__ import annotations

import ast
import io
import re
import subprocess
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("boards", "calibration", "controller", "firmware_bridge", "hardware", "tests")

_ENDS = r"\.(?:py|md|yaml|toml|js|css|cpp|h|c|scad)"
FILE = re.compile(rf"(?<![\w./*{{<~:-])((?:[\w.-]+/)+[\w-]+{_ENDS})(?![\w*])(?:::(\w+))?")
"""A file with its folder, and maybe a test in it."""
DOTTED = re.compile(rf"(?<![\w./-])((?:{'|'.join(ROOMS)})(?:\.[A-Za-z_]\w*)+)(?![\w/*])")
"""A module or a name in one, from the root."""
IMPORT = re.compile(r"^ *(?:from|import) .*", re.MULTILINE)
RELATIVE = re.compile(r":(?:mod|class|func|attr|data|meth):`(?:~)?(\.{1,2}[A-Za-z_][\w.]*)`")
"""A module beside this one, or in the folder above."""

NOT_HERE = re.compile(r"^(?:golem_|package/|my_|NAME|out/|dist/|build/|games/|linux/|/)")
"""What a reader makes, or a package of somebody else."""


@cache
def _tracked() -> tuple[str, ...]:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True)
    return tuple(listed.stdout.splitlines())


@cache
def _endings() -> frozenset[str]:
    """Every tail of every file's path: pages leave out the folders that go without saying."""
    return frozenset(
        "/".join(parts[at:]) for name in _tracked() if (parts := name.split("/")) for at in range(len(parts))
    )


@cache
def _names_in(path: Path) -> frozenset[str]:
    """Names that a module defines, with those in its classes, and what it imports."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            found.add(node.name)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            found.add(node.attr)
        elif isinstance(node, ast.alias):
            found.add((node.asname or node.name).split(".")[0])
    return frozenset(found)


def _is_name(dotted: str) -> bool:
    """Whether a dotted name is a module or folder of ours, or is defined in one."""
    parts = dotted.split(".")
    for count in range(len(parts), 0, -1):
        base = ROOT.joinpath(*parts[:count])
        module = base.with_suffix(".py") if base.with_suffix(".py").is_file() else base / "__init__.py"
        if module.is_file():
            return all(name in _names_in(module) for name in parts[count:])
        if base.is_dir():
            return count == len(parts)
    return False


def _is_file(name: str, page: Path) -> bool:
    plain = name.removeprefix("./")
    beside = (page.parent / name).resolve()
    return plain in _endings() or beside.is_file()


def _cited(text: str, page: Path) -> Iterator[str]:
    """What is cited in a text and is not there."""
    for match in FILE.finditer(text):
        name, test = match[1], match[2]
        if NOT_HERE.match(name):
            continue
        if not _is_file(name, page):
            yield name
        elif test:
            holders = [ROOT / each for each in _tracked() if each.endswith(f"/{name}")]
            if not any(test in _names_in(each) for each in holders):
                yield f"{name}::{test}"
    for match in DOTTED.finditer(text):
        if not _is_name(match[1]) and not match[1].endswith((".py", ".md", ".yaml", ".txt")):
            yield match[1]


def _prose(path: Path) -> str:
    """The comments and docstrings of a module."""
    text = path.read_text(encoding="utf-8")
    kept = [
        each.string for each in tokenize.generate_tokens(io.StringIO(text).readline) if each.type == tokenize.COMMENT
    ]
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            kept.append(node.value.value)
    return "\n".join(kept)


def _beside(text: str, path: Path) -> Iterator[str]:
    """Relative references that lead nowhere."""
    package = path.relative_to(ROOT).parent.parts
    for match in RELATIVE.finditer(text):
        dots = len(match[1]) - len(match[1].lstrip("."))
        base = package[: len(package) - dots + 1]
        if not _is_name(".".join((*base, match[1].lstrip(".")))):
            yield match[1]


def test_pages_cite_what_is_there() -> None:
    missing = {}
    for name in _tracked():
        if name.endswith(".md") and name != "CHANGELOG.md":
            page = ROOT / name
            if found := sorted(set(_cited(page.read_text(encoding="utf-8"), page))):
                missing[name] = found
    assert not missing


CODE = re.compile(r"^```python\n(.*?)^```", re.DOTALL | re.MULTILINE)


def test_code_in_pages_imports_what_there_is() -> None:
    missing = []
    for name in _tracked():
        for block in CODE.findall((ROOT / name).read_text(encoding="utf-8")) if name.endswith(".md") else ():
            for node in ast.walk(ast.parse(block)):
                if isinstance(node, ast.ImportFrom) and str(node.module).startswith(ROOMS):
                    names = [f"{node.module}.{each.name}" for each in node.names]
                    missing += [f"{name}: {each}" for each in names if not _is_name(each)]
    assert not missing


CLASS = re.compile(r"(?<![\w./=-])([A-Z][a-z]+(?:[A-Z][a-z0-9]+)+)(?![\w/-])")
DEFINED = re.compile(r"^ *(?:class )?([A-Z]\w+)(?=[(:]| =)", re.MULTILINE)
FOREIGN = {"HttpOnly", "SameSite", "ValueError"}
"""Attributes of cookies, and Python's own."""


def test_pages_name_classes_that_there_are() -> None:
    known = set(FOREIGN)
    for name in _tracked():
        if name.endswith(".py"):
            known |= set(DEFINED.findall((ROOT / name).read_text(encoding="utf-8")))
        elif name.endswith((".ts", ".js", ".h", ".cpp")):
            known |= set(re.findall(r"\w+", (ROOT / name).read_text(encoding="utf-8")))
    missing = {}
    for name in _tracked():
        if name.endswith(".md") and name != "CHANGELOG.md":
            prose = re.sub(
                r"^```.*?^```$", "", (ROOT / name).read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL
            )
            named = {word for code in re.findall(r"`([^`\n]+)`", prose) for word in CLASS.findall(code)}
            if named - known:
                missing[name] = sorted(named - known)
    assert not missing


def test_comments_and_docstrings_cite_what_is_there() -> None:
    missing = {}
    for name in _tracked():
        if name.endswith(".py") and name.startswith(ROOMS):
            path = ROOT / name
            code = IMPORT.sub("", path.read_text(encoding="utf-8"))
            if not (FILE.search(code) or DOTTED.search(code) or RELATIVE.search(code)):
                continue
            text = _prose(path)
            if found := sorted({*_cited(text, path), *_beside(text, path)}):
                missing[name] = found
    assert not missing


def test_packages_name_modules_that_they_have() -> None:
    missing = {}
    for name in _tracked():
        if name.endswith("/__init__.py") and name.startswith(ROOMS):
            told = ast.get_docstring(ast.parse((ROOT / name).read_text(encoding="utf-8"))) or ""
            folder = (ROOT / name).parent
            there = {each.stem for each in folder.iterdir()}
            if strange := {*re.findall(r"``([a-z_]+)``", told)} - there:
                missing[name] = sorted(strange)
    assert not missing
