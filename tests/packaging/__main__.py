"""Use an installed wheel as a stranger does: ``make wheel-check``.

``python -m tests.packaging PYTHON`` takes the Python of an environment into which the wheel was installed, and runs its
`golem` in an empty folder, without this checkout. Exit status 1 and the command's own output, if one fails.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from playwright.async_api import TimeoutError

from tests.packaging.commands import BOARD_PICTURE, BOTS, COMMANDS, FIRMWARE_COMMANDS, POSITION, Command
from tests.support.chromium import browser

CHECKOUT = Path(__file__).resolve().parents[2]
PACKAGES = ("boards", "calibration", "controller", "firmware_bridge", "hardware")

_WHERE = f"import {', '.join(PACKAGES)}; print(*(each.__file__ for each in ({', '.join(PACKAGES)})), sep='\\n')"

_TYPED = """\
from pathlib import Path

from boards.kit.thing_keys import MatKey
from boards.mats import mat
from hardware.artifacts import artifact_folder

cells: int = mat(MatKey("4x4")).grid.columns
reveal_type(artifact_folder)
"""


class Failed(Exception):
    """A command did not do what it must."""


def main() -> int:
    """Run every check. Return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.packaging", description=__doc__)
    parser.add_argument("python", type=Path, help="the Python of the environment with the wheel")
    parser.add_argument("--firmware", action="store_true", help="also run the firmware (needs avr-gcc and simavr)")
    args = parser.parse_args()
    # Not resolved: an environment's Python is a link to the system's.
    python = args.python.absolute()
    with tempfile.TemporaryDirectory(prefix="golem-wheel-") as name:
        folder = Path(name)
        try:
            check(python, folder, (*COMMANDS, *FIRMWARE_COMMANDS) if args.firmware else COMMANDS)
        except Failed as failed:
            print(failed)
            return 1
    return 0


def check(python: Path, folder: Path, commands: tuple[Command, ...]) -> None:
    """Run the commands and look at the page and at the types. Raises Failed."""
    environment = _environment(folder)
    origins = _run([str(python), "-c", _WHERE], folder, environment).split()
    for origin in map(Path, origins):
        if CHECKOUT in origin.parents or python.parents[1] not in origin.parents:
            raise Failed(f"{origin} is not the installed wheel's")
    (folder / "position.json").write_text(POSITION, encoding="utf-8")
    for file in (BOARD_PICTURE, *BOTS):
        shutil.copy(CHECKOUT / file, folder)
    golem = str(python.with_name("golem"))
    for command in commands:
        began = time.perf_counter()
        output = _run([golem, *command.words], folder, environment)
        if command.says not in output:
            raise Failed(f"golem {' '.join(command.words)}\n{output}\ndoes not say: {command.says}")
        for made in command.makes:
            if not (folder / made).is_file():
                raise Failed(f"golem {' '.join(command.words)}\nmade no {made}")
        _told(" ".join(command.words), began)
    _check_page(golem, folder, environment)
    _check_types(python, folder)


def _environment(folder: Path) -> dict[str, str]:
    """The caller's environment, without what leads back to the checkout and with a home of its own."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "VIRTUAL_ENV", "XDG_"))}
    return kept | {"HOME": str(folder)}


def _run(command: list[str], folder: Path, environment: dict[str, str]) -> str:
    done = subprocess.run(
        command,
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=300,
        check=False,
    )
    if done.returncode != 0 or "Traceback" in done.stdout:
        raise Failed(f"{' '.join(command)}\n{done.stdout}\nended with status {done.returncode}")
    return done.stdout


def _check_page(golem: str, folder: Path, environment: dict[str, str]) -> None:
    """The page of a running game comes out of the wheel, with its scripts, pictures and words."""
    began = time.perf_counter()
    command = [golem, "demo", "--port", "0"]
    with subprocess.Popen(command, cwd=folder, env=environment, stdout=subprocess.PIPE, text=True) as game:
        try:
            assert game.stdout is not None
            first = game.stdout.readline()
            address = first.split()[-1] if first.strip() else ""
            if not address.startswith("http://"):
                raise Failed(f"{' '.join(command)}: no address in {first!r}")
            complaints = asyncio.run(_complaints(address))
        finally:
            game.terminate()
    if complaints:
        raise Failed("\n".join(["the page misses something:", *complaints]))
    _told("demo --port 0, and its page in a browser", began)


async def _complaints(address: str) -> list[str]:
    """What a browser has to say against the page, in two languages."""
    found: list[str] = []
    async with browser() as chromium:
        page = await chromium.new_page()
        page.set_default_timeout(10_000)
        page.on("pageerror", lambda error: found.append(str(error)))
        page.on("console", lambda said: found.append(said.text) if said.type == "error" else None)
        for language in ("en", "pl"):
            await page.goto(f"{address}?lang={language}")
            try:
                await page.wait_for_selector(f"html[lang={language}] [data-word]:not(:empty)", state="attached")
            except TimeoutError:
                found.append(f"it does not speak {language}")
    return found


def _check_types(python: Path, folder: Path) -> None:
    """A program that uses the wheel is checked with the wheel's types."""
    began = time.perf_counter()
    (folder / "typed.py").write_text(_TYPED, encoding="utf-8")
    mypy = ["-m", "mypy", "--strict", "--config-file=", "--python-executable", str(python), "typed.py"]
    said = _run([sys.executable, *mypy], folder, dict(os.environ))
    if 'Revealed type is "def (name: str, project: Path' not in said.replace("pathlib.", "").replace("builtins.", ""):
        raise Failed(f"mypy knows no types of the wheel:\n{said}")
    _told("mypy of a program that uses the wheel", began)


def _told(what: str, began: float) -> None:
    print(f"{time.perf_counter() - began:6.1f} s  {what}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
