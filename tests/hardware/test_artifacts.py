"""Compiled files go where their user may write."""

from __future__ import annotations

from pathlib import Path

import pytest

from hardware.artifacts import artifact_folder


def test_a_checkout_keeps_compiled_files_in_its_build_folder(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").touch()
    assert artifact_folder("firmware", tmp_path) == tmp_path / "build" / "firmware"


@pytest.mark.parametrize(
    ("cache", "base"),
    [("/somewhere/cache", Path("/somewhere/cache")), ("", Path.home() / ".cache")],
    ids=["XDG_CACHE_HOME", "default"],
)
def test_an_installed_package_keeps_them_in_the_users_cache(
    cache: str, base: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", cache)
    assert artifact_folder("firmware", tmp_path) == base / "golem-table" / "firmware"
