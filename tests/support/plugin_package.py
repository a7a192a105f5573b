"""A stranger's package as an installer lays it: modules, and a dist-info made of its `pyproject.toml`."""

from __future__ import annotations

import importlib
import sys
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from controller.games import game_registry
from firmware_bridge.robots import robot_families


def pyproject(name: str, group: str, **entries: str) -> str:
    """A `pyproject.toml` with these entry points."""
    lines = "".join(f'{key} = "{value}"\n' for key, value in entries.items())
    return f'[project]\nname = "{name}"\nversion = "1.0"\n\n[project.entry-points."{group}"]\n{lines}'


def lay(folder: Path, files: Mapping[str, str]) -> None:
    """Write a package's files; of its `pyproject.toml` the metadata that an installer makes of it."""
    for name, text in files.items():
        if name == "pyproject.toml":
            continue
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    project = tomllib.loads(files["pyproject.toml"])["project"]
    info = folder / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    info.mkdir(parents=True)
    metadata = f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    (info / "METADATA").write_text(metadata, encoding="utf-8")
    groups = project.get("entry-points", {})
    lines = [f"[{group}]\n" + "".join(f"{k} = {v}\n" for k, v in found.items()) for group, found in groups.items()]
    (info / "entry_points.txt").write_text("\n".join(lines), encoding="utf-8")


def _forget() -> None:
    importlib.invalidate_caches()
    game_registry.forget_plugins()
    robot_families.forget_plugins()


@contextmanager
def installed(folder: Path, *packages: Mapping[str, str]) -> Iterator[None]:
    """While these packages are installed in a folder on Python's path."""
    for files in packages:
        lay(folder, files)
    before = {*sys.modules}
    sys.path.insert(0, str(folder))
    _forget()
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        for name in {*sys.modules} - before:
            origin = getattr(sys.modules[name], "__file__", None) or ""
            if origin.startswith(str(folder)):
                del sys.modules[name]
        _forget()
