"""What is in the wheel. `make wheel-check` installs it and uses it."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from email.parser import HeaderParser
from pathlib import Path
from zipfile import ZipFile

import pytest
from trove_classifiers import classifiers

from tests.packaging.__main__ import CHECKOUT, PACKAGES
from tests.packaging.commands import BOARD_PICTURE, BOTS

PROJECT = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
INFO = f"golem_table-{PROJECT['version']}.dist-info"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> ZipFile:
    """The wheel of this checkout, as it is now."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=CHECKOUT, check=True, capture_output=True)
    (path,) = folder.glob("*.whl")
    return ZipFile(path)


def _packaged() -> set[str]:
    """The files in the packages' folders, but for what Python and the compilers leave there."""
    built = {CHECKOUT / "hardware" / part / "build" for part in ("firmware", "emulated")}
    return {
        path.relative_to(CHECKOUT).as_posix()
        for package in PACKAGES
        for path in (CHECKOUT / package).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and built.isdisjoint(path.parents)
    }


def test_the_wheel_holds_every_file_of_the_packages(wheel: ZipFile) -> None:
    assert _packaged() - set(wheel.namelist()) == set()


def test_every_catalogue_of_translations_is_compiled(wheel: ZipFile) -> None:
    names = set(wheel.namelist())
    assert {name.removesuffix(".po") + ".mo" for name in names if name.endswith(".po")} <= names


def test_the_wheel_holds_the_packages_and_nothing_else(wheel: ZipFile) -> None:
    assert {name.split("/")[0] for name in wheel.namelist()} == {*PACKAGES, INFO}
    assert [name for name in wheel.namelist() if name.endswith((".pyc", ".o", ".hex", ".elf"))] == []


def test_every_package_says_that_it_has_types(wheel: ZipFile) -> None:
    assert {f"{package}/py.typed" for package in PACKAGES} <= set(wheel.namelist())


def test_the_wheel_brings_its_licences_and_the_command(wheel: ZipFile) -> None:
    metadata = HeaderParser().parsestr(wheel.read(f"{INFO}/METADATA").decode())
    named = metadata.get_all("License-File", [])
    assert named == PROJECT["license-files"]
    for name in named:
        assert wheel.read(f"{INFO}/licenses/{name}") == (CHECKOUT / name).read_bytes()
    assert "golem = controller.cli:main" in wheel.read(f"{INFO}/entry_points.txt").decode()


def test_classifiers_are_those_that_package_indexes_know() -> None:
    assert set(PROJECT["classifiers"]) <= classifiers


def test_what_the_wheel_check_takes_from_the_checkout_is_there() -> None:
    for name in (BOARD_PICTURE, *BOTS):
        assert Path(CHECKOUT, name).is_file()
