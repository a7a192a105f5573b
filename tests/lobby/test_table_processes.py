"""Tables are started from files beside the front door, and from nowhere else."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from boards.base.errors import Problems
from controller.app.lobby import table_processes
from controller.app.lobby.table_processes import TableProcesses


@pytest.mark.parametrize("file", ["../table.yaml", "/etc/passwd", "inner/table.yaml", "none.yaml", "", "."])
def test_files_elsewhere_are_no_tables(tmp_path: Path, file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    here = tmp_path / "here"
    (here / "inner").mkdir(parents=True)
    for path in (tmp_path / "table.yaml", here / "inner" / "table.yaml", here / "table.yaml"):
        path.write_text("name: Golem Table\n", "utf-8")
    started: list[object] = []
    monkeypatch.setattr(table_processes.subprocess, "Popen", lambda *command, **_: started.append(command))
    tables = TableProcesses(tmp_path / "games", here)
    with pytest.raises(Problems, match="no such table file"):
        tables.start(file)
    assert not started and tables.files() == ["table.yaml"]
    assert subprocess.Popen is table_processes.subprocess.Popen
