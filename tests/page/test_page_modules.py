"""The page's modules: their types, their unit tests, and the types that are made from the server's structs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from controller.console import page_types
from tests.page import tools


def test_the_types_of_the_modules_agree() -> None:
    checked = tools.type_check()
    assert checked.returncode == 0, checked.stdout


def test_a_wrong_type_is_found(tmp_path: Path) -> None:
    """The check is not one that finds nothing."""
    shared = Path(page_types.__file__).parent / "static" / "shared"
    (tmp_path / "wrong.js").write_text(
        f'/** @param {{import("{shared}/views").View}} view */\nexport const wrong = (view) => view.rownd + 1;\n'
    )
    told = json.loads((tools.ROOT / "tests/page/tsconfig.json").read_text("utf-8"))
    (tmp_path / "tsconfig.json").write_text(json.dumps({**told, "include": ["wrong.js"]}))
    checked = tools.node(tools.package("typescript") / "lib" / "tsc.js", "--project", tmp_path / "tsconfig.json")
    assert checked.returncode != 0
    assert "'rownd' does not exist on type 'View'" in checked.stdout


def test_units_of_the_modules() -> None:
    tested = tools.node("--test", "--test-reporter=tap", *sorted((tools.ROOT / "tests/page/unit").glob("*.test.js")))
    assert tested.returncode == 0, tested.stdout + tested.stderr
    assert "# fail 0" in tested.stdout


def test_the_page_has_the_types_of_the_structs_that_it_is_sent() -> None:
    assert page_types.PATH.read_text("utf-8") == page_types.declarations(), (
        "run: .venv/bin/python -m controller.console.page_types"
    )


def test_a_tool_with_another_content_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    told = {**tools.pinned()["axe-core"], "integrity": "sha512-AAAA"}
    monkeypatch.setattr(tools, "FOLDER", tmp_path)
    monkeypatch.setattr(tools, "pinned", lambda: {"axe-core": told})
    with pytest.raises(tools.WrongContent, match="pinned is sha512-AAAA"):
        tools.package("axe-core")
    assert not (tmp_path / f"axe-core-{told['version']}").exists()
